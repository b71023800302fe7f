"""The text of .odt files (OpenDocument), by odfpy."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache
from typing import Any
from xml.sax import SAXParseException

from omnigym.documents.model import Document, plain
from omnigym.errors import MissingDependencyError

__all__ = ["read_odt"]


@lru_cache(maxsize=64)
def read_odt(content: bytes) -> Document:
    """The paragraphs and headings of a text document, without their looks.

    Raises:
        ValueError: It is none.
        MissingDependencyError: odfpy is not installed.
    """
    try:
        from odf import opendocument, teletype, text
    except ImportError:
        raise MissingDependencyError("odfpy", "OpenDocument files", "pip install 'omnigym[x11]'") from None
    try:
        body: Any = opendocument.load(io.BytesIO(content)).text
    except (zipfile.BadZipFile, KeyError, AttributeError, SAXParseException) as e:
        raise ValueError(f"This text document cannot be read: {e}.") from e
    kinds = {text.P(check_grammar=False).qname, text.H(check_grammar=False, outlinelevel=1).qname}
    found = [teletype.extractText(node) for node in body.childNodes if node.qname in kinds]
    return plain("\n".join(found))
