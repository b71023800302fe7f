"""The eleven colours of OmniACT (section 5) by name, for an RGB value or a region.

The paper states no bounds, so ours are here, in HSV and in words of people: a dark orange is brown, a light red is
pink. The first row of `BOUNDS` that a colour fits gives its name, and the last rows fit everything, so that every
colour has exactly one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from omnigym.a11y import Rect
from omnigym.perception.element import Frame

__all__ = ["BOUNDS", "COLOURS", "Bound", "ColourRule", "colour_name", "colour_names", "colours_of"]

#: The eleven, in the paper's order.
COLOURS: Final = ("yellow", "blue", "green", "red", "pink", "violet", "white", "black", "orange", "brown", "grey")

#: How the colour of a region is found; see `colours_of`.
ColourRule: TypeAlias = Literal["seen", "average"]


class Bound(NamedTuple):
    """A box of HSV in which colours have a name. Lower ends belong to it, upper ends do not.

    Attributes:
        name: One of `COLOURS`.
        hue: From and to, in degrees, [0, 360).
        saturation: From and to: the share of the largest channel by which the smallest one is less, in [0, 1].
        value: From and to: the largest channel, in [0, 1].
    """

    name: str
    hue: tuple[float, float] = (0, 360)
    saturation: tuple[float, float] = (0, 2)
    value: tuple[float, float] = (0, 2)


#: The first that fits counts.
BOUNDS: Final = (
    # without a hue that anybody sees: too dark, or too close to grey
    Bound("black", value=(0, 0.18)),
    Bound("black", saturation=(0, 0.45), value=(0, 0.25)),
    Bound("white", saturation=(0, 0.14), value=(0.90, 2)),
    Bound("grey", saturation=(0, 0.14)),
    Bound("grey", hue=(150, 285), saturation=(0, 0.24), value=(0, 0.70)),  # slate
    Bound("grey", hue=(150, 200), saturation=(0, 0.45), value=(0, 0.35)),
    # light reds are pink, dark oranges and dull reds are brown
    Bound("pink", hue=(0, 16), saturation=(0, 0.56), value=(0.76, 2)),
    Bound("pink", hue=(335, 360), saturation=(0, 0.60), value=(0.70, 2)),
    Bound("brown", hue=(0, 12), saturation=(0.14, 0.78), value=(0, 0.76)),
    Bound("brown", hue=(12, 42), value=(0, 0.72)),
    Bound("brown", hue=(18, 42), saturation=(0.25, 0.70), value=(0.72, 0.86)),  # tan
    # the hues
    Bound("red", hue=(0, 14)),
    Bound("orange", hue=(14, 43)),
    Bound("yellow", hue=(43, 65), value=(0.55, 2)),
    Bound("green", hue=(43, 170)),
    Bound("blue", hue=(170, 255)),
    Bound("pink", hue=(295, 305), saturation=(0.80, 2), value=(0.80, 2)),  # magenta
    Bound("violet", hue=(255, 305)),
    Bound("violet", hue=(305, 322), value=(0, 0.75)),
    Bound("pink", hue=(305, 343)),
    Bound("red"),
)

#: Around a region, how many pixels wide the strip is whose colour counts as that of the place where it lies.
_AROUND: Final = 2
#: Two colours nearer than this are one: the largest difference of a channel.
_ALIKE: Final = 24
#: The share of a region that differs from its surroundings at least, or it is taken for blank.
_INK: Final = 0.02
#: A longer side of so many pixels at least is no sign's, so what is drawn along the edges only is a border, so wide.
_FRAMED: Final = 40
_BORDER: Final = 3
#: The step of the histogram in which a region's most frequent colour is looked up.
_STEP: Final = 16
#: More pixels of a region than these are thinned out evenly.
_PIXELS: Final = 4096


def colour_names(colours: ArrayLike) -> list[str]:
    """Return the name of each colour.

    Args:
        colours: (..., 3), RGB, each channel in [0, 255].

    >>> colour_names([(0, 120, 212), (255, 255, 255), (139, 69, 19)])
    ['blue', 'white', 'brown']
    """
    rgb = np.asarray(colours, np.float64).reshape(-1, 3) / 255
    value, least = rgb.max(axis=1), rgb.min(axis=1)
    chroma = value - least
    some = np.maximum(chroma, 1e-12)
    red, green, blue = rgb.T
    sextant = np.select(
        [red == value, green == value], [(green - blue) / some, (blue - red) / some + 2], (red - green) / some + 4
    )
    hue = np.where(chroma > 0, sextant * 60 % 360, 0.0)
    saturation = chroma / np.maximum(value, 1e-12)
    fits = [
        _within(hue, bound.hue) & _within(saturation, bound.saturation) & _within(value, bound.value)
        for bound in BOUNDS
    ]
    return [BOUNDS[first].name for first in np.argmax(fits, axis=0)]


def _within(values: NDArray[np.float64], ends: tuple[float, float]) -> NDArray[np.bool_]:
    return (ends[0] <= values) & (values < ends[1])


def colour_name(colour: Sequence[float]) -> str:
    """Return the name of one colour: RGB, each channel in [0, 255]."""
    return colour_names([colour])[0]


def colours_of(frame: Frame, bounds: Sequence[Rect], rule: ColourRule = "seen") -> list[str]:
    """Return the colour of each region.

    ``average`` is the paper's rule: the mean of the region's pixels. It answers "grey" for a black sign on white.
    ``seen`` is ours and the default, as people name things in instructions ("the black location icon", "the blue
    button"): the most frequent colour of the pixels that differ from what is around the region, which is the ground of
    a button and the line of a sign. A region that does not differ has the colour of its ground.

    Args:
        frame: uint8 (H, W, 3), RGB.
        bounds: (x, y, width, height) of each, in pixels. Parts off the frame are left out.
        rule: "seen" or "average".

    Returns:
        One of `COLOURS` each; "" for a region off the frame.
    """
    found = [_average(_cut(frame, b)) if rule == "average" else _seen(frame, b) for b in bounds]
    names = iter(colour_names([colour for colour in found if colour is not None]))
    return ["" if colour is None else next(names) for colour in found]


def _cut(frame: Frame, bounds: Rect, more: int = 0) -> Frame:
    x, y, w, h = bounds
    return frame[max(y - more, 0) : max(y + h + more, 0), max(x - more, 0) : max(x + w + more, 0)]


def _average(region: Frame) -> NDArray[np.float64] | None:
    return region.reshape(-1, 3).mean(axis=0) if region.size else None


def _seen(frame: Frame, bounds: Rect) -> NDArray[np.float64] | None:
    whole = _cut(frame, bounds)
    if not whole.size:
        return None
    inner = whole[_BORDER:-_BORDER, _BORDER:-_BORDER] if max(whole.shape[:2]) >= _FRAMED else whole[:0]
    if inner.size and np.ptp(inner.reshape(-1, 3), axis=0).max() <= _ALIKE:
        return _average(inner)  # a blank field or button, whatever its border
    cut = whole.reshape(-1, 3)
    region: NDArray[np.int16] = cut[:: max(len(cut) // _PIXELS, 1)].astype(np.int16)
    around = _most_frequent(_strip(frame, bounds))
    apart = np.abs(region - around).max(axis=1)
    differs = apart > _ALIKE
    if differs.mean() < _INK:
        return _most_frequent(region)
    # the edges of a thin line are mixed with its ground: those that differ most are the line itself
    return _most_frequent(region[apart > max(_ALIKE, np.percentile(apart[differs], 75) / 2)])


def _strip(frame: Frame, bounds: Rect) -> NDArray[np.int16]:
    """The pixels next to a region; its own edge where it fills the frame."""
    x, y, w, h = bounds
    wide = _cut(frame, bounds, _AROUND)
    inner = np.zeros(wide.shape[:2], bool)
    top, left = y - max(y - _AROUND, 0), x - max(x - _AROUND, 0)
    inner[max(top, 0) : top + h, max(left, 0) : left + w] = True
    if inner.all():
        inner[1:-1, 1:-1], inner[[0, -1]], inner[:, [0, -1]] = True, False, False
    return wide[~inner].astype(np.int16)


def _most_frequent(pixels: NDArray[np.int16]) -> NDArray[np.float64]:
    """The mean of the fullest bin of the pixels' histogram; of equally full ones the darkest."""
    bins = (pixels // _STEP).astype(np.int64) @ (1 << 16, 1 << 8, 1)
    _, which, counts = np.unique(bins, return_inverse=True, return_counts=True)
    return pixels[which == int(np.argmax(counts))].mean(axis=0)  # type: ignore[no-any-return]
