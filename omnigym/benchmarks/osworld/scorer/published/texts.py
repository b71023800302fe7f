"""Published metrics of text files, settings in JSON and pages."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping, Sequence

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.given import content_of, library, members_of, parse_yaml
from omnigym.benchmarks.osworld.scorer.html_pages import parse_page
from omnigym.benchmarks.osworld.scorer.matching import pattern_found
from omnigym.benchmarks.osworld.scorer.metrics.sheet_print import csv_text
from omnigym.benchmarks.osworld.scorer.published._values import Rule, Untyped, file_text, lines_with_ends, rule_matches
from omnigym.benchmarks.osworld.scorer.registry import File, published_metric
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, parse_json, within
from omnigym.foreign.limits import EDITED_LINES, TABLE_BYTES

__all__: list[str] = []

_BLANKS = re.compile(r"\s+")
#: A time of day; that of 2024 has no leap second.
_TIMES = {
    "2024": re.compile(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d"),
    "verified": re.compile(r"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)"),
}
_ENCODING_LINES = ("#!", "# -*- coding:", "# coding:", "# coding=")
_MOST_ENCODING_LINES = 3


def _json(text: str) -> Untyped:
    return parse_json(text)


# -- text files -------------------------------------------------------------------------------------------------------


@published_metric("compare_text_file")
def compare_text_file(
    _: TaskVersion, result: object, expected: object, ignore_blanks: bool = False, ignore_case: bool = False
) -> float:
    """Return whether two files in UTF-8 are equal."""
    if not result:
        return 0.0
    a, b = file_text(result), file_text(expected)
    if ignore_blanks:
        a, b = (_BLANKS.sub(" ", re.sub(r"[\t\n]", " ", text).strip()) for text in (a, b))
    if ignore_case:
        a, b = a.lower(), b.lower()
    return float(a == b)


@published_metric("diff_text_file")
def diff_text_file(_: TaskVersion, result: object, expected: object) -> float:
    """Return the similarity of two files by their lines."""
    if result is None:
        return 0.0
    lines = [file_text(state).splitlines() for state in (result, expected)]
    for found in lines:
        within(len(found), EDITED_LINES, "lines of a text")
    return difflib.SequenceMatcher(a=lines[0], b=lines[1]).ratio()


@published_metric("check_list")
def check_list(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether each pattern of ``expect`` is in a line, and none of ``unexpect`` is."""
    if result is None:
        return 0.0
    lines = lines_with_ends(file_text(result))
    good = all(any(pattern_found(p, line) for line in lines) for p in rules.get("expect", ()))
    return float(good and not any(pattern_found(p, line) for p in rules.get("unexpect", ()) for line in lines))


