"""JSON that others wrote: nothing but what its standard has, so no NaN and no Infinity.

What an agent left is repaired where that loses nothing (`read_json`). What a person wrote is refused, and told where
it is wrong (`parse_json`, `fault_in`).
"""

from __future__ import annotations

import json
import math
import reprlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from omnigym.errors import OmnigymError, TooLargeError, UnreadableError
from omnigym.foreign.limits import JSON_BYTES, MAX_DEPTH, MAX_NUMBER, MAX_TEXT, MAX_VALUES, NESTING
from omnigym.foreign.reading import within

# -- values and places in messages: short, whatever others wrote ------------------------------------------------------

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80
_SHORT.maxlevel = 3


def show_value(value: object) -> str:
    """A value as a message shows it: however large it is, what is shown is short.

    >>> show_value("a" * 100_000)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"
    """
    return _SHORT.repr(value)


def place_in_file(loc: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """A place of pydantic's, in which stand the types of a union that it tried, as the file has it.

    >>> place_in_file(("subtasks", "list[DefinitionModel]", 0, "id"))
    ('subtasks', 0, 'id')
    """
    return tuple(part for part in loc if isinstance(part, int) or "[" not in part)


def place_of(parts: tuple[int | str, ...]) -> str:
    """A place in a JSON value, as messages name it.

    >>> place_of(("nodes", 3, "id"))
    'nodes[3].id'
    """
    return "".join(f"[{p}]" if isinstance(p, int) else f".{p[:80]}" for p in parts).lstrip(".")


# -- texts that can be written again ----------------------------------------------------------------------------------


def sound_text(text: str) -> str:
    r"""``text`` with the halves of surrogate pairs joined, and those without another half replaced.

    They come from broken encodings and from ``\ud83d`` in JSON, and cannot be encoded, so not be saved or shown.

    >>> sound_text("a\ud83d\ude00b"), sound_text("a\ud83db")
    ('a😀b', 'a\ufffdb')
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


# -- records ----------------------------------------------------------------------------------------------------------


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
    text = content.decode("utf-8", "replace")
    try:
        found = _parsed(text, parse_int=_whole, parse_float=_finite)
    except TooLargeError:
        raise
    except UnreadableError as e:
        raise UnreadableError(f"Expected the bytes of a JSON file, got some that are none: {e}.") from None
    # Only an escape makes half a pair, so the others need not be looked through.
    return _sound(found) if "\\ud" in text.lower() else found


def parse_json(text: str) -> Any:
    """The value of a JSON text, in which nothing lies deeper than `NESTING`. How large it may be, `fault_in` says.

    Raises:
        UnreadableError: It is no JSON, or has a name twice in one object. The message is a clause that does not name
            the text, for the error of whoever reads it.
        TooLargeError: Its lists and objects are nested deeper.
    """
    return _parsed(text, object_pairs_hook=_object)


def _parsed(text: str, **hooks: Any) -> object:
    """The one place where JSON of others is parsed: who walks over the value may do so by recursion."""
    try:
        found: object = json.loads(text, parse_constant=_refused, **hooks)
        if text.count("[") + text.count("{") > NESTING:
            within(_depth(found), NESTING, "records in each other")
        return found
    except OmnigymError:
        raise
    except json.JSONDecodeError as e:
        raise UnreadableError(f"line {e.lineno}, column {e.colno}: not JSON: {e.msg}") from None
    except ValueError:  # more digits than Python turns into a number
        raise UnreadableError("a number in it has too many digits") from None
    except RecursionError:
        raise TooLargeError("its lists are nested too deeply") from None
    except MemoryError:
        raise TooLargeError("it takes more memory than there is") from None


def items_in(value: object) -> list[object]:
    """The items of what should be a list; none where it is something else."""
    return value if isinstance(value, list) else []


def rows_in(value: object) -> list[dict[str, object]]:
    """The objects among the items of what should be a list."""
    return [item for item in items_in(value) if isinstance(item, dict)]


def fault_in(value: object) -> tuple[str, str] | None:
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


def _parts_of(value: object) -> Iterator[tuple[int | str, object]]:
    if isinstance(value, Mapping):
        return iter(value.items())
    return iter(enumerate(value)) if isinstance(value, list) else iter(())


def _problem_of(item: object) -> str:
    if isinstance(item, str):
        if len(item) > MAX_TEXT:
            return f"a text has at most {MAX_TEXT:,} characters, got {len(item):,}"
        if not item.isascii() and any("\ud800" <= c <= "\udfff" for c in item):
            return f"half a pair of UTF-16 is no text, got {show_value(item)}"
    elif isinstance(item, float):
        if not math.isfinite(item):
            return "a number is finite, got one that is larger than any"
    elif isinstance(item, int) and abs(item) > MAX_NUMBER:
        return "a whole number has at most 64 bits, got a larger one"
    return ""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    out = dict(pairs)
    if len(out) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise UnreadableError(f"the name {show_value(twice)} occurs twice in one object")
    return out


def _whole(digits: str) -> int:
    number = int(digits)
    if not -MAX_NUMBER - 1 <= number <= MAX_NUMBER:
        raise UnreadableError(f"a whole number in it has {len(digits)} digits, and 64 bits are the most")
    return number


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise UnreadableError(f"a number in it is out of range: {digits[:20]}")
    return number


def _refused(constant: str) -> NoReturn:
    raise UnreadableError(f"{constant} is no value of JSON: numbers are finite")


def _depth(value: object) -> int:
    depth, level = 0, [value]
    while level and depth <= NESTING:
        depth += 1
        below: list[object] = []
        for item in level:
            if isinstance(item, dict):
                below += [v for v in item.values() if isinstance(v, dict | list)]
            elif isinstance(item, list):
                below += [v for v in item if isinstance(v, dict | list)]
        level = below
    return depth


def _sound(value: object) -> object:
    if isinstance(value, str):
        return sound_text(value)
    if isinstance(value, list):
        return [_sound(item) for item in value]
    if isinstance(value, Mapping):
        return {sound_text(name): _sound(item) for name, item in value.items()}
    return value
