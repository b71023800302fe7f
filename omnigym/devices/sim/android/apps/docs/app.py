"""Docs: documents of Drive and of the phone, as .docx files or plain text; what is typed is kept by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.android.apps.docs.view import LIST, PAGE, State, view
from omnigym.devices.sim.android.apps.drive.store import DRIVE
from omnigym.devices.sim.android.kit import left, phone_app
from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog, ScrollTo, SetFiles
from omnigym.devices.sim.documents.edit import Edit, redo, start_editing, undo
from omnigym.devices.sim.documents.formatting import set_style, toggle_format, toggle_list
from omnigym.devices.sim.paint.app_icons import sign_icon
from omnigym.devices.sim.program import FileKind, Program
from omnigym.devices.sim.system import Later, Send
from omnigym.devices.sim.vfs import Vfs, base_name, join, parent_of, valid_name
from omnigym.documents import Document, check_text, normalise, plain, read_docx, write_docx

__all__ = ["APPS"]

_Result = tuple[State, tuple[Effect, ...]]
_NEW = "new:"
#: Milliseconds after which what was typed is kept.
_SOON = 2000


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """The document of a path, or a new one in the folder of "new:FOLDER"."""
    if path.startswith(_NEW):
        return _new(state, ctx, path.removeprefix(_NEW))
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
    return State(edit, edit.document, path, waits=state.waits), (SetFiles(vfs), Focus(PAGE))


def _edit(state: State, _ctx: Context, edit: Edit) -> _Result:
    """What is typed is kept a little later."""
    changed = edit.document is not state.edit.document
    if not changed or state.waits:
        return state._replace(edit=edit), ()
    return state._replace(edit=edit, waits=True), (Later(_SOON, Send(("save",))),)


def _format(change: Callable[[Edit], Edit]) -> Callable[..., _Result]:
    """What changes the format of what is selected."""

    def changed(state: State, ctx: Context) -> _Result:
        state, effects = _edit(state, ctx, change(state.edit))
        return state, (*effects, Focus(PAGE))

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


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "bold": _format(lambda e: toggle_format(e, "bold")),
    "bullets": _format(lambda e: toggle_list(e, "bullet")),
    "edit": _edit,
    "italic": _format(lambda e: toggle_format(e, "italic")),
    "new": lambda s, ctx: _new(s, ctx, DRIVE),
    "open": _open,
    "opened": _opened,
    "pick_style": _pick_style,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "redo": _format(redo),
    "rename": _rename,
    "renamed": _renamed,
    "save": _save,
    "share": _share,
    "style": _style,
    "underline": _format(lambda e: toggle_format(e, "underline")),
    "undo": _format(undo),
}


APPS = (
    phone_app(
        name="docs",
        title="Docs",
        icon="app/docs",
        art={"app/docs": sign_icon(0xFFFFFF, "description", 0x4285F4)},
        program=Program(category="Office", opens=(FileKind(("docx",)),)),
        init=_init,
        view=view,
        on=_UPDATES,
    ),
)
