"""The one-file learners of the pointer policy: PPO, behaviour cloning, GRPO, and the same by Stable-Baselines3."""

from __future__ import annotations

import csv
import dataclasses
import math
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.errors import CheckpointError, ConfigError, MissingDependencyError, NothingFoundError, TrainingError
from omnigym.evaluation.report import summarise

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
import gymnasium  # noqa: E402

from omnigym.baselines import (  # noqa: E402
    bc,
    grpo,
    pointer_policy,
    ppo,
    sb3_ppo,
    settings,
)
from omnigym.baselines.checkpoint import MODEL, begin, load, save  # noqa: E402
from omnigym.baselines.settings import check_settings, parse  # noqa: E402
from omnigym.wrappers.element_actions import ElementLayout  # noqa: E402

WIN = "OmniBench-Win11-v0"
TASKS = "suite:hello level:1 id:hello/open-office*"
QUICK: dict[str, Any] = {"tasks": TASKS, "split": "", "max_steps": 3}


@pytest.fixture(scope="module")
def env() -> Any:
    return pointer_policy.wrap(gymnasium.make(WIN, tasks=TASKS, observation="a11y", disable_env_checker=True))


@pytest.fixture
def seen(env: Any) -> tuple[pointer_policy.Eye, pointer_policy.View, Any]:
    """An eye that has just looked, its view, and the mask."""
    observation, info = env.reset(seed=0, options={"task": env.unwrapped.tasks[0].id})
    eye = pointer_policy.Eye(env.layout)
    return eye, eye.see({k: a[None] for k, a in observation.items()}, info["action_mask"][None]), info["action_mask"]


