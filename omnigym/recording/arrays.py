"""The arrays of an episode's observations in one file: a single Zstandard stream, flushed after each observation.

The window of the stream is some thirty small screens wide, so that a screen costs what is new in it, and before the
first one it can hold a reference: what is like it costs next to nothing (see `omnigym.recording.schema`). Before
that, each pixel of a picture becomes its difference from its left neighbour, which is small where colours change
slowly. What is packed is the names, dtypes and shapes as JSON, after its length, then the bytes and the CRC-32 of one
observation after another (both numbers uint32, little-endian). A stream that breaks off is what a killed process left
behind, and reads up to there.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt

from omnigym.errors import MissingDependencyError
from omnigym.foreign import convert_errors, parse_json, within
from omnigym.foreign.limits import MAX_ARRAYS, MAX_RECORD

if TYPE_CHECKING:
    import zstandard

__all__ = ["Arrays", "ArraysPacker", "ArraysReader", "describe", "plain"]

#: The arrays of one observation by their names.
Arrays: TypeAlias = Mapping[str, NDArray[np.generic]]

_WINDOW = 23  # bits of bytes: 8 MB
_LEVEL = 3
_PIECE = 1024  # bytes that are unpacked at once; they can become 32 MB, as a block of 4 may say 128 KB
_NUMBER = struct.Struct("<I")
_KIND = "file of arrays"


class _Array(BaseModel):
    """One array. Its dtype is one of plain numbers: nothing that is read can be an object."""

    model_config = ConfigDict(strict=True, extra="forbid")

    name: str
    dtype: Literal["bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "float32", "float64"]
    shape: Annotated[list[NonNegativeInt], Field(max_length=8)]

    @property
    def size(self) -> int:
        """The bytes of the array."""
        count = np.dtype(self.dtype).itemsize
        for length in self.shape:  # integers of Python, which cannot overflow
            count *= length
        return count


class _Contents(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    arrays: list[_Array]


def describe(arrays: Arrays) -> bytes:
    """Return names, dtypes and shapes, as JSON."""
    fields = [{"name": name, "dtype": str(a.dtype), "shape": a.shape} for name, a in arrays.items()]
    return json.dumps({"arrays": fields}).encode()


def plain(arrays: Arrays) -> bytes:
    """Return the bytes of an observation that are packed."""
    return b"".join([(_differences(a) if _is_picture(a) else a).tobytes() for a in arrays.values()])


class ArraysPacker:
    """A packer of observations in sequence; the caller appends the bytes to the file.

    Args:
        reference: What is known beforehand to whoever reads the file: `plain` bytes of an observation, or none.

    Raises:
        MissingDependencyError: zstandard is not installed.
    """

    def __init__(self, reference: bytes = b"") -> None:
        zstandard = self._zstandard = _zstandard()
        parameters = zstandard.ZstdCompressionParameters.from_level(_LEVEL, window_log=_WINDOW)
        compressor = zstandard.ZstdCompressor(compression_params=parameters, dict_data=_dictionary(reference))
        self._stream = compressor.compressobj()
        self._contents = b""

    def pack(self, arrays: Arrays) -> bytes:
        """Return the bytes that an observation adds to the file.

        Args:
            arrays: Of the same names, dtypes and shapes at every call.

        Raises:
            ValueError: They are others than those of the first call.
        """
        contents, begin = describe(arrays), b""
        if not self._contents:
            self._contents, begin = contents, _NUMBER.pack(len(contents)) + contents
        elif contents != self._contents:
            raise ValueError(f"An episode's arrays stay the same: expected {self._contents!r}, got {contents!r}.")
        data = plain(arrays)
        packed: bytes = self._stream.compress(begin + data + _NUMBER.pack(zlib.crc32(data)))
        packed += self._stream.flush(self._zstandard.COMPRESSOBJ_FLUSH_BLOCK)
        return packed


class ArraysReader:
    """A reader of files of `ArraysPacker`. It is quick for one observation after another.

    Args:
        content: The file.
        reference: What the packer was given.

    Raises:
        UnreadableError: It is no such file, or was packed with another reference.
        TooLargeError: An observation has more than `omnigym.foreign.limits.MAX_ARRAYS` bytes.
        MissingDependencyError: zstandard is not installed.
    """

    def __init__(self, content: bytes, reference: bytes = b"") -> None:
        self._content = content
        self._dictionary = _dictionary(reference)
        self._begin()

    def _begin(self) -> None:
        # not `stream_reader`, which ends too early where a stream breaks off
        self._stream = _zstandard().ZstdDecompressor(self._dictionary, max_window_size=1 << _WINDOW).decompressobj()
        self._at, self._unpacked, self._next = 0, b"", 0
        with convert_errors(_KIND):
            (length,) = _NUMBER.unpack(self._read(_NUMBER.size))
            within(length, MAX_RECORD, "bytes that describe arrays")
            self._arrays = _Contents.model_validate(parse_json(self._read(length).decode())).arrays
        self._size = sum(a.size for a in self._arrays)
        within(self._size, MAX_ARRAYS, "bytes of arrays")

    def _read(self, size: int) -> bytes:
        """The next bytes of what was packed, fewer at its end; no more is unpacked than these and a piece."""
        pieces, have = [self._unpacked], len(self._unpacked)
        while have < size and self._at < len(self._content):
            pieces.append(self._stream.decompress(self._content[self._at : self._at + _PIECE]))
            self._at += _PIECE
            have += len(pieces[-1])
        data = b"".join(pieces)
        self._unpacked = data[size:]
        return data[:size]

    def plain(self, n: int) -> bytes:
        """Return observation ``n`` in the form of `plain`.

        Raises:
            IndexError: There are not so many whole ones.
            UnreadableError: It is damaged.
        """
        if n < self._next:
            self._begin()
        data = b""
        with convert_errors(_KIND):
            while self._next <= n:
                data = self._read(self._size)
                check = self._read(_NUMBER.size)
                if len(data) + len(check) < self._size + _NUMBER.size:
                    break
                self._next += 1
                if zlib.crc32(data) != _NUMBER.unpack(check)[0]:
                    raise ValueError(f"observation {self._next - 1} is not what was written")
        if self._next <= n:
            raise IndexError(n)
        return data

    def read(self, n: int) -> dict[str, NDArray[np.generic]]:
        """Return observation ``n``, all arrays new.

        Raises:
            IndexError: There are not so many whole ones.
            UnreadableError: It is damaged.
        """
        data = self.plain(n)
        observation, at = {}, 0
        for a in self._arrays:
            values = np.frombuffer(data[at : at + a.size], a.dtype).reshape(a.shape)
            observation[a.name] = _sums(values) if _is_picture(values) else values.copy()
            at += a.size
        return observation


def _dictionary(reference: bytes) -> zstandard.ZstdCompressionDict | None:
    if not reference:
        return None
    package = _zstandard()
    made: zstandard.ZstdCompressionDict = package.ZstdCompressionDict(reference, dict_type=package.DICT_TYPE_RAWCONTENT)
    return made


def _zstandard() -> Any:
    """The package, which is imported when an array is read or written: every command imports this module."""
    try:
        import zstandard
    except ImportError as e:
        raise MissingDependencyError("zstandard", "Recording arrays", "pip install 'omnigym[record]'") from e
    return zstandard


def _is_picture(array: NDArray[np.generic]) -> bool:
    return array.dtype == np.uint8 and array.ndim == 3


def _differences(picture: NDArray[np.generic]) -> NDArray[np.generic]:
    """Of each pixel from its left neighbour, modulo 256."""
    return np.diff(picture, axis=1, prepend=np.zeros_like(picture[:, :1]))


def _sums(differences: NDArray[np.generic]) -> NDArray[np.generic]:
    return np.cumsum(differences, axis=1, dtype=np.uint8)
