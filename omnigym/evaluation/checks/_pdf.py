"""Reading PDF files for checks."""

from __future__ import annotations

import io
import logging
from functools import lru_cache

from omnigym.documents.pdf import pdf_text
from omnigym.errors import MissingDependencyError
from omnigym.evaluation.probe import Probe

__all__ = ["read_pdf"]

#: What is in files whose fonts are their own, as real programs write them, and not in the simulated desktop's.
_OWN_FONTS = (b"/FontFile", b"/ToUnicode", b"/ObjStm")


@lru_cache(maxsize=64)
def _text(content: bytes) -> str | None:
    try:
        if not any(mark in content for mark in _OWN_FONTS):
            return pdf_text(content)
        return _text_of_own_fonts(content)
    except ValueError:
        return None


def _text_of_own_fonts(content: bytes) -> str:
    try:
        import pypdf
        import pypdf.errors
    except ImportError as e:
        raise MissingDependencyError("pypdf", "Reading the PDF files of real programs", "pip install pypdf") from e
    # It tells of every oddity of the files that programs write.
    logging.getLogger("pypdf").setLevel(logging.ERROR)
    try:
        return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)
    except pypdf.errors.PyPdfError as e:
        raise ValueError(f"This PDF file cannot be read: {e}.") from e


def read_pdf(probe: Probe, path: str) -> str | None:
    """The text of the PDF file at ``path``, or None where there is none that can be read yet.

    Raises:
        MissingDependencyError: It has fonts of its own, and the package that reads those is not installed.
    """
    content = probe.read_file(path)
    return None if content is None else _text(content)
