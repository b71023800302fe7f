"""Pictures that are asked about: the hour on a clock, and what somebody does."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from omnigym.pictures.sketch import Point, Sketch

_WALL, _WOOD, _INK, _RED = 0xD9E4DD, 0x7A4B2A, 0x23272B, 0xC8362E
_SKIN, _HAIR = 0xE8B48C, 0x3B2A20
#: A share of the height, as one of the width of a picture that is half as wide again.
_ACROSS = 2 / 3


def _around(centre: Point, turn: float, radius: float) -> Point:
    """A place at a share of a whole turn from the top."""
    angle = 2 * math.pi * turn
    return centre[0] + math.sin(angle) * radius * _ACROSS, centre[1] - math.cos(angle) * radius


def clock(s: Sketch, hour: int, minute: int) -> None:
    """A round clock on a wall, over a shelf with books and a plant."""
    s.sky(_WALL, 0xC4D3CB)
    centre = (0.46, 0.42)
    s.disc((centre[0] + 0.012, centre[1] + 0.02), 0.345, 0xA9BAB0)
    s.disc(centre, 0.345, _WOOD)
    s.disc(centre, 0.30, 0xFBFAF5)
    for tick in range(60):
        long = tick % 5 == 0
        ends = [_around(centre, tick / 60, r) for r in (0.285, 0.245 if long else 0.27)]
        s.line(ends, 0.014 if tick % 15 == 0 else 0.009 if long else 0.004, _INK)
    for turn, length, thick, colour in (
        ((hour % 12 + minute / 60) / 12, 0.16, 0.022, _INK),
        (minute / 60, 0.235, 0.014, _INK),
    ):
        s.line([_around(centre, turn + 0.5, 0.035), _around(centre, turn, length)], thick, colour)
    s.disc(centre, 0.02, _RED)
    s.box(0.0, 0.88, 1.0, 0.035, _WOOD)
    for at, high, colour in (
        (0.06, 0.15, 0x2F6C8F),
        (0.095, 0.12, 0xC9832E),
        (0.13, 0.17, 0x7B3F61),
        (0.165, 0.14, 0x4F8A5B),
    ):
        s.box(at, 0.88 - high, 0.03, high, colour)
    s.shape([(0.80, 0.78), (0.88, 0.78), (0.87, 0.88), (0.81, 0.88)], 0xB8653B)
    for lean in (-0.07, -0.03, 0.02, 0.06):
        s.shape([(0.835, 0.79), (0.84 + lean, 0.60 + abs(lean)), (0.85, 0.79)], 0x3F7F52)


#: A drawing by its name, such as "clock 7:00".
CLOCKS: dict[str, Callable[[Sketch], None]] = {
    f"clock {hour}:{minute:02}": partial(clock, hour=hour, minute=minute)
    for hour, minute in ((7, 0), (10, 10), (4, 35), (8, 50))
}


def _limb(s: Sketch, points: list[Point], thick: float, colour: int) -> None:
    s.line(points, thick, colour)
    for at in points:
        s.disc(at, thick / 2, colour)


def _person(s: Sketch, at: Point, shirt: int, shorts: int, *, arms: list[list[Point]], legs: list[list[Point]]) -> None:
    """Somebody whose neck is at a place; arms and legs are lists of joints, from the shoulder and the hip."""
    x, y = at
    for leg in legs:
        _limb(s, leg, 0.052, _SKIN)
        s.disc(leg[-1], 0.034, 0xF5F5F5, 0.6)
    for leg in legs:
        _limb(s, [leg[0], ((leg[0][0] + leg[1][0]) / 2, (leg[0][1] + leg[1][1]) / 2)], 0.075, shorts)
    s.shape([(x - 0.045, y), (x + 0.045, y), (x + 0.04, y + 0.24), (x - 0.04, y + 0.24)], shirt)
    for arm in arms:
        _limb(s, arm, 0.04, _SKIN)
        _limb(s, [arm[0], ((arm[0][0] * 2 + arm[1][0]) / 3, (arm[0][1] * 2 + arm[1][1]) / 3)], 0.052, shirt)
    s.box(x - 0.012, y - 0.03, 0.024, 0.04, _SKIN)
    s.disc((x, y - 0.075), 0.058, _SKIN)
    s.disc((x, y - 0.10), 0.058, _HAIR, 0.62)


def tennis(s: Sketch) -> None:
    """Somebody serves on a tennis court, with the racket over the head and the ball in the air."""
    s.sky(0x6FB1E4, 0xBFE0F2, end=0.5)
    s.box(0.0, 0.30, 1.0, 0.2, 0x2F6B45)
    for post in range(11):
        s.box(post * 0.1, 0.30, 0.004, 0.2, 0x24543A)
    s.box(0.0, 0.48, 1.0, 0.52, 0x3E7D3F)
    s.shape([(0.16, 0.55), (0.88, 0.55), (1.06, 1.0), (-0.06, 1.0)], 0x2F6FA8)
    for ends in (
        [(0.16, 0.55), (-0.06, 1.0)],
        [(0.88, 0.55), (1.06, 1.0)],
        [(0.16, 0.555), (0.88, 0.555)],
        [(0.52, 0.72), (0.52, 0.555)],
    ):
        s.line(ends, 0.012, 0xFFFFFF)
    s.line([(0.06, 0.72), (0.96, 0.72)], 0.01, 0xFFFFFF)
    for knot in range(46):  # the net
        x = 0.04 + knot * 0.02
        s.line([(x, 0.47), (x, 0.60)], 0.0025, 0xE6ECEF)
    for level in range(6):
        s.line([(0.04, 0.475 + level * 0.025), (0.94, 0.475 + level * 0.025)], 0.0025, 0xE6ECEF)
    s.box(0.04, 0.46, 0.90, 0.016, 0xFFFFFF)
    for x in (0.035, 0.935):
        s.box(x, 0.45, 0.01, 0.16, 0x30363B)
    s.disc((0.40, 0.965), 0.13, 0x285F91, 0.18)
    _person(
        s,
        (0.38, 0.42),
        0xF4F4F0,
        0x22314A,
        arms=[[(0.415, 0.44), (0.475, 0.36), (0.50, 0.25)], [(0.345, 0.44), (0.29, 0.35), (0.285, 0.25)]],
        legs=[[(0.365, 0.66), (0.335, 0.80), (0.35, 0.94)], [(0.395, 0.66), (0.44, 0.79), (0.42, 0.95)]],
    )
    s.line([(0.50, 0.25), (0.53, 0.17)], 0.018, 0x2B2B2B)
    s.disc((0.555, 0.09), 0.085, _RED)
    s.disc((0.555, 0.09), 0.068, 0xE9EEF0)
    for n in range(-3, 4):
        s.line([(0.515, 0.09 + n * 0.018), (0.595, 0.09 + n * 0.018)], 0.002, 0x9AA7AD)
        s.line([(0.555 + n * 0.012, 0.03), (0.555 + n * 0.012, 0.15)], 0.002, 0x9AA7AD)
    s.disc((0.30, 0.08), 0.026, 0xD6E83A)


def football(s: Sketch) -> None:
    """Somebody kicks a ball at a goal."""
    s.sky(0x7FB9E6, 0xD2E9F5, end=0.5)
    s.box(0.0, 0.46, 1.0, 0.54, 0x4E9A46)
    for stripe in range(5):
        s.box(stripe * 0.2, 0.46, 0.1, 0.54, 0x58A750)
    for n in range(16):
        s.line([(0.62 + n * 0.02, 0.20), (0.62 + n * 0.02, 0.52)], 0.002, 0xF2F5F5)
    for n in range(9):
        s.line([(0.62, 0.20 + n * 0.04), (0.93, 0.20 + n * 0.04)], 0.002, 0xF2F5F5)
    for box in ((0.61, 0.18, 0.012, 0.36), (0.93, 0.18, 0.012, 0.36), (0.61, 0.18, 0.332, 0.02)):
        s.box(*box, 0xFFFFFF)
    s.disc((0.30, 0.95), 0.12, 0x3C7C37, 0.18)
    _person(
        s,
        (0.28, 0.40),
        0xD33A2F,
        0xF2F2F2,
        arms=[[(0.315, 0.42), (0.37, 0.50), (0.40, 0.44)], [(0.245, 0.42), (0.19, 0.49), (0.16, 0.57)]],
        legs=[[(0.265, 0.64), (0.25, 0.79), (0.27, 0.93)], [(0.295, 0.64), (0.35, 0.76), (0.42, 0.83)]],
    )
    s.disc((0.48, 0.80), 0.045, 0xFFFFFF)
    for turn in range(5):
        at = _around((0.48, 0.80), turn / 5, 0.03)
        s.disc(at, 0.011, _INK)
    s.disc((0.48, 0.80), 0.012, _INK)


def sailing(s: Sketch) -> None:
    """Somebody sails a small boat along a coast."""
    s.sky(0x4F9BDB, 0xA9D6F2, 0xE8F4F7, end=0.6)
    s.cloud((0.78, 0.16), 0.1)
    s.ridge(0.60, 0.10, 0.1, 0x5E8C6A, 9)
    s.box(0.0, 0.58, 1.0, 0.42, 0x1F6F9E)
    for n in range(14):
        x, y = (n * 0.37) % 0.96, 0.62 + n * 0.026
        s.line([(x, y), (x + 0.05, y)], 0.005, 0x5FA9CF)
    s.shape([(0.28, 0.74), (0.70, 0.74), (0.62, 0.84), (0.34, 0.84)], 0xB23A2C)
    s.line([(0.48, 0.10), (0.48, 0.75)], 0.014, 0x6B4A2B)
    s.shape([(0.49, 0.12), (0.70, 0.68), (0.49, 0.70)], 0xFBFAF4)
    s.shape([(0.47, 0.18), (0.47, 0.68), (0.31, 0.68)], 0xF3D46B)
    s.disc((0.395, 0.665), 0.032, _SKIN)
    s.shape([(0.37, 0.69), (0.42, 0.69), (0.43, 0.76), (0.36, 0.76)], 0x22314A)


# -- Towns, balloons and still lifes ----------------------------------------------------------------------------------


def balloons(s: Sketch) -> None:
    """Five balloons over violet hills at dawn."""
    s.sky(0x3F7FD0, 0x8FC3EE, 0xFCE3CF, 0xF9C3A2)
    s.ridge(0.92, 0.12, 0.1, 0x8C7BA8, 7)
    s.ridge(0.97, 0.10, 0.1, 0x5E5488, 5)
    for at, size, one, two in (
        ((0.30, 0.36), 0.19, 0xE4463B, 0xF9C846),
        ((0.66, 0.25), 0.11, 0x2C7FB8, 0xFDFBF5),
        ((0.80, 0.58), 0.14, 0x3FA66B, 0xFCE9A9),
        ((0.54, 0.68), 0.07, 0x8E4FA8, 0xF7A5B8),
        ((0.10, 0.70), 0.05, 0xF28C38, 0xFFFFFF),
    ):
        _balloon(s, at, size, one, two)


def _balloon(s: Sketch, at: Point, r: float, one: int, two: int) -> None:
    x, y = at
    wide = r * 0.667  # shares of the height are as long as two thirds of shares of the width
    s.disc(at, r, one)
    s.shape(
        [
            (x - wide * 0.9, y + r * 0.45),
            (x + wide * 0.9, y + r * 0.45),
            (x + wide * 0.2, y + r * 1.35),
            (x - wide * 0.2, y + r * 1.35),
        ],
        one,
    )
    for share in (0.62, 0.22):
        colour = two if share > 0.5 else one
        half = wide * share
        right = ((x + half, y - r * 0.72), (x + half, y + r * 0.5), (x + half * 0.3, y + r * 1.35))
        s.shape([*right, *[(2 * x - a, b) for a, b in right[::-1]]], colour)
    s.line([(x - wide * 0.15, y + r * 1.35), (x - wide * 0.13, y + r * 1.7)], 0.003, 0x5A4632)
    s.line([(x + wide * 0.15, y + r * 1.35), (x + wide * 0.13, y + r * 1.7)], 0.003, 0x5A4632)
    s.box(x - wide * 0.18, y + r * 1.65, wide * 0.36, r * 0.26, 0x8A5A33)


def city(s: Sketch) -> None:
    """Towers with lit windows, the moon at the left."""
    s.sky(0x101B45, 0x38306E, 0x9A4B7F, 0xF0956B)
    for _ in range(60):
        s.disc((s.random.random(), s.random.random() * 0.4), 0.0015 + 0.0015 * s.random.random(), 0xE8EAFF)
    s.glow((0.18, 0.2), 0.22, 0xF6EBC8, 0.5)
    s.disc((0.18, 0.2), 0.06, 0xFBF4DA)
    for colour, base, unit, tall in ((0x4A3A73, 0.86, 0.045, 0.48), (0x251E4B, 1.0, 0.07, 0.60)):
        x = -0.02
        while x < 1:
            w = unit * (0.7 + s.random.random())
            h = tall * (0.35 + 0.65 * s.random.random())
            s.box(x, base - h, w - 0.004, 1, colour)
            _windows(s, x, base - h, w - 0.004, colour)
            x += w
    s.shape([(0.585, 0.32), (0.60, 0.10), (0.615, 0.32)], 0x251E4B)
    s.box(0.565, 0.30, 0.07, 0.7, 0x251E4B)
    _windows(s, 0.565, 0.30, 0.07, 0x251E4B)


def _windows(s: Sketch, x: float, top: float, width: float, colour: int) -> None:
    columns = max(2, int(width / 0.014))
    step = width / columns
    row = top + 0.02
    while row < 0.98:
        for column in range(columns):
            if s.random.random() < 0.42:
                lit = 0xFFD98A if colour < 0x400000 else 0xC9A9A6
                s.box(x + column * step + step * 0.28, row, step * 0.44, 0.013, lit)
        row += 0.03


def cat(s: Sketch) -> None:
    """A ginger cat on a window sill; an upright picture."""
    s.sky(0xF6E3CF, 0xF0D2B6)
    s.box(0.10, 0.06, 0.80, 0.60, 0xFDFBF6)
    s.box(0.13, 0.08, 0.74, 0.56, 0x8CC9EC)
    s.disc((0.72, 0.17), 0.045, 0xFFE9A0)
    s.ridge(0.62, 0.10, 0.1, 0x86B885, 5)
    s.box(0.0, 0.64, 1, 0.36, 0xF0D2B6)
    s.box(0.0, 0.06, 0.13, 0.60, 0xF6E3CF)
    s.box(0.87, 0.06, 0.13, 0.60, 0xF3DCC4)
    s.box(0.485, 0.08, 0.03, 0.56, 0xFDFBF6)
    s.box(0.04, 0.72, 0.92, 0.05, 0xFFFFFF)
    s.box(0.04, 0.77, 0.92, 0.015, 0xD9C3A8)
    fur, dark = 0xE58C3A, 0xC46D22
    s.disc((0.44, 0.60), 0.135, fur, 1.0)
    s.line([(0.60, 0.70), (0.74, 0.69), (0.80, 0.60), (0.76, 0.54)], 0.030, fur)
    s.disc((0.40, 0.43), 0.085, fur)
    s.shape([(0.28, 0.42), (0.285, 0.315), (0.38, 0.36)], fur)
    s.shape([(0.42, 0.355), (0.515, 0.315), (0.525, 0.42)], fur)
    for x in (0.355, 0.445):
        s.disc((x, 0.425), 0.015, 0xF7F2D8)
        s.disc((x + 0.006, 0.425), 0.009, 0x2B2B22)
    s.shape([(0.385, 0.450), (0.415, 0.450), (0.400, 0.465)], 0xD96B6B)
    for y in (0.56, 0.61, 0.66):
        s.line([(0.53, y), (0.62, y - 0.015)], 0.010, dark)
    for x in (0.36, 0.47):
        s.disc((x, 0.715), 0.032, 0xF3B06C, 0.6)
    s.box(0.80, 0.62, 0.11, 0.10, 0xB8573C)
    s.disc((0.855, 0.56), 0.050, 0x4F9A5A)
    s.disc((0.82, 0.59), 0.030, 0x3F8650)


def coffee(s: Sketch) -> None:
    """A cup from above, with cookies, a spoon and a note."""
    s.sky(0xB98A5E, 0xA97A50)
    for i in range(9):
        s.box(0, i / 9, 1, 0.004, 0x8F643E)
    s.disc((0.42, 0.54), 0.36, 0x96693F)
    s.disc((0.41, 0.52), 0.35, 0xF8F6F1)
    s.disc((0.41, 0.52), 0.25, 0xE6E1D7)
    s.line([(0.58, 0.45), (0.66, 0.38)], 0.06, 0xFFFFFF)
    s.disc((0.41, 0.52), 0.22, 0xFFFFFF)
    s.disc((0.41, 0.52), 0.19, 0x6B4226)
    s.disc((0.385, 0.50), 0.075, 0xD9AE7F)
    s.disc((0.435, 0.50), 0.075, 0xD9AE7F)
    s.shape([(0.325, 0.53), (0.495, 0.53), (0.41, 0.66)], 0xD9AE7F)
    s.line([(0.14, 0.86), (0.30, 0.74)], 0.022, 0xC8CCD2)
    s.disc((0.31, 0.73), 0.04, 0xD6DADF, 0.7)
    for x, y in ((0.78, 0.30), (0.86, 0.36), (0.76, 0.42)):
        s.disc((x, y), 0.085, 0xA8682F)
        s.disc((x - 0.004, y - 0.008), 0.075, 0xD0904A)
        for _ in range(6):
            s.disc((x + 0.06 * (s.random.random() - 0.5), y + 0.09 * (s.random.random() - 0.5)), 0.010, 0x4C2B17)
    s.shape([(0.68, 0.68), (0.95, 0.62), (1.0, 0.90), (0.73, 0.97)], 0xF5F0E4)
    for i in range(5):
        y = 0.72 + 0.045 * i
        s.line([(0.72 + 0.01 * i, y), (0.93 + 0.01 * i, y - 0.045)], 0.006, 0xA9A294)
