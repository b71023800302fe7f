"""Set-of-marks as OSWorld's published agents see it: a red frame and a number below the left edge of each element."""

from __future__ import annotations

from typing import Final, NamedTuple

import gymnasium
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from omnigym.a11y import Node, Tree
from omnigym.a11y.element_table import listed_elements
from omnigym.devices.protocol import Frame
from omnigym.envs.observer import Observation
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers.marks import Marks
from omnigym.wrappers.reconstructible import ReconstructibleWrapper
from omnigym.wrappers.set_of_marks import SetOfMarks

__all__ = ["OSWorldMarks", "number_elements"]

_FRAME: Final = "red"
_PAPER: Final = "black"
_INK: Final = "white"


class _Seen(NamedTuple):
    """A picture without and with numbers, and the tree that it was numbered by."""

    tree: Tree
    frame: Frame
    marks: Marks
    drawn: Frame


class OSWorldMarks(SetOfMarks):
    """Numbers the elements of a screen as OSWorld's published agents do; see `SetOfMarks`.

    The elements are those of `omnigym.a11y.element_table`, pictures without a name among them. An element of one colour
    alone gets no number. The numbers are drawn on the screenshot, which must be observed.

    Args:
        env: An environment.
        limit: The most numbers of a device.

    Raises:
        ConfigError: Another wrapper inside has changed actions or colours.
    """

    def __init__(self, env: gymnasium.Env, limit: int = 2000) -> None:
        ReconstructibleWrapper.__init__(self, limit=limit)
        super().__init__(env, limit)
        self._seen: dict[str, _Seen] = {}

    def _number(self, observation: Observation, name: str, first: int) -> Observation:
        tree, key = self._read(name), key_on(name, "screenshot")
        if tree is None or key not in observation:
            self._marks[name] = self._marks[name]._replace(first=first)
            return observation
        frame, last = observation[key], self._seen.get(name)
        if last is None or last.tree is not tree or last.marks.first != first or not np.array_equal(last.frame, frame):
            platform = self.env.get_wrapper_attr("devices")[name].platform
            nodes = list(listed_elements(tree, platform, pictures=True))
            marks, drawn = number_elements(frame, nodes, tree.size, first, self._limit)
            last = self._seen[name] = _Seen(tree, frame, marks, drawn)
        self._trees[name], self._marks[name] = tree, last.marks
        return {**observation, key: last.drawn.copy()}


def number_elements(
    frame: Frame, nodes: list[Node], size: tuple[int, int], first: int = 1, limit: int = 2000
) -> tuple[Marks, Frame]:
    """Return the numbers of elements, and a picture with them.

    Whether an element is of one colour is looked at in the picture with the marks before it, as published.

    Args:
        frame: The screen, uint8 (H, W, 3), at any size.
        nodes: The elements; those of one colour get no number.
        size: The screen's (width, height) in pixels, in which the elements are.
        first: The first number.
        limit: The most numbers.
    """
    image = Image.fromarray(frame)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default()
    across, down = image.width / size[0], image.height / size[1]
    rows, bounds = list[int](), []
    for node in nodes:
        if len(rows) == limit:
            break
        x, y, width, height = node.bounds
        left, top = int(x * across), int(y * down)
        right, bottom = left + int(width * across), top + int(height * down)
        area = np.asarray(image.crop((left, top, right, bottom)))
        if not area.size or (area == area[0, 0]).all():
            continue
        number = str(first + len(rows))
        draw.rectangle((left, top, right, bottom), outline=_FRAME, width=1)
        draw.rectangle(draw.textbbox((left, bottom), number, font=font, anchor="lb"), fill=_PAPER)
        draw.text((left, bottom), number, font=font, anchor="lb", fill=_INK)
        rows.append(node.index)
        bounds.append(node.bounds)
    return Marks(tuple(rows), tuple(bounds), first), np.asarray(image)
