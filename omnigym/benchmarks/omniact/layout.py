"""The files of OmniACT's data set: what is in each, and how it is written.

A set has an index for each split, ``train.json``, ``val.json`` and ``test.json``: ``{id: {"task": path, ...}}`` with a
path for each of `PARTS`. A task file has ``Task: ...``, ``Output Script:`` and calls, one a line. A box file is
``{key: {"top_left": [x, y], "bottom_right": [x, y], "label": text}}``, in some with ``"valid": 0``; an OCR file
``{text: [x, y]}``; a colour or icon file ``{name: [[x, y], ...]}``.

`LayoutDocument` and `TaskText` keep how a file was written, so that a file that is read and written has the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple, TypeAlias

from omnigym.errors import UnreadableError
from omnigym.foreign import fault_in, parse_json, show_value

__all__ = [
    "PARTS",
    "PLAIN",
    "Box",
    "Entry",
    "LayoutDocument",
    "LayoutStyle",
    "Place",
    "TaskText",
    "boxes_document",
    "boxes_in",
    "parse_file",
    "places_in",
    "points_document",
    "safe_path",
    "spellings",
]

#: What a row of an index names.
PARTS: Final = ("task", "image", "ocr", "color", "icon", "box")
#: A row of an index: paths by part, as the file has them.
Entry: TypeAlias = Mapping[str, str]
#: (x, y) in pixels.
Place: TypeAlias = tuple[float, float]

#: Characters of a path in an index, and bytes of a name in it.
_LONGEST_PATH, _LONGEST_NAME = 1024, 255
#: How far a coordinate may be from 0, in pixels.
_FARTHEST: Final = 1e7
_TASK: Final = re.compile(r"(\ufeff?\s*Task:[ \t]*)([^\r\n]*)", re.IGNORECASE)
_OUTPUT: Final = re.compile(r"\s*(?:Output Script:[ \t]*)?(?:\r?\n)*", re.IGNORECASE)


class Box(NamedTuple):
    """An element that people marked on a screen.

    Attributes:
        left, top, right, bottom: In pixels.
        label: What it is for. "" where there is none; a label that is no text as JSON.
        valid: Whether the set keeps it: some have ``"valid": 0``.
    """

    left: float
    top: float
    right: float
    bottom: float
    label: str
    valid: bool = True


class LayoutStyle(NamedTuple):
    """How a JSON file is written.

    Attributes:
        indent: What each level is indented by; None for one line.
        compact: Whether there is no space after commas and colons.
        ascii: Whether other letters are escaped.
        newline: The end of a line.
        end: What follows the value.
    """

    indent: str | None = None
    compact: bool = False
    ascii: bool = True
    newline: str = "\n"
    end: str = ""


#: As `json.dump` writes it.
PLAIN: Final = LayoutStyle()


class LayoutDocument(NamedTuple):
    """A JSON file: its value, with names in their order, and how it is written."""

    value: Any
    style: LayoutStyle = PLAIN

    @classmethod
    def decode(cls, content: bytes) -> LayoutDocument:
        r"""The document in the bytes of a file.

        The style is the one of `json.dump` that gives these bytes; the default where none does.

        Raises:
            UnreadableError: They are no JSON in UTF-8.

        >>> LayoutDocument.decode(b'{\n  "a": 1\n}\n').style.indent
        '  '
        """
        value, text = parse_file(content), _text(content)
        body = text.rstrip()
        newline = "\r\n" if "\r\n" in body else "\n"
        found = re.match(r"[\[{]\r?\n([ \t]+)", body)
        for compact in (False, True):
            for ascii_ in (True, False):
                style = LayoutStyle(found and found[1], compact, ascii_, newline, text[len(body) :])
                if cls(value, style).encode() == content:
                    return cls(value, style)
        return cls(value)

    def encode(self) -> bytes:
        """The bytes of the file."""
        indent, compact, ascii_, newline, end = self.style
        comma = "," if compact or indent is not None else ", "
        separators = (comma, ":" if compact else ": ")
        text = json.dumps(self.value, indent=indent, ensure_ascii=ascii_, separators=separators)
        return (text.replace("\n", newline) + end).encode()


class TaskText(NamedTuple):
    """A task file.

    Attributes:
        instruction: What is asked.
        script: The gold script, as it is written.
        before, between, after: What is written around the two.
    """

    instruction: str
    script: str
    before: str = "Task: "
    between: str = "\nOutput Script:\n"
    after: str = ""

    @classmethod
    def decode(cls, content: bytes) -> TaskText:
        r"""The task in the bytes of a file.

        Raises:
            UnreadableError: They do not begin with ``Task:``, or are no UTF-8.

        >>> TaskText.decode(b"Task: Mute\nOutput Script:\npyautogui.press('m')\n").script
        "pyautogui.press('m')"
        """
        text = _text(content)
        task = _TASK.match(text)
        if task is None:
            raise UnreadableError(f"a task file begins with 'Task:', got {show_value(text[:80])}")
        output = _OUTPUT.match(text, task.end())
        start = task.end() if output is None else output.end()
        script = text[start:].rstrip()
        end = start + len(script)
        return cls(task[2], script, task[1], text[task.end() : start], text[end:])

    def encode(self) -> bytes:
        """The bytes of the file."""
        return "".join((self.before, self.instruction, self.between, self.script, self.after)).encode()


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as e:
        raise UnreadableError(f"it is no text in UTF-8: {e.reason} at byte {e.start}") from None


def parse_file(content: bytes) -> object:
    """The value in the bytes of a JSON file.

    Raises:
        UnreadableError: They are no JSON in UTF-8.
    """
    value = parse_json(_text(content))
    fault = fault_in(value)
    if fault:
        raise UnreadableError(": ".join(filter(None, fault)))
    return value


# -- values -----------------------------------------------------------------------------------------------------------


def boxes_in(value: object) -> dict[str, Box]:
    """The boxes of a box file by their keys, those that are not valid, too. Corners may be given in either order.

    Raises:
        UnreadableError: It is no such file.
    """
    return {key: _box(key, item) for key, item in _items(value, "boxes")}


def _box(key: str, item: object) -> Box:
    if not isinstance(item, Mapping) or not {"top_left", "bottom_right"} <= item.keys():
        raise UnreadableError(f"box {show_value(key)} has top_left and bottom_right, got {show_value(item)}")
    corners = [_place(item[name], f"{name} of box {show_value(key)}") for name in ("top_left", "bottom_right")]
    (left, right), (top, bottom) = (sorted(ends) for ends in zip(*corners, strict=True))
    label = item.get("label")
    if not isinstance(label, str):
        label = "" if label is None else json.dumps(label, ensure_ascii=False)
    return Box(left, top, right, bottom, label, bool(item.get("valid", True)))


def places_in(value: object) -> dict[str, tuple[Place, ...]]:
    """The places of an OCR, colour or icon file by text or name. A text of an OCR file has one.

    Raises:
        UnreadableError: It is no such file.
    """
    return {name: _places(name, item) for name, item in _items(value, "places")}


def _places(name: str, item: object) -> tuple[Place, ...]:
    if not isinstance(item, list):
        raise UnreadableError(f"{show_value(name)} has a list of places, got {show_value(item)}")
    if item and not isinstance(item[0], list):
        return (_place(item, show_value(name)),)
    return tuple(_place(place, show_value(name)) for place in item)


def _items(value: object, what: str) -> Iterator[tuple[str, object]]:
    if not isinstance(value, Mapping):
        raise UnreadableError(f"a file of {what} is a JSON object, got {show_value(value)}")
    yield from value.items()


def _place(value: object, name: str) -> Place:
    match value:
        case [int() | float() as x, int() | float() as y] if not isinstance(x, bool) and not isinstance(y, bool):
            if isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= _FARTHEST:
                return x, y
    raise UnreadableError(f"{name} is a place [x, y] in pixels, got {show_value(value)}")


def boxes_document(boxes: Mapping[str, Box], style: LayoutStyle = PLAIN) -> LayoutDocument:
    """The box file with these boxes."""
    value = {}
    for key, box in boxes.items():
        corners = {"top_left": [box.left, box.top], "bottom_right": [box.right, box.bottom], "label": box.label}
        value[key] = corners if box.valid else {**corners, "valid": 0}
    return LayoutDocument(value, style)


def points_document(places: Mapping[str, Place | Sequence[Place]], style: LayoutStyle = PLAIN) -> LayoutDocument:
    """The OCR file with these texts, a place each, or the colour or icon file with these names, a list of them each."""
    return LayoutDocument(
        {name: [list(p) if isinstance(p, Sequence) else p for p in of] for name, of in places.items()}, style
    )


# -- paths ------------------------------------------------------------------------------------------------------------


def safe_path(path: object) -> PurePosixPath:
    """A path in an index, which lies below the set's folder.

    Raises:
        UnreadableError: It does not, or is no path.

    >>> safe_path("../x")
    Traceback (most recent call last):
    omnigym.errors.UnreadableError: a path in an index lies below its folder, got '../x'
    """
    if not isinstance(path, str) or not path or len(path) > _LONGEST_PATH or "\0" in path:
        raise UnreadableError(f"a path in an index has 1 to {_LONGEST_PATH} characters, got {show_value(path)}")
    found = PurePosixPath(path.replace("\\", "/"))
    if (
        found.is_absolute()
        or ".." in found.parts
        or not found.name
        or any(len(part.encode()) > _LONGEST_NAME for part in found.parts)
    ):
        raise UnreadableError(f"a path in an index lies below its folder, got {show_value(path)}")
    return found


def spellings(path: PurePosixPath, part: str) -> tuple[PurePosixPath, ...]:
    """The names under which a file may be: of web pages an index says ``screen_1.json`` for ``screen1_boxes.json``.

    >>> [str(name) for name in spellings(PurePosixPath("web/screen_1.json"), "box")]
    ['web/screen_1.json', 'web/screen1.json', 'web/screen1_boxes.json', 'web/screen_1_boxes.json']
    """
    joined = re.sub(r"_(\d+)$", r"\1", path.stem)
    names = [path.stem, joined, *([f"{joined}_boxes", f"{path.stem}_boxes"] if part == "box" else [])]
    return tuple(path.with_name(name + path.suffix) for name in dict.fromkeys(names))
