"""The additional data of the Minari datasets that `omnigym.recording.to_minari` writes."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["ABOUT", "FORMAT", "MAIN", "PackedFile"]


#: Minari's file of the episodes.
MAIN: Final = "main_data.hdf5"
#: The key in the metadata of the set, whose value is an object, and of an episode, whose value is a JSON text.
ABOUT: Final = "omnigym"
FORMAT: Final = "omnigym-minari/1"

# -- packing ----------------------------------------------------------------------------------------------------------

# Packing the HDF5 files that Minari writes: it keeps every array as it is, a screen of 1024x768 in 2.4 MB.
#
# The pictures of all episodes lie in one film, each of them once, and an episode has a virtual dataset of those that
# are its own: what most episodes begin with is packed once. Whoever reads it notices nothing of that.

_DEFLATE: dict[str, object] = {"compression": "gzip", "compression_opts": 6}
_LAYOUT = ("v110", "v110")  # of 2016, in which an array takes a third of the bytes beside its own
#: A chunk of a film holds a small part of the screen over some pictures: what stays the same lies within deflate's
#: 32 KB. More pictures pack a little better, but whoever reads a few has to unpack all of a chunk.
_PICTURES, _HEIGHT, _WIDTH = 16, 48, 32
_SMALL, _CHUNK = 256, 1 << 20  # bytes of an array that is not worth a chunk, and of a chunk at most
_FILMS = "films"  # in the first episode's group, where Minari passes over it; it counts the groups of the file


class PackedFile:
    """A ``main_data.hdf5`` for episodes, packed without loss; it is complete at the end of its ``with`` block.

    Args:
        target: Minari's file of a data set without episodes.
    """

    def __init__(self, target: Path) -> None:
        import h5py

        self._file = h5py.File(target, "a", libver=_LAYOUT)
        self._films: dict[str, _Film] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                for film in self._films.values():
                    film.finish()
        finally:
            self._file.close()

    def append(self, source: Path) -> None:
        """Append the episodes of one of Minari's files, with continued numbers."""
        import h5py

        with h5py.File(source, "r") as old:
            for number in range(len(old)):
                episode = self._file.create_group(f"episode_{len(self._file)}")
                self._copy(old[f"episode_{number}"], episode)
                episode.attrs["id"] = len(self._file) - 1

    def _copy(self, old: Any, new: Any) -> None:
        import h5py

        new.attrs.update(old.attrs)
        for name, item in old.items():
            if isinstance(item, h5py.Group):
                self._copy(item, new.create_group(name))
            elif item.dtype == "uint8" and item.ndim == 4 and item.size:
                self._film(f"{new.name}/{name}".split("/", 2)[2], item.shape[1:]).append(item[()], new, name)
            else:
                packed: dict[str, Any] = {}
                if item.nbytes > _SMALL:  # in one chunk, unless it would have to be larger than chunks should be
                    packed = {**_DEFLATE, "chunks": item.shape if item.nbytes <= _CHUNK else True}
                new.create_dataset(name, data=item[()], dtype=item.dtype, **packed).attrs.update(item.attrs)

    def _film(self, name: str, shape: tuple[int, int, int]) -> _Film:
        if name not in self._films:
            group = self._file["episode_0"].require_group(_FILMS)
            height, width, channels = shape
            chunk = (_PICTURES, min(height, _HEIGHT), min(width, _WIDTH), channels)
            film = group.create_dataset(name, (0, *shape), "uint8", maxshape=(None, *shape), chunks=chunk, **_DEFLATE)
            self._films[name] = _Film(film)
        return self._films[name]


class _Film:
    """Pictures that are written once each, and who shows which of them."""

    def __init__(self, pictures: Any) -> None:
        self._pictures = pictures
        self._places: dict[bytes, int] = {}
        self._waiting: list[NDArray[np.uint8]] = []
        self._shown: list[tuple[Any, str, list[int]]] = []

    def append(self, pictures: NDArray[np.uint8], group: object, name: str) -> None:
        """Pictures that are to be the dataset of a name in a group."""
        shown = []
        for picture in pictures:
            new = len(self._places)
            shown.append(self._places.setdefault(blake2b(picture.tobytes(), digest_size=16).digest(), new))
            if shown[-1] == new:
                self._waiting.append(picture)
                if len(self._waiting) == _PICTURES:
                    self._write()
        self._shown.append((group, name, shown))

    def _write(self) -> None:
        """Whole chunks, as each one that is added to is packed anew."""
        if self._waiting:
            written = len(self._pictures)
            self._pictures.resize(written + len(self._waiting), 0)
            self._pictures[written:] = np.stack(self._waiting)
            self._waiting = []

    def finish(self) -> None:
        """Write the rest, and the datasets that show it."""
        import h5py

        self._write()
        source = h5py.VirtualSource(self._pictures)
        for group, name, shown in self._shown:
            layout = h5py.VirtualLayout((len(shown), *self._pictures.shape[1:]), "uint8")
            for begin, end in _runs(shown):
                layout[begin:end] = source[shown[begin] : shown[end - 1] + 1]
            group.create_virtual_dataset(name, layout)


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Where in a list numbers follow each other."""
    begin = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            yield begin, end
            begin = end
