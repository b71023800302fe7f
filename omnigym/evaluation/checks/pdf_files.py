"""Checks of PDF files, and reading these for other checks: text copied from them, and documents exported to them."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterable

from omnigym.documents.pdf import pdf_text
from omnigym.errors import MissingDependencyError
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._initial_content import as_it_was
from omnigym.evaluation.checks.documents import document_reader
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.foreign import reading, remembered, sound_text, within
from omnigym.foreign.limits import MEMBERS, PDF_BYTES

__all__ = ["clipboard_holds_pdf", "has_more", "pdf_shows_document", "pdf_text_of", "read_pdf"]

#: Marks of files with embedded fonts, as real programs write them; files of the simulated desktop have none.
_OWN_FONTS = (b"/FontFile", b"/ToUnicode", b"/ObjStm")


@remembered(64, lambda _, text: len(text))
def pdf_text_of(content: bytes) -> str:
    """The text of a PDF file; raises as `read_pdf` does."""
    if not any(mark in content for mark in _OWN_FONTS):
        return pdf_text(content)
    return _text_of_own_fonts(content)


def _text_of_own_fonts(content: bytes) -> str:
    try:
        import pypdf
    except ImportError as e:
        raise MissingDependencyError("pypdf", "Reading the PDF files of real programs", "pip install pypdf") from e
    # It would log a warning for every irregularity in a file.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    within(len(content), PDF_BYTES, "bytes of a PDF file")
    texts, length = [], 0
    with reading("PDF file"):
        for page in pypdf.PdfReader(io.BytesIO(content)).pages:
            texts.append(sound_text(page.extract_text()))
            length += len(texts[-1])
            within(length, PDF_BYTES, "characters in a PDF file")
            within(len(texts), MEMBERS, "pages of a PDF file")
    return "\n".join(texts)


def read_pdf(probe: Probe, path: str) -> str | None:
    """The text of the PDF file at ``path``, or None if there is no file.

    Raises:
        UnreadableError: It is not a PDF file.
        TooLargeError: It is larger than the limits.
        MissingDependencyError: It has embedded fonts, and the package that reads those is not installed.
    """
    return probe.read(path, pdf_text_of)


def has_more(text: str, parts: Iterable[str]) -> bool:
    r"""Whether a text has words besides some parts of it; white space, figures and signs do not count.

    >>> has_more("1. Tea\n2. Bread", ["Tea", "Bread"]), has_more("Tea, Bread, Jam", ["Bread", "Tea"])
    (False, True)
    """
    rest = "".join(text.split())
    for part in sorted(["".join(part.split()) for part in parts], key=len, reverse=True):
        rest = rest.replace(part, " ", 1)
    return any(map(str.isalpha, rest))


@check("clipboard_holds_pdf")
def clipboard_holds_pdf(probe: Probe, path: str) -> Verdict:
    """The clipboard holds all text that a PDF file had; the order of its lines does not matter."""
    texts = [text for text in as_it_was(probe, path, pdf_text_of) if text.split()]
    if not texts:
        return not_yet(f"There is no PDF file {path!r} with text that can be read.")
    # Programs break lines differently, so white space cannot be compared.
    copied = "".join(probe.clipboard().text.split())
    lacking = [[line for line in text.split("\n") if "".join(line.split()) not in copied] for text in texts]
    return passed() if not all(lacking) else not_yet(f"The clipboard lacks {lacking[0][0]!r} of {path!r}.")


@check("pdf_shows_document", effects=lambda path, **_: writes(path))
def pdf_shows_document(probe: Probe, path: str, other: str, title: str = "") -> Verdict:
    """A PDF file has all the text that a document had, and no other but its title; line breaks do not matter."""
    text = read_pdf(probe, path)
    if text is None:
        return not_yet(f"There is no {path!r} that can be read.")
    shown = "".join(text.split())
    for document in as_it_was(probe, other, document_reader(other)):
        written = [p for p in document.text.split("\n") if p.strip()]
        if written and all("".join(p.split()) in shown for p in written):
            if has_more(text, [title, *written]):
                return not_yet(f"{path!r} shows more than {other!r} had.")
            return passed()
    return not_yet(f"{path!r} does not show all of {other!r}.")
