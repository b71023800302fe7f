"""What a guest and its client say to each other: calls of a device's methods, and what came of them.

A message is a JSON value with bytes behind it: four bytes with the length of the JSON (big-endian), the JSON, then the
blobs one after another. The JSON is ``{"blobs": [length, ...], "body": ...}``; where a value is bytes or an array it
has the number of the blob. Both sides know the type of each value by the annotations of `omnigym.devices.protocol`, so
nothing is read that was not expected, and the other side's word for a type is never taken.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import numpy as np

from omnigym.a11y import Block, Role, State, Tree
from omnigym.actions import Action, from_json, to_json
from omnigym.devices.protocol import CAPABILITIES, Device, HasUnfinishedWork
from omnigym.errors import (
    ActionError,
    AppError,
    ConfigError,
    DeviceError,
    DeviceFaultError,
    DeviceLostError,
    DeviceStartError,
    DeviceTimeoutError,
    OmnigymError,
    TooLargeError,
    UnknownNameError,
    UnreadableError,
)
from omnigym.foreign import parse_json, sound_text
from omnigym.foreign.limits import FILE_BYTES, MAX_SIDE, MAX_TREE

__all__ = [
    "CARRIED",
    "MAX_MESSAGE",
    "METHODS",
    "PROTOCOL",
    "Method",
    "check_carried",
    "error_of",
    "pack_message",
    "said_of",
    "unpack_message",
]

#: The version of the protocol: a client of another one is refused.
PROTOCOL: Final = 2
#: The most bytes of a message, and the most blobs that it may have.
MAX_MESSAGE: Final = 256 << 20
_MOST_BLOBS: Final = 4096
#: What a guest can be asked for, of `CAPABILITIES`. Not carried: snapshots, versions and the state of simulated
#: devices, which are values of their process; and pages, whose scripts would be run.
CARRIED: Final = frozenset(
    {
        *("a11y", "audio", "video", "files", "clipboard", "content", "apps", "settings", "disturbances", "news"),
        *("variation", "shell", "processes", "network", "wallpaper", "file_types", "browser", "pointer"),
    }
)


def check_carried(serves: Collection[str]) -> None:
    """See that what a configuration wants a guest to serve can be carried.

    Args:
        serves: Names of `CAPABILITIES`, and "user_data", by which effects are judged.

    Raises:
        UnknownNameError: There is no such capability.
        ConfigError: It cannot be carried.
    """
    for name in serves:
        if name not in (*CAPABILITIES, "user_data"):
            raise UnknownNameError("capability", name, CARRIED)
        if name not in (*CARRIED, "user_data"):
            raise ConfigError(f"A guest cannot show {name!r}: it can show {', '.join(sorted(CARRIED))}.")


class Method(NamedTuple):
    """A method of a device that can be called over the wire.

    Attributes:
        name: Of the method.
        capability: To which it belongs; "" for what every device has.
        parameters: The type of each argument, by its name, in order.
        needed: Those that have no default.
        result: The type of what it returns.
    """

    name: str
    capability: str
    parameters: Mapping[str, Any]
    needed: frozenset[str]
    result: Any

    def arguments(self, args: Sequence[object], keywords: Mapping[str, object]) -> dict[str, object]:
        """The arguments of a call by name."""
        return {**dict(zip(self.parameters, args, strict=False)), **keywords}

    def encoded(self, arguments: Mapping[str, object], blobs: list[bytes]) -> dict[str, Any]:
        """Arguments as JSON; bytes go to ``blobs``."""
        return {name: encode(value, self.parameters[name], blobs) for name, value in arguments.items()}

    def decoded(self, said: object, blobs: Sequence[memoryview]) -> dict[str, Any]:
        """The arguments that were encoded.

        Raises:
            UnreadableError: They are not those of the method.
        """
        if not isinstance(said, dict) or not self.needed <= said.keys() <= self.parameters.keys():
            raise UnreadableError(f"Expected the arguments {', '.join(self.parameters) or 'none'} of {self.name}.")
        return {name: decode(value, self.parameters[name], blobs, name) for name, value in said.items()}


def _methods() -> Iterator[Method]:
    carried = [("", Device), ("", HasUnfinishedWork), *((name, CAPABILITIES[name]) for name in sorted(CARRIED))]
    found = set()
    for capability, protocol in carried:
        for cls in reversed(protocol.__mro__):
            for name, function in vars(cls).items():
                if name.startswith("_") or not callable(function) or name in found or name == "close":
                    continue
                found.add(name)
                hints = get_type_hints(function)
                said = [p for p in signature(function).parameters.values() if p.name != "self"]
                needed = frozenset(p.name for p in said if p.default is Parameter.empty)
                yield Method(name, capability, {p.name: hints[p.name] for p in said}, needed, hints["return"])


#: Every method that is carried, by name.
METHODS: Final[Mapping[str, Method]] = {method.name: method for method in _methods()}


# -- messages ---------------------------------------------------------------------------------------------------------


def pack_message(body: object, blobs: Sequence[bytes]) -> list[bytes]:
    """A message in parts that are to be sent one after another."""
    head = json.dumps({"blobs": [len(b) for b in blobs], "body": body}, ensure_ascii=False, separators=(",", ":"))
    text = sound_text(head).encode()
    return [struct.pack(">I", len(text)) + text, *blobs]


def unpack_message(message: bytes) -> tuple[object, list[memoryview]]:
    """The JSON and the blobs of a message.

    Raises:
        UnreadableError: It is no message.
    """
    view = memoryview(message)
    length = struct.unpack_from(">I", message)[0] if len(message) >= 4 else len(message)
    if length > len(message) - 4:
        raise UnreadableError("Expected a message of omnigym's guest protocol, got something shorter than it says.")
    head = parse_json(bytes(view[4 : 4 + length]).decode("utf-8", "replace"))
    if not isinstance(head, dict) or head.keys() != {"blobs", "body"} or not isinstance(head["blobs"], list):
        raise UnreadableError("Expected a message of omnigym's guest protocol, got other JSON.")
    lengths, at = head["blobs"], 4 + length
    if len(lengths) > _MOST_BLOBS or any(type(n) is not int or n < 0 for n in lengths):
        raise UnreadableError("Expected the lengths of a message's blobs, got something else.")
    if at + sum(lengths) != len(message):
        raise UnreadableError("Expected a message as long as its parts, got one of another length.")
    blobs = []
    for n in lengths:
        blobs.append(view[at : at + n])
        at += n
    return head["body"], blobs


# -- values -----------------------------------------------------------------------------------------------------------


def encode(value: Any, hint: Any, blobs: list[bytes]) -> Any:
    """A value of a type as JSON; its bytes are added to ``blobs``.

    Raises:
        ConfigError: It cannot be sent.
    """
    origin = get_origin(hint)
    if hint is float and value is not None and not math.isfinite(value):
        raise ConfigError(f"Expected a finite number, got {value!r}.")
    if value is None or hint in (bool, int, float, str) or origin is Literal:
        return value
    if hint == Action:
        return to_json(value)
    if origin in (Union, UnionType):
        return encode(value, _one_of(hint), blobs)
    if hint is bytes:
        return _added(bytes(value), blobs)
    if origin is np.ndarray:
        return [_added(np.ascontiguousarray(value).tobytes(), blobs), list(value.shape)]
    if hint is Tree:
        return _tree_sent(value, blobs)
    if origin is tuple and not _is_uniform(hint):
        return [encode(v, h, blobs) for v, h in zip(value, get_args(hint), strict=True)]
    if origin in (tuple, Sequence, Collection):
        return [encode(v, get_args(hint)[0], blobs) for v in value]
    if origin in (Mapping, dict):
        return {k: encode(v, get_args(hint)[1], blobs) for k, v in value.items()}
    if hint in (object, Any):
        return _loose(value)
    return [encode(getattr(value, name), h, blobs) for name, h in _parts(hint).items()]


def decode(said: Any, hint: Any, blobs: Sequence[memoryview], place: str = "result") -> Any:
    """The value of a type that `encode` gave.

    Raises:
        UnreadableError: It is of another type.
    """
    origin = get_origin(hint)
    if hint in (None, NoneType):
        return _if(said is None, None, hint, place)
    if hint == Action:
        return from_json(_if(type(said) is dict, said, hint, place))
    if origin in (Union, UnionType):
        return None if said is None else decode(said, _one_of(hint), blobs, place)
    if hint is float:
        good = type(said) in (int, float) and math.isfinite(said)
        return float(_if(good, said, hint, place))
    if hint in (bool, int, str):
        return _if(type(said) is hint, said, hint, place)
    if origin is Literal:
        return _if(type(said) is str and said in get_args(hint), said, hint, place)
    if hint is bytes:
        return bytes(_blob(said, blobs, FILE_BYTES, place))
    if origin is np.ndarray:
        return _array(said, hint, blobs, place)
    if hint is Tree:
        return _tree(said, blobs, place)
    if origin in (tuple, Sequence, Collection):
        _if(type(said) is list, said, hint, place)
        if origin is tuple and not _is_uniform(hint):
            _if(len(said) == len(get_args(hint)), said, hint, place)
            return tuple(decode(v, h, blobs, place) for v, h in zip(said, get_args(hint), strict=True))
        return tuple([decode(v, get_args(hint)[0], blobs, place) for v in said])
    if origin in (Mapping, dict):
        _if(type(said) is dict, said, hint, place)
        return {k: decode(v, get_args(hint)[1], blobs, place) for k, v in said.items()}
    if hint in (object, Any):
        return _tight(said, place)
    parts = _parts(hint)
    _if(type(said) is list and len(said) == len(parts), said, hint, place)
    return hint(*[decode(v, h, blobs, f"{place}.{n}") for v, (n, h) in zip(said, parts.items(), strict=True)])


def _if(good: bool, value: object, hint: object, place: str) -> Any:
    if not good:
        raise UnreadableError(f"{place}: expected {getattr(hint, '__name__', hint)}, got {type(value).__name__}.")
    return value


def _added(content: bytes, blobs: list[bytes]) -> int:
    blobs.append(content)
    return len(blobs) - 1


def _blob(said: object, blobs: Sequence[memoryview], most: int, place: str) -> memoryview:
    if type(said) is not int or not 0 <= said < len(blobs):
        raise UnreadableError(f"{place}: expected the number of a blob, got {type(said).__name__}.")
    if len(blobs[said]) > most:
        raise TooLargeError(f"{place}: has {len(blobs[said])} bytes; at most {most} are read.")
    return blobs[said]


def _array(said: Any, hint: Any, blobs: Sequence[memoryview], place: str) -> np.ndarray[Any, Any]:
    dtype = np.dtype(get_args(get_args(hint)[1])[0])
    good = type(said) is list and len(said) == 2 and type(said[1]) is list and len(said[1]) <= 4
    _if(good and all(type(n) is int and 0 <= n <= MAX_MESSAGE for n in said[1]), said, hint, place)
    content = _blob(said[0], blobs, MAX_MESSAGE, place)
    _if(math.prod(said[1]) * dtype.itemsize == len(content), said, hint, place)
    return np.frombuffer(bytearray(content), dtype).reshape(said[1])


#: What a block is made of: the name, the type and the numbers a node of each column.
_COLUMNS: Final = (("parents", "<i4", 1), ("roles", "u1", 1), ("states", "<u4", 1), ("bounds", "<i4", 4))
_NODE_BYTES: Final = sum(np.dtype(kind).itemsize * numbers for _, kind, numbers in _COLUMNS)
#: Ten times as many as the largest tree of a device of ours; looking through more takes seconds a step.
_MOST_NODES: Final = 50_000
_ROLES: Final = np.isin(np.arange(256), [int(role) for role in Role])
_STATES: Final = np.uint32(sum(int(state) for state in State))


def _tree_sent(tree: Tree, blobs: list[bytes]) -> list[int]:
    """A tree as two blobs: its texts as JSON, and the columns of its blocks."""
    texts = [[b.layer, b.within, b.names, b.values, b.keys] for b in tree.blocks]
    text = json.dumps([tree.size, tree.truncated, texts], ensure_ascii=False, separators=(",", ":"))
    columns = [getattr(b, name).astype(kind).tobytes() for b in tree.blocks for name, kind, _ in _COLUMNS]
    return [_added(sound_text(text).encode(), blobs), _added(b"".join(columns), blobs)]


def _tree(said: Any, blobs: Sequence[memoryview], place: str) -> Tree:
    _if(type(said) is list and len(said) == 2, said, Tree, place)
    text, columns = (_blob(number, blobs, MAX_TREE, place) for number in said)
    match parse_json(str(text, "utf-8", "replace")):
        case [[int(width), int(height)], bool(truncated), [*rows]] if 0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE:
            pass
        case _:
            raise UnreadableError(f"{place}: expected an accessibility tree, got something else.")
    blocks, at = [], 0
    if len(columns) > _MOST_NODES * _NODE_BYTES:
        raise UnreadableError(f"{place}: expected an accessibility tree of at most {_MOST_NODES:,} nodes.")
    for row in rows:
        match row:
            case [int(layer), str(within), [*names], [*values], [*keys]] if len(names) == len(values) == len(keys):
                end = at + len(names) * _NODE_BYTES
            case _:
                raise UnreadableError(f"{place}: expected the blocks of an accessibility tree, got something else.")
        if end > len(columns) or not all(type(text) is str for texts in (names, values, keys) for text in texts):
            raise UnreadableError(f"{place}: expected the texts and columns of an accessibility tree's nodes.")
        blocks.append(_block(columns[at:end], layer, within, (tuple(names), tuple(values), tuple(keys)), place))
        at = end
    if at != len(columns):
        raise UnreadableError(f"{place}: expected an accessibility tree with as many columns as texts.")
    return Tree(tuple(blocks), (width, height), truncated)


def _block(content: memoryview, layer: int, within: str, texts: tuple[tuple[str, ...], ...], place: str) -> Block:
    count, at, found = len(texts[0]), 0, {}
    for name, kind, numbers in _COLUMNS:
        column = np.frombuffer(content, kind, count * numbers, at)
        found[name] = column.reshape(count, numbers) if numbers > 1 else column
        at += column.nbytes
    parents, bounds = found["parents"], found["bounds"]
    good = (parents >= -1).all() and (parents < np.arange(count)).all() and (bounds[:, 2:] >= 0).all()
    if not good or not _ROLES[found["roles"]].all() or (found["states"] & ~_STATES).any():
        raise UnreadableError(f"{place}: expected an accessibility tree, and its nodes are none.")
    return Block(**found, names=texts[0], values=texts[1], keys=texts[2], layer=layer, within=within)


def _one_of(hint: object) -> Any:
    """The type of ``X | None``, the only unions of which devices speak but for actions."""
    (only,) = [h for h in get_args(hint) if h is not NoneType]
    return only


def _is_uniform(hint: object) -> bool:
    return get_args(hint)[-1] is ...


@cache
def _parts(hint: type) -> Mapping[str, Any]:
    """The fields of a plain value's class."""
    hints = get_type_hints(hint)
    names = [f.name for f in fields(hint)] if is_dataclass(hint) else hint._fields  # type: ignore[attr-defined]
    return {name: hints[name] for name in names}


