"""Conversion of the text of a setup step to a document, sheet, picture, sound or video, by its path's extension.

Each extension has one `_Form`: a function that makes the file, and one that finds what is wrong with the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from omnigym.documents import plain, write_docx
from omnigym.documents.archives import Member, write_zip
from omnigym.documents.odt import write_odt
from omnigym.documents.pdf import pdf_of_text
from omnigym.documents.pptx_write import write_pptx
from omnigym.documents.sound import tone
from omnigym.documents.video import write_video
from omnigym.errors import UnknownNameError, UnreadableError
from omnigym.foreign.limits import MAX_CELLS, MAX_CONTENT, MAX_PAGES, MAX_PIXELS, MAX_ROWS, MAX_SECONDS, MAX_TEXT
from omnigym.pictures import FORMATS, MOTIFS, SCENES, draw_scene, picture_size, scene_file

if TYPE_CHECKING:
    from omnigym.documents.sheets import Calculation

__all__ = ["EXTENSIONS", "file_of", "problem_with", "text_about"]

#: The most characters of a text whose document is kept.
_SHORT = 10_000
#: A line of an archive's text, and the line that encrypts the archive.
_MEMBER = re.compile(r"(?P<name>[\w -]+\.\w+): (?P<text>.*)")
_PASSWORD = "password: "
#: Characters that XML, and therefore a document, cannot have.
_CONTROL = frozenset(map(chr, range(32))) - frozenset("\t\n\r\f")


class _Form(NamedTuple):
    """A kind of file.

    Attributes:
        make: Function from path and text to the bytes of the file.
        problem: Function from the text to a description of what is wrong with it, "" for nothing.
        about: Function from any line to the text of a file that differs by the line.
    """

    make: Callable[[str, str], bytes]
    problem: Callable[[str], str]
    about: Callable[[str], str] = lambda line: f"{line}\n"


def file_of(path: str, text: str) -> bytes:
    """Return the bytes of the file at ``path`` that a text describes."""
    return _form(path).make(path, text)


def problem_with(path: str, content: str | bytes) -> str:
    """Return the reason why a content cannot be written to a path; "" if it can."""
    if isinstance(content, str):
        if len(content) > MAX_TEXT:
            return f"a text has at most {MAX_TEXT:,} characters, got {len(content):,}"
        return _form(path).problem(content)
    if len(content) > MAX_CONTENT:
        return f"a file has at most {MAX_CONTENT:,} bytes, got {len(content):,}"
    if _ending(path) not in _PICTURES:
        return ""
    width, height = picture_size(content) or (0, 0)
    if width * height > MAX_PIXELS:
        return f"a picture has at most {MAX_PIXELS:,} pixels, got {width} x {height}"
    return ""


def text_about(path: str, line: str) -> str:
    r"""Return a text that can be written to a path of any extension, and differs by the line.

    The file holds the line where its kind has texts. Pictures, sounds and videos are chosen by it.

    >>> text_about("a.md", "Milk"), text_about("a.zip", "Milk")
    ('Milk\n', 'readme.txt: Milk')
    """
    return _form(path).about("".join(" " if c < " " else c for c in line))


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


def _archive(text: str) -> str:
    lines = [line for line in text.splitlines() if not line.startswith(_PASSWORD)]
    bad = next((line for line in lines if not _MEMBER.fullmatch(line)), None)
    return "" if bad is None else f"each line of an archive is 'name: text', got {bad[:40]!r}"


def _packed(text: str) -> bytes:
    """An archive of a small file for each line, encrypted if a line says a password."""
    found = [m for line in text.splitlines() if (m := _MEMBER.fullmatch(line))]
    secret = next((s.removeprefix(_PASSWORD) for s in text.splitlines() if s.startswith(_PASSWORD)), "")
    return write_zip({m["name"]: Member(m["text"].encode()) for m in found}, secret)


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
    from omnigym.documents.sheets import read_csv

    try:
        rows = read_csv(text.partition("\f")[0]).rows
        _calculated(text) if "\f" in text else None
    except UnreadableError as e:
        return f"a sheet is comma-separated values: {e}"
    except ValueError as e:
        return f"a sheet: {e}"
    cells = len(rows) * max(map(len, rows), default=0)
    return f"a sheet has at most {MAX_CELLS:,} cells, got {cells:,}" if cells > MAX_CELLS else ""


def _quoted(line: str) -> str:
    """A sheet of one cell."""
    return '"{}"'.format(line.replace('"', '""'))


def _sound(text: str) -> str:
    seconds = int(text) if text.isdecimal() and len(text) < 10 else 0
    return "" if 0 < seconds <= MAX_SECONDS else f"a sound has 1 to {MAX_SECONDS} seconds, got {text[:20]!r}"


#: How long a video shows each of its pictures in milliseconds, and how large all of them are.
_FRAME_MS, _FRAME = 5000, (960, 640)


def _video(text: str) -> str:
    scenes = text.split(",")
    if len(scenes) > MAX_SECONDS * 1000 // _FRAME_MS:
        return f"a video has at most {MAX_SECONDS} seconds, got {len(scenes)} pictures of {_FRAME_MS // 1000}"
    wrong = next((said for said in map(_scene, scenes) if said), "")
    tall = next((name for name in scenes if not wrong and draw_scene(name).size != _FRAME), "")
    return wrong or (f"the pictures of a video are {_FRAME[0]} x {_FRAME[1]}, got {tall!r}" if tall else "")


@lru_cache(maxsize=32)
def _filmed(text: str, ending: str = "avi") -> bytes:
    frames = [scene_file(scene, ".jpg") for scene in text.split(",")]
    if ending != "mp4":
        return write_video(frames, _FRAME_MS, _FRAME)
    from omnigym.documents.mp4 import write_mp4

    return write_mp4(frames, _FRAME_MS, _FRAME)


def _scene(text: str) -> str:
    return "" if text in SCENES or text in MOTIFS else str(UnknownNameError("picture", text[:80], SCENES))


@lru_cache(maxsize=256)
def _written(ending: str, text: str) -> bytes:
    """A document of a kind: setups write the same ones before every episode."""
    return _WRITERS[ending](text)


def _writer(ending: str) -> Callable[[str, str], bytes]:
    """Makes documents; short ones are kept."""
    return lambda _, text: _written(ending, text) if len(text) <= _SHORT else _WRITERS[ending](text)


def _odp(text: str) -> bytes:
    from omnigym.documents.odp import write_odp
    from omnigym.documents.slides import slides_of

    return write_odp(slides_of(text))


def _ods(text: str) -> bytes:
    from omnigym.documents.sheets.ods_write import write_ods

    return write_ods(_calculated(text))


def _xlsx(text: str) -> bytes:
    from omnigym.documents.sheets import write_xlsx

    return write_xlsx(_calculated(text))


def _calculated(text: str) -> Calculation:
    """A workbook of comma-separated values; behind a form feed each line describes a chart."""
    from omnigym.documents.sheets import Workbook, calculate, read_csv
    from omnigym.documents.sheets.charts import described_charts

    cells, _, charts = text.partition("\f")
    book = calculate(Workbook((read_csv(cells),)))
    return book._replace(workbook=described_charts(book, charts)) if charts else book


_WRITERS: Mapping[str, Callable[[str], bytes]] = {
    "docx": lambda text: write_docx(plain(text)),
    "odp": _odp,
    "ods": _ods,
    "odt": lambda text: write_odt(plain(text)),
    "pdf": pdf_of_text,
    "pptx": write_pptx,
    "xlsx": _xlsx,
}


def _chosen(line: str) -> str:
    """A scene by the line, among those that a video can have."""
    scenes = sorted(name for name, (size, _) in SCENES.items() if size == _FRAME)
    return scenes[crc32(line.encode()) % len(scenes)]


def _seconds(line: str) -> str:
    return str(1 + crc32(line.encode()) % 9)


_PLAIN = _Form(lambda _, text: text.encode(), _no_problem)
_PICTURES = frozenset(FORMATS)
_FORMS: Mapping[str, _Form] = {
    "avi": _Form(lambda _, text: _filmed(text), _video, _chosen),
    "docx": _Form(_writer("docx"), _document),
    "mp4": _Form(lambda _, text: _filmed(text, "mp4"), _video, _chosen),
    "odp": _Form(_writer("odp"), _pages("\n\n")),
    "ods": _Form(_writer("ods"), _sheet, _quoted),
    "odt": _Form(_writer("odt"), _document),
    "pdf": _Form(_writer("pdf"), _pages("\f")),
    "pptx": _Form(_writer("pptx"), _pages("\n\n")),
    "wav": _Form(lambda _, text: tone(int(text)), _sound, _seconds),
    "xlsx": _Form(_writer("xlsx"), _sheet, _quoted),
    "zip": _Form(lambda _, text: _packed(text), _archive, lambda line: f"readme.txt: {line}"),
    **dict.fromkeys(FORMATS, _Form(lambda path, text: scene_file(text, path), _scene, _chosen)),
}
#: Extensions whose files a text only describes, without the dot.
EXTENSIONS = tuple(sorted(_FORMS))
