"""What Visual Studio Code keeps in files, and what its window has besides the editor's state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from omnigym.sim.kinds.code.console import Console
from omnigym.sim.kinds.code.editor import TextLook
from omnigym.sim.kinds.code.state import State
from omnigym.sim.tables.fields import value_of
from omnigym.sim.tables.table import Row, Table, View
from omnigym.sim.vfs import HOME, Vfs

# -- the state --------------------------------------------------------------------------------------------------------

# What the window of Visual Studio Code has besides its files: the panel, the search, the extensions, the settings.

#: Pages of the side bar.
SEARCH_PAGE, EXTENSIONS_PAGE = "search", "extensions"


class More(NamedTuple):
    """What there is besides.

    Attributes:
        console: The terminal.
        panel: What is below the text: "", "terminal" or "problems".
        wanted, new: What is searched for in all files, and what takes its place.
        match_case: Whether case counts for that.
        query: What is searched for among the extensions.
        settings: Whether the settings stand in the place of the text.
        setting: What is searched for among them.
    """

    console: Console = Console()
    panel: str = ""
    wanted: str = ""
    new: str = ""
    match_case: bool = False
    query: str = ""
    settings: bool = False
    setting: str = ""


def more_of(state: State) -> More:
    """What a window has besides."""
    return state.more if isinstance(state.more, More) else More()


def with_more(state: State, **values: Any) -> State:
    """A window with other values of that."""
    return state._replace(more=more_of(state)._replace(**values))


# -- what Visual Studio Code keeps ------------------------------------------------------------------------------------

# Settings.json, extensions, the folders that were opened last.

_USER = f"{HOME}/AppData/Roaming/Code/User"
SETTINGS_FILE = f"{_USER}/settings.json"
_USUAL_SIZE, _MOST_RECENT = 14, 10


class Setting(NamedTuple):
    """A setting: its name in the file, what it is called, its group, what it can be; the first is the usual one."""

    name: str
    title: str
    about: str
    values: tuple[Any, ...]


SETTINGS = (
    Setting(
        "files.autoSave", "Files: Auto Save", "When files with changes are saved by themselves.", ("off", "afterDelay")
    ),
    Setting(
        "editor.fontSize",
        "Editor: Font Size",
        "The size of letters in pixels.",
        (14, 8, 10, 11, 12, 13, 15, 16, 17, 18, 20, 22, 24, 28),
    ),
    Setting("editor.wordWrap", "Editor: Word Wrap", "Whether long lines go on below.", ("off", "on")),
    Setting("editor.lineNumbers", "Editor: Line Numbers", "Whether lines have their numbers.", ("on", "off")),
    Setting(
        "terminal.integrated.hideOnStartup",
        "Terminal: Hide On Startup",
        "Whether it stays away when a window opens.",
        ("always", "never"),
    ),
)


def _settings(vfs: Vfs) -> dict[str, Any]:
    """What is in settings.json; nothing where it is damaged."""
    found = value_of(vfs.content(SETTINGS_FILE))
    return found if isinstance(found, dict) else {}


def setting_of(vfs: Vfs, name: str) -> Any:
    """The value of a setting; the usual one where the file has none that it can be."""
    known = next(s for s in SETTINGS if s.name == name)
    value = _settings(vfs).get(name)
    fits = [v for v in known.values if type(v) is type(value) and v == value]
    return fits[0] if fits else known.values[0]


def with_setting(vfs: Vfs, name: str, value: Any, now: int) -> Vfs:
    """The files with another value of a setting; the usual one is not written.

    Raises:
        VfsError: The disk is full.
    """
    known = next(s for s in SETTINGS if s.name == name)
    after = {k: v for k, v in _settings(vfs).items() if k != name}
    after |= {name: value} if value != known.values[0] else {}
    return vfs.write(SETTINGS_FILE, (json.dumps(after, indent=4, ensure_ascii=False) + "\n").encode(), now)


def _rows(vfs: Vfs) -> tuple[Row, ...]:
    return tuple([{"name": s.name, "value": str(setting_of(vfs, s.name))} for s in SETTINGS])


SETTINGS_VIEW = View("content://code/settings", _rows, path=SETTINGS_FILE, key="name")


def text_look(vfs: Vfs) -> TextLook:
    """How texts are shown by the settings."""
    size = int(setting_of(vfs, "editor.fontSize"))
    return TextLook(
        100 * size // _USUAL_SIZE,
        setting_of(vfs, "editor.wordWrap") == "on",
        setting_of(vfs, "editor.lineNumbers") == "on",
    )


# -- extensions -------------------------------------------------------------------------------------------------------


class Extension(NamedTuple):
    """An extension that is installed."""

    id: str
    name: str
    enabled: bool = True


#: What the marketplace has: id, name, publisher, what it is for.
OFFERED: Mapping[str, tuple[str, str, str]] = {
    "adatum.brackets": ("Bracket Lens", "Adatum", "What a closing bracket belongs to."),
    "adatum.spell": ("Code Spell Checker", "Adatum", "Finds misspelled words in code."),
    "contoso.csv-rainbow": ("CSV Rainbow", "Contoso", "Columns of tables in colours."),
    "contoso.docker": ("Container Tools", "Contoso", "Builds images and starts them."),
    "fabrikam.git-lines": ("Git Lines", "Fabrikam", "Who wrote a line, and when."),
    "fabrikam.icons": ("Folder Icons", "Fabrikam", "An icon for each kind of folder."),
    "contoso.live-preview": ("Live Preview", "Contoso", "Web pages while they are written."),
    "northwind.markdown": ("Markdown Studio", "Northwind", "Tables, lists and a table of contents."),
    "adatum.pretty": ("Pretty Formatter", "Adatum", "One style for all files."),
    "ms.powershell": ("PowerShell", "Microsoft", "Scripts run in the terminal."),
    "ms.python": ("Python", "Microsoft", "Names of modules and their types."),
    "northwind.sql": ("SQL Explorer", "Northwind", "Tables of a database, and what is in them."),
    "fabrikam.todo-tree": ("Todo Tree", "Fabrikam", "All comments that say TODO."),
    "northwind.vim": ("Vim Keys", "Northwind", "Keys as an older editor has them."),
}
_FIRST = (
    "adatum.brackets",
    "contoso.docker",
    "fabrikam.git-lines",
    "fabrikam.icons",
    "ms.powershell",
    "ms.python",
    "northwind.sql",
)
EXTENSIONS: Table[Extension] = Table(
    "content://code/extensions",
    f"{HOME}/.vscode/extensions/extensions.json",
    Extension,
    valid=lambda row: row.id in OFFERED,
    initial=tuple([Extension(name, OFFERED[name][0]) for name in _FIRST]),
)


# -- folders ----------------------------------------------------------------------------------------------------------


class Recent(NamedTuple):
    """A folder that was opened; the last one first."""

    path: str


RECENT: Table[Recent] = Table("content://code/recent", f"{_USER}/globalStorage/recent.json", Recent, key="path")


def remembered(vfs: Vfs, folder: str, now: int) -> Vfs:
    """The files with a folder as the one that was opened last."""
    others = [row for row in RECENT.rows(vfs) if row.path.casefold() != folder.casefold()]
    return RECENT.written(vfs, (Recent(folder), *others[: _MOST_RECENT - 1]), now)
