"""Perception of a screen from its pixels: text, shapes, icons and colours as elements, without a tree.

DetACT (OmniACT, section 5), with libraries whose wheels ship their models, so that nothing is fetched at run time.
"""

from __future__ import annotations

from omnigym.perception.element import (
    Element,
    ElementFilter,
    Frame,
    IconMatch,
    IconMatcher,
    ReadText,
    ScreenTextReader,
    Segmenter,
)

__all__ = ["Element", "ElementFilter", "Frame", "IconMatch", "IconMatcher", "ReadText", "ScreenTextReader", "Segmenter"]
