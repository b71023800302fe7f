"""Files: the state of its window, and what it lists."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.sim.app import Effect
from omnigym.sim.common.file_rows import Shown
from omnigym.sim.common.file_types import Column, order_by
from omnigym.sim.files.kinds import is_hidden
from omnigym.sim.files.listing import Listings
from omnigym.sim.files.operations import search
from omnigym.sim.linux.file_kinds import in_order, kind_of
from omnigym.sim.linux.paths import PLACES, TRASH, inward, name_of, outward
from omnigym.sim.linux.trash import deleted
from omnigym.sim.memo import IdentityCache
from omnigym.sim.ui.widgets import Entry
from omnigym.sim.vfs import HOME, Directory, File, Vfs, base_name, join, parent_of, stat_of
from omnigym.values import ClipboardContent

__all__ = [
    "LIST",
    "PLACES",
    "TRASH",
    "Result",
    "State",
    "entries",
    "is_folder",
    "path_of",
    "place_name",
    "selected_paths",
]

#: The key of the list of files.
LIST = "files.items"
_NAMES = {location: name for _, name, location, _ in PLACES}


class State(NamedTuple):
    """The state of one window of Files.

    Attributes:
        path: The folder that is shown, or `TRASH`.
        back, forward: Where one was, the latest last.
        selected, cursor: Ids: names in a folder, paths in the trash and among what was found.
        column, descending: The order.
        grid: Whether files are tiles, and not rows.
        hidden: Whether hidden files are shown.
        address: The text of the address while it is edited, or None.
        query: What is searched for, or None while nothing is.
        rename, rename_text: The id whose name is edited, and its text.
    """

    path: str = HOME
    back: tuple[str, ...] = ()
    forward: tuple[str, ...] = ()
    selected: tuple[str, ...] = ()
    cursor: str = ""
    column: Column = "name"
    descending: bool = False
    grid: bool = True
    hidden: bool = False
    address: str | None = None
    query: str | None = None
    rename: str = ""
    rename_text: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def is_folder(state: State) -> bool:
    """Whether a folder is shown, in which things can be made."""
    return state.path != TRASH and not state.query


def path_of(state: State, entry_id: str) -> str:
    """The path of an entry."""
    return join(state.path, entry_id) if is_folder(state) else entry_id


def selected_paths(state: State) -> tuple[str, ...]:
    """The paths of what is selected."""
    return tuple([path_of(state, i) for i in state.selected])


def place_name(path: str) -> str:
    """What a location is called."""
    return _NAMES.get(path) or base_name(outward(path))


_LISTED: IdentityCache[tuple[Entry, ...]] = IdentityCache(64)


def entries(state: State, vfs: Vfs, clipboard: ClipboardContent) -> tuple[Entry, ...]:
    """What is listed, in order; the same object while the files are."""
    cut = clipboard.files if clipboard.cut else ()
    if is_folder(state):
        return _in_folder(state, vfs, cut)
    key = (state.path, state.query, state.column, state.descending, state.hidden)
    return _LISTED.get(key, vfs.root, lambda: _listed(state, vfs))


def _listed(state: State, vfs: Vfs) -> tuple[Entry, ...]:
    """What is in the trash, or what was found."""
    if state.path == TRASH:
        kept = {d.entry.path: d for d in deleted(vfs)}
        ordered = in_order(tuple([d.entry for d in kept.values()]), state.column, state.descending)
        return tuple([Entry(s.path, s.name, Shown(s, outward(parent_of(kept[s.path].path)))) for s in ordered])
    root = state.path
    found = search(vfs, root, state.query or "") if vfs.is_dir(root) else ()
    seen = [s for s in found if state.hidden or not s.name.startswith(".")]
    ordered = in_order(tuple([s for s in seen if "/AppData" not in s.path]), state.column, state.descending)
    return tuple([Entry(s.path, s.name, Shown(s, outward(parent_of(s.path)))) for s in ordered])


#: The entries of folders by path, column, and whether hidden ones are shown; and the same the other way round.
_FOLDERS: Listings[Entry] = Listings(64)
_TURNED: IdentityCache[tuple[Entry, ...]] = IdentityCache(64)


def _in_folder(state: State, vfs: Vfs, cut: tuple[str, ...]) -> tuple[Entry, ...]:
    """The entries of a folder; where it changed, only the changed ones are listed anew."""
    folder, base = vfs.get(state.path), vfs.real_path(state.path)
    key, sort_key = (base, state.column, state.hidden), order_by(state.column, kind_of)

    def order(entry: Entry) -> object:
        return sort_key(entry.data.stat._replace(name=entry.id))

    def plain(entry: Directory | File | None) -> Entry | None:
        if entry is None or (entry.name.startswith(".") and not state.hidden):
            return None
        stat = stat_of(f"{base}/{entry.name}", entry)
        return None if is_hidden(stat) else Entry(stat.name, name_of(stat), Shown(stat._replace(name=name_of(stat))))

    gone = frozenset(cut)
    names = {state.rename, *[base_name(inward(file)) for file in cut]} - {""}
    there = folder.entries if type(folder) is Directory else {}
    marked = [e for name in sorted(names) if (e := plain(there.get(name.casefold()))) is not None]
    instead = tuple([_marked(state, entry, outward(entry.data.stat.path) in gone) for entry in marked])
    listed = _FOLDERS.get(key, folder, plain, order, instead)
    return _TURNED.get(key, listed, lambda: listed[::-1]) if state.descending else listed


def _marked(state: State, entry: Entry, cut: bool) -> Entry:
    """An entry as it is while it is cut or renamed."""
    rename = state.rename_text if state.rename == entry.id else None
    return entry._replace(data=entry.data._replace(faded=cut, rename=rename))
