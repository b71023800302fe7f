"""The plain text editor of a desktop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents import Document, read_plain
from omnigym.sim.app import App, Context, Focus, Launch, RequestClose
from omnigym.sim.commands import BAR, LINE, Command, Commands, commanded
from omnigym.sim.common.message_box import button_key
from omnigym.sim.common.suite import Saying, Suite
from omnigym.sim.common.text_editor.state import BAR_ON, FINDING, TEXT, Result, State, edited, find_bar
from omnigym.sim.documents.edit import length_of, redo, select_all, start_editing, undo
from omnigym.sim.paint.pen import Drawing
from omnigym.sim.program import Program
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import area, button, spacer, text
from omnigym.sim.vfs import base_name

#: Per cent: a step of the zoom, and how far it goes.
_ZOOM_STEP, _LEAST_ZOOM, _MOST_ZOOM = 10, 10, 500
_TYPES = (("Text documents (*.txt)", "txt"), ("All files (*.*)", ""))


def _unspaced(document: Document) -> Document:
    """``document`` with its lines close to each other, as in an editor of plain text."""
    return document._replace(paragraphs=tuple([p._replace(style="No Spacing") for p in document.paragraphs]))


def _load(path: str, ctx: Context) -> State:
    document = _unspaced(read_plain(ctx.vfs.read(path)))
    return State(start_editing(document), document, ctx.vfs.real_path(path), characters=length_of(document))


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
        text(count_of(characters, "character"), style="caption", key="notepad.characters"),
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


#: The words and paths of a platform are filled in.
_SUITE = Suite(
    app="text_editor",
    title="Text Editor",
    page=TEXT,
    opens=_TYPES,
    saves=_TYPES,
    load=_load,
    blank=lambda _ctx: State(),
    encoded=lambda state, _path: state.edit.document.text.encode("utf-8", "replace"),
    is_saved=lambda state: state.edit.document == state.saved,
    saved=lambda state, path: state._replace(path=path, saved=state.edit.document),
    untouched=lambda state: not state.path and state.edit.document == state.saved,
    outward=str,
    saying=Saying(
        untitled="Untitled",
        caption="{name}",
        corrupt="{name} is too large to open.",
        box="",
        question="Do you want to save changes to {name}?",
        answers=("Save", "Don't save", "Cancel"),
        kind="question",
    ),
    proposed=lambda state, _kind: base_name(state.path) if state.path else "*.txt",
)
_FILES = _SUITE.handlers()


def _init(args: object, ctx: Context) -> Result:
    if args:
        return _SUITE.init(args, ctx)
    document = _unspaced(Document())
    return State(start_editing(document), document), ()


def _open_path(state: State, ctx: Context, path: str | None) -> Result:
    """Open a file in a window that nobody has written in, else in another one."""
    if path is None:
        return state, ()
    return _SUITE.init(path, ctx) if _SUITE.untouched(state) else (state, (Launch("text_editor", path),))


def _zoomed(state: State, step: int) -> Result:
    zoom = min(max(state.zoom + step * _ZOOM_STEP, _LEAST_ZOOM), _MOST_ZOOM) if step else 100
    return state._replace(zoom=zoom), (Focus(TEXT),)


_FILE = Commands(
    "notepad",
    Command("new", "New window", run=_FILES["new"], shortcut="ctrl+n"),
    Command("open", "Open", run=_FILES["open"], shortcut="ctrl+o"),
    Command("save", "Save", run=_FILES["save"], shortcut="ctrl+s"),
    Command("save_as", "Save as", run=_FILES["save_as"], shortcut="ctrl+shift+s"),
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
    saying = _SUITE.saying._replace(box=title, answers=answers)
    suite = replace(_SUITE, outward=outward, saying=saying)
    handlers = suite.handlers()
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
            **{name: handlers[name] for name in ("close", "closing", "save_to")},
            "edit": lambda s, _, edit: (edited(s, edit), ()),
            "open_path": _open_path,
        },
        caption=lambda state: caption(suite.name_of(state), suite.is_saved(state)),
        document=suite.document,
        keys=(("ctrl+w", ("exit",)), ("ctrl+shift+=", ("in",))),
        size=(640, 440),
        close=("close",),
        focus=TEXT,
        locate={
            "text": {"key": TEXT},
            "overwrite_confirm": {"key": overwrites},
            "discard": {"key": button_key(next(a for a in answers if a not in ("Save", "Cancel")))},
            "save_changes": {"key": "message.save"},
        },
    )
    return commanded(app, _FILE, _EDIT, _VIEW)
