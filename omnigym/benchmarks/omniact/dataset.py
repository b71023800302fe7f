"""OmniACT's data set in its published layout, read when it is asked for (OmniACT 3).

Opening a set reads its indices only. Whatever is wrong with a file is an `omnigym.errors.UnreadableError` that names
it, raised by what reads the file; the other points are as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath
from typing import Final, TypeVar

import numpy as np

from omnigym.benchmarks.omniact.layout import (
    PARTS,
    Box,
    Entry,
    LayoutDocument,
    LayoutStyle,
    Place,
    TaskText,
    boxes_in,
    parse_file,
    places_in,
    safe_path,
    spellings,
)
from omnigym.errors import ConfigError, TooLargeError, UnknownNameError, UnreadableError
from omnigym.foreign import read_bytes, show_value
from omnigym.foreign.limits import FILE_BYTES, JSON_BYTES, MAX_SIDE, TEXT_BYTES
from omnigym.perception.element import Frame
from omnigym.pictures import decoded_picture, verified_size

__all__ = ["SPLITS", "Box", "OmniAct", "Point"]

#: The splits, and names of indices, in the order of the paper.
SPLITS: Final = ("train", "val", "test")
#: Points of an index. The largest of OmniACT's has 6,789.
_MOST_POINTS: Final = 200_000
#: Files whose values are kept: screens of OmniACT have some fifty points each.
_KEPT: Final = 256

_T = TypeVar("_T")


class Point:
    """A data point: a screen, an instruction, and the script that does it.

    Attributes:
        id: Its name in the index of its split. The same one may be in another split.
        split: "train", "val" or "test".
        entry: Its row of the index, as it is there.
    """

    def __init__(self, files: _Files, split: str, id: str, entry: Entry) -> None:  # noqa: A002 - the field's name
        self._files = files
        self.id, self.split, self.entry = id, split, entry

    def __repr__(self) -> str:
        return f"Point({self.key!r})"

    @property
    def key(self) -> str:
        """Its name in the whole set: ``test/12``."""
        return f"{self.split}/{self.id}"

    @cached_property
    def task(self) -> TaskText:
        """The task file.

        Raises:
            UnreadableError: It cannot be read.
        """
        return self._files.read(self.path("task"), TEXT_BYTES, TaskText.decode)

    @property
    def instruction(self) -> str:
        """What is asked. Raises as `task`."""
        return self.task.instruction

    @property
    def script(self) -> str:
        """The gold script, as it is written (`omnigym.codecs.read_script` reads it). Raises as `task`."""
        return self.task.script

    def path(self, part: str) -> PurePosixPath:
        """Where the file of a part lies, below the set's folder; its name may be another than in the index.

        Args:
            part: One of `PARTS`.

        Raises:
            UnreadableError: The index has no such path, a path that leaves the folder, or one where nothing is.
        """
        if part not in PARTS:
            raise UnknownNameError("part of a point", part, PARTS)
        try:
            path = self.entry.get(part)
            return self._files.found(path if isinstance(path, str) else "", part)
        except UnreadableError as e:
            raise UnreadableError(f"{self.key}, {part}: {e}") from None

    def image(self) -> Frame:
        """The screenshot: uint8 (H, W, 3), RGB.

        Raises:
            UnreadableError: There is none, or it is broken.
            TooLargeError: A side has more than 16,384 pixels, or all of it more than 16 million; it is not decoded.
        """
        self.size()
        picture = self._files.read(self.path("image"), FILE_BYTES, decoded_picture)
        return np.asarray(picture.convert("RGB"))

    def size(self) -> tuple[int, int]:
        """(width, height) of the screenshot in pixels, which is not decoded. Raises as `image`."""
        return self._files.size(self.path("image"))

    def boxes(self, images: bool = True) -> dict[str, Box]:
        """The boxes that people marked, by their keys, in the file's order, without those that are not valid.

        Args:
            images: Whether the screenshot is looked at, to find a box file of another screen.

        Raises:
            UnreadableError: The file cannot be read, or most of its boxes lie outside of the screenshot.
        """
        boxes = self._files.boxes(self.path("box"), self.path("image") if images else None)
        return dict(boxes)

    def ocr(self) -> dict[str, Place]:
        """The texts on the screen, with the middle of each.

        Raises:
            UnreadableError: The file cannot be read.
        """
        return {text: places[0] for text, places in self._places("ocr").items() if places}

    def icons(self) -> dict[str, tuple[Place, ...]]:
        """The icons on the screen by name, with the middle of each. Raises as `ocr`."""
        return self._places("icon")

    def colours(self) -> dict[str, tuple[Place, ...]]:
        """The elements on the screen by colour, with the middle of each. Raises as `ocr`."""
        return self._places("color")

    def _places(self, part: str) -> dict[str, tuple[Place, ...]]:
        return self._files.read(self.path(part), JSON_BYTES, lambda content: places_in(parse_file(content)))

    def content(self, part: str) -> bytes:
        """The bytes of the file of a part, written anew from the value that was read.

        They are those of the file; one that no writer of JSON would have made is given as it is.

        Raises:
            UnreadableError: The file cannot be read.
        """
        content = self._files.read(self.path(part), FILE_BYTES, bytes)
        if part == "image":
            return content
        decode: Callable[[bytes], LayoutDocument | TaskText] = (
            TaskText.decode if part == "task" else LayoutDocument.decode
        )
        again = self._files.read(self.path(part), FILE_BYTES, decode).encode()
        return again if again == content else content


class _Files:
    """The files of a set, below its folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._resolved = root.resolve()
        self.found = lru_cache(4096)(self._found)
        self.size = lru_cache(1024)(self._size)
        self.boxes = lru_cache(_KEPT)(self._boxes)

    def _found(self, path: str, part: str) -> PurePosixPath:
        """Where the file is that an index names."""
        safe = safe_path(path)
        for name in spellings(safe, part):
            place = self.root / name
            if place.exists():
                if not place.resolve().is_relative_to(self._resolved):
                    raise UnreadableError(f"{name} is a link that leaves the set's folder")
                return name
        raise UnreadableError(f"there is no file {safe}")

    def _size(self, path: PurePosixPath) -> tuple[int, int]:
        size = self.read(path, FILE_BYTES, verified_size)
        if max(size) > MAX_SIDE:
            raise TooLargeError(
                f"{path}: a side of an image has at most {MAX_SIDE:,} pixels, got {size[0]:,} x {size[1]:,}"
            )
        return size

    def _boxes(self, path: PurePosixPath, image: PurePosixPath | None) -> dict[str, Box]:
        """The valid boxes of a file, which lie on that screenshot; not to be changed."""
        every = self.read(path, JSON_BYTES, lambda content: boxes_in(parse_file(content)))
        boxes = {key: box for key, box in every.items() if box.valid}
        if image is not None:
            width, height = self.size(image)
            on = [0 <= b.left + b.right <= 2 * width and 0 <= b.top + b.bottom <= 2 * height for b in boxes.values()]
            if 2 * sum(on) < len(on):
                raise UnreadableError(
                    f"{path}: of {len(on)} boxes {len(on) - sum(on)} lie outside of the image, which has "
                    f"{width} x {height} pixels: it is the box file of another screen"
                )
        return boxes

    def read(self, path: PurePosixPath, most: int, decode: Callable[[bytes], _T]) -> _T:
        """What is in a file, and its name in every error."""
        try:
            return decode(read_bytes(self.root / path, most))
        except FileNotFoundError:
            raise UnreadableError(f"{path}: there is no such file") from None
        except UnreadableError as e:
            raise type(e)(f"{path}: {e}") from None


