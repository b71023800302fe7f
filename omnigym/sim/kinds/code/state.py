"""The state of a window with code: its tabs, each of which is a text editor's state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from omnigym.sim.app import Context, Effect
from omnigym.sim.common.text_editor.state import State as Tab
from omnigym.sim.files.kinds import is_hidden
from omnigym.sim.memo import IdentityCache
from omnigym.sim.vfs import Stat, Vfs
from omnigym.sim.work_budget import charge

__all__ = [
    "EXPLORER",
    "Quick",
    "Result",
    "State",
    "Tab",
    "files_below",
    "is_saved",
    "listed",
    "on_tab",
    "put",
]

#: The page of the side bar that every editor has.
EXPLORER = "side"
#: Files of a folder that are offered by their names.
_MOST_FILES = 500


class Quick(NamedTuple):
    """The field above all, which is a command palette where its text begins with ">".

    Attributes:
        kind: "go", or what a path is asked for: "folder", "new_file", "new_folder".
        text: What is in it.
        chosen: Index of the line that Enter takes.
    """

    kind: str = "go"
    text: str = ""
    chosen: int = 0


class State(NamedTuple):
    """The state of one window.

    Attributes:
        tabs: The files that are open.
        at: Index of the one that is shown.
        folder: The folder in the explorer, or "".
        expanded: Folders in it whose files are shown.
        side: Whether the side bar is there.
        quick: The quick input, or None.
        leaving: Whether the window closes once all is saved.
        page: What the side bar shows.
        more: What the program has besides, a plain value.
    """

    tabs: tuple[Tab, ...] = ()
    at: int = 0
    folder: str = ""
    expanded: tuple[str, ...] = ()
    side: bool = True
    quick: Quick | None = None
    leaving: bool = False
    page: str = EXPLORER
    more: Any = None

    @property
    def tab(self) -> Tab | None:
        """The tab that is shown."""
        return self.tabs[self.at] if self.tabs else None


#: Units of work of a window that is shown anew, of a line of its text, which is compared with its file, and of a letter
#: of a text that has colours, once it is changed.
_SHOWN, _LINE, _LETTER, _COLOURED = 3000, 6, 6, 20_000
Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def put(state: State, tab: Tab) -> State:
    """``state`` with another tab in place of the shown one."""
    return state._replace(tabs=(*state.tabs[: state.at], tab, *state.tabs[state.at + 1 :]))


def on_tab(handler: Callable[..., tuple[Tab, tuple[Effect, ...]]]) -> Callable[..., Result]:
    """A handler of a text editor as one of the tab that is shown."""

    def handle(state: State, ctx: Context, *rest: object) -> Result:
        if state.tab is None:
            return state, ()
        charge(_SHOWN + _LINE * len(state.tab.edit.document.paragraphs))
        tab, effects = handler(state.tab, ctx, *rest)
        if tab.characters != state.tab.characters:
            charge(_LETTER * min(tab.characters, _COLOURED))
        return put(state, tab), effects

    return handle


def is_saved(tab: Tab) -> bool:
    """Whether a tab shows what is in its file; colours are none of it."""
    return tab.edit.document is tab.saved or tab.edit.document.text == tab.saved.text


_LISTED: IdentityCache[tuple[Stat, ...]] = IdentityCache(128)


def listed(vfs: Vfs, folder: str) -> tuple[Stat, ...]:
    """What a folder has, folders first."""

    def found() -> tuple[Stat, ...]:
        shown = [s for s in vfs.list(folder) if not (is_hidden(s) or s.name.startswith("."))]
        return tuple(sorted(shown, key=lambda s: (not s.is_dir, s.name.casefold(), s.name)))

    return _LISTED.get(folder, vfs.get(folder), found) if vfs.is_dir(folder) else ()


def files_below(vfs: Vfs, folder: str) -> tuple[str, ...]:
    """The files of a folder and of those in it, one level after the other."""
    files: list[str] = []
    folders = [folder] if folder else []
    for each in folders:
        for stat in listed(vfs, each):
            (folders if stat.is_dir else files).append(stat.path)
        if len(files) >= _MOST_FILES:
            break
    return tuple(files[:_MOST_FILES])
