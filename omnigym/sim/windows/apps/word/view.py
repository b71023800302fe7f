"""What a Word window looks like below its title bar."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents import Format
from omnigym.documents.pdf import LETTER, PdfText
from omnigym.documents.printing import pages_of
from omnigym.sim.app import Context
from omnigym.sim.common.documents import SIZES, Find
from omnigym.sim.documents.edit import Edit, current_format
from omnigym.sim.documents.formatting import touched
from omnigym.sim.documents.layout import STYLE_LOOKS, Op
from omnigym.sim.style.fonts import Font, ascent
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import MenuItem, button, combo, document, field, picture, spacer, text, toggle
from omnigym.sim.vfs import HOME, Vfs, native
from omnigym.sim.windows.apps.word.state import Print, State, copies_of, name_of, pages_chosen
from omnigym.sim.windows.office import Office, group, key_of, lines, strip
from omnigym.sim.windows.printing import PRINTERS

# -- the ribbon -------------------------------------------------------------------------------------------------------

WORD = Office("word", "ribbon")
TABS = (("home", "Home"), ("insert", "Insert"), ("layout", "Layout"), ("review", "Review"), ("view", "View"))
#: Each looks other than the others: those of which no shipped typeface has the shape are not offered.
FONTS = ("Aptos", "Aptos Light", "Aptos SemiBold", "Arial", "Courier New", "Times New Roman")
COLORS = (
    ("Automatic", ""),
    ("Dark Red", "C00000"),
    ("Red", "FF0000"),
    ("Orange", "FFC000"),
    ("Yellow", "FFFF00"),
    ("Green", "00B050"),
    ("Blue", "0070C0"),
    ("Dark Blue", "002060"),
    ("Purple", "7030A0"),
)
HIGHLIGHTS = (
    ("No Color", ""),
    ("Yellow", "yellow"),
    ("Bright Green", "green"),
    ("Turquoise", "cyan"),
    ("Pink", "magenta"),
)
GALLERY = ("Normal", "No Spacing", "Heading 1", "Heading 2", "Title")


class Shown(NamedTuple):
    """What the ribbon shows of the place where one is; a letter typed leaves it equal, and so the ribbon as it is."""

    bold: bool
    italic: bool
    underline: bool
    strike: bool
    font: str
    size: str
    style: str
    alignment: str
    list: str


def shown_of(edit: Edit) -> Shown:
    """What the ribbon shows for a caret or selection."""
    paragraph = touched(edit)[0]
    return _shown(current_format(edit), paragraph.style, paragraph.alignment, paragraph.list)


@lru_cache(maxsize=256)
def _shown(f: Format, style: str, alignment: str, kind: str) -> Shown:
    size = f.size or STYLE_LOOKS.get(style, STYLE_LOOKS["Normal"]).size
    return Shown(f.bold, f.italic, f.underline, f.strike, f.font or "Aptos", f"{size:g}", style, alignment, kind)


def tabs(current: str) -> Node:
    """The strip of tabs."""
    return WORD.tabs(TABS, current)


def _font_group(font: str, size: str, bold: bool, italic: bool, underline: bool, strike: bool) -> Node:
    colors = tuple([MenuItem(f"word.color.{key_of(n)}", n, ("color", c)) for n, c in COLORS])
    marks = tuple([MenuItem(f"word.highlight.{key_of(n)}", n, ("highlight", c)) for n, c in HIGHLIGHTS])
    return group(
        "Font",
        lines(
            row(
                combo("word.font", font, FONTS, name="Font", style="ribbon", w=118, change=("font",)),
                combo("word.size", size, SIZES, name="Font Size", style="ribbon", w=52, change=("size",)),
                WORD.tool("grow", "font-increase", "Increase Font Size"),
                WORD.tool("shrink", "font-decrease", "Decrease Font Size"),
                w=AUTO,
                gap=2,
            ),
            row(
                WORD.switch("bold", "bold", "Bold", bold),
                WORD.switch("italic", "italic", "Italic", italic),
                WORD.switch("underline", "underline", "Underline", underline),
                WORD.switch("strike", "strikethrough", "Strikethrough", strike),
                button("word.highlight", icon="highlight", name="Text Highlight Color", style="ribbon", menu=marks),
                button("word.color", icon="font-color", name="Font Color", style="ribbon", menu=colors),
                WORD.tool("clear", "clear-format", "Clear All Formatting"),
                w=AUTO,
                gap=2,
            ),
        ),
        launcher=WORD.launcher("font_dialog", "Font Settings"),
    )


def _paragraph_group(alignment: str, kind: str) -> Node:
    sides = (("left", "Align Left"), ("center", "Center"), ("right", "Align Right"), ("justify", "Justify"))
    aligns = [WORD.switch(f"align_{a}", f"align-{a}", name, alignment == a) for a, name in sides]
    return group(
        "Paragraph",
        lines(
            row(
                WORD.switch("bullets", "bullets", "Bullets", kind == "bullet"),
                WORD.switch("numbering", "numbering", "Numbering", kind == "number"),
                w=AUTO,
                gap=2,
            ),
            row(*aligns, w=AUTO, gap=2),
        ),
    )


def _styles_group(style: str, wide: bool) -> Node:
    if not wide:
        choice = combo("word.style", style, GALLERY, name="Styles", style="ribbon", w=104, change=("style",))
        return group("Styles", choice)
    buttons = [
        toggle(f"word.style.{key_of(n)}", n, style="chip", checked=style == n, click=("style", n)) for n in GALLERY
    ]
    return group("Styles", lines(row(*buttons[:3], w=AUTO, gap=3), row(*buttons[3:], w=AUTO, gap=3)))


def _editing_group() -> Node:
    selects = (MenuItem("word.select_all", "Select All", ("select_all",), "select-all", "Ctrl+A"),)
    return group(
        "Editing",
        lines(
            button("word.find", "Find", icon="find", style="ribbon", click=("find",)),
            button("word.replace", "Replace", icon="arrow-swap", style="ribbon", click=("replace",)),
            button("word.select", "Select", icon="cursor", style="ribbon", menu=selects),
            gap=0,
        ),
    )


def _clipboard_group() -> Node:
    return group(
        "Clipboard",
        WORD.large("paste", "paste", "Paste"),
        lines(WORD.tool("cut", "cut", "Cut"), WORD.tool("copy", "copy", "Copy")),
    )


def _home(s: Shown, wide: bool) -> Node:
    return strip(
        "word",
        memo(_clipboard_group, h=FILL),
        memo(_font_group, s.font, s.size, s.bold, s.italic, s.underline, s.strike, h=FILL),
        memo(_paragraph_group, s.alignment, s.list, h=FILL),
        memo(_styles_group, s.style, wide, h=FILL),
        memo(_editing_group, h=FILL),
    )


def _insert() -> Node:
    symbols = tuple([MenuItem(f"word.symbol.{ord(c)}", c, ("insert", c)) for c in "€£©®™…—•→×"])
    return strip(
        "word",
        group("Pages", WORD.large("page_break", "document-page-break", "Page Break")),
        group("Text", WORD.large("date", "calendar-ltr", "Date")),
        group("Symbols", WORD.large("symbol", "symbols", "Symbol", symbols)),
    )


def _layout() -> Node:
    margins = tuple([MenuItem(f"word.margin.{m}", m.capitalize(), ("margin", m)) for m in ("normal", "narrow", "wide")])
    return strip("word", group("Page Setup", WORD.large("margins", "document-margins", "Margins", margins)))


def _review() -> Node:
    return strip("word", group("Proofing", WORD.large("word_count", "text-word-count", "Word Count")))


def _view() -> Node:
    return strip(
        "word",
        group("Show", WORD.large("find", "navigation", "Navigation")),
        group(
            "Zoom",
            WORD.large("zoom_in", "zoom-in", "Zoom In"),
            WORD.large("zoom_out", "zoom-out", "Zoom Out"),
            WORD.large("zoom_100", "page-fit", "100%"),
        ),
    )


def ribbon(current: str, shown: Shown, wide: bool) -> Node:
    """The ribbon below its tabs."""
    others = {"insert": _insert, "layout": _layout, "review": _review, "view": _view}
    content = others[current]() if current in others else _home(shown, wide)
    return column(
        column(content, style="ribbon", h=98, pad=(6, 2)),
        pad=(8, 0, 8, 6),
        role=Role.TOOLBAR,
        name="Ribbon",
    )


# -- the page Print behind Word's File --------------------------------------------------------------------------------

# What is printed how, and what it will look like.

#: Which pages are printed.
WHICH = ("Print All Pages", "Custom Print")
#: Of the settings and of the preview, in logical pixels.
_SETTINGS_W, _PREVIEW_W = 250, 330
_PREVIEW_H = _PREVIEW_W * LETTER[1] // LETTER[0]


def _preview(page: tuple[PdfText, ...]) -> tuple[Op, ...]:
    """A page as it will be on paper, smaller."""
    part = _PREVIEW_W / LETTER[0]
    ops: list[Op] = [("rect", 0, 0, _PREVIEW_W, _PREVIEW_H, 0xFFFFFF)]
    for piece in page:
        font = Font("ui", max(4, round(piece.size * part)), piece.bold)
        top = round((LETTER[1] - piece.y) * part) - ascent(font)
        ops.append(("text", round(piece.x * part), top, piece.text.rstrip(), font, 0x000000, 0xFFFFFF))
    return tuple(ops)


def _choice(key: str, name: str, value: str, options: tuple[str, ...], change: str) -> Node:
    return combo(f"word.print.{key}", value, options, name=name, w=_SETTINGS_W, change=(change,))


def _settings(settings: Print, valid: bool) -> Node:
    go = button("word.print.ok", "Print", icon="print", style="accent", disabled=not valid, click=("print_now",))
    copies = field("word.print.copies", settings.copies, name="Copies", w=64, change=("print_copies",))
    pages = field(
        "word.print.pages", settings.pages, name="Pages", placeholder="1-2, 4", w=150, change=("print_pages",)
    )
    return column(
        text("Print", style="title"),
        row(go, text("Copies:", role=None), copies, gap=10),
        text("Printer", style="heading"),
        _choice("printer", "Printer", settings.printer, PRINTERS, "printer"),
        text("Settings", style="heading"),
        _choice("which", "Which pages", WHICH[settings.custom], WHICH, "print_which"),
        row(text("Pages:", role=None), pages, gap=10),
        spacer(h=FILL),
        w=_SETTINGS_W,
        h=FILL,
        gap=12,
    )


def print_page(settings: Print, pages: tuple[tuple[PdfText, ...], ...], valid: bool) -> Node:
    """The page: its button and settings at the left, the preview at the right."""
    at = min(settings.shown, len(pages) - 1)
    paper = picture(_preview(pages[at]), w=_PREVIEW_W, h=_PREVIEW_H, role=Role.IMAGE, name=f"Preview of page {at + 1}")
    steps = [
        button(
            f"word.print.{key}",
            icon=key,
            name=f"{key.capitalize()} Page",
            style="tool",
            disabled=not 0 <= at + by < len(pages),
            click=("print_show", by),
        )
        for key, by in (("previous", -1), ("next", 1))
    ]
    shown = text(f"{at + 1} of {len(pages)}", key="word.print.shown")
    return row(
        _settings(settings, valid),
        column(row(paper, style="card", pad=1, w=AUTO), row(steps[0], shown, steps[1], w=AUTO, gap=6), h=FILL, gap=8),
        style="content",
        h=FILL,
        pad=(36, 24),
        gap=30,
        align="start",
        role=Role.PANE,
        name="Print",
    )


# -- the view ---------------------------------------------------------------------------------------------------------

PAGE = "word.page"
_PAGE_WIDTH = 816
_MARGINS = {"normal": (96, 72, 96, 96), "narrow": (48, 48, 48, 48), "wide": (192, 72, 192, 96)}
_WORDS_A_PAGE = 420
_PANE_WIDTH = 230
#: Beside the page: a little grey, and the scrollbar.
_BESIDE = 44


def _status(words: int, breaks: int, before: int, zoom: int) -> Node:
    """The status bar; of so many page breaks, ``before`` are before the caret."""
    pages = 1 + words // _WORDS_A_PAGE + breaks
    return row(
        text(f"Page {1 + before} of {pages}", style="caption", key="word.pages"),
        text(count_of(words, "word"), style="caption", key="word.words"),
        text("English (United States)", style="caption", role=None),
        spacer(),
        button("word.status.zoom_out", icon="subtract", name="Zoom Out", style="tab_close", click=("zoom_out",)),
        text(f"{zoom}%", style="caption", key="word.zoom"),
        button("word.status.zoom_in", icon="add", name="Zoom In", style="tab_close", click=("zoom_in",)),
        style="statusbar",
        h=26,
        pad=(14, 0),
        gap=16,
        role=Role.STATUSBAR,
        name="Status Bar",
    )


def _navigation(find: Find) -> Node:
    replacing, nothing = find.replacing, not find.wanted
    return column(
        row(
            text("Find and Replace" if replacing else "Navigation", style="heading"),
            spacer(),
            button("word.find.close", icon="close", name="Close pane", style="tab_close", click=("find_close",)),
        ),
        field(
            "word.find.text",
            find.wanted,
            name="Find what",
            placeholder="Search document",
            search=not replacing,
            style="" if replacing else "search",
            icon="" if replacing else "search",
            change=("find_text",),
            submit=("find_next",),
            cancel=("find_close",),
        ),
        field(
            "word.find.with",
            find.new,
            name="Replace with",
            placeholder="Replace with",
            change=("find_with",),
            submit=("replace_all",),
            cancel=("find_close",),
        )
        if replacing
        else None,
        row(
            button("word.find.next", "Find Next", disabled=nothing, click=("find_next",)),
            button("word.find.replace", "Replace", disabled=nothing, click=("replace_one",)) if replacing else None,
            gap=6,
        ),
        button("word.find.replace_all", "Replace All", style="accent", disabled=nothing, click=("replace_all",))
        if replacing
        else None,
        text(find.note, style="muted", key="word.find.note", wrap=True, w=FILL) if find.note else None,
        spacer(h=FILL),
        style="pane",
        h=FILL,
        pad=14,
        gap=10,
        role=Role.PANE,
        name="Navigation",
    )


def _recent(vfs: Vfs) -> tuple[tuple[str, str], ...]:
    """(name, path) of the documents in the folder where people keep them."""
    folder = f"{HOME}/Documents"
    found = vfs.list(folder) if vfs.is_dir(folder) else ()
    return tuple([(s.name, s.path) for s in found if s.name.lower().endswith(".docx")])[:6]


_FILE_ITEMS = (
    ("new", "New", "document-add"),
    ("open", "Open", "folder-open"),
    ("save", "Save", "save"),
    ("save_as", "Save As", "save-edit"),
    ("print", "Print", "print"),
    ("close", "Close", "dismiss"),
)


def _backstage(name: str, path: str, recent: tuple[tuple[str, str], ...]) -> Node:
    documents = [(label, target, "file-docx") for label, target in recent]
    return WORD.backstage(_FILE_ITEMS, "file-docx", name, path, documents, 180)


def _printing(settings: Print, pages: tuple[tuple[PdfText, ...], ...], valid: bool) -> Node:
    return WORD.behind(_FILE_ITEMS, print_page(settings, pages, valid), 180)


def _fitted(zoom: int, width: int) -> int:
    """The zoom at which the whole width of the page is seen, unless one has zoomed in."""
    return min(zoom, max(50, 100 * (width - _BESIDE) // _PAGE_WIDTH)) if zoom <= 100 else zoom


def view(state: State, ctx: Context) -> Node:
    """The content of a Word window."""
    if state.backstage == "print":
        valid = bool(copies_of(state) and pages_chosen(state))
        return column(panel(_printing, state.print, pages_of(state.edit.document), valid, h=FILL), h=FILL)
    if state.backstage:
        where = native(state.path) if state.path else "Not saved yet"
        return column(panel(_backstage, name_of(state), where, _recent(ctx.vfs), h=FILL), h=FILL)
    pane = _PANE_WIDTH if state.find is not None else 0
    zoom = _fitted(state.zoom, ctx.w - pane)
    page = document(
        PAGE,
        state.edit,
        name=f"{name_of(state)} Page 1 content",
        change=("edit",),
        page=_PAGE_WIDTH,
        zoom=zoom,
        margins=_MARGINS[state.margin],
    )
    return column(
        panel(tabs, state.tab),
        panel(ribbon, state.tab, shown_of(state.edit), ctx.w >= 880),
        row(panel(_navigation, state.find, w=pane, h=FILL), page, h=FILL, align="stretch") if pane else page,
        panel(_status, state.words, len(state.breaks), sum([at < state.edit.caret for at in state.breaks]), zoom),
        h=FILL,
    )
