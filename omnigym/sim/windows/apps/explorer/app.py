"""File Explorer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.app import App, Context, RequestClose, ShowMenu, unchanged
from omnigym.sim.common.file_types import COLUMNS
from omnigym.sim.handlers import sets
from omnigym.sim.program import Program
from omnigym.sim.vfs import native
from omnigym.sim.windows.apps.explorer.art import EXPLORER_ART
from omnigym.sim.windows.apps.explorer.commands import CHANGING, GOING, Result, location
from omnigym.sim.windows.apps.explorer.state import HOME_PAGE, State, entries, is_directory, title
from omnigym.sim.windows.apps.explorer.view import LIST, background_menu, item_menu, view


def _init(args: object, ctx: Context) -> Result:
    path = location(str(args or HOME_PAGE), ctx.vfs)
    return State(path or HOME_PAGE), ()


def _context(state: State, ctx: Context, entry_id: str) -> Result:
    if entry_id:
        return state, (ShowMenu(item_menu(state, ctx.vfs, ctx.settings)),)
    return state, (ShowMenu(background_menu(state, ctx)),)


def _sort(state: State, _ctx: Context, name: str) -> Result:
    if name not in COLUMNS:
        return state, ()
    return state._replace(column=name, descending=name == state.column and not state.descending), ()


def _select(state: State, _ctx: Context, ids: tuple[str, ...], cursor: str) -> Result:
    if ids == state.selected and cursor == state.cursor:
        return state, ()
    return state._replace(selected=ids, cursor=cursor), ()


def _ids(state: State, ctx: Context) -> tuple[str, ...]:
    return tuple([e.id for e in entries(state, ctx.vfs, ctx.clipboard)])


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    "refresh": unchanged,
    **GOING,
    **CHANGING,
    "close": lambda s, _: (s, (RequestClose(),)),
    "context": _context,
    "direction": sets("descending"),
    "mode": sets("mode"),
    "invert": lambda s, ctx: (s._replace(selected=tuple([i for i in _ids(s, ctx) if i not in s.selected])), ()),
    "select": _select,
    "select_all": lambda s, ctx: (s._replace(selected=_ids(s, ctx)), ()),
    "sort": _sort,
    "sort_by": sets("column"),
}


def _document(state: State) -> str:
    return native(state.path) if is_directory(state) else ""


APPS = (
    App(
        name="file_manager",
        title="File Explorer",
        icon="explorer",
        art=EXPLORER_ART,
        program=Program(
            spoken=("File Explorer", "the file manager"),
            category="System Management",
            pinned=1,
            commands=("explorer",),
        ),
        init=_init,
        view=view,
        on=_HANDLERS,
        caption=lambda state: f"{title(state)} - File Explorer",
        document=_document,
        keys=(
            ("ctrl+c", ("copy",)),
            ("ctrl+x", ("cut",)),
            ("ctrl+v", ("paste",)),
            ("ctrl+shift+c", ("copy_path",)),
            ("ctrl+shift+n", ("new_folder",)),
            ("ctrl+y", ("redo",)),
            ("ctrl+z", ("undo",)),
            ("f2", ("rename",)),
            ("delete", ("delete",)),
            ("shift+delete", ("delete_now",)),
            ("ctrl+d", ("delete",)),
            ("backspace", ("back",)),
            ("alt+left", ("back",)),
            ("alt+right", ("forward",)),
            ("alt+up", ("up",)),
            ("alt+enter", ("properties",)),
            ("ctrl+l", ("key_address",)),
            ("alt+d", ("key_address",)),
            ("f4", ("key_address",)),
            ("ctrl+f", ("focus_search",)),
            ("ctrl+e", ("focus_search",)),
            ("f3", ("focus_search",)),
            ("ctrl+n", ("new_window",)),
            ("ctrl+w", ("close",)),
        ),
        size=(800, 520),
        min_size=(420, 300),
        focus=LIST,
        locate={
            "item": {"key": LIST + ".{name}"},
            "view": {"key": LIST},
            "address": {"key": "explorer.address"},
            "search": {"key": "explorer.search"},
            "delete_confirm": {"key": "message.yes"},
            "new": {"key": "explorer.new"},
            "new_folder": {"key": "explorer.new.folder"},
            "new_text_document": {"key": "explorer.new.text"},
            "restore": {"key": "explorer.menu.restore"},
            **{f"column_{name}": {"key": f"explorer.column.{name}"} for name in COLUMNS},
        },
    ),
)
