"""The parts of an observation as a model takes them: a picture, and the elements of the screen as numbered lines."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Node, Role, State, Tree
from omnigym.agents._png import PngPacker
from omnigym.agents.model import Picture

__all__ = ["PictureMaker", "tokens_of", "tree_text"]

#: Characters of a token. Texts of screens, which are short and full of signs, have some three and a half.
_CHARACTERS: Final = 3
#: The most of a node's name or value that is told.
_LONGEST: Final = 400
_STATES: Final = (
    (State.FOCUSED, "focused"),
    (State.SELECTED, "selected"),
    (State.CHECKED, "checked"),
    (State.EXPANDED, "expanded"),
    (State.PRESSED, "pressed"),
    (State.PASSWORD, "password"),
    (State.INVALID, "invalid"),
)


class PictureMaker:
    """Makes pictures of frames, of which each differs little from the last.

    Args:
        kind: "png", which loses nothing, or "jpeg", which is a fifth of its size.
    """

    def __init__(self, kind: Literal["png", "jpeg"] = "png") -> None:
        self._kind: Literal["png", "jpeg"] = kind
        self._packer = PngPacker()

    def picture(self, frame: NDArray[np.uint8]) -> Picture:
        """The picture of a frame, uint8 (H, W, 3)."""
        if self._kind == "png":
            data = self._packer.pack(frame)
        else:
            buffer = io.BytesIO()
            Image.fromarray(frame).save(buffer, "JPEG", quality=85)
            data = buffer.getvalue()
        return Picture(data, self._kind, f"data:image/{self._kind};base64,{base64.b64encode(data).decode()}")


def tokens_of(text: str) -> int:
    """About how many tokens a text has; rather more than fewer."""
    return 1 + len(text) // _CHARACTERS


def tree_text(tree: Tree, labels: Mapping[int, int], budget: int) -> str:
    """The elements of a screen, a line each, from front to back, as far as the budget goes.

    A line is ``[7] button "Save" (focused)`` for an element with a number, and without it for one that can only be
    read; what is in another one is indented. What has neither number nor text is left out, and so is a text that the
    line above it says already.

    Args:
        tree: What is on the screen.
        labels: The number of each row that has one.
        budget: About how many tokens it may take.
    """
    lines: list[str] = []
    depths: dict[int, int] = {}
    told: dict[int, str] = {}
    used, left_out = 0, 0
    for node in tree.nodes:
        depth = depths.get(node.parent, 0)
        label = labels.get(node.index)
        above = told.get(node.parent, "")
        told[node.index] = node.name or above
        depths[node.index] = depth
        if label is None and (not (node.name or node.value) or (node.name and node.name in above and not node.value)):
            continue
        depths[node.index] = depth + 1
        line = " " * min(depth, 12) + _line(node, label)
        used += tokens_of(line)
        if used > budget:
            left_out += 1
        else:
            lines.append(line)
    if left_out or tree.truncated:
        lines.append(f"... {left_out or 'some'} more elements, further back, are left out")
    return "\n".join(lines)


def _line(node: Node, label: int | None) -> str:
    parts = [f"[{label}]"] if label is not None else []
    if node.role is not Role.UNKNOWN:  # a picture does not tell
        parts.append(node.role.name.lower())
    if node.name:
        parts.append(_quoted(node.name))
    if node.value and node.value != node.name:
        parts.append(f"= {_quoted(node.value)}")
    states = [name for state, name in _STATES if node.has(state)]
    if label is None and not node.has(State.ENABLED) and node.has(State.CLICKABLE):
        states.append("disabled")
    if states:
        parts.append(f"({', '.join(states)})")
    return " ".join(parts)


def _quoted(text: str) -> str:
    return json.dumps(text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "...", ensure_ascii=False)
