"""LibreOffice Writer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import App, Context, Effect, Focus, SetClipboard
from omnigym.devices.sim.common.documents import edited, formatting, searching
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.documents import formatting as fm
from omnigym.devices.sim.documents.edit import Edit, delete_selection, insert, selected_text
from omnigym.devices.sim.input.pictures import copied_picture
from omnigym.devices.sim.linux.apps.writer.art import WRITER_ART
from omnigym.devices.sim.linux.apps.writer.pictures import HANDLERS, pasted
from omnigym.devices.sim.linux.apps.writer.state import State, encoded, is_saved, load, opened, saved, untouched
from omnigym.devices.sim.linux.apps.writer.view import FIND, PAGE, STYLES, view
from omnigym.devices.sim.linux.office import KEYS, LOCATE, Suite
from omnigym.devices.sim.linux.office import STYLES as OFFICE_STYLES
from omnigym.devices.sim.program import FileKind, Program
from omnigym.documents import PICTURE, Document

__all__ = ["APPS"]

Result: TypeAlias = tuple[State, tuple[Effect, ...]]
_SUITE = Suite(
    app="writer",
    title="LibreOffice Writer",
    page=PAGE,
    opens=(("Text documents", "odt;docx;txt"), ("All files", "")),
    saves=(
        ("ODF Text Document (.odt)", "odt"),
        ("Word 2007-365 (.docx)", "docx"),
        ("Text (.txt)", "txt"),
        ("PDF - Portable Document Format", "pdf"),
    ),
    load=load,
    blank=lambda _ctx: opened(Document()),
    encoded=encoded,
    is_saved=is_saved,
    saved=saved,
    untouched=untouched,
)


def _copy(state: State, _ctx: Context) -> Result:
    chosen = copied_picture(state.edit) or ClipboardContent(text=selected_text(state.edit).replace(PICTURE, ""))
    return state, (SetClipboard(chosen), Focus(PAGE)) if chosen.text or chosen.image else ()


def _cut(state: State, ctx: Context) -> Result:
    _, effects = _copy(state, ctx)
    return edited(state, delete_selection(state.edit)), effects


def _paste(state: State, ctx: Context) -> Result:
    chosen = ctx.clipboard.text
    return (edited(state, insert(state.edit, chosen)), (Focus(PAGE),)) if chosen else pasted(state, ctx)


def _edit(state: State, _ctx: Context, edit: Edit) -> Result:
    return edited(state, edit), ()


def _named_style(state: State, _ctx: Context, name: str) -> Result:
    found = {shown: style for style, shown in STYLES}.get(name)
    return (edited(state, fm.set_style(state.edit, found)), (Focus(PAGE),)) if found else (state, ())


def _zoom(state: State, _ctx: Context, by: int) -> Result:
    return state._replace(zoom=min(max(state.zoom + by, 50), 200)), (Focus(PAGE),)


def _word_count(state: State, _ctx: Context) -> Result:
    letters = len(state.edit.document.text.replace("\n", ""))
    return state, (tell("Word Count", f"Words: {state.words}\nCharacters including spaces: {letters}", "info"),)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **formatting(PAGE),
    **searching(PAGE, FIND),
    **_SUITE.handlers(),
    **HANDLERS,
    "copy": _copy,
    "cut": _cut,
    "edit": _edit,
    "escape": lambda s, _: (s._replace(find=None), (Focus(PAGE),)) if s.find is not None else (s, ()),
    "named_style": _named_style,
    "paste": _paste,
    "ruler": lambda s, _: (s._replace(ruler=not s.ruler), (Focus(PAGE),)),
    "word_count": _word_count,
    "zoom": _zoom,
}

APPS = (
    App(
        name="writer",
        title="LibreOffice Writer",
        icon="writer",
        art=WRITER_ART,
        styles=OFFICE_STYLES,
        program=Program(
            spoken=("Writer", "LibreOffice Writer"),
            category="Office",
            pinned=5,
            commands=("lowriter", "libreoffice"),
            opens=(
                FileKind(("odt",), "OpenDocument Text", "file-odt"),
                FileKind(("docx",), "Word document", "file-odt"),
            ),
            reads=("txt", "md", "log"),
        ),
        init=_SUITE.init,
        view=view,
        on=_HANDLERS,
        caption=_SUITE.caption,
        document=_SUITE.document,
        keys=(
            *KEYS,
            ("ctrl+l", ("align_left",)),
            ("ctrl+e", ("align_center",)),
            ("ctrl+r", ("align_right",)),
            ("ctrl+j", ("align_justify",)),
            ("ctrl+0", ("style", "Normal")),
            ("ctrl+1", ("style", "Heading 1")),
            ("ctrl+2", ("style", "Heading 2")),
            ("ctrl+3", ("style", "Heading 3")),
            ("ctrl+m", ("clear",)),
            ("ctrl+enter", ("page_break",)),
            ("ctrl+f", ("find",)),
            ("ctrl+h", ("replace",)),
            ("ctrl+a", ("select_all",)),
            ("ctrl+v", ("paste",)),
            ("ctrl+shift+r", ("ruler",)),
            ("f12", ("numbering",)),
            ("shift+f12", ("bullets",)),
        ),
        size=(960, 640),
        min_size=(480, 340),
        close=("close",),
        focus=PAGE,
        locate={
            **LOCATE,
            "text": {"key": PAGE},
            "page": {"key": PAGE},
            "find_what": {"key": FIND},
            "find_with": {"key": "writer.find.with"},
            **{name: {"key": f"writer.{name}"} for name in ("bold", "italic", "underline", "strike", "bullets")},
        },
    ),
)
