from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]


@pytest.mark.slow
def test_train_writes_a_model_that_can_be_evaluated(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    tasks = ("--suite", "one-node", "--tasks", "subtask:files/create-folder")
    result = run("train", *tasks, "--steps", 64, "--envs", 1, "--out", tmp_path)
    assert result.exit_code == 0, result.output
    model = tmp_path / "model.safetensors"
    assert str(model) in result.stdout.replace("\n", "")
    result = run("evaluate", *tasks, "--agent", f"ppo:{model}", "--episodes", 1)
    assert result.exit_code == 0
    assert "episodes" in result.stdout


def test_train_without_its_packages_says_how_to_get_them(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "omnigym.baselines.ppo", raising=False)
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    result = run("train")
    assert result.exit_code == 2
    assert "pip install 'omnigym[train]'" in result.stderr