#: Arguments of `Tree.find`, which are all that is loose.
_LOOSE: Mapping[type, Callable[[Any], Any]] = {
    Role: lambda role: {"role": role.name},
    State: lambda states: {"states": int(states)},
    str: str,
    bool: bool,
    int: int,
    float: float,
    NoneType: lambda _: None,
}


def _loose(value: object) -> object:
    known = next((f for cls, f in _LOOSE.items() if isinstance(value, cls)), None)
    if known is None:
        raise ConfigError(f"A {type(value).__name__} cannot be sent to a guest's client.")
    return known(value)


def _tight(said: object, place: str) -> object:
    try:
        match said:
            case {"role": str(name), **rest} if not rest:
                return Role[name]
            case {"states": int(states), **rest} if not rest:
                return State(states)
            case str() | bool() | int() | float() | None:
                return said
    except (KeyError, ValueError):
        pass
    raise UnreadableError(f"{place}: expected a text, a number, a role or states, got {type(said).__name__}.")


# -- errors -----------------------------------------------------------------------------------------------------------

#: The errors that come over as they are; of any other the client makes a fault of the device.
_DEVICE_ERRORS: Mapping[str, type[DeviceError]] = {
    cls.__name__: cls
    for cls in (DeviceStartError, DeviceTimeoutError, DeviceLostError, DeviceFaultError, AppError, DeviceError)
}
_ERRORS: Mapping[str, type[Exception]] = {
    cls.__name__: cls for cls in (TooLargeError, UnreadableError, ActionError, ConfigError, FileNotFoundError)
}
#: The calls of which the protocols say that something is not there.
_MAY_LACK: Final = frozenset(("read_file", "list_dir", "page_source"))
_LONGEST: Final = 2000


