from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import Result

from tests.cli.interrupting import HEEDING

if TYPE_CHECKING:
    from omnigym.baselines.clone import CloneConfig

Run = Callable[..., Result]


TASKS = "id:text/append-line@*"
QUICK = {"n_envs": 2, "processes": 1, "max_steps": 2, "groups": 1, "siblings": 2, "judged": 1, "judge_every": 1}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a run of a few steps, which began with a clone that learned next to nothing."""
    pytest.importorskip("torch")
    from omnigym.baselines import clone
    from omnigym.baselines.ppo import TrainConfig, train

    out = tmp_path_factory.mktemp("run")
    told = clone.CloneConfig(tasks=TASKS, width=8, epochs=1, processes=1, astray=0, torn=0, out=out / "clone")
    path = clone.train(told)
    assert path is not None
    train(TrainConfig(tasks=TASKS, steps=4, out=out, **QUICK), clone.read_clone(path))
    return out / "run.safetensors"


def test_train_begins_with_a_clone_and_writes_a_model_that_can_be_evaluated(
    run: Run, model: Path, tmp_path: Path
) -> None:
    tasks = ("--tasks", TASKS)
    sets = [part for name, value in QUICK.items() for part in ("--set", f"{name}={value}")]
    begin = ("--from", model.parent / "clone" / "model.safetensors")
    result = run("train", *tasks, *begin, "--steps", 2, *sets, "--out", tmp_path)
    assert result.exit_code == 0, result.output
    path = tmp_path / "model.safetensors"
    assert str(path) in result.stdout.replace("\n", "")
    result = run("evaluate", *tasks, "--agent", f"ppo:{path}", "--episodes", 1)
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


@pytest.mark.parametrize(("setting", "what"), [("epocs=1", "epochs"), ("epochs=x", "epochs"), ("epochs", "NAME=VALUE")])
def test_a_setting_that_is_none_is_one_line(run: Run, setting: str, what: str) -> None:
    pytest.importorskip("torch")
    result = run("train", "--set", setting)
    assert result.exit_code == 2
    assert what in result.stderr
    assert result.stderr.count("\n") == 1


def test_train_without_its_packages_says_how_to_get_them(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ppo", "_tensor_file"):
        monkeypatch.delitem(sys.modules, f"omnigym.baselines.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "safetensors", None)
    result = run("train")
    assert result.exit_code == 2
    assert "pip install 'omnigym[train]'" in result.stderr


def test_resume_goes_on_next_to_the_run(run: Run, model: Path) -> None:
    result = run("train", "--resume", model, "--steps", 8)
    assert result.exit_code == 0, result.output
    assert "4 of 8 steps are done" in result.stdout
    assert str(model.with_name("model.safetensors")) in result.stdout.replace("\n", "")


def test_what_a_checkpoint_says_cannot_be_said_otherwise(run: Run, model: Path) -> None:
    result = run("train", "--resume", model, "--seed", 1, "--env", "OmniBench-Linux-v0")
    assert result.exit_code == 2
    assert "--env, --seed cannot be given with --resume" in result.stderr


def test_a_checkpoint_does_not_choose_what_is_imported_or_started(run: Run, model: Path, tmp_path: Path) -> None:
    import dataclasses

    from omnigym.baselines._run_file import read_run, write_run

    saved = read_run(model)
    config = dataclasses.replace(saved.document.config, env_id="os:Evil-v0")
    other = tmp_path / "run.safetensors"
    write_run(other, saved._replace(document=saved.document.model_copy(update={"config": config})))
    result = run("train", "--resume", other)
    assert result.exit_code == 2
    assert "Unknown environment" in result.stderr


@pytest.mark.parametrize("content", [None, b"PK\x03\x04 a zip", b""])
def test_what_cannot_be_resumed_is_one_line(run: Run, tmp_path: Path, content: bytes | None) -> None:
    pytest.importorskip("torch")
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
    from omnigym.baselines._run_file import read_run

    command = (sys.executable, "-m", "omnigym.cli", "train", "--resume", model, "--out", tmp_path)
    long = ("--steps", "1000000")
    path = tmp_path / "run.safetensors"
    process = subprocess.Popen(
        [*command, *long], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=HEEDING
    )
    try:
        deadline = time.monotonic() + 120
        while not path.exists():  # it is written when the run begins
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
    assert read_run(path).document.steps >= 4
