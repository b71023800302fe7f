"""Reading PDF files for checks."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterable

from omnigym.documents.pdf import pdf_text
from omnigym.errors import MissingDependencyError
from omnigym.evaluation.probe import Probe
from omnigym.foreign import reading, remembered, sound_text, within
from omnigym.foreign.limits import MEMBERS, PDF_BYTES

__all__ = ["has_more", "pdf_text_of", "read_pdf"]

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