class _Refusal(DeviceFaultError):
    """A guest's word that a call cannot be done: an error of the device, since a guest may say anything."""

    def __init__(self, device: str, call: str, problem: str) -> None:
        self.device, self.call, self.problem, self.advice = device, call, problem, ""
        Exception.__init__(self, f"{device}.{call}: the guest says: {problem}")


class _UnknownName(_Refusal, UnknownNameError):
    """It says that it knows no such name: an oracle may look for controls that some desktops lack."""

    def __init__(self, device: str, call: str, problem: str) -> None:
        super().__init__(device, call, problem)
        self.kind, self.name, self.suggestions = "name", "", []


class _Config(_Refusal, ConfigError):
    """It says that it cannot: a step after an episode is passed over then."""


class _TooLarge(_Refusal, TooLargeError):
    """It says that there is more than is sent, as an agent may have left it."""

    by_agent = True


class _Unreadable(_Refusal, UnreadableError):
    """It says that a file is none of its kind."""


_REFUSALS: Mapping[str, type[_Refusal]] = {
    "ActionError": _Refusal,
    "ConfigError": _Config,
    "FileNotFoundError": _Refusal,
    "TooLargeError": _TooLarge,
    "UnknownNameError": _UnknownName,
    "UnreadableError": _Unreadable,
}


