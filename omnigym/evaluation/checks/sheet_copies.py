"""Checks of copies of a spreadsheet: in another file, on the clipboard, in a PDF file."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.documents.sheets.tables import shown_texts, table_from_text
from omnigym.evaluation.checks._effects import makes, writes
from omnigym.evaluation.checks._pdf import read_pdf
from omnigym.evaluation.checks._sheets import missing, number_in, read_sheet
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["clipboard_holds_table", "pdf_contains", "pdf_shows_table", "same_table"]


@check("same_table", effects=lambda path, **_: writes(path))
def same_table(probe: Probe, path: str, other: str) -> Verdict:
    """The first sheets of two files (.xlsx or .csv) show the same; numbers are compared as numbers."""
    first, second = read_sheet(probe, path), read_sheet(probe, other)
    if first is None or second is None:
        return missing(path if first is None else other)
    a, b = shown_texts(first, 0), shown_texts(second, 0)
    if not any(any(row) for row in a):
        return not_yet(f"{path!r} is empty.")
    return passed() if _alike(a, b) else not_yet(f"{path!r} and {other!r} do not show the same.")


def _alike(a: Sequence[Sequence[str]], b: Sequence[Sequence[str]]) -> bool:
    return len(a) == len(b) and all(
        len(x) == len(y)
        and all(s == t or (number_in(s) is not None and number_in(s) == number_in(t)) for s, t in pairs)
        for x, y in zip(a, b, strict=True)
        for pairs in [list(zip(x, y, strict=False))]
    )


@check("clipboard_holds_table", effects=makes)
def clipboard_holds_table(probe: Probe, path: str) -> Verdict:
    """The text on the clipboard is what the first sheet shows: a line for each row, tabs between the cells."""
    book = read_sheet(probe, path)
    if book is None:
        return missing(path)
    copied = [[text.strip() for text in row] for row in table_from_text(probe.clipboard().text)]
    held = [[text.strip() for text in row] for row in shown_texts(book, 0)]
    if any(any(row) for row in held) and _alike(_squared(copied), _squared(held)):
        return passed()
    return not_yet(f"The clipboard does not hold the table of {path!r}.")


def _squared(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows cut or filled to the width of the last column with text, without blank rows at the end."""
    width = max([i + 1 for row in rows for i, text in enumerate(row) if text], default=0)
    out = [[*row[:width], *[""] * (width - len(row))] for row in rows]
    while out and not any(out[-1]):
        out.pop()
    return out


# -- PDF ----------------------------------------------------------------------------------------------------------


@check("pdf_contains", effects=lambda path, **_: writes(path))
def pdf_contains(probe: Probe, path: str, texts: Sequence[str]) -> Verdict:
    """A PDF file contains these texts."""
    found = read_pdf(probe, path)
    if found is None:
        return not_yet(f"There is no PDF file {path!r}.")
    missing = [text for text in texts if text not in found]
    return passed() if not missing else not_yet(f"{path!r} does not contain {missing[0]!r}.")


@check("pdf_shows_table", effects=lambda path, **_: writes(path))
def pdf_shows_table(probe: Probe, path: str, other: str) -> Verdict:
    """A PDF file contains all texts that the first sheet of a spreadsheet shows."""
    book = read_sheet(probe, other)
    if book is None:
        return missing(other)
    texts = [text for row in shown_texts(book, 0, all_rows=False) for text in row if text]
    return pdf_contains(probe, path, texts) if texts else not_yet(f"{other!r} is empty.")
