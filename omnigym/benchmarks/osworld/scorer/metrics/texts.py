"""Metrics of text files: lines, programs, documents in HTML."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.html_pages import parse_page
from omnigym.benchmarks.osworld.scorer.matching import asked_values, bytes_of, pattern_found, text_of, texts_in
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.documents.docx import read_docx
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, parse_json, within
from omnigym.foreign.limits import EDITED_LINES

__all__ = [
    "check_html_background_image",
    "check_line_number",
    "check_list",
    "compare_config",
    "compare_htmls",
    "compare_python_pure_text",
    "compare_result_files",
    "compare_terminal_and_txt",
    "compare_text_file",
    "compare_time_in_speedtest_results",
    "diff_text_file",
    "file_contains",
    "fuzzy_place_math",
]

_BLANKS = re.compile(r"\s+")
_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)")
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d{1,30}(?:\.\d{1,30})?(?:[eE][-+]?\d{1,3})?(?![\w]|\.\d)")
_HEADINGS = re.compile(r"#!|#\s*(?:-\*-\s*)?coding[:=]")
_MINUTES_A_DAY = 24 * 60
#: The words that `fuzzy_place_math` expects.
_PLACES = 3


def _lines(value: object) -> list[str]:
    lines = text_of(value).splitlines()
    within(len(lines), EDITED_LINES, "lines of a text")
    return lines


@metric("compare_text_file")
def compare_text_file(
    result: object, expected: object, ignore_blanks: bool = False, ignore_case: bool = False, **_options: object
) -> float:
    """Return whether two text files are equal. Other options have no meaning.

    Args:
        result, expected: The files.
        ignore_blanks: Whether one run of white space is as good as another one.
        ignore_case: Whether letter case does not count.
    """
    a, b = text_of(result), text_of(expected)
    if ignore_blanks:
        a, b = (_BLANKS.sub(" ", t).strip() for t in (a, b))
    return float(a.lower() == b.lower() if ignore_case else a == b)


@metric("compare_config", versioned=True)
def compare_config(
    result: object, rules: Mapping[str, object], containment_ok: bool = True, *, version: TaskVersion = "verified"
) -> float:
    """Return whether a file of settings is ``expected`` of the rules.

    In 2024 the texts are to be equal. In "verified" two JSON values are compared, and another text by itself.

    Args:
        result: The file.
        rules: With the expected text.
        containment_ok: In "verified", whether it is enough that the file has all members of the expected object, or
            the expected text in it.
        version: Of the task file.
    """
    text, wanted = text_of(result), str(asked_values(rules, "expected")[0])
    if version == "2024" or text == wanted:
        return float(text == wanted)
    try:
        asked = parse_json(wanted)
    except UnreadableError:
        return float(containment_ok and wanted.strip() in text)
    try:
        found = parse_json(text)
    except UnreadableError:
        return 0.0
    return float(_has_members(found, asked) if containment_ok else found == asked)


def _has_members(found: object, wanted: object) -> bool:
    """Whether an object has all members of another one, and their members; any other value is equal or not."""
    if not isinstance(wanted, dict):
        return found == wanted
    return isinstance(found, dict) and all(k in found and _has_members(found[k], v) for k, v in wanted.items())


@metric("diff_text_file")
def diff_text_file(result: object, expected: object) -> float:
    """Return the similarity of two files by their lines, in [0, 1]."""
    return _alike(_lines(result), _lines(expected))


def _alike(a: list[str], b: list[str]) -> float:
    return difflib.SequenceMatcher(a=a, b=b).ratio()


@metric("check_list")
def check_list(result: object, rules: Mapping[str, object]) -> float:
    """Return whether a line of the file has each pattern of ``expect``, and no line one of ``unexpect``."""
    expect, unexpect = asked_values(rules, "expect", "unexpect")
    lines = _lines(result)
    found = all(any(pattern_found(p, line) for line in lines) for p in texts_in(expect))
    return float(found and not any(pattern_found(p, line) for p in texts_in(unexpect) for line in lines))


@metric("file_contains")
def file_contains(result: object, rules: Mapping[str, object]) -> float:
    """Return whether a text file holds each text of ``expected``."""
    wanted = texts_in(asked_values(rules, "expected")[0])
    text = text_of(result)
    return float(all(t in text for t in wanted))


@metric("check_line_number")
def check_line_number(result: Any, rules: Mapping[str, Any]) -> float:
    """Return whether ``expected`` lines of the file have a time of day in them."""
    return float(sum(_TIME.search(line) is not None for line in _lines(result)) == int(rules["expected"]))


@metric("compare_terminal_and_txt")
def compare_terminal_and_txt(result: object, expected: object) -> float:
    """Return whether a text file is what a command wrote; what is empty on both sides shows nothing, so it scores 0."""
    text = text_of(expected)
    return float(bool(text) and text_of(result) == text)


@metric("compare_python_pure_text")
def compare_python_pure_text(result: object, expected: object) -> float:
    """Return whether two Python programs are equal, except for empty lines, final white space and encoding lines."""
    program = _program(text_of(expected))
    return float(bool(program) and _program(text_of(result)) == program)


def _program(text: str) -> list[str]:
    lines = text.splitlines()
    while lines and _HEADINGS.match(lines[0].strip()):
        del lines[0]
    return [line.expandtabs(4).rstrip() for line in lines if line.strip()]


@metric("compare_result_files")
def compare_result_files(result: object, expected: object) -> float:
    """Return whether a file has the number of the expected one in it, or its text if that is none.

    A number counts where it stands by itself; the published function finds 1 in 41.
    """
    found, wanted = text_of(result).strip(), text_of(expected).strip()
    number = _NUMBER.fullmatch(wanted)
    if number is None:
        return float(bool(wanted) and found == wanted)
    return float(any(abs(float(m[0]) - float(wanted)) < 1e-4 for m in _NUMBER.finditer(found)))


@metric("fuzzy_place_math")
def fuzzy_place_math(result: object, rules: Mapping[str, object]) -> float:
    """Return how like one of ``expected`` each of the three words of a .docx file is; 0 if there are more or fewer."""
    from rapidfuzz import fuzz

    wanted = texts_in(asked_values(rules, "expected")[0])
    words = [w for p in read_docx(bytes_of(result)).paragraphs for w in p.text.split()]
    if len(words) != _PLACES:
        return 0.0
    return sum(max(fuzz.ratio(word, w) for w in wanted) for word in words) / 100 / _PLACES


@metric("compare_time_in_speedtest_results")
def compare_time_in_speedtest_results(result: Any, expected: Any) -> float:
    """Return whether the measurement in the second line of a .csv file is recent, by the time in its second field.

    ``expected`` is what the getter ``time_diff_range`` gives, with the device's time. Midnight is passed over right.
    """
    fields = [line.split(",") for line in _lines(result)[1:2]]
    if not fields or len(fields[0]) < 2:
        return 0.0
    with convert_errors("time of day"):
        at = datetime.strptime(fields[0][1].strip()[-5:], "%H:%M")
    now = datetime.strptime(str(expected["now"]), "%H:%M")
    apart = abs(int((at - now).total_seconds()) // 60) % _MINUTES_A_DAY
    return float(min(apart, _MINUTES_A_DAY - apart) < float(expected["minutes"]))


# -- HTML -----------------------------------------------------------------------------------------------------------


@metric("check_html_background_image")
def check_html_background_image(result: object, rules: Mapping[str, object]) -> float:
    """Return whether a style sheet in the page sets ``value`` as a background image, in whichever quotes."""
    pattern = rf"background(?:-image)?\s{{0,9}}:[^;{{}}]{{0,200}}url\(\s{{0,9}}['\"]?{re.escape(str(rules['value']))}"
    sheets = (element.text or "" for element in parse_page(text_of(result)).iter("style"))
    return float(any(pattern_found(pattern + r"['\"]?\s{0,9}\)", sheet) for sheet in sheets))


@metric("compare_htmls")
def compare_htmls(result: object, expected: object, ignore_sdnum: bool = False) -> float:
    """Return whether two HTML files have the same elements, attributes and texts, to the end of the longer one.

    Args:
        result, expected: The files.
        ignore_sdnum: Whether LibreOffice's attribute of a cell's number format does not count.
    """
    a, b = ([_said(e, ignore_sdnum) for e in parse_page(text_of(v)).iter()] for v in (result, expected))
    return float(a == b)


def _said(element: Any, ignore_sdnum: bool) -> tuple[object, ...]:
    attributes = sorted((k, v) for k, v in element.attrib.items() if not (ignore_sdnum and k == "sdnum"))
    tag = element.tag if isinstance(element.tag, str) else "#comment"
    return tag, attributes, (element.text or "").strip(), (element.tail or "").strip()
