"""Documents on paper."""

from __future__ import annotations

from omnigym.documents import Document, Format, Paragraph, Run, plain
from omnigym.documents.pdf import LETTER, pdf_text, pdf_width
from omnigym.documents.printing import pages_of, pdf_of


def test_lines_stay_on_the_paper_and_say_it_all() -> None:
    text = "\n".join([f"{n} " + "words of a line that is long " * (n % 7) for n in range(80)])
    pages = pages_of(plain(text))
    assert len(pages) > 2
    pieces = [piece for page in pages for piece in page]
    assert all(p.y >= 72 and p.x + pdf_width(p.text.rstrip(), p.size) <= LETTER[0] - 72 + 1 for p in pieces)
    assert " ".join([p.text.strip() for p in pieces]).split() == text.split()


def test_pages_end_at_page_breaks() -> None:
    first = Paragraph((Run("One", Format(bold=True, size=20.0)), Run(" more\f")), alignment="center")
    pages = pages_of(Document((first, Paragraph((Run("Two"),), list="number"))))
    assert [[p.text for p in page] for page in pages] == [["One", " more"], ["1.", "Two"]]
    assert pages[0][0].bold and pages[0][0].size == 20.0 and pages[0][0].x > 250
    assert pdf_text(pdf_of(Document((first, Paragraph((Run("Two"),)))), "t", (2,))) == "Two"
