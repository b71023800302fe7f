"""Steps, oracles and runs of by hand that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.browser import CODE, find_in, go_in_browser, press_in_browser
from omnigym.tasks.step_library.linux import command, run
from omnigym.tasks.step_library.phone import at_root, pick_time
from omnigym.tasks.step_library.steps import open_path
from omnigym.tasks.subtask import UI, oracle

#: The cloud drive in a browser.
DRIVE_SITE = "drive.contoso.com"


#: What a photo's name ends with.
PHOTO = "jpg"


@oracle("by-hand/bring-photo")
def bring_photo(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The link on the page of the photo, a command, and the Open dialog of GIMP."""
    yield from go_in_browser(ui, DRIVE_SITE)
    taken = next((n for n in ui.tree.nodes if n.key.startswith("page.file.") and n.name.endswith(f".{PHOTO}")), None)
    if taken is None:
        raise OracleError("The oracle expected a photo in the drive, and there is none.")
    name = taken.name
    yield from press_in_browser(ui, taken.key)
    yield from press_in_browser(ui, "page.download")
    shell = ui.of("terminal")
    yield from run(shell, command("mv", ui.native_path(f"Downloads/{name}"), ui.native_path(path)))
    yield from open_path(ui.of("image_editor"), path)


@right_way("by-hand/star-repository")
def found_by_its_name(ui: UI, repository: str) -> Iterator[Action]:
    """The search of the site, and the star on the page of its releases."""
    yield from find_in(ui, CODE, repository.partition("/")[2])
    yield from press_in_browser(ui, f"page.repo.{repository}")
    yield from press_in_browser(ui, "page.tab.releases")
    yield from press_in_browser(ui, "page.star")


@wrong_run("by-hand/run")
def asks_what_it_does(ui: UI, line: str) -> Iterator[Action]:
    """The manual of the program."""
    yield from run(ui, command("man", line.partition(" ")[0][:1]))


@right_way("by-hand/list-events")
def with_the_hours(ui: UI, path: str, first: str, second: str, **_: object) -> Iterator[Action]:
    """In one command, under a heading, with other marks."""
    titles = ("9:30 Stand-up", "12:30 Lunch with Carla", first, second)
    lines = "".join([f"* [ ] {title}\\n" for title in titles])
    yield from run(ui, f"printf {command('# Today' + chr(92) + 'n' + lines)} > {command(ui.native_path(path))}")


@wrong_run("by-hand/same-alarm")
def twelve_hours_later(ui: UI, time: str, **_: object) -> Iterator[Action]:
    """In the evening."""
    hour, minute = time.split(":")
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.alarm")
    yield ui.click("clock.add_alarm")
    yield from pick_time(ui, f"{int(hour) + 12}:{minute}")
