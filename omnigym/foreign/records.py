"""JSON that others wrote."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

from omnigym.foreign.limits import JSON_BYTES, NESTING
from omnigym.foreign.reading import reading, within
from omnigym.foreign.texts import sound_text

__all__ = ["items_in", "read_json", "rows_in"]

_WHOLE = 2**63


def read_json(content: bytes) -> Any:
    """What a JSON file in UTF-8 holds; a byte that is no UTF-8 is replaced.

    Numbers are finite, whole ones fit into 64 bits, texts are sound, and nothing lies deeper than `NESTING`.

    Raises:
        UnreadableError: It is no such file.
        TooLargeError: It is longer than `JSON_BYTES`, or deeper.

    >>> read_json(b'{"rows": [1]}')
    {'rows': [1]}
    """
    within(len(content), JSON_BYTES, "bytes of JSON")
    with reading("JSON file"):
        text = content.decode("utf-8", "replace")
        found = json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_refused)
        if content.count(b"[") + content.count(b"{") > NESTING:
            within(_depth(found), NESTING, "records in each other")
        # Only an escape makes half a pair, so the others need not be looked through.
        return _sound(found) if "\\ud" in text.lower() else found


def items_in(value: object) -> list[Any]:
    """The items of what should be a list; none where it is something else."""
    return value if isinstance(value, list) else []


def rows_in(value: object) -> list[dict[str, Any]]:
    """The objects among the items of what should be a list."""
    return [item for item in items_in(value) if isinstance(item, dict)]


def _whole(digits: str) -> int:
    number = int(digits)
    if not -_WHOLE <= number < _WHOLE:
        raise ValueError(f"a whole number of {len(digits)} digits")
    return number


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"a number out of range: {digits[:20]}")
    return number


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level and depth <= NESTING:
        depth += 1
        below: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                below += [v for v in item.values() if isinstance(v, dict | list)]
            elif isinstance(item, list):
                below += [v for v in item if isinstance(v, dict | list)]
        level = below
    return depth


def _sound(value: Any) -> Any:
    if isinstance(value, str):
        return sound_text(value)
    if isinstance(value, list):
        return [_sound(item) for item in value]
    if isinstance(value, Mapping):
        return {sound_text(name): _sound(item) for name, item in value.items()}
    return value
