"""HTML as libxml2 reads it: whatever a page says has a root, within limits."""

from __future__ import annotations

from typing import Any

from omnigym.errors import MissingDependencyError, UnreadableError
from omnigym.foreign import reading, sound_text, within
from omnigym.foreign.limits import NESTING, TEXT_BYTES

__all__ = ["parse_page"]


def parse_page(source: str) -> Any:
    """The root element of a page.

    Raises:
        UnreadableError: There is nothing in it.
        TooLargeError: It is longer than `TEXT_BYTES`, or elements lie in each other deeper than twice `NESTING`.
    """
    try:
        from lxml import html
    except ImportError as e:
        raise MissingDependencyError("lxml", "A check of a page", "pip install 'omnigym[osworld]'") from e
    within(len(source), TEXT_BYTES, "characters of a page")
    if not source.strip():
        raise UnreadableError("Expected a page, got an empty text.")
    with reading("HTML file"):
        root = html.document_fromstring(sound_text(source).encode(), parser=html.HTMLParser(encoding="utf-8"))
        depth, level = 0, [root]
        while level := [child for element in level for child in element]:
            depth += 1
            within(depth, 2 * NESTING, "elements in each other")
        return root
