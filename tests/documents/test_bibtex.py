"""BibTeX files are what others can read, and what others wrote is read."""

from __future__ import annotations

import pytest

from omnigym.documents.bibtex import BibReference, read_bib, write_bib
from omnigym.errors import TooLargeError, UnreadableError

TIDES = BibReference(
    "article", "lund_tides_2019", {"title": "Tides & 50 % more", "author": "Lund, Eva", "pages": "1–9"}
)


def test_what_is_written_is_read_again() -> None:
    written = write_bib((TIDES, BibReference("misc", "a", {})))
    assert b"Tides \\& 50 \\% more" in written and b"{1--9}" in written
    assert read_bib(written) == (TIDES, BibReference("misc", "a", {}))


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ('@Book{k, Title = "The {\\"O}resund", YEAR=1999}', {"title": "The Öresund", "year": "1999"}),
        ("@book{k,author={M{\\\"u}ller, J. and \\'Eva Lund},}", {"author": "Müller, J. and Éva Lund"}),
        ('@string{x="y"} @comment{no} @book{k, title={A {B {C}} d}\n}', {"title": "A B C d"}),
        ("ignored @book{k, title = {One\n   two~three}, title={again}}", {"title": "One two three"}),
    ],
    ids=["quotes", "accents", "no references between", "white space"],
)
def test_files_of_others(text: str, fields: dict[str, str]) -> None:
    assert [(r.key, dict(r.fields)) for r in read_bib(text.encode())] == [("k", fields)]


@pytest.mark.parametrize(
    "content", [b"", b"\xff\x00", b"@book{k, title={A", b"@book{k, title={A} year", b"@string{a=1}"]
)
def test_what_is_none_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        read_bib(content)


def test_bombs_are_refused() -> None:
    for content in (
        b"@a{k,}\n" * 10_001,
        b"@a{k," + b"".join([b"f%d={},\n".replace(b"%d", b"a" * n) for n in range(1, 99)]),
    ):
        with pytest.raises(TooLargeError):
            read_bib(content)
