"""Metrics of what text documents say: paragraphs, lines, tables, pictures, references, records of trains."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image
from rapidfuzz import fuzz

from omnigym.benchmarks.osworld.scorer.metrics._document_parts import (
    paragraphs_of,
    picture_key,
    pictures_of,
    table_texts,
    texts_of,
)
from omnigym.benchmarks.osworld.scorer.metrics.office_files import file_of, open_document, some_files
from omnigym.benchmarks.osworld.scorer.registry import File, metric
from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import convert_errors, show_value, within
from omnigym.foreign.limits import EDITED_BYTES, PIXELS
from omnigym.perception.texts import read_lines

__all__ = [
    "check_file_exists",
    "check_no_duplicates",
    "compare_contains_image",
    "compare_docx_files",
    "compare_docx_files_and_ignore_new_lines",
    "compare_docx_images",
    "compare_docx_lines",
    "compare_docx_tables",
    "compare_image_text",
    "compare_init_lines",
    "compare_insert_equation",
    "compare_references",
    "compare_unique_train_records",
    "is_same_text",
]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"


@metric("compare_docx_files")
def compare_docx_files(
    result: object,
    expected: object,
    *,
    ignore_blanks: bool = True,
    ignore_case: bool = False,
    ignore_order: bool = False,
    content_only: bool = False,
    fuzzy_match: bool = False,
    delete_empty_lines: bool = False,
) -> float:
    """Compare the texts of the paragraphs of two .docx or two .odt files.

    Two files of different formats are not equal. The text of an .odt file includes headings and all that spans hold;
    the published code leaves these out.

    Args:
        result: The document.
        expected: The reference.
        ignore_blanks: Whether any number of blanks and line ends counts as one.
        ignore_case: Whether capitals count as small letters.
        ignore_order: Whether the paragraphs may be in another order.
        content_only: Whether the score is how similar the texts are.
        fuzzy_match: Likewise; without ``ignore_blanks`` the mean of the paragraphs.
        delete_empty_lines: Whether paragraphs without text are left out.
    """
    if file_of(result).extension != file_of(expected).extension:
        return 0.0
    first, second = texts_of(result), texts_of(expected)
    if ignore_order:
        first, second = sorted(first), sorted(second)
    if delete_empty_lines:
        first, second = _lines(first), _lines(second)
    if ignore_case:
        first, second = [text.lower() for text in first], [text.lower() for text in second]
    if ignore_blanks or content_only:
        one, other = _joined(first), _joined(second)
        return _similar(one, other) if content_only or fuzzy_match else float(one == other)
    if not fuzzy_match:
        return float(first == second)
    if len(first) != len(second):
        return 0.0
    return sum(map(_similar, first, second)) / len(first) if first else 1.0


def is_same_text(result: object, expected: object) -> bool:
    """Return whether two documents say the same, as `compare_docx_files` without options has it."""
    return compare_docx_files(result, expected) == 1.0


def _joined(texts: Sequence[str]) -> str:
    return " ".join(" ".join(texts).split())


def _lines(texts: Sequence[str]) -> list[str]:
    return [text for text in texts if text.strip()]


def _similar(a: str, b: str) -> float:
    """How similar two texts are, in [0, 1]."""
    within(max(len(a), len(b)), EDITED_BYTES, "characters of a text that is compared")
    return float(fuzz.ratio(a, b)) / 100.0


@metric("compare_docx_files_and_ignore_new_lines")
def compare_docx_files_and_ignore_new_lines(result: object, expected: object, *, ignore_blanks: bool = True) -> float:
    """Return whether two documents have the same paragraphs, those without text left out."""
    return compare_docx_files(result, expected, ignore_blanks=ignore_blanks, delete_empty_lines=True)


@metric("compare_init_lines")
def compare_init_lines(result: object, expected: object) -> float:
    """Return whether a document begins with the expected one's paragraphs; an empty one passes the published code."""
    first, second = texts_of(result), texts_of(expected)
    return float(first[: len(second)] == second)


@metric("compare_docx_lines")
def compare_docx_lines(result: object, expected: object) -> float:
    """Return whether two documents have the same lines in any order, each equally often, unlike the published code."""
    first, second = [Counter([line.strip() for line in _lines(texts_of(d))]) for d in (result, expected)]
    return float(first == second)


@metric("compare_docx_tables")
def compare_docx_tables(result: object, expected: object) -> float:
    """Return whether two documents have the same tables, cell by cell."""
    first, second = _tables(result), _tables(expected)
    return float(first == second)


def _tables(state: object) -> list[list[list[str]]]:
    document = open_document(state)
    with convert_errors(".docx file"):
        return table_texts(document)


# -- pictures and equations -------------------------------------------------------------------------------------------


@metric("compare_docx_images")
def compare_docx_images(result: object, expected: object) -> float:
    """Return whether two documents show the same pictures in the same order, compared by pixels."""
    first, second = [_pictures(state) for state in (result, expected)]
    return float(first == second)


def _pictures(state: object) -> list[str]:
    document = open_document(state)
    with convert_errors(".docx file"):
        return [picture_key(content) for content in pictures_of(document)]


@metric("compare_contains_image")
def compare_contains_image(result: object, expected: object) -> float:
    """Return whether the paragraphs of two documents have equally many pictures each, without empty paragraphs.

    The published code looks no further than the shorter document.
    """
    return float(_picture_counts(result) == _picture_counts(expected))


