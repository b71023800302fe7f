"""What a Writer window looks like below its title: menus, two toolbars, a ruler, the page, the status bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents import Document, normalise, read_docx, read_plain, write_docx
from omnigym.documents.converting import pdf_of_document
from omnigym.documents.odt import read_odt, write_odt
from omnigym.sim.app import Context
from omnigym.sim.common.documents import SIZES, Find, breaks_in, count_words
from omnigym.sim.documents.edit import Edit, Position, current_format, start_editing
from omnigym.sim.documents.formatting import touched
from omnigym.sim.documents.layout import STYLE_LOOKS
from omnigym.sim.files.kinds import extension
from omnigym.sim.linux.office import Menu, menu_bar, status_bar, tool, toolbar
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import MenuItem, button, combo, document, field, spacer, text
from omnigym.sim.vfs import base_name

# -- Writer's state, and reading and writing its documents ------------------------------------------------------------

_READERS: Mapping[str, Callable[[bytes], Document]] = {"docx": read_docx, "odt": read_odt}
_WRITERS: Mapping[str, Callable[[Document], bytes]] = {
    "docx": write_docx,
    "odt": write_odt,
    "pdf": pdf_of_document,
}


class State(NamedTuple):
    """The state of one Writer window.

    Attributes:
        edit: The document, caret, selection and history.
        saved: The document as it was opened or saved last.
        path: Where it is kept (canonical), or "".
        words: How many words it has.
        breaks: Where its page breaks are.
        find: What is looked for, or None.
        zoom: Per cent.
        ruler: Whether the ruler is shown.
        closing: Whether the window closes once the document is saved.
    """

    edit: Edit
    saved: Document
    path: str = ""
    words: int = 0
    breaks: tuple[Position, ...] = ()
    find: Find | None = None
    zoom: int = 100
    ruler: bool = True
    closing: bool = False


def opened(document: Document, path: str = "") -> State:
    """The state of a window that shows a document."""
    edit = start_editing(normalise(document))
    return State(edit, edit.document, path, count_words(document), breaks_in(edit.document))


def load(path: str, ctx: Context) -> State:
    """The state for a file: .odt, .docx or plain text.

    Raises:
        VfsError: There is no such file.
        ValueError: It is not what its name says.
    """
    content, end = ctx.vfs.read(path), extension(base_name(path))
    read = _READERS.get(end)
    if read is None:
        return opened(read_plain(content), ctx.vfs.real_path(path))
    return opened(read(content) if content else Document(), ctx.vfs.real_path(path))


def encoded(state: State, path: str) -> bytes:
    """The bytes of the document as a file of that name holds them."""
    write = _WRITERS.get(extension(base_name(path)))
    document = state.edit.document
    return write(document) if write is not None else document.words.encode("utf-8", "replace")


def is_saved(state: State) -> bool:
    """Whether nothing is lost when the window closes."""
    return state.edit.document == state.saved


def saved(state: State, path: str) -> State:
    """The state once the document is kept at a path."""
    return state._replace(path=path, saved=state.edit.document)


def untouched(state: State) -> bool:
    """Whether the window has an empty document that nobody wrote in."""
    return not state.path and is_saved(state) and not state.edit.undos


# -- the view ---------------------------------------------------------------------------------------------------------

# -- the menus of Writer ----------------------------------------------------------------------------------------------


def _item(key: str, label: str, msg: tuple[object, ...], keys: str = "") -> MenuItem:
    return MenuItem(f"writer.menu.{key}", label, msg, "", keys)


_TEXT = (
    _item("bold", "Bold", ("bold",), "Ctrl+B"),
    _item("italic", "Italic", ("italic",), "Ctrl+I"),
    _item("underline", "Single Underline", ("underline",), "Ctrl+U"),
    _item("strike", "Strikethrough", ("strike",)),
)
_ALIGN = (
    _item("align_left", "Left", ("align_left",), "Ctrl+L"),
    _item("align_center", "Centered", ("align_center",), "Ctrl+E"),
    _item("align_right", "Right", ("align_right",), "Ctrl+R"),
    _item("align_justify", "Justified", ("align_justify",), "Ctrl+J"),
)
_LISTS = (
    _item("bullets", "Unordered List", ("bullets",), "Shift+F12"),
    _item("numbering", "Ordered List", ("numbering",), "F12"),
)

MENUS: tuple[Menu, ...] = (
    (
        "File",
        (
            _item("new", "New", ("new",), "Ctrl+N"),
            _item("open", "Open...", ("open",), "Ctrl+O"),
            None,
            _item("save", "Save", ("save",), "Ctrl+S"),
            _item("save_as", "Save As...", ("save_as",), "Ctrl+Shift+S"),
            _item("export_pdf", "Export as PDF...", ("export_pdf",)),
            None,
            _item("exit", "Exit LibreOffice", ("close_key",), "Ctrl+Q"),
        ),
    ),
    (
        "Edit",
        (
            _item("undo", "Undo", ("undo",), "Ctrl+Z"),
            _item("redo", "Redo", ("redo",), "Ctrl+Y"),
            None,
            _item("cut", "Cut", ("cut",), "Ctrl+X"),
            _item("copy", "Copy", ("copy",), "Ctrl+C"),
            _item("paste", "Paste", ("paste",), "Ctrl+V"),
            _item("select_all", "Select All", ("select_all",), "Ctrl+A"),
            None,
            _item("find", "Find...", ("find",), "Ctrl+F"),
            _item("replace", "Find and Replace...", ("replace",), "Ctrl+H"),
        ),
    ),
    (
        "View",
        (
            _item("ruler", "Ruler", ("ruler",), "Ctrl+Shift+R"),
            None,
            _item("zoom_in", "Zoom In", ("zoom", 25)),
            _item("zoom_out", "Zoom Out", ("zoom", -25)),
        ),
    ),
    (
        "Insert",
        (
            _item("page_break", "Page Break", ("page_break",), "Ctrl+Enter"),
            None,
            _item("image", "Image...", ("image",)),
            _item("caption", "Caption...", ("caption",)),
        ),
    ),
    (
        "Format",
        (
            MenuItem("writer.menu.text", "Text", items=_TEXT),
            MenuItem("writer.menu.align", "Align Text", items=_ALIGN),
            MenuItem("writer.menu.lists", "Lists", items=_LISTS),
            MenuItem("writer.menu.images", "Image", items=(_item("image_width", "Width...", ("image_width",)),)),
            None,
            _item("clear", "Clear Direct Formatting", ("clear",), "Ctrl+M"),
        ),
    ),
    (
        "Styles",
        (
            _item("normal", "Default Paragraph Style", ("style", "Normal"), "Ctrl+0"),
            _item("title", "Title", ("style", "Title")),
            _item("heading_1", "Heading 1", ("style", "Heading 1"), "Ctrl+1"),
            _item("heading_2", "Heading 2", ("style", "Heading 2"), "Ctrl+2"),
            _item("heading_3", "Heading 3", ("style", "Heading 3"), "Ctrl+3"),
        ),
    ),
    ("Tools", (_item("word_count", "Word Count...", ("word_count",)),)),
)

# -- the view ---------------------------------------------------------------------------------------------------------

PAGE, FIND = "writer.page", "writer.find.text"
#: Width of an A4 page and of a centimetre at 96 dots an inch, the page's margins, and how many words a page takes.
_PAGE_W, _CM, _MARGINS, _WORDS = 794, 37.8, (76, 76, 76, 76), 480
_BESIDE = 40
#: Each looks other than the others; the first is that of a text without one.
FONTS = ("Open Sans", "Caladea", "Liberation Mono", "Liberation Sans", "Open Sans Light")
#: The styles of paragraphs, as files and as Writer call them.
STYLES = (
    ("Normal", "Default Paragraph Style"),
    ("Title", "Title"),
    ("Subtitle", "Subtitle"),
    ("Heading 1", "Heading 1"),
    ("Heading 2", "Heading 2"),
    ("Heading 3", "Heading 3"),
)
COLOURS = (("Black", "000000"), ("Red", "FF0000"), ("Green", "00A933"), ("Blue", "2A6099"), ("Orange", "FF8000"))


class _Shown(NamedTuple):
    """What the formatting toolbar says of the place of the caret."""

    style: str
    font: str
    size: str
    marks: tuple[bool, bool, bool, bool]
    alignment: str
    kind: str


@lru_cache(maxsize=64)
def _shown(edit: Edit) -> _Shown:
    look, paragraph = current_format(edit), touched(edit)[0]
    size = look.size or STYLE_LOOKS.get(paragraph.style, STYLE_LOOKS["Normal"]).size
    style = dict(STYLES).get(paragraph.style, paragraph.style)
    marks = (look.bold, look.italic, look.underline, look.strike)
    return _Shown(style, look.font or FONTS[0], f"{size:g}", marks, paragraph.alignment, paragraph.list)


def _standard() -> Node:
    return toolbar(
        "Standard",
        (
            tool("writer.new", "document", "New", ("new",), "blue"),
            tool("writer.open", "folder-open", "Open", ("open",), "yellow"),
            tool("writer.save", "save", "Save", ("save",), "purple"),
        ),
        (tool("writer.export_pdf", "document-pdf", "Export Directly as PDF", ("export_pdf",), "red"),),
        (
            tool("writer.cut", "cut", "Cut", ("cut",)),
            tool("writer.copy", "copy", "Copy", ("copy",)),
            tool("writer.paste", "clipboard-paste", "Paste", ("paste",), "yellow"),
        ),
        (
            tool("writer.undo", "arrow-undo", "Undo", ("undo",), "blue"),
            tool("writer.redo", "arrow-redo", "Redo", ("redo",), "blue"),
        ),
        (
            tool("writer.find", "search", "Find and Replace", ("replace",)),
            tool("writer.image", "image-add", "Insert Image", ("image",), "green"),
            tool("writer.page_break", "document-page-break", "Insert Page Break", ("page_break",), "green"),
        ),
    )


def _formatting(s: _Shown) -> Node:
    colours = tuple([MenuItem(f"writer.color.{c}", name, ("color", c)) for name, c in COLOURS])
    marks = (
        ("bold", "text-bold", "Bold"),
        ("italic", "text-italic", "Italic"),
        ("underline", "text-underline", "Underline"),
        ("strike", "text-strikethrough", "Strikethrough"),
    )
    sides = (("left", "Left"), ("center", "Center"), ("right", "Right"), ("justify", "Justified"))
    return toolbar(
        "Formatting",
        (
            combo(
                "writer.style",
                s.style,
                tuple([n for _, n in STYLES]),
                name="Paragraph Style",
                w=176,
                style="lo",
                change=("named_style",),
            ),
            combo("writer.font", s.font, FONTS, name="Font Name", w=150, style="lo", change=("font",)),
            combo("writer.size", s.size, SIZES, name="Font Size", w=62, style="lo", change=("size",)),
        ),
        [tool(f"writer.{k}", i, n, (k,), on=on) for (k, i, n), on in zip(marks, s.marks, strict=True)],
        (button("writer.color", icon="text-color", name="Font Color", style="lo_red", menu=colours),),
        [
            tool(
                f"writer.align_{side}",
                f"text-align-{side}",
                f"Align {n}" if side != "justify" else n,
                (f"align_{side}",),
                on=s.alignment == side,
            )
            for side, n in sides
        ],
        (
            tool("writer.bullets", "text-bullet-list", "Unordered List", ("bullets",), on=s.kind == "bullet"),
            tool("writer.numbering", "numbering", "Ordered List", ("numbering",), on=s.kind == "number"),
        ),
    )


def _ruler(w: int, zoom: int) -> Node:
    step = round(_CM * zoom / 100)
    count = round(_PAGE_W / _CM)
    left = max(0, (w - count * step) // 2 - 8)
    numbers = [text(str(abs(n - 2)) if n != 2 else "·", style="lo_ruler", w=step, role=None) for n in range(count)]
    return row(row(w=left, h=1), *numbers, spacer(), style="lo_ruler", h=18)


def _find_bar(find: Find) -> Node:
    def line(key: str, value: str, name: str, change: str, submit: str) -> Node:
        return field(
            key, value, name=name, placeholder=name, w=200, change=(change,), submit=(submit,), cancel=("find_close",)
        )

    nothing = not find.wanted
    extra = (
        line("writer.find.with", find.new, "Replace With", "find_with", "replace_all"),
        button("writer.find.replace", "Replace", disabled=nothing, click=("replace_one",)),
        button("writer.find.replace_all", "Replace All", disabled=nothing, click=("replace_all",)),
    )
    return row(
        button("writer.find.close", icon="close", name="Close Find Bar", style="lo", click=("find_close",)),
        line(FIND, find.wanted, "Find", "find_text", "find_next"),
        button(
            "writer.find.next", icon="arrow-down", name="Find Next", style="lo", disabled=nothing, click=("find_next",)
        ),
        *(extra if find.replacing else ()),
        text(find.note, style="muted", key="writer.find.note"),
        spacer(),
        style="lo_bar",
        h=42,
        pad=(6, 3),
        gap=6,
        role=Role.TOOLBAR,
        name="Find",
    )


def _foot(words: int, letters: int, before: int, breaks: int, zoom: int) -> Node:
    pages = 1 + words // _WORDS + breaks
    return status_bar(
        ("writer.pages", f"Page {1 + before} of {pages}"),
        ("writer.words", f"{count_of(words, 'word')}, {count_of(letters, 'character')}"),
        ("writer.page_style", "Default Page Style"),
        ("writer.language", "English (USA)"),
        ("writer.zoom", f"{zoom}%"),
    )


@lru_cache(maxsize=256)
def _letters(paragraph_text: str) -> int:
    return len(paragraph_text)


def view(state: State, ctx: Context) -> Node:
    """The content of a Writer window."""
    zoom = min(state.zoom, max(50, 100 * (ctx.w - _BESIDE) // _PAGE_W)) if state.zoom <= 100 else state.zoom
    page = document(PAGE, state.edit, name="Document", change=("edit",), page=_PAGE_W, zoom=zoom, margins=_MARGINS)
    letters = sum([_letters(p.text) for p in state.edit.document.paragraphs])
    before = sum([at < state.edit.caret for at in state.breaks])
    return column(
        panel(menu_bar, "writer", MENUS),
        panel(_standard),
        panel(_formatting, _shown(state.edit)),
        panel(_ruler, ctx.w, zoom) if state.ruler else None,
        page,
        panel(_find_bar, state.find) if state.find is not None else None,
        panel(_foot, state.words, letters, before, len(state.breaks), zoom),
        h=FILL,
    )
