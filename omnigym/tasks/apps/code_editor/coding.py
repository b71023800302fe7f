"""Visual Studio Code: files, all files of a folder, scripts in its terminal, its settings and extensions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._rows import newly, row_is
from omnigym.tasks.apps._scripts import SCRIPTS, policy_need, script_need
from omnigym.tasks.apps._steps import answer, in_front, open_path, save_as
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, subtask

__all__ = ["extension_shown", "folder_opened", "palette", "replaced_in", "set_to", "written"]

_FILES: Mapping[str, Any] = {"app": "code_editor", "platforms": ("windows",)}
_CODE: Mapping[str, Any] = {**_FILES, "capabilities": ("content", "files", "apps", "a11y")}


def palette(ui: UI, command: str) -> Iterator[Action]:
    """A command by its name."""
    yield from in_front(ui)
    yield ui.press("f1")
    yield ui.type(f"{command}\n")


# -- files ------------------------------------------------------------------------------------------------------------


def written(ui: UI, text: str, path: str) -> Iterator[Action]:
    """A new file with a text."""
    yield from palette(ui, "New Text File")
    yield ui.type(text)
    yield from save_as(ui, path, "s", "ctrl", "shift")


@subtask(
    **_FILES,
    id="code/new-file",
    instruction="In VS Code, write a new file {name} in {folder} that consists of the line `{text}`.",
    parameters=table(
        "folder name text",
        ("Documents", "hello.py", "print('Hello')"),
        ("Desktop", "page.css", "body { margin: 0 }"),
        ("Documents", "area.js", "const area = 6 * 7;"),
        ("Downloads", "server.yaml", "port: 8080"),
        ("Music", "tempo.py", "beats = 120"),
        ("Pictures", "frame.css", "img { border: none }"),
        ("Documents", "north.toml", "host = 'north'"),
    ),
    draws={"name": "file_name", "text": "sentence"},
    conditions=(Condition("file_content_equals", {"path": "{folder}/{name}", "text": "{text}"}),),
    needs=(folder_need(),),
    produces=(Resource("code", "{folder}/{name}"), Resource("file", "{folder}/{name}")),
    tags=("create", "write"),
)
def new_file(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """Typed, and saved under its name."""
    yield from written(ui, text, f"{folder}/{name}")


def folder_opened(ui: UI, folder: str) -> Iterator[Action]:
    """A folder in the explorer, by its path."""
    yield from palette(ui, "Open Folder")
    yield ui.press("a", "ctrl")
    yield ui.type(ui.native_path(folder) + "\n")


@subtask(
    **_CODE,
    id="code/open-folder",
    instruction="Open the folder {folder} in VS Code.",
    parameters=table(
        "folder",
        ("Documents/Scripts",),
        ("Pictures/Icons",),
        ("Downloads/template",),
        ("Desktop/Projects",),
        ("Documents/Course/week 1",),
        ("Documents/Recipes",),
    ),
    conditions=(newly(row_is("code/recent", path="C:/Users/user/{folder}")),),
    needs=(folder_need(),),
    tags=("open",),
)
def open_folder(ui: UI, folder: str) -> Iterator[Action]:
    """By its path."""
    yield from folder_opened(ui, folder)


_MAIN, _NOTE = "{old} = 1\nprint({old} + 1)\n", "Begin with {old}.\n"


def _text(template: str, name: str) -> str:
    return template.replace("{old}", name)


def _there(name: str, text: str) -> Condition:
    return Condition("file_content_equals", {"path": f"{{folder}}/{name}", "text": text})


def replaced_in(ui: UI, folder: str, old: str, new: str) -> Iterator[Action]:
    """The search through all files, both of its lines, and yes."""
    yield from folder_opened(ui, folder)
    if ui.find("code.search.text") is None:
        yield ui.click("code.activity.search")
    for key, said in (("code.search.text", old), ("code.search.new", new)):
        yield ui.click(key)
        field = ui.find(key)
        if field is not None and field.value:
            yield ui.press("a", "ctrl")
        yield ui.type(said)
    yield ui.click("code.search.replace_all")
    yield from answer(ui, "message.replace")


@subtask(
    **_FILES,
    id="code/replace-in-files",
    instruction="With VS Code, replace the word {old} by {new} in all files of the folder {folder}.",
    parameters=table(
        "folder old new",
        ("Documents/orchard", "apple", "quince"),
        ("Documents/harbour", "anchor", "mooring"),
        ("Desktop/weather", "cloud", "drizzle"),
        ("Downloads/shop", "price", "amount"),
        ("Music/mixer", "volume", "loudness"),
        ("Documents/garden", "spade", "shovel"),
        ("Pictures/gallery", "frame", "border"),
    ),
    draws={"new": "word"},
    conditions=(all_of(_there("main.py", _text(_MAIN, "{new}")), _there("notes.md", _text(_NOTE, "{new}"))),),
    needs=(
        Need(
            Resource("code", "{folder}/main.py"),
            (
                WriteFile("{folder}/main.py", _MAIN),
                WriteFile("{folder}/notes.md", _NOTE),
                WriteFile("{folder}/extra.py", "ready = True\n"),
            ),
        ),
    ),
    alone=True,
    tags=("search", "edit"),
)
def replace_in_files(ui: UI, folder: str, old: str, new: str) -> Iterator[Action]:
    """The page of the side bar that looks through all files."""
    yield from replaced_in(ui, folder, old, new)


@subtask(
    **_FILES,
    id="code/run",
    implied=("script", "result"),
    instruction="Run the script {name} in {folder} with VS Code. It writes {output}.",
    parameters=SCRIPTS,
    conditions=(Condition("file_content_equals", {"path": "{output}", "text": "{result}"}),),
    needs=(script_need(), policy_need()),
    produces=(Resource("file", "{output}"),),
    tags=("run", "two apps"),
)
def run(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Opened, and F5."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("f5")


# -- settings and extensions ------------------------------------------------------------------------------------------

_SETTINGS = table(
    "what setting title value usual",
    ("the font size of the editor", "editor.fontSize", "Editor: Font Size", "18", "14"),
    ("the font size of the editor", "editor.fontSize", "Editor: Font Size", "22", "14"),
    ("the font size of the editor", "editor.fontSize", "Editor: Font Size", "12", "14"),
    ("the word wrap of the editor", "editor.wordWrap", "Editor: Word Wrap", "on", "off"),
    ("the line numbers of the editor", "editor.lineNumbers", "Editor: Line Numbers", "off", "on"),
    ("auto save", "files.autoSave", "Files: Auto Save", "afterDelay", "off"),
    ("the font size of the editor", "editor.fontSize", "Editor: Font Size", "28", "14"),
)


def set_to(ui: UI, setting: str, title: str, value: str) -> Iterator[Action]:
    """A setting found by its title, and its value chosen."""
    yield from palette(ui, "Settings")
    yield ui.click("code.settings.search")
    yield ui.press("a", "ctrl")
    yield ui.type(title)
    yield ui.click(f"code.setting.{setting}")
    option = next((n for n in ui.tree if n.key.startswith(f"code.setting.{setting}.") and n.name == value), None)
    if option is not None:
        yield ui.click(option)


@subtask(
    **_CODE,
    id="code/setting",
    implied=("setting", "title", "usual"),
    instruction="In the settings of VS Code, set {what} to {value}.",
    parameters=_SETTINGS,
    conditions=(
        row_is(
            "code/settings",
            was={"name": "{setting}", "value": "{usual}"},
            name="{setting}",
            value="{value}",
        ),
    ),
    tags=("settings",),
)
def setting_changed(ui: UI, setting: str, title: str, value: str, **_: str) -> Iterator[Action]:
    """The page of settings."""
    yield from set_to(ui, setting, title, value)


def extension_shown(ui: UI, name: str) -> Iterator[Action]:
    """An extension found by its name."""
    yield from in_front(ui)
    if ui.find("code.extensions.search") is None:
        yield ui.click("code.activity.extensions")
    yield ui.click("code.extensions.search")
    yield ui.press("a", "ctrl")
    yield ui.type(name)


@subtask(
    **_CODE,
    id="code/install-extension",
    implied=("extension",),
    instruction="Install the extension {name} in VS Code.",
    parameters=table(
        "name extension",
        ("Code Spell Checker", "adatum.spell"),
        ("CSV Rainbow", "contoso.csv-rainbow"),
        ("Live Preview", "contoso.live-preview"),
        ("Markdown Studio", "northwind.markdown"),
        ("Pretty Formatter", "adatum.pretty"),
        ("Todo Tree", "fabrikam.todo-tree"),
        ("Vim Keys", "northwind.vim"),
    ),
    conditions=(newly(row_is("code/extensions", id="{extension}", enabled=True)),),
    tags=("install",),
)
def install(ui: UI, name: str, extension: str) -> Iterator[Action]:
    """Found, and its button."""
    yield from extension_shown(ui, name)
    yield from answer(ui, f"code.install.{extension}")


@subtask(
    **_CODE,
    id="code/disable-extension",
    implied=("extension",),
    instruction="Disable the extension {name} in VS Code, but keep it.",
    parameters=table(
        "name extension",
        ("Bracket Lens", "adatum.brackets"),
        ("Container Tools", "contoso.docker"),
        ("Git Lines", "fabrikam.git-lines"),
        ("Folder Icons", "fabrikam.icons"),
        ("PowerShell", "ms.powershell"),
        ("Python", "ms.python"),
        ("SQL Explorer", "northwind.sql"),
    ),
    conditions=(
        row_is("code/extensions", was={"id": "{extension}", "enabled": True}, id="{extension}", enabled=False),
    ),
    tags=("settings",),
)
def disable(ui: UI, name: str, extension: str) -> Iterator[Action]:
    """Found, and its button."""
    yield from extension_shown(ui, name)
    yield from answer(ui, f"code.turn.{extension}")
