"""Helpers that metrics share: texts of files, rules with a method, patterns and URLs."""

from __future__ import annotations

import ast
import operator
import re
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from omnigym.benchmarks.osworld.scorer.registry import File
from omnigym.errors import ConfigError, TooLargeError, UnreadableError
from omnigym.foreign import convert_errors, show_value, sound_text, within
from omnigym.foreign.limits import FIELD_TEXT, TEXT_BYTES

__all__ = [
    "asked_values",
    "bytes_of",
    "has_all",
    "literal",
    "literal_list",
    "matches",
    "pattern_found",
    "same_url",
    "text_of",
    "texts_in",
    "url_of",
]

#: Seconds of CPU that one pattern may take on one text: what an agent wrote may make a pattern slow.
_PATTERN_S: Final = 2.0
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType(
    {name: getattr(operator, name) for name in ("eq", "ne", "le", "lt", "ge", "gt")}
)


# -- values ---------------------------------------------------------------------------------------------------------


def bytes_of(value: object) -> bytes:
    """Return the bytes of a file, or of a text that a command wrote.

    Raises:
        UnreadableError: It is neither: there is nothing to read.
    """
    if isinstance(value, File):
        return value.content
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    raise UnreadableError(f"Expected a file, got {show_value(value)}.")


def text_of(value: object) -> str:
    """Return the text of a file, with newlines as Python has them; a text stays as it is.

    A file is in UTF-8, or in UTF-16 if it says so, as Windows' Notepad saves it.

    Raises:
        UnreadableError: It is no text.
        TooLargeError: It is longer than `TEXT_BYTES`.
    """
    if isinstance(value, str):
        return sound_text(value)
    content = bytes_of(value)
    within(len(content), TEXT_BYTES, "bytes of a text")
    with convert_errors("text file"):
        coding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        return content.decode(coding).replace("\r\n", "\n").replace("\r", "\n")


def texts_in(value: object) -> list[str]:
    """Return a text, or a list of them, as a list of texts.

    >>> texts_in("a"), texts_in(["a", 1]), texts_in(None)
    (['a'], ['a', '1'], [])
    """
    if value is None:
        return []
    return [str(v) for v in value] if isinstance(value, Sequence) and not isinstance(value, str) else [str(value)]


def asked_values(rules: Mapping[str, object], *names: str) -> list[Any]:
    """Return the values of these keys of a rule, a list each; a rule that asks for nothing is a fault of the task.

    Raises:
        ConfigError: All of them are empty, so that anything would pass.
    """
    found = [rules.get(name) or [] for name in names]
    if not any(found):
        raise ConfigError(f"A rule needs one of {', '.join(names)}, got {show_value(dict(rules))}. Mend the task.")
    return found


def has_all(holder: object, wanted: object) -> bool:
    """Return whether a text or a list holds each of some values."""
    if not isinstance(holder, str | Sequence):
        return False
    values = wanted if isinstance(wanted, Sequence) and not isinstance(wanted, str) else [wanted]
    return all((v in holder) if not isinstance(holder, str) else str(v) in holder for v in values)


def literal(text: str) -> object:
    """Return the value of a Python literal.

    The published code evaluates such texts, which runs whatever stands in them.

    Raises:
        UnreadableError: It is no literal.

    >>> literal("{'a': [1, True]}")
    {'a': [1, True]}
    """
    within(len(text), FIELD_TEXT, "characters of a literal")
    with convert_errors("literal"):
        return ast.literal_eval(text.strip())


def literal_list(text: str) -> list[object]:
    """Return a list as ``gsettings`` writes it; an empty one has its type before it.

    Raises:
        UnreadableError: It is none.

    >>> literal_list("['a', 'b']"), literal_list("@as []")
    (['a', 'b'], [])
    """
    found = literal(text.strip().removeprefix("@as").strip())
    if not isinstance(found, list | tuple):
        raise UnreadableError(f"Expected a list, got {show_value(found)}.")
    return list(found)


# -- rules ----------------------------------------------------------------------------------------------------------


def matches(value: Any, rule: Mapping[str, Any]) -> bool:
    """Return whether a value is what a rule with ``method`` and ``ref`` asks for; values of another type are not.

    The methods are ``eq ne lt le gt ge``, ``re`` with flags (``re.I``), ``approx:THRESHOLD``, ``range.te`` (the limits
    exclusive, ``t``, or inclusive, ``e``), ``str_list_eq`` and ``str_set_eq``.

    Raises:
        ConfigError: There is no such method.
    """
    method, ref = str(rule["method"]), rule["ref"]
    if method in _ORDERS:
        return _ordered(method, value, ref)
    if method.split(".")[0] == "re":
        flags = reduce(operator.or_, (_flag(name) for name in method.split(".")[1:]), re.RegexFlag(0))
        return isinstance(value, str) and pattern_found(str(ref), value, flags)
    if method.startswith("approx:"):
        try:
            return abs(float(value) - float(ref)) <= float(method.partition(":")[2])
        except (TypeError, ValueError):
            return False
    if re.fullmatch(r"range\.[te]{2}", method):
        low, high = ref
        return _ordered(f"l{method[6]}", low, value) and _ordered(f"l{method[7]}", value, high)
    if method in ("str_list_eq", "str_set_eq"):
        found = [item.strip() for item in value.strip("\"'").split(",")] if isinstance(value, str) else None
        wanted = [str(item) for item in ref]
        return found is not None and (found == wanted if method == "str_list_eq" else set(found) == set(wanted))
    raise ConfigError(f"Unknown method {method!r} of a rule: expected eq, re, approx:T, range.te... Mend the task.")


def _ordered(name: str, a: object, b: object) -> bool:
    try:
        return bool(_ORDERS[name](a, b))
    except TypeError:  # a text is neither less nor more than a number
        return False


def _flag(name: str) -> re.RegexFlag:
    found = getattr(re, name, None)
    if not isinstance(found, re.RegexFlag):
        raise ConfigError(f"Unknown flag {name!r} of a pattern: expected I, M, S... Mend the task.")
    return found


def pattern_found(pattern: str, text: str, flags: int = 0) -> bool:
    """Return whether a task's pattern is in a text.

    Raises:
        ConfigError: It is no pattern.
        TooLargeError: It takes too long on this text.
    """
    try:
        compiled = re.compile(pattern, flags)
    except re.error as e:
        raise ConfigError(f"Expected a regular expression, got {pattern!r}: {e}. Mend the task.") from None
    with _hurried():
        return compiled.search(text) is not None


@contextmanager
def _hurried() -> Iterator[None]:
    """Stop a search after some CPU time: Python looks for signals while it searches, and only in its main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _PATTERN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(_number: int, _frame: object) -> None:
    raise TooLargeError(f"Expected a text that is searched within {_PATTERN_S:g} s, got one that takes longer.")


# -- URLs -----------------------------------------------------------------------------------------------------------


def url_of(value: object) -> str:
    """Return the URL of a tab, or a URL itself; "" where there is none."""
    found = value.get("url") if isinstance(value, Mapping) else value
    return found if isinstance(found, str) else ""


def same_url(a: str, b: str) -> bool:
    """Return whether two URLs are equal, except for the host's letter case, ``www.``, and a final slash.

    >>> same_url("https://www.Example.org/", "https://example.org"), same_url("https://a.org/x", "https://a.org/y")
    (True, False)
    """
    return _normal(a) == _normal(b)


def _normal(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:  # a host in brackets that is none
        return url
    path = "" if parts.path == "/" else parts.path
    host = parts.netloc.lower().removeprefix("www.")
    return urlunsplit((parts.scheme or "http", host, path, parts.query, parts.fragment))
