"""PDF files: what was copied out of them, and what they were made of."""

from __future__ import annotations

from omnigym.evaluation.checks._pdf import read_pdf
from omnigym.evaluation.checks.documents import read_document
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["clipboard_holds_pdf", "pdf_shows_document"]


@check("clipboard_holds_pdf")
def clipboard_holds_pdf(probe: Probe, path: str) -> Verdict:
    """The clipboard holds all words of a PDF file, in whatever order its lines are read."""
    text = read_pdf(probe, path)
    if text is None or not text.split():
        return not_yet(f"There is no PDF file {path!r} with text that can be read.")
    # Programs do not agree on where lines end, so a last word may have the next line's first one at its end.
    copied = "".join(probe.clipboard().text.split())
    lacking = [line for line in text.split("\n") if "".join(line.split()) not in copied]
    return not_yet(f"The clipboard lacks {lacking[0]!r} of {path!r}.") if lacking else passed()


@check("pdf_shows_document")
def pdf_shows_document(probe: Probe, path: str, other: str) -> Verdict:
    """A PDF file holds all the text of a document; where its lines end does not count."""
    document, text = read_document(probe, other), read_pdf(probe, path)
    if document is None or text is None:
        return not_yet(f"There is no {other if document is None else path!r} that can be read.")
    written, shown = [p for p in document.text.split("\n") if p.strip()], "".join(text.split())
    lacking = [p for p in written if "".join(p.split()) not in shown]
    if lacking or not written:
        return not_yet(f"{path!r} does not show {(lacking or ['anything'])[0]!r} of {other!r}.")
    return passed()
