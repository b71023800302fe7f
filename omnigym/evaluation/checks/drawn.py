"""Checks of pictures that the user has drawn or drawn on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from omnigym.evaluation.checks._effects import makes, writes
from omnigym.evaluation.checks._initial_content import clipboards
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.pictures import SCENES, TONES, Edits, apply_edits, channels_apart, decoded_picture, draw_scene, unspoilt

__all__ = [
    "picture_holds_clipboard",
    "picture_marked",
    "picture_of_screen",
    "picture_plain",
    "picture_scaled",
    "picture_shape",
]

#: How far a channel may be from the colour that was meant: JPEG files are not exact.
_NEAR = 40
#: The share of pixels that may be otherwise: the edges of what was drawn.
_EDGES = 0.02
#: A shape is as wide and as high as this, in pixels, and covers so much of what it should.
_LEAST, _ALIKE = 20, 0.9
#: The height of a taskbar, and how far its pixels may be off on average: the clock went on.
_BAR, _MOVED = 40, 14.0
_CORNERS = {
    "rectangle": ((0, 0), (1, 0), (1, 1), (0, 1)),
    "triangle": ((0.5, 0), (1, 1), (0, 1)),
    "diamond": ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
}


def _pixels(image: Image.Image) -> NDArray[np.int16]:
    return np.asarray(image.convert("RGB")).astype(np.int16)


def _near(pixels: NDArray[np.int16], colour: str) -> NDArray[np.bool_]:
    wanted = [int(colour[at : at + 2], 16) for at in (0, 2, 4)]
    return channels_apart(pixels, np.array(wanted, dtype=np.int16)) <= _NEAR


def _missing(path: str) -> Verdict:
    return not_yet(f"There is no picture {path!r}.")


@check("picture_plain", effects=lambda path, **_: writes(path))
def picture_plain(probe: Probe, path: str, colour: str) -> Verdict:
    """The picture at ``path`` has one colour all over, ``colour`` as six hexadecimal digits."""
    picture = probe.read(path, decoded_picture)
    if picture is None:
        return _missing(path)
    share = float(_near(_pixels(picture), colour).mean())
    return passed() if share == 1.0 else not_yet(f"{share:.0%} of {path!r} is of the colour {colour}.")


@check("picture_shape", effects=lambda path, **_: writes(path))
def picture_shape(probe: Probe, path: str, shape: str, colour: str) -> Verdict:
    """The picture at ``path`` shows one filled shape of a colour on white, and nothing else.

    Args:
        probe: Reads the device.
        path: A file of any format.
        shape: "rectangle", "oval", "triangle" or "diamond", upright, of whatever size and proportions.
        colour: Six hexadecimal digits.
    """
    if shape not in (*_CORNERS, "oval"):
        return not_yet(f"Unknown shape {shape!r}: expected one of {', '.join((*_CORNERS, 'oval'))}.")
    picture = probe.read(path, decoded_picture)
    if picture is None:
        return _missing(path)
    pixels = _pixels(picture)
    ink, ground = _near(pixels, colour), _near(pixels, "FFFFFF")
    if float((~(ink | ground)).mean()) > _EDGES:
        return not_yet(f"{path!r} shows other colours than {colour} on white.")
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if min(len(rows), len(columns)) < _LEAST:
        return not_yet(f"{path!r} shows no shape of the colour {colour}.")
    drawn = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    wanted = _ideal(shape, drawn.shape[1], drawn.shape[0])
    share = float((drawn & wanted).sum() / (drawn | wanted).sum())
    return passed() if share >= _ALIKE else not_yet(f"What {path!r} shows is a {shape} by {share:.0%} only.")


def _ideal(shape: str, width: int, height: int) -> NDArray[np.bool_]:
    sheet = Image.new("1", (width, height))
    draw = ImageDraw.Draw(sheet)
    if shape == "oval":
        draw.ellipse((0, 0, width - 1, height - 1), fill=1)
    else:
        draw.polygon([(x * (width - 1), y * (height - 1)) for x, y in _CORNERS[shape]], fill=1)
    return np.asarray(sheet)


@check("picture_scaled", effects=lambda path, **_: writes(path))
def picture_scaled(probe: Probe, path: str, scene: str, width: int = 0, tone: str = "") -> Verdict:
    """The picture at ``path`` is a shipped picture, with nothing drawn on it.

    Args:
        probe: Reads the device.
        path: A file of any format.
        scene: A name in `omnigym.pictures.SCENES`.
        width: In pixels, the height as follows from it; 0 for the picture's own.
        tone: A name in `omnigym.pictures.TONES`.
    """
    if scene not in SCENES or tone not in TONES:
        return not_yet(f"There is no scene {scene!r} or tone {tone!r} to compare with.")
    picture = probe.read(path, decoded_picture)
    if picture is None:
        return _missing(path)
    whole = apply_edits(draw_scene(scene), Edits(tone=tone))
    height = round(whole.height * width / whole.width)
    if width and (picture.width != width or abs(picture.height - height) > 1):
        return not_yet(f"{path!r} is {picture.width} x {picture.height}, not {width} x {height}.")
    same = unspoilt(picture, whole.resize(picture.size, Image.Resampling.BOX) if width else whole)
    return passed() if same else not_yet(f"{path!r} does not show {scene!r} as it was asked for.")


@check("picture_marked", effects=lambda path, **_: writes(path))
def picture_marked(probe: Probe, path: str, scene: str, colour: str, least: float = 0.0005) -> Verdict:
    """The picture at ``path`` is a shipped picture, with a line of a colour drawn on it.

    Args:
        probe: Reads the device.
        path: A file of any format.
        scene: A name in `omnigym.pictures.SCENES`.
        colour: Six hexadecimal digits.
        least: The share of its pixels that the line has at least; at most a fifth are other than they were.
    """
    if scene not in SCENES:
        return not_yet(f"There is no scene {scene!r} to compare with.")
    picture = probe.read(path, decoded_picture)
    if picture is None:
        return _missing(path)
    whole = draw_scene(scene)
    if picture.size != whole.size:
        return not_yet(f"{path!r} is {picture.width} x {picture.height}, not as large as {scene!r}.")
    now, was = _pixels(picture), _pixels(whole)
    other = channels_apart(now, was) > _NEAR
    inked = other & _near(now, colour)
    if float(inked.mean()) < least:
        return not_yet(f"There is no line of the colour {colour} on {path!r}.")
    if float(other.mean()) > 0.2 or inked.sum() < 0.8 * other.sum():
        return not_yet(f"More than a line of the colour {colour} was drawn on {path!r}.")
    return passed()


@check("picture_of_screen", effects=makes)
def picture_of_screen(probe: Probe, path: str) -> Verdict:
    """The picture at ``path`` shows the whole screen: it has its size, and the end of the bar at its bottom.

    The rest of the bar changes with the programs that run, so that it is another one once the agent has gone on.
    """
    picture = probe.read(path, decoded_picture)
    if picture is None:
        return _missing(path)
    screen = probe.screenshot().astype(np.int16)
    height, width = screen.shape[:2]
    if picture.size != (width, height):
        return not_yet(f"{path!r} is {picture.width} x {picture.height}; the screen is {width} x {height}.")
    end_of_bar = np.s_[height - _BAR :, width - width // 4 :]
    then, now = _pixels(picture)[end_of_bar], screen[end_of_bar]
    if np.abs(then - now).mean() < _MOVED and then.std() > _MOVED:
        return passed()
    return not_yet(f"{path!r} does not show the screen.")


@check("picture_holds_clipboard", effects=makes)
def picture_holds_clipboard(probe: Probe, path: str) -> Verdict:
    """The picture at ``path`` is the one that was on the clipboard, with optional white at its right and below."""
    picture = probe.read(path, decoded_picture)
    if picture is None:
        return _missing(path)
    for held in clipboards(probe):
        copied = decoded_picture(held.image) if held.image else None
        if copied is None or copied.width > picture.width or copied.height > picture.height:
            continue
        box = (0, 0, *copied.size)
        rest = picture.convert("RGB").copy()
        rest.paste((255, 255, 255), box)
        if unspoilt(picture.crop(box), copied) and bool(_near(_pixels(rest), "FFFFFF").all()):
            return passed()
    return not_yet(f"{path!r} is not the picture that was on the clipboard.")
