"""Reads files and JSON that anybody may have written: with a largest size, and nothing but what JSON's standard has."""

from __future__ import annotations

import json
import math
import os
import reprlib
import stat
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from omnigym.limits import MAX_DEPTH, MAX_NUMBER, MAX_TEXT, MAX_VALUES

__all__ = ["UnreadableError", "fault_in", "parse_json", "place_of", "read_bytes", "read_text", "shown"]


class UnreadableError(Exception):
    """What is wrong with a file or a text; whoever reads it says which one it is, and what to do, in his own error."""


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80
_SHORT.maxlevel = 3


def shown(value: object) -> str:
    """A value as a message shows it: however large it is, what is shown is short.

    >>> shown("a" * 100_000)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"
    """
    return _SHORT.repr(value)


def place_of(parts: tuple[int | str, ...]) -> str:
    """A place in a JSON value, as messages name it.

    >>> place_of(("nodes", 3, "id"))
    'nodes[3].id'
    """
    return "".join(f"[{p}]" if isinstance(p, int) else f".{p[:80]}" for p in parts).lstrip(".")


def read_bytes(path: str | Path, most: int) -> bytes:
    """The content of a regular file.

    Raises:
        FileNotFoundError: There is none.
        UnreadableError: It is larger than ``most`` bytes, no regular file, or cannot be read.
    """
    try:
        with open(path, "rb", opener=_at_once) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UnreadableError("it is no regular file")
            content = file.read(most + 1) if status.st_size <= most else b""
    except FileNotFoundError:
        raise
    except OSError as e:
        raise UnreadableError(f"it cannot be read: {e.strerror or e}") from None
    except ValueError as e:  # a path with a NUL, or with what no file system can name
        raise UnreadableError(f"its path cannot be used: {e}") from None
    size = max(status.st_size, len(content))
    if size > most:
        raise UnreadableError(f"it has {size:,} bytes or more, and {most:,} are the most")
    return content


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(path: str | Path, most: int) -> str:
    """The text of a regular file in UTF-8; like `read_bytes`.

    Raises:
        FileNotFoundError: There is none.
        UnreadableError: It is too large, no regular file, no UTF-8, or cannot be read.
    """
    try:
        return read_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError as e:
        raise UnreadableError(f"it is no text in UTF-8: {e.reason} at byte {e.start}") from None


def parse_json(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        UnreadableError: It is no JSON, has NaN or Infinity in it, a name twice in one object, or is nested too deeply.
    """
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_object)
    except json.JSONDecodeError as e:
        raise UnreadableError(f"line {e.lineno}, column {e.colno}: not JSON: {e.msg}") from None
    except ValueError:  # more digits than Python turns into a number
        raise UnreadableError("a number in it has too many digits") from None
    except RecursionError:
        raise UnreadableError("its lists are nested too deeply") from None


def _refuse(constant: str) -> NoReturn:
    raise UnreadableError(f"{constant} is no value of JSON: numbers are finite")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise UnreadableError(f"the name {shown(twice)} occurs twice in one object")
    return out


def fault_in(value: Any) -> tuple[str, str] | None:
    """The first thing in a JSON value that is too deep, too long, too large or no text.

    Returns:
        Its place (`place_of`), and what is wrong with it; None where nothing is.
    """
    found = _problem_of(value)
    if found:
        return "", found
    path: list[int | str] = []
    open_ = [_parts_of(value)]
    count = 0
    while open_:
        name, part = next(open_[-1], (None, None))
        if name is None:
            open_.pop()
            del path[-1:]
            continue
        count += 1
        found = _problem_of(part) or (_problem_of(name) and f"a name in it: {_problem_of(name)}")
        if found:
            return place_of((*path, name)), found
        if count > MAX_VALUES:
            return "", f"it has at most {MAX_VALUES:,} values, got more"
        if isinstance(part, Mapping | list):
            if len(open_) >= MAX_DEPTH:
                return place_of(tuple(path[:8])) + "...", f"lists and objects are nested at most {MAX_DEPTH} deep"
            path.append(name)
            open_.append(_parts_of(part))
    return None


def _parts_of(value: object) -> Iterator[tuple[int | str, Any]]:
    if isinstance(value, Mapping):
        return iter(value.items())
    return iter(enumerate(value)) if isinstance(value, list) else iter(())


def _problem_of(item: object) -> str:
    if isinstance(item, str):
        if len(item) > MAX_TEXT:
            return f"a text has at most {MAX_TEXT:,} characters, got {len(item):,}"
        if not item.isascii() and any("\ud800" <= c <= "\udfff" for c in item):
            return f"half a pair of UTF-16 is no text, got {shown(item)}"
    elif isinstance(item, float):
        if not math.isfinite(item):
            return "a number is finite, got one that is larger than any"
    elif isinstance(item, int) and abs(item) > MAX_NUMBER:
        return "a whole number has at most 64 bits, got a larger one"
    return ""
