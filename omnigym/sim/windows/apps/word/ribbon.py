"""Word's ribbon."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.documents import Format
from omnigym.sim.common.documents import SIZES
from omnigym.sim.documents.edit import Edit, current_format
from omnigym.sim.documents.formatting import touched
from omnigym.sim.documents.layout import STYLE_LOOKS
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, memo, row
from omnigym.sim.ui.widgets import MenuItem, button, combo, spacer, toggle
from omnigym.sim.windows.office import Office, bar, group, key_of, lines

__all__ = ["COLORS", "FONTS", "HIGHLIGHTS", "SIZES", "TABS", "WORD", "Shown", "ribbon", "shown_of", "tabs"]

WORD = Office("word", "ribbon")
TABS = (("home", "Home"), ("insert", "Insert"), ("layout", "Layout"), ("review", "Review"), ("view", "View"))
FONTS = ("Aptos", "Arial", "Calibri", "Cambria", "Courier New", "Georgia", "Times New Roman", "Verdana")
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
    return row(
        memo(_clipboard_group, h=FILL),
        bar(),
        memo(_font_group, s.font, s.size, s.bold, s.italic, s.underline, s.strike, h=FILL),
        bar(),
        memo(_paragraph_group, s.alignment, s.list, h=FILL),
        bar(),
        memo(_styles_group, s.style, wide, h=FILL),
        bar(),
        memo(_editing_group, h=FILL),
        spacer(),
        h=FILL,
        gap=0,
        align="stretch",
    )


def _insert() -> Node:
    symbols = tuple([MenuItem(f"word.symbol.{ord(c)}", c, ("insert", c)) for c in "€£©®™…—•→×"])
    return row(
        group("Pages", WORD.large("page_break", "document-page-break", "Page Break")),
        bar(),
        group("Text", WORD.large("date", "calendar-ltr", "Date")),
        bar(),
        group("Symbols", WORD.large("symbol", "symbols", "Symbol", symbols)),
        spacer(),
        h=FILL,
        align="stretch",
    )


def _layout() -> Node:
    margins = tuple([MenuItem(f"word.margin.{m}", m.capitalize(), ("margin", m)) for m in ("normal", "narrow", "wide")])
    return row(
        group("Page Setup", WORD.large("margins", "document-margins", "Margins", margins)),
        spacer(),
        h=FILL,
        align="stretch",
    )


def _review() -> Node:
    return row(
        group("Proofing", WORD.large("word_count", "text-word-count", "Word Count")), spacer(), h=FILL, align="stretch"
    )


def _view() -> Node:
    return row(
        group("Show", WORD.large("find", "navigation", "Navigation")),
        bar(),
        group(
            "Zoom",
            WORD.large("zoom_in", "zoom-in", "Zoom In"),
            WORD.large("zoom_out", "zoom-out", "Zoom Out"),
            WORD.large("zoom_100", "page-fit", "100%"),
        ),
        spacer(),
        h=FILL,
        align="stretch",
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
