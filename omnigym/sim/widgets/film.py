"""The frame of a film, drawn by rule from a scene, the place in the film, and the moving objects in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject
from omnigym.sim.style.colour import Colour, mix
from omnigym.sim.style.looks import Look
from omnigym.sim.ui.kinds import Kind, content_size
from omnigym.sim.ui.nodes import Node
from omnigym.sim.widgets.record import Widget

_WHOLE = 1000
#: The bands of a sky, and the virtual milliseconds after which its colours come back.
_BANDS, _DAY = 8, 40_000


class FrameData(NamedTuple):
    """Payload of a frame.

    Attributes:
        scene: One of `SCENES`.
        place_ms: The place in the film, from which all that moves by itself follows.
        moves: What moves in front of the scene: one of `MOVES`, and the thousandths of its way that it has gone.
    """

    scene: str
    place_ms: int = 0
    moves: tuple[tuple[str, int], ...] = ()


def film(data: FrameData, *, w: int, h: int, name: str = "", key: str = "") -> Node:
    """Return a frame of a film.

    Args:
        data: What it shows; a scene that there is not is dark.
        w, h: Its size, logical pixels.
        name: Accessible name; without one it is not in the tree.
        key: Its stable name.
    """
    role = Role.IMAGE if name else None
    return Node("film", "", key, "", "", name, "", role, w=w, h=h, data=data)


class _Brush:
    """Rectangles and discs, in thousandths of the frame's width and height; a disc's radius is of the smaller one."""

    def __init__(self, w: int, h: int) -> None:
        self.w, self.h = w, h
        self.rects: list[tuple[int, int, int, int, Colour]] = []

    def box(self, x: int, y: int, w: int, h: int, colour: Colour) -> None:
        """A rectangle, as far as it is in the frame."""
        left, right = max(x, 0) * self.w // _WHOLE, min(x + w, _WHOLE) * self.w // _WHOLE
        top, bottom = max(y, 0) * self.h // _WHOLE, min(y + h, _WHOLE) * self.h // _WHOLE
        if left < right and top < bottom:
            self.rects.append((left, top, right - left, bottom - top, colour))

    def part(self, at: tuple[int, int], x: int, y: int, w: int, h: int, colour: Colour) -> None:
        """A rectangle of a thing that keeps its proportions in frames of any: from the place of the thing, in
        thousandths of the width and height of a frame of 16 x 9 on the smaller side.
        """
        unit = min(self.w, self.h)
        left, top = at[0] * self.w // _WHOLE + x * unit * 16 // 9000, at[1] * self.h // _WHOLE + y * unit // _WHOLE
        right, foot = left + w * unit * 16 // 9000, top + h * unit // _WHOLE
        left, top, right, foot = max(left, 0), max(top, 0), min(right, self.w), min(foot, self.h)
        if left < right and top < foot:
            self.rects.append((left, top, right - left, foot - top, colour))

    def knob(self, at: tuple[int, int], x: int, y: int, radius: int, colour: Colour) -> None:
        """A disc of such a thing."""
        unit = min(self.w, self.h)
        middle = at[0] * self.w // _WHOLE + x * unit * 16 // 9000
        self._disc(middle, at[1] * self.h // _WHOLE + y * unit // _WHOLE, radius * unit // _WHOLE, colour)

    def disc(self, x: int, y: int, radius: int, colour: Colour) -> None:
        """A disc, line by line."""
        unit = min(self.w, self.h)
        self._disc(x * self.w // _WHOLE, y * self.h // _WHOLE, radius * unit // _WHOLE, colour)

    def _disc(self, middle: int, down: int, r: int, colour: Colour) -> None:
        r = max(r, 1)
        for line in range(max(-r, -down), min(r, self.h - down)):
            half = round((r * r - line * line - line) ** 0.5) if r * r > line * line + line else 0
            left, right = max(middle - half, 0), min(middle + half, self.w)
            if left < right:
                self.rects.append((left, down + line, right - left, 1, colour))

    def hill(self, x: int, y: int, w: int, colour: Colour) -> None:
        """A hill whose top is at (x, y), down to the bottom, in steps as wide as the frame is fine."""
        step = max(_WHOLE // max(self.w // 3, 1), 1)
        for at in range(x - w // 2, x + w // 2, step):
            share = abs(at - x) * 2 * _WHOLE // w
            top = y + (_WHOLE - y) * share * share // (_WHOLE * _WHOLE)
            self.box(at, top, step + 1, _WHOLE - top, colour)


def _sky(b: _Brush, place: int, top: Colour, foot: Colour, later: Colour) -> None:
    """Bands from the top to the horizon, which change their colour and come back."""
    gone = place % _DAY
    share = min(gone, _DAY - gone) * 2 / _DAY
    for n in range(_BANDS):
        colour = mix(mix(top, foot, n / _BANDS), later, share / 2)
        b.box(0, n * _WHOLE // _BANDS, _WHOLE, _WHOLE // _BANDS + 1, colour)


def _going(place: int, ms: int, width: int = 200) -> int:
    """Where something is that goes through the frame in so many milliseconds, again and again."""
    return place % ms * (_WHOLE + 2 * width) // ms - width


def _swing(place: int, ms: int, reach: int) -> int:
    """Between 0 and ``reach``, there and back in so many milliseconds."""
    gone = place % ms
    return min(gone, ms - gone) * 2 * reach // ms


def _sea(b: _Brush, place: int) -> None:
    _sky(b, place, 0x4C8FCB, 0xCFE4EE, 0xF0A060)
    b.disc(760, 240, 90, 0xFFF3B8)
    b.box(0, 560, _WHOLE, 440, 0x1F6B8F)
    for n in range(6):
        b.box((n * 190 + place // 12) % 1200 - 150, 620 + n * 60, 150, 10, 0x6FB1C9)
    boat = (_going(place, 16_000), 560)
    b.part(boat, 0, -40, 180, 60, 0x7A3B2E)
    b.part(boat, 25, 20, 130, 25, 0x7A3B2E)
    b.part(boat, 82, -300, 10, 260, 0x4A2A20)
    for n in range(12):
        b.part(boat, 96, -280 + n * 18, 12 + n * 7, 22, 0xF6F2E8)


def _street(b: _Brush, place: int) -> None:
    _sky(b, place, 0x8FA7C4, 0xE8DCC8, 0x5A4E7A)
    walls = (0xB5654A, 0xD9B26F, 0x7C8FA0, 0xA8806A, 0xC9C2B0)
    for n, colour in enumerate(walls):
        top = 180 + n * 67 % 170
        b.box(n * 200, top, 200, 620 - top, colour)
        for k in range(6):
            lit = (n * 7 + k * 3 + place // 4000) % 4 == 0
            b.box(n * 200 + 28 + k % 2 * 88, top + 50 + k // 2 * 120, 56, 74, 0xFFE9A0 if lit else 0x3B4654)
    b.box(0, 620, _WHOLE, 50, 0xA9A6A0)
    b.box(0, 670, _WHOLE, 330, 0x4A4D55)
    for n in range(6):
        b.box(n * 200 + 40, 820, 110, 14, 0xE8E4D8)
    car = (_going(place, 9000, 260), 760)
    b.part(car, 0, -70, 250, 75, 0xC23B32)
    b.part(car, 50, -140, 140, 80, 0xC23B32)
    b.part(car, 62, -126, 52, 56, 0xCFE6F2)
    b.part(car, 126, -126, 52, 56, 0xCFE6F2)
    for wheel in (55, 195):
        b.knob(car, wheel, 10, 42, 0x1C1D20)
        b.knob(car, wheel, 10, 18, 0xB8BBC0)


def _stage(b: _Brush, place: int) -> None:
    b.box(0, 0, _WHOLE, _WHOLE, 0x2A1622)
    for n in range(10):
        b.box(n * 100, 0, 100, 720, (0x8C2232, 0x7A1B2B)[n % 2])
    b.box(0, 0, _WHOLE, 60, 0xC79A3E)
    b.box(0, 720, _WHOLE, 280, mix(0x8A5A36, 0x6E4427, _swing(place, 8000, _WHOLE) / _WHOLE))
    singer, up = (470 + _swing(place, 5000, 60), 780), _swing(place, 1200, 14)
    b.part(singer, -32, -160 - up, 24, 160 + up, 0x23262E)
    b.part(singer, 8, -160 - up, 24, 160 + up, 0x23262E)
    b.part(singer, -40, -350 - up, 80, 190, 0x2D4F8E)
    b.knob(singer, 0, -420 - up, 62, 0xE7BE98)
    b.part(singer, 62, -360, 8, 360, 0xB8BBC0)
    b.knob(singer, 66, -370, 24, 0x1C1D20)
    for side in (110, 890):
        b.disc(side, 200, 70, 0x4A4148)


def _meadow(b: _Brush, place: int) -> None:
    _sky(b, place, 0x6DB3E8, 0xE6F3F2, 0xF2C4A0)
    b.hill(250, 430, 1100, 0x6FA36A)
    b.hill(800, 500, 900, 0x5B9458)
    b.box(0, 760, _WHOLE, 240, 0x4B8A4A)
    balloon = (150 + _swing(place, 30_000, 700), 200 + _swing(place, 9000, 110))
    b.knob(balloon, 0, 0, 120, 0xE4572E)
    b.part(balloon, -12, -118, 24, 236, 0xF6D65A)
    b.part(balloon, -26, 150, 52, 62, 0x7A5230)
    for n in range(9):
        b.disc((n * 127 + 40) % _WHOLE, 820 + n * 53 % 140, 14, (0xF7E36B, 0xF4F4F4, 0xE8849A)[n % 3])


def _court(b: _Brush, place: int) -> None:
    _sky(b, place, 0x77A6C8, 0xD8E7EC, 0xE8B48A)
    b.box(0, 300, _WHOLE, 90, 0x3E4A5A)
    for n in range(20):
        b.disc(n * 53 + 20, 320 + _swing(place + n * 170, 900, 14), 22, (0xE7BE98, 0xB98A66, 0xF0D2B2)[n % 3])
    b.box(0, 390, _WHOLE, 610, 0xC0673F)
    b.box(60, 470, 880, 12, 0xF2EDE4)
    b.box(20, 880, 960, 16, 0xF2EDE4)
    b.box(492, 470, 16, 420, 0xF2EDE4)
    for side, beat in ((90, 0), (880, 450)):
        player, up = (side, 800), _swing(place + beat, 900, 20)
        b.part(player, -26, -70 - up, 20, 100, 0x23262E)
        b.part(player, 6, -70 - up, 20, 100, 0x23262E)
        b.part(player, -30, -200 - up, 60, 130, 0x24579A if side < 500 else 0x2E8B57)
        b.knob(player, 0, -240 - up, 42, 0xE7BE98)


def _night(b: _Brush, place: int) -> None:
    _sky(b, place, 0x0A1030, 0x26335E, 0x1A1440)
    for n in range(24):
        bright = (n + place // 1500) % 5
        b.disc((n * 181 + 37) % _WHOLE, (n * 97 + 30) % 560, 5, 0xFFFFFF if bright else 0x8A93B8)
    b.disc(200, 220, 95, 0xF4F0D8)
    b.disc(235, 200, 80, 0x101838)
    b.hill(500, 600, 1700, 0x151B30)
    train = (_going(place, 12_000, 420), 918)
    for n in range(4):
        b.part(train, n * 104, -118, 98, 90, 0x3C4664)
        for k in range(3):
            b.part(train, n * 104 + 10 + k * 30, -100, 20, 32, 0xFFE08A)
        b.knob(train, n * 104 + 25, -18, 17, 0x0B0E18)
        b.knob(train, n * 104 + 75, -18, 17, 0x0B0E18)
    b.box(0, 918, _WHOLE, 12, 0x5A6078)


def _kitchen(b: _Brush, place: int) -> None:
    b.box(0, 0, _WHOLE, _WHOLE, 0xF1E6D2)
    for n in range(18):
        b.box(n % 6 * 170, 60 + n // 6 * 170, 160, 160, (0xE4D5B8, 0xD8E3DF)[(n + n // 6) % 2])
    b.box(0, 640, _WHOLE, 40, 0x8A6242)
    b.box(0, 680, _WHOLE, 320, 0xB98A5E)
    pan = (500, 640)
    b.part(pan, -140, -140, 280, 140, 0x59636E)
    b.part(pan, 140, -110, 130, 26, 0x2B2F36)
    for n in range(5):
        up = (place // 4 + n * 90) % 450
        b.knob(pan, -80 + n * 38, -150 - up, 18 + up // 20, mix(0xFFFFFF, 0xF1E6D2, up / 450))
    spoon = (140 + _swing(place, 2600, 110), 590)
    b.part(spoon, -11, -210, 22, 200, 0x9C7A4A)
    b.knob(spoon, 0, 0, 42, 0x9C7A4A)


def _room(b: _Brush, place: int) -> None:
    b.box(0, 0, _WHOLE, _WHOLE, 0x36505E)
    b.box(90, 110, 250, 330, 0xE8D9B8)
    b.box(110, 130, 210, 290, mix(0x8FB8D8, 0xE8A860, _swing(place, 24_000, _WHOLE) / _WHOLE))
    b.box(0, 800, _WHOLE, 200, 0x6A4B38)
    b.box(180, 640, 640, 36, 0x9B6B43)
    b.box(230, 676, 30, 180, 0x7E5535)
    b.box(740, 676, 30, 180, 0x7E5535)
    for x, beat, coat in ((370, 0, 0xB54A5A), (630, 800, 0x3F7F6A)):
        guest, up = (x, 642), _swing(place + beat, 1700, 12)
        b.knob(guest, 0, -252 - up, 66, 0x3A2A24)
        b.knob(guest, 0, -212 - up, 58, 0xE7BE98)
        b.part(guest, -70, -152 - up, 140, 152 + up, coat)


#: How a scene is drawn at a place in the film, by its name.
SCENES: Mapping[str, Callable[[_Brush, int], None]] = {
    "sea": _sea,
    "street": _street,
    "stage": _stage,
    "meadow": _meadow,
    "court": _court,
    "night": _night,
    "kitchen": _kitchen,
    "room": _room,
}


def _lamp(b: _Brush, x: int) -> None:
    b.disc(x, 200, 90, 0xFFD23F)
    b.disc(x, 200, 60, 0xFFF6C8)


def _ball(b: _Brush, gone: int) -> None:
    """It flies in an arc from the left to the right."""
    high = gone * (_WHOLE - gone) * 4 // _WHOLE
    b.disc(130 + gone * 740 // _WHOLE, 560 - high * 320 // _WHOLE, 46, 0xD7F03A)


def _bird(b: _Brush, gone: int) -> None:
    bird, flap = (100 + gone * 800 // _WHOLE, 260 - _swing(gone, 500, 60)), _swing(gone, 160, 90)
    b.knob(bird, 0, 0, 40, 0x23262E)
    b.knob(bird, 26, -18, 24, 0x23262E)
    for n in range(6):
        b.part(bird, -60 + n * 12, -10 - flap * (6 - n) // 6, 14, 22, 0x3A3F4A)


#: What moves in front of a scene, by its name; drawn with the thousandths of its way.
MOVES: Mapping[str, Callable[[_Brush, int], None]] = {
    "left": lambda b, _gone: _lamp(b, 110),
    "right": lambda b, _gone: _lamp(b, 890),
    "ball": _ball,
    "bird": _bird,
}


def _draw(s: Subject) -> list[Op]:
    data: FrameData = s.data
    brush = _Brush(s.w, s.h)
    brush.box(0, 0, _WHOLE, _WHOLE, 0x101014)
    if data.scene in SCENES:
        SCENES[data.scene](brush, data.place_ms)
    for name, gone in data.moves:
        if name in MOVES:
            MOVES[name](brush, gone)
    return [("rects", 0, 0, tuple(brush.rects))]


WIDGETS = (
    Widget(
        "film",
        kind=Kind(size=content_size),
        appearance=Appearance(draw=_draw, exact=True, is_ground=True, is_plain=True, recurs=False),
        looks={"": Look()},
    ),
)
