"""The quick input: it finds commands, files and lines, and asks for paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omnigym.devices.sim.app import Context, Focus, SetFiles
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.common.text_editor.state import TEXT
from omnigym.devices.sim.documents.edit import select
from omnigym.devices.sim.linux.apps.code_editor import files
from omnigym.devices.sim.linux.apps.code_editor.colours import language_of
from omnigym.devices.sim.linux.apps.code_editor.commands import COMMANDS, PALETTE
from omnigym.devices.sim.linux.apps.code_editor.state import Result, State, files_below, put
from omnigym.devices.sim.linux.paths import inward, outward
from omnigym.devices.sim.ui.nodes import Msg
from omnigym.devices.sim.vfs import VfsError, base_name, parent_of

__all__ = ["ON", "PLACEHOLDERS", "Line", "lines_of"]

#: Kinds of quick input to what is in it while it is empty.
PLACEHOLDERS: Mapping[str, str] = {
    "folder": "Path of the folder to open",
    "go": "Search files by name (type > for commands, : for a line)",
    "new_file": "Name of the new file",
    "new_folder": "Name of the new folder",
}
#: Lines that are shown, and digits that the number of a line can have.
_MOST, _DIGITS = 9, 6


class Line(NamedTuple):
    """What the quick input offers: its text and what is said of it, its icon, and what is done."""

    text: str
    more: str
    icon: str
    msg: Msg


def lines_of(state: State, ctx: Context) -> tuple[Line, ...]:
    """What is offered for what is in the quick input."""
    quick = state.quick
    if quick is None:
        return ()
    text = quick.text.strip()
    if quick.kind == "folder":
        found = text and ctx.vfs.is_dir(inward(text))
        return (Line("Open folder", outward(inward(text)), "folder-open", ("folder", inward(text))),) if found else ()
    if quick.kind != "go":
        icon = "document-add" if quick.kind == "new_file" else "folder-add"
        return (Line(f"Create {text}", outward(state.folder), icon, ("create", quick.kind, text)),) if text else ()
    if text.startswith(":"):
        wanted = text[1:].strip()
        sure = wanted.isascii() and wanted.isdigit() and len(wanted) <= _DIGITS and state.tab is not None
        return (Line(f"Go to line {wanted}", "", "arrow-right", ("go_line", int(wanted))),) if sure else ()
    if text.startswith(">"):
        return _commands(state, text[1:])
    open_now = tuple([tab.path for tab in state.tabs if tab.path])
    known = dict.fromkeys((*open_now, *files_below(ctx.vfs, state.folder)))
    wanted = text.casefold()
    named = [path for path in known if wanted in base_name(path).casefold() or (wanted and wanted in path.casefold())]
    return tuple([_file(path) for path in named[:_MOST]])


def _file(path: str) -> Line:
    name = base_name(path)
    return Line(name, outward(parent_of(path)), language_of(name).icon, ("open_path", path))


def _commands(state: State, wanted: str) -> tuple[Line, ...]:
    """Commands of which a name has all the words, first those that have them side by side."""
    words = wanted.casefold().split()
    items = [item for item in COMMANDS.items(PALETTE, state) if item.msg is not None and item.enabled]
    found = [item for item in items if all(word in item.text.casefold() for word in words)]
    found.sort(key=lambda item: " ".join(words) not in item.text.casefold())
    return tuple([Line(i.text, i.shortcut, "", i.msg) for i in found[:_MOST] if i.msg is not None])


def _typed(state: State, _ctx: Context, text: str) -> Result:
    quick = state.quick
    return state if quick is None else state._replace(quick=quick._replace(text=text, chosen=0)), ()


def _moved(state: State, ctx: Context, step: int) -> Result:
    quick, count = state.quick, len(lines_of(state, ctx))
    if quick is None or not count:
        return state, ()
    return state._replace(quick=quick._replace(chosen=(quick.chosen + step) % count)), ()


def _closed(state: State, _ctx: Context) -> Result:
    return state._replace(quick=None), (Focus(TEXT),) if state.tabs else ()


def _taken(state: State, ctx: Context, _text: str) -> Result:
    quick, lines = state.quick, lines_of(state, ctx)
    if quick is None or not lines:
        return state, ()
    return _done(state, ctx, lines[min(quick.chosen, len(lines) - 1)].msg)


def _done(state: State, ctx: Context, msg: Msg) -> Result:
    """What a line stands for, with the quick input closed."""
    after, effects = _DOES[msg[0]](state._replace(quick=None), ctx, *msg[1:])
    return after, effects or ((Focus(TEXT),) if after.tabs and after.quick is None else ())


def _go_line(state: State, _ctx: Context, number: int) -> Result:
    tab = state.tab
    if tab is None:
        return state, ()
    row = min(max(1, number), len(tab.edit.document.paragraphs)) - 1
    return files.shown(put(state, tab._replace(edit=select(tab.edit, (row, 0)))), state.at)


def _folder(state: State, ctx: Context, path: str) -> Result:
    return state._replace(folder=ctx.vfs.real_path(path), expanded=(), side=True), ()


def _create(state: State, ctx: Context, kind: str, name: str) -> Result:
    """A file or folder made in the explorer's folder; names may have folders in them."""
    path = f"{state.folder}/{name}"
    try:
        if ctx.vfs.stat(path) is not None:
            return state, (tell(files.TITLE, f"A file or folder {name} already exists at this location."),)
        if kind == "new_folder":
            return state, (SetFiles(ctx.vfs.make_dir(path, ctx.clock_ms)),)
        vfs = ctx.vfs.write(path, b"", ctx.clock_ms)
    except VfsError as e:
        return state, (tell(files.TITLE, str(e)),)
    after, effects = files.open_path(state, ctx._replace(vfs=vfs), path)
    return after, (SetFiles(vfs), *effects)


_DOES: Mapping[str, Callable[..., Result]] = {
    **COMMANDS.on,
    "create": _create,
    "folder": _folder,
    "go_line": _go_line,
    "open_path": files.open_path,
}
#: The messages of the quick input to handlers.
ON: Mapping[str, Callable[..., Any]] = {
    "quick_close": _closed,
    "quick_move": _moved,
    "quick_run": lambda state, ctx, msg: _done(state, ctx, msg),
    "quick_take": _taken,
    "quick_text": _typed,
}
