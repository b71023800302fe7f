"""Subtasks of the tasks of the suite ``crab`` that were made by hand, which CRAB's own sub-tasks do not describe.

They are a collection of their own: found by their ids, and drawn for no other suite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action, Press
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps.browser._steps import CODE, folder, go, loaded, press
from omnigym.tasks.apps.crab._desk import COPIED, SIMULATED
from omnigym.tasks.apps.crab._parts import browsing, front, path
from omnigym.tasks.apps.phone._office_steps import TASKS, task_list
from omnigym.tasks.apps.phone._steps import by_name
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, SetSetting, WriteFile, all_of, subtask

__all__ = ["BY_HAND"]

#: The collection.
BY_HAND = "crab-by-hand"
_WEB: Mapping[str, Any] = {
    **SIMULATED,
    "app": "browser",
    "platforms": ("linux",),
    "capabilities": (*COPIED["capabilities"], "content"),
    "collection": BY_HAND,
}


@subtask(
    **_WEB,
    id="by-hand/star-repository",
    instruction="Star the repository {repository} on Litware Code (code.litware.com) with Firefox.",
    parameters=tuple(
        [
            {"repository": name}
            for name in (
                "quillworks/gymnasium-gridworlds",
                "saltmarsh/tide-tables",
                "hollowtree/beekeeping-log",
                "crumbcoat/sourdough-timer",
                "northshore/footpaths",
                "inkwell/plainnotes",
            )
        ]
    ),
    parts=path(app=browsing("Litware Code", CODE), star=row_is("code/starred", name="{repository}")),
    produces=(Resource("starred", "{repository}"),),
)
def star_repository(ui: UI, repository: str) -> Iterator[Action]:
    """The button on its page."""
    yield from go(ui, f"{CODE}/{repository}")
    yield from press(ui, "page.star")


_RELEASES = (
    ("quillworks/gymnasium-gridworlds", "v0.4.1", "worlds.json", '{"worlds": ["Maze", "Ice", "Keys", "Bridge"]}'),
    ("saltmarsh/tide-tables", "2025.1", "cardona-2025.csv", "2025-03-14,05:48,3.2"),
    ("saltmarsh/tide-tables", "2025.1", "cardona-2025.csv", "2025-06-02,07:31,2.9"),
    ("hollowtree/beekeeping-log", "1.2", "hives.toml", "[meadow]"),
    ("northshore/footpaths", "spring-2025", "paths.csv", "Harbour round,2410,0"),
    ("northshore/footpaths", "spring-2025", "paths.csv", "Mill stairs,350,131"),
)


@subtask(
    **_WEB,
    id="by-hand/download-release",
    implied=("text",),
    instruction=(
        "With Firefox, download {name} from the release {tag} of {repository} on Litware Code (code.litware.com)."
    ),
    parameters=tuple([dict(zip(("repository", "tag", "name", "text"), row, strict=True)) for row in _RELEASES]),
    parts=path(
        app=browsing("Litware Code", CODE),
        file=all_of(
            Condition(
                "download_matches",
                {
                    "url": f"https://{CODE}/{{repository}}/releases/download/{{tag}}/{{name}}",
                    "path": "Downloads/{name}",
                },
            ),
            loaded(browsers=("browser",)),
        ),
    ),
    setup=(WriteFile(f"{folder(CODE, 'files')}/{{repository}}/releases/download/{{tag}}/{{name}}", "{text}"),),
    produces=(Resource("file", "Downloads/{name}"),),
)
def download_release(ui: UI, repository: str, tag: str, name: str, **_: object) -> Iterator[Action]:
    """The file below the release."""
    yield from go(ui, f"{CODE}/{repository}/releases")
    yield from press(ui, f"page.asset.{tag}.{name}")


_TODO = "/data/data/com.google.android.apps.tasks/tasks.json"
_ERRANDS = (
    ("Computer", "Dark style, and no Wi-Fi"),
    ("Computer", "Light style again"),
    ("The desk at work", "Turn Bluetooth off"),
    ("Before the talk", "No notifications on the computer"),
    ("The laptop", "Dark style, please"),
    ("For the night", "Wi-Fi of the computer off"),
)


@subtask(
    **{**TASKS, "collection": BY_HAND},
    id="by-hand/read-task",
    output="content",
    implied=("output",),
    instruction="See what the details of the task '{title}' in Tasks on the phone say.",
    parameters=tuple([{"title": title, "output": details} for title, details in _ERRANDS]),
    parts=path(app=front("tasks"), details=Condition("app_shows", {"app": "tasks", "texts": ["{output}"]}), shown=True),
    needs=(
        Need(
            Resource("phone_task_with", "{title}"),
            (AddRow(_TODO, ("list", "title", "details"), (1, "{title}", "{output}")),),
        ),
    ),
    produces=(Resource("phone_task", "{title}"),),
)
def read_task(ui: UI, title: str, **_: object) -> Iterator[Action]:
    """The task opened."""
    yield from task_list(ui)
    yield from by_name(ui, title)


_SETTINGS = (
    ("the dark style on", "theme", "dark", "light"),
    ("the dark style off", "theme", "light", "dark"),
    ("Wi-Fi off", "network.wifi", "off", "on"),
    ("Wi-Fi on", "network.wifi", "on", "off"),
    ("Bluetooth off", "network.bluetooth", "off", "on"),
    ("Bluetooth on", "network.bluetooth", "on", "off"),
)


@subtask(
    **SIMULATED,
    id="by-hand/desktop-switch",
    app="settings",
    platforms=("linux",),
    capabilities=("settings", "apps", "a11y"),
    collection=BY_HAND,
    implied=("key", "value", "before"),
    instruction="Turn {what} in the system menu of the Ubuntu desktop.",
    parameters=tuple([dict(zip(("what", "key", "value", "before"), row, strict=True)) for row in _SETTINGS]),
    conditions=(Condition("setting_equals", {"key": "{key}", "value": "{value}"}),),
    setup=(SetSetting("{key}", "{before}"),),
    produces=(Resource("setting", "{key}"),),
)
def switch_setting(ui: UI, key: str, **_: object) -> Iterator[Action]:
    """Its pill in the system menu."""
    yield Press("s", ("meta",))
    yield ui.click(f"quick_settings.{key}")
    yield Press("escape")
