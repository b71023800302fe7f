"""Making a file from the text of a setup step: a document, a sheet, a picture or a sound, by the extension of its path.

Each extension has one `_Form`: a function that makes the file, and one that finds what is wrong with the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.documents import plain, write_docx
from omnigym.documents.pdf import pdf_of_text
from omnigym.documents.sheets import Workbook, calculate, read_csv, write_xlsx
from omnigym.documents.slides import write_pptx
from omnigym.documents.sound import tone
from omnigym.errors import UnknownNameError, UnreadableError
from omnigym.foreign.limits import MAX_CELLS, MAX_CONTENT, MAX_PAGES, MAX_PIXELS, MAX_ROWS, MAX_SECONDS, MAX_TEXT
from omnigym.pictures import FORMATS, SCENES, picture_size, scene_file

__all__ = ["file_of", "problem_with"]

#: Characters that XML, and therefore a document, cannot have.
_CONTROL = frozenset(map(chr, range(32))) - frozenset("\t\n\r\f")


class _Form(NamedTuple):
    """A kind of file.

    Attributes:
        make: Function from path and text to the bytes of the file.
        problem: Function from the text to a description of what is wrong with it, "" for nothing.
    """

    make: Callable[[str, str], bytes]
    problem: Callable[[str], str]


def file_of(path: str, text: str) -> bytes:
    """The bytes of the file at ``path`` that a text stands for."""
    return _form(path).make(path, text)


def problem_with(path: str, content: str | bytes) -> str:
    """The reason for which a content cannot be written to a path; "" if it can."""
    if isinstance(content, str):
        if len(content) > MAX_TEXT:
            return f"a text has at most {MAX_TEXT:,} characters, got {len(content):,}"
        return _form(path).problem(content)
    if len(content) > MAX_CONTENT:
        return f"a file has at most {MAX_CONTENT:,} bytes, got {len(content):,}"
    width, height = (_ending(path) in _PICTURES and picture_size(content)) or (0, 0)
    if width * height > MAX_PIXELS:
        return f"a picture has at most {MAX_PIXELS:,} pixels, got {width} x {height}"
    return ""


def _ending(path: str) -> str:
    stem, _, ending = path.rpartition(".")
    return ending.lower() if stem else ""


def _form(path: str) -> _Form:
    return _FORMS.get(_ending(path), _PLAIN)


def _no_problem(_text: str) -> str:
    return ""


def _document(text: str) -> str:
    bad = next((c for c in text if c in _CONTROL), None)
    lines = text.count("\n") + 1
    if lines > MAX_ROWS:
        return f"a document has at most {MAX_ROWS:,} lines, got {lines:,}"
    return f"a document holds no control characters, got {bad!r}" if bad else ""


def _pages(separator: str) -> Callable[[str], str]:
    def problem(text: str) -> str:
        pages = text.count(separator) + 1
        return f"a document has at most {MAX_PAGES} pages, got {pages:,}" if pages > MAX_PAGES else _document(text)

    return problem


def _sheet(text: str) -> str:
    if problem := _document(text):
        return problem
    if text.count(",") > MAX_CELLS:
        return f"a sheet has at most {MAX_CELLS:,} cells, got more"
    try:
        rows = read_csv(text).rows
    except UnreadableError as e:
        return f"a sheet is comma-separated values: {e}"
    cells = len(rows) * max(map(len, rows), default=0)
    return f"a sheet has at most {MAX_CELLS:,} cells, got {cells:,}" if cells > MAX_CELLS else ""


def _sound(text: str) -> str:
    seconds = int(text) if text.isdecimal() and len(text) < 10 else 0
    return "" if 0 < seconds <= MAX_SECONDS else f"a sound has 1 to {MAX_SECONDS} seconds, got {text[:20]!r}"


def _scene(text: str) -> str:
    return "" if text in SCENES else str(UnknownNameError("picture", text[:80], SCENES))


_PLAIN = _Form(lambda _, text: text.encode(), _no_problem)
_PICTURES = frozenset(FORMATS)
_FORMS: Mapping[str, _Form] = {
    "docx": _Form(lambda _, text: write_docx(plain(text)), _document),
    "pdf": _Form(lambda _, text: pdf_of_text(text), _pages("\f")),
    "pptx": _Form(lambda _, text: write_pptx(text), _pages("\n\n")),
    "wav": _Form(lambda _, text: tone(int(text)), _sound),
    "xlsx": _Form(lambda _, text: write_xlsx(calculate(Workbook((read_csv(text),)))), _sheet),
    **dict.fromkeys(FORMATS, _Form(lambda path, text: scene_file(text, path), _scene)),
}
