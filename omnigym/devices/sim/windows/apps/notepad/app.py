"""Notepad, the plain text editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Close, Context, Effect, Focus, Launch, OpenDialog, RequestClose, SetFiles
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.documents.edit import Edit, redo, select_all, start_editing, undo
from omnigym.devices.sim.program import FileKind, Program
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem, area, button, spacer, text
from omnigym.devices.sim.vfs import HOME, VfsError, base_name, native, parent_of
from omnigym.devices.sim.windows.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.notepad.art import NOTEPAD_ART
from omnigym.documents import Document, plain

__all__ = ["APPS"]

_TEXT = "notepad.text"
_TYPES = (("Text documents (*.txt)", "txt"), ("All files (*.*)", ""))

_FILE = (
    MenuItem("notepad.new", "New window", ("new",), shortcut="Ctrl+N"),
    MenuItem("notepad.open", "Open", ("open",), shortcut="Ctrl+O"),
    MenuItem("notepad.save", "Save", ("save",), shortcut="Ctrl+S"),
    MenuItem("notepad.save_as", "Save as", ("save_as",), shortcut="Ctrl+Shift+S"),
    SEPARATOR,
    MenuItem("notepad.exit", "Exit", ("exit",)),
)
_EDIT = (
    MenuItem("notepad.undo", "Undo", ("undo",), shortcut="Ctrl+Z"),
    MenuItem("notepad.redo", "Redo", ("redo",), shortcut="Ctrl+Y"),
    SEPARATOR,
    MenuItem("notepad.select_all", "Select all", ("select_all",), shortcut="Ctrl+A"),
)
_VIEW = (MenuItem("notepad.wrap", "Word wrap", ("wrap",)),)


class State(NamedTuple):
    """The state of one Notepad window.

    Attributes:
        edit: The text.
        saved: The text as it was opened or saved last.
        path: Of its file, or "".
        wrap: Whether long lines go on below.
        closing: Whether the window closes once the text is saved.
        characters: How many there are, newlines included.
    """

    edit: Edit = Edit()
    saved: Document = Document()
    path: str = ""
    wrap: bool = True
    closing: bool = False
    characters: int = 0


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def _name(state: State) -> str:
    return base_name(state.path) if state.path else "Untitled"


def _length(document: Document) -> int:
    paragraphs = document.paragraphs
    return sum([len(run.text) for p in paragraphs for run in p.runs]) + len(paragraphs) - 1


def _edited(state: State, edit: Edit) -> State:
    """``state`` with another `Edit`; only what is new to it is counted again."""
    old, new, at = state.edit.document, edit.document, edit.caret[0]
    if old is new:
        return state._replace(edit=edit)
    a, b = old.paragraphs, new.paragraphs
    # Slices compare item by item, by identity first: the one that was typed into is found at C's speed.
    if len(a) == len(b) and a[:at] == b[:at] and a[at + 1 :] == b[at + 1 :]:
        return state._replace(edit=edit, characters=state.characters + len(b[at].text) - len(a[at].text))
    return state._replace(edit=edit, characters=_length(new))


def _is_saved(state: State) -> bool:
    return state.edit.document == state.saved


def _init(args: object, ctx: Context) -> Result:
    path = str(args or "")
    if not path:
        document = _unspaced(Document())
        return State(start_editing(document), document), ()
    return _loaded(path, ctx)


def _unspaced(document: Document) -> Document:
    """``document`` with its lines close to each other, as in an editor of plain text."""
    return document._replace(paragraphs=tuple([p._replace(style="No Spacing") for p in document.paragraphs]))


def _loaded(path: str, ctx: Context) -> Result:
    try:
        document = _unspaced(plain(ctx.vfs.read(path).decode("utf-8", "replace")))
    except VfsError as e:
        return State(), (tell("Notepad", str(e)),)
    return State(start_editing(document), document, ctx.vfs.real_path(path), characters=_length(document)), ()


# -- what it looks like ---------------------------------------------------------------------------------------


def _menus(wrap: bool) -> Node:
    view = tuple([item._replace(checked=wrap) for item in _VIEW])
    return row(
        button("notepad.file", "File", style="subtle", menu=_FILE),
        button("notepad.edit", "Edit", style="subtle", menu=_EDIT),
        button("notepad.view", "View", style="subtle", menu=view),
        spacer(),
        h=34,
        pad=(6, 2),
        gap=2,
        role=Role.MENUBAR,
        name="Menu bar",
    )


def _status(line: int, at: int, characters: int) -> Node:
    return row(
        text(f"Ln {line}, Col {at}", style="caption", key="notepad.position"),
        text(f"{characters} characters", style="caption", key="notepad.characters"),
        spacer(),
        text("100%", style="caption", role=None),
        text("UTF-8", style="caption", role=None),
        style="statusbar",
        h=26,
        pad=(14, 0),
        gap=28,
        role=Role.STATUSBAR,
        name="Status Bar",
    )


def _view(state: State, _ctx: Context) -> Node:
    line, at = state.edit.caret
    return column(
        panel(_menus, state.wrap),
        area(_TEXT, state.edit, name="Text editor", style="flat", change=("edit",), wrap=state.wrap),
        panel(_status, line + 1, at + 1, state.characters),
        h=FILL,
    )


# -- files ----------------------------------------------------------------------------------------------------


def _written(state: State, ctx: Context, path: str) -> Result:
    content = state.edit.document.text.encode("utf-8", "replace")
    try:
        vfs = ctx.vfs.write(path, content, ctx.clock_ms)
    except VfsError as e:
        return state._replace(closing=False), (tell("Notepad", str(e)),)
    saved = state._replace(path=path, saved=state.edit.document)
    return saved, (SetFiles(vfs), Close() if state.closing else Focus(_TEXT))


def _save(state: State, ctx: Context) -> Result:
    return _written(state, ctx, state.path) if state.path else _save_as(state, ctx)


def _folder(state: State) -> str:
    return parent_of(state.path) if state.path else f"{HOME}/Documents"


def _save_as(state: State, _ctx: Context) -> Result:
    name = base_name(state.path) if state.path else "*.txt"
    return state, (OpenDialog("file_dialog", FileDialog(True, _folder(state), name, _TYPES), ("save_to",)),)


def _save_to(state: State, ctx: Context, path: str | None) -> Result:
    return _written(state, ctx, path) if path is not None else (state._replace(closing=False), ())


def _open(state: State, _ctx: Context) -> Result:
    return state, (OpenDialog("file_dialog", FileDialog(False, _folder(state), "", _TYPES), ("open_path",)),)


def _open_path(state: State, ctx: Context, path: str | None) -> Result:
    if path is None:
        return state, ()
    if state.path or not _is_saved(state):
        return state, (Launch("text_editor", path),)
    return _loaded(path, ctx)


def _close(state: State, _ctx: Context) -> Result:
    if _is_saved(state):
        return state, (Close(),)
    question = f"Do you want to save changes to {_name(state)}?"
    box = MessageBox("Notepad", question, ("Save", "Don't save", "Cancel"), "Cancel", "question")
    return state, (OpenDialog("message_box", box, ("closing",)),)


def _closing(state: State, ctx: Context, answer: str | None) -> Result:
    if answer == "Save":
        return _save(state._replace(closing=True), ctx)
    return state, (Close(),) if answer == "Don't save" else ()


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    "close": _close,
    "closing": _closing,
    "edit": lambda s, _, edit: (_edited(s, edit), ()),
    "exit": lambda s, _: (s, (RequestClose(),)),
    "new": lambda s, _: (s, (Launch("text_editor"),)),
    "open": _open,
    "open_path": _open_path,
    "redo": lambda s, _: (_edited(s, redo(s.edit)), (Focus(_TEXT),)),
    "save": _save,
    "save_as": _save_as,
    "save_to": _save_to,
    "select_all": lambda s, _: (s._replace(edit=select_all(s.edit)), (Focus(_TEXT),)),
    "undo": lambda s, _: (_edited(s, undo(s.edit)), (Focus(_TEXT),)),
    "wrap": lambda s, _: (s._replace(wrap=not s.wrap), (Focus(_TEXT),)),
}


APPS = (
    App(
        name="text_editor",
        title="Notepad",
        icon="text-editor",
        art=NOTEPAD_ART,
        program=Program(
            spoken=("Notepad", "Microsoft Notepad", "the text editor"),
            category="Note Management",
            pinned=7,
            opens=(FileKind(("txt",), "Text Document", "file-txt"),),
        ),
        init=_init,
        view=_view,
        on=_HANDLERS,
        caption=lambda state: f"{'' if _is_saved(state) else '*'}{_name(state)} - Notepad",
        document=lambda state: native(state.path) if state.path else "",
        keys=(
            ("ctrl+s", ("save",)),
            ("ctrl+shift+s", ("save_as",)),
            ("ctrl+o", ("open",)),
            ("ctrl+n", ("new",)),
            ("ctrl+w", ("exit",)),
        ),
        size=(640, 440),
        close=("close",),
        focus=_TEXT,
        locate={
            "text": {"key": _TEXT},
            "overwrite_confirm": {"key": "message.yes"},
            "discard": {"key": "message.dont_save"},
            "save_changes": {"key": "message.save"},
        },
    ),
)
