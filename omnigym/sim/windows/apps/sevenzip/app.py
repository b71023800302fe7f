"""7-Zip File Manager: folders and archives, and what can be done with what is in them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from operator import attrgetter
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.errors import UnreadableError
from omnigym.sim.app import App, Context, Effect, Launch, OpenDialog, SetFiles
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, commanded
from omnigym.sim.common.file_rows import Shown, column_headers
from omnigym.sim.common.file_types import Column
from omnigym.sim.common.message_box import Prompt, asking, tell
from omnigym.sim.files.archives import changed_in, files_below, is_archive, mounted
from omnigym.sim.files.operations import allowed, erase, paste
from omnigym.sim.handlers import sets
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.program import FileKind, Program
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import Entry, field, list_view, text
from omnigym.sim.vfs import HOME, Stat, Vfs, VfsError, canonical, join, native, parent_of
from omnigym.sim.windows.apps.explorer.state import file_row
from omnigym.sim.windows.file_kinds import app_for, in_order

_LIST, _TITLE, _START, _BOTH = "sevenzip.items", "7-Zip", f"{HOME}/Documents", (BAR, MENU)
_COLUMNS: tuple[tuple[Column, int], ...] = (("size", 80), ("date", 142), ("type", 130))


class State(NamedTuple):
    """The window: where it is, what is typed into the address bar, what is selected, the column of the order."""

    path: str = _START
    address: str = native(_START)
    selected: tuple[str, ...] = ()
    cursor: str = ""
    order: Column = "name"

    @property
    def paths(self) -> tuple[str, ...]:
        """Of what is selected."""
        return tuple([join(self.path, name) for name in self.selected])

    @property
    def archive(self) -> str:
        """What Extract and Test are about: the archive that is selected, else where one is in one; "" for none."""
        shown = self.path if ".zip" in self.path.lower() else ""
        return self.paths[0] if len(self.paths) == 1 and is_archive(self.paths[0]) else shown


_Result = tuple[State, tuple[Effect, ...]]
_Run = Callable[[State, Context], _Result]


def _told(state: State, make: Callable[[], Effect]) -> _Result:
    """An effect, or the reason why there is none."""
    try:
        return state, (make(),)
    except (VfsError, UnreadableError) as e:
        return state, (tell(_TITLE, str(e)),)


def _changed(state: State, ctx: Context, path: str, change: Callable[[Vfs], Vfs]) -> _Result:
    state = state._replace(selected=(), cursor="")
    return _told(state, lambda: SetFiles(changed_in(ctx.vfs, allowed(path), change, ctx.clock_ms)))


def _go(state: State, ctx: Context, path: str) -> _Result:
    path = canonical(path)
    with suppress(VfsError, UnreadableError):
        if mounted(ctx.vfs, path).is_dir(path):
            return State(path, native(path), order=state.order), ()
    return state, (tell(_TITLE, f"Cannot open as a folder or an archive:\n{native(path)}"),)


def _open(state: State, ctx: Context, name: str) -> _Result:
    path, app = join(state.path, name), app_for(name, ctx.settings)
    if app in ("", "sevenzip") or not ctx.vfs.is_file(path):
        return _go(state, ctx, path)
    return state, (Launch(app, path),)


def _asks(how: str) -> _Run:
    """A handler that asks for a path; the answer goes to `_to`."""

    def handle(state: State, _ctx: Context) -> _Result:
        title, folder = f"{how.capitalize()} to{' archive' * (how == 'add')}", native(state.path.partition(".zip")[0])
        value = f"{state.selected[0].partition('.')[0]}.zip" if how == "add" else folder
        return state, (OpenDialog("prompt", Prompt(title, f"{title}:", value), ("to", how)),)

    return handle


def _to(state: State, ctx: Context, how: str, typed: str | None) -> _Result:
    """What is selected goes into the archive, or the folder, of the path that was typed."""
    if typed is None:
        return state, ()
    to, now, paths = canonical(typed if ":" in typed else join(state.path, typed)), ctx.clock_ms, state.paths
    if how == "add":
        to = to if is_archive(to) else f"{to}.zip"
        return _changed(state, ctx, to, lambda vfs: paste(vfs, paths, to, cut=False, now=now, replace=True)[0])
    source = state.archive if how == "extract" else state.path

    def taken(vfs: Vfs) -> Vfs:
        found = tuple([s.path for s in vfs.list(source)]) if source in paths or not paths else paths
        return paste(vfs.make_dir(allowed(to), now), found, to, cut=how == "move", now=now, replace=True)[0]

    return _changed(state, ctx, source, taken)


def _delete(state: State, ctx: Context) -> _Result:
    return _changed(state, ctx, state.path, lambda vfs: erase(vfs, state.paths, ctx.clock_ms))


def _says(more: str = "") -> _Run:
    """A handler that tells of what is selected, or shown, how much it is."""

    def said(state: State, ctx: Context) -> Effect:
        path = (*state.paths, state.path)[0]
        sizes = [len(m.content) for m in files_below(mounted(ctx.vfs, path), path).values()]
        return tell(_TITLE, f"{native(path)}\nFiles: {len(sizes)}\nSize: {sum(sizes):,}\n{more}".strip(), "info")

    return lambda s, ctx: _told(s, lambda: said(s, ctx))


_SOME, _PACKED = attrgetter("selected"), attrgetter("archive")
_SURE = asking("Confirm File Delete", "Are you sure you want to delete what is selected?", "Yes", "No")
_COMMANDS = Commands(
    "sevenzip",
    Command("add", "Add", None, _asks("add"), "7z-add", "", _BOTH, _SOME),
    Command("extract", "Extract", None, _asks("extract"), "7z-extract", "", _BOTH, _PACKED),
    Command("test", "Test", None, _says("There are no errors."), "7z-test", "", _BOTH, _PACKED),
    LINE,
    Command("copy", "Copy", None, _asks("copy"), "7z-copy", "f5", _BOTH, _SOME),
    Command("move", "Move", None, _asks("move"), "7z-move", "f6", _BOTH, _SOME),
    Command("delete", "Delete", None, _delete, "7z-delete", "delete", _BOTH, _SOME, ask=lambda _: _SURE),
    LINE,
    Command("info", "Info", None, _says(), "7z-info", "", _BOTH),
    Command("up", "Up One Level", None, lambda s, ctx: _go(s, ctx, parent_of(s.path)), "up", "backspace", ("address",)),
    menu="menu",
)


def _head(state: State) -> Node:
    tools = _COMMANDS.buttons(BAR, state, labelled=True, style="ribbon_large", w=58)
    up = _COMMANDS.buttons("address", state, style="nav")
    typed = field("sevenzip.address", state.address, name="Address", whole=True, change=("typed",), submit=("go",))
    bar = row(*tools, style="commandbar", pad=(8, 4), gap=2, role=Role.TOOLBAR, name="Toolbar")
    return column(bar, row(*up, typed, pad=(8, 5), gap=6), column_headers("sevenzip", _COLUMNS, state.order, False))


def _view(state: State, ctx: Context) -> Node:
    stats: tuple[Stat, ...] = ()
    with suppress(VfsError, UnreadableError):
        stats = in_order(mounted(ctx.vfs, state.path).list(state.path), state.order)
    listed = tuple([Entry(s.name, s.name, Shown(s)) for s in stats])
    look: dict[str, Any] = {"name": "Files", "row_h": 26, "style": "content", "args": (_LIST, _COLUMNS), "multi": True}
    on: dict[str, Any] = {"select": ("select",), "open": ("open",), "context": ("menu",)}
    files = list_view(_LIST, listed, file_row, selected=state.selected, cursor=state.cursor, **look, **on)
    said = text(f"{len(state.selected)} / {len(listed)} object(s) selected", style="caption")
    status = row(said, h=26, pad=(14, 0), role=Role.STATUSBAR, name="Status Bar")
    return column(panel(_head, state), files, status, h=FILL)


def _icon(p: Pen) -> None:
    p.box(0.12, 0.06, 0.76, 0.88, 0.06, 0x101010)
    p.letter("7z", 0.5, 0.49, 0.54, 0xFFFFFF)


def _sign(colour: int, *lines: tuple[tuple[float, float], ...]) -> Drawing:
    def draw(p: Pen) -> None:
        for points in lines:
            p.line(list(points), 0.16, colour)

    return draw


_BAR, _HEAD = ((0.12, 0.5), (0.88, 0.5)), ((0.56, 0.18), (0.86, 0.50), (0.56, 0.82))
_ART = {
    "7z": _icon,
    "7z-add": _sign(0x12A150, ((0.5, 0.12), (0.5, 0.88)), _BAR),
    "7z-extract": _sign(0x1E6FD9, _BAR),
    "7z-test": _sign(0x12A150, ((0.12, 0.48), (0.40, 0.80), (0.88, 0.18))),
    "7z-copy": _sign(0x1E6FD9, ((0.10, 0.36), (0.70, 0.36)), ((0.10, 0.64), (0.70, 0.64)), _HEAD),
    "7z-move": _sign(0x1E6FD9, _BAR, _HEAD),
    "7z-delete": _sign(0xD92B2B, ((0.16, 0.16), (0.84, 0.84)), ((0.84, 0.16), (0.16, 0.84))),
    "7z-info": _sign(0xE0A800, ((0.5, 0.42), (0.5, 0.92)), ((0.5, 0.08), (0.5, 0.24))),
}
_APP = App(
    name="sevenzip",
    title="7-Zip File Manager",
    icon="7z",
    art=_ART,
    program=Program(
        ("7-Zip",), "Utility Tools", package="7-Zip", opens=(FileKind(("zip",), "Compressed (zipped) Folder", "7z"),)
    ),
    init=lambda path, ctx: _go(State(), ctx, path) if path else (State(), ()),
    view=_view,
    on={
        "go": _go,
        "open": _open,
        "select": lambda s, _, names, cursor: (s._replace(selected=names, cursor=cursor), ()),
        "sort": sets("order"),
        "to": _to,
        "typed": sets("address"),
    },
    caption=lambda state: native(state.path),
    document=lambda state: native(state.path),
    focus=_LIST,
    locate={"record": {"key": _LIST + ".{name}"}, "records": {"key": _LIST}},
)
APPS = (commanded(_APP, _COMMANDS),)
