"""Checks of PDF files: text copied from them, and documents exported to them."""

from __future__ import annotations

from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._pdf import read_pdf
from omnigym.evaluation.checks.documents import read_document
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["clipboard_holds_pdf", "pdf_shows_document"]


@check("clipboard_holds_pdf")
def clipboard_holds_pdf(probe: Probe, path: str) -> Verdict:
    """The clipboard holds all text of a PDF file; the order of its lines does not matter."""
    text = read_pdf(probe, path)
    if text is None or not text.split():
        return not_yet(f"There is no PDF file {path!r} with text that can be read.")
    # Programs break lines differently, so white space cannot be compared.
    copied = "".join(probe.clipboard().text.split())
    lacking = [line for line in text.split("\n") if "".join(line.split()) not in copied]
    return not_yet(f"The clipboard lacks {lacking[0]!r} of {path!r}.") if lacking else passed()


@check("pdf_shows_document", effects=lambda path, **_: writes(path))
def pdf_shows_document(probe: Probe, path: str, other: str) -> Verdict:
    """A PDF file has all the text of a document; line breaks do not matter."""
    document, text = read_document(probe, other), read_pdf(probe, path)
    if document is None or text is None:
        return not_yet(f"There is no {other if document is None else path!r} that can be read.")
    written, shown = [p for p in document.text.split("\n") if p.strip()], "".join(text.split())
    lacking = [p for p in written if "".join(p.split()) not in shown]
    if lacking or not written:
        return not_yet(f"{path!r} does not show {(lacking or ['anything'])[0]!r} of {other!r}.")
    return passed()
