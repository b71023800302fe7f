"""The messages of `omnigym serve`: a header of fixed length, and a body in msgpack.

A message is a `Header`, then as many bytes as it says. Clients send the requests of `Kind`; to each with a number there
is one answer, ``OK`` or ``ERROR``, with the same session and number. `omnigym.serve.native` has the bodies.

A body is plain data: None, booleans, numbers, texts, bytes, lists, dicts of texts; and, as extensions, tuples, arrays,
NumPy's scalars, actions and large whole numbers. Nothing in it names a class, a function or a file. Errors go by the
names of `omnigym.errors`. What comes is hostile: its length is capped before it is read, and its parts are checked.
"""

from __future__ import annotations

import math
import re
import struct
import time
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple, TypeAlias, cast, get_args

import gymnasium.error
import numpy as np
from gymnasium import spaces

from omnigym import errors
from omnigym.actions import Action, On, from_json, on_from_json, to_json
from omnigym.errors import (
    ConfigError,
    MissingDependencyError,
    OmnigymError,
    ServerError,
    TooLargeError,
    UnknownNameError,
    UnreadableError,
)

try:
    import msgpack
except ModuleNotFoundError:
    raise MissingDependencyError("msgpack", "A server of environments", "pip install 'omnigym[serve]'") from None

__all__ = [
    "CLOSED",
    "HEADER",
    "MAX_ANSWER",
    "MAX_REQUEST",
    "NIL",
    "NONCE",
    "VERSION",
    "Allowance",
    "Framer",
    "Header",
    "Kind",
    "error_data",
    "error_of",
    "message",
    "pack",
    "space_data",
    "space_of",
    "unpack",
]

#: The version of the messages: a client of another one is refused.
VERSION: Final = 1
#: The most bytes of the body of a request, and of an answer.
MAX_REQUEST: Final = 4 << 20
MAX_ANSWER: Final = 256 << 20
#: Bytes of the number by which a client sees that it is on the server's machine.
NONCE: Final = 16
#: Bodies: nothing; and of a ``LANE`` of the server's, that the lane is closed and none opened.
NIL: Final = b"\xc0"
CLOSED: Final = b"\xc2"
#: The layout of a `Header`.
HEADER: Final = struct.Struct(">IBIIHHH")


class Kind(IntEnum):
    """The kinds of messages. ``BEAT`` has no answer; those after ``LANE``, and a ``BEAT`` of a worker, go between
    server and worker alone.
    """

    HELLO = 1
    MAKE = 2
    RESET = 3
    STEP = 4
    RENDER = 5
    CLONE = 6
    STATE = 7
    CLOSE = 8
    ATTACH = 9
    BEAT = 10
    SNAPSHOT = 11
    RESTORE = 12
    LANE = 13
    BIND = 16
    SCREEN = 17
    WARM = 18
    PING = 19
    COUNTED = 20
    TRY = 21
    OK = 64
    ERROR = 65


class Header(NamedTuple):
    """The header of each message body.

    Attributes:
        size: Bytes of the body.
        kind: A `Kind`.
        session: The session that is meant; 0 for none.
        number: The number of the request in its session.
        begun, scored, unscored: Of an answer, how many episodes began and ended by the request.
    """

    size: int
    kind: int
    session: int
    number: int
    begun: int = 0
    scored: int = 0
    unscored: int = 0


def message(kind: int, session: int, number: int, body: bytes, counts: tuple[int, int, int] = (0, 0, 0)) -> bytes:
    """Return a whole message."""
    return HEADER.pack(len(body), kind, session, number, *counts) + body


class Allowance:
    """The number of messages that may still come under a rate limit, at most those of one second at once."""

    def __init__(self) -> None:
        self._left, self._filled = math.inf, 0.0

    def take(self, rate: float, count: int = 1) -> float:
        """Take some messages from the allowance.

        Args:
            rate: How many may come in a second; it may change.
            count: How many came; 0 to look alone.

        Returns:
            For how many seconds none may come: 0 while something is left.
        """
        now = time.monotonic()
        self._left = min(rate, self._left + (now - self._filled) * rate) - count
        self._filled = now
        return -self._left / rate if self._left < 0 else 0.0


class Framer:
    """A framer, which cuts a stream of bytes into messages.

    Args:
        most: The most bytes of a body.

    Attributes:
        most: The same; may be changed by what takes a message.
    """

    def __init__(self, most: int) -> None:
        self.most, self._buffer = most, bytearray()

    def feed(self, data: bytes, take: Callable[[Header, bytes], None]) -> None:
        """Add what came, and give each whole message to ``take``.

        Raises:
            TooLargeError: A message is longer than is read.
        """
        buffer = self._buffer
        if not buffer and len(data) >= HEADER.size:
            header = Header(*HEADER.unpack_from(data))
            if HEADER.size + header.size == len(data) and header.size <= self.most:  # one message, as is usual
                take(header, data[HEADER.size :])
                return
        buffer += data
        at = 0
        while len(buffer) - at >= HEADER.size:
            header = Header(*HEADER.unpack_from(buffer, at))
            if header.size > self.most:
                raise TooLargeError(f"A message has {header.size} bytes; at most {self.most} are read.")
            end = at + HEADER.size + header.size
            if len(buffer) < end:
                break
            with memoryview(buffer) as view:
                body = bytes(view[at + HEADER.size : end])
            at = end
            take(header, body)
        del buffer[:at]


