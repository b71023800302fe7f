"""Towns, balloons and still lifes."""

from __future__ import annotations

from omnigym.pictures.sketch import Point, Sketch

__all__ = ["balloons", "cat", "city", "coffee"]


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