@pytest.fixture(scope="module")
def cloned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a behaviour-cloned policy."""
    out = tmp_path_factory.mktemp("bc")
    bc.train(bc.Config(**QUICK | {"max_steps": 0}, epochs=80, out=str(out)))
    return out


# -- the policy -------------------------------------------------------------------------------------------------------


def test_a_place_in_the_view_is_the_number_of_an_action_and_back(
    seen: tuple[pointer_policy.Eye, pointer_policy.View, Any],
) -> None:
    eye, view, mask = seen
    places = np.flatnonzero(view["can"][0])
    assert len(places) == mask.sum(), "all that is possible is in the view"
    numbers = [int(eye.act(np.array([place]))[0]) for place in places]
    assert mask[numbers].all()
    assert [eye.choice(number) for number in numbers] == places.tolist()


def test_what_is_chosen_does_not_follow_from_the_order_of_the_nodes(
    seen: tuple[pointer_policy.Eye, pointer_policy.View, Any],
) -> None:
    eye, view, _ = seen
    torch.manual_seed(0)
    model = pointer_policy.PointerNetwork(eye.layout)
    for head in (model.verb, model.text):
        torch.nn.init.normal_(head.weight)
    order = np.random.default_rng(0).permutation(view["valid"].shape[1])
    other = dict(view) | {name: view[name][:, order] for name in ("nodes", "roles", "words", "valid")}
    each = len(order) * eye.each
    can = view["can"][:, :each].reshape(1, len(order), -1)[:, order].reshape(1, -1)
    other["can"] = np.concatenate((can, view["can"][:, each:]), 1)
    one, two = (model(pointer_policy.tensors(v))[0].detach() for v in (view, other))
    moved = one[:, :each].reshape(1, len(order), -1)[:, order].reshape(1, -1)
    torch.testing.assert_close(two[:, :each], moved)
    torch.testing.assert_close(two[:, each:], one[:, each:])


def test_the_eye_remembers_what_was_acted_on_until_the_episode_ends(env: Any) -> None:
    observation, info = env.reset(seed=0)
    eye = pointer_policy.Eye(env.layout)

    def look() -> pointer_policy.View:
        return eye.see({k: a[None] for k, a in observation.items()}, info["action_mask"][None])

    first = look()
    eye.act(np.flatnonzero(first["can"][0])[:1])
    assert look()["nodes"][..., -2:].any() and not first["nodes"][..., -2:].any()
    eye.forget(np.array([True]))
    assert all(np.array_equal(first[name], array) for name, array in look().items())


# -- PPO --------------------------------------------------------------------------------------------------------------


def test_gae_is_the_discounted_return_less_the_value_where_lambda_is_one() -> None:
    rewards, values = torch.tensor([[0.0], [1.0], [0.0]]), torch.tensor([[0.5], [0.25], [0.125]])
    ended, last = torch.tensor([[0.0], [1.0], [0.0]]), torch.tensor([0.5])
    found = ppo.gae(rewards, values, ended, last, gamma=0.5, lam=1.0)[:, 0].tolist()
    assert found == [0.5 - 0.5, 1.0 - 0.25, 0.25 - 0.125]


def _batch(model: pointer_policy.PointerNetwork, view: pointer_policy.View, count: int = 64) -> ppo.Batch:
    many = {name: torch.from_numpy(array).expand(count, *array.shape[1:]) for name, array in view.items()}
    with torch.no_grad():
        logp = model(many)[0].log_softmax(1)
    actions = torch.multinomial(logp.exp(), 1, generator=torch.Generator().manual_seed(0))[:, 0]
    worth = (actions == actions[0]).float()
    return ppo.Batch(many, actions, logp.gather(1, actions[:, None])[:, 0], worth, worth)


@pytest.mark.parametrize("target", [1e-4, 1e-2])
def test_an_update_ends_at_the_minibatch_that_finds_the_policy_too_far(
    seen: tuple[pointer_policy.Eye, pointer_policy.View, Any], target: float
) -> None:
    eye, view, _ = seen
    model = pointer_policy.PointerNetwork(eye.layout)
    config = ppo.Config(target_kl=target, epochs=50, minibatch=16, learning_rate=1e-2)
    optimizer = torch.optim.Adam(model.parameters(), config.learning_rate)
    told = ppo.update(model, optimizer, _batch(model, view), config, torch.Generator().manual_seed(0))
    assert told["kl"] > target
    assert told["minibatches"] < 4 * config.epochs
    assert told["minibatches"] % 4, "it is looked at within an epoch, too"


def test_the_critic_alone_moves_no_action(seen: tuple[pointer_policy.Eye, pointer_policy.View, Any]) -> None:
    eye, view, _ = seen
    model = pointer_policy.PointerNetwork(eye.layout)
    batch, config = _batch(model, view), ppo.Config(epochs=2)
    before = model(batch.view)
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    ppo.update(model, optimizer, batch, config, torch.Generator(), critic_only=True)
    after = model(batch.view)
    assert torch.equal(before[0], after[0]) and not torch.equal(before[1], after[1])


def test_it_stays_near_the_model_that_it_began_from(seen: tuple[pointer_policy.Eye, pointer_policy.View, Any]) -> None:
    eye, view, _ = seen
    moved = {}
    for stay in (0.0, 100.0):
        torch.manual_seed(0)
        model = pointer_policy.PointerNetwork(eye.layout)
        batch = _batch(model, view)
        batch.held = model(batch.view)[0].detach().log_softmax(1)
        config = ppo.Config(stay=stay, epochs=10, target_kl=math.inf, learning_rate=1e-3)
        optimizer = torch.optim.Adam(model.parameters(), config.learning_rate)
        ppo.update(model, optimizer, batch, config, torch.Generator().manual_seed(0))
        logp = model(batch.view)[0].detach().log_softmax(1)
        moved[stay] = float((logp.exp() * (logp - batch.held)).sum(1).mean())
    assert moved[100.0] < moved[0.0] / 2


def test_the_same_seed_gives_the_same_weights_and_a_run_can_be_resumed(tmp_path: Path) -> None:
    config = ppo.Config(**QUICK, steps=32, num_envs=2, rollout=8, minibatch=8, seed=3, out=str(tmp_path / "one"))
    one = ppo.train(config).state_dict()
    two = ppo.train(dataclasses.replace(config, out=str(tmp_path / "two"))).state_dict()
    other = ppo.train(dataclasses.replace(config, seed=4, out=str(tmp_path / "other"))).state_dict()
    assert all(torch.equal(tensor, two[name]) for name, tensor in one.items())
    assert not all(torch.equal(tensor, other[name]) for name, tensor in one.items())
    resumed = parse(ppo.Config, ["--resume", "--out", config.out, "--steps", "64"])
    assert resumed == dataclasses.replace(config, resume=True, steps=64)
    told: list[int] = []
    ppo.train(resumed, lambda steps, _: told.append(steps))
    assert told == [48, 64]
    with (tmp_path / "one" / "curve.csv").open() as file:
        assert [row["steps"] for row in csv.DictReader(file)] == ["16", "32", "48", "64"]


def test_adams_state_is_that_of_the_checkpoint(env: Any, cloned: Path, tmp_path: Path) -> None:
    saved = load(cloned / MODEL)
    begun = begin(env.layout, ppo.Config(start=str(cloned / MODEL), out=str(tmp_path)))
    assert (begun.steps, begun.updates) == (0, 0)
    state = begun.optimizer.state_dict()["state"]
    assert state[0]["step"] > 10
    assert all(torch.equal(state[n]["exp_avg"], saved.optimizer[f"{n}/exp_avg"]) for n in state)
    assert begin(env.layout, ppo.Config(out=str(tmp_path))).held is None
    with pytest.raises(CheckpointError, match="Use the same nodes="):
        begin(ElementLayout(7), ppo.Config(start=str(cloned / MODEL)))
    with pytest.raises(ConfigError, match="--start"):
        begin(env.layout, ppo.Config(resume=True, out=str(cloned)))


def test_it_begins_from_a_cloned_policy_and_is_an_agent(cloned: Path, tmp_path: Path) -> None:
    config = ppo.Config(**QUICK, steps=32, num_envs=2, rollout=8, start=str(cloned / MODEL), out=str(tmp_path))
    ppo.train(config)
    before, after = load(cloned / MODEL).policy, load(tmp_path / MODEL).policy
    changed = [name for name, tensor in after.items() if not torch.equal(tensor, before[name])]
    assert set(changed) == {"value.weight", "value.bias"}, "at first the critic learns alone"
    for how in ("", ",drawn"):
        agent = make_agent(f"ppo:{tmp_path / MODEL}{how}")
        plain = gymnasium.make(WIN, tasks=TASKS, observation="a11y")
        assert next(iter(run_episodes(plain, agent, 1))).actions > 0


def test_a_loss_that_is_no_number_is_said(seen: tuple[pointer_policy.Eye, pointer_policy.View, Any]) -> None:
    eye, view, _ = seen
    model = pointer_policy.PointerNetwork(eye.layout)
    batch = _batch(model, view)
    batch.returns[:] = math.nan
    with pytest.raises(TrainingError, match="not a number"):
        ppo.update(model, torch.optim.Adam(model.parameters()), batch, ppo.Config(), torch.Generator())


# -- behaviour cloning ------------------------------------------------------------------------------------------------


def test_demonstrations_are_learned(cloned: Path) -> None:
    agent = make_agent(f"bc:{cloned / MODEL}")
    plain = gymnasium.make(WIN, tasks=TASKS, observation="a11y")
    records = list(run_episodes(plain, agent, len(plain.unwrapped.tasks)))  # type: ignore[attr-defined]
    assert summarise(records)["success_rate"] >= 0.75


def test_what_cannot_be_told_in_element_actions_is_said(tmp_path: Path) -> None:
    config = bc.Config(tasks="suite:one-node app:paint", demonstrations=2, out=str(tmp_path))
    with pytest.raises(NothingFoundError, match="element actions"):
        bc.train(config)


# -- GRPO -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("advantage", ["node", "coverage", "sparse"])
def test_long_episodes_of_losers_do_not_outweigh_winners(advantage: Any) -> None:
    won, lost = [("a",), ("b",)], [()] * 40
    half = [(), ("a",), *[()] * 20]
    found = grpo.credit([won, lost, half], [True, False, False], {"a": 0.5, "b": 0.5}, grpo.Config(advantage=advantage))
    assert [len(steps) for steps in found] == [2, 40, 22]
    assert sum(float(steps.sum()) for steps in found) == pytest.approx(0)
    assert found[0].sum() > 0 > found[1].sum()
    assert (found[2][:2] > 0).all() == (advantage == "node"), "credit is given where it is due"


def test_groups_without_a_signal_are_drawn_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def play(self: grpo.Group, model: Any, task: str, *_: object) -> list[grpo.Episode]:
        drawn.append(task)
        one, other = grpo.Episode(), grpo.Episode()
        for episode in (one, other):
            episode.views, episode.choices, episode.logps, episode.completed = [{}], [0], [0.0], [()]
        if len(drawn) == 3:
            one.completed = [(str(self.tasks[task].expanded_dag.ids[0]),)]
        return [one, other]

    learned: list[int] = []

    def update(_: Any, __: Any, played: list[Any], *___: object) -> dict[str, float]:
        learned.append(len(played))
        return {}

    monkeypatch.setattr(grpo.Group, "play", play)
    monkeypatch.setattr(grpo, "update", update)
    config = grpo.Config(**QUICK, steps=1, groups=1, siblings=2, redraws=5, out=str(tmp_path))
    grpo.train(config)
    assert (len(drawn), learned) == (3, [2])


def test_grpo_learns_from_groups_that_begin_alike(tmp_path: Path) -> None:
    config = grpo.Config(**QUICK, steps=30, groups=1, siblings=4, redraws=2, minibatch=8, out=str(tmp_path))
    group = grpo.Group(config)
    played = group.play(
        pointer_policy.PointerNetwork(group.layout), next(iter(group.tasks)), 5, torch.Generator().manual_seed(0)
    )
    group.close()
    for episode in played[1:]:
        assert all(np.array_equal(episode.views[0][n], array) for n, array in played[0].views[0].items())
    assert len({tuple(episode.choices) for episode in played}) > 1
    grpo.train(config)
    assert make_agent(f"grpo:{tmp_path / MODEL}").observation == "a11y"


# -- Stable-Baselines3 ------------------------------------------------------------------------------------------------


def test_sb3_saves_what_its_agent_plays(tmp_path: Path) -> None:
    config = sb3_ppo.Config(**QUICK, steps=16, num_envs=2, rollout=8, minibatch=8, out=str(tmp_path))
    sb3_ppo.train(config)
    agent = make_agent(f"sb3:{tmp_path / sb3_ppo.MODEL}", trust=True)
    plain = gymnasium.make(WIN, tasks=TASKS, observation="a11y", max_steps=3)
    assert next(iter(run_episodes(plain, agent, 1))).actions > 0


# -- settings and logs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ppo.Config, bc.Config, grpo.Config, sb3_ppo.Config])
def test_every_field_is_an_option_with_its_help(kind: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(kind, ["--help"])
    said = " ".join(capsys.readouterr().out.split())
    for field in dataclasses.fields(kind):
        assert f"--{field.name.replace('_', '-')}" in said
    assert parse(kind, ["--seed", "3", "--tensorboard"]) == kind(seed=3, tensorboard=True)


@pytest.mark.parametrize(
    ("given", "what"),
    [({"steps": "x"}, "steps"), ({"step": 1}, "step"), ({"env_kwargs": "{"}, "JSON"), ({"gamma": []}, "gamma")],
)
def test_a_field_that_is_wrong_is_named(given: dict[str, Any], what: str) -> None:
    with pytest.raises(ConfigError, match=what):
        check_settings(ppo.Config, given)


def test_wandb_is_an_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = ppo.Config(**QUICK, steps=16, num_envs=2, rollout=8, wandb="omnigym", out=str(tmp_path))
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(MissingDependencyError, match=r"omnigym\[wandb\]"):
        ppo.train(config)
    logged: list[tuple[int, dict[str, float]]] = []
    run = SimpleNamespace(log=lambda values, step: logged.append((step, values)), finish=lambda: logged.append((0, {})))
    monkeypatch.setitem(sys.modules, "wandb", SimpleNamespace(init=lambda **_: run))
    ppo.train(config)
    assert [step for step, _ in logged] == [16, 0]
    assert {"success_rate", "coverage_rate", "kl"} <= logged[0][1].keys()


def test_wandb_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_MODE", "offline")
    ppo.train(ppo.Config(**QUICK, steps=16, num_envs=2, rollout=8, wandb="omnigym", out=str(tmp_path)))
    assert list(tmp_path.glob("wandb/offline-run-*/*.wandb"))


def test_tensorboard_is_an_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = ppo.Config(**QUICK, steps=16, num_envs=2, rollout=8, tensorboard=True, out=str(tmp_path))
    ppo.train(config)
    assert list((tmp_path / "tensorboard").iterdir())
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    with pytest.raises(MissingDependencyError, match=r"omnigym\[tensorboard\]"):
        ppo.train(config)


def test_a_file_of_a_policy_that_learned_nothing_is_read_as_it_was_written(env: Any, tmp_path: Path) -> None:
    model = pointer_policy.PointerNetwork(env.layout)
    save(tmp_path / MODEL, model, {"algorithm": "ppo"})
    saved = load(tmp_path / MODEL)
    assert (saved.layout, saved.about, saved.optimizer) == (env.layout, {"algorithm": "ppo"}, {})
    assert all(torch.equal(tensor, saved.policy[name]) for name, tensor in model.named_parameters())


@pytest.mark.parametrize("kind", [settings.BCConfig, settings.SB3Config])
def test_a_learner_that_cannot_go_on_says_so(kind: type[settings.Settings]) -> None:
    with pytest.raises(ConfigError, match="cannot resume"):
        parse(kind, ["--resume", "--out", "nowhere"])
