"""D-Bus values and messages as bytes (little endian), by the D-Bus specification's "Marshaling".

Signatures: ``y b n q i u x t d s o g v``, ``aT`` (a list; of ``{KV}``: a dict), ``(T...)`` (a tuple).

What comes may be from any program: bytes that are no message or value, or more than anyone has to say, are a
`WireError`.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = [
    "MOST_BYTES",
    "DBusMessage",
    "DBusVariant",
    "WireError",
    "call_message",
    "decode",
    "encode",
    "read_message",
    "split",
]

_FIXED = {"y": "B", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d", "b": "I"}
_STRUCTS = {code: struct.Struct("<" + fmt) for code, fmt in _FIXED.items()}
_ALIGN = {**{code: s.size for code, s in _STRUCTS.items()}, "s": 4, "o": 4, "g": 1, "v": 1, "a": 4, "(": 8, "{": 8}
_U32 = _STRUCTS["u"]

_METHOD_CALL, _LITTLE = 1, ord("l")
#: The largest message that is read; D-Bus allows 128 MiB.
MOST_BYTES = 4 << 20
#: How deep values are nested at most, by the specification.
_DEEPEST = 64
_UNSIGNED, _TEXT, _TYPE = (frozenset(map(ord, codes)) for codes in ("u", "so", "g"))
_PATH, _INTERFACE, _MEMBER, _ERROR, _REPLY, _DESTINATION, _SENDER, _SIGNATURE = range(1, 9)


class WireError(ValueError):
    """Bytes that are no D-Bus message or value."""


@dataclass(frozen=True, slots=True)
class DBusVariant:
    """A value that carries its signature; only for sending (`decode` gives the bare value)."""

    signature: str
    value: object


@functools.lru_cache(maxsize=512)
def split(signature: str) -> tuple[str, ...]:
    """The complete types of a signature.

    Raises:
        WireError: It is none.

    >>> split("sa{sv}(iu)")
    ('s', 'a{sv}', '(iu)')
    """
    types, start = [], 0
    while start < len(signature):
        end = _end(signature, start)
        types.append(signature[start:end])
        start = end
    return tuple(types)


def _end(signature: str, start: int, depth: int = 0) -> int:
    code = signature[start] if start < len(signature) else ""
    if depth > _DEEPEST:
        raise WireError(f"D-Bus signature {signature!r} is nested too deeply.")
    if code == "a":
        is_dict = signature[start + 1 : start + 2] == "{"
        return _end_entry(signature, start + 1, depth + 1) if is_dict else _end(signature, start + 1, depth + 1)
    if code == "(":
        end = start + 1
        while end < len(signature) and signature[end] != ")":
            end = _end(signature, end, depth + 1)
        if end >= len(signature) or end == start + 1:
            raise WireError(f"D-Bus signature {signature!r} does not close what it opens, or has nothing in it.")
        return end + 1
    if not code or code not in _ALIGN or code == "{":
        raise WireError(f"D-Bus signature {signature!r} has no type at {start}.")
    return start + 1


def _end_entry(signature: str, start: int, depth: int) -> int:
    """Where an entry of a dict ends: a basic key and one value."""
    if signature[start + 1 : start + 2] in ("", "a", "(", "{", "v"):
        raise WireError(f"D-Bus signature {signature!r} has a dict without a key at {start}.")
    end = _end(signature, _end(signature, start + 1, depth), depth + 1)
    if signature[end : end + 1] != "}":
        raise WireError(f"D-Bus signature {signature!r} has a dict with more than keys and values at {start}.")
    return end + 1


def encode(signature: str, values: Sequence[object]) -> bytes:
    """The body of a message with these values.

    >>> encode("su", ("ab", 1)).hex()
    '020000006162000001000000'
    """
    out = bytearray()
    for kind, value in zip(split(signature), values, strict=True):
        _write(out, kind, value)
    return bytes(out)


def _pad(out: bytearray, alignment: int) -> None:
    out += bytes(-len(out) % alignment)


def _write(out: bytearray, kind: str, value: Any) -> None:
    code = kind[0]
    _pad(out, _ALIGN[code])
    if code in _STRUCTS:
        out += _STRUCTS[code].pack(value)
    elif code in "so":
        data = value.encode()
        out += _U32.pack(len(data)) + data + b"\0"
    elif code == "g":
        data = value.encode()
        out += bytes((len(data),)) + data + b"\0"
    elif code == "v":
        _write(out, "g", value.signature)
        _write(out, value.signature, value.value)
    elif code == "a":
        at = len(out)
        out += bytes(4)
        _pad(out, _ALIGN[kind[1]])
        start = len(out)
        for item in value.items() if kind[1] == "{" else value:
            _write(out, kind[1:], item)
        _U32.pack_into(out, at, len(out) - start)
    else:
        for part, item in zip(split(kind[1:-1]), value, strict=True):
            _write(out, part, item)


def decode(signature: str, data: bytes) -> tuple[Any, ...]:
    """The values of a message's body.

    Raises:
        WireError: The bytes are not such values.

    >>> decode("a{sv}", encode("a{sv}", ({"a": DBusVariant("i", 3)},)))
    ({'a': 3},)
    """
    values, at = [], 0
    try:
        for kind in split(signature):
            value, at = _read(kind, data, at)
            values.append(value)
    except (struct.error, IndexError, UnicodeDecodeError) as e:
        raise WireError(f"A D-Bus message ends within {signature!r}: {e}.") from e
    if at > len(data):
        raise WireError(f"A D-Bus message ends within {signature!r}.")
    return tuple(values)


def _read(kind: str, data: bytes, at: int, depth: int = 0) -> tuple[Any, int]:
    code = kind[0]
    at += -at % _ALIGN[code]
    if code in "so":
        size = _U32.unpack_from(data, at)[0]
        return data[at + 4 : at + 4 + size].decode("utf-8", "replace"), at + size + 5
    if code in _STRUCTS:
        packed = _STRUCTS[code]
        value = packed.unpack_from(data, at)[0]
        return bool(value) if code == "b" else value, at + packed.size
    if code == "g":
        size = data[at]
        return data[at + 1 : at + 1 + size].decode("ascii"), at + size + 2
    if code == "v":
        inner, at = _read("g", data, at)
        if len(split(inner)) != 1:
            raise WireError(f"A D-Bus variant has the types {inner!r}.")
        return _read(inner, data, at, _deeper(depth))
    if code == "a":
        return _read_array(kind[1:], data, at, _deeper(depth))
    row = _row(kind[1:-1])
    if row is not None:
        return row.unpack_from(data, at), at + row.size
    items = []
    for part in split(kind[1:-1]):
        value, at = _read(part, data, at, _deeper(depth))
        items.append(value)
    return tuple(items), at


def _deeper(depth: int) -> int:
    if depth == _DEEPEST:
        raise WireError("D-Bus values are nested too deeply.")
    return depth + 1


@functools.lru_cache(maxsize=64)
def _row(kinds: str) -> struct.Struct | None:
    """How numbers of one size that follow each other are read at once; None if they are something else."""
    same = len(set(kinds)) == 1 and kinds[0] in _FIXED and kinds[0] != "b"
    return struct.Struct(f"<{len(kinds)}{_FIXED[kinds[0]]}") if same else None


def _read_array(kind: str, data: bytes, at: int, depth: int = 0) -> tuple[Any, int]:
    size = _U32.unpack_from(data, at)[0]
    at += 4
    at += -at % _ALIGN[kind[0]]
    end, items = at + size, []
    if end > len(data):
        raise WireError("A D-Bus array is longer than its message.")
    if kind in _FIXED and kind != "b":
        packed = _STRUCTS[kind]
        return [value for (value,) in packed.iter_unpack(data[at:end])], end
    while at < end:
        value, at = _read_entry(kind, data, at, depth) if kind[0] == "{" else _read(kind, data, at, depth)
        items.append(value)
    return (dict(items) if kind[0] == "{" else items), at


def _read_entry(kind: str, data: bytes, at: int, depth: int) -> tuple[tuple[object, object], int]:
    key, at = _read(kind[1], data, at + -at % 8, depth)
    value, at = _read(kind[2:-1], data, at, depth)
    return (key, value), at


@dataclass(frozen=True, slots=True)
class DBusMessage:
    """A message that came.

    Attributes:
        kind: 1 call, 2 return, 3 error, 4 signal.
        reply_to: The serial of the call that it answers, or 0.
        error: The error's name, or empty.
        signature, body: What it carries.
    """

    kind: int
    reply_to: int
    error: str
    signature: str
    body: bytes

    def values(self) -> tuple[Any, ...]:
        """What it carries, decoded.

        Raises:
            WireError: It does not carry what it says.
        """
        return decode(self.signature, self.body)


@functools.lru_cache(maxsize=4096)
def _fields(destination: str, path: str, interface: str, member: str, signature: str) -> bytes:
    """The header's fields with their length before and padding after; cached, since the same calls come every step."""
    out = bytearray()
    given = ((_PATH, "o", path), (_INTERFACE, "s", interface), (_MEMBER, "s", member), (_DESTINATION, "s", destination))
    for code, kind, value in given + (((_SIGNATURE, "g", signature),) if signature else ()):
        _write(out, "(yv)", (code, DBusVariant(kind, value)))
    length = len(out)
    _pad(out, 8)
    return _U32.pack(length) + bytes(out)


