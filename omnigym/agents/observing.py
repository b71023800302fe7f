"""The parts of an observation in the form of a model: a picture, and the screen's elements as numbered lines."""

from __future__ import annotations

import base64
import io
import json
import struct
import zlib
from collections.abc import Iterable, Mapping
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Node, Role, State, Tree
from omnigym.a11y.native_names import native_names
from omnigym.agents.model import PromptPicture
from omnigym.errors import RecordingError

__all__ = [
    "PictureMaker",
    "PngPacker",
    "clip_text",
    "controls_text",
    "picture_of",
    "size_of_picture",
    "tokens_of",
    "tree_text",
]

# -- png --------------------------------------------------------------------------------------------------------------

# PNG files of screens, made strip by strip: a strip that has not changed since the last one is not packed again.

#: The rows of a strip.
_ROWS: Final = 32
_UP: Final = 2
#: The prime of Adler-32.
_ADLER: Final = 65521
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


class PngPacker:
    """A packer of pictures in sequence. Lossless; ten times as fast as a general encoder where little changes."""

    def __init__(self) -> None:
        self._last: NDArray[np.uint8] | None = None
        #: Of each strip its packed rows, and their checksum and length before.
        self._strips: list[tuple[bytes, int, int]] = []

    def pack(self, frame: NDArray[np.uint8]) -> bytes:
        """Return the PNG file.

        Args:
            frame: uint8 (H, W, 3), RGB; kept until the next one, so it must not change.
        """
        height, width = frame.shape[:2]
        last = self._last if self._last is not None and self._last.shape == frame.shape else None
        old, self._strips = self._strips, []
        for n, top in enumerate(range(0, height, _ROWS)):
            rows = frame[top : top + _ROWS]
            same = last is not None and np.array_equal(rows, last[top : top + _ROWS])
            self._strips.append(old[n] if same else _packed(rows))
        self._last = frame
        check = 1
        for _, adler, length in self._strips:
            check = _joined(check, adler, length)
        packed = [strip for strip, _, _ in self._strips]
        stream = b"".join([b"\x78\x01", *packed, b"\x03\x00", struct.pack(">I", check)])
        header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", stream) + _chunk(b"IEND", b"")


def _packed(rows: NDArray[np.uint8]) -> tuple[bytes, int, int]:
    """Rows, each said as the difference from the one above it, the first as it is; packed, and what `_joined` takes."""
    count, width = rows.shape[:2]
    flat = rows.reshape(count, width * 3)
    lines = np.empty((count, 1 + width * 3), np.uint8)
    lines[0, 0], lines[1:, 0] = 0, _UP
    lines[0, 1:] = flat[0]
    np.subtract(flat[1:], flat[:-1], out=lines[1:, 1:])
    raw = lines.data
    packer = zlib.compressobj(1, zlib.DEFLATED, -15, 9, zlib.Z_RLE)
    return packer.compress(raw) + packer.flush(zlib.Z_FULL_FLUSH), zlib.adler32(raw), lines.size


def _joined(first: int, second: int, length: int) -> int:
    """Adler-32 of two stretches one after the other, from those of each; the second has ``length`` bytes."""
    low = first & 0xFFFF
    a = (low + (second & 0xFFFF) - 1) % _ADLER
    b = ((first >> 16) + (second >> 16) + length * (low - 1)) % _ADLER
    return b << 16 | a


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


# -- observing --------------------------------------------------------------------------------------------------------

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
    """A converter that makes pictures of frames that differ little from one another.

    Args:
        kind: "png", which loses nothing, or "jpeg", which is a fifth of its size.
    """

    def __init__(self, kind: Literal["png", "jpeg"] = "png") -> None:
        self._kind: Literal["png", "jpeg"] = kind
        self._packer = PngPacker()

    def picture(self, frame: NDArray[np.uint8]) -> PromptPicture:
        """Return the picture of a frame, uint8 (H, W, 3)."""
        if self._kind == "png":
            data = self._packer.pack(frame)
        else:
            buffer = io.BytesIO()
            Image.fromarray(frame).save(buffer, "JPEG", quality=85)
            data = buffer.getvalue()
        return picture_of(data, self._kind)


def picture_of(data: bytes, kind: Literal["png", "jpeg"]) -> PromptPicture:
    """Return the picture in a file's bytes."""
    return PromptPicture(data, kind, f"data:image/{kind};base64,{base64.b64encode(data).decode()}")


def size_of_picture(picture: PromptPicture) -> tuple[int, int]:
    """Return the (width, height) of a picture in pixels.

    Raises:
        RecordingError: It is none.
    """
    try:
        with Image.open(io.BytesIO(picture.data)) as image:
            return image.size
    except (OSError, ValueError, Image.DecompressionBombError) as e:
        raise RecordingError(f"A picture is damaged: {e}.") from None


def tokens_of(text: str) -> int:
    """Return the approximate number of tokens of a text, rather too high than too low."""
    return 1 + len(text) // _CHARACTERS


def clip_text(text: str, budget: int) -> str:
    """Return the beginning of a text that takes about so many tokens, and whether more is left out.

    >>> clip_text("one two three", 2), clip_text("one", 2)
    ('one tw[...]', 'one')
    """
    most = budget * _CHARACTERS
    return text if len(text) <= most else f"{text[:most]}[...]"


def tree_text(tree: Tree, labels: Mapping[int, int], budget: int) -> str:
    """Return the elements of a screen, one line each, from front to back, within the budget.

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


def controls_text(tree: Tree, labels: Mapping[int, int], platform: str, budget: int) -> str:
    """Return the numbered elements as OmniBench lists controls (appendix E.1), a JSON object each, within the budget.

    Args:
        tree: What is on the screen.
        labels: The number of each row that has one.
        platform: What the device stands for, which has names of its own for the types of controls.
        budget: About how many tokens it may take.
    """
    return clip_text("\n".join(_controls(tree, labels, platform)), budget)


def _controls(tree: Tree, labels: Mapping[int, int], platform: str) -> Iterable[str]:
    names = native_names(platform)
    for row, label in labels.items():
        node = tree.node(row)
        above = tree.node(node.parent) if node.parent >= 0 else None
        told = {
            "label": str(label),
            "control_text": node.text,
            "control_type": names.get(node.role, ""),
            "parent_control_text": above.text if above is not None else "",
            "parent_control_type": names.get(above.role, "") if above is not None else "",
        }
        yield json.dumps(told, ensure_ascii=False)


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
