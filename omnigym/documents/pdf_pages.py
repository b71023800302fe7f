"""The pages of PDF files as things: taken out of files, turned, stamped with a text, and put together again.

The contents of a page stay as they are. Encrypted files, and files whose objects are packed into streams, are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from omnigym.documents.pdf import LETTER, PdfText, assemble_pdf, draw_text, page_lines, pdf_width
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import MEMBERS, PDF_BYTES

__all__ = ["PdfFile", "PdfSheet", "join_sheets", "read_pdf_file", "sheet_text", "stamp"]

_OBJECT = re.compile(rb"(\d{1,9})\s{1,4}\d{1,5}\s{1,4}obj\b")
_STREAM, _REFERENCE = re.compile(rb">>\s{0,16}stream\r?\n"), re.compile(rb"\b(\d{1,9})\s{1,4}\d{1,5}\s{1,4}R\b")
_LENGTH = re.compile(rb"/Length\s{1,4}(\d{1,9})(?!\s{1,4}\d{1,5}\s{1,4}R)")
_DELIMITERS = b" \t\r\n/<>[]()"
#: What a page has from the pages above it where it says nothing itself.
_INHERITED = (b"MediaBox", b"Resources", b"Rotate", b"CropBox")
_NESTED, _FONT = 64, b"OmStamp"
_Objects: TypeAlias = Mapping[int, bytes]


class PdfSheet(NamedTuple):
    """A page.

    Attributes:
        objects: The objects of its file.
        body: Its dictionary, with what it has from the pages above it.
        turns: Quarter turns clockwise in which it is shown.
        stamp: A text that is written over it, or None.
    """

    objects: _Objects
    body: bytes
    turns: int = 0
    stamp: PdfText | None = None


class PdfFile(NamedTuple):
    """A PDF file: its pages in order."""

    sheets: tuple[PdfSheet, ...]


# -- reading ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def read_pdf_file(content: bytes) -> PdfFile:
    """Return the pages of a PDF file.

    Raises:
        UnreadableError: It is none, has no pages, is encrypted, or is packed in a way that is not read.
        TooLargeError: It is larger than the limits.
    """
    if not content.startswith(b"%PDF-"):
        raise UnreadableError("Expected a PDF file, which begins with '%PDF-', got another one.")
    within(len(content), PDF_BYTES, "bytes of a PDF file")
    if b"/ObjStm" in content or b"/Encrypt" in content:
        raise UnreadableError("Expected a PDF file that is neither encrypted nor packed, got one that is.")
    with convert_errors("PDF file"):
        objects = dict(_objects(content))
        roots = [body for body in objects.values() if _entry(body, b"Type") == b"/Catalog"]
        tree = _number(_entry(roots[-1], b"Pages")) if roots else None
        sheets = tuple(_sheets(objects, tree, {}, set())) if tree is not None else ()
        if not sheets:
            raise UnreadableError("Expected a PDF file with pages, got one without.")
        return PdfFile(sheets)


def _objects(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and body of each object, the streams of which may have any bytes."""
    at, count = 0, 0
    while (begin := _OBJECT.search(content, at)) is not None:
        count += 1
        within(count, 100 * MEMBERS, "objects of a PDF file")
        end = content.find(b"endobj", begin.end())
        stream = _STREAM.search(content, begin.end(), end if end >= 0 else len(content))
        if stream is not None:
            length = _LENGTH.search(content, begin.end(), stream.end())
            after = stream.end() + int(length[1]) if length is not None else content.find(b"endstream", stream.end())
            end = content.find(b"endobj", after) if after >= 0 else -1
        if end < 0:
            raise UnreadableError("Expected a PDF file, got a part of one.")
        yield int(begin[1]), content[begin.end() : end].strip()
        at = end


