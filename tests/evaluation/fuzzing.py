"""Fuzzing of the file readers: a small file of each kind, damage to it, and the guarantees of every reader."""

from __future__ import annotations

import gzip
import io
import random
import resource
import sqlite3
import tarfile
import time
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from typing import Any

from omnigym.a11y.uiautomator import parse_dump
from omnigym.benchmarks.osworld.scorer.databases import rows_of
from omnigym.benchmarks.osworld.scorer.html_pages import parse_page
from omnigym.documents import Document, Format, Paragraph, Run, read_docx, write_docx
from omnigym.documents.bibtex import BibReference, read_bib, write_bib
from omnigym.documents.ical import Occasion, read_ics, write_ics
from omnigym.documents.m3u import read_m3u, write_m3u
from omnigym.documents.mail import Attachment, Headers, Mail, address_of, name_of, read_headers, read_mail, write_mail
from omnigym.documents.mixing import samples_of
from omnigym.documents.odp import read_odp, write_odp
from omnigym.documents.odt import read_odt, write_odt
from omnigym.documents.pdf import pdf_of_text
from omnigym.documents.placed import placed_pictures
from omnigym.documents.pptx_read import pptx_background, pptx_sounds, read_pptx
from omnigym.documents.pptx_write import write_pptx
from omnigym.documents.sheets import Workbook, calculate, read_csv, read_xlsx, write_xlsx
from omnigym.documents.sheets.ods_read import read_ods
from omnigym.documents.sheets.ods_write import write_ods
from omnigym.documents.sheets.tables import shown_texts
from omnigym.documents.slides import slides_of
from omnigym.documents.sound import Tags, seconds_of, tags_of, tone
from omnigym.documents.vcard import Card, read_vcf, write_vcf
from omnigym.documents.video import read_video, write_video
from omnigym.errors import UnreadableError
from omnigym.evaluation.checks.pdf_files import pdf_text_of
from omnigym.foreign import archive_members, read_json
from omnigym.foreign.damage import damage_content
from omnigym.pictures import decoded_picture, scene_file

__all__ = ["CORPUS", "READERS", "ParserFault", "attack", "hold"]

#: The most processor time in seconds, and the most additional memory in bytes, that reading a file may take.
_SECONDS, _MEMORY = 20.0, 1 << 30

_DOCUMENT = Document(
    (
        Paragraph((Run("Report"),), style="Heading 1", alignment="center"),
        Paragraph((Run("All is "), Run("well", Format(bold=True, size=14.0, color="FF0000")))),
        Paragraph((Run("milk"),), list="bullet"),
    )
)
_TABLE = "Item,Price,Sold,Sum\nTea,$2.50,4,=B2*C2\nNuts,3,50%,=ROUND(B3*C3;2)\n3/14/2025,TRUE,,=SUM(D2:D3)\n"
_LETTER = Mail(
    Headers("Anna Keller <anna@example.com>", "bob@example.com, Eva <e@x.org>", "", "Lünch", 1_700_000_000_000),
    "At noon?\nAnna",
    (Attachment("a.txt", b"1, 2, 3"),),
)
_ODT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:h>Report</text:h>'
    '<text:p>All<text:s text:c="3"/>is <text:span>well<text:tab/></text:span></text:p>'
    "</office:text></office:body></office:document-content>"
)
_PDF_OF_OWN_FONTS = pdf_of_text("One\nTwo").replace(b"/Producer (omnigym)", b"/Producer (/ToUnicode)")
_DUMP = (
    '<hierarchy rotation="0"><node index="0" text="Wi-Fi" class="android.widget.Switch" package="p" checked="true"'
    ' bounds="[0,0][100,40]"><node text="on" class="android.widget.TextView" bounds="[0,0][9,9]"/></node></hierarchy>'
)
_RECORDS = b'{"rows": [{"id": 1, "title": "Call Anna", "done": false, "due_ms": 1700000000000, "steps": ["a", "b"]}]}'


def _database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE urls (title TEXT, visits INTEGER)")
        connection.executemany("INSERT INTO urls VALUES (?, ?)", [(f"Page {n}", n) for n in range(40)])
        connection.commit()
        return connection.serialize()


