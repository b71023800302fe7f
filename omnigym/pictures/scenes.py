"""The pictures that ship: landscapes and still lifes, drawn by formula, each unlike its mirror image."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from omnigym.errors import UnknownNameError
from omnigym.pictures import landscapes, motifs, things
from omnigym.pictures.sketch import Sketch

__all__ = ["MOTIFS", "SCENES", "draw_scene"]

_WIDE, _TALL = (960, 640), (640, 960)


#: Name to (size, drawing), in the order in which they are shown to a person.
SCENES: Mapping[str, tuple[tuple[int, int], Callable[[Sketch], None]]] = MappingProxyType(
    {
        "aurora": (_WIDE, landscapes.aurora),
        "balloons": (_WIDE, things.balloons),
        "beach": (_WIDE, landscapes.beach),
        "cat": (_TALL, things.cat),
        "city": (_WIDE, things.city),
        "coffee": (_WIDE, things.coffee),
        "dunes": (_WIDE, landscapes.dunes),
        "forest": (_WIDE, landscapes.forest),
        "harbour": (_WIDE, landscapes.harbour),
        "mountains": (_WIDE, landscapes.mountains),
        "tulips": (_WIDE, landscapes.tulips),
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
