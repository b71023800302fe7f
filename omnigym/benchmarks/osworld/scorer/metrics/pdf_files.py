"""Metrics of PDF files."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from PIL import Image
from rapidfuzz import fuzz

from omnigym.benchmarks.osworld.scorer.given import content_of, files_of
from omnigym.benchmarks.osworld.scorer.looks import grey, similarity
from omnigym.benchmarks.osworld.scorer.pages import PdfPage, page_count, pictures_of, read_pages
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import read_json, show_value

__all__ = [
    "check_pdf_pages",
    "check_pdf_requirements",
    "compare_pdf_images",
    "compare_pdfs",
    "is_gold_text_included_in_pdf",
]

_RELATIONS: Mapping[str, Callable[[int, int], bool]] = MappingProxyType(
    {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}
)
#: Points by which two pages of one size may differ, and the similarity of two pictures that are the same.
_PAPER, _SAME = 1.0, 0.98


@metric("compare_pdfs")
def compare_pdfs(result: object, expected: object) -> float:
    """Return how much of their text two PDF files share, in [0, 1].

    Of several files it is the mean, where one that is missing has 0. White space does not count. Files without any
    text, which the published function takes for the same, are compared by their pictures.
    """
    wanted = [file.content for file in files_of(expected)]
    if not isinstance(result, list | tuple):
        return _share(content_of(result), wanted[0]) / len(wanted)
    found = [content_of(file) if file is not None else b"" for file in result]
    scores = [_share_or_none(a or b"", b) if b else 0.0 for a, b in zip_longest(found, wanted)]
    return sum(scores) / len(scores)


def _share_or_none(result: bytes, expected: bytes) -> float:
    """What one of several files shares with the expected one: nothing if it cannot be read."""
    wanted = read_pages(expected)
    try:
        return _shared(result, read_pages(result), expected, wanted)
    except UnreadableError:
        return 0.0


def _share(result: bytes, expected: bytes) -> float:
    return _shared(result, read_pages(result), expected, read_pages(expected))


def _shared(result: bytes, found: tuple[PdfPage, ...], expected: bytes, wanted: tuple[PdfPage, ...]) -> float:
    a, b = _text(found), _text(wanted)
    if a or b:
        return fuzz.ratio(a, b) / 100
    return float(_same_pages(found, wanted) and _same_pictures(result, expected))


def _text(pages: tuple[PdfPage, ...]) -> str:
    return " ".join([page.text for page in pages if page.text])


@metric("compare_pdf_images")
def compare_pdf_images(result: object, expected: object) -> float:
    """Return whether the pages of two PDF files look the same: their size, their text and their pictures are.

    The published function draws the pages and compares all pixels, which differ with the fonts that are installed.
    """
    a, b = content_of(result), content_of(expected)
    return float(_same_pages(read_pages(a), read_pages(b)) and _same_pictures(a, b))


def _same_pages(a: tuple[PdfPage, ...], b: tuple[PdfPage, ...]) -> bool:
    return len(a) == len(b) and all(
        x.text == y.text and abs(x.width - y.width) <= _PAPER and abs(x.height - y.height) <= _PAPER
        for x, y in zip(a, b, strict=True)
    )


def _same_pictures(a: bytes, b: bytes) -> bool:
    """Whether two files of as many pages have the same pictures."""
    for found, wanted in zip(pictures_of(a), pictures_of(b), strict=True):
        if len(found) != len(wanted):
            return False
        if not all(_alike(x, y) for x, y in zip(found, wanted, strict=True)):
            return False
    return True


def _alike(a: Image.Image, b: Image.Image) -> bool:
    """Whether two pictures are the same, at the smaller one's size: a program may keep them with fewer pixels."""
    size = min(a.size, b.size, key=lambda s: s[0] * s[1])
    a, b = a.resize(size), b.resize(size)
    return all(similarity(grey(x), grey(y)) >= _SAME for x, y in zip(a.split(), b.split(), strict=True))


@metric("check_pdf_pages")
def check_pdf_pages(result: Any, rules: Mapping[str, Any]) -> float:
    """Return whether the number of pages has the ``relation`` (eq, ne, lt, le, gt, ge) to ``ref_value``.

    Raises:
        TaskFileError: The relation is another one.
    """
    relation = rules["relation"]
    if relation not in _RELATIONS:
        raise TaskFileError(
            f"Expected a relation of {', '.join(_RELATIONS)}, got {show_value(relation)}. Change the rule."
        )
    return float(_RELATIONS[relation](page_count(content_of(result)), int(rules["ref_value"])))


@metric("check_pdf_requirements")
def check_pdf_requirements(result: Any, rules: Mapping[str, Any]) -> float:
    """Return whether a PDF file has the ``text`` of ``expected``, on ``max_pages`` at most, and fills its first page.

    Below the lowest text of that page there are ``max_margin`` points at most. White space does not count. An empty
    first page, which makes the published function fail, passes nothing.
    """
    wanted, pages = rules["expected"], read_pages(content_of(result))
    same = "".join(_text(pages).split()) == "".join(str(wanted["text"]).split())
    below = pages[0].below
    return float(
        same and len(pages) <= wanted["max_pages"] and below is not None and below <= float(wanted["max_margin"])
    )


@metric("is_gold_text_included_in_pdf")
def is_gold_text_included_in_pdf(result: object, expected: object) -> float:
    """Return whether all values of a JSON object stand in the text of a PDF file; line breaks are spaces.

    The published function passes an empty object.

    Raises:
        UnreadableError: The expected file has no such texts.
    """
    gold = read_json(content_of(expected))
    texts = [" ".join(str(value).split()) for value in gold.values()] if isinstance(gold, dict) else []
    if not texts or not all(texts):
        raise UnreadableError(f"Expected a JSON object of texts, got {show_value(gold)}.")
    found = _text(read_pages(content_of(result)))
    return float(all(text in found for text in texts))
