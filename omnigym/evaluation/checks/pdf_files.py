"""Checks of PDF files: text copied from them, and documents exported to them."""

from __future__ import annotations

from omnigym.evaluation.checks._earlier import contents
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._pdf import pdf_text_of, read_pdf
from omnigym.evaluation.checks.documents import read_document
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["clipboard_holds_pdf", "pdf_shows_document"]


@check("clipboard_holds_pdf")
def clipboard_holds_pdf(probe: Probe, path: str) -> Verdict:
    """The clipboard holds all text that a PDF file had before; the order of its lines does not matter."""
    # Programs break lines differently, so white space cannot be compared.
    copied, lacking = "".join(probe.clipboard().text.split()), [""]
    for content in contents(probe, path):
        lines = pdf_text_of(content).split("\n")
        lacking = [line for line in lines if "".join(line.split()) not in copied]
        if any(line.strip() for line in lines) and not lacking:
            return passed()
    return not_yet(f"The clipboard lacks {lacking[:1]} of {path!r}, or there is no such PDF file with text.")


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
