"""The pictures that ship: landscapes and still lifes, drawn by formula, each unlike its mirror image."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from omnigym.errors import UnknownNameError
from omnigym.pictures import motifs
from omnigym.pictures.sketch import Point, Sketch

# -- landscapes -------------------------------------------------------------------------------------------------------


def mountains(s: Sketch) -> None:
    """Two snowy peaks over a lake, the sun between them."""
    s.sky(0x4D8FD6, 0xA9D3F2, 0xFBE3C6, end=0.62)
    s.glow((0.74, 0.36), 0.5, 0xFFF3C4)
    s.disc((0.74, 0.36), 0.06, 0xFFF6D8)
    s.ridge(0.60, 0.30, 0.25, 0x9DB4D0, 11)
    peaks = s.ridge(0.62, 0.42, 0.30, 0x5E7A9E, 7)
    for x, y in peaks:
        if y < 0.36:
            s.shape([(x - 0.035, y + 0.07), (x, y), (x + 0.035, y + 0.07), (x + 0.01, y + 0.05)], 0xF4F8FC)
    s.ridge(0.64, 0.10, 0.35, 0x2F5D50, 15)
    s.shape([(0, 0.62), (1, 0.62), (1, 1), (0, 1)], 0x5B9BC8)
    for i in range(26):
        y = 0.63 + 0.35 * (i / 26) ** 1.3
        x = s.random.random()
        s.box(x - 0.1, y, 0.08 + 0.14 * s.random.random(), 0.004, 0x86BCDF)
    s.shape([(0, 0.80), (0.20, 0.86), (0.34, 1), (0, 1)], 0x24473B)
    _pine(s, 0.06, 0.86, 0.30, 0x1B3A30)
    _pine(s, 0.15, 0.92, 0.24, 0x214539)


def _pine(s: Sketch, x: float, foot: float, height: float, colour: int) -> None:
    s.box(x - 0.006, foot - 0.1 * height, 0.012, 0.1 * height, 0x4A3527)
    for step in range(4):
        top = foot - height * (1 - 0.2 * step)
        wide = height * (0.10 + 0.055 * step)
        s.shape([(x - wide, top + 0.36 * height), (x, top), (x + wide, top + 0.36 * height)], colour)


def harbour(s: Sketch) -> None:
    """A lighthouse at the left, three sailing boats at the right."""
    s.sky(0x7CC2EE, 0xCDE9F8, 0xFDF1DC, end=0.56)
    s.cloud((0.62, 0.16), 0.07)
    s.cloud((0.86, 0.26), 0.05, 0xF3FAFE)
    s.box(0, 0.56, 1, 0.44, 0x2F8FB8)
    for i in range(34):
        y = 0.57 + 0.41 * (i / 34)
        s.box(s.random.random() - 0.06, y, 0.05 + 0.10 * s.random.random(), 0.005, 0x5DB2D3)
    s.ridge(0.57, 0.09, 0.2, 0x6F9A7B, 5)
    s.box(0, 0.56, 1, 0.44, 0x2F8FB8)
    for i in range(34):
        y = 0.57 + 0.41 * (i / 34)
        s.box(s.random.random() - 0.06, y, 0.04 + 0.10 * s.random.random(), 0.005, 0x62B7D8)
    s.shape([(0, 0.60), (0.26, 0.63), (0.32, 0.70), (0, 0.78)], 0x8C8579)
    s.shape([(0.13, 0.62), (0.15, 0.22), (0.21, 0.22), (0.23, 0.62)], 0xF7F5EF)
    for i in range(3):
        top = 0.28 + 0.115 * i
        s.shape(
            [
                (0.147 - 0.005 * i, top),
                (0.213 + 0.005 * i, top),
                (0.217 + 0.005 * i, top + 0.055),
                (0.143 - 0.005 * i, top + 0.055),
            ],
            0xD24A3A,
        )
    s.box(0.155, 0.155, 0.05, 0.065, 0xFFE9A3)
    s.shape([(0.145, 0.155), (0.18, 0.10), (0.215, 0.155)], 0xB93B2E)
    _boat(s, (0.52, 0.74), 0.16, 0xE2503F)
    _boat(s, (0.78, 0.66), 0.10, 0xF4B63F)
    _boat(s, (0.66, 0.90), 0.20, 0x2C4B76)


def _boat(s: Sketch, at: Point, size: float, colour: int) -> None:
    x, y = at
    hull = (
        (x - size * 0.6, y),
        (x + size * 0.6, y),
        (x + size * 0.42, y + size * 0.32),
        (x - size * 0.4, y + size * 0.32),
    )
    s.shape(hull, 0xFDFBF6)
    s.box(x - size * 0.6, y, size * 1.2, size * 0.08, colour)
    s.line([(x, y), (x, y - size * 1.5)], 0.008, 0x6A4B32)
    s.shape([(x + 0.01, y - size * 0.12), (x + 0.01, y - size * 1.45), (x + size * 0.55, y - size * 0.12)], 0xFFFFFF)
    s.shape([(x - 0.01, y - size * 0.12), (x - 0.01, y - size * 1.25), (x - size * 0.42, y - size * 0.12)], colour)


def beach(s: Sketch) -> None:
    """A parasol, a towel and a ball on the sand."""
    s.sky(0x2E9BE0, 0x9ED8F5, end=0.45)
    s.glow((0.82, 0.14), 0.32, 0xFFF7D0)
    s.disc((0.82, 0.14), 0.065, 0xFFF3B8)
    s.cloud((0.30, 0.17), 0.06)
    s.box(0, 0.44, 1, 0.3, 0x1B8FB5)
    s.shape([(0, 0.56), (1, 0.53), (1, 0.8), (0, 0.8)], 0x37B3C9)
    s.shape([(0, 0.64), (0.35, 0.66), (0.7, 0.61), (1, 0.63), (1, 1), (0, 1)], 0xFFFFFF)
    s.shape([(0, 0.66), (0.35, 0.685), (0.7, 0.635), (1, 0.655), (1, 1), (0, 1)], 0xF4DFAE)
    s.shape([(0, 0.86), (0.4, 0.80), (1, 0.88), (1, 1), (0, 1)], 0xE9CD93)
    s.disc((0.30, 0.86), 0.12, 0xD5B87E, 0.22)
    s.line([(0.28, 0.86), (0.24, 0.46)], 0.010, 0xF8F4EA)
    top, foot = (0.238, 0.40), ((0.10, 0.565), (0.165, 0.535), (0.235, 0.525), (0.31, 0.53), (0.385, 0.555))
    for i, colour in enumerate((0xE8443A, 0xFDFBF5, 0xE8443A, 0xFDFBF5)):
        s.shape([top, foot[i], foot[i + 1]], colour)
    s.shape([(0.44, 0.82), (0.62, 0.79), (0.64, 0.83), (0.46, 0.865)], 0x2F79C9)
    s.shape([(0.47, 0.814), (0.50, 0.809), (0.52, 0.853), (0.49, 0.858)], 0xF7D14C)
    s.disc((0.80, 0.80), 0.042, 0xF2F2F2)
    s.shape([(0.775, 0.775), (0.80, 0.757), (0.80, 0.80)], 0xE8443A)
    s.shape([(0.80, 0.80), (0.826, 0.79), (0.818, 0.83)], 0x2F79C9)


def forest(s: Sketch) -> None:
    """Pines in the mist, the far ones paler."""
    s.sky(0xDCEBE4, 0xF4F3DC, 0xC9DCCB)
    s.glow((0.3, 0.3), 0.55, 0xFFFBE0)
    for depth, colour in enumerate((0xB4CCBE, 0x86A996, 0x5A8572, 0x356050, 0x1C3E34)):
        base = 0.55 + 0.115 * depth
        s.ridge(base + 0.03, 0.04, 0.1, colour, 5)
        x = -0.02 + 0.02 * depth
        while x < 1.05:
            _pine(s, x, base + 0.04, (0.22 + 0.07 * depth) * (0.7 + 0.5 * s.random.random()), colour)
            x += 0.045 + 0.022 * depth + 0.03 * s.random.random()
    s.shape([(0.60, 1), (0.66, 0.93), (0.64, 0.88), (0.68, 0.88), (0.71, 0.93), (0.76, 1)], 0xC9B48B)


def dunes(s: Sketch) -> None:
    """Three camels walk towards a pyramid."""
    s.sky(0xF9B16E, 0xFCD9A0, 0xFDEBC8, end=0.6)
    s.disc((0.30, 0.30), 0.10, 0xFFF5DF)
    s.shape([(0.62, 0.60), (0.74, 0.33), (0.86, 0.60)], 0xD39A5E)
    s.shape([(0.74, 0.33), (0.86, 0.60), (0.78, 0.60)], 0xA8713F)
    for base, rise, lit, dark in (
        (0.60, 0.08, 0xEBB877, 0xC98A4B),
        (0.76, 0.16, 0xE3A562, 0xB87439),
        (0.95, 0.20, 0xD8914C, 0x9F5F2C),
    ):
        crest = s.ridge(base, rise, 0.0, lit, 5)
        for run in _falling(crest):
            last = len(run) - 1
            foot = [(x - 0.02, y + rise * 1.6 * i * (last - i) / (last * last)) for i, (x, y) in enumerate(run)]
            s.shape([*run, *foot[::-1]], dark)
    for i, x in enumerate((0.13, 0.19, 0.25)):
        y = 0.66 + 0.006 * i
        s.disc((x, y), 0.020, 0x5A3A22, 0.6)
        s.disc((x + 0.004, y - 0.018), 0.010, 0x5A3A22)
        s.line([(x + 0.015, y), (x + 0.024, y - 0.03)], 0.008, 0x5A3A22)
        for leg in (-0.010, 0.010):
            s.line([(x + leg, y), (x + leg, y + 0.035)], 0.005, 0x5A3A22)


def _falling(line: list[Point]) -> list[list[Point]]:
    """The parts of an outline that go down from left to right."""
    runs: list[list[Point]] = [[]]
    for before, point in itertools.pairwise(line):
        if point[1] > before[1]:
            runs[-1] += [point] if runs[-1] else [before, point]
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def aurora(s: Sketch) -> None:
    """Green light over dark hills, and a lit hut."""
    s.sky(0x050B24, 0x0C2444, 0x1F4E66)
    for _ in range(120):
        s.disc((s.random.random(), s.random.random() * 0.75), 0.001 + 0.002 * s.random.random(), 0xDDE9FF)
    for i in range(46):
        x = 0.02 + 0.021 * i
        y = 0.40 - 0.16 * (1 - abs(i - 14) / 23) + 0.05 * s.random.random()
        s.glow((x, y), 0.10 + 0.06 * s.random.random(), 0x47F0A5 if i % 5 else 0x9E7BF2, 0.34)
        s.glow((x, y + 0.10), 0.12, 0x2BD39A, 0.22)
    s.ridge(0.86, 0.22, 0.3, 0x0A1A2E, 7)
    s.ridge(0.96, 0.08, 0.2, 0x061120, 9)
    s.shape([(0.70, 0.90), (0.745, 0.83), (0.79, 0.90)], 0x3B2418)
    s.box(0.712, 0.895, 0.066, 0.06, 0x2A1710)
    s.box(0.737, 0.91, 0.017, 0.022, 0xFFC861)


def tulips(s: Sketch) -> None:
    """Fields in stripes of colour before a windmill."""
    s.sky(0x6DB9EE, 0xD4ECFA, end=0.5)
    s.cloud((0.20, 0.15), 0.07)
    s.cloud((0.48, 0.24), 0.045, 0xF6FBFE)
    s.ridge(0.5, 0.04, 0.3, 0x5E8F6B, 17)
    s.box(0, 0.49, 1, 0.51, 0x4E9A4B)
    rows = (0xE23B4E, 0xF9C440, 0xF47FA6, 0xFFFFFF, 0x8B4FB0, 0xF0682F, 0xE23B4E, 0xF9C440, 0xF47FA6)
    for i, colour in enumerate(rows):
        near, far = -0.75 + 0.28 * i, 0.36 + 0.028 * i
        s.shape([(far, 0.5), (far + 0.017, 0.5), (near + 0.21, 1), (near, 1)], colour)
    s.shape([(0.745, 0.56), (0.765, 0.26), (0.825, 0.26), (0.845, 0.56)], 0x8A5638)
    s.shape([(0.755, 0.27), (0.795, 0.17), (0.835, 0.27)], 0x5B3524)
    s.box(0.780, 0.46, 0.03, 0.10, 0x3E2417)
    for dx, dy in ((0.12, -0.11), (-0.073, -0.18), (-0.12, 0.11), (0.073, 0.18)):
        tip, hub = (0.795 + dx, 0.26 + dy), (0.795, 0.26)
        s.shape([hub, (tip[0] - dy * 0.14, tip[1] + dx * 0.3), (tip[0] + dy * 0.10, tip[1] - dx * 0.2)], 0xF6F1E6)
        s.line([hub, tip], 0.006, 0x5B3524)


# -- scenes -----------------------------------------------------------------------------------------------------------

_WIDE, _TALL = (960, 640), (640, 960)


#: Name to (size, drawing), in the order in which they are shown to a person.
SCENES: Mapping[str, tuple[tuple[int, int], Callable[[Sketch], None]]] = MappingProxyType(
    {
        "aurora": (_WIDE, aurora),
        "balloons": (_WIDE, motifs.balloons),
        "beach": (_WIDE, beach),
        "cat": (_TALL, motifs.cat),
        "city": (_WIDE, motifs.city),
        "coffee": (_WIDE, motifs.coffee),
        "dunes": (_WIDE, dunes),
        "forest": (_WIDE, forest),
        "harbour": (_WIDE, harbour),
        "mountains": (_WIDE, mountains),
        "tulips": (_WIDE, tulips),
    }
)


#: Pictures that only those tasks have that ask about them: none is drawn by chance, and none is in a library.
MOTIFS: Mapping[str, tuple[tuple[int, int], Callable[[Sketch], None]]] = MappingProxyType(
    {
        **{name: (_WIDE, drawing) for name, drawing in motifs.CLOCKS.items()},
        "football": (_WIDE, motifs.football),
        "sailing": (_WIDE, motifs.sailing),
        "tennis": (_WIDE, motifs.tennis),
    }
)


@lru_cache(maxsize=16)
def draw_scene(name: str) -> Image.Image:
    """One of `SCENES` or `MOTIFS`, RGB; shared, so not to be changed.

    Raises:
        UnknownNameError: There is no such scene.
    """
    if name not in SCENES and name not in MOTIFS:
        raise UnknownNameError("scene", name, SCENES)
    (width, height), draw = (SCENES if name in SCENES else MOTIFS)[name]
    sketch = Sketch(width, height, seed=len(name))
    draw(sketch)
    return sketch.finished()
