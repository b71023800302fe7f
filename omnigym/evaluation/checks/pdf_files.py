"""Checks of PDF files: text copied from them, and documents exported to them."""

from __future__ import annotations

from omnigym.evaluation.checks._earlier import as_it_was
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._pdf import has_more, pdf_text_of, read_pdf
from omnigym.evaluation.checks.documents import document_reader
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["clipboard_holds_pdf", "pdf_shows_document"]


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
