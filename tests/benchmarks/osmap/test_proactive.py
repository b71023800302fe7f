"""Tasks of L5: help where something calls for it, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import gymnasium
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
from omnigym.errors import UnknownNameError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.tasks.proofs.verify import PROOFS, verify
from omnigym.tasks.setup.announce import Announce
from omnigym.tasks.task import Task

TASKS = proactive_tasks()
CALLS, QUIET = TASKS[::2], TASKS[1::2]


class Idle(Agent):
    """Waits until the end."""

    def act(self, observation: object, info: Mapping[str, Any]) -> Wait:
        return Wait(1.0)


class Busy(OracleAgent):
    """Does what the twin's event would call for, whatever comes up, and says DONE."""

    def reset(self, env: Any, info: Mapping[str, Any]) -> None:
        base = env.unwrapped
        twin = next(t for t in CALLS if base.task.id.removesuffix("-quiet") == t.id)
        shown = SimpleNamespace(task=twin, devices=base.devices, disturbances=(), np_random_seed=0)
        super().reset(SimpleNamespace(unwrapped=shown), _as_called(info))

    def act(self, observation: object, info: Mapping[str, Any]) -> Any:
        return super().act(observation, _as_called(info))


def _as_called(info: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**info, "node_ids": ("event", "help"), "node_status": ("evaluating", "evaluating")}


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
    for call, quiet in zip(CALLS, QUIET, strict=True):
        assert quiet.id == f"{call.id}-quiet" and call.scenario == quiet.scenario and call.scenario in SCENARIOS
        assert {call.level, quiet.level} == {"L5"} and call.instruction == quiet.instruction == STANDING
        assert call.step_limit == quiet.step_limit


def test_the_start_of_a_pair_tells_nothing(env: Any) -> None:
    """But for what is made up around it, both begin with the same files and windows."""
    for call, quiet in zip(CALLS, QUIET, strict=True):
        shown = []
        for task in (call, quiet):
            env.reset(seed=3, options={"task": task})
            device = env.unwrapped.device
            shown.append([w.title for w in device.windows()])
        assert shown[0] == shown[1]
        needed = {s for s in call.setup_steps if not isinstance(s, Announce)} & {*quiet.setup_steps}
        assert needed >= {s for s in quiet.setup if not isinstance(s, Announce)}


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


@pytest.mark.parametrize("task", TASKS, ids=lambda t: t.id)
def test_each_task_is_proved_and_only_the_event_says_what_to_do(task: Task) -> None:
    (found,) = verify([task], lambda: SimDevice((1024, 768)))
    assert [(p.name, p.message) for p in found.proofs if not p.holds and p.name != "told"] == []
    assert set(PROOFS) == {p.name for p in found.proofs}


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
