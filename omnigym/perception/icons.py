"""Names of icons by named templates (OmniACT, section 5): the paper's matcher, and one for any scale and dark mode."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Rect
from omnigym.errors import ConfigError
from omnigym.perception.element import Frame, IconMatch, IconMatcher
from omnigym.perception.icon_packs import Icon, Mask, installed_packs, load_pack
from omnigym.perception.shapes import load_vision

__all__ = ["METHODS", "Method", "TemplateMatcher", "glyphs_of"]

#: How a region and a template are compared; see `TemplateMatcher`.
Method: TypeAlias = Literal["glyph", "ssim"]
METHODS: Final[tuple[Method, ...]] = ("glyph", "ssim")

_Vectors: TypeAlias = NDArray[np.float32]

#: How alike the best template is at least, by method. That of "ssim" is the paper's.
_THRESHOLDS: Final = {"glyph": 0.82, "ssim": 0.95}
#: Regions whose names are kept.
_KEPT: Final = 4096
#: A region with a longer side is no icon, and is not looked at.
_MOST: Final = 256


class TemplateMatcher(IconMatcher):
    """A matcher that names pictures after the most similar template of the packs.

    ``glyph`` is ours and the default. It compares shapes: what differs from its ground is the ink, cut out and brought
    to one size; so colours, dark mode and scale do not matter. Of a sign on a plate, such as a white bell on a blue
    circle, the sign is compared, too. The measure is the correlation of the inks and of the directions of their edges,
    less what their proportions differ.

    ``ssim`` is the paper's: region and template are brought to the same size, made grey, and compared by structural
    similarity (the mean over 16 windows of 7 x 7 pixels), at least 0.95. Templates are black on white.

    Args:
        packs: Names of `omnigym.perception.icon_packs.PACKS`, or paths of folders or iconify JSONs. By default all of
            those names that are installed, in their order: names depend on what is installed, so name the packs where
            they must not.
        method: "glyph" or "ssim".
        threshold: How similar the best template is at least, in [0, 1]; None for 0.82 and 0.95.
        all_names: Whether icons are compared whose name nobody would say (see `load_pack`).

    Raises:
        MissingDependencyError, UnknownNameError, UnreadableError, TooLargeError: See `load_pack`.
        ConfigError: There is no such method, or the threshold is out of range.
    """

    def __init__(
        self,
        packs: Sequence[str | Path] | None = None,
        method: Method = "glyph",
        threshold: float | None = None,
        all_names: bool = False,
    ) -> None:
        if method not in METHODS:
            raise ConfigError(f"method must be one of {', '.join(METHODS)}, got {method!r}.")
        self.threshold = _THRESHOLDS[method] if threshold is None else threshold
        if not 0 <= self.threshold <= 1:
            raise ConfigError(f"threshold must be in [0, 1], got {threshold}.")
        self.packs = tuple(str(pack) for pack in (installed_packs() if packs is None else packs))
        self._templates = _templates(self.packs, method, all_names) if self.packs else None
        self._known: OrderedDict[tuple[bytes, Rect], IconMatch | None] = OrderedDict()

    def __len__(self) -> int:
        """How many templates there are."""
        return 0 if self._templates is None else len(self._templates.names)

    def match(self, frame: Frame, bounds: Sequence[Rect]) -> list[IconMatch | None]:
        """Return the best template's name and similarity in [0, 1] for each place; None below the threshold.

        Args:
            frame: uint8 (H, W, 3), RGB.
            bounds: (x, y, width, height) of each in pixels.
        """
        if self._templates is None:
            return [None] * len(bounds)
        # where a region lies does not matter, its pixels and those around it do
        keys = [(_around(frame, b).tobytes(), (0, 0, b[2], b[3])) for b in bounds]
        new = {key: b for key, b in zip(keys, bounds, strict=True) if key not in self._known}
        if new:
            found = self._templates.best(frame, list(new.values()))
            for key, (name, score) in zip(new, found, strict=True):
                self._known[key] = IconMatch(name, round(score, 6)) if score >= self.threshold else None
        matches = [self._known[key] for key in keys]
        for key in keys:
            self._known.move_to_end(key)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return matches


class _Templates(Protocol):
    names: tuple[str, ...]

    def best(self, frame: Frame, bounds: Sequence[Rect]) -> list[tuple[str, float]]:
        """For each place the name of the best template, and how similar it is in [0, 1]."""
        ...


@lru_cache(maxsize=8)
def _templates(packs: tuple[str, ...], method: Method, all_names: bool) -> _Templates:
    """Made once a process: it takes a second or two."""
    icons = [icon for pack in packs for icon in load_pack(pack, all_names)]
    return _Shapes(icons) if method == "glyph" else _Greys(icons)


# -- shapes -----------------------------------------------------------------------------------------------------------

#: Around a region, the pixels from which its ground is seen.
_MARGIN: Final = 2
#: The least that ink differs from its ground: the largest difference of a channel.
_INK: Final = 20
#: The side of a mask that is compared, the empty margin in it, and how much it is softened: lines differ in width.
_SIDE, _EMPTY, _BLUR = 28, 2, 0.8
#: Cells of directions along a side, and directions.
_CELLS, _DIRECTIONS = 7, 8
#: Taken off a similarity for each factor of e by which proportions differ.
_PROPORTIONS: Final = 0.3
#: A shape that fills so much of its bounds is a plate, and so is one that fills what an ellipse does.
_PLATE, _ELLIPSE, _NEAR = 0.93, np.pi / 4, 0.05
#: A frame or ring with a shorter side is no button but part of a sign: a page, a clock.
_FRAME: Final = 26
#: By how much the sign on a plate may be less similar than all of it: what is on it says more than the plate.
_SIGN: Final = 0.04
#: A sign has so many pixels along its longer side at least.
_LEAST_SIGN: Final = 5


class _Glyph(NamedTuple):
    """The ink of a region, cut out.

    Attributes:
        mask: float32 (H, W), in [0, 1].
        is_sign: Whether it is what lies on a plate.
    """

    mask: Mask
    is_sign: bool = False


def glyphs_of(frame: Frame, bounds: Rect) -> list[_Glyph]:
    """Return the drawing in a region: its ink, or the sign on it if the ink is a plate.

    Args:
        frame: uint8 (H, W, 3), RGB.
        bounds: (x, y, width, height) in pixels.
    """
    w, h = bounds[2:]
    region = _around(frame, bounds)
    if min(w, h) < 1 or max(w, h) > _MOST or min(region.shape[:2]) < 3:
        return []
    pixels = region.astype(np.int16)
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    whole = _cut_out(_ink(pixels, _mode(edge)))
    if whole is None:
        return []
    found = [_Glyph(whole)]
    if _is_plate(whole):
        inner = pixels[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN].reshape(-1, 3)
        sign = _cut_out(_without_edge(_ink(pixels, _mode(inner))))
        if sign is not None and max(sign.shape) >= _LEAST_SIGN:
            found.append(_Glyph(sign, is_sign=True))
    return found


def _around(frame: Frame, bounds: Rect) -> Frame:
    x, y, w, h = bounds
    return frame[max(y - _MARGIN, 0) : max(y + h + _MARGIN, 0), max(x - _MARGIN, 0) : max(x + w + _MARGIN, 0)]


def _mode(pixels: NDArray[np.int16]) -> NDArray[np.float64]:
    """The most frequent colour."""
    bins = (pixels // 8).astype(np.int64) @ (1 << 16, 1 << 8, 1)
    _, which, counts = np.unique(bins, return_inverse=True, return_counts=True)
    mean: NDArray[np.float64] = pixels[which == int(np.argmax(counts))].mean(axis=0)
    return mean


def _ink(pixels: NDArray[np.int16], ground: NDArray[np.float64]) -> Mask:
    """How far each pixel is from its ground, 1 for the ink itself; all 0 where there is none."""
    apart = np.abs(pixels - ground).max(axis=2)
    inked = apart[apart > _INK]
    if not len(inked):
        return np.zeros(apart.shape, np.float32)
    most = np.partition(inked, len(inked) * 9 // 10)[len(inked) * 9 // 10]  # a stray pixel is no measure
    ink: Mask = np.clip(apart / most, 0, 1).astype(np.float32)
    return ink


def _cut_out(mask: Mask) -> Mask | None:
    inked = mask > 0.25
    rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] if len(rows) else None


def _is_plate(mask: Mask) -> bool:
    """Whether it is a round or square ground or frame, whatever is on it."""
    cv2 = load_vision()
    contours, _ = cv2.findContours((mask > 0.25).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(filled, contours, -1, 1, -1)
    height, width = mask.shape
    share = filled.mean()
    even = max(height, width) <= 1.15 * min(height, width)
    solid = (mask > 0.25).mean() > 0.4 * share
    return bool((solid or max(mask.shape) >= _FRAME) and (share >= _PLATE or (even and abs(share - _ELLIPSE) <= _NEAR)))


def _without_edge(mask: Mask) -> Mask:
    """Without what touches the edge, on which a plate lies, and without what is as large as all, its frame."""
    cv2 = load_vision()
    _, labels, stats, _ = cv2.connectedComponentsWithStats((mask > 0.25).astype(np.uint8), connectivity=8)
    outside = {*np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]).tolist()}
    high, wide = (side - 2 * _MARGIN - 3 for side in mask.shape)
    frames = {n for n, (_, _, w, h, _) in enumerate(stats.tolist()) if w >= wide and h >= high}
    away = [n for n in outside | frames if n > 0]
    return np.where(np.isin(labels, away), np.float32(0), mask)


def _squares(masks: Sequence[Mask], side: int, empty: int) -> _Vectors:
    """Each mask in the middle of a square, its proportions kept: (N, side, side)."""
    cv2 = load_vision()
    out = np.zeros((len(masks), side, side), np.float32)
    for square, mask in zip(out, masks, strict=True):
        height, width = mask.shape
        scale = (side - 2 * empty) / max(height, width)
        size = max(round(width * scale), 1), max(round(height * scale), 1)
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        left, top = (side - size[0]) // 2, (side - size[1]) // 2
        square[top : top + size[1], left : left + size[0]] = cv2.resize(mask, size, interpolation=way)
    return out


def _described(masks: Sequence[Mask]) -> _Vectors:
    """A vector of length 1 for each mask: the ink, and the directions of its edges by cells, half each."""
    cv2 = load_vision()
    soft = np.stack([cv2.GaussianBlur(square, (0, 0), _BLUR) for square in _squares(masks, _SIDE, _EMPTY)])
    rows, columns = np.gradient(soft, axis=(1, 2))
    strength = np.hypot(rows, columns)
    at = np.arctan2(rows, columns) % np.pi / np.pi * _DIRECTIONS
    lower = np.floor(at)
    share = (at - lower) * strength
    cells = np.kron(np.eye(_CELLS), np.ones((1, _SIDE // _CELLS))).astype(np.float32)  # (cells, side)
    blurred = cv2.GaussianBlur(cells, (0, 0), _SIDE / _CELLS / 2, borderType=cv2.BORDER_CONSTANT)
    by_direction = np.zeros((len(soft), 2, _DIRECTIONS, _SIDE, _SIDE), np.float32)
    first = lower.astype(np.int64) % _DIRECTIONS
    for way, (direction, amount) in enumerate(((first, strength - share), ((first + 1) % _DIRECTIONS, share))):
        np.put_along_axis(by_direction[:, way], direction[:, None], amount[:, None], axis=1)
    edges = (blurred @ by_direction.sum(axis=1) @ blurred.T).reshape(len(soft), -1)
    return np.hstack([_unit(soft.reshape(len(soft), -1)), _unit(edges)]).astype(np.float32) / np.float32(np.sqrt(2))


def _unit(vectors: NDArray[Any]) -> NDArray[Any]:
    centred: NDArray[Any] = vectors - vectors.mean(axis=1, keepdims=True)
    centred /= np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-6)
    return centred


def _proportion(mask: Mask) -> float:
    return float(np.log(mask.shape[1] / mask.shape[0]))


class _Shapes:
    """Templates by their shape."""

    def __init__(self, icons: Sequence[Icon]) -> None:
        # a blank plate has no shape of its own: every button looks like it
        icons = [icon for icon in icons if not (_is_plate(icon.mask) and (icon.mask > 0.25).mean() > 0.72)]
        self.names = tuple(icon.name for icon in icons)
        self._vectors = _described([icon.mask for icon in icons])
        self._proportions = np.array([_proportion(icon.mask) for icon in icons], np.float32)

    def best(self, frame: Frame, bounds: Sequence[Rect]) -> list[tuple[str, float]]:
        """For each place the name of the best template, and how similar it is in [0, 1]."""
        glyphs = [(place, glyph) for place, b in enumerate(bounds) for glyph in glyphs_of(frame, b)]
        found = [("", 0.0)] * len(bounds)
        if not glyphs:
            return found
        alike = _described([glyph.mask for _, glyph in glyphs]) @ self._vectors.T
        ratios = np.array([_proportion(glyph.mask) for _, glyph in glyphs], np.float32)
        alike -= _PROPORTIONS * np.abs(ratios[:, None] - self._proportions)
        for (place, glyph), first, score in zip(glyphs, alike.argmax(axis=1), alike.max(axis=1), strict=True):
            if score + _SIGN * glyph.is_sign > found[place][1]:
                found[place] = self.names[first], min(float(score), 1.0)
        return found


# -- the paper's ------------------------------------------------------------------------------------------------------

#: The size at which both are compared, the side of a window, and how far windows are apart.
_GREY, _WINDOW, _STRIDE = 31, 7, 8
#: Constants of structural similarity (Wang et al. 2004) for values in [0, 1].
_C1, _C2 = 0.01**2, 0.03**2


class _Greys:
    """Templates as grey pictures, black on white.

    Structural similarity needs of a pair only the products in its windows, which are one product of matrices a window.
    """

    def __init__(self, icons: Sequence[Icon]) -> None:
        cv2 = load_vision()
        self.names = tuple(icon.name for icon in icons)
        greys = [1 - cv2.resize(icon.mask, (_GREY, _GREY), interpolation=cv2.INTER_AREA) for icon in icons]
        self._windows = _windows(np.stack(greys))
        self._means, self._squares = self._windows.mean(axis=2), (self._windows**2).mean(axis=2)

    def best(self, frame: Frame, bounds: Sequence[Rect]) -> list[tuple[str, float]]:
        """For each place the name of the best template, and its structural similarity, at least 0."""
        cv2 = load_vision()
        greys, places = [], []
        for place, (x, y, w, h) in enumerate(bounds):
            region = frame[max(y, 0) : max(y + h, 0), max(x, 0) : max(x + w, 0)]
            if region.size and max(region.shape[:2]) <= _MOST:
                grey = cv2.cvtColor(region, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
                greys.append(cv2.resize(grey, (_GREY, _GREY), interpolation=cv2.INTER_AREA))
                places.append(place)
        found = [("", 0.0)] * len(bounds)
        if not greys:
            return found
        similar = self._similar(_windows(np.stack(greys)))
        for place, first, score in zip(places, similar.argmax(axis=1), similar.max(axis=1), strict=True):
            found[place] = self.names[first], max(float(score), 0.0)
        return found

    def _similar(self, windows: _Vectors) -> _Vectors:
        """The mean structural similarity of each of N pictures with each template: (N, templates)."""
        total: _Vectors = np.zeros((windows.shape[1], len(self.names)), np.float32)
        for at, mine in enumerate(windows):
            mean, square = mine.mean(axis=1)[:, None], (mine**2).mean(axis=1)[:, None]
            other, other_square = self._means[at], self._squares[at]
            both = mean * other
            together = mine @ self._windows[at].T / np.float32(_WINDOW**2) - both
            apart = (square - mean**2) + (other_square - other**2)
            total += (2 * both + _C1) * (2 * together + _C2) / ((mean**2 + other**2 + _C1) * (apart + _C2))
        total /= len(windows)
        return total


def _windows(pictures: _Vectors) -> _Vectors:
    """The windows of each picture: (windows, N, pixels of a window)."""
    views = np.lib.stride_tricks.sliding_window_view(pictures, (_WINDOW, _WINDOW), axis=(1, 2))[:, ::_STRIDE, ::_STRIDE]
    return np.ascontiguousarray(views.reshape(len(pictures), -1, _WINDOW**2).transpose(1, 0, 2))
