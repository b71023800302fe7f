"""Drawing of actions on frames: the pointer, a ring at a click, the line of a drag, and typed text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from omnigym.actions import (
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    MouseDown,
    OpenApp,
    Point,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
    pixel,
    to_json,
)
from omnigym.devices.arrow import place_of

__all__ = ["caption_of", "draw_action", "draw_beside", "draw_strip", "pointer_of", "words_of"]

_ACCENT: Final = (232, 62, 90, 255)
_ARROW: Final = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))
_NIGHT: Final = (24, 24, 28)
_MAX_CAPTION = 48
_STRIP_LINES = 2


def _chord(a: Press) -> str:
    names = [*(m.capitalize() for m in a.modifiers), a.key.upper() if len(a.key) == 1 else a.key.capitalize()]
    return " + ".join(names) + (f"  x{a.count}" if a.count > 1 else "")


def _typed(text: str) -> str:
    shown = text.rstrip("\n")
    enter = "   + Enter" if len(shown) < len(text) else ""
    return f"Type  {' / '.join(shown.split(chr(10)))}{enter}".replace("\t", "  ") if shown else "Enter"


_BUTTONS: Final = {"left": "", "right": "Right click", "middle": "Middle click"}


def _words(action: Action) -> str:
    match action:
        case Type(text):
            return _typed(text)
        case Press():
            return _chord(action)
        case KeyDown(key):
            return f"hold {key.capitalize()}"
        case KeyUp(key):
            return f"release {key.capitalize()}"
        case Click():
            return _BUTTONS[action.button] if action.count == 1 else "Double click"
        case Scroll(dy=dy):
            return f"Scroll {'down' if dy > 0 else 'up' if dy < 0 else 'sideways'}"
        case Wait(duration):
            return f"Wait {duration:g} s"
        case OpenApp(app):
            return f"Open {app}"
        case Submit(answer):
            return f"Answer  {answer}"
        case CallUser(message):
            return f"Call user  {message}"
        case Done():
            return "DONE"
        case Fail():
            return "FAIL"
        case Invalid(reason=reason):
            return f"Invalid: {reason}"
    return ""


def caption_of(action: Action) -> str:
    r"""Return the caption of an action, "" if the pointer shows the action.

    >>> caption_of(Press("s", ("ctrl",)))
    'Ctrl + S'
    >>> caption_of(Type("a.txt\n"))
    'Type  a.txt   + Enter'
    """
    text = _words(action)
    return text if len(text) <= _MAX_CAPTION else text[: _MAX_CAPTION - 1] + "…"


def words_of(action: Action) -> str:
    """Return an action in words for a person, never "".

    >>> words_of(Click((0.5, 0.5)))
    'Click'
    """
    return caption_of(action) or str(to_json(action)["type"])


def pointer_of(action: Action, before: Point) -> Point:
    """Return the position of the pointer after an action that began with it at ``before``."""
    return place_of(action) or before


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def draw_action(frame: Image.Image, action: Action | None, pointer: Point, *, pressed: bool = True) -> Image.Image:
    """Return a copy of the frame with the pointer, and the action if there is one.

    Args:
        frame: The screen, RGB.
        action: What is being done; None while the pointer only moves.
        pointer: Where it is.
        pressed: Whether the mouse button is shown pressed.
    """
    image = frame.convert("RGB")
    draw = ImageDraw.Draw(image, "RGBA")
    unit = max(frame.width, frame.height) / 1024
    x, y = pixel(pointer, frame.size)
    if isinstance(action, Drag):
        start = pixel(action.at, frame.size)
        draw.line([start, (x, y)], fill=(*_ACCENT[:3], 160), width=max(2, round(4 * unit)))
        _ring(draw, start, 9 * unit, unit)
    if isinstance(action, (Click, MouseDown, Drag)) and pressed:
        _ring(draw, (x, y), 18 * unit, unit)
        if isinstance(action, Click) and action.count > 1:
            _ring(draw, (x, y), 27 * unit, unit)
    if isinstance(action, Scroll):
        _wheel(draw, (x, y), action, unit)
    _arrow(draw, (x, y), max(0.6, unit))
    caption = caption_of(action) if action is not None else ""
    if caption:
        _caption(draw, frame.size, caption, unit, bad=isinstance(action, (Invalid, Fail)))
    return image


def _ring(draw: ImageDraw.ImageDraw, at: tuple[int, int], radius: float, unit: float) -> None:
    x, y = at
    box = (x - radius, y - radius, x + radius, y + radius)
    draw.ellipse(box, fill=(*_ACCENT[:3], 50), outline=_ACCENT, width=max(2, round(3 * unit)))


def _wheel(draw: ImageDraw.ImageDraw, at: tuple[int, int], action: Scroll, unit: float) -> None:
    x, y = at
    sign = 1 if action.dy >= 0 else -1
    for step in (16, 26):
        tip, wing, half = sign * (step + 8) * unit, sign * step * unit, 9 * unit
        points = [(x - half, y + wing), (x, y + tip), (x + half, y + wing)]
        draw.line(points, fill=_ACCENT, width=max(2, round(3 * unit)), joint="curve")


def _arrow(draw: ImageDraw.ImageDraw, at: tuple[int, int], unit: float) -> None:
    points = [(at[0] + px * unit * 1.2, at[1] + py * unit * 1.2) for px, py in _ARROW]
    draw.polygon(points, fill=(255, 255, 255, 255))
    draw.line([*points, points[0]], fill=(20, 20, 20, 255), width=max(1, round(1.5 * unit)), joint="curve")


def _caption(draw: ImageDraw.ImageDraw, size: tuple[int, int], text: str, unit: float, *, bad: bool) -> None:
    font = _font(max(11, round(24 * unit)))
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    pad = 12 * unit
    room = (size[0] - 3 * pad) / max(1, right - left)
    if room < 1:  # a phone's screen is narrow
        font = _font(max(7, int(24 * unit * room)))
        left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    width, height = right - left + 2 * pad, bottom - top + 2 * pad
    x, y = (size[0] - width) / 2, size[1] - height - 64 * unit
    fill = _ACCENT if bad else (24, 24, 28, 225)
    draw.rounded_rectangle((x, y, x + width, y + height), radius=10 * unit, fill=fill)
    draw.text((x + pad - left, y + pad - top), text, font=font, fill=(255, 255, 255, 255))


def draw_beside(
    frames: Mapping[str, Image.Image], sizes: Mapping[str, tuple[int, int]], acted_on: str, gap: int
) -> Image.Image:
    """Return a new image with the screens of several devices side by side, each below its name.

    Args:
        frames: By the names of the devices; one that is not there stays dark.
        sizes: The (width, height) of each in pixels.
        acted_on: The device that has a frame in the colour of actions.
        gap: Pixels between them and around them.
    """
    label = round(2.4 * gap)
    font = _font(max(10, round(1.4 * gap)))
    width = sum(w for w, _ in sizes.values()) + gap * (len(sizes) + 1)
    image = Image.new("RGB", (width, max(h for _, h in sizes.values()) + label + gap), _NIGHT)
    draw = ImageDraw.Draw(image)
    left = gap
    for name, (w, h) in sizes.items():
        colour = _ACCENT[:3] if name == acted_on else (150, 150, 158)
        draw.text((left + w / 2, label / 2), name.capitalize(), font=font, fill=colour, anchor="mm")
        if name in frames:
            image.paste(frames[name], (left, label))
        if name == acted_on:
            edge = max(2, round(gap / 4))
            draw.rectangle((left - edge, label - edge, left + w + edge - 1, label + h + edge - 1), None, colour, edge)
        left += w + gap
    return image


def draw_strip(image: Image.Image, left: str, right: str) -> Image.Image:
    """Return a new image with a dark strip at its bottom: the request on the left, the progress on the right."""
    line = max(12, round(image.width / 1024 * 22))
    font = _font(max(9, round(line * 0.8)))
    out = ImageDraw.Draw(image)
    status = out.textlength(right, font=font)
    rows = _wrapped(left, lambda t: out.textlength(t, font=font), image.width - status - 3 * line)
    height = line * _STRIP_LINES + line
    height += (image.height + height) % 2  # video codecs want even sizes
    film = Image.new("RGB", (image.width + image.width % 2, image.height + height), _NIGHT)
    film.paste(image, (0, 0))
    draw = ImageDraw.Draw(film)
    middle = image.height + height / 2
    for n, row in enumerate(rows):
        y = middle + (n - (len(rows) - 1) / 2) * line
        draw.text((line, y), row, font=font, fill=(235, 235, 240), anchor="lm")
    draw.text((image.width - line, middle), right, font=font, fill=(140, 200, 255), anchor="rm")
    return film


def _wrapped(text: str, width_of: Callable[[str], float], room: float) -> list[str]:
    """The text in at most `_STRIP_LINES` lines, the last cut where it is too long."""
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if width_of(longer) <= room or not rows[-1]:
            rows[-1] = longer
        elif len(rows) < _STRIP_LINES:
            rows.append(word)
        else:
            rows[-1] += "…"
            break
    return rows
