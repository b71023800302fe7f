"""The readers of files hold to what `omnigym.foreign` says, whatever the bytes; ``scripts/fuzz_parsers.py`` goes on."""

from __future__ import annotations

import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.documents.docx import read_docx
from omnigym.documents.mail import Mail, read_headers, read_mail
from omnigym.errors import TooLargeError, UnreadableError
from tests.evaluation.fuzzing import CORPUS, READERS, attack, hold

_W = b'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.mark.parametrize("kind", READERS)
def test_the_corpus_is_read(kind: str) -> None:
    assert not isinstance(hold(kind, CORPUS[kind]()), Exception)


@pytest.mark.parametrize("kind", READERS)
@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_a_damaged_file_is_read_or_refused(kind: str, seed: int) -> None:
    hold(kind, attack(kind, seed))


@settings(deadline=None, max_examples=40)
@given(content=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    for kind in READERS:
        hold(kind, content)


# -- more than is read ------------------------------------------------------------------------------------------------


def _zip(**parts: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return buffer.getvalue()


def _docx(body: bytes) -> bytes:
    return _zip(**{"word/document.xml": b"<w:document " + _W + b"><w:body>" + body + b"</w:body></w:document>"})


def _xlsx(sheet: bytes, sheets: int = 1) -> bytes:
    relations = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = b"http://schemas.openxmlformats.org/package/2006/relationships"
    named = b'<sheet name="a" r:id="r1"/>' * sheets
    return _zip(
        **{
            "xl/workbook.xml": b'<workbook xmlns="%b" xmlns:r="%b"><sheets>%b</sheets></workbook>'
            % (_MAIN, relations, named),
            "xl/_rels/workbook.xml.rels": b'<Relationships xmlns="%b"><Relationship Id="r1" '
            b'Target="worksheets/sheet1.xml"/></Relationships>' % package,
            "xl/worksheets/sheet1.xml": b'<worksheet xmlns="%b">%b</worksheet>' % (_MAIN, sheet),
        }
    )


def _pptx(shapes: bytes) -> bytes:
    main = b"http://schemas.openxmlformats.org/presentationml/2006/main"
    slide = b'<p:sld xmlns:p="%b"><p:cSld><p:spTree>%b</p:spTree></p:cSld></p:sld>' % (main, shapes)
    with zipfile.ZipFile(io.BytesIO(CORPUS["pptx"]())) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    return _zip(**{**parts, "ppt/slides/slide1.xml": slide})


def _png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def _odt(spaces: int, times: int) -> bytes:
    space = b'<text:s text:c="%d"/>' % spaces
    with zipfile.ZipFile(io.BytesIO(CORPUS["odt"]())) as package:
        content = package.read("content.xml").replace(b'<text:s text:c="3"/>', space * times)
    return _zip(**{"content.xml": content})


_LAUGHS = b"".join([b'<!ENTITY %c "%b">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9)])

TOO_LARGE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a zip bomb": ("docx", lambda: _docx(bytes(40 << 20))),
    "a part that is too long": ("docx", lambda: _docx(b" " * (5 << 20))),
    "elements in each other": ("docx", lambda: _docx(b"<w:p>" * 100_000 + b"</w:p>" * 100_000)),
    "a part for many sheets": ("xlsx", lambda: _xlsx(b"<sheetData>" + b" " * (1 << 20) + b"</sheetData>", 1000)),
    "many shapes": ("pptx", lambda: _pptx(b"<p:sp><p:spPr/></p:sp>" * 5001)),
    "many rows": ("csv", lambda: b"\n" * 1_000_000),
    "many columns": ("csv", lambda: b"," * 1_000_000),
    "spaces": ("odt", lambda: _odt(4_000_000_000, 1)),
    "many spaces": ("odt", lambda: _odt(9_000_000, 100)),
    "a deflated page": (
        "pdf",
        lambda: b"%PDF-<< /FlateDecode >> stream\n" + zlib.compress(bytes(40 << 20)) + b"\nendstream",
    ),
    "many members": ("zip", lambda: _zip(**{str(i): b"" for i in range(10_001)})),
    "a compressed archive": ("tar.gz", lambda: gzip.compress(bytes(270 << 20), 1)),
    "pixels": ("png", lambda: _png(7000, 7000)),
    "pixels beyond Pillow's own limit": ("png", lambda: _png(60_000, 60_000)),
    "records in each other": ("json", lambda: b"[" * 1_000_000),
    "views in each other": (
        "layout",
        lambda: b"<hierarchy>" + b"<node>" * 200 + b"</node>" * 200 + b"</hierarchy>",
    ),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_more_than_the_limits_is_refused(name: str) -> None:
    kind, make = TOO_LARGE[name]
    assert isinstance(hold(kind, make()), TooLargeError)


SLOW: dict[str, tuple[str, Callable[[], bytes]]] = {
    "dictionaries that do not end": ("pdf", lambda: b"%PDF-" + b"<<" * 1_000_000),
    "streams that do not end": ("pdf", lambda: b"%PDF-" + b">> stream\n" * 200_000),
    "texts that do not end": ("pdf", lambda: b"%PDF-<<>> stream\nBT " + b"(\\" * 1_000_000 + b"\nendstream"),
    "runs of one look": ("docx", lambda: _docx(b"<w:p>" + b"<w:r><w:t>a</w:t></w:r>" * 100_000 + b"</w:p>")),
    "columns again and again": ("xlsx", lambda: _xlsx(b"<cols>%b</cols>" % (b'<col min="1" max="104"/>' * 50_000))),
    "an area beyond the sheet": ("xlsx", lambda: _xlsx(b'<sheetData/><autoFilter ref="A1:ZZZ9999999"/>')),
    "sums of everything": ("csv", lambda: b"=SUM(A:CZ)\n" * 30_000),
    "terms": ("csv", lambda: b"=%b1\n=%b1\n=1%b\n=%b" % (b"1+" * 4000, b"-" * 5000, b"%" * 5000, b"(" * 5000)),
    "a long header": ("mail", lambda: b"Content-Type: multipart/mixed\nContent-Disposition: " + b"a=b; " * 100_000),
    "parts in each other": (
        "mail",
        lambda: (
            b"Content-Type: multipart/mixed; boundary=x\n\n"
            + b"--x\nContent-Type: multipart/mixed; boundary=x\n\n" * 5000
        ),
    ),
    "addresses": ("mail", lambda: b"From: " + b"a@b, " * 20_000 + b"\nTo: " + b"<" * 60_000 + b"\n\nhi"),
}


@pytest.mark.parametrize("name", SLOW)
@pytest.mark.timeout(60)
def test_nothing_takes_the_square_of_its_length(name: str) -> None:
    kind, make = SLOW[name]
    hold(kind, make())


def test_a_size_that_is_a_lie_is_found_out() -> None:
    content = bytearray(_docx(b" " * 1_000_000))
    at = content.rfind(b"PK\x01\x02")
    content[at + 24 : at + 28] = struct.pack("<I", 100)
    assert isinstance(hold("docx", bytes(content)), UnreadableError)


def test_entities_are_refused() -> None:
    part = b'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">' + _LAUGHS + b"]><w:document " + _W + b">&j;</w:document>"
    with pytest.raises(UnreadableError, match="document type"):
        read_docx(_zip(**{"word/document.xml": part}))


def test_a_member_is_not_unpacked_by_what_may_take_gigabytes() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as package:
        package.writestr("word/document.xml", b"x")
    with pytest.raises(UnreadableError, match="deflated"):
        read_docx(buffer.getvalue())


@pytest.mark.parametrize("pack", [lzma.compress, lambda c: c], ids=["xz", "plain"])
def test_holes_and_sizes_below_nothing_in_an_archive(pack: Callable[[bytes], bytes]) -> None:
    head = bytearray(tarfile.TarInfo("a").tobuf(tarfile.GNU_FORMAT))
    head[124:136] = b"\xff" + (-512).to_bytes(11, "big", signed=True)
    head[148:156] = b"        "
    head[148:156] = b"%06o\0 " % sum(head[:512])
    hold("tar", pack(bytes(head) * 3 + bytes(1024)))


@pytest.mark.parametrize(
    ("field", "subject"),
    [
        (b"=?utf-16le?b?ANg=?= x", "=?utf-16le?b?ANg=?= x"),
        (b"=?utf-7?q?+2AA-?=", "\ufffd"),
        (b"=?utf-16?b?2A?=", "=?utf-16?b?2A?="),
        (b"=?none?q?a?=", "=?none?q?a?="),
        (b"=?utf-8?q?a=0Ab?=", "a b"),
        (b"\xff\xfe", "\ufffd\ufffd"),
    ],
)
def test_a_subject_in_a_broken_encoding_can_be_shown_and_written(field: bytes, subject: str) -> None:
    content = b"From: a@b\nSubject: " + field + b"\nDate: Mon, 99 Foo 99999 99:99:99 +9999\n\nhi"
    heads = read_headers(content)
    assert heads.subject.encode()
    assert heads.subject == subject
    assert heads.date_ms == 0
    assert read_mail(content) == Mail(heads, "hi")
