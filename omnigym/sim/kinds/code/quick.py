"""The quick input: it finds commands, files and lines, and asks for paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omnigym.sim.app import Context, Focus, SetFiles
from omnigym.sim.commands import Commands
from omnigym.sim.common.text_editor.state import TEXT
from omnigym.sim.documents.edit import select
from omnigym.sim.kinds.code.colours import language_of
from omnigym.sim.kinds.code.commands import PALETTE
from omnigym.sim.kinds.code.files import Files, shown
from omnigym.sim.kinds.code.state import Result, State, files_below, put
from omnigym.sim.ui.nodes import Msg
from omnigym.sim.vfs import VfsError, base_name, parent_of

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


def go_line(state: State, _ctx: Context, number: int) -> Result:
    """The caret at the beginning of a line, counted from 1."""
    tab = state.tab
    if tab is None:
        return state, ()
    row = min(max(1, number), len(tab.edit.document.paragraphs)) - 1
    return shown(put(state, tab._replace(edit=select(tab.edit, (row, 0)))), state.at)


def _typed(state: State, _ctx: Context, text: str) -> Result:
    quick = state.quick
    return state if quick is None else state._replace(quick=quick._replace(text=text, chosen=0)), ()


def _closed(state: State, _ctx: Context) -> Result:
    return state._replace(quick=None), (Focus(TEXT),) if state.tabs else ()


def _folder(state: State, ctx: Context, path: str) -> Result:
    return state._replace(folder=ctx.vfs.real_path(path), expanded=(), side=True), ()


class QuickInput:
    """The quick input of a program.

    Args:
        files: What opens files.
        commands: What the palette offers.

    Attributes:
        on: Its messages to handlers.
    """

    def __init__(self, files: Files, commands: Commands) -> None:
        self._files, self._commands = files, commands
        self.on: Mapping[str, Callable[..., Result]] = {
            "quick_close": _closed,
            "quick_move": self._moved,
            "quick_run": self._done,
            "quick_take": self._taken,
            "quick_text": _typed,
        }
        self._does: Mapping[str, Callable[..., Any]] = {
            **commands.on,
            "create": self._create,
            "folder": _folder,
            "go_line": go_line,
            "open_path": files.open_path,
        }

    def lines_of(self, state: State, ctx: Context) -> tuple[Line, ...]:
        """What is offered for what is in the quick input."""
        quick, host = state.quick, self._files.host
        if quick is None:
            return ()
        text = quick.text.strip()
        if quick.kind == "folder":
            path = host.inward(text)
            found = text and ctx.vfs.is_dir(path)
            return (Line("Open folder", host.outward(path), "folder-open", ("folder", path)),) if found else ()
        if quick.kind != "go":
            icon = "document-add" if quick.kind == "new_file" else "folder-add"
            msg = ("create", quick.kind, text)
            return (Line(f"Create {text}", host.outward(state.folder), icon, msg),) if text else ()
        if text.startswith(":"):
            wanted = text[1:].strip()
            sure = wanted.isascii() and wanted.isdigit() and len(wanted) <= _DIGITS and state.tab is not None
            return (Line(f"Go to line {wanted}", "", "arrow-right", ("go_line", int(wanted))),) if sure else ()
        return self._named_commands(state, text[1:]) if text.startswith(">") else self._named_files(state, ctx, text)

    def _named_files(self, state: State, ctx: Context, text: str) -> tuple[Line, ...]:
        open_now = tuple([tab.path for tab in state.tabs if tab.path])
        known = dict.fromkeys((*open_now, *files_below(ctx.vfs, state.folder)))
        wanted = text.casefold()
        named = [p for p in known if wanted in base_name(p).casefold() or (wanted and wanted in p.casefold())]
        return tuple([self._file(path) for path in named[:_MOST]])

    def _file(self, path: str) -> Line:
        name = base_name(path)
        return Line(name, self._files.host.outward(parent_of(path)), language_of(name).icon, ("open_path", path))

    def _named_commands(self, state: State, wanted: str) -> tuple[Line, ...]:
        """Commands of which a name has all the words, first those that have them side by side."""
        words = wanted.casefold().split()
        items = [item for item in self._commands.items(PALETTE, state) if item.msg is not None and item.enabled]
        found = [item for item in items if all(word in item.text.casefold() for word in words)]
        found.sort(key=lambda item: " ".join(words) not in item.text.casefold())
        return tuple([Line(i.text, i.shortcut, "", i.msg) for i in found[:_MOST] if i.msg is not None])

    def _moved(self, state: State, ctx: Context, step: int) -> Result:
        quick, count = state.quick, len(self.lines_of(state, ctx))
        if quick is None or not count:
            return state, ()
        return state._replace(quick=quick._replace(chosen=(quick.chosen + step) % count)), ()

    def _taken(self, state: State, ctx: Context, _text: str) -> Result:
        quick, lines = state.quick, self.lines_of(state, ctx)
        if quick is None or not lines:
            return state, ()
        return self._done(state, ctx, lines[min(quick.chosen, len(lines) - 1)].msg)

    def _done(self, state: State, ctx: Context, msg: Msg) -> Result:
        """What a line stands for, with the quick input closed."""
        after, effects = self._does[msg[0]](state._replace(quick=None), ctx, *msg[1:])
        return after, effects or ((Focus(TEXT),) if after.tabs and after.quick is None else ())

    def _create(self, state: State, ctx: Context, kind: str, name: str) -> Result:
        """A file or folder made in the explorer's folder; names may have folders in them."""
        path = f"{state.folder}/{name}"
        try:
            if ctx.vfs.stat(path) is not None:
                return state, (self._files.told(f"A file or folder {name} already exists at this location."),)
            if kind == "new_folder":
                return state, (SetFiles(ctx.vfs.make_dir(path, ctx.clock_ms)),)
            vfs = ctx.vfs.write(path, b"", ctx.clock_ms)
        except VfsError as e:
            return state, (self._files.told(str(e)),)
        after, effects = self._files.open_path(state, ctx._replace(vfs=vfs), path)
        return after, (SetFiles(vfs), *effects)
