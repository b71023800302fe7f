"""Word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents import ALIGNMENTS
from omnigym.sim.app import (
    App,
    Close,
    Context,
    Effect,
    Focus,
    Launch,
    OpenDialog,
    RequestClose,
    SetClipboard,
    SetFiles,
)
from omnigym.sim.common.documents import edited
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.documents.edit import Edit, delete_selection, insert, selected_text
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import HOME, VfsError, base_name, native, parent_of
from omnigym.sim.windows.apps.word.art import WORD_ART
from omnigym.sim.windows.apps.word.commands import COMMANDS, PRINTING, Result
from omnigym.sim.windows.apps.word.state import (
    State,
    blank,
    caption,
    encoded,
    is_saved,
    load,
    name_of,
    opened,
)
from omnigym.sim.windows.apps.word.view import PAGE, view
from omnigym.sim.windows.office import KEYS
from omnigym.sim.windows.printing import JOBS
from omnigym.values import ClipboardContent

__all__ = ["APPS"]

#: Of the Home tab, for oracles.
_BUTTONS = (
    *("bold", "italic", "underline", "strike", "bullets", "numbering", "clear", "find", "replace"),
    *(f"align_{a}" for a in ALIGNMENTS),
)
_TYPES = (("Word Document (*.docx)", "docx"), ("Plain Text (*.txt)", "txt"))
_OPEN_TYPES = (("All Word Documents (*.docx)", "docx"), ("Text Files (*.txt)", "txt"), ("All Files (*.*)", ""))


def _init(args: object, ctx: Context) -> Result:
    path = str(args or "")
    return _loaded(path, ctx) if path else (blank(), ())


def _loaded(path: str, ctx: Context) -> Result:
    try:
        document = load(ctx.vfs, path)
    except VfsError as e:
        return blank(), (tell("Microsoft Word", str(e)),)
    except ValueError:
        message = f"Word experienced an error trying to open the file.\n({native(path)})"
        return blank(), (tell("Microsoft Word", message),)
    return opened(document, ctx.vfs.real_path(path)), ()


# -- files ----------------------------------------------------------------------------------------------------


def _untouched(state: State) -> bool:
    return not state.path and is_saved(state) and not state.edit.undos


def _open(state: State, _ctx: Context) -> Result:
    directory = parent_of(state.path) if state.path else f"{HOME}/Documents"
    return _back(state), (OpenDialog("file_dialog", FileDialog(False, directory, "", _OPEN_TYPES), ("open_path",)),)


def _back(state: State) -> State:
    """``state`` with the File view left."""
    return state._replace(backstage="") if state.backstage else state


def _open_path(state: State, ctx: Context, path: str | None) -> Result:
    if path is None:
        return state, ()
    if not _untouched(state):
        return _back(state), (Launch("word", path),)
    loaded, effects = _loaded(path, ctx)
    return (loaded, (Focus(PAGE),)) if loaded.path else (_back(state), effects)


def _written(state: State, ctx: Context, path: str) -> Result:
    try:
        vfs = ctx.vfs.write(path, encoded(state.edit.document, path), ctx.clock_ms)
    except VfsError as e:
        return state._replace(closing=False), (tell("Microsoft Word", str(e)),)
    saved = state._replace(path=path, saved=state.edit.document, backstage="")
    return saved, (SetFiles(vfs), Close() if state.closing else Focus(PAGE))


def _save(state: State, ctx: Context) -> Result:
    return _written(state, ctx, state.path) if state.path else _save_as(state, ctx)


def _save_as(state: State, _ctx: Context) -> Result:
    name = base_name(state.path) if state.path else f"{_first_words(state)}.docx"
    directory = parent_of(state.path) if state.path else f"{HOME}/Documents"
    kinds = _TYPES[::-1] if name.lower().endswith(".txt") else _TYPES
    return _back(state), (OpenDialog("file_dialog", FileDialog(True, directory, name, kinds), ("save_to",)),)


def _first_words(state: State) -> str:
    """The name that Word suggests: the first line's letters, up to the first sign that a name may not have."""
    first = next((p.text for p in state.edit.document.paragraphs if p.runs), "")
    kept = "".join([c if c.isalnum() or c in " -_" else "\n" for c in first])[:40].split("\n")[0].strip()
    return kept or "Doc1"


def _save_to(state: State, ctx: Context, path: str | None) -> Result:
    return _written(state, ctx, path) if path is not None else (state._replace(closing=False), ())


