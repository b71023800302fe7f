"""Helpers of published metrics: texts of files, rules of values, addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.given import content_of
from omnigym.benchmarks.osworld.scorer.matching import matches, pattern_found
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import TEXT_BYTES

__all__ = ["Rule", "Untyped", "file_text", "lines_with_ends", "rule_matches", "same_address"]

#: A rule of a task file, and an object of a library without types.
Rule: TypeAlias = Mapping[str, Any]
Untyped: TypeAlias = Any


_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+\-.]*://")
#: Labels before a country that are registries of it, so that "shop.co.uk" is the site "shop".
_REGISTRIES = frozenset({"ac", "co", "com", "edu", "gob", "gov", "ltd", "me", "mil", "ne", "net", "nom", "or", "org"})


def file_text(state: object) -> str:
    """Return the text of a file in UTF-8, with newlines as Python has them; a byte order mark is part of it.

    Raises:
        UnreadableError: It is no file, or in another encoding.
    """
    content = content_of(state)
    within(len(content), TEXT_BYTES, "bytes of a text")
    with convert_errors("text file"):
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def lines_with_ends(text: str) -> list[str]:
    """Return the lines of a text as a file yields them, each with its newline."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def rule_matches(value: Untyped, rule: Rule) -> bool:
    """Return whether a value is as a rule says; a value of another type raises an error, as in the published code.

    Raises:
        TypeError: The value cannot be compared with the reference.
    """
    method, ref = str(rule["method"]), rule["ref"]
    if method.startswith("re"):
        if not isinstance(value, str):
            raise TypeError(f"expected a text, got {value!r}")
        flags = re.RegexFlag(0)
        for name in method.split(".")[1:]:
            flags |= getattr(re, name)
        return pattern_found(str(ref), value, flags)
    if method in ("str_list_eq", "str_set_eq"):
        found = value.strip("\"'").split(",")
        return bool(found == list(ref) if method == "str_list_eq" else set(found) == set(ref))
    if method in ("le", "lt", "ge", "gt") and isinstance(value, str) != isinstance(ref, str):
        raise TypeError(f"expected a value that can be ordered with {ref!r}, got {value!r}")
    return matches(value, rule)


def same_address(a: str | None, b: str | None, version: TaskVersion) -> bool:
    """Return whether two addresses are equal as a version takes them.

    Both ignore letter case of the host, ``www.`` and a path of one slash. "verified" also ignores the port, and the end
    of the host such as ``.com`` or ``.co.uk``.

    >>> same_address("https://www.airbnb.com/a", "https://airbnb.co.uk/a", "verified")
    True
    >>> same_address("https://www.airbnb.com/a", "https://airbnb.co.uk/a", "2024")
    False
    """
    if a is None or b is None:
        return a == b
    return _normal(a, version) == _normal(b, version)


def _normal(url: str, version: TaskVersion) -> str:
    try:
        if version == "2024":
            parts = urlsplit(url)
            host = parts.netloc.lower().replace("www.", "")
            scheme = parts.scheme or "http"
        else:
            parts = urlsplit(url if _SCHEME.match(url) else f"http://{url}")
            host, scheme = _site(parts.netloc.lower()), parts.scheme.lower()
    except ValueError as e:
        raise UnreadableError(f"Expected an address, got {url[:100]!r}: {e}.") from None
    path = "" if parts.path == "/" else parts.path
    return urlunsplit((scheme, host, path, parts.query, parts.fragment))


def _site(host: str) -> str:
    """A host without its port, ``www`` and the end that a registry owns."""
    host = host.rpartition("@")[2].partition(":")[0].strip(".")
    labels = host.split(".")
    if len(labels) == 1 or all(label.isdigit() for label in labels):
        return host
    ends = 2 if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _REGISTRIES else 1
    site = labels[:-ends]
    return ".".join(site[1:] if len(site) == 2 and site[0] == "www" else site)
