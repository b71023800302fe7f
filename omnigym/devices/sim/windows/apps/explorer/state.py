"""Explorer's state, and what it lists: pure functions that its view and its updates share."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.files.kinds import is_hidden
from omnigym.devices.sim.files.operations import search
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.ui.widgets import Entry
from omnigym.devices.sim.vfs import HOME, Vfs, base_name, join, native, parent_of
from omnigym.devices.sim.windows.apps.explorer.files_view import BIN_PAGE, HOME_PAGE, PC_PAGE, PLACES, Shown
from omnigym.devices.sim.windows.file_kinds import Column, in_order
from omnigym.devices.sim.windows.recycle_bin import deleted

__all__ = ["State", "ViewMode", "entries", "is_directory", "path_of", "place_name", "selected_paths", "title"]

ViewMode: TypeAlias = Literal["details", "icons"]

_NAMES = {path: label for _, label, path, _ in PLACES if path} | {BIN_PAGE: "Recycle Bin"}


class State(NamedTuple):
    """The state of one Explorer window.

    Attributes:
        path: The directory that is shown (canonical), or one of the shell's pages.
        back, forward: Where one was, the latest last.
        selected, cursor: Entry ids: names in a directory, canonical paths elsewhere.
        column, descending: The order.
        mode: How files are shown.
        address: The text of the address bar while it is edited, or None.
        query: The text of the search box.
        results: The query whose results are shown, or "".
        rename, rename_text: The id whose name is being edited, and its text.
    """

    path: str = HOME_PAGE
    back: tuple[str, ...] = ()
    forward: tuple[str, ...] = ()
    selected: tuple[str, ...] = ()
    cursor: str = ""
    column: Column = "name"
    descending: bool = False
    mode: ViewMode = "details"
    address: str | None = None
    query: str = ""
    results: str = ""
    rename: str = ""
    rename_text: str = ""


def is_directory(state: State) -> bool:
    """Whether a real directory is shown, in which things can be made and pasted."""
    return not state.results and not state.path.startswith("shell:")


def path_of(state: State, entry_id: str) -> str:
    """The canonical path of an entry."""
    return join(state.path, entry_id) if is_directory(state) else entry_id


def selected_paths(state: State) -> tuple[str, ...]:
    """The canonical paths of what is selected."""
    return tuple([path_of(state, i) for i in state.selected])


def place_name(path: str) -> str:
    """What a location is called."""
    return _NAMES.get(path) or base_name(path)


def title(state: State) -> str:
    """The text of the window's tab."""
    if state.results:
        return f"{state.results} - Search Results in {place_name(state.path)}"
    return place_name(state.path)


def _stat_entries(vfs: Vfs, paths: tuple[str, ...]) -> tuple[Entry, ...]:
    stats = [s for p in paths if (s := vfs.stat(p)) is not None]
    return tuple([Entry(s.path, place_name(s.path), Shown(s)) for s in stats])


def entries(state: State, vfs: Vfs, clipboard: ClipboardContent) -> tuple[Entry, ...]:
    """What is listed, in order."""
    if state.results:
        root = HOME if state.path.startswith("shell:") else state.path
        found = in_order(search(vfs, root, state.results), state.column, state.descending) if vfs.is_dir(root) else ()
        shown = [(s.path, Shown(s, native(parent_of(s.path)))) for s in found if not is_hidden(s)]
    elif state.path == HOME_PAGE:
        return _stat_entries(vfs, tuple([p for _, _, p, _ in PLACES if p.startswith(HOME)]))
    elif state.path == PC_PAGE:
        return _stat_entries(vfs, ("C:",))
    elif state.path == BIN_PAGE:
        kept = in_order(tuple([d.entry for d in deleted(vfs)]), state.column, state.descending)
        where = {d.entry.path: native(parent_of(d.path)) for d in deleted(vfs)}
        shown = [(s.path, Shown(s, where[s.path])) for s in kept]
    else:
        return _listed(state, vfs, clipboard.files if clipboard.cut else ())
    return tuple([Entry(i, s.stat.name, _renamed(state, i, s)) for i, s in shown])


#: What was listed last for (path, order, cut files, new name), of the directory, which is no hashable value.
_LISTED: Derived[tuple[Entry, ...]] = Derived(64)


def _listed(state: State, vfs: Vfs, cut_files: tuple[str, ...]) -> tuple[Entry, ...]:
    """The entries of a directory; the same object while the directory is."""
    key = (state.path, state.column, state.descending, cut_files, state.rename, state.rename_text)
    return _LISTED.get(key, vfs.get(state.path), lambda: _in_directory(state, vfs, cut_files))


def _in_directory(state: State, vfs: Vfs, cut_files: tuple[str, ...]) -> tuple[Entry, ...]:
    listed = vfs.list(state.path) if vfs.is_dir(state.path) else ()
    stats = in_order(tuple([s for s in listed if not is_hidden(s)]), state.column, state.descending)
    shown = [(s.name, Shown(s, "", bool(cut_files) and native(s.path) in cut_files)) for s in stats]
    return tuple([Entry(i, s.stat.name, _renamed(state, i, s)) for i, s in shown])


def _renamed(state: State, entry_id: str, shown: Shown) -> Shown:
    return shown._replace(rename=state.rename_text) if state.rename and entry_id == state.rename else shown
