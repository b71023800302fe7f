"""Files of one kind become files of another that say the same."""

from __future__ import annotations

import pytest

from omnigym.documents import plain, read_docx
from omnigym.documents.converting import convert_document
from omnigym.documents.odp import read_odp
from omnigym.documents.odt import read_odt, write_odt
from omnigym.documents.pdf import pdf_text
from omnigym.documents.pptx_write import write_pptx
from omnigym.documents.sheets import read_csv, read_xlsx
from omnigym.documents.slides import slides_of
from omnigym.errors import UnreadableError


@pytest.mark.parametrize(
    ("to", "text"), [("docx", lambda b: read_docx(b).text), ("pdf", pdf_text), ("txt", bytes.decode)]
)
def test_documents(to: str, text: object) -> None:
    made = convert_document(write_odt(plain("One\nTwo")), "odt", to)
    assert made is not None and text(made).strip() == "One\nTwo"  # type: ignore[operator]


def test_tables() -> None:
    made = convert_document(b"a,=1+1\n", "csv", "xlsx")
    assert made is not None and read_xlsx(made).sheets[0].rows == read_csv("a,=1+1\n").rows
    assert convert_document(made, "xlsx", "csv") == b"a,2\r\n"


def test_slides() -> None:
    made = convert_document(write_pptx("One\nTwo\n\nThree"), "pptx", "odp")
    assert made is not None and read_odp(made) == slides_of("One\nTwo\n\nThree")


def test_what_does_not_fit_is_none_and_what_is_damaged_is_refused() -> None:
    assert convert_document(b"", "csv", "docx") is None and convert_document(b"", "jpg", "pdf") is None
    with pytest.raises(UnreadableError):
        convert_document(b"none", "odt", "pdf")


def test_reading_back_what_was_converted_twice() -> None:
    once = convert_document(write_odt(plain("One")), "odt", "docx")
    assert once is not None
    again = convert_document(once, "docx", "odt")
    assert again is not None and read_odt(again) == plain("One")