# -- values -----------------------------------------------------------------------------------------------------------

_TUPLE, _ARRAY, _ACTION, _NUMBER = range(1, 5)
_ACTIONS: Final = frozenset({On, *get_args(Action)})
#: The types of arrays, by the first letters of their content.
_DTYPES: Final[Mapping[bytes, np.dtype[Any]]] = {
    np.dtype(name).str.encode(): np.dtype(name)
    for name in ("?", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8")
}
_TEXTS: Final = re.compile(rb"<U[0-9]{1,6}")
#: An array's content begins with the length of its type's name, that, the number of its sizes (_SINGLE for a scalar of
#: NumPy's), and these.
_SINGLE: Final = 255
_MAX_SIZES: Final = 32
#: How deep tuples lie in one another.
_MAX_DEPTH: Final = 32


def pack(value: object) -> bytes:
    """A value as bytes.

    Raises:
        ConfigError: It has parts that cannot be sent.
    """
    packed: bytes = msgpack.packb(value, default=_extended, strict_types=True)
    return packed


def _extended(value: object) -> object:
    if isinstance(value, tuple):
        return msgpack.ExtType(_TUPLE, pack(list(value)))
    if isinstance(value, np.ndarray | np.generic):
        sizes = struct.pack(f">B{value.ndim}I", value.ndim, *value.shape)
        sizes = bytes([_SINGLE]) if isinstance(value, np.generic) else sizes
        return msgpack.ExtType(_ARRAY, _named(value.dtype) + sizes + value.tobytes())
    if type(value) in _ACTIONS:
        return msgpack.ExtType(_ACTION, pack(to_json(cast(Action | On, value))))
    if isinstance(value, int):
        return int(value) if -(2**63) <= value < 2**64 else msgpack.ExtType(_NUMBER, str(int(value)).encode())
    if isinstance(value, Mapping):
        return {str(key): part for key, part in value.items()}
    kinds: tuple[Callable[[Any], Any], ...] = (str, bytes, float, list)
    for kind in kinds:
        if isinstance(value, kind):  # type: ignore[arg-type]
            return kind(value)
    raise ConfigError(f"A {type(value).__name__} cannot be sent to a server of environments. Send plain values.")


def _named(dtype: np.dtype[Any]) -> bytes:
    name = dtype.str.encode()
    if name not in _DTYPES and not _TEXTS.fullmatch(name):
        raise ConfigError(f"An array of {dtype} cannot be sent. Send numbers, booleans or texts.")
    return bytes([len(name)]) + name


def unpack(body: bytes | bytearray | memoryview) -> Any:
    """The value that `pack` made into bytes, whoever says so. Arrays are new, and can be written to.

    Raises:
        UnreadableError: It is none, or its parts lie too deep in one another.
        ActionError: It has an action that is none.
    """
    return _Reader().read(body)


class _Reader:
    def __init__(self) -> None:
        self._depth = 0

    def read(self, body: bytes | bytearray | memoryview) -> Any:
        if self._depth > _MAX_DEPTH:
            raise UnreadableError(f"Expected values that lie at most {_MAX_DEPTH} deep in one another.")
        self._depth += 1
        try:
            return msgpack.unpackb(body, ext_hook=self._part, strict_map_key=True)
        except OmnigymError:
            raise
        except (msgpack.UnpackException, ValueError, RecursionError) as e:
            raise UnreadableError(f"Expected a value in msgpack, got something else ({type(e).__name__}).") from None
        finally:
            self._depth -= 1

    def _part(self, code: int, body: bytes) -> Any:
        if code == _ARRAY:
            return _array(body)
        if code == _NUMBER and len(body) <= 1000 and re.fullmatch(rb"-?[0-9]+", body):
            return int(body)
        said = self.read(body) if code in (_TUPLE, _ACTION) else None
        if code == _TUPLE and isinstance(said, list):
            return tuple(said)
        if code == _ACTION and isinstance(said, dict):
            return on_from_json(said) if "device" in said else from_json(said)
        raise UnreadableError("Expected a tuple, an array, a number or an action, got something else.")


def _array(body: bytes) -> Any:
    try:
        at = 1 + body[0]
        name, count = body[1:at], body[at]
        dtype = _DTYPES.get(name)
        if dtype is None and _TEXTS.fullmatch(name):
            dtype = np.dtype(name.decode())
        if dtype is None or (count > _MAX_SIZES and count != _SINGLE):
            raise UnreadableError("Expected an array with its type and its sizes, got something else.")
        shape = () if count == _SINGLE else struct.unpack_from(f">{count}I", body, at + 1)
    except (IndexError, struct.error):
        raise UnreadableError("Expected an array with its type and its sizes, got something else.") from None
    at += 1 + 4 * len(shape)
    if math.prod(shape) * dtype.itemsize != len(body) - at:
        raise UnreadableError("Expected an array with as many bytes as it says, got others.")
    array = np.frombuffer(bytearray(body[at:]), dtype).reshape(shape)
    return array[()] if count == _SINGLE else array


# -- errors -----------------------------------------------------------------------------------------------------------

_CLASSES: Final[Mapping[str, type[Exception]]] = {
    **{name: getattr(errors, name) for name in errors.__all__},
    "ResetNeeded": gymnasium.error.ResetNeeded,
}
_LONGEST: Final = 4000
_Plain: TypeAlias = str | int | float | None


def error_data(error: Exception) -> dict[str, object]:
    """An error as plain data."""
    name = type(error).__name__
    if _CLASSES.get(name) is not type(error):
        own = isinstance(error, OmnigymError)
        return {"type": "ServerError", "problem": f"{name}: {error}"[:_LONGEST] if own else f"It failed: {name}."}
    kept = {k: v for k, v in vars(error).items() if not k.startswith("_") and isinstance(v, _Plain)}
    problem = str(error.args[0]) if error.args else ""
    return {"type": name, "problem": problem[:_LONGEST], "kept": kept}


def error_of(said: object) -> Exception:
    """The error that the other side said, whatever it said."""
    match said:
        case {"type": str(name), "problem": str(problem), **rest} if name in _CLASSES:
            error = _CLASSES[name].__new__(_CLASSES[name], problem[:_LONGEST])
            kept = rest.get("kept")
            if isinstance(error, UnknownNameError):
                error.suggestions = []
            if isinstance(kept, dict):
                error.__dict__.update({k: v for k, v in kept.items() if isinstance(k, str) and isinstance(v, _Plain)})
            error.args = (problem[:_LONGEST],)
            return error
    return ServerError("The other side failed in a way that it could not say.")


# -- spaces -----------------------------------------------------------------------------------------------------------


def space_data(space: spaces.Space[Any]) -> list[Any]:
    """A space as plain data.

    Raises:
        ConfigError: It is of another kind than these.
    """
    match space:
        case spaces.Dict():
            return ["dict", {name: space_data(part) for name, part in space.spaces.items()}]
        case spaces.Box():
            return ["box", _bound(space.low), _bound(space.high), list(space.shape), space.dtype.str]
        case spaces.Discrete():
            return ["discrete", int(space.n), int(space.start)]
        case spaces.MultiDiscrete():
            return ["multi_discrete", space.nvec, space.start]
        case spaces.MultiBinary():
            return ["multi_binary", list(space.shape)]
        case spaces.Text():
            return ["text", space.max_length, space.min_length, space.characters]
    raise ConfigError(f"A space of the kind {type(space).__name__} cannot be served. Flatten it with a wrapper.")


def _bound(bound: np.ndarray[Any, Any]) -> object:
    first = bound.flat[0] if bound.size else bound.dtype.type(0)
    return first if (bound == first).all() else bound


def space_of(said: object) -> spaces.Space[Any]:
    """The space that was sent.

    Raises:
        UnreadableError: It is none.
    """
    try:
        match said:
            case ["dict", dict(parts)]:
                return spaces.Dict({name: space_of(part) for name, part in parts.items()})
            case ["box", np.generic() | np.ndarray() as low, high, [*shape], str(dtype)] if dtype.encode() in _DTYPES:
                box: Any = spaces.Box  # whose types say less than it takes
                found: spaces.Space[Any] = box(low, high, tuple(shape), np.dtype(dtype).type)
                return found
            case ["discrete", int(n), int(start)]:
                return spaces.Discrete(n, start=start)
            case ["multi_discrete", np.ndarray() as nvec, np.ndarray() as start]:
                return spaces.MultiDiscrete(nvec, start=start)
            case ["multi_binary", [int(n)]]:
                return spaces.MultiBinary(n)
            case ["multi_binary", [*shape]]:
                return spaces.MultiBinary(np.array(shape, np.int64))
            case ["text", int(most), int(least), str(letters)]:
                return spaces.Text(most, min_length=least, charset=letters)
    except (ValueError, TypeError, AssertionError, IndexError) as e:
        raise UnreadableError(f"Expected a space, got something else: {e}.") from None
    raise UnreadableError("Expected a space, got something else.")
