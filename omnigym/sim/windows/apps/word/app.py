"""Word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents import ALIGNMENTS
from omnigym.sim.app import App, Context, Focus, SetClipboard
from omnigym.sim.common.documents import edited
from omnigym.sim.common.suite import Saying, Suite
from omnigym.sim.documents.edit import Edit, delete_selection, insert, selected_text
from omnigym.sim.handlers import sets
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import base_name, native
from omnigym.sim.windows.apps.word.art import WORD_ART
from omnigym.sim.windows.apps.word.commands import COMMANDS, PRINTING, Result
from omnigym.sim.windows.apps.word.state import (
    UNTITLED,
    State,
    blank,
    caption,
    encoded,
    is_saved,
    load,
    opened,
)
from omnigym.sim.windows.apps.word.view import PAGE, view
from omnigym.sim.windows.office import KEYS, behind_file
from omnigym.sim.windows.printing import JOBS
from omnigym.values import ClipboardContent

#: Of the Home tab, for oracles.
_BUTTONS = (
    *("bold", "italic", "underline", "strike", "bullets", "numbering", "clear", "find", "replace"),
    *(f"align_{a}" for a in ALIGNMENTS),
)
_TITLE = "Microsoft Word"
_DOCX, _TXT = ("Word Document (*.docx)", "docx"), ("Plain Text (*.txt)", "txt")


# -- files ----------------------------------------------------------------------------------------------------


def _proposed(state: State, _kind: str) -> str:
    """The first line's letters, up to the first sign that a name may not have."""
    if state.path:
        return base_name(state.path)
    first = next((p.text for p in state.edit.document.paragraphs if p.runs), "")
    kept = "".join([c if c.isalnum() or c in " -_" else "\n" for c in first])[:40].split("\n")[0].strip()
    return f"{kept or 'Doc1'}.docx"


_SUITE = Suite(
    app="word",
    title=_TITLE,
    page=PAGE,
    opens=(("All Word Documents (*.docx)", "docx"), ("Text Files (*.txt)", "txt"), ("All Files (*.*)", "")),
    saves=(_DOCX, _TXT),
    load=lambda path, ctx: opened(load(ctx.vfs, path), ctx.vfs.real_path(path)),
    blank=lambda _ctx: blank(),
    encoded=lambda state, path: encoded(state.edit.document, path),
    is_saved=is_saved,
    saved=lambda state, path: state._replace(path=path, saved=state.edit.document, backstage=""),
    untouched=lambda state: not state.path and not state.edit.undos and is_saved(state),
    outward=native,
    saying=Saying(
        untitled=UNTITLED,
        caption="{name} - Word",
        corrupt="Word experienced an error trying to open the file.\n({path})",
        box=_TITLE,
        question="Want to save your changes to {name}?",
        answers=("Save", "Don't Save", "Cancel"),
        kind="warning",
    ),
    back=lambda state: state._replace(backstage="") if state.backstage else state,
    proposed=_proposed,
    reads_first=False,
)


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


_BACKSTAGE = behind_file("word", PAGE)


def _escape(state: State, ctx: Context) -> Result:
    if state.backstage:
        return _BACKSTAGE(state, ctx, "")
    return (state._replace(find=None), (Focus(PAGE),)) if state.find is not None else (state, ())


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **COMMANDS,
    **PRINTING,
    **_SUITE.handlers(),
    "backstage": _BACKSTAGE,
    "copy": _copy,
    "cut": _cut,
    "edit": _edit,
    "escape": _escape,
    "paste": _paste,
    "tab": sets("tab"),
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
        init=_SUITE.init,
        view=view,
        on=_HANDLERS,
        caption=caption,
        document=_SUITE.document,
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
