"""Explorer's state, and what it lists: pure functions that its view and its updates share."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.common.file_rows import Shown, Telling, row_of, tile_of
from omnigym.sim.common.file_types import Column, order_by
from omnigym.sim.files.kinds import is_hidden
from omnigym.sim.files.listing import Listings
from omnigym.sim.files.operations import search
from omnigym.sim.memo import IdentityCache
from omnigym.sim.ui.nodes import FILL, Msg, Node, column
from omnigym.sim.ui.widgets import Entry, separator, spacer, tree_item
from omnigym.sim.vfs import HOME, Directory, File, Vfs, base_name, canonical, join, native, parent_of, stat_of
from omnigym.sim.windows.file_kinds import date_text, icon_of, in_order, kind_of, size_text
from omnigym.sim.windows.recycle_bin import deleted
from omnigym.values import ClipboardContent

# -- what Explorer and the file dialogs share -------------------------------------------------------------------------

# Places, rows of files, column headers.

#: Locations that are no directories, by the names that the Windows shell has for them.
HOME_PAGE, PC_PAGE, BIN_PAGE = "shell:Home", "shell:MyComputerFolder", "shell:RecycleBinFolder"

#: (key, what it is called, its path, its icon); an empty key is a gap.
PLACES: tuple[tuple[str, str, str, str], ...] = (
    ("home", "Home", HOME_PAGE, "home"),
    ("", "", "", ""),
    ("desktop", "Desktop", f"{HOME}/Desktop", "desktop-folder"),
    ("downloads", "Downloads", f"{HOME}/Downloads", "downloads"),
    ("documents", "Documents", f"{HOME}/Documents", "documents"),
    ("pictures", "Pictures", f"{HOME}/Pictures", "pictures"),
    ("music", "Music", f"{HOME}/Music", "music-folder"),
    ("videos", "Videos", f"{HOME}/Videos", "videos"),
    ("", "", "", ""),
    ("this_pc", "This PC", PC_PAGE, "this-pc"),
    ("drive_c", "Local Disk (C:)", "C:", "drive"),
)

_TELLING = Telling(icon_of, kind_of, date_text, size_text)
file_row = partial(row_of, _TELLING)
file_tile = partial(tile_of, _TELLING)


def places_pane(prefix: str, current: str, go: Msg, droppable: bool) -> Node:
    """The navigation pane; a click sends ``(*go, path)``, a drop ``("drop_on", path, copies, payload)``."""
    items: list[Node] = []
    for key, label, path, image in PLACES:
        if not key:
            items.append(column(separator(), pad=(10, 5)))
            continue
        takes = droppable and not path.startswith("shell:")
        items.append(
            tree_item(
                f"{prefix}.place.{key}",
                label,
                icon=image,
                level=1 if key == "drive_c" else 0,
                selected=path == current,
                click=(*go, path),
                drop=("drop_on", path, False) if takes else None,
                drop_copy=("drop_on", path, True) if takes else None,
            )
        )
    return column(*items, spacer(h=FILL), style="pane", h=FILL, pad=(4, 6), role=Role.TREE, name="Navigation Pane")


# -- the state --------------------------------------------------------------------------------------------------------

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


#: The entries of folders by path and column, and the same the other way round.
_FOLDERS: Listings[Entry] = Listings(64)
_TURNED: IdentityCache[tuple[Entry, ...]] = IdentityCache(64)


def _listed(state: State, vfs: Vfs, cut_files: tuple[str, ...]) -> tuple[Entry, ...]:
    """The entries of a directory; the same object while the directory is."""
    directory, base = vfs.get(state.path), vfs.real_path(state.path)
    key = order_by(state.column, kind_of)

    def order(entry: Entry) -> object:
        return key(entry.data.stat)

    cut = frozenset(cut_files)
    names = {state.rename, *[base_name(canonical(file)) for file in cut_files]} - {""}
    there = directory.entries if type(directory) is Directory else {}
    marked = [e for name in sorted(names) if (e := _entry(base, there.get(name.casefold()))) is not None]
    instead = tuple([_marked(state, entry, native(entry.data.stat.path) in cut) for entry in marked])
    listed = _FOLDERS.get((base, state.column), directory, lambda entry: _entry(base, entry), order, instead)
    return _TURNED.get((base, state.column), listed, lambda: listed[::-1]) if state.descending else listed


def _marked(state: State, entry: Entry, cut: bool) -> Entry:
    """An entry as it is while it is cut or renamed."""
    return entry._replace(data=_renamed(state, entry.id, entry.data._replace(faded=cut)))


def _entry(base: str, entry: Directory | File | None) -> Entry | None:
    """What is listed for something in a folder at ``base``, if anything is."""
    if entry is None:
        return None
    stat = stat_of(f"{base}/{entry.name}", entry)
    return None if is_hidden(stat) else Entry(stat.name, stat.name, Shown(stat))


def size_of(state: State, listed: tuple[Entry, ...], vfs: Vfs) -> int:
    """The bytes of what is selected."""
    directory = vfs.get(state.path) if is_directory(state) else None
    if type(directory) is not Directory:
        chosen = frozenset(state.selected)
        return sum([e.data.stat.size for e in listed if e.id in chosen]) if chosen else 0
    found = [directory.entries.get(name.casefold()) for name in state.selected]
    return sum([len(entry.content) for entry in found if type(entry) is File])


def _renamed(state: State, entry_id: str, shown: Shown) -> Shown:
    return shown._replace(rename=state.rename_text) if state.rename and entry_id == state.rename else shown
