"""A reader and a writer of BibTeX files (.bib) of any program."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, sound_text, within
from omnigym.foreign.limits import MAX_COLUMNS, MAX_ROWS, TEXT_BYTES

__all__ = ["BibReference", "read_bib", "write_bib"]

_ENTRY = re.compile(r"@\s*([A-Za-z]+)\s*\{\s*([^\s,{}]*)\s*,")
_FIELD = re.compile(r"\s*,?\s*([A-Za-z][\w-]*)\s*=\s*")
#: What is no reference.
_OTHERS = frozenset({"comment", "preamble", "string"})
_MARKS = str.maketrans({"{": "", "}": "", "~": " "})
_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "c": "\u0327", "=": "\u0304"}
_ACCENT = re.compile(r"""\\(['`^"~c=])\s*\{?\\?([A-Za-z])\}?""")
_WRITTEN = str.maketrans({"&": "\\&", "%": "\\%", "#": "\\#", "$": "\\$", "_": "\\_"})


class BibReference(NamedTuple):
    """A reference: its kind ("article"), its key in texts, and its fields by lower-case name."""

    kind: str
    key: str
    fields: Mapping[str, str] = MappingProxyType({})


def read_bib(content: bytes) -> tuple[BibReference, ...]:
    """Return the references of a file, in order; fields are text, without braces and with accents as letters.

    Raises:
        UnreadableError: There is none in it, or one that does not end.
        TooLargeError: It is more than is read (`omnigym.foreign.limits`).
    """
    with convert_errors(".bib file"):
        within(len(content), TEXT_BYTES, "bytes of a .bib file")
        text, found, at = sound_text(content.decode("utf-8-sig", "replace")), list[BibReference](), 0
        while (head := _ENTRY.search(text, at)) is not None:
            fields, at = _fields(text, head.end())
            if head[1].lower() not in _OTHERS:
                found.append(BibReference(head[1].lower(), head[2], fields))
                within(len(found), MAX_ROWS, "references of a .bib file")
    if not found:
        raise UnreadableError("Expected a .bib file with references, got one without.")
    return tuple(found)


def _fields(text: str, at: int) -> tuple[dict[str, str], int]:
    fields: dict[str, str] = {}
    while (name := _FIELD.match(text, at)) is not None:
        value, at = _value(text, name.end())
        fields.setdefault(name[1].lower(), _plain(value))
        within(len(fields), MAX_COLUMNS, "fields of a reference")
    end = re.compile(r"\s*,?\s*\}").match(text, at)
    if end is None:
        raise UnreadableError(f"Expected a .bib file whose references end, got {text[at : at + 40]!r} in one.")
    return fields, end.end()


def _value(text: str, at: int) -> tuple[str, int]:
    """A value in braces, in quotes or bare, and where it ends."""
    if text[at : at + 1] not in ("{", '"'):
        bare = re.compile(r"[^\s,}]*").match(text, at)
        return (bare[0], bare.end()) if bare is not None else ("", at)
    quoted, depth = text[at] == '"', 0
    for n in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[n], 0) * (text[n - 1] != "\\")
        if (quoted and n > at and text[n] == '"' and depth == 0) or (not quoted and depth == 0):
            return text[at + 1 : n], n + 1
    raise UnreadableError("Expected a .bib file whose values end, got one that is cut off.")


def _plain(value: str) -> str:
    value = _ACCENT.sub(lambda m: m[2] + _ACCENTS[m[1]], value)
    value = re.sub(r"\\([&%#$_])", r"\1", value).replace("--", "–")
    return unicodedata.normalize("NFC", " ".join(value.translate(_MARKS).split()))


def write_bib(references: Iterable[BibReference]) -> bytes:
    """Return the file of references, in UTF-8, in the form of BibTeX and biber."""
    entries = []
    for kind, key, fields in references:
        lines = [f"  {name} = {{{_safe(value)}}},\n" for name, value in fields.items() if value]
        entries.append(f"@{kind}{{{key},\n{''.join(lines)}}}\n")
    return "\n".join(entries).encode()


def _safe(value: str) -> str:
    return value.replace("\\", "").translate(_MARKS).translate(_WRITTEN).replace("–", "--")
