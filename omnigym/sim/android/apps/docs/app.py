"""Docs: documents of Drive and of the phone, as .docx files or plain text; what is typed is kept by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.documents import Document, check_text, normalise, plain, read_docx, write_docx
from omnigym.sim.android.apps.drive.store import DRIVE, inside
from omnigym.sim.android.apps.drive.view import below
from omnigym.sim.android.dates import day_text, local
from omnigym.sim.android.kit import action, empty, fab, left, phone_app, screen
from omnigym.sim.app import Context, Effect, Focus, Handler, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.documents.edit import Edit, current_format, redo, start_editing, undo
from omnigym.sim.documents.formatting import set_style, toggle_format, toggle_list
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import FileKind, Program
from omnigym.sim.system import Later, Send
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import Entry, MenuItem, document, icon, list_view
from omnigym.sim.vfs import Vfs, base_name, join, parent_of, valid_name

__all__ = ["APPS"]

_LIST, _PAGE = "docs.list", "docs.page"


class State(NamedTuple):
    """Where one is.

    Attributes:
        edit: The document that is open.
        saved: As it is in its file.
        path: Of that, or "".
        query: What is searched for.
        waits: Whether it was arranged that what is typed is kept.
    """

    edit: Edit = Edit()
    saved: Document = Document()
    path: str = ""
    query: str = ""
    waits: bool = False


_Result: TypeAlias = tuple[State, tuple[Effect, ...]]

# -- what can be done --------------------------------------------------------------------------------------------------


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """The document of a path, or a new one in the folder of "new:FOLDER"."""
    if path.startswith("new:"):
        return _new(state, ctx, path.removeprefix("new:"))
    return _open(state, ctx, path) if path else (state, ())


def _tell(title: str, message: str) -> OpenDialog:
    return OpenDialog("ask", (title, message, "OK", ""))


def _kept(state: State, ctx: Context) -> tuple[State, Vfs]:
    """What was typed is in its file."""
    document = state.edit.document
    if not state.path or document == state.saved:
        return state, ctx.vfs
    is_text = state.path.lower().endswith(".txt")
    content = document.text.encode("utf-8", "replace") if is_text else write_docx(document)
    return state._replace(saved=document), ctx.vfs.write(state.path, content, ctx.clock_ms)


def _save(state: State, ctx: Context) -> _Result:
    state, vfs = _kept(state, ctx)
    return state._replace(waits=False), (SetFiles(vfs),) if vfs is not ctx.vfs else ()


def _open(state: State, ctx: Context, path: str) -> _Result:
    state, vfs = _kept(state, ctx)
    effects: tuple[Effect, ...] = (SetFiles(vfs),) if vfs is not ctx.vfs else ()
    if not vfs.is_file(path):
        return state, (*effects, _tell("", f"There is no {base_name(path)}."))
    content = vfs.read(path)
    try:
        if path.lower().endswith(".txt"):
            check_text(content)
            document = plain(content.decode("utf-8", "replace"))
        else:
            document = read_docx(content) if content else Document()
    except ValueError:
        return state, (*effects, _tell("Can’t open file", f"{base_name(path)} is no document."))
    edit = start_editing(normalise(document))
    return State(edit, edit.document, vfs.real_path(path), waits=state.waits), effects


def _new(state: State, ctx: Context, folder: str) -> _Result:
    state, vfs = _kept(state, ctx)
    path = join(folder, vfs.free_name(folder, "Untitled document.docx"))
    edit = start_editing(Document())
    vfs = vfs.write(path, write_docx(edit.document), ctx.clock_ms)
    return State(edit, edit.document, path, waits=state.waits), (SetFiles(vfs), Focus(_PAGE))


def _edit(state: State, _ctx: Context, edit: Edit) -> _Result:
    """What is typed is kept a little later."""
    changed = edit.document is not state.edit.document
    if not changed or state.waits:
        return state._replace(edit=edit), ()
    return state._replace(edit=edit, waits=True), (Later(2000, Send(("save",))),)


def _format(change: Callable[[Edit], Edit]) -> Handler:
    """What changes the format of what is selected."""

    def changed(state: State, ctx: Context) -> _Result:
        state, effects = _edit(state, ctx, change(state.edit))
        return state, (*effects, Focus(_PAGE))

    return changed


def _style(state: State, ctx: Context, style: str | None) -> _Result:
    return _format(lambda edit: set_style(edit, style))(state, ctx) if style else (state, ())


def _pick_style(state: State, _ctx: Context) -> _Result:
    styles = tuple([(s, s) for s in ("Title", "Subtitle", "Heading 1", "Heading 2", "Heading 3", "Normal")])
    paragraphs, at = state.edit.document.paragraphs, state.edit.caret[0]
    return state, (OpenDialog("choose", ("Paragraph style", styles, paragraphs[at].style), ("style",)),)


def _rename(state: State, _ctx: Context) -> _Result:
    stem = base_name(state.path).rpartition(".")[0]
    return state, (OpenDialog("prompt", ("Rename document", "Name", stem, "OK"), ("renamed",)),)


def _renamed(state: State, ctx: Context, name: str | None) -> _Result:
    if name is None or not state.path:
        return state, ()
    state, vfs = _kept(state, ctx)
    end = state.path.rpartition(".")[2]
    target = join(parent_of(state.path), f"{name.strip()}.{end}")
    if not name.strip() or not valid_name(base_name(target)):
        return state, (SetFiles(vfs), _tell("", f"“{name}” cannot be the name of a document."))
    if target == state.path or not vfs.is_file(state.path):
        return state, (SetFiles(vfs),)
    if vfs.stat(target) is not None and target.casefold() != state.path.casefold():
        return state, (SetFiles(vfs), _tell("", f"There is a “{base_name(target)}” already."))
    return state._replace(path=target), (SetFiles(vfs.move(state.path, target, ctx.clock_ms)),)


def _share(state: State, ctx: Context) -> _Result:
    """Send a copy; what was typed goes with it."""
    state, effects = _save(state, ctx)
    return state, (*effects, OpenDialog("share", ("file", state.path)))


def _back(state: State, ctx: Context) -> _Result:
    if state.path:
        kept, effects = _save(state, ctx)
        return State(query=kept.query, waits=state.waits), effects
    return (State(waits=state.waits), ()) if state.query else left(state)


_ON: Mapping[str, Handler] = {
    "back": _back,
    "bold": _format(lambda e: toggle_format(e, "bold")),
    "bullets": _format(lambda e: toggle_list(e, "bullet")),
    "edit": _edit,
    "italic": _format(lambda e: toggle_format(e, "italic")),
    "new": lambda s, ctx: _new(s, ctx, DRIVE),
    "open": _open,
    "opened": _opened,
    "pick_style": _pick_style,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),)),
    "redo": _format(redo),
    "rename": _rename,
    "renamed": _renamed,
    "save": _save,
    "share": _share,
    "style": _style,
    "underline": _format(lambda e: toggle_format(e, "underline")),
    "undo": _format(undo),
}

# -- what it looks like ------------------------------------------------------------------------------------------------

ui = Scope("docs", "", button="icon", item="item")


def _line(entry: Entry, _selected: bool) -> Node:
    folder, when = entry.data
    said = ui.text(entry.text, "body", w=FILL), ui.text(f"{f'{folder} · ' if folder else ''}{when}", "muted", w=FILL)
    mark, look = icon("m/description", size=28, style="accent"), dict[str, Any](w=FILL, h=70, pad=(18, 0), gap=18)
    return ui.item(f"file.{entry.text}", entry.text, mark, column(*said, gap=2), click=("open", entry.id), **look)


def _home(state: State, ctx: Context) -> Node:
    def entry(path: str, name: str, mtime_ms: int) -> Entry:
        when = day_text(local(mtime_ms, ctx.settings), now, ctx.settings)
        return Entry(path, name.rpartition(".")[0], (inside(path).rpartition("/")[0], when))

    wanted, now, hint = state.query.strip().casefold(), local(ctx.clock_ms, ctx.settings), "Search Docs"
    found = [e for e in below(ctx.vfs) if e.name.lower().endswith(".docx") and wanted in e.name.casefold()]
    entries = tuple([entry(e.path, e.name, e.mtime_ms) for e in found])
    look: dict[str, Any] = {"placeholder": hint, "search": True, "icon": "m/search", "change": ("query",)}
    body: Element = list_view(_LIST, entries, _line, name="Documents", row_h=70)
    if not entries:
        body = empty("description", "No results" if wanted else "No documents")
    search, new = ui.field("search", state.query, hint, "search", **look), ("new",)
    floating = fab("docs.new", "add", "New document", new)
    return screen("docs", "Docs", row(search, pad=(14, 10)), body, floating=floating)


_MENU = (
    MenuItem("docs.menu.rename", "Rename", ("rename",), icon="m/edit"),
    MenuItem("docs.menu.share", "Send a copy", ("share",), icon="m/reply"),
)


def _bar(name: str, undone: bool, redone: bool) -> Node:
    look: dict[str, Any] = {"style": "", "role": Role.HEADING, "h": 48, "pad": (4, 0), "click": ("rename",)}
    return row(
        ui.tool("done", "m/check", "Done", click=("back",)),
        ui.item("title", name, ui.text(name, "heading", w=FILL), **look),
        ui.tool("undo", "m/undo", "Undo", disabled=not undone),
        ui.tool("redo", "m/redo", "Redo", disabled=not redone),
        action("docs.more", "more_vert", "More options", menu=_MENU),
        h=64,
        pad=(4, 0, 6, 0),
    )


def _tools(bold: bool, italic: bool, underline: bool, bullets: bool, style: str) -> Node:
    return row(
        ui.tool("bold", "m/format_bold", "Bold", checked=bold),
        ui.tool("italic", "m/format_italic", "Italic", checked=italic),
        ui.tool("underline", "m/format_underlined", "Underline", checked=underline),
        ui.tool("bullets", "m/format_list_bulleted", "Bulleted list", checked=bullets),
        ui.button("style", style, "text", icon="m/title", click=("pick_style",)),
        style="nav",
        h=56,
        pad=(6, 0),
        gap=2,
        role=Role.TOOLBAR,
        name="Format",
    )


def _writing(state: State, ctx: Context) -> Node:
    edit, name = state.edit, base_name(state.path).rpartition(".")[0]
    look: dict[str, Any] = {"change": ("edit",), "page": ctx.w, "margins": (22, 18, 22, 40)}
    shown, paragraph = current_format(edit), edit.document.paragraphs[edit.caret[0]]
    here = shown.bold, shown.italic, shown.underline, paragraph.list == "bullet", paragraph.style
    page = document(_PAGE, edit, name=f"{name} content", **look)
    return screen("docs", name, panel(_bar, name, bool(edit.undos), bool(edit.redos)), page, panel(_tools, *here))


APPS = (
    phone_app(
        name="docs",
        title="Docs",
        icon="app/docs",
        art={"app/docs": sign_icon(0xFFFFFF, "description", 0x4285F4)},
        program=Program(category="Office", opens=(FileKind(("docx",)),)),
        init=lambda path, ctx: _opened(State(), ctx, path),
        view=lambda state, ctx: _writing(state, ctx) if state.path else _home(state, ctx),
        on=_ON,
    ),
)