def _picture_counts(state: object) -> list[int]:
    document = open_document(state)
    with convert_errors(".docx file"):
        counted = [(p.drawings, p.text.strip()) for p in paragraphs_of(document)]
    return [count for count, text in counted if count or text]


@metric("compare_image_text")
def compare_image_text(result: object, rule: Mapping[str, object]) -> float:
    """Return whether a picture shows a text: ``{"type": "text", "text": ...}``, read by the extra ``ocr``.

    Raises:
        MissingDependencyError: The extra is not installed.
        TaskFileError: The rule has no text, or is of another type.
    """
    if rule.get("type") != "text" or not rule.get("text"):
        raise TaskFileError(
            f"Expected a rule with type 'text' and a text, got {show_value(dict(rule))}. Change the task."
        )
    content = file_of(result).content
    with convert_errors("picture"), Image.open(io.BytesIO(content)) as image:
        within(image.width * image.height, PIXELS, "pixels of a picture")
        frame = np.asarray(image.convert("RGB"), dtype=np.uint8)
    return float(str(rule["text"]) in " ".join(read_lines(frame)))


@metric("compare_insert_equation")
def compare_insert_equation(result: object, expected: object) -> float:
    """Return whether two documents say the same and have as many equations, one at least.

    The published code knows embedded objects alone; today's programs write equations of their own kind.
    """
    wanted = _equations(expected)
    if wanted == 0:
        raise UnreadableError("Expected a reference with an equation, got one without.")
    return float(is_same_text(result, expected) and _equations(result) == wanted)


def _equations(state: object) -> int:
    body = open_document(state).element.body
    inside = {id(node) for group in body.iter(f"{_M}oMathPara") for node in group.iter(f"{_M}oMath")}
    alone = [node for node in body.iter(f"{_M}oMath") if id(node) not in inside]
    return len(inside) + len(alone) + len(list(body.iter(f"{_W}object")))


# -- references -------------------------------------------------------------------------------------------------------


@metric("compare_references")
def compare_references(
    result: object,
    expected: object,
    *,
    reference_indicator: str = "References",
    reference_base_result: float = 0.5,
    content_only: bool = True,
) -> float:
    """Return how similar the lists of references at the ends of two documents are, entry by entry.

    A reference document without a list is at fault; the published code passes every document then that has none.

    Args:
        result: The document.
        expected: The reference.
        reference_indicator: The heading of the list.
        reference_base_result: The similarity that scores 0.
        content_only: Without meaning; task files have it.
    """
    del content_only
    wanted = _references(texts_of(expected), reference_indicator)
    if not wanted:
        raise UnreadableError(f"Expected a reference with entries below {reference_indicator!r}, got one without.")
    found = _references(texts_of(result), reference_indicator)
    if len(found) != len(wanted):
        return 0.0
    mean = sum(map(_similar, found, wanted)) / len(wanted)
    base = min(float(reference_base_result), 0.99)
    return max(0.0, (mean - base) / (1 - base))


def _references(texts: Sequence[str], heading: str) -> list[str]:
    lines = [text.strip() for text in texts]
    return _lines(lines[lines.index(heading) + 1 :]) if heading in lines else []


# -- records of trains ------------------------------------------------------------------------------------------------

#: A record is a line of four fields, the second of which is the train's id.
_FIELDS, _ID = 4, 1


def _train_ids(texts: Sequence[str]) -> list[str]:
    records = [text.split(",") for text in texts]
    return [record[_ID].strip() for record in records if len(record) == _FIELDS]


@metric("check_no_duplicates")
def check_no_duplicates(result: object, expected: object) -> float:
    """Return whether a document has a record of each train of the expected one, and one alone.

    The published code looks for duplicates in the reference, as it takes the two for each other.
    """
    found, wanted = _train_ids(texts_of(result)), _train_ids(texts_of(expected))
    if not wanted:
        raise UnreadableError("Expected a reference with records of trains, got one without.")
    return float(len(found) == len(set(found)) and set(found) == set(wanted))


@metric("compare_unique_train_records")
def compare_unique_train_records(result: object, expected: object) -> float:
    """Return whether a document keeps lines of the initial one, with the trains of the reference, each once.

    Args:
        result: The document.
        expected: The reference and the initial document, in a list.
    """
    files = some_files(expected)
    if len(files) == 1:  # the reference by itself, when it is asked whether it can be read
        files *= 2
    gold, initial, given = [[line.strip() for line in _lines(texts_of(f))] for f in (*files[:2], file_of(result))]
    ids, wanted = _train_ids(given), _train_ids(gold)
    if not wanted:
        raise UnreadableError("Expected a reference with records of trains, got one without.")
    kept = set(given) <= set(initial) and len(given) == len(gold)
    return float(kept and len(ids) == len(set(ids)) and set(ids) == set(wanted))


# -- files ------------------------------------------------------------------------------------------------------------


@metric("check_file_exists")
def check_file_exists(result: object, expected: object = None) -> float:
    """Return whether a getter gave a file, of the expected name if there is one.

    Args:
        result: What it gave.
        expected: A name, an object with it under ``expected`` or ``filename``, or None.
    """
    given = result if isinstance(result, list | tuple) else [result]
    names = {file.name for file in given if isinstance(file, File)}
    if isinstance(expected, Mapping):
        expected = expected.get("expected", expected.get("filename"))
    return float(bool(names) if expected is None else str(expected) in names)
