"""Metrics of plain values: texts, numbers and lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from omnigym.benchmarks.osworld.scorer.matching import asked_values, has_all, texts_in
from omnigym.benchmarks.osworld.scorer.registry import metric

__all__ = [
    "check_2048_has_16",
    "check_email_match_href",
    "check_include_exclude",
    "check_one_of_equal",
    "check_one_of_include",
    "compare_answer",
    "exact_match",
    "fuzzy_match",
    "is_in_list",
    "is_in_vm_clickboard",
    "is_json_empty",
    "is_not_empty",
    "literal_match",
    "match_in_list",
]


@metric("exact_match")
def exact_match(result: object, rules: Mapping[str, object]) -> float:
    """Return whether the result is equal to ``expected`` of the rules."""
    return float(result == rules["expected"])


@metric("compare_answer")
def compare_answer(result: object, rules: Mapping[str, object], **_options: object) -> float:
    """Return whether there is a result, and it is equal to ``expected`` of the rules. Options have no meaning."""
    return float(bool(result) and result == rules["expected"])


@metric("literal_match")
def literal_match(
    result: object,
    expected: object,
    type: Literal["str", "list"] = "str",  # noqa: A002 - its name in task files
    ignore_case: bool = False,
) -> float:
    """Return whether the result is equal to the expected value, both as text, or item by item with ``type="list"``."""
    if isinstance(expected, Mapping) and set(expected) == {"expected"}:
        expected = expected["expected"]
    if type == "list" and not (isinstance(result, list | tuple) and isinstance(expected, list | tuple)):
        return 0.0
    a, b = (texts_in(v) if type == "list" else [str(v)] for v in (result, expected))
    return float([t.lower() for t in a] == [t.lower() for t in b] if ignore_case else a == b)


@metric("fuzzy_match")
def fuzzy_match(result: object, rules: Mapping[str, object]) -> float:
    """Return the similarity of the result and ``expected`` of the rules, in [0, 1]."""
    from rapidfuzz import fuzz

    return 0.0 if result is None else float(fuzz.ratio(str(result), str(rules["expected"]))) / 100


@metric("is_in_list")
def is_in_list(result: object, rules: Mapping[str, object]) -> float:
    """Return whether ``expected`` of the rules is one of the result's items, or part of it if that is a text."""
    return float(has_all(result, [rules["expected"]]))


@metric("match_in_list")
def match_in_list(result: object, rules: Mapping[str, object]) -> float:
    """Return whether the result is one of ``expected`` of the rules."""
    return float(result in asked_values(rules, "expected")[0])


@metric("check_include_exclude")
def check_include_exclude(result: object, rules: Mapping[str, object]) -> float:
    """Return whether the result holds all of ``include`` and none of ``exclude``. Rules with neither are refused."""
    include, exclude = asked_values(rules, "include", "exclude")
    if result is None:
        return 0.0
    return float(has_all(result, texts_in(include)) and not any(has_all(result, [t]) for t in texts_in(exclude)))


@metric("check_one_of_include")
def check_one_of_include(result: object, rules: Mapping[str, object]) -> float:
    """Return whether one item of the result holds every text of ``expected``."""
    wanted = texts_in(asked_values(rules, "expected")[0])
    return float(isinstance(result, Sequence) and any(has_all(item, wanted) for item in result))


@metric("check_one_of_equal")
def check_one_of_equal(result: object, rules: Mapping[str, object]) -> float:
    """Return whether one item of the result is ``expected``."""
    wanted = asked_values(rules, "expected")[0]
    return float(isinstance(result, list | tuple) and wanted in result)


@metric("is_not_empty")
def is_not_empty(result: object) -> float:
    """Return whether the result is something: a text with characters, a list with items."""
    return float(bool(result))


@metric("is_json_empty")
def is_json_empty(result: object) -> float:
    """Return whether the result is an object without members."""
    return float(isinstance(result, Mapping) and not result)


@metric("is_in_vm_clickboard")
def is_in_vm_clickboard(result: Any, rules: Any) -> float:
    """Return whether the clipboard's text holds all of ``expected``.

    Some files exchange the two, so both orders are read.
    """
    if isinstance(result, Mapping) and "expected" in result:
        result, rules = rules, result
    wanted = texts_in(asked_values(rules, "expected")[0])
    return float(isinstance(result, str) and has_all(result, wanted))


@metric("check_2048_has_16")
def check_2048_has_16(result: object) -> float:
    """Return whether one of the game's ``tiles`` is 16 or more; a tile that is no number is passed over."""
    tiles = texts_in(result.get("tiles")) if isinstance(result, Mapping) else []
    return float(any(t.strip().isdecimal() and len(t) < 9 and int(t) >= 16 for t in tiles))


@metric("check_email_match_href")
def check_email_match_href(result: object, rules: Mapping[str, object]) -> float:
    """Return whether the result is the address of a ``mailto:`` link."""
    return float(result == str(rules["expected"]).removeprefix("mailto:"))
