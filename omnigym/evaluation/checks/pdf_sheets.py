"""Checks of PDF files by their pages: taken from others, turned, stamped; made of pictures; their words as a text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from omnigym.documents.pdf_pages import PdfFile, PdfSheet, read_pdf_file, sheet_text
from omnigym.documents.pdf_pictures import pdf_pictures
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._initial_content import as_it_was
from omnigym.evaluation.checks.pdf_files import pdf_text_of
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.pictures import alike, decoded_picture, read_picture

__all__ = ["pdf_made_of", "pdf_of_pictures", "text_of_pdf"]

_Seen: TypeAlias = tuple[tuple[str, ...], int]


def _seen(sheet: PdfSheet, turns: int = 0) -> _Seen:
    """Return the facts that distinguish a page: its lines and its rotation."""
    return sheet_text(sheet), (sheet.turns + turns) % 4


def _numbers(said: str, count: int) -> list[int]:
    """The pages of "2-4", from 0; all of them for ""."""
    first, _, last = said.partition("-")
    return list(range(int(first) - 1, min(int(last or first), count))) if said else list(range(count))


@check("pdf_made_of", effects=lambda path, **_: writes(path))
def pdf_made_of(
    probe: Probe,
    path: str,
    parts: Sequence[str],
    turns: int = 0,
    added: str = "",
) -> Verdict:
    """A PDF file has the pages that others had, in this order, and no others.

    Args:
        probe: Reads the device.
        path: The file.
        parts: The paths of the others; behind a "#" the pages, such as "Documents/a.pdf#2-4".
        turns: By how many quarters each page was turned clockwise.
        added: Additional words on each page; "#" stands for its number.
    """
    file = probe.read(path, read_pdf_file)
    if file is None:
        return not_yet(f"There is no PDF file {path!r}.")
    held = [_seen(sheet) for sheet in file.sheets]
    options = []
    for part in parts:
        source, _, pages = part.partition("#")
        before: list[PdfFile] = list(as_it_was(probe, source, read_pdf_file))
        if not before:
            return not_yet(f"There was no PDF file {source!r}.")
        options.append([[_seen(f.sheets[n], turns) for n in _numbers(pages, len(f.sheets))] for f in before])
    for chosen in product(*options):
        wanted = [seen for pages in chosen for seen in pages]
        if added:
            said = [added.replace("#", str(n)) for n in range(1, len(wanted) + 1)]
            wanted = [((*lines, more), turned) for (lines, turned), more in zip(wanted, said, strict=True)]
        if held == wanted:
            return passed()
    return not_yet(f"The {len(held)} pages of {path!r} are not those that were asked for.")


@check("pdf_of_pictures", effects=lambda path, **_: writes(path))
def pdf_of_pictures(probe: Probe, path: str, pictures: Sequence[str]) -> Verdict:
    """A PDF file has a page for each of some pictures, in this order, and nothing else.

    Args:
        probe: Reads the device.
        path: The file.
        pictures: Their paths; what they were before counts.
    """
    file, placed = probe.read(path, read_pdf_file), probe.read(path, pdf_pictures)
    if file is None or placed is None:
        return not_yet(f"There is no PDF file {path!r}.")
    if [p.page for p in placed] != list(range(len(pictures))) or len(file.sheets) != len(pictures):
        return not_yet(f"{path!r} has {len(file.sheets)} pages with {len(placed)} pictures, not {len(pictures)}.")
    if any(sheet_text(sheet) for sheet in file.sheets):
        return not_yet(f"{path!r} has text besides the pictures.")
    for found, source in zip(placed, pictures, strict=True):
        shown = read_picture(found.content)
        before = as_it_was(probe, source, decoded_picture)
        if shown is None or not any(shown.size == was.size and alike(shown, was) for was in before):
            return not_yet(f"Page {found.page + 1} of {path!r} does not show {source!r}.")
    return passed()


@check("text_of_pdf", effects=lambda path, **_: writes(path))
def text_of_pdf(probe: Probe, path: str, source: str) -> Verdict:
    """A text file has all lines of a PDF file in their order, and no others; empty ones are ignored.

    Args:
        probe: Reads the device.
        path: The text file.
        source: The PDF file; what it was before counts.
    """
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    lines = [line.strip() for line in content.decode("utf-8", "replace").splitlines() if line.strip()]
    texts = as_it_was(probe, source, pdf_text_of)
    wanted = [[line.strip() for line in text.splitlines() if line.strip()] for text in texts]
    return passed() if lines and lines in wanted else not_yet(f"{path!r} does not have the text of {source!r}.")
