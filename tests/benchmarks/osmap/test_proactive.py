"""Tasks of L5: help where something calls for it, and nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

import omnigym  # noqa: F401 - registers the environments
from omnigym.actions import Done, Wait
from omnigym.baselines.agent import Agent
from omnigym.baselines.evaluate import play
from omnigym.baselines.oracle import OracleAgent
from omnigym.benchmarks.osmap.metrics.proactivity import calls_for_help, delay, proactivity
from omnigym.benchmarks.osmap.proactive import STANDING, proactive_tasks
from omnigym.benchmarks.osmap.scopes import SCENARIOS
from omnigym.devices.protocol import HasNews
from omnigym.devices.sim.device import SimDevice
from omnigym.envs.episode import lines_in
from omnigym.errors import UnknownNameError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.tasks.proofs.verify import PROOFS, verify
from omnigym.tasks.setup.announce import Announce
from omnigym.tasks.task import Task

TASKS = proactive_tasks()
CALLS, QUIET = TASKS[::2], TASKS[1::2]
TWINS = dict(zip((t.id for t in QUIET), CALLS, strict=True))


class Idle(Agent):
    """Waits until the end."""

    def act(self, observation: object, info: Mapping[str, Any]) -> Wait:
        return Wait(1.0)


def _shown(base: Any, task: Any) -> SimpleNamespace:
    """An environment as an oracle sees it, with another task."""
    names = {name: getattr(base, name) for name in ("devices", "device_names", "a11y")}
    return SimpleNamespace(task=task, disturbances=(), np_random_seed=0, **names)


class Busy(OracleAgent):
    """Does what the twin's event would call for, whatever comes up, and says DONE."""

    def reset(self, env: Any, info: Mapping[str, Any]) -> None:
        base = env.unwrapped
        twin = TWINS[base.task.id]
        shown = _shown(base, twin)
        super().reset(SimpleNamespace(unwrapped=shown), info)


class Hasty(Agent):
    """Says DONE before anything comes up."""

    def act(self, observation: object, info: Mapping[str, Any]) -> Done:
        return Done()


@pytest.fixture(scope="module")
def env() -> Iterator[Any]:
    made = gymnasium.make("OmniBench-Win11-v0", tasks=list(TASKS), observation="a11y", disable_env_checker=True)
    yield made
    made.close()


def played(env: Any, agent: Agent, tasks: tuple[Task, ...]) -> list[EpisodeRecord]:
    return [play(env, agent, task, seed=0) for task in tasks]


def test_there_are_fifteen_calls_and_as_many_quiet_twins() -> None:
    assert len(CALLS) == len(QUIET) == 15 and len({t.id for t in TASKS}) == 30
    assert 5 <= sum(t.id.endswith("-a") for t in CALLS) <= 10  # the letter says nothing
    for call, quiet in zip(CALLS, QUIET, strict=True):
        assert {call.id[-2:], quiet.id[-2:]} == {"-a", "-b"} and call.id[:-2] == quiet.id[:-2]
        assert call.scenario == quiet.scenario and call.scenario in SCENARIOS
        assert {call.level, quiet.level} == {"L5"} and call.instruction == quiet.instruction == STANDING
        assert call.step_limit == quiet.step_limit


def untold(info: Mapping[str, Any]) -> dict[str, Any]:
    """All that an info says but for the id of the task, which is neutral."""
    return {**info, "task_id": info["task_id"][:-2]}


def test_nothing_tells_twins_apart_before_something_comes_up() -> None:
    """Info, observation, weights and spaces are alike, at the reset and while one waits; so are windows and data."""
    seen: dict[str, list[Any]] = {}
    for task in TASKS:
        made = gymnasium.make(
            "OSMap-Desktop-v0", tasks=[task], observation="both", node_status=True, disable_env_checker=True
        )
        base: Any = made.unwrapped
        found: list[Any] = [made.observation_space, made.action_space]
        observation, info = made.reset(seed=3)
        device, reward = base.device, 0.0
        for _ in range(3):
            shown = {name: np.asarray(part).tobytes() for name, part in observation.items()}
            data = device.user_data()
            # which things lie beside the task's own is drawn by its id, and how many is not
            folders = Counter(place.rstrip("/").rpartition("/")[0] for place in data.files())
            places = folders, {t: len(data.rows(t)) for t in data.tables}
            windows = [w.title for w in device.windows()]
            found.append((shown, untold(info), reward, base.node_weights(), windows, places))
            observation, reward, _, _, info = made.step(Wait(1.0))
        seen[task.id] = found
        made.close()
    for quiet, call in TWINS.items():
        for one, other in zip(seen[quiet], seen[call.id], strict=True):
            assert one == other, call.id


def test_the_oracle_helps_where_it_is_called_for_and_changes_nothing_elsewhere(env: Any) -> None:
    records = played(env, OracleAgent(), TASKS)
    assert [r.task_id for r in records if not r.success] == []
    assert [calls_for_help(r) for r in records] == [True, False] * 15
    found = proactivity(records)
    assert found is not None
    assert (found["precision"], found["recall"], found["alarm_rate"]) == (1.0, 1.0, 0.0)
    assert found["delay"] is not None and 1 <= found["delay"] <= 15
    assert all(d is not None and d > 0 for d in map(delay, records[::2]))


def test_the_idle_agent_helps_nobody_and_raises_no_alarm(env: Any) -> None:
    records = played(env, Idle(), TASKS)
    assert [r.success for r in records] == [False, True] * 15
    found = proactivity(records)
    assert found is not None and (found["precision"], found["recall"], found["alarm_rate"]) == (None, 0.0, 0.0)


