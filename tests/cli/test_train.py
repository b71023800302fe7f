from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a few steps, without cloning."""
    pytest.importorskip("sb3_contrib")
    from omnigym.baselines.ppo import TrainConfig, train

    out = tmp_path_factory.mktemp("run")
    tasks = "subtask:files/create-folder"
    path = train(TrainConfig(tasks=tasks, demonstrations=0, steps=8, n_envs=1, rollout=8, batch=8, out=out))
    assert path is not None
    return path


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


def test_resume_goes_on_next_to_the_checkpoint(run: Run, model: Path) -> None:
    result = run("train", "--resume", model, "--steps", 24)
    assert result.exit_code == 0, result.output
    assert "8 of 24 steps are done" in result.stdout
    assert str(model) in result.stdout.replace("\n", "")


def test_what_a_checkpoint_says_cannot_be_said_otherwise(run: Run, model: Path) -> None:
    result = run("train", "--resume", model, "--seed", 1, "--env", "OmniBench-Linux-v0")
    assert result.exit_code == 2
    assert "--env, --seed cannot be given with --resume" in result.stderr


@pytest.mark.parametrize(("env_id", "options"), [("os:Evil-v0", {}), ("OmniBench-Linux-v0", {"device": "x11"})])
def test_a_checkpoint_does_not_choose_what_is_imported_or_started(
    run: Run, model: Path, tmp_path: Path, env_id: str, options: dict[str, str]
) -> None:
    import dataclasses

    from omnigym.baselines._checkpoint import read_checkpoint, write_checkpoint

    saved = read_checkpoint(model)
    config = dataclasses.replace(saved.checkpoint.config, env_id=env_id, env_options=options)
    other = tmp_path / "model.safetensors"
    write_checkpoint(other, saved._replace(checkpoint=saved.checkpoint.model_copy(update={"config": config})))
    result = run("train", "--resume", other)
    assert result.exit_code == 2
    assert "env_options" in result.stderr if options else "Unknown environment" in result.stderr


@pytest.mark.parametrize("content", [None, b"PK\x03\x04 a zip", b""])
def test_what_cannot_be_resumed_is_one_line(run: Run, tmp_path: Path, content: bytes | None) -> None:
    pytest.importorskip("sb3_contrib")
    path = tmp_path / "model.zip"
    if content is not None:
        path.write_bytes(content)
    for arguments in (("train", "--resume", path), ("evaluate", "--agent", f"ppo:{path}")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)])
def test_an_interrupted_run_leaves_a_checkpoint_and_says_how_to_go_on(
    model: Path, tmp_path: Path, number: str, code: int
) -> None:
    from omnigym.baselines._checkpoint import read_checkpoint

    command = (sys.executable, "-m", "omnigym.cli", "train", "--resume", model, "--out", tmp_path)
    long = ("--steps", "1000000", "--checkpoint-every", "8")
    path = tmp_path / "model.safetensors"
    process = subprocess.Popen([*command, *long], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + 120
        while not path.exists():  # it is written when the first rollout begins
            assert process.poll() is None and time.monotonic() < deadline
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
        os.kill(process.pid, getattr(signal, number))
        _, stderr = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == code
    if number != "SIGKILL":
        line = "".join(stderr.split("error: ")[1:])
        assert stderr.startswith("error: ") and f"omnigym train --resume {path}" in line
        assert stderr.count("\n") == 1
    assert read_checkpoint(path).checkpoint.steps >= 8
