"""Published metrics of archives and of PDF files."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

import numpy as np
from rapidfuzz import fuzz

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion, WhichScorer
from omnigym.benchmarks.osworld.scorer.given import content_of, members_of
from omnigym.benchmarks.osworld.scorer.metrics.archives import metric_of_type
from omnigym.benchmarks.osworld.scorer.pages import pictures_of, read_pages
from omnigym.benchmarks.osworld.scorer.published._hashes import hash_bits
from omnigym.benchmarks.osworld.scorer.published._values import Untyped
from omnigym.benchmarks.osworld.scorer.registry import File, get_metric, published_metric
from omnigym.errors import UnreadableError
from omnigym.foreign import read_json, within
from omnigym.foreign.limits import EDITED_BYTES

__all__: list[str] = []

_PDF_ALIKE = 0.95
#: Bits by which the hashes of two pictures that are the same may differ.
_BITS = 5


@published_metric("compare_zip_files")
def compare_zip_files(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two archives have the same files; PDF files need 95 % of their text. Empty ones are equal."""
    if not result:
        return 0.0
    a, b = members_of(content_of(result)), members_of(content_of(expected))
    return float(set(a) == set(b) and all(_is_same(a[name], b[name]) for name in a))


def _is_same(a: File, b: File) -> bool:
    if b.extension != ".pdf":
        return a.content == b.content
    one, other = _pdf_text(a.content), _pdf_text(b.content)
    within(max(len(one), len(other)), EDITED_BYTES, "characters of a text that is compared")
    return difflib.SequenceMatcher(None, one, other).ratio() >= _PDF_ALIKE


@published_metric("compare_archive")
def compare_archive(
    version: TaskVersion,
    result: object,
    expected: object,
    file_path: str = "",
    file_type: str = "text",
    **options: object,
) -> float:
    """Return the mean score of the files directly in a folder of two archives; 0 if they have not the same names."""
    if not result:
        return 0.0
    a, b = (_entries(members_of(content_of(state)), file_path) for state in (result, expected))
    if sorted(a) != sorted(b):
        return 0.0
    compare = get_metric(metric_of_type(file_type), WhichScorer("published", version))
    return sum(float(compare(a[name], b[name], **options)) for name in a) / len(a)


def _entries(members: Mapping[str, File], folder: str) -> dict[str, Untyped]:
    """The entries of a folder; a folder in it is no file, so that it cannot be compared."""
    inside = folder.strip("/") + "/" if folder.strip("/") else ""
    found: dict[str, Untyped] = {}
    for name, file in members.items():
        path = name.removeprefix("./")
        if path.startswith(inside):
            first, slash, _ = path[len(inside) :].partition("/")
            found[first] = None if slash else file
    return found


# -- PDF files --------------------------------------------------------------------------------------------------------


def _pdf_text(content: bytes) -> str:
    return " ".join([page.text for page in read_pages(content) if page.text])


@published_metric("compare_pdfs")
def compare_pdfs(_: TaskVersion, result: object, expected: object) -> float:
    """Return how much of their text two PDF files share; files without text share everything, whatever they show.

    Of several files it is the mean, where one that cannot be read has 0. The text is that of pypdf; the published
    function uses another library, whose line breaks may differ.
    """
    wanted = expected if isinstance(expected, list | tuple) else [expected]
    found = result if isinstance(expected, list | tuple) and isinstance(result, list | tuple) else [result]
    score = 0.0
    for a, b in zip(found, wanted, strict=False):
        try:
            score += fuzz.ratio(_pdf_text(content_of(a)), _pdf_text(content_of(b))) / 100
        except UnreadableError:
            continue
    return score / len(wanted)


@published_metric("compare_pdf_images")
def compare_pdf_images(version: TaskVersion, result: object, expected: object) -> float:
    """Return how many of the pictures in two PDF files are alike by their perceptual hashes (verified).

    The function of 2024 draws the pages and compares all pixels. Here the texts and the pictures have to be equal, as
    nothing draws them.
    """
    if not result or not expected:
        return 0.0
    first, second = content_of(result), content_of(expected)
    a, b = ([image for page in pictures_of(content) for image in page] for content in (first, second))
    if version == "2024":
        same = [page.text for page in read_pages(first)] == [page.text for page in read_pages(second)]
        return float(same and [i.tobytes() for i in a] == [i.tobytes() for i in b])
    if len(a) != len(b):
        return 0.0
    alike = [int(np.count_nonzero(hash_bits(x) != hash_bits(y))) <= _BITS for x, y in zip(a, b, strict=True)]
    return sum(alike) / len(alike) if alike else 1.0


@published_metric("is_gold_text_included_in_pdf")
def is_gold_text_included_in_pdf(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether all values of a JSON object stand in the text of a PDF file; an empty object passes."""
    if not result or not expected:
        return 0.0
    gold, text = read_json(content_of(expected)), _pdf_text(content_of(result))
    return float(isinstance(gold, dict) and all(" ".join(str(v).split()) in text for v in gold.values()))
