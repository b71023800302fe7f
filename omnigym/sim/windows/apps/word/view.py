"""What a Word window looks like below its title bar."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.documents.pdf import LETTER, PdfText
from omnigym.documents.printing import pages_of
from omnigym.sim.app import Context
from omnigym.sim.common.documents import Find
from omnigym.sim.documents.layout import Op
from omnigym.sim.style.fonts import Font, ascent
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import button, combo, document, field, picture, spacer, text
from omnigym.sim.vfs import HOME, Vfs, native
from omnigym.sim.windows.apps.word.ribbon import WORD, ribbon, shown_of, tabs
from omnigym.sim.windows.apps.word.state import Print, State, copies_of, name_of, pages_chosen
from omnigym.sim.windows.printing import PRINTERS

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
        text(f"{words} word{'s' * (words != 1)}", style="caption", key="word.words"),
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