def _zipped(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(zipfile.ZipInfo(name, (2025, 1, 1, 0, 0, 0)), content)
    return buffer.getvalue()


def _tarred(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


_PLACED = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink">'
    '<draw:page><draw:frame svg:x="1.5cm" svg:y="20mm"><draw:image xlink:href="Pictures/a.gif"/></draw:frame>'
    "</draw:page></office:document-content>"
)
_FILES = {"a.txt": b"one\ntwo\n", "b/c.txt": b"three " * 50}
#: By kind of file: a function that makes a small one.
CORPUS: Mapping[str, Callable[[], bytes]] = {
    "docx": lambda: write_docx(_DOCUMENT),
    "odt": lambda: _zipped({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": _ODT.encode()}),
    "xlsx": lambda: write_xlsx(calculate(Workbook((read_csv(_TABLE),)))),
    "odt with looks": lambda: write_odt(_DOCUMENT),
    "ods": lambda: write_ods(calculate(Workbook((read_csv(_TABLE),)))),
    "odp": lambda: write_odp(slides_of("Title\nLine\n\nSecond\nMore")),
    "odp with a picture": lambda: _zipped(
        {"content.xml": _PLACED.encode(), "Pictures/a.gif": scene_file("cat", "a.gif")}
    ),
    "csv": lambda: _TABLE.encode(),
    "pptx": lambda: write_pptx("Title\nLine\n\nSecond\nMore"),
    "pdf": lambda: pdf_of_text("One (1)\nTwo \\ three"),
    "pdf with fonts": lambda: _PDF_OF_OWN_FONTS,
    "mail": lambda: write_mail(_LETTER),
    "zip": lambda: _zipped(_FILES),
    "tar": lambda: _tarred(_FILES),
    "tar.gz": lambda: gzip.compress(_tarred(_FILES), mtime=0),
    "wav": lambda: tone(1, rate=100, tags=Tags("Low Tide", "Blue Harbour")),
    "avi": lambda: write_video([scene_file("cat", "a.jpg")] * 2, 1000, (640, 960), tone(1)),
    "m3u": lambda: write_m3u(("C:/Users/user/Music/a.wav",), "C:/Users/user/Music/Playlists").encode(),
    "jpg": lambda: scene_file("cat", "a.jpg"),
    "json": lambda: _RECORDS,
    "layout": _DUMP.encode,
    "ics": lambda: write_ics((Occasion("Lünch", 1_700_000_000_000, 1_700_003_600_000, reminder=5, uid="1"),), 0),
    "bib": lambda: write_bib((BibReference("book", "a_1", {"title": "Tides & more", "author": "Lund, Eva"}),) * 2),
    "vcf": lambda: write_vcf((Card("Anna Keller", "555-0101", "anna@example.com", "Contoso, Ltd", "Elm St. 4"),)),
    "html": lambda: b"<html><head><style>p{}</style></head><body><p class='a'>One<br>two</p><!-- x --></body></html>",
    "sqlite": _database,
}
for _kind in ("png", "gif", "bmp"):
    CORPUS = {**CORPUS, _kind: partial(scene_file, "cat", f"a.{_kind}")}


def _sheet(content: bytes) -> object:
    return shown_texts(calculate(read_xlsx(content)), 0)


def _open_sheet(content: bytes) -> object:
    return shown_texts(calculate(read_ods(content)), 0)


def _table(content: bytes) -> object:
    return shown_texts(calculate(Workbook((read_csv(content.decode("utf-8", "replace")),))), 0)


def _mail(content: bytes) -> object:
    mail = read_mail(content)
    heads = read_headers(content)
    return mail, name_of(heads.sender), address_of(heads.to)


def _archive(content: bytes) -> object:
    return list(archive_members(content, 1000))


def _layout(content: bytes) -> object:
    return parse_dump(content.decode("utf-8", "replace"), (100, 100))


#: By kind of file: its reader.
READERS: Mapping[str, Callable[[bytes], object]] = {
    "docx": read_docx,
    "odt": read_odt,
    "odt with looks": read_odt,
    "ods": _open_sheet,
    "odp": read_odp,
    "odp with a picture": placed_pictures,
    "xlsx": _sheet,
    "csv": _table,
    "pptx": lambda content: (read_pptx(content), pptx_sounds(content, 0), pptx_background(content, 0)),
    "pdf": pdf_text_of,
    "pdf with fonts": pdf_text_of,
    "mail": _mail,
    "zip": _archive,
    "tar": _archive,
    "tar.gz": _archive,
    "wav": lambda content: (seconds_of(content), tags_of(content), samples_of(content)),
    "avi": read_video,
    "m3u": lambda content: read_m3u(content, "C:/Users/user/Music"),
    "json": read_json,
    "layout": _layout,
    "ics": read_ics,
    "vcf": read_vcf,
    "bib": read_bib,
    "html": lambda content: parse_page(content.decode("utf-8", "replace")),
    "sqlite": lambda content: rows_of(content, "SELECT title, visits FROM urls ORDER BY visits"),
    **dict.fromkeys(("jpg", "png", "gif", "bmp"), decoded_picture),
}
#: The kinds whose readers are documented to never fail.
_NEVER_FAIL = frozenset({"m3u", "mail", "wav"})


class ParserFault(AssertionError):
    """A broken guarantee of a reader."""


def hold(kind: str, content: bytes) -> Any:
    """Read a file and check the guarantees of its reader.

    Returns:
        What the reader returned, or the `UnreadableError` that it raised.

    Raises:
        Fault: It raised another exception, or took too much time or memory.
    """
    started, memory = time.process_time(), _peak()
    found: object
    try:
        found = READERS[kind](content)
    except UnreadableError as e:
        found = e
    except BaseException as e:
        raise ParserFault(f"Reading a {kind} file raised {type(e).__name__}: {e}") from e
    if isinstance(found, UnreadableError) and kind in _NEVER_FAIL:
        raise ParserFault(f"Reading a {kind} file raised {found!r}, and it never should.")
    if (seconds := time.process_time() - started) > _SECONDS:
        raise ParserFault(f"Reading a {kind} file took {seconds:.0f} s.")
    if (taken := _peak() - memory) > _MEMORY:
        raise ParserFault(f"Reading a {kind} file took {taken >> 20} MiB.")
    return found


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def attack(kind: str, seed: int) -> bytes:
    """Return a damaged file of a kind, the same bytes for the same seed."""
    return damage_content(CORPUS[kind](), random.Random(f"{kind} {seed}"))
