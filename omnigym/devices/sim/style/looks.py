"""A look: what a style is before scale and palette."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Look"]


class Look(NamedTuple):
    """A style before scale and palette; see `theme.Style`. Colours are names of `Palette` fields."""

    size: int = 12
    family: str = "ui"
    bold: bool = False
    italic: bool = False
    pad: tuple[int, int, int, int] = (0, 0, 0, 0)
    gap: int = 8
    icon: int = 16
    min_w: int = 0
    min_h: int = 0
    vertical: bool = False
    radius: int = 0
    shadow: int = 0
    fill: str | None = None
    edge: str | None = None
    ink: str = "text"
    hover: str | None = None
    pressed: str | None = None
    checked: str | None = None
