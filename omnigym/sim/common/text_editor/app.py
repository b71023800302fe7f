"""The plain text editor of a desktop."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.a11y import Role
from omnigym.documents import Document, read_plain
from omnigym.errors import TooLargeError
from omnigym.sim.app import App, Close, Context, Focus, Launch, OpenDialog, RequestClose, SetFiles
from omnigym.sim.commands import BAR, LINE, Command, Commands, commanded
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import MessageBox, button_key, tell
from omnigym.sim.common.text_editor.state import BAR_ON, FINDING, TEXT, Result, State, edited, find_bar
from omnigym.sim.documents.edit import length_of, redo, select_all, start_editing, undo
from omnigym.sim.paint.pen import Drawing
from omnigym.sim.program import Program
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import area, button, spacer, text
from omnigym.sim.vfs import HOME, VfsError, base_name, parent_of

__all__ = ["text_editor"]

#: Per cent: a step of the zoom, and how far it goes.
_ZOOM_STEP, _LEAST_ZOOM, _MOST_ZOOM = 10, 10, 500
#: What throws away what is not saved.
_DISCARDS = ("Don't save", "Discard")
_TYPES = (("Text documents (*.txt)", "txt"), ("All files (*.*)", ""))


def _name(state: State) -> str:
    return base_name(state.path) if state.path else "Untitled"


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
        document = _unspaced(read_plain(ctx.vfs.read(path)))
    except VfsError as e:
        return State(), (tell("Text Editor", str(e)),)
    except TooLargeError:
        return State(), (tell("Text Editor", f"{base_name(path)} is too large to open."),)
    return State(start_editing(document), document, ctx.vfs.real_path(path), characters=length_of(document)), ()


# -- what it looks like ---------------------------------------------------------------------------------------


def _menus(wrap: bool) -> Node:
    shown = State(wrap=wrap)
    return row(
        button("notepad.file", "File", style="subtle", menu=_FILE.items(BAR, shown)),
        button("notepad.edit", "Edit", style="subtle", menu=_EDIT.items(BAR, shown)),
        button("notepad.view", "View", style="subtle", menu=_VIEW.items(BAR, shown)),
        spacer(),
        h=34,
        pad=(6, 2),
        gap=2,
        role=Role.MENUBAR,
        name="Menu bar",
    )


def _status(line: int, at: int, characters: int, zoom: int) -> Node:
    return row(
        text(f"Ln {line}, Col {at}", style="caption", key="notepad.position"),
        text(f"{characters} characters", style="caption", key="notepad.characters"),
        spacer(),
        text(f"{zoom}%", style="caption", key="notepad.status.zoom"),
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
        panel(find_bar, state.find) if state.find.shown else None,
        area(TEXT, state.edit, name="Text editor", style="flat", change=("edit",), wrap=state.wrap, zoom=state.zoom),
        panel(_status, line + 1, at + 1, state.characters, state.zoom),
        h=FILL,
    )


# -- files ----------------------------------------------------------------------------------------------------


def _written(state: State, ctx: Context, path: str) -> Result:
    content = state.edit.document.text.encode("utf-8", "replace")
    try:
        vfs = ctx.vfs.write(path, content, ctx.clock_ms)
    except VfsError as e:
        return state._replace(closing=False), (tell("Text Editor", str(e)),)
    saved = state._replace(path=path, saved=state.edit.document)
    return saved, (SetFiles(vfs), Close() if state.closing else Focus(TEXT))


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


def _closing(state: State, ctx: Context, answer: str | None) -> Result:
    if answer == "Save":
        return _save(state._replace(closing=True), ctx)
    return state, (Close(),) if answer in _DISCARDS else ()


def _zoomed(state: State, step: int) -> Result:
    zoom = min(max(state.zoom + step * _ZOOM_STEP, _LEAST_ZOOM), _MOST_ZOOM) if step else 100
    return state._replace(zoom=zoom), (Focus(TEXT),)


_FILE = Commands(
    "notepad",
    Command("new", "New window", run=lambda s, _: (s, (Launch("text_editor"),)), shortcut="ctrl+n"),
    Command("open", "Open", run=_open, shortcut="ctrl+o"),
    Command("save", "Save", run=_save, shortcut="ctrl+s"),
    Command("save_as", "Save as", run=_save_as, shortcut="ctrl+shift+s"),
    LINE,
    Command("exit", "Exit", run=lambda s, _: (s, (RequestClose(),))),
)
_EDIT = Commands(
    "notepad",
    Command("undo", "Undo", run=lambda s, _: (edited(s, undo(s.edit)), (Focus(TEXT),)), shortcut="ctrl+z"),
    Command("redo", "Redo", run=lambda s, _: (edited(s, redo(s.edit)), (Focus(TEXT),)), shortcut="ctrl+y"),
    LINE,
    *FINDING,
    LINE,
    Command(
        "select_all",
        "Select all",
        run=lambda s, _: (s._replace(edit=select_all(s.edit)), (Focus(TEXT),)),
        shortcut="ctrl+a",
    ),
)
_VIEW = Commands(
    "notepad",
    Command("zoom", "Zoom", opens="zoom"),
    Command("in", "Zoom in", run=lambda s, _: _zoomed(s, 1), shortcut="ctrl+=", places=("zoom",)),
    Command("out", "Zoom out", run=lambda s, _: _zoomed(s, -1), shortcut="ctrl+-", places=("zoom",)),
    Command("usual", "Restore default zoom", run=lambda s, _: _zoomed(s, 0), shortcut="ctrl+0", places=("zoom",)),
    Command(
        "wrap",
        "Word wrap",
        run=lambda s, _: (s._replace(wrap=not s.wrap), (Focus(TEXT),)),
        checked=lambda s: s.wrap,
    ),
)


def text_editor(
    title: str,
    icon: str,
    program: Program,
    art: Mapping[str, Drawing],
    outward: Callable[[str], str],
    caption: Callable[[str, bool], str],
    answers: tuple[str, str, str],
    overwrites: str = "message.yes",
) -> App:
    """The declaration of a platform's text editor.

    Args:
        title, icon, program, art: As of an app.
        outward: The path as a person writes it.
        caption: The title of a window, of the name of its file and whether it is saved.
        answers: What saves the text, what does not, and what goes back to it: in the order in which they are offered.
        overwrites: The key of the button by which a file is replaced.
    """

    def close(state: State, _ctx: Context) -> Result:
        if _is_saved(state):
            return state, (Close(),)
        question = f"Do you want to save changes to {_name(state)}?"
        back = next(a for a in answers if a == "Cancel")
        return state, (OpenDialog("message_box", MessageBox(title, question, answers, back, "question"), ("closing",)),)

    discards = button_key(next(a for a in answers if a in _DISCARDS))
    app = App(
        name="text_editor",
        title=title,
        icon=icon,
        art=art,
        program=program,
        init=_init,
        view=_view,
        on={
            **BAR_ON,
            "close": close,
            "closing": _closing,
            "edit": lambda s, _, edit: (edited(s, edit), ()),
            "open_path": _open_path,
            "save_to": _save_to,
        },
        caption=lambda state: caption(_name(state), _is_saved(state)),
        document=lambda state: outward(state.path) if state.path else "",
        keys=(("ctrl+w", ("exit",)), ("ctrl+shift+=", ("in",))),
        size=(640, 440),
        close=("close",),
        focus=TEXT,
        locate={
            "text": {"key": TEXT},
            "overwrite_confirm": {"key": overwrites},
            "discard": {"key": discards},
            "save_changes": {"key": "message.save"},
        },
    )
    return commanded(app, _FILE, _EDIT, _VIEW)