@published_metric("file_contains")
def file_contains(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether a file holds each text of ``expected``; no text at all is held by every file."""
    if not result:
        return 0.0
    text = file_text(result)
    return float(all(t in text for t in rules["expected"]))


@published_metric("check_line_number")
def check_line_number(version: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether ``expected`` lines have a time of day in them."""
    if result is None:
        return 0.0
    lines = lines_with_ends(file_text(result))
    return float(sum(_TIMES[version].search(line) is not None for line in lines) == int(rules["expected"]))


@published_metric("compare_terminal_and_txt")
def compare_terminal_and_txt(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether a file has the text of a terminal."""
    return float(bool(result and expected) and file_text(result) == expected)


@published_metric("compare_python_pure_text")
def compare_python_pure_text(version: TaskVersion, result: object, expected: object) -> float:
    """Return whether two programs are equal: without any white space (2024), or line by line with their indents."""
    if not result or not expected:
        return 0.0
    a, b = file_text(result), file_text(expected)
    if version == "2024":
        return float("".join(a.split()) == "".join(b.split()))
    return float(_program(a) == _program(b))


def _program(text: str) -> list[str]:
    lines = text.splitlines()
    at = 0
    while at < min(len(lines), _MOST_ENCODING_LINES) and lines[at].strip().startswith(_ENCODING_LINES):
        at += 1
    return [line.expandtabs(4).rstrip() for line in lines[at:] if line.strip()]


@published_metric("compare_result_files")
def compare_result_files(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether a file holds the digits of the expected number anywhere, or is the expected text."""
    if not result or not expected:
        return 0.0
    found, wanted = file_text(result).strip(), file_text(expected).strip()
    try:
        number = float(wanted)
        return float(wanted in found or abs(float(found) - number) < 1e-4)
    except ValueError:
        return float(found == wanted)


@published_metric("compare_csv")
def compare_csv(
    version: TaskVersion, result: object, expected: object, strict: bool = True, ignore_case: bool = False
) -> float:
    """Return whether a file has the lines of the expected one, or of one of several (verified)."""
    if result is None:
        return 0.0

    def lines(state: object) -> list[str]:
        text = file_text(state) if version == "2024" else csv_text(content_of(state))
        found = text.splitlines()
        found = found if strict else [line.strip() for line in found]
        return [line.lower() for line in found] if ignore_case else found

    wanted = expected if isinstance(expected, list | tuple) else [expected]
    if version == "2024":
        return float(lines(result) == lines(expected))
    return float(any(lines(result) == lines(file) for file in wanted))


@published_metric("check_csv")
def check_csv(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether a table has a row for each of ``expect`` and none of ``unexpect``; no rule passes every file."""
    import csv
    import io

    if result is None:
        return 0.0
    text = file_text(result)
    within(len(text), TABLE_BYTES, "characters of a .csv file")
    with convert_errors(".csv file"):
        rows = list(csv.DictReader(io.StringIO(text, newline="")))

    def has(pattern: Mapping[str, object]) -> bool:
        return any(all(k in row and row[k] == v for k, v in pattern.items()) for row in rows)

    return float(all(map(has, rules.get("expect", ()))) and not any(map(has, rules.get("unexpect", ()))))


# -- JSON -------------------------------------------------------------------------------------------------------------


@published_metric("compare_config")
def compare_config(version: TaskVersion, result: object, rules: Rule, containment_ok: bool = True) -> float:
    """Return whether a file of settings is as expected: the same text (2024), or one with all of it."""
    if not result:
        return 0.0
    wanted = rules.get("expected") if version == "verified" else rules["expected"]
    text = file_text(result)
    if version == "2024":
        return float(text == wanted)
    if not wanted:
        return 0.0
    try:
        found, asked = _json(text), _json(wanted)
    except UnreadableError:
        return float(wanted.strip() in text if containment_ok else text == wanted)
    return float(_has_part(found, asked) if containment_ok else text == wanted or found == asked)


def _has_part(found: Untyped, wanted: Untyped) -> bool:
    if not isinstance(wanted, dict):
        return bool(found == wanted)
    return isinstance(found, dict) and all(k in found and _has_part(found[k], v) for k, v in wanted.items())


@published_metric("check_json_settings")
def check_json_settings(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether settings have all of ``expected``; a comment makes them unreadable."""
    if not result:
        return 0.0
    found = _json(file_text(result))
    return float(all(k in found and found[k] == v for k, v in rules["expected"].items()))


@published_metric("check_json_keybindings")
def check_json_keybindings(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether ``expected`` is a key binding; the first line alone may be a comment."""
    text = file_text(result)
    for piece in (text, text.partition("\n")[2]):
        try:
            found = json.loads(piece)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, list):
            return float(rules["expected"] in found)
    return 0.0


@published_metric("is_included_all_json_objects")
def is_included_all_json_objects(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether the second file has all members of the first, so that an empty object passes."""
    if not result or not expected:
        return 0.0
    first, second = _json(file_text(result)), _json(file_text(expected))
    return float(all(k in second and second[k] == v for k, v in first.items()))


@published_metric("check_json")
def check_json(version: TaskVersion, result: object, rules: Rule, is_yaml: bool = False) -> float:
    """Return whether each of ``expect`` holds in a file, and none of ``unexpect``.

    A key that is missing fails ``expect``, and is None for ``unexpect``.
    """
    if result is None:
        return 0.0
    data = parse_yaml(file_text(result)) if is_yaml else _json(file_text(result))
    if data is None and is_yaml and version == "verified":
        return 0.0
    for rule in rules.get("expect", ()):
        value = data
        for key in rule["key"]:
            if isinstance(value, Mapping) and key not in value:
                return 0.0
            value = value[key]
        if not rule_matches(value, rule):
            return 0.0
    return float(not any(rule_matches(_member(data, rule["key"], version), rule) for rule in rules.get("unexpect", ())))


def _member(data: Untyped, keys: Sequence[Untyped], version: TaskVersion) -> Untyped:
    for key in keys:
        try:
            data = data[key]
        except KeyError:
            return None
        except TypeError:
            if version == "2024":
                raise
            return None
    return data


@published_metric("check_direct_json_object")
def check_direct_json_object(version: TaskVersion, result: Untyped, rules: Rule) -> float:
    """Return whether a result has the members of ``expected``; each apostrophe of a text is read as a quote.

    An ``expected`` without members passes every object.
    """
    if isinstance(result, str):
        result = json.loads(result.strip().replace("'", '"'))
    if result is None:
        return 0.0
    expected = rules["expected"]
    if version == "verified" and any(value == "__EVALUATION_FAILED__" for value in expected.values()):
        return 0.0
    if rules.get("expect_in_result", False):
        return float(all(_is_inside(value, result.get(key), version) for key, value in expected.items()))
    if version == "verified" and expected.get("ignore_list_order", False):
        return float(all(sorted(value) == sorted(result.get(key)) for key, value in expected.items()))
    return float(all(value == result.get(key) for key, value in expected.items()))


def _is_inside(wanted: Untyped, found: Untyped, version: TaskVersion) -> bool:
    if isinstance(wanted, list):
        if isinstance(found, list):
            return any(value in found for value in wanted)
        return version == "verified" and isinstance(found, str) and found in wanted
    return isinstance(wanted, str) and wanted in found


# -- archives and books -----------------------------------------------------------------------------------------------


@published_metric("compare_epub")
def compare_epub(version: TaskVersion, result: object, expected: object) -> float:
    """Return how alike the parts of two books are, one by one by their names: the product (2024), or the mean.

    Parts that only one of them has are passed over.
    """
    if result is None:
        return 0.0
    a, b = _book(result), _book(expected)
    score = 1.0 if version == "2024" else 0.0
    for name, other in zip(sorted(a), sorted(b), strict=False):
        alike = difflib.SequenceMatcher(a=a[name], b=b[other]).ratio()
        score = score * alike if version == "2024" else score + alike
    return score if version == "2024" else score / max(len(a), 1)


def _book(state: object) -> dict[str, list[str]]:
    try:
        members = members_of(content_of(state))
    except UnreadableError:
        return {}
    return dict(_parts(members))


def _parts(members: Mapping[str, File]) -> Iterator[tuple[str, list[str]]]:
    for name, left_out in (("toc.ncx", "navPoint"), ("content.opf", "dc:identifier")):
        if name in members:
            yield name, [line for line in file_text(members[name]).splitlines() if left_out not in line]
    html = library("lxml.html")
    for name, file in members.items():
        if name.endswith(".html"):
            page = parse_page(file_text(file).replace("\n", ""))
            yield name, html.tostring(page, pretty_print=True, encoding="unicode").splitlines()


# -- pages ------------------------------------------------------------------------------------------------------------


@published_metric("check_html_background_image")
def check_html_background_image(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether a style sheet sets ``value`` as its background, written in one way."""
    if not result:
        return 0.0
    wanted = f"background-image: url('{rules['value']}')"
    return float(any(wanted in (e.text or "") for e in parse_page(file_text(result)).iter("style")))


@published_metric("compare_htmls")
def compare_htmls(version: TaskVersion, result: object, expected: object, ignore_sdnum: bool = False) -> float:
    """Return whether two pages have the same elements and texts, to the end of the shorter one.

    With ``ignore_sdnum`` the first element whose attributes differ but for that one decides.
    """
    for a, b in zip(*(_nodes(parse_page(file_text(state))) for state in (result, expected)), strict=False):
        if isinstance(a, str) or isinstance(b, str) or a[:2] != b[:2]:
            if a != b:
                return 0.0
        elif a[2] != b[2]:
            if version == "2024" or not ignore_sdnum:
                return 0.0
            if any(
                {k: v for k, v in x.items() if k != "sdnum"} != {k: v for k, v in y.items() if k != "sdnum"}
                for x, y in ((a[2], b[2]),)
            ):
                return 0.0
    return 1.0


def _nodes(root: Untyped) -> Iterator[tuple[str, str, dict[str, str]] | str]:
    """The elements and texts of a page in their order: of an element its name, its text and its attributes."""
    for event, node in library("lxml.etree").iterwalk(root, events=("start", "end", "comment")):
        if event == "comment":
            yield str(node.text or "")
            if node.tail:
                yield node.tail
        elif event == "start":
            yield node.tag, "".join(node.itertext()).strip(), dict(node.attrib)
            if node.text:
                yield node.text
        elif node.tail:
            yield node.tail
