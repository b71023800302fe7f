"""A run that is interrupted and goes on is the run that was never interrupted."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
pytest.importorskip("sb3_contrib", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
from omnigym.baselines import _curve  # noqa: E402
from omnigym.baselines._checkpoint import Saved, read_checkpoint  # noqa: E402
from omnigym.baselines.ppo import TrainConfig, train  # noqa: E402
from omnigym.errors import CheckpointError  # noqa: E402

CONFIG = TrainConfig(
    tasks="id:word/bold-all@*,word/italic-all@*",
    steps=64,
    n_envs=2,
    rollout=8,
    batch=16,
    demonstrations=2,
    clone_epochs=4,
    checkpoint_every=32,
    max_steps=3,
    seed=5,
)


@pytest.fixture(autouse=True)
def few_probes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_curve, "_PROBE", 2)


def after(calls: int) -> Callable[[], bool]:
    """Stops a run when it has asked so often."""
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > calls

    return stop


def run(
    out: Path, resume: Saved | None = None, stop: Callable[[], bool] = lambda: False, steps: int = 64
) -> Path | None:
    return train(dataclasses.replace(CONFIG, out=out, steps=steps), stop=stop, resume=resume)


def assert_same(one: Path, other: Path) -> None:
    a, b = read_checkpoint(one), read_checkpoint(other)
    assert a.checkpoint == b.checkpoint
    for mine, theirs in ((a.policy, b.policy), (a.optimizer, b.optimizer)):
        assert mine.keys() == theirs.keys()
        assert all(torch.equal(tensor, theirs[name]) for name, tensor in mine.items())
    curves = [p.with_name("curve.csv").read_bytes() for p in (one, other)]
    assert curves[0] == curves[1]


@pytest.mark.slow
def test_it_goes_on_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole")
    assert whole is not None
    stopped = set()
    # in a demonstration; in an epoch of cloning; in the rollouts that follow the checkpoints at 0 and 32 steps
    for calls in (0, 3, 10, 25):
        out = tmp_path / str(calls)
        path = run(out, stop=after(calls))
        if path is None:
            assert not calls and not list(out.glob("model*"))
            continue
        saved = read_checkpoint(path)
        stopped.add((saved.checkpoint.epochs, saved.checkpoint.steps))
        done: list[int] = []
        config = dataclasses.replace(saved.checkpoint.config, out=out)
        assert train(config, done.append, resume=saved) == path
        assert sum(done) == config.work
        assert_same(path, whole)
    assert {(4, 0), (4, 32)} < stopped
    assert any(epochs < 4 for epochs, _ in stopped)


def test_between_two_checkpoints_no_finished_rollout_is_lost(tmp_path: Path) -> None:
    """The episodes begin anew there, so what follows is another run: as long, and with the curve up to there."""
    config = dataclasses.replace(CONFIG, out=tmp_path, demonstrations=0, steps=48, checkpoint_every=1000)
    path = train(config, stop=after(8 + 8 + 3))
    assert path is not None
    saved = read_checkpoint(path)
    assert saved.checkpoint.steps == 32
    rows = path.with_name("curve.csv").read_text().splitlines()
    done: list[int] = []
    assert train(config, done.append, resume=saved) == path
    assert (done[0], sum(done)) == (32, 48)
    assert read_checkpoint(path).checkpoint.steps == 48
    assert path.with_name("curve.csv").read_text().splitlines()[: len(rows)] == rows


def test_a_finished_run_goes_on_for_more_steps(tmp_path: Path) -> None:
    config = dataclasses.replace(CONFIG, out=tmp_path, demonstrations=0, steps=16)
    path = train(config)
    assert path is not None
    before = read_checkpoint(path)
    assert train(config, resume=before) == path  # there is nothing left to do
    assert_same(path, path)
    assert read_checkpoint(path).checkpoint == before.checkpoint
    train(dataclasses.replace(config, steps=32), resume=before)
    assert read_checkpoint(path).checkpoint.steps == 32


def test_another_space_is_refused(tmp_path: Path) -> None:
    config = dataclasses.replace(CONFIG, out=tmp_path, demonstrations=0, steps=16)
    path = train(config)
    assert path is not None
    for other in ({"nodes": 48}, {"env_options": {"sizes": {"text_length": 16}}}):
        with pytest.raises(CheckpointError, match="space"):
            train(dataclasses.replace(config, **other), resume=read_checkpoint(path))  # type: ignore[arg-type]