def test_who_always_acts_raises_the_alarm_in_every_quiet_task(env: Any) -> None:
    records = played(env, Busy(), QUIET)
    assert [r.task_id for r in records if r.success or not r.collateral] == []
    found = proactivity(records)
    assert found is not None and (found["precision"], found["alarm_rate"]) == (0.0, 1.0)


@pytest.mark.proof
@pytest.mark.parametrize("task", TASKS, ids=lambda t: t.id)
def test_each_task_is_proved_and_only_the_event_says_what_to_do(task: Task) -> None:
    (found,) = verify([task], lambda: SimDevice((1024, 768)))
    assert [(p.name, p.message) for p in found.proofs if not p.holds and p.name != "told"] == []
    assert set(PROOFS) == {p.name for p in found.proofs}


class Early(OracleAgent):
    """Helps before anything comes up, and then waits until it has."""

    def reset(self, env: Any, info: Mapping[str, Any]) -> None:
        task = env.unwrapped.task
        helping = replace(task, nodes=task.nodes[1:], edges=())
        super().reset(SimpleNamespace(unwrapped=_shown(env.unwrapped, helping)), info)
        self._waits = 70

    def act(self, observation: object, info: Mapping[str, Any]) -> Any:
        action = super().act(observation, info)
        self._waits -= isinstance(action, Done)
        return Wait(1.0) if isinstance(action, Done) and self._waits > 0 else action


def test_help_before_anything_came_up_is_no_help() -> None:
    late = []
    for task in CALLS:
        event, response = task.nodes
        event = replace(event, parameters={**event.parameters, "after": 60.0})
        late.append(replace(task, nodes=(event, response), max_steps=200))
    made = gymnasium.make("OmniBench-Win11-v0", tasks=late, disable_env_checker=True)
    early, right = played(made, Early(), tuple(late)), played(made, OracleAgent(), tuple(late))
    made.close()
    assert [(r.task_id, r.completed) for r in early if r.completed or r.success] == []
    assert all(r.success for r in right)


@pytest.mark.parametrize("reward", ["completion", "sparse", "progress"])
def test_nothing_is_paid_or_said_before_the_end(reward: str) -> None:
    """Neither in a call that was helped nor in a quiet task; then all at once."""
    made = gymnasium.make("OmniBench-Win11-v0", tasks=list(TASKS), reward=reward, disable_env_checker=True)
    for task in (CALLS[0], QUIET[0], CALLS[5], QUIET[5]):
        agent = OracleAgent()
        observation, info = made.reset(seed=0, options={"task": task.id})
        agent.reset(made, info)
        start, ended, paid = untold(info), False, 0.0
        while not ended:
            observation, paid, ended, _, info = made.step(agent.act(observation, info))  # type: ignore[assignment]
            if not ended:
                assert paid == 0 and untold(info) == {**start, "steps": info["steps"]}
        assert paid == 1 and info["is_success"] and lines_in(info["newly_completed"]) == info["node_ids"]
    made.close()


def test_a_snapshot_stays_silent_until_its_episode_ends() -> None:
    made: Any = gymnasium.make("OmniBench-Win11-v0", tasks=[CALLS[5]], disable_env_checker=True)
    agent = OracleAgent()
    observation, info = made.reset(seed=0)
    agent.reset(made, info)
    actions = []
    while not info["end_reason"]:
        actions.append(agent.act(observation, info))
        moment = made.unwrapped.snapshot()
        observation, _, _, _, info = made.step(actions[-1])
    after = made.unwrapped.snapshot()
    _, again = made.reset(options={"snapshot": moment})
    assert set(again["node_status"]) == {"evaluating", "waiting"} and again["coverage_rate"] == 0
    assert made.step(actions[-1])[4] == info
    _, again = made.reset(options={"snapshot": after})
    assert again == {**info, "newly_completed": ""}
    made.close()


def test_who_does_not_watch_has_done_nothing(env: Any) -> None:
    assert not any(r.success for r in played(env, Hasty(), TASKS))


# -- what comes up ----------------------------------------------------------------------------------------------------


def subjects(device: SimDevice) -> list[str]:
    return [row["subject"] for row in device.query_content("content://mail/messages") if row["folder"] == "Inbox"]


def test_an_announced_mail_arrives_at_its_moment_and_with_it_a_toast() -> None:
    device = SimDevice((1024, 768))
    device.reset(0)
    assert isinstance(device, HasNews)
    Announce("mail", "Budget", "By noon, please.", "Ben Cole <ben@contoso.com>", 2.0).apply(device)
    device.act(Wait(1.5))
    assert "Budget" not in subjects(device)
    moment = device.snapshot()
    for _ in range(2):  # a snapshot holds what is still to come
        device.act(Wait(1.0))
        assert subjects(device).count("Budget") == 1
        assert any("Ben Cole" in node.name and "Budget" in node.name for node in device.tree().nodes)
        device.restore(moment)
        assert "Budget" not in subjects(device)
    device.reset(0)
    device.act(Wait(3.0))
    assert "Budget" not in subjects(device)


def test_a_notification_is_no_mail_and_needs_an_app() -> None:
    device = SimDevice((1024, 768))
    device.reset(0)
    before = subjects(device)
    Announce("settings", "Battery at 9 %", "Plug it in.", after=1.0).apply(device)
    device.act(Wait(2.0))
    assert subjects(device) == before
    assert any("Battery at 9 %" in node.name for node in device.tree().nodes)
    with pytest.raises(UnknownNameError, match="no_such_app"):
        Announce("no_such_app", "a", "b").apply(device)
