"""PPO that begins with a clone: what it learns from, that it never ends below the clone, and that nothing is lost."""

from __future__ import annotations

import csv
import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.baselines.agent import make_agent
from omnigym.errors import CheckpointError, ConfigError, MissingDependencyError, TrainingError

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
from omnigym.baselines import clone as cloning  # noqa: E402
from omnigym.baselines._chooser import Chooser  # noqa: E402
from omnigym.baselines._improve import against_siblings, by_critic, improve  # noqa: E402
from omnigym.baselines._players import Episode, Players, Start  # noqa: E402
from omnigym.baselines._run_file import Run, read_run, write_run  # noqa: E402
from omnigym.baselines._tensor_file import load_policy  # noqa: E402
from omnigym.baselines.ppo import TrainConfig, train  # noqa: E402

TASKS = "id:text/append-line@*"
QUICK = TrainConfig(
    tasks=TASKS,
    steps=25,
    n_envs=4,
    processes=1,
    max_steps=3,
    groups=2,
    siblings=2,
    judged=2,
    judge_every=2,
    advantages="critic",
    warm_up=1,
    seed=5,
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone that learned next to nothing."""
    config = cloning.CloneConfig(tasks=TASKS, width=8, processes=1, epochs=1, astray=0, torn=0)
    path = cloning.train(dataclasses.replace(config, out=tmp_path_factory.mktemp("clone")))
    assert path is not None
    return path


@pytest.fixture
def begin(model: Path) -> cloning.Saved:
    return cloning.read_clone(model)


def after(calls: int) -> Callable[[], bool]:
    """Stops a run when it has asked so often."""
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > calls

    return stop


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(torch.equal(t, other[name]) for name, t in one.items())


def episode(*rewards: float, unscored: bool = False) -> Episode:
    return Episode(Start("a", 0), rewards=list(rewards), unscored=unscored)


def test_an_episode_is_worth_what_it_is_above_its_siblings() -> None:
    group = [episode(0, 1), episode(0, 0, 0), episode(0, 0), episode(1, unscored=True)]
    gains = against_siblings(group, 4, gamma=0.5)
    assert [gain.tolist() for gain in gains] == [[0.5, 0.5], [-0.25] * 3, [-0.25] * 2, [0.0]]
    assert not any(gain.any() for gain in against_siblings([episode(1), episode(1)], 2, 0.9))


def test_a_step_is_worth_what_came_of_it_above_what_was_expected() -> None:
    (gain,) = by_critic([episode(0, 1)], np.array([0.25, 0.5]), gamma=0.5, trace=1.0)
    assert gain.tolist() == [0.25, 0.5]
    (gain, other) = by_critic([episode(0, 1), episode(0)], np.array([0.25, 0.5, 1.0]), gamma=0.5, trace=0.0)
    assert gain.tolist() == [0.0, 0.5]
    assert other.tolist() == [-1.0]


@pytest.fixture(scope="module")
def played(model: Path) -> tuple[Any, list[Episode]]:
    """A policy, and groups of four that it played."""
    saved = cloning.read_clone(model)
    policy = Chooser(saved.document.layout, len(saved.document.words) + 1, 8)
    load_policy(policy, saved)
    players = Players(QUICK.make(), saved.document.layout, saved.document.words, 4, 1)
    starts = [Start(players.tasks[0].id, 0, hidden) for hidden in (0.0, 1.0) for _ in range(4)]
    found = players.play(policy, starts, 0)
    again = players.play(policy, starts, 0)
    players.close()
    assert found is not None and again is not None
    for one, other in zip(found, again, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one.choices, other.choices, strict=True))
        assert len(one.views) == len(one.choices) == len(one.rewards) <= QUICK.max_steps
    assert not found[0].hidden and found[4].hidden
    return saved, found


@pytest.mark.parametrize(("weight", "nearer"), [(0.0, False), (100.0, True)])
def test_what_was_better_than_its_siblings_gets_likelier_as_far_as_the_clone_lets_it(
    played: tuple[Any, list[Episode]], weight: float, nearer: bool
) -> None:
    saved, episodes = played
    policy, clone = (Chooser(saved.document.layout, len(saved.document.words) + 1, 8) for _ in range(2))
    load_policy(policy, saved)
    load_policy(clone, saved)
    paid = [dataclasses.replace(e, rewards=[0.0, 0.0, float(n % 4 == 0)]) for n, e in enumerate(episodes)]
    paid = [dataclasses.replace(e, rewards=e.rewards[-len(e.views) :]) for e in paid]
    config = dataclasses.replace(QUICK, siblings=4, most_moved=1000)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for _ in range(6):
        told = improve(policy, clone, None, optimizer, paid, config, weight, np.random.default_rng(0))
    assert (told.kl < 0.05) is nearer


def test_a_run_that_goes_on_is_the_same_as_one_that_was_not_interrupted(begin: Any, tmp_path: Path) -> None:
    train(dataclasses.replace(QUICK, out=tmp_path / "whole"), begin)
    whole = read_run(tmp_path / "whole" / "run.safetensors")
    assert (whole.document.steps, whole.document.updates, whole.document.judged) == (36, 3, 3)
    for calls, updates, judged in ((5, 1, 0), (8, 2, 0)):  # in an update, in a judging
        out = tmp_path / str(calls)
        train(dataclasses.replace(QUICK, out=out), begin, stop=after(calls))
        parted = read_run(out / "run.safetensors")
        assert (parted.document.updates, parted.document.judged) == (updates, judged)
        train(dataclasses.replace(QUICK, out=out), parted)
        parted = read_run(out / "run.safetensors")
        assert parted.document == whole.document
        assert all(same(tensors, parted.tensors[part]) for part, tensors in whole.tensors.items())
    rows = list(csv.DictReader((out / "curve.csv").read_text().splitlines()))
    assert [row["update"] for row in rows] == ["1", "2", "2", "3", "3"]


def test_it_does_not_end_below_the_clone(begin: Any, tmp_path: Path) -> None:
    """With a learning rate that destroys the policy."""
    config = dataclasses.replace(QUICK, learning_rate=1.0, weight=0.0, out=tmp_path)
    path = train(config, begin)
    run = read_run(tmp_path / "run.safetensors")
    assert not same(run.tensors["policy"], run.tensors["clone"])
    assert same(cloning.read_clone(path).policy, dict(begin.policy))
    make_agent(f"ppo:{path}")


def test_a_loss_that_is_no_number_ends_it_with_the_best_kept(begin: Any, tmp_path: Path) -> None:
    train(dataclasses.replace(QUICK, steps=1, out=tmp_path), begin)
    run = read_run(tmp_path / "run.safetensors")
    huge = {name: torch.full_like(t, 3e38) for name, t in run.tensors["policy"].items()}
    with pytest.raises(TrainingError, match=r"update 2, as .*model.safetensors is the best"):
        train(dataclasses.replace(QUICK, out=tmp_path), Run(run.document, {**run.tensors, "policy": huge}))
    assert same(cloning.read_clone(tmp_path / "model.safetensors").policy, dict(begin.policy))


def test_what_is_no_run_is_said(model: Path, tmp_path: Path, begin: Any) -> None:
    with pytest.raises(CheckpointError, match=r"expected .* omnigym-train/3, got 'omnigym-clone/4'"):
        read_run(model)
    path = train(dataclasses.replace(QUICK, steps=1, out=tmp_path), begin).with_name("run.safetensors")
    run = read_run(path)
    (tmp_path / "cut").write_bytes(path.read_bytes()[:-9])
    with pytest.raises(CheckpointError, match="damaged"):
        read_run(tmp_path / "cut")
    with pytest.raises(CheckpointError, match="weights are not those"):
        train(dataclasses.replace(QUICK, out=tmp_path), Run(run.document, {**run.tensors, "clone": {}}))
    write_run(tmp_path / "other", Run(run.document.model_copy(update={"steps": -1}), run.tensors))
    with pytest.raises(CheckpointError, match="steps"):
        read_run(tmp_path / "other")
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("texts", "what"), [({"n_envs": "0"}, "n_envs"), ({"epocs": "1"}, "epochs"), ({"advantages": "luck"}, "advantages")]
)
def test_a_field_that_is_wrong_is_named(texts: dict[str, str], what: str) -> None:
    with pytest.raises(ConfigError, match=what):
        QUICK.changed(texts)
    assert QUICK.changed({"learning_rate": "1e-3", "middling": "false"}).learning_rate == 1e-3


def test_tensorboard_is_an_extra(begin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    with pytest.raises(MissingDependencyError, match=r"omnigym\[tensorboard\]"):
        train(dataclasses.replace(QUICK, tensorboard=True, out=tmp_path), begin)