class OmniAct(Mapping[str, Point]):
    """A data set: points by ``split/id``, in the order of the indices. An id alone will do where one split has it.

    Args:
        root: Its folder, with ``train.json``, ``val.json`` and ``test.json``, or some of them.

    Raises:
        ConfigError: There is no index.
        UnreadableError: An index is broken.
    """

    def __init__(self, root: str | Path) -> None:
        self.root = Path(root)
        self._files = _Files(self.root)
        self._splits = {split: self._index(split) for split in SPLITS if (self.root / f"{split}.json").exists()}
        if not self._splits:
            raise ConfigError(f"A data set has {', '.join(f'{s}.json' for s in SPLITS)}; {self.root} has none of them.")
        self._points = {point.key: point for points in self._splits.values() for point in points}

    def _index(self, split: str) -> tuple[Point, ...]:
        name = PurePosixPath(f"{split}.json")
        value = self._files.read(name, FILE_BYTES, parse_file)
        if not isinstance(value, Mapping) or not all(isinstance(row, Mapping) for row in value.values()):
            raise UnreadableError(f"{name}: an index is an object of objects with paths, got {show_value(value)}")
        if len(value) > _MOST_POINTS:
            raise TooLargeError(f"{name}: an index has at most {_MOST_POINTS:,} points, got {len(value):,}")
        return tuple(Point(self._files, split, id_, row) for id_, row in value.items())

    def styles(self) -> dict[str, LayoutStyle]:
        """How its indices are written, by split."""
        read = self._files.read
        return {
            split: read(PurePosixPath(f"{split}.json"), FILE_BYTES, LayoutDocument.decode).style
            for split in self._splits
        }

    def split(self, name: str) -> Sequence[Point]:
        """The points of a split, in the order of its index; none of one without an index.

        Raises:
            UnknownNameError: There is no such split.
        """
        if name not in SPLITS:
            raise UnknownNameError("split", name, SPLITS)
        return self._splits.get(name, ())

    def __getitem__(self, key: str) -> Point:
        """The point of that name.

        Raises:
            UnknownNameError: There is none, or there are several: of those the split has to be named.
        """
        if key in self._points:
            return self._points[key]
        found = [point for split in self._splits if (point := self._points.get(f"{split}/{key}"))]
        if len(found) == 1:
            return found[0]
        raise UnknownNameError("point", key, [p.key for p in found] or self._points)

    def __iter__(self) -> Iterator[str]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)
