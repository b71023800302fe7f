"""Settings that apps and shells share: background, volume and brightness, resolution and scale."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.app import Effect, SetSetting
from omnigym.sim.ui.controls import Span
from omnigym.sim.vfs import Vfs

# -- levels from 0 to 100 that are settings: volume, brightness -------------------------------------------------------


def span_of(value: str) -> Span:
    """The slider's range and value for a setting in per cent; 50 if it is not a number in 0..100."""
    return Span(int(value) if value.isdecimal() and int(value) <= 100 else 50)


def levelled(setting: str, value: int) -> tuple[Effect, ...]:
    """The effects of a slider that was moved; who turns the volume up or down wants to hear it."""
    effects: tuple[Effect, ...] = (SetSetting(setting, str(value)),)
    return (*effects, SetSetting("sound.muted", "off")) if setting == "sound.volume" else effects


# -- what lies behind everything --------------------------------------------------------------------------------------

# Of the desktop, the home screen and the lock screen.


def background_of(settings: Mapping[str, str], vfs: Vfs) -> bytes | str:
    """The desktop's background: the bytes of the picture whose path "wallpaper" is, or the name of a wallpaper."""
    wanted = settings.get("wallpaper", "")
    return vfs.read(wanted) if vfs.is_file(wanted) else wanted


# -- the resolutions and scales that a desktop's settings offer for a screen ------------------------------------------

#: The resolutions below its own that a screen can show, and the scales in per cent that Settings offers.
_RESOLUTIONS = ((640, 480), (800, 600), (1024, 768), (1280, 720), (1280, 960), (1366, 768), (1600, 900), (1920, 1080))
_SCALES = (100, 125, 150, 175, 200)
#: The desktop, in logical pixels, on which every app opens at its usual size.
_ROOM = (1024, 768)


def resolutions(size: tuple[int, int]) -> tuple[str, ...]:
    """The resolutions of a screen, its own first: "1024x768". Others have its proportions, to fill it."""
    smaller = [(w, h) for w, h in reversed(_RESOLUTIONS) if w < size[0] and w * size[1] == h * size[0]]
    return tuple([f"{w}x{h}" for w, h in (size, *smaller)])


def scales_within(least: tuple[int, int], resolution: str) -> tuple[str, ...]:
    """The scales in per cent with which a desktop is not smaller than ``least`` logical pixels at a resolution."""
    w, h = _parts(resolution)
    return tuple([str(s) for s in _SCALES if w * 100 >= least[0] * s and h * 100 >= least[1] * s])


def drawn_scales(size: tuple[int, int], usual: float) -> tuple[str, ...]:
    """The scales in per cent that a layout may have.

    Larger ones only where every app still opens at its usual size: in narrower windows, apps fold controls away. In
    quarters, which leave the sides of icons whole numbers of pixels.
    """
    room = min(size[0] / _ROOM[0], size[1] / _ROOM[1])
    scales = [share * usual for share in (1.0, 1.25, 1.5)]
    return tuple([f"{100 * scale:.12g}" for scale in scales if scale == usual or scale <= room])


def _parts(resolution: str) -> tuple[int, int]:
    w, _, h = resolution.partition("x")
    return (int(w), int(h)) if w.isdecimal() and h.isdecimal() else (0, 0)


def scale_within(least: tuple[int, int], settings: Mapping[str, str], size: tuple[int, int], usual: float) -> float:
    """Pixels per logical pixel.

    Args:
        least: The smallest desktop, in logical pixels.
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
    fits = scale * least[0] <= size[0] and scale * least[1] <= size[1]
    return scale if fits and percent >= 50 else usual