def said_of(error: Exception) -> dict[str, Any]:
    """An error as JSON."""
    if isinstance(error, UnknownNameError):
        return {"type": "UnknownNameError", "kind": error.kind, "name": error.name, "problem": str(error)[:_LONGEST]}
    if isinstance(error, DeviceError):
        name = next(n for n, cls in _DEVICE_ERRORS.items() if isinstance(error, cls))
        told = {"type": name, "problem": error.problem[:_LONGEST], "advice": error.advice[:_LONGEST]}
        return {**told, "by_agent": True} if error.by_agent else told
    name = next((n for n, cls in _ERRORS.items() if isinstance(error, cls)), "")
    own = isinstance(error, OmnigymError | FileNotFoundError)
    return {"type": name, "problem": str(error)[:_LONGEST] if own else type(error).__name__}


def error_of(said: object, device: str, call: str) -> Exception:
    """The error that a guest told: always one of the device, but for a file that is not there."""
    match said:
        case {"type": "FileNotFoundError", "problem": str(problem)} if call in _MAY_LACK:
            return FileNotFoundError(problem[:_LONGEST])
        case {"type": str(name), "problem": str(problem), "advice": str(advice)} if name in _DEVICE_ERRORS:
            error = _DEVICE_ERRORS[name](device, call, problem[:_LONGEST], advice[:_LONGEST])
            error.by_agent = isinstance(said, dict) and said.get("by_agent") is True
            return error
        case {"type": str(name), "problem": str(problem)} if name in _REFUSALS:
            return _REFUSALS[name](device, call, problem[:_LONGEST])
        case {"problem": str(problem)}:
            return DeviceFaultError(device, call, f"the guest failed: {problem[:200]}.", "Look at the guest's log.")
    return DeviceFaultError(
        device, call, "the guest told of an error in a way that nobody knows.", "Update omnigym there."
    )
