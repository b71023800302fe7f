"""``omnigym omniact score``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tests.benchmarks.omniact.conftest import put, root
from tests.benchmarks.omniact.test_scoring import GOLD

__all__ = ["root"]

Run = Callable[..., Result]


def test_a_row_beside_the_papers(run: Run, root: Path) -> None:
    put(root, "said.json", json.dumps({"2": GOLD, "3": "while True: pass"}))
    result = run("omniact", "score", root, root / "said.json")
    assert "said.json, rule published" in result.stdout
    assert "95.45" in result.stdout, "2.1 of 2.1 + 0.1"
    assert "GPT-4V (published)" in result.stdout and "17.02" in result.stdout
    assert "test/3: Line 1: Expected a call" in result.stderr


def test_json_has_each_point(run: Run, root: Path) -> None:
    put(root, "said.jsonl", json.dumps({"id": "train/1", "script": GOLD.replace("100.0", "150")}))
    result = run("omniact", "score", root, root / "said.jsonl", "--rule", "both", "--split", "all", "--json", "-")
    found = json.loads(result.stdout)
    assert set(found["rules"]) == {"paper", "published"}
    (first, *_) = found["rules"]["paper"]["scores"]
    assert first["key"] == "train/1" and first["score"]["ratio"] == pytest.approx(0.667, abs=1e-3)
    assert found["rules"]["published"]["missing"] == ["test/3", "test/2"]
    assert len(found["published"]) == 16


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--rule", "bleu"), "value of --rule"),
        (("--split", "dev"), "value of --split"),
        (("--split", "val"), "Unknown point of val"),
    ],
)
def test_a_wrong_option_is_one_line(run: Run, root: Path, options: tuple[str, str], why: str) -> None:
    put(root, "said.json", json.dumps({"2": GOLD}))
    result = run("omniact", "score", root, root / "said.json", *options)
    assert result.exit_code == 2
    assert why in result.stderr and "Traceback" not in result.stderr
