"""What a wandering did is found with its parameters, and every find is proved by doing it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import gymnasium
import pytest

from omnigym.actions import Action, Done, Wait
from omnigym.baselines.agent import make_agent
from omnigym.baselines.hindsight import Find, Hindsight
from omnigym.baselines.rollouts import AgentBranches
from omnigym.devices.fake import FakeDevice
from omnigym.envs import snapshots
from omnigym.envs.snapshots import Snapshot
from omnigym.errors import CapabilityError
from omnigym.tasks import list_tasks, load_task
from omnigym.tasks.oracle import UI

HOME = "settings/display-name@0"


@pytest.fixture(scope="module")
def env() -> Any:
    return gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node", observation="a11y")


@pytest.fixture(scope="module")
def hindsight(env: Any) -> Hindsight:
    env.reset(seed=0)
    return Hindsight(env.unwrapped.device, list_tasks("suite:one-node", device="sim"))


def oracle(env: Any, name: str) -> Iterator[Action]:
    node = load_task(name).bound["1"]
    assert node.subtask.oracle is not None
    yield from node.subtask.oracle(UI(env.unwrapped.device, node.subtask.app), **node.parameters)


def wander(env: Any, task: str, *oracles: str) -> tuple[Snapshot, list[Action]]:
    """In an episode of one task do what others ask for."""
    env.reset(seed=0, options={"task": task})
    start, actions = snapshots.take(env.unwrapped), []
    for name in oracles:
        for action in oracle(env, name):
            actions.append(action)
            env.unwrapped.step(action)
    return start, actions


def prove(env: Any, finds: Sequence[Find]) -> None:
    """Each find is a solution of its task, and none of fewer of these actions."""
    for find in finds:
        env.unwrapped.reset(options={"snapshot": find.start})
        for n, action in enumerate(find.actions, 1):
            *_, info = env.unwrapped.step(action)
            assert info["is_success"] == (n == len(find.actions)), find.task.id
        assert info["instruction"] == find.task.instruction
        assert info["coverage_rate"] == 1.0 and not info["collateral"]


@pytest.mark.parametrize(
    "name",
    [
        "files/create-folder@1",
        "todo/add-task@2",
        "settings/accent@0",
        "sticky-notes/write@1",
        "calculator/compute@3",
        "mail/write-draft@1",
        "web/open-page@1",
    ],
)
def test_what_another_oracle_did_is_found_with_its_parameters(name: str, env: Any, hindsight: Hindsight) -> None:
    start, actions = wander(env, HOME, name)
    finds = hindsight.finds(start, actions)
    (found,) = [f for f in finds if f.task.id == name]
    assert found.task.nodes[0].parameters == load_task(name).nodes[0].parameters
    done, stays = actions[: found.end], (Wait(),) if found.task.graph.nodes[0].momentary else ()
    assert (found.begin, found.actions) == (0, (*done, *stays))
    prove(env, [f._replace(start=Snapshot.from_bytes(bytes(f.start))) for f in finds])


def test_what_was_done_one_after_the_other_is_told_apart(env: Any, hindsight: Hindsight) -> None:
    names = ("files/create-folder@1", "todo/add-task@2")
    start, actions = wander(env, HOME, *names)
    finds = hindsight.finds(start, [*actions, Done(), Wait()])
    first, second = [next(f for f in finds if f.task.id == name) for name in names]
    assert first.begin == 0 and first.end <= second.begin < second.end <= len(actions)
    prove(env, finds)
    assert hindsight.finds(start, []) == ()
    assert hindsight.finds(start, [Wait(), Wait()]) == ()


def test_whatever_a_random_wandering_did_is_proved(env: Any, hindsight: Hindsight) -> None:
    branches = AgentBranches(env, make_agent("random:elements"))
    start = branches.start("settings/accent@0")
    count = 0
    for played in branches.group(start, 8, seed=2, max_steps=25):
        finds = hindsight.finds(start.snapshot, [a for step in played.record.steps for a in step.decoded()])
        prove(env, finds)
        count += len(finds)
    assert count == 3


def test_what_cannot_be_is_said_and_what_does_not_fit_left_out(hindsight: Hindsight) -> None:
    with pytest.raises(CapabilityError, match="Hindsight"):
        Hindsight(FakeDevice(), ())
    composed, phone = list_tasks("suite:composed-2", device="sim")[:3], list_tasks("platform:android")[:3]
    assert Hindsight(hindsight._device, (*composed, *phone)).tasks == composed