def _sheets(
    objects: _Objects, number: int, above: Mapping[bytes, bytes], seen: set[int], depth: int = 0
) -> Iterator[PdfSheet]:
    """Yield the pages below a node of the tree of pages."""
    body = objects.get(number, b"")
    if number in seen or depth > _NESTED or not body:
        return
    seen.add(number)
    within(len(seen), MEMBERS, "pages of a PDF file")
    has = {name: value for name in _INHERITED if (value := _entry(body, name) or above.get(name, b""))}
    kids = _entry(body, b"Kids")
    if kids:
        for kid in _REFERENCE.findall(kids):
            yield from _sheets(objects, int(kid), has, seen, depth + 1)
        return
    for name, value in has.items():
        if not _entry(body, name):
            body = _with(body, name, value)
    turns = _entry(body, b"Rotate")
    yield PdfSheet(objects, body, int(turns) // 90 % 4 if turns.lstrip(b"-").isdigit() else 0)


def _entry(body: bytes, name: bytes) -> bytes:
    """The value of a name in the outermost dictionary of a body; b"" where it has none."""
    place = _place(body, name)
    return body[place[1] : place[2]].strip() if place is not None else b""


def _place(body: bytes, name: bytes) -> tuple[int, int, int] | None:
    """Where a name in the outermost dictionary begins, where its value does, and where that ends."""
    depth, at = 0, 0
    while at < len(body):
        if body.startswith((b"<<", b"["), at):
            depth, at = depth + 1, at + (2 if body[at : at + 1] == b"<" else 1)
        elif body.startswith((b">>", b"]"), at):
            depth, at = depth - 1, at + (2 if body[at : at + 1] == b">" else 1)
            if depth <= 0:
                return None
        elif body[at : at + 1] == b"(":
            at = _string_end(body, at)
        elif depth == 1 and body.startswith(b"/" + name, at) and body[at + 1 + len(name) : at + 2 + len(name)] in _ENDS:
            start = at + 1 + len(name)
            return at, start, _value_end(body, start)
        else:
            at += 1
    return None


_ENDS = {bytes([c]) for c in _DELIMITERS}


def _value_end(body: bytes, at: int) -> int:
    """Find the end of a value: a reference, a word, a text, or all that is in brackets."""
    while body[at : at + 1].isspace():
        at += 1
    reference = _REFERENCE.match(body, at)
    if reference is not None:
        return reference.end()
    if body[at : at + 1] == b"(":
        return _string_end(body, at)
    if not body.startswith((b"<<", b"["), at):
        at += 1
        while at < len(body) and body[at] not in _DELIMITERS:
            at += 1
        return at
    depth = 0
    while at < len(body):
        if body.startswith((b"<<", b">>"), at):
            depth, at = depth + (1 if body[at : at + 1] == b"<" else -1), at + 2
        elif body[at : at + 1] in (b"[", b"]"):
            depth, at = depth + (1 if body[at : at + 1] == b"[" else -1), at + 1
        else:
            at = _string_end(body, at) if body[at : at + 1] == b"(" else at + 1
        if depth == 0:
            break
    return at


def _string_end(body: bytes, at: int) -> int:
    depth = 0
    while at < len(body):
        letter = body[at : at + 1]
        depth += (letter == b"(") - (letter == b")")
        at += 2 if letter == b"\\" else 1
        if depth == 0:
            break
    return at


def _number(reference: bytes) -> int | None:
    match = _REFERENCE.fullmatch(reference)
    return int(match[1]) if match is not None else None


def _resolved(objects: _Objects, value: bytes) -> bytes:
    number = _number(value)
    return objects.get(number, b"") if number is not None else value


def _with(body: bytes, name: bytes, value: bytes) -> bytes:
    """A dictionary with another value of a name."""
    place = _place(body, name)
    if place is not None:
        return body[: place[1]] + b" " + value + body[place[2] :]
    start = body.find(b"<<") + 2
    return body[:start] + b" /" + name + b" " + value + body[start:]


def sheet_text(sheet: PdfSheet) -> tuple[str, ...]:
    """Return the lines of a page as they are written in its streams, plainly or deflated."""
    contents = _entry(sheet.body, b"Contents")
    found = _resolved(sheet.objects, contents)
    numbers = _REFERENCE.findall(found if found.startswith(b"[") else contents)
    bodies = [sheet.objects.get(int(n), b"") for n in numbers]
    return tuple([line for body in bodies for line in page_lines(body)])


# -- writing ----------------------------------------------------------------------------------------------------------


def stamp(sheet: PdfSheet, text: str, size: float, place: str = "bottom") -> PdfSheet:
    """Return a page with a text over it, at its bottom or in its middle."""
    box = [float(n) for n in re.findall(rb"-?\d+\.?\d*", _resolved(sheet.objects, _entry(sheet.body, b"MediaBox")))]
    left, low, right, high = box if len(box) == 4 else (0.0, 0.0, *map(float, LETTER))
    x = (left + right - pdf_width(text, size)) / 2
    return sheet._replace(stamp=PdfText(x, low + 30 if place == "bottom" else (low + high) / 2, text, size))


def join_sheets(sheets: Sequence[PdfSheet]) -> bytes:
    """Return the bytes of a PDF file with these pages, at least one."""
    made: list[bytes] = [b"", b""]  # the catalogue and the tree of pages
    known: dict[tuple[int, int], int] = {}
    kids = []
    for sheet in sheets:
        body = sheet.body
        if sheet.stamp is not None:
            body = _stamped(sheet, body, sheet.stamp, made)
        body = _with(_with(body, b"Rotate", b"%d" % (90 * (sheet.turns % 4))), b"Parent", b"-2 0 R")
        made.append(b"")
        kids.append(len(made))
        moved = _moved(sheet.objects, body, known, made)
        made[kids[-1] - 1] = moved
        within(len(made), 100 * MEMBERS, "objects of a PDF file")
    made[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    made[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join([b"%d 0 R" % k for k in kids]), len(kids))
    return assemble_pdf([*made, b"<< /Producer (omnigym) >>"])


def _moved(objects: _Objects, body: bytes, known: dict[tuple[int, int], int], made: list[bytes]) -> bytes:
    """A body that refers to the new numbers of what it needs, which is copied. "-7 0 R" is a new number already."""
    wanted = [(body, -1)]
    found = b""
    while wanted:
        part, to = wanted.pop()
        stream = _STREAM.search(part)
        head, tail = (part[: stream.start()], part[stream.start() :]) if stream is not None else (part, b"")

        def renumbered(match: re.Match[bytes]) -> bytes:
            old = int(match[1])
            if match.start() and match.string[match.start() - 1 : match.start()] == b"-":
                return match[0]
            if old not in objects:
                return b"null"
            key = (id(objects), old)
            if key not in known:
                made.append(b"")
                known[key] = len(made)
                wanted.append((objects[old], len(made)))
            return b"%d 0 R" % known[key]

        moved = re.sub(rb"-(\d{1,9} 0 R)", rb"\1", _REFERENCE.sub(renumbered, head)) + tail
        if to < 0:
            found = moved
        else:
            made[to - 1] = moved
    return found


def _stamped(sheet: PdfSheet, body: bytes, text: PdfText, made: list[bytes]) -> bytes:
    """The dictionary of a page with streams around its own: those save and restore, and write the text."""
    drawn = draw_text(text, _FONT.decode())
    numbers = []
    for stream in (b"q", b"Q\nq 0.45 g " + drawn + b" Q"):
        made.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        numbers.append(len(made))
    made.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    contents = _entry(body, b"Contents")
    resolved = _resolved(sheet.objects, contents)
    own = resolved.strip(b"[] ") if resolved.startswith(b"[") else contents
    resources = _resolved(sheet.objects, _entry(body, b"Resources")) or b"<< >>"
    fonts = _resolved(sheet.objects, _entry(resources, b"Font")) or b"<< >>"
    resources = _with(resources, b"Font", _with(fonts, _FONT, b"-%d 0 R" % len(made)))
    body = _with(body, b"Contents", b"[-%d 0 R %s -%d 0 R]" % (numbers[0], own, numbers[1]))
    return _with(body, b"Resources", resources)
