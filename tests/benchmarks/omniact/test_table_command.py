"""``omnigym omniact table``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tests.benchmarks.omniact.conftest import root

__all__ = ["root"]

Run = Callable[..., Result]


def test_rows_stand_beside_the_papers_and_answers_are_kept(run: Run, root: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("omniact", "table", root, "--agent", "gold", "--agent", "nothing", "--out", out, "--markdown")
    assert result.exit_code == 0, result.stderr
    lines = [line.split("|")[1:3] for line in result.stdout.splitlines() if line.startswith("| ")]
    cells = {name.strip(): value.strip() for name, value in lines}
    assert (cells["gold"], cells["nothing"], cells["GPT-4V (published)"]) == ("100.00", "0.00", "38.72")
    gold, nothing = sorted((out / "answers").iterdir())
    assert gold.name.startswith("gold-") and nothing.name.startswith("nothing-")
    scored = run("omniact", "score", root, gold, "--json", "-")
    assert json.loads(scored.stdout)["rules"]["published"]["AS"] == pytest.approx(100)


def test_json_has_rows_and_what_they_are_of(run: Run, root: Path) -> None:
    options = ("--agent", "gold", "--split", "train", "--every", "1", "--rule", "paper", "--json", "-")
    found = json.loads(run("omniact", "table", root, *options).stdout)
    (row,) = found["rows"]
    assert (row["agent"], row["rule"], row["points"], row["SS"]) == ("gold", "paper", 1, 100)
    assert (found["split"], found["every"], len(found["published"])) == ("train", 1, 16)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--agent", "golden"), "Did you mean 'gold'"),
        (("--agent", "llm:"), "expected MODEL@URL"),
        (("--agent", "gold", "--split", "val"), "no points in the split val"),
        (("--agent", "gold", "--rule", "bleu"), "value of --rule"),
        (("--agent", "random", "--reader", "eyes"), "Unknown reader of text"),
    ],
)
def test_a_wrong_option_is_one_line(run: Run, root: Path, options: tuple[str, ...], why: str) -> None:
    result = run("omniact", "table", root, *options)
    assert result.exit_code == 2
    assert why in result.stderr and "Traceback" not in result.stderr
