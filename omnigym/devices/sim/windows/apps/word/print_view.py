"""The page Print behind Word's File: what is printed how, and what it will look like."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.documents.layout import Op
from omnigym.devices.sim.style.fonts import Font, ascent
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, combo, field, picture, spacer, text
from omnigym.devices.sim.windows.apps.word.state import Print
from omnigym.devices.sim.windows.printing import PRINTERS
from omnigym.documents.pdf import LETTER, PdfText

__all__ = ["WHICH", "print_page"]

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
