"""Files, the file manager."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.app import App, Context, RequestClose, ShowMenu, unchanged
from omnigym.sim.common.file_types import COLUMNS
from omnigym.sim.linux.apps.files.art import FILES_ART
from omnigym.sim.linux.apps.files.commands import CHANGING, GOING, location
from omnigym.sim.linux.apps.files.state import LIST, Result, State, is_folder, place_name
from omnigym.sim.linux.apps.files.view import background_menu, item_menu, view
from omnigym.sim.linux.paths import outward
from omnigym.sim.program import Program
from omnigym.sim.vfs import HOME


def _init(args: object, ctx: Context) -> Result:
    return State(location(str(args or HOME), ctx.vfs, HOME) or HOME), ()


def _context(state: State, ctx: Context, entry_id: str) -> Result:
    return state, (ShowMenu(item_menu(state, ctx.vfs) if entry_id and state.selected else background_menu(state, ctx)),)


_ON: Mapping[str, Callable[..., Result]] = {
    **GOING,
    **CHANGING,
    "close": lambda s, _: (s, (RequestClose(),)),
    "context": _context,
    "refresh": unchanged,
}

APPS = (
    App(
        name="file_manager",
        title="Files",
        icon="files-app",
        art=FILES_ART,
        program=Program(
            spoken=("the file manager",),
            category="System Management",
            pinned=1,
            commands=("nautilus",),
        ),
        init=_init,
        view=view,
        on=_ON,
        caption=lambda state: place_name(state.path),
        document=lambda state: outward(state.path) if is_folder(state) else "",
        keys=(
            ("ctrl+c", ("copy",)),
            ("ctrl+x", ("cut",)),
            ("ctrl+v", ("paste",)),
            ("ctrl+shift+n", ("new_folder",)),
            ("ctrl+z", ("undo",)),
            ("ctrl+shift+z", ("redo",)),
            ("f2", ("rename",)),
            ("delete", ("delete",)),
            ("shift+delete", ("delete_now",)),
            ("alt+left", ("back",)),
            ("alt+right", ("forward",)),
            ("alt+up", ("up",)),
            ("backspace", ("up",)),
            ("alt+home", ("home",)),
            ("alt+enter", ("properties",)),
            ("ctrl+l", ("edit_address",)),
            ("ctrl+f", ("search_on",)),
            ("ctrl+h", ("hidden",)),
            ("ctrl+1", ("grid", False)),
            ("ctrl+2", ("grid", True)),
            ("ctrl+n", ("new_window",)),
            ("ctrl+a", ("select_all",)),
            ("f5", ("refresh",)),
            ("ctrl+w", ("close",)),
        ),
        size=(820, 520),
        min_size=(420, 280),
        focus=LIST,
        over_title=True,
        locate={
            "item": {"key": LIST + ".{name}"},
            "view": {"key": LIST},
            "address": {"key": "files.address"},
            "search": {"key": "files.search"},
            "delete_confirm": {"key": "message.delete"},
            "restore": {"key": "files.menu.restore"},
            **{f"column_{name}": {"key": f"files.column.{name}"} for name in COLUMNS},
        },
    ),
)
