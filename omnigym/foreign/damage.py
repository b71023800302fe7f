"""Deliberate damage to files, to find readers that handle it badly."""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from typing import Any

from omnigym.errors import UnreadableError
from omnigym.foreign.packages import Package
from omnigym.foreign.reading import convert_errors

__all__ = ["EXTREMES", "damage_content"]

#: Values that a field may have in the file of somebody who means harm.
EXTREMES: tuple[object, ...] = (
    *(None, True, "", "x", -1, 0, 2**31, 2**63, 10**400, 1e308, float("nan"), float("inf"), [], {}, [None], {"a": {}}),
    *("\ud800", "\0", "\u202eabc", "9" * 5000, "2025-13-45", "1e999", "../../x", "NaN", "C:/", "x" * 100_000),
)
_NUMBER = re.compile(rb"-?\d+")
_NUMBERS = (b"-1", b"0", b"99999999999", b"1e999", b"nan", b"4294967295", b"2147483648", b"18446744073709551616")
_LETTERS = re.compile(rb"[A-Za-z]{2,}")


def damage_content(content: bytes, rng: random.Random) -> bytes:
    """Return a damaged file, usually with one fault, sometimes with several."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        kinds = [_flipped, _cut, _spliced, _renumbered, _repeated, _reworded]
        if content.startswith(b"PK"):
            kinds += [_member_damaged] * 6 + [_member_twice, _sizes_wrong]
        elif content.lstrip()[:1] in (b"{", b"["):
            kinds += [_json_damaged] * 6 + [_nested]
        content = rng.choice(kinds)(content, rng)
    return content


def _flipped(content: bytes, rng: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice((1, 2, 16))):
        if changed:
            changed[rng.randrange(len(changed))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
    return bytes(changed)


def _cut(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _spliced(content: bytes, rng: random.Random) -> bytes:
    """A piece of it put elsewhere."""
    start, at = (rng.randrange(len(content) + 1) for _ in range(2))
    piece = content[start : start + rng.choice((1, 20, 400))]
    return content[:at] + piece + content[at + rng.choice((0, len(piece))) :]


def _replaced(content: bytes, pattern: re.Pattern[bytes], new: Callable[[], bytes], rng: random.Random) -> bytes:
    found = list(pattern.finditer(content))
    if not found:
        return content
    match = rng.choice(found)
    return content[: match.start()] + new() + content[match.end() :]


def _renumbered(content: bytes, rng: random.Random) -> bytes:
    return _replaced(content, _NUMBER, lambda: rng.choice(_NUMBERS), rng)


def _reworded(content: bytes, rng: random.Random) -> bytes:
    words = _LETTERS.findall(content) or [b""]
    return _replaced(content, _LETTERS, lambda: rng.choice((b"", rng.choice(words), b"\xed\xa0\x80", b"\0", b"<")), rng)


def _repeated(content: bytes, rng: random.Random) -> bytes:
    """A piece of it, very often."""
    start = rng.randrange(len(content) + 1)
    piece = content[start : start + rng.choice((1, 3, 40))]
    return content[:start] + piece * rng.choice((10, 1000)) + content[start:]


# -- zip files --------------------------------------------------------------------------------------------------------


def _members(content: bytes) -> list[tuple[str, bytes]]:
    try:
        with convert_errors("package"), Package(content) as package:
            return [(m.filename, package.read(m)) for m in package.members]
    except UnreadableError:
        return []  # it is damaged already


def _packed(members: list[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in members:
            info = zipfile.ZipInfo(name, (2025, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(info, content)
    return buffer.getvalue()


def _member_damaged(content: bytes, rng: random.Random) -> bytes:
    """One that can be unpacked, with a member that is not what it was."""
    members = _members(content)
    if not members:
        return content
    at = rng.randrange(len(members))
    name, inner = members[at]
    change = rng.choice((_flipped, _cut, _spliced, _renumbered, _renumbered, _reworded, _reworded, _repeated))
    members[at] = name, change(inner, rng)
    if rng.random() < 0.1:
        del members[at]
    return _packed(members)


def _member_twice(content: bytes, rng: random.Random) -> bytes:
    """With a second member of a name, by renaming another one of that length, or by two packages in a row."""
    return content + content if rng.random() < 0.5 else _spliced(content, rng) + content


def _sizes_wrong(content: bytes, rng: random.Random) -> bytes:
    """With other sizes, methods or flags than its members have."""
    changed = bytearray(content)
    heads = [m.start() for m in re.finditer(rb"PK\x01\x02", content)]
    if heads:
        at = rng.choice(heads) + rng.choice((8, 10, 16, 20, 24, 28, 42))
        changed[at : at + 2] = rng.choice((b"\xff\xff", b"\0\0", b"\x01\0", b"\x0e\0"))
    return bytes(changed)


# -- JSON -------------------------------------------------------------------------------------------------------------


def _json_damaged(content: bytes, rng: random.Random) -> bytes:
    """Valid, with a value of another type or out of range."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return content
    places: list[tuple[Any, Any]] = []
    todo: list[Any] = [found]
    while todo:
        value = todo.pop()
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        places += [(value, key) for key in keys]
        todo += [value[key] for key in keys if isinstance(value[key], dict | list)]
    if places:
        holder, key = rng.choice(places)
        holder[key] = rng.choice(EXTREMES)
        if rng.random() < 0.1:
            del holder[key]
    try:
        return json.dumps(found).encode()
    except ValueError:  # a number of too many digits
        return content


def _nested(content: bytes, rng: random.Random) -> bytes:
    deep = rng.choice((50, 1000, 100_000))
    return b'{"rows":' * deep + content + b"}" * deep
