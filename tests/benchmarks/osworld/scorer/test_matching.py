"""Rules with a method, patterns that never end, databases."""

from __future__ import annotations

import random
import re
import sqlite3
import threading
from typing import Any

import pytest

from omnigym.benchmarks.osworld.scorer import matching
from omnigym.benchmarks.osworld.scorer.databases import rows_of
from omnigym.benchmarks.osworld.scorer.matching import literal, matches, same_url, searched, text_of
from omnigym.benchmarks.osworld.scorer.registry import File
from omnigym.errors import ConfigError, TooLargeError, UnreadableError
from omnigym.foreign.damage import damaged


@pytest.mark.parametrize(
    ("value", "method", "ref", "holds"),
    [
        (1, "eq", 1, True),
        (1, "eq", "1", False),
        (1, "ne", 2, True),
        ("a", "lt", 2, False),
        (2, "ge", 2, True),
        ("abc", "re", "b", True),
        ("aBc", "re", "b", False),
        ("aBc", "re.I", "b", True),
        (5, "re", "5", False),
        ("1.05", "approx:0.1", 1, True),
        ("1.2", "approx:0.1", 1, False),
        (None, "approx:0.1", 1, False),
        (2, "range.te", [0, 2], True),
        (0, "range.te", [0, 2], False),
        (2, "range.tt", [0, 2], False),
        ("'a,b'", "str_list_eq", ["a", "b"], True),
        ("b,a", "str_list_eq", ["a", "b"], False),
        ("b,a", "str_set_eq", ["a", "b"], True),
    ],
)
def test_a_rule_matches(value: Any, method: str, ref: Any, holds: bool) -> None:
    assert matches(value, {"method": method, "ref": ref}) is holds


@pytest.mark.parametrize(("method", "ref"), [("like", "a"), ("re.NO", "a"), ("re", "("), ("range.xy", [1, 2])])
def test_a_rule_that_is_none_is_refused(method: str, ref: Any) -> None:
    with pytest.raises(ConfigError, match="Mend"):
        matches("a", {"method": method, "ref": ref})


def test_a_pattern_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "_PATTERN_S", 0.1)
    with pytest.raises(TooLargeError, match="searched"):
        searched("^(a+)+$", "a" * 40 + "b")
    assert searched("a", "cat")


def test_a_pattern_may_be_searched_in_another_thread() -> None:
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(searched("a", "cat", re.IGNORECASE)))
    thread.start()
    thread.join()
    assert found == [True]


@pytest.mark.parametrize("text", ["__import__('os').system('x')", "lambda x: x", "[x for x in (1,)]", "", "(" * 500])
def test_what_would_run_is_no_literal(text: str) -> None:
    with pytest.raises(UnreadableError):
        literal(text)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x80abc", b"\xff\xfe\x00\xd8"])
def test_bytes_that_are_no_text(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        text_of(File("a.txt", content))


def test_a_url_that_is_none_is_like_itself_alone() -> None:
    assert same_url("http://[x", "http://[x")
    assert not same_url("http://[x", "http://x")


def _database() -> bytes:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (a TEXT, b INTEGER)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [(f"row {n}", n) for n in range(50)])
        connection.commit()
        return connection.serialize()


@pytest.mark.parametrize(
    "query", ["DELETE FROM t", "ATTACH 'x' AS y", "SELECT c FROM t", "SELECT 1; SELECT 2", "PRAGMA writable_schema=1;"]
)
def test_a_query_only_reads(query: str) -> None:
    try:
        assert rows_of(_database(), query) == []
    except UnreadableError:
        return


def test_a_query_that_never_ends_is_stopped() -> None:
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(TooLargeError, match="ends"):
        rows_of(_database(), endless)


def test_a_damaged_database_is_no_crash() -> None:
    content, rng = _database(), random.Random(0)
    for _ in range(200):
        try:
            rows_of(damaged(content, rng), "SELECT a, b FROM t ORDER BY b")
        except UnreadableError:
            continue
