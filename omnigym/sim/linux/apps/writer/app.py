"""LibreOffice Writer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.documents import PICTURE, Document, Picture
from omnigym.pictures import FORMATS, picture_size, read_picture, write_picture
from omnigym.sim.app import App, Context, Effect, Focus, OpenDialog, SetClipboard
from omnigym.sim.common.documents import edited, formatting, searching
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import Prompt, tell
from omnigym.sim.documents import formatting as fm
from omnigym.sim.documents.edit import Edit, delete_selection, insert, selected_text
from omnigym.sim.documents.painting import captioned, chosen_picture, insert_picture, resized
from omnigym.sim.input.pictures import copied_picture
from omnigym.sim.linux.apps.writer.view import (
    FIND,
    PAGE,
    STYLES,
    State,
    encoded,
    is_saved,
    load,
    opened,
    saved,
    untouched,
    view,
)
from omnigym.sim.linux.office import KEYS, LOCATE, Suite
from omnigym.sim.linux.office import STYLES as OFFICE_STYLES
from omnigym.sim.linux.office_art import WRITER_ART
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import HOME
from omnigym.values import ClipboardContent

# -- pictures in Writer -----------------------------------------------------------------------------------------------

# From a file, from the clipboard, larger and smaller, with a caption.

_TITLE = "LibreOffice Writer"
_KINDS = (("Images", ";".join(sorted(FORMATS))),)
#: The widest that a picture is put in, in points: the text of an A4 page. And a pixel of 96 to the inch, in points.
_WIDEST, _POINTS, _A_CM = 481.9, 0.75, 72 / 2.54


def _put(state: State, content: bytes) -> Result:
    """A picture at the caret, in its own size where that fits."""
    image = read_picture(content)
    if image is None:
        return state, (tell(_TITLE, "Image format unknown. The file is no picture that can be read."),)
    if not content.startswith((b"\x89PNG", b"\xff\xd8")):
        content = write_picture(image)
    w, h = picture_size(content) or image.size
    share = min(1.0, _WIDEST / (w * _POINTS))
    picture = Picture(content, round(w * _POINTS * share, 1), round(h * _POINTS * share, 1))
    return edited(state, insert_picture(state.edit, picture)), (Focus(PAGE),)


def pasted(state: State, ctx: Context) -> Result:
    """The picture on the clipboard put in, where there is one."""
    return _put(state, ctx.clipboard.image) if ctx.clipboard.image else (state, ())


def _image(state: State, _ctx: Context) -> Result:
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Pictures", "", _KINDS), ("image_from",)),)


def _image_from(state: State, ctx: Context, path: str | None) -> Result:
    return _put(state, ctx.vfs.read(path)) if path is not None and ctx.vfs.is_file(path) else (state, ())


def _needs_picture(state: State) -> Result:
    return state, (tell(_TITLE, "Select an image first: click it.", "info"),)


def _caption(state: State, _ctx: Context) -> Result:
    if chosen_picture(state.edit) is None:
        return _needs_picture(state)
    return state, (OpenDialog("prompt", Prompt("Insert Caption", "Caption:"), ("captioned",)),)


def _captioned(state: State, _ctx: Context, words: str | None) -> Result:
    return (state, ()) if words is None else (edited(state, captioned(state.edit, words.strip())), (Focus(PAGE),))


def _width(state: State, _ctx: Context) -> Result:
    picture = chosen_picture(state.edit)
    if picture is None:
        return _needs_picture(state)
    ask = Prompt("Image Width", "Width in centimetres (the height follows):", f"{picture.w / _A_CM:.2f}")
    return state, (OpenDialog("prompt", ask, ("widened",)),)


def _widened(state: State, _ctx: Context, typed: str | None) -> Result:
    if typed is None:
        return state, ()
    number = typed.strip().lower().removesuffix("cm").strip().replace(",", ".")
    if not number.replace(".", "", 1).isdecimal() or not 0 < float(number) <= 100:
        return state, (tell(_TITLE, f"“{typed.strip()}” is no width. Enter a number such as 8.5."),)
    return edited(state, resized(state.edit, float(number) * _A_CM)), (Focus(PAGE),)


#: What handles messages about pictures, by their first word.
HANDLERS: Mapping[str, Callable[..., Result]] = {
    "caption": _caption,
    "captioned": _captioned,
    "image": _image,
    "image_from": _image_from,
    "image_width": _width,
    "widened": _widened,
}

# -- the app ----------------------------------------------------------------------------------------------------------

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
