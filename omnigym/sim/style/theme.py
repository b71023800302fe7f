"""The theme: for each kind of widget and each of its looks, a `Style` in device pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from omnigym.errors import UnknownNameError
from omnigym.sim.style.colour import Colour
from omnigym.sim.style.fonts import Font
from omnigym.sim.style.looks import Look
from omnigym.sim.style.palette import LIGHT, Palette
from omnigym.sim.style.styles import ALIASES, STYLES


class Sheet:
    """A style sheet; compared by identity.

    Args:
        looks: Looks by kind and style name. The empty style name is a kind's plain look.
        families: The typeface for a family that looks name; a family that is not there stays as it is.
        more: Further looks, each of which may be imported when it is asked for.
        change: What becomes of each look.
    """

    def __init__(
        self,
        looks: Mapping[tuple[str, str], Look],
        families: Mapping[str, str],
        more: Mapping[tuple[str, str], Look] = MappingProxyType({}),
        change: Callable[[Look], Look] | None = None,
    ) -> None:
        self.looks, self.families, self._more, self._change = looks, families, more, change

    def with_looks(self, looks: Mapping[tuple[str, str], Look]) -> Sheet:
        """Return a sheet with the additional looks of apps.

        Raises:
            ValueError: One of them is in the sheet already, as another look.
        """
        taken = [key for key in looks if key in self.looks and self.looks[key] != looks[key]]
        if taken:
            raise ValueError(f"An app declares the styles {taken}, which its platform has. Give them other names.")
        return Sheet(self.looks, self.families, looks)

    def changed(self, change: Callable[[Look], Look]) -> Sheet:
        """Return a sheet with each look changed."""
        return Sheet(self.looks, self.families, self._more, change)

    def look(self, kind: str, name: str) -> Look | None:
        """Return the look of a kind and style name, or None."""
        found = self.looks.get((kind, name)) or self._more.get((kind, name))
        return found if found is None or self._change is None else self._change(found)

    def names(self, kind: str) -> list[str]:
        """Return the style names of a kind."""
        return [name for of, name in (*self.looks, *self._more) if of == kind]


#: The looks that widgets bring along, by kind and style name, for sheets that have none of it.
WIDGET_LOOKS: dict[tuple[str, str], Look] = {}

#: The style sheet of Windows, without what apps declare.
WINDOWS = Sheet(STYLES, {})


class Style(NamedTuple):
    """The appearance of one kind of widget, in pixels at the theme's scale.

    Attributes:
        font: Of its text.
        pad: Left, top, right, bottom, between its edge and what is on it.
        gap: Between icon and text.
        icon: Side of its icon.
        min_w, min_h: It is never smaller.
        vertical: The icon is above the text.
        radius, shadow: Of its corners; how far its shadow reaches.
        fill, edge, ink: Colours of ground, border and text; None for nothing.
        hover, pressed, checked: Ground in those states; None leaves `fill`.
    """

    font: Font
    pad: tuple[int, int, int, int]
    gap: int
    icon: int
    min_w: int
    min_h: int
    vertical: bool
    radius: int
    shadow: int
    fill: Colour | None
    edge: Colour | None
    ink: Colour
    hover: Colour | None
    pressed: Colour | None
    checked: Colour | None


class Theme:
    """Styles at one scale, in one palette; compared by identity, so take it from `make_theme`.

    Args:
        scale: Device pixels per logical pixel.
        palette: The colours.
        sheet: The looks.
    """

    def __init__(self, scale: float, palette: Palette = LIGHT, sheet: Sheet = WINDOWS) -> None:
        self.scale, self.sheet = scale, sheet
        self.palette = palette
        self._styles: dict[tuple[str, str], Style] = {}

    def style(self, kind: str, name: str) -> Style:
        """Return the style of a kind of widget.

        Raises:
            UnknownNameError: The sheet has none of that name.
        """
        found = self._styles.get((kind, name))
        if found is None:
            found = self._styles[kind, name] = self._scaled(self.look(kind, name))
        return found

    def look(self, kind: str, name: str) -> Look:
        """Return the look of a style, equal in every palette; "title@20" is "title" in 20 pixels per em.

        Raises:
            UnknownNameError: The sheet has none of that name.
        """
        own, _, size = name.partition("@")
        plain, sheet = own.replace("-", "_"), self.sheet
        look = sheet.look(kind, plain) or sheet.look(kind, ALIASES.get(plain, plain)) or WIDGET_LOOKS.get((kind, plain))
        if look is None:
            raise UnknownNameError(f"style of a {kind}", name, sheet.names(kind))
        return look._replace(size=int(size)) if size else look

    def px(self, length: float) -> int:
        """Return a logical length in device pixels; a length above 0 gives at least one pixel."""
        scaled = round(length * self.scale)
        return max(1, scaled) if length > 0 else scaled

    def _scaled(self, look: Look) -> Style:
        left, top, right, bottom = (self.px(p) for p in look.pad)
        grounds = (look.fill, look.edge, look.hover, look.pressed, look.checked)
        fill, edge, hover, pressed, checked = [None if ink is None else self.palette.of(ink) for ink in grounds]
        return Style(
            font=Font(self.sheet.families.get(look.family, look.family), self.px(look.size), look.bold, look.italic),
            pad=(left, top, right, bottom),
            gap=self.px(look.gap),
            icon=self.px(look.icon),
            min_w=self.px(look.min_w),
            min_h=self.px(look.min_h),
            vertical=look.vertical,
            radius=self.px(look.radius),
            shadow=self.px(look.shadow),
            fill=fill,
            edge=edge,
            ink=self.palette.of(look.ink),
            hover=hover,
            pressed=pressed,
            checked=checked,
        )


@lru_cache(maxsize=64)
def make_theme(scale: float = 1.0, palette: Palette = LIGHT, sheet: Sheet = WINDOWS) -> Theme:
    """Return the theme of a scale, a palette and a style sheet, always the same object.

    >>> make_theme(2.0).style("button", "").font.size
    24
    """
    return Theme(scale, palette, sheet)
