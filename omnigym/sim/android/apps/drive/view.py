"""The screens of Drive: a folder, what has a star, what was removed."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.drive.store import DRIVE, SHARES, STARS, TRASH, inside, outside
from omnigym.sim.android.dates import day_text, local
from omnigym.sim.android.kit import Tab, action, bottom_bar, empty, fab, screen
from omnigym.sim.android.storage import image_of, size_text
from omnigym.sim.app import Context
from omnigym.sim.memo import IdentityCache
from omnigym.sim.ui.nodes import FILL, Element, Node, column, row
from omnigym.sim.ui.widgets import Entry, MenuItem, button, field, icon, list_view, text
from omnigym.sim.vfs import Stat, Vfs, base_name

__all__ = ["LIST", "State", "below", "view"]

LIST = "drive.list"
_ROW = 70
_TABS = (Tab("files", "Files", "folder"), Tab("starred", "Starred", "star_border"), Tab("trash", "Trash", "delete"))
_NEW = (
    MenuItem("drive.menu.folder", "Folder", ("new_folder",), icon="m/create_new_folder"),
    MenuItem("drive.menu.upload", "Upload", ("upload",), icon="m/upload"),
    MenuItem("drive.menu.docs", "Google Docs", ("new_document",), icon="m/description"),
)


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: "files", "starred" or "trash".
        folder: The folder that is listed, below My Drive: "Work"; "" for My Drive.
        query: What is searched for in all of Drive.
    """

    tab: str = "files"
    folder: str = ""
    query: str = ""


_BELOW: IdentityCache[tuple[Stat, ...]] = IdentityCache(8)


def below(vfs: Vfs, folder: str = DRIVE) -> tuple[Stat, ...]:
    """All files and folders below a folder, those changed last first."""
    return _BELOW.get(folder, vfs.get(folder), lambda: _walked(vfs, folder))


def _walked(vfs: Vfs, folder: str) -> tuple[Stat, ...]:
    found: list[Stat] = []
    waiting = [folder] if vfs.is_dir(folder) else []
    while waiting:
        for entry in vfs.list(waiting.pop()):
            found.append(entry)
            if entry.is_dir:
                waiting.append(entry.path)
    return tuple(sorted(found, key=lambda e: (-e.mtime_ms, e.path)))


def _entries(state: State, ctx: Context) -> tuple[Entry, ...]:
    vfs, wanted = ctx.vfs, state.query.strip().casefold()
    if state.tab == "trash":
        found: list[Stat] = list(vfs.list(TRASH)) if vfs.is_dir(TRASH) else []
    elif state.tab == "starred":
        starred = {s.path for s in STARS.rows(vfs)}
        found = [e for e in below(vfs) if inside(e.path) in starred]
    elif wanted:
        found = [e for e in below(vfs) if wanted in e.name.casefold()]
    else:
        here = outside(state.folder)
        found = list(vfs.list(here)) if vfs.is_dir(here) else []
    found.sort(key=lambda e: (not e.is_dir, e.name.casefold(), e.path))
    shared = {s.path for s in SHARES.rows(vfs)}
    starred = {s.path for s in STARS.rows(vfs)}
    now = local(ctx.clock_ms, ctx.settings)
    return tuple(
        [_entry(e, shared, starred, day_text(local(e.mtime_ms, ctx.settings), now, ctx.settings)) for e in found]
    )


def _entry(entry: Stat, shared: set[str], starred: set[str], when: str) -> Entry:
    path = inside(entry.path)
    note = f"Modified {when}{'' if entry.is_dir else f' · {size_text(entry.size)}'}"
    return Entry(entry.path, entry.name, (entry.is_dir, note, path in shared, path in starred, image_of(entry)))


def _line(entry: Entry, _selected: bool, trashed: bool) -> Node:
    is_dir, note, shared, starred, image = entry.data
    name, key = entry.text, f"drive.file.{entry.id.rpartition('/')[2]}"
    return row(
        icon(f"m/{'folder_shared' if is_dir and shared else image}", size=28, style="" if is_dir else "accent"),
        column(
            text(name, style="body", w=FILL, role=None),
            row(
                icon("m/people", size=14) if shared else None,
                icon("m/star", size=14) if starred else None,
                text(note, style="muted", w=FILL, role=None),
                gap=5,
            ),
            gap=2,
        ),
        action(f"{key}.more", "more_vert", f"More actions for {name}", ("menu", entry.id)),
        style="item",
        key=key,
        role=Role.LIST_ITEM,
        name=name,
        w=FILL,
        h=_ROW,
        pad=(18, 0, 4, 0),
        gap=18,
        click=("menu" if trashed else "open", entry.id),
        context=("menu", entry.id),
    )._replace(value=note)


def _bar(state: State) -> Node:
    if state.folder and state.tab == "files":
        up = button("drive.up", icon="m/arrow_back", name="Navigate up", style="icon", click=("back",))
        return row(up, text(base_name(state.folder), style="title", w=FILL, role=Role.HEADING), h=68, pad=(4, 0, 12, 0))
    search = field(
        "drive.search",
        state.query,
        name="Search in Drive",
        placeholder="Search in Drive",
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
    )
    return row(search, pad=(14, 10))


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    entries = _entries(state, ctx)
    body: Element = list_view(LIST, entries, _line, name="Files", row_h=_ROW, args=(state.tab == "trash",))
    if not entries:
        blank = {"files": "This folder is empty", "starred": "No starred files", "trash": "Nothing in trash"}[state.tab]
        body = empty("folder_open", "No results" if state.query else blank)
    new = fab("drive.new", "add", "New", ("none",))._replace(menu=_NEW) if state.tab == "files" else None
    return screen("drive", "Drive", _bar(state), body, bottom_bar("drive", _TABS, state.tab), floating=new)