def _close(state: State, _ctx: Context) -> Result:
    if is_saved(state):
        return state, (Close(),)
    question = f"Want to save your changes to {name_of(state)}?"
    box = MessageBox("Microsoft Word", question, ("Save", "Don't Save", "Cancel"), "Cancel", "warning")
    return _back(state), (OpenDialog("message_box", box, ("closing",)),)


def _closing(state: State, ctx: Context, answer: str | None) -> Result:
    if answer == "Save":
        return _save(state._replace(closing=True), ctx)
    return state, (Close(),) if answer == "Don't Save" else ()


# -- the rest -------------------------------------------------------------------------------------------------


def _copy(state: State, _ctx: Context) -> Result:
    text = selected_text(state.edit)
    return state, (SetClipboard(ClipboardContent(text=text)), Focus(PAGE)) if text else ()


def _cut(state: State, ctx: Context) -> Result:
    _, effects = _copy(state, ctx)
    return edited(state, delete_selection(state.edit)), effects


def _paste(state: State, ctx: Context) -> Result:
    text = ctx.clipboard.text
    return (edited(state, insert(state.edit, text)), (Focus(PAGE),)) if text else (state, ())


def _edit(state: State, _ctx: Context, edit: Edit) -> Result:
    return edited(state, edit), ()


def _backstage(state: State, _ctx: Context, page: str) -> Result:
    effects: tuple[Effect, ...] = (Focus("word.file.back"),) if page else (Focus(PAGE),)
    return state._replace(backstage=page), effects


def _escape(state: State, ctx: Context) -> Result:
    if state.backstage:
        return _backstage(state, ctx, "")
    return (state._replace(find=None), (Focus(PAGE),)) if state.find is not None else (state, ())


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **COMMANDS,
    **PRINTING,
    "backstage": _backstage,
    "close": _close,
    "close_key": lambda s, _: (s, (RequestClose(),)),
    "closing": _closing,
    "copy": _copy,
    "cut": _cut,
    "edit": _edit,
    "escape": _escape,
    "new": lambda s, _: (_back(s), (Launch("word"),)),
    "open": _open,
    "open_path": _open_path,
    "paste": _paste,
    "save": _save,
    "save_as": _save_as,
    "save_to": _save_to,
    "tab": lambda s, _, name: (s._replace(tab=name), ()),
}


APPS = (
    App(
        name="word",
        title="Word",
        icon="word",
        art=WORD_ART,
        program=Program(
            spoken=("Word", "Microsoft Word"),
            category="Office",
            pinned=3,
            commands=("winword",),
            opens=(FileKind(("docx",), "Microsoft Word Document", "file-docx"),),
            reads=("csv", "log", "md", "txt"),
        ),
        init=_init,
        view=view,
        on=_HANDLERS,
        caption=caption,
        document=lambda state: native(state.path) if state.path else "",
        keys=(
            *KEYS,
            ("ctrl+l", ("align_left",)),
            ("ctrl+e", ("align_center",)),
            ("ctrl+r", ("align_right",)),
            ("ctrl+j", ("align_justify",)),
            ("ctrl+d", ("font_dialog",)),
            ("ctrl+enter", ("page_break",)),
            ("ctrl+f", ("find",)),
            ("ctrl+h", ("replace",)),
            ("ctrl+a", ("select_all",)),
            ("ctrl+p", ("print",)),
            ("ctrl+space", ("clear",)),
            ("ctrl+shift+l", ("bullets",)),
            ("ctrl+shift+.", ("grow",)),
            ("ctrl+shift+,", ("shrink",)),
            ("ctrl+alt+1", ("style", "Heading 1")),
            ("ctrl+alt+2", ("style", "Heading 2")),
            ("ctrl+shift+n", ("style", "Normal")),
        ),
        tables=(JOBS,),
        size=(900, 600),
        min_size=(480, 320),
        close=("close",),
        focus=PAGE,
        locate={
            "text": {"key": PAGE},
            "overwrite_confirm": {"key": "message.yes"},
            "discard": {"key": "message.dont_save"},
            "save_changes": {"key": "message.save"},
            "find_what": {"key": "word.find.text"},
            "find_with": {"key": "word.find.with"},
            "heading_1": {"key": "word.style.heading_1"},
            "replace_all": {"key": "word.find.replace_all"},
            **{name: {"key": f"word.{name}"} for name in _BUTTONS},
        },
    ),
)
