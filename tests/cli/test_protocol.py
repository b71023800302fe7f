"""``omnigym protocol``: what it lists, and what it says of what does not fit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

pytest.importorskip("torch")

Run = Callable[..., Result]


def test_the_rows_are_listed(run: Run) -> None:
    result = run("protocol", "list")
    assert result.exit_code == 0
    assert "real-desktop" in result.stdout and "oracles" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "destkop"), "desktop"),
        (("run", "desktop", "--seeds", "4-0"), "--seeds"),
        (("run", "desktop", "--seeds", "one"), "--seeds"),
        (("run", "desktop", "--seeds", "0"), "how many, such as 5"),
        (("run", "desktop", "--within", "app:no-such-app"), "no-such-app"),
        (("table",), "no results"),
        (("weakest", "desktop"), "no result of desktop"),
    ],
)
def test_what_does_not_fit_is_one_line(arguments: tuple[str, ...], said: str, run: Run, tmp_path: Path) -> None:
    result = run("protocol", *arguments, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert said in result.stderr and result.stderr.count("\n") == 1


def test_a_search_is_a_row_without_a_learner_and_the_table_tells_it(run: Run, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "out")
    result = run("protocol", "run", "ablations", "--tasks", 1, "--search", 3, "--within", "files/delete@*", *out)
    assert result.exit_code == 0, result.output
    assert "4 new lines " in result.stdout
    again = run("protocol", "run", "ablations", "--tasks", 1, "--search", 3, "--within", "files/delete@*", *out)
    assert "0 new lines" in again.stdout
    told = run("protocol", "table", *out, "--markdown", tmp_path / "table.md")
    assert told.exit_code == 0, told.output
    text = (tmp_path / "table.md").read_text(encoding="utf-8")
    assert "| all |" in text and "without milestones" in text
    assert "all less without graph" in text and "search 3" in text
    assert "files/delete" in run("protocol", "weakest", "ablations", *out).stdout
