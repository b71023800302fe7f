"""What the settings say about how the desktop looks: theme and scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from omnigym.sim.common.system_settings import drawn_scales, resolutions, scale_within, scales_within
from omnigym.sim.paint.wallpaper import WALLPAPERS
from omnigym.sim.settings import ICONS, ORDERS
from omnigym.sim.style.palette import ACCENTS, palette_of
from omnigym.sim.style.theme import WINDOWS, Sheet, Theme, make_theme
from omnigym.sim.windows.catalogue import CATALOGUE

__all__ = ["LEAST", "resolutions", "scale_of", "scales", "theme_of", "variation"]

#: The smallest desktop, in logical pixels, on which everything has room.
LEAST = (640, 480)

scales = partial(scales_within, LEAST)
scale_of = partial(scale_within, LEAST)


@cache
def _sheet() -> Sheet:
    return WINDOWS.with_looks(CATALOGUE.styles)


def theme_of(settings: Mapping[str, str], scale: float) -> Theme:
    """The theme of the settings "theme" ("light" or "dark") and "accent", at a scale."""
    return make_theme(scale, palette_of(settings.get("theme") == "dark", settings.get("accent", "")), _sheet())


def variation(size: tuple[int, int], scale: float) -> Mapping[str, Sequence[str]]:
    """What differs between layouts: see `omnigym.sim.platform.SimPlatform`."""
    return {
        "accent": tuple(ACCENTS),
        "display.scale": drawn_scales(size, scale),
        "taskbar.alignment": ("center", "left"),
        "theme": ("light", "dark"),
        "wallpaper": WALLPAPERS,
        ICONS: ORDERS,
    }
