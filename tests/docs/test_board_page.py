"""The leaderboard is as its folder says."""

from __future__ import annotations

import runpy

from omnigym.benchmarks.board.submission import MOST_UNSCORED
from omnigym.benchmarks.board.suite import BUDGET, LEVELS
from tests.docs.examples import ROOT, page

BOARD = runpy.run_path(str(ROOT / "docs" / "board.py"))


def test_both_files_are_up_to_date() -> None:
    stale = [path.name for path, text in BOARD["pages"]().items() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "python docs/board.py brings them up to date"
    rows = [line for line in page("LEADERBOARD.md").splitlines() if line.startswith("| ") and " (" in line]
    files = list((ROOT / "leaderboard").glob("*.json"))
    assert len(files) >= 2 and len([row for row in rows if "95 % CI" not in row]) == len(files)


def test_the_rules_are_those_of_the_code() -> None:
    text = page("docs/leaderboard.md")
    assert f"**{BUDGET} steps.**" in text and MOST_UNSCORED == 4 and "Up to four episodes" in text
    low = 1
    for level, (most, count) in LEVELS.items():
        assert f"| {level} | {low} to {most} | {count} |" in text
        low = most + 1
