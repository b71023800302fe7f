"""Patterns find what Python's find, and always end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.sim.patterns import Allowance, OverspentError, PatternError, pattern_of

_PARTS = [
    "a",
    "b",
    "B",
    ".",
    "(a|b)",
    "(a+)",
    "[ab]",
    "[^a]",
    "(?:ab)",
    "\\w",
    "\\b",
    "^",
    "$",
    "*",
    "+",
    "?",
    "*?",
    "{1,2}",
    "|",
    "\\1",
    "(?=a)",
    "(?!b)",
    "(?<=a)",
    "(?<!ab)",
    "[!-\\]]",
]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(_PARTS), max_size=6).map("".join), st.text("abB c]", max_size=8), st.booleans())
def test_patterns_find_what_pythons_find(pattern: str, text: str, exact: bool) -> None:
    try:
        expected = re.compile(pattern, 0 if exact else re.IGNORECASE)
        ours = pattern_of(pattern, exact)
    except (re.error, PatternError):
        return
    found, there = ours.search(text, Allowance()), expected.search(text)
    assert (found and (found.start, found.end)) == (there and there.span())


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(a+)+$", "a" * 40 + "!"),
        ("(a|aa)+$", "a" * 1000 + "!"),
        ("(a*)*b", "a" * 1000),
        ("(" * 10 + "a*" + ")*" * 10 + "b", "a" * 300),
        ("a?" * 30 + "a" * 30 + "b", "a" * 30),
        ("(?=(a+)+$)b", "a" * 60),
        ("(.*)(.*)\\1\\2b", "a" * 9),
    ],
)
def test_no_pattern_takes_long(pattern: str, text: str) -> None:
    allowance = Allowance(60_000)
    assert pattern_of(pattern, True).search(text, allowance) is None
    assert allowance.left < 60_000


def test_a_search_ends_when_nothing_is_left_to_spend() -> None:
    with pytest.raises(OverspentError):
        pattern_of("(.*)(.*)(.*)\\1\\2\\3x", True).search("ab" * 30, Allowance(60_000))


@pytest.mark.parametrize(
    "pattern",
    ["(", ")", "[a", "*", "a\\", "(a)\\2", "\\K", "(?P<n>a)", "[b-a]", "a{2,1}", "a{999}", "(" * 30, "a|" * 5000],
)
def test_what_is_no_pattern_is_told(pattern: str) -> None:
    with pytest.raises(PatternError):
        pattern_of(pattern, True)


@pytest.mark.parametrize(
    ("whole", "text", "found"),
    [("word", "cats cat", 5), ("word", "cats", -1), ("line", "cat", 0), ("line", "cat ", -1), ("word", "a-cat!", 2)],
)
def test_whole_words_and_lines(whole: str, text: str, found: int) -> None:
    there = pattern_of("cat", True, frozenset([whole])).search(text, Allowance())
    assert (there.start if there else -1) == found


@pytest.mark.parametrize(
    ("first", "every", "made"),
    [(1, False, "<a>ba"), (1, True, "<a>b<a>"), (2, False, "ab<a>"), (2, True, "ab<a>"), (3, True, "aba")],
)
def test_places_are_replaced(first: int, every: bool, made: str) -> None:
    text, count = pattern_of("(a)", True).replaced(
        "aba", lambda found: f"<{found.group('aba', 1)}>", Allowance(), first=first, every=every
    )
    assert (text, count) == (made, made.count("<"))
