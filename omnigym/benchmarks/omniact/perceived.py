"""Texts, icons and colours of a collected screen, as OmniACT's OCR, icon and colour files have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from omnigym.benchmarks.omniact.collecting import Collected
from omnigym.benchmarks.omniact.layout import Place
from omnigym.benchmarks.omniact.wordings import colour_of
from omnigym.perception.detact import DetACT, detact_files

__all__ = ["Found", "Read", "read_pixels", "read_tree"]


class Found(NamedTuple):
    """What is on a screen.

    Attributes:
        texts: The middle of each text. Of one that is there twice the first.
        icons: The middles of the icons of each name.
        colours: The middles of the elements of each colour.
    """

    texts: Mapping[str, Place]
    icons: Mapping[str, Sequence[Place]]
    colours: Mapping[str, Sequence[Place]]


#: Finds what is on a screen.
Read: TypeAlias = Callable[[Collected], Found]


def read_tree(collected: Collected) -> Found:
    """What the device says of itself: names of controls, which need not be drawn, and no icons."""
    texts: dict[str, Place] = {}
    colours: dict[str, list[Place]] = {}
    for box in collected.boxes:
        texts.setdefault(box.node.name, box.middle)
        if colour := colour_of(collected.frame, box):
            colours.setdefault(colour, []).append(box.middle)
    return Found(texts, {}, colours)


def read_pixels(collected: Collected) -> Found:
    """What DetACT reads, as in the published files. Another version of its parts may read something else.

    Raises:
        MissingDependencyError: A part of DetACT is not installed.
    """
    texts, icons, colours = detact_files(collected.frame, _detact())
    return Found({text: (x, y) for text, (x, y) in texts.items()}, _pairs(icons), _pairs(colours))


def _pairs(places: Mapping[str, Sequence[Sequence[float]]]) -> dict[str, list[Place]]:
    return {name: [(x, y) for x, y in of] for name, of in places.items()}


@cache
def _detact() -> DetACT:
    return DetACT()
