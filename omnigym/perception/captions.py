"""Names of pictures by captions: a picture without a caption gets the name of a similar captioned picture.

So the icons of a taskbar have the names of those on the desktop, with no pack of icons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Rect
from omnigym.perception.element import Element, Frame
from omnigym.perception.shapes import LEAST_ICON, MOST_ICON, load_vision

__all__ = ["named_by_captions"]

#: How alike two pictures are at least, in [-1, 1]. On the simulated desktop, where the smaller ones have fewer details,
#: those of one app are at 0.69 to 0.96, those of two at 0.83 at most.
_ALIKE: Final = 0.85
#: Pictures are compared at so many pixels a side, and not at all if one is so many times as wide, for its height.
_SIDE: Final = 16
_WIDER: Final = 1.25
#: A smaller picture is a sign such as a chevron, of which there are many alike.
_LEAST: Final = 2 * LEAST_ICON
#: Of a pixel and the ground, in [0, 255]: what is drawn.
_DRAWN: Final = 24
_GREY: Final = np.float32(128)


class _Picture(NamedTuple):
    """What is drawn in a place: its colours beside grey as a unit vector, and its width over its height."""

    colours: NDArray[np.float32]
    aspect: float


def named_by_captions(frame: Frame, elements: Sequence[Element], captions: Sequence[tuple[str, Rect]]) -> list[Element]:
    """Return the elements, in order; pictures without a text may have the name of a caption as ``icon``.

    Args:
        frame: The screen, uint8 (H, W, 3).
        elements: What was found on it, with the bounds of what is drawn: pictures have the source "icon".
        captions: The captions, each with the bounds of its picture.
    """
    known = [(caption, picture) for caption, bounds in captions if (picture := _picture(frame, bounds))]
    if not known:
        return list(elements)
    out = []
    for element in elements:
        _, _, w, h = element.bounds
        if element.source == "icon" and not element.text and _LEAST <= max(w, h) <= MOST_ICON:
            # a caption on this screen knows more than a pack that calls an envelope "desktop"
            element = element._replace(icon=_name(_picture(frame, element.bounds), known) or element.icon)
        out.append(element)
    return out


def _name(picture: _Picture | None, known: Sequence[tuple[str, _Picture]]) -> str:
    """The caption of the nearest picture, or ""."""
    best, name = _ALIKE, ""
    for caption, other in known if picture is not None else ():
        assert picture is not None
        if 1 / _WIDER < picture.aspect / other.aspect < _WIDER:
            alike = float(picture.colours @ other.colours)
            if alike >= best:
                best, name = alike, caption
    return name


def _picture(frame: Frame, bounds: Rect) -> _Picture | None:
    x, y, w, h = bounds
    cut = frame[max(y - 2, 0) : y + h + 2, max(x - 2, 0) : x + w + 2].astype(np.float32)
    if min(cut.shape[:2]) < LEAST_ICON:
        return None
    ground = np.median(np.concatenate([cut[0], cut[-1], cut[:, 0], cut[:, -1]]), axis=0)
    mask = np.abs(cut - ground).max(axis=2) > _DRAWN
    ys, xs = np.nonzero(mask)
    if not len(ys):
        return None
    # the ground is left out, as it is another one on a taskbar
    drawn = ((cut - _GREY) * mask[:, :, None])[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    cv2 = load_vision()
    small = cv2.resize(drawn, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA).ravel()
    size = float(np.linalg.norm(small))
    return _Picture(small / size, drawn.shape[1] / drawn.shape[0]) if size else None
