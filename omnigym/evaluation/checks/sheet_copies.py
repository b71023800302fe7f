"""Checks of copies of a spreadsheet: in another file, on the clipboard, in a PDF file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from omnigym.documents.sheets.tables import shown_texts, table_from_text
from omnigym.evaluation.checks._effects import makes, writes
from omnigym.evaluation.checks._initial_content import as_it_was, clipboard_before
from omnigym.evaluation.checks._sheets import missing, number_in, read_sheet, sheet_reader
from omnigym.evaluation.checks.pdf_files import read_pdf
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["clipboard_holds_table", "pdf_contains", "pdf_shows_table", "same_table", "sheet_holds_clipboard"]


@check("same_table", effects=lambda path, **_: writes(path))
def same_table(probe: Probe, path: str, other: str) -> Verdict:
    """The first sheet of a file (.xlsx, .ods or .csv) shows what that of another did; numbers as numbers."""
    copy, originals = read_sheet(probe, path), as_it_was(probe, other, sheet_reader(other))
    if copy is None or not originals:
        return missing(path if copy is None else other)
    shown = _squared(shown_texts(copy, 0))
    if not shown:
        return not_yet(f"{path!r} is empty.")
    if any(_alike(shown, _squared(shown_texts(was, 0))) for was in originals):
        return passed()
    return not_yet(f"{path!r} does not show what {other!r} did.")


def _alike(a: Sequence[Sequence[str]], b: Sequence[Sequence[str]]) -> bool:
    return len(a) == len(b) and all(
        len(x) == len(y)
        and all(s.split() == t.split() or (number_in(s) is not None and number_in(s) == number_in(t)) for s, t in pairs)
        for x, y in zip(a, b, strict=True)
        for pairs in [list(zip(x, y, strict=False))]
    )


@check("clipboard_holds_table")
def clipboard_holds_table(probe: Probe, path: str) -> Verdict:
    """The text on the clipboard is what the first sheet showed: a line for each row, tabs between the cells."""
    books = as_it_was(probe, path, sheet_reader(path))
    if not books:
        return missing(path)
    copied = _squared(table_from_text(probe.clipboard().text))
    if copied and any(_alike(copied, _squared(shown_texts(was, 0))) for was in books):
        return passed()
    return not_yet(f"The clipboard does not hold the table of {path!r}.")


@check("sheet_holds_clipboard", effects=makes)
def sheet_holds_clipboard(probe: Probe, path: str) -> Verdict:
    """The first sheet shows the table, or the lines, that were on the clipboard, at any place, and nothing else."""
    book = read_sheet(probe, path)
    if book is None:
        return missing(path)
    shown = _moved_up(shown_texts(book, 0))
    if shown and any(_alike(_moved_up(table_from_text(text)), shown) for text in clipboard_before(probe)):
        return passed()
    return not_yet(f"{path!r} does not hold the table that was on the clipboard.")


def _squared(texts: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows cut or filled to the width of the last column with text, without blank rows at the end."""
    rows = [[text.strip() for text in row] for row in texts]
    width = max([i + 1 for row in rows for i, text in enumerate(row) if text], default=0)
    out = [[*row[:width], *[""] * (width - len(row))] for row in rows]
    while out and not any(out[-1]):
        out.pop()
    return out


def _moved_up(texts: Sequence[Sequence[str]]) -> list[list[str]]:
    """What `_squared` gives, without blank rows above and blank columns at the left."""
    rows = _squared(texts)
    while rows and not any(rows[0]):
        rows.pop(0)
    first = min([i for row in rows for i, text in enumerate(row) if text], default=0)
    return [row[first:] for row in rows]


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
    """A PDF file contains all words that the first sheet of a spreadsheet showed, each as often."""
    text, verdict = read_pdf(probe, path), missing(other)
    if text is None:
        return not_yet(f"There is no PDF file {path!r}.")
    # Whole words: an "x" that is gone is not made up for by the x of "Excel".
    found = Counter(text.split())
    for book in as_it_was(probe, other, sheet_reader(other)):
        shown = Counter([word for row in shown_texts(book, 0, all_rows=False) for cell in row for word in cell.split()])
        if shown and shown <= found:
            return passed()
        lacking = next(iter(shown - found), "")
        verdict = not_yet(f"{path!r} lacks {lacking!r}." if lacking else f"{other!r} is empty.")
    return verdict
