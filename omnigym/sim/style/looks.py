"""A look: a style before scale and palette."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.sim.style.colour import Shade

#: A colour of a look: the name of a `Palette` field, or an app's own.
Ink: TypeAlias = str | Shade


class Look(NamedTuple):
    """A style before scale and palette; see `theme.Style`."""

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
    fill: Ink | None = None
    edge: Ink | None = None
    ink: Ink = "text"
    hover: Ink | None = None
    pressed: Ink | None = None
    checked: Ink | None = None


def looks(**kinds: Mapping[str, Look]) -> dict[tuple[str, str], Look]:
    """Return looks by kind of widget and style name, from those of each kind; a button's apply to toggles too.

    >>> sorted(looks(button={"key": Look(radius=4)}))
    [('button', 'key'), ('toggle', 'key')]
    """
    found = {(kind, name): look for kind, styles in kinds.items() for name, look in styles.items()}
    for name, look in kinds.get("button", {}).items():
        found["toggle", name] = look
    return found
