"""What the settings say about how the desktop looks: theme and scale."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from omnigym.devices.sim.style.palette import palette_of
from omnigym.devices.sim.style.theme import WINDOWS, Sheet, Theme, make_theme
from omnigym.devices.sim.windows.catalogue import CATALOGUE

__all__ = ["LEAST", "resolutions", "scale_of", "scales", "theme_of"]

#: The smallest desktop, in logical pixels, on which everything has room.
LEAST = (640, 480)
#: The resolutions below its own that a screen can show, and the scales in per cent that Settings offers.
_RESOLUTIONS = ((640, 480), (800, 600), (1024, 768), (1280, 720), (1280, 960), (1366, 768), (1600, 900), (1920, 1080))
_SCALES = (100, 125, 150, 175, 200)


def resolutions(size: tuple[int, int]) -> tuple[str, ...]:
    """The resolutions of a screen, its own first: "1024x768". Others have its proportions, to fill it."""
    smaller = [(w, h) for w, h in reversed(_RESOLUTIONS) if w < size[0] and w * size[1] == h * size[0]]
    return tuple([f"{w}x{h}" for w, h in (size, *smaller)])


def scales(resolution: str) -> tuple[str, ...]:
    """The scales in per cent with which a desktop is not too small at a resolution."""
    w, h = _parts(resolution)
    return tuple([str(s) for s in _SCALES if w * 100 >= LEAST[0] * s and h * 100 >= LEAST[1] * s])


def _parts(resolution: str) -> tuple[int, int]:
    w, _, h = resolution.partition("x")
    return (int(w), int(h)) if w.isdecimal() and h.isdecimal() else (0, 0)


def scale_of(settings: Mapping[str, str], size: tuple[int, int], usual: float) -> float:
    """Pixels per logical pixel.

    Args:
        settings: "display.scale" in per cent; a smaller "display.resolution" is enlarged to fill the screen.
        size: Of the screen in pixels.
        usual: What the screen was made with; it is taken where the settings make no sense.
    """
    resolution = settings.get("display.resolution", "")
    w = _parts(resolution)[0] if resolution in resolutions(size) else size[0]
    try:
        percent = float(settings.get("display.scale", ""))
    except ValueError:
        return usual
    scale = percent / 100 * (size[0] / w)
    fits = scale * LEAST[0] <= size[0] and scale * LEAST[1] <= size[1]
    return scale if fits and percent >= 50 else usual


@cache
def _sheet() -> Sheet:
    return WINDOWS.with_looks(CATALOGUE.styles)


def theme_of(settings: Mapping[str, str], scale: float) -> Theme:
    """The theme of the settings "theme" ("light" or "dark") and "accent", at a scale."""
    return make_theme(scale, palette_of(settings.get("theme") == "dark", settings.get("accent", "")), _sheet())
