"""Documents that simulated apps store in files and that checks read: bytes to and from plain values, no I/O."""

from omnigym.documents.docx import read_docx, write_docx
from omnigym.documents.model import (
    ALIGNMENTS,
    PICTURE,
    STYLES,
    Alignment,
    Document,
    Format,
    ListKind,
    Paragraph,
    Picture,
    Run,
    check_text,
    normalise,
    plain,
    read_plain,
)

__all__ = [
    "ALIGNMENTS",
    "PICTURE",
    "STYLES",
    "Alignment",
    "Document",
    "Format",
    "ListKind",
    "Paragraph",
    "Picture",
    "Run",
    "check_text",
    "normalise",
    "plain",
    "read_docx",
    "read_plain",
    "write_docx",
]
