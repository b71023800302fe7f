"""The part of a browser's window that shows the page, whatever is around it."""

from __future__ import annotations

from omnigym.sim.sites.finding import highlighted
from omnigym.sim.sites.site import TEXT, Page
from omnigym.sim.sites.window import PAGE, Window
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column
from omnigym.sim.ui.widgets import area
from omnigym.sim.widgets.scrolling import page


def page_content(window: Window, shown: Page, style: str = "content") -> Node:
    """The page of a tab, with what is written in it and what was found.

    Args:
        window: The window.
        shown: The page.
        style: Of the ground behind it.
    """
    body: Element = highlighted(shown.body, window.finding, window.found) if window.finding else shown.body
    fills = shown.editor is not None and shown.editor.h == FILL
    marked = window.marked[:2] if window.marked is not None else None
    return column(
        shown.head,
        body if fills else page(PAGE, body, name=shown.title, style=style, mark=("mark",), marked=marked),
        None
        if shown.editor is None
        else column(
            area(TEXT, window.edit, name=shown.editor.name, change=("edit",), h=shown.editor.h),
            style="content",
            pad=(16, 6),
            h=FILL if fills else AUTO,
        ),
        shown.foot,
        style=style,
        h=FILL,
    )
