"""Content lines of iCalendar (RFC 5545, section 3.1) and vCard files (RFC 6350, section 3.2).

A line is ``NAME;PARAMETER=VALUE:value``; one longer than 75 octets goes on in the next, which begins with a space.
"""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from omnigym.errors import UnreadableError
from omnigym.foreign import sound_text, within
from omnigym.foreign.limits import MAX_ROWS, TEXT_BYTES

__all__ = ["Component", "Line", "components_in", "escape_text", "fold_lines", "parts_of", "unescape_value"]

_FOLD = 75
_PARAMETER = re.compile(r';([A-Za-z0-9-]+)=?((?:"[^"]*"|[^";:])*)')
_ESCAPE = re.compile(r"\\(.)")


class Line(NamedTuple):
    """A content line: its name in capitals without a group, its parameters by name in capitals, its raw value."""

    name: str
    value: str
    parameters: Mapping[str, str] = {}

    @property
    def text(self) -> str:
        """The value as text."""
        return unescape_value(self.value)


class Component(NamedTuple):
    """A component between ``BEGIN:name`` and ``END:name``: its own lines, and the components inside it."""

    name: str
    lines: list[Line]
    inside: list[Component]

    def line(self, name: str) -> Line | None:
        """Return the first line of a name, or None."""
        return next((line for line in self.lines if line.name == name), None)

    def text(self, name: str) -> str:
        """Return the text of the first line of a name, in one line; "" if there is none."""
        line = self.line(name)
        return "" if line is None else " ".join(line.text.split())


def components_in(content: bytes, name: str, what: str) -> tuple[Component, ...]:
    """Return the outermost components of a file.

    Args:
        content: Of the file, in UTF-8.
        name: What they have to be: "VCARD".
        what: What an error calls the file: ".vcf file".

    Raises:
        UnreadableError: There is no such component, or one that does not end.
        TooLargeError: There is more than is read (`omnigym.foreign.limits`).
    """
    within(len(content), TEXT_BYTES, f"bytes of a {what}")
    text = sound_text(content.decode("utf-8-sig", "replace")).replace("\r\n", "\n").replace("\r", "\n")
    root = Component("", [], [])
    opened, count = [root], 0
    for line in map(_line, re.sub(r"\n[ \t]", "", text).split("\n")):
        if line is None:
            continue
        if line.name == "BEGIN":
            count += 1
            within(count, MAX_ROWS, f"components of a {what}")
            within(len(opened), 8, f"components of a {what} in each other")
            opened.append(Component(line.value.strip().upper(), [], []))
        elif line.name == "END":
            if len(opened) == 1 or opened[-1].name != line.value.strip().upper():
                raise UnreadableError(f"Expected a {what} whose parts end as they began, got END:{line.value[:40]}.")
            done = opened.pop()
            opened[-1].inside.append(done)
        else:
            opened[-1].lines.append(line)
    if len(opened) > 1:
        raise UnreadableError(f"Expected a {what} with an end, got one that is cut off in a {opened[-1].name[:40]}.")
    found = tuple([c for c in root.inside if c.name == name])
    if not found:
        raise UnreadableError(f"Expected a {what} with BEGIN:{name}, got one without.")
    return found


def _line(raw: str) -> Line | None:
    """A line of a file, or None for one that is none."""
    end = re.match(r"[A-Za-z0-9.-]+", raw)
    if end is None:
        return None
    at, parameters = end.end(), {}
    while (found := _PARAMETER.match(raw, at)) is not None:
        parameters[found[1].upper()] = found[2].strip('"')
        at = found.end()
    if not raw.startswith(":", at):
        return None
    value = raw[at + 1 :]
    if "QUOTED-PRINTABLE" in (*parameters, parameters.get("ENCODING", "").upper()):  # of vCard 2.1
        value = quopri.decodestring(value.encode()).decode("utf-8", "replace")
    return Line(end[0].rpartition(".")[2].upper(), value, parameters)


def unescape_value(value: str) -> str:
    r"""Return a value as text.

    >>> unescape_value(r"Rome\, at noon\nRoom 2")
    'Rome, at noon\nRoom 2'
    """
    return _ESCAPE.sub(lambda m: "\n" if m[1] in "nN" else m[1], value)


def escape_text(text: str) -> str:
    r"""Return a text as a value.

    >>> escape_text("Rome, at noon")
    'Rome\\, at noon'
    """
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return text.replace("\r\n", "\n").replace("\n", "\\n")


def parts_of(value: str) -> tuple[str, ...]:
    r"""Return the texts of a value that has several, separated by semicolons.

    >>> parts_of(r";;Elm St. 4\; left;Rome")
    ('', '', 'Elm St. 4; left', 'Rome')
    """
    return tuple([unescape_value(part) for part in re.split(r"(?<!\\);", value)])


def fold_lines(lines: Iterable[str]) -> bytes:
    """Return lines as the bytes of a file: none exceeds 75 octets, and no letter is split."""
    out: list[str] = []
    for line in lines:
        held, size = "", 0
        for letter in line:
            more = len(letter.encode())
            if size + more > _FOLD:
                out.append(held)
                held, size = " ", 1
            held, size = held + letter, size + more
        out.append(held)
    return "".join([f"{line}\r\n" for line in out]).encode()
