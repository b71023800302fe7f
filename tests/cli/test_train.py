from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import Result

from tests.cli.interrupting import HEEDING

if TYPE_CHECKING:
    from omnigym.baselines.clone import CloneConfig

Run = Callable[..., Result]

TASKS = "suite:hello level:1 id:hello/open-office*"
QUICK = ("--tasks", TASKS, "--split", "", "--max-steps", 2, "--num-envs", 2, "--rollout", 4, "--minibatch", 8)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a run of a few steps."""
    pytest.importorskip("torch")
    from omnigym.baselines import ppo

    out = tmp_path_factory.mktemp("run")
    settings = {"tasks": TASKS, "split": "", "max_steps": 2, "num_envs": 2, "rollout": 4, "minibatch": 8}
    ppo.train(ppo.Config(**settings, steps=8, save_every=1, out=str(out)))  # type: ignore[arg-type]
    return out / "model.safetensors"


def test_train_writes_a_model_that_can_be_evaluated_and_resumed(run: Run, model: Path, tmp_path: Path) -> None:
    result = run("train", "ppo", *QUICK, "--steps", 8, "--out", tmp_path)
    assert result.exit_code == 0, result.output
    path = tmp_path / "model.safetensors"
    assert str(path) in result.stdout.replace("\n", "")
    assert path.read_bytes()[-64:] == model.read_bytes()[-64:], "the same settings give the same weights"
    result = run("train", "ppo", "--resume", "--steps", 16, "--out", tmp_path)
    assert result.exit_code == 0, result.output
    assert len((tmp_path / "curve.csv").read_text().splitlines()) == 3
    result = run("evaluate", "--tasks", TASKS, "--agent", f"ppo:{path}", "--episodes", 1)
    assert result.exit_code == 0
    assert "episodes" in result.stdout


def test_a_clone_for_elsewhere_is_told_so(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = pytest.importorskip("omnigym.baselines.clone")
    told = []

    def train(config: CloneConfig, *_: object, **__: object) -> Path:
        told.append(config)
        return config.out

    monkeypatch.setattr(clone, "train", train)
    for options in ((), ("--elsewhere",)):
        assert run("clone", *options, "--out", tmp_path).exit_code == 0
    plain, elsewhere = ((c.opened, c.paths, c.disguised) for c in told)
    assert plain == (0, 0, 0)
    assert min(elsewhere) > 0.5


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (("--epochs", "x"), "epochs"),
        (("--env-kwargs", "{"), "JSON"),
        (("--env-id", "CartPole-v1"), "Unknown environment"),
        (("--start", "no/such.safetensors"), "no/such.safetensors"),
    ],
)
def test_a_setting_that_is_wrong_is_one_line(run: Run, tmp_path: Path, options: tuple[str, ...], what: str) -> None:
    pytest.importorskip("torch")
    result = run("train", "ppo", *QUICK, "--out", tmp_path, *options)
    assert result.exit_code == 2
    assert what in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_checkpoint_does_not_choose_what_is_imported_or_started(run: Run, model: Path, tmp_path: Path) -> None:
    from omnigym.baselines.checkpoint import load, save

    saved = load(model)
    evil = {**saved.about["config"], "env_id": "os:Evil-v0", "out": str(tmp_path / "elsewhere")}
    save(tmp_path / "model.safetensors", saved.model(), {**saved.about, "config": evil})
    result = run("train", "ppo", "--resume", "--out", tmp_path)
    assert result.exit_code == 2
    assert "Unknown environment" in result.stderr
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("content", [None, b"PK\x03\x04 a zip", b""])
def test_what_cannot_be_resumed_is_one_line(run: Run, tmp_path: Path, content: bytes | None) -> None:
    pytest.importorskip("torch")
    path = tmp_path / "model.safetensors"
    if content is not None:
        path.write_bytes(content)
    for arguments in (("train", "ppo", "--resume", "--out", tmp_path), ("evaluate", "--agent", f"ppo:{path}")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)])
def test_an_interrupted_run_leaves_a_checkpoint_and_says_how_to_go_on(
    model: Path, tmp_path: Path, number: str, code: int
) -> None:
    from omnigym.baselines.checkpoint import load

    path = tmp_path / "model.safetensors"
    path.write_bytes(model.read_bytes())
    command = (sys.executable, "-m", "omnigym.cli", "train", "ppo", "--resume", "--out", tmp_path)
    with subprocess.Popen(
        [*command, "--steps", "1000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=HEEDING,
    ) as process:
        try:
            while load(path).about["steps"] <= 8:  # it is written after each update
                assert process.poll() is None
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.1)
            os.kill(process.pid, getattr(signal, number))
            _, stderr = process.communicate()
        finally:
            process.kill()
    assert process.returncode == code
    if number != "SIGKILL":
        assert f"error: Interrupted. Continue with: omnigym train ppo --resume --out {tmp_path}" in stderr
    assert load(path).about["steps"] > 8