def call_message(
    serial: int, destination: str, path: str, interface: str, member: str, signature: str = "", body: bytes = b""
) -> bytes:
    """A method call, ready to be sent."""
    head = struct.pack("<BBBBII", ord("l"), _METHOD_CALL, 0, 1, len(body), serial)
    return head + _fields(destination, path, interface, member, signature) + body


def read_message(data: bytearray, at: int) -> tuple[DBusMessage | None, int] | None:
    """The message at ``at`` and where the next one begins, or None if it has not come whole.

    The message is None where it is not read: it is too large (then the next one may begin beyond ``data``), of a
    machine of the other byte order, or what stands before its body is no header.

    Raises:
        WireError: There is no message, nor is it known where the next one begins.
    """
    if len(data) - at < 16:
        return None
    if data[at] not in b"lB":
        raise WireError(f"Expected a D-Bus message, got {bytes(data[at : at + 16])!r}.")
    body_size, _, fields_size = struct.unpack_from("<III" if data[at] == _LITTLE else ">III", data, at + 4)
    start = at + 16 + fields_size + -fields_size % 8
    end = start + body_size
    if end - at > MOST_BYTES:
        return None, end
    if len(data) < end:
        return None
    if data[at] != _LITTLE:
        return None, end
    try:
        fields = _read_fields(bytes(data[at + 16 : at + 16 + fields_size]))
    except (struct.error, IndexError, ValueError):
        return None, end
    reply, error, signature = (fields.get(code, empty) for code, empty in ((_REPLY, 0), (_ERROR, ""), (_SIGNATURE, "")))
    if not isinstance(reply, int) or not isinstance(error, str) or not isinstance(signature, str):
        return None, end
    return DBusMessage(data[at + 1], reply, error, signature, bytes(data[start:end])), end


def _read_fields(data: bytes) -> dict[int, object]:
    """The header's fields, an array of (yv). A tree is a hundred messages, so those that all have are read by hand."""
    fields: dict[int, object] = {}
    at = 0
    while at < len(data):
        code, length, kind = data[at : at + 3]
        value = at + 4
        if length != 1:
            break
        if kind in _UNSIGNED:
            fields[code] = _U32.unpack_from(data, value)[0]
            end = value + 4
        elif kind in _TEXT:
            end = value + 5 + _U32.unpack_from(data, value)[0]
            fields[code] = data[value + 4 : end - 1].decode("utf-8", "replace")
        elif kind in _TYPE:
            end = value + 2 + data[value]
            fields[code] = data[value + 1 : end - 1].decode("ascii")
        else:
            break
        at = end + -end % 8
    else:
        return fields
    return dict(_read_array("(yv)", _U32.pack(len(data)) + bytes(4) + data, 0)[0])
