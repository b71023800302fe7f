"""Tasks that bring their own instruction, reward and end, in the environment, on the fake device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from omnigym.actions import Action, Done, Submit, Type, Wait
from omnigym.devices.fake import Fault
from omnigym.devices.protocol import Device
from omnigym.envs.env import OmniEnv
from omnigym.errors import DeviceLostError, TaskFileError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.judgement import Judgement
from omnigym.spaces import decode_text
from omnigym.tasks.external_tasks import OWN_JUDGEMENT
from omnigym.tasks.oracle import UI
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import dumps_task

MakeEnv = Callable[..., OmniEnv]


class Run:
    """Says one judgement after the other."""

    def __init__(self, instruction: str, script: tuple[Judgement, ...]) -> None:
        self.instruction = instruction
        self.script = list(script)
        self.answers: list[str | None] = []
        self.ended = 0

    def judge(self, answer: str | None) -> Judgement:
        self.answers.append(answer)
        said = self.script.pop(0)
        if said.message == "broken":
            raise DeviceLostError("fake", "evaluate", "it died.")
        return said

    def end(self) -> None:
        self.ended += 1


@dataclass(frozen=True)
class Scripted:
    script: tuple[Judgement, ...]
    runs: list[Run] = field(default_factory=list, hash=False, compare=False)

    def begin(self, device: Device, seed: int) -> Run:
        device.reset(seed)
        self.runs.append(Run(f"Do number {len(self.runs)}.", self.script))
        return self.runs[-1]


def hosted(*script: Judgement, oracle: Callable[[UI], Iterator[Action]] | None = None) -> tuple[Task, list[Run]]:
    subtask = Subtask(
        id="fake/hosted",
        app="text_editor",
        category="Office",
        instruction="Do what is asked.",
        parameters=({},),
        conditions=OWN_JUDGEMENT,
        oracle=oracle,
        capabilities=("apps",),
        platforms=("linux",),
    )
    host = Scripted(script)
    return Task(id="fake/hosted", nodes=(TaskNode("1", subtask.id),), definitions=(subtask,), host=host), host.runs


OPEN = Judgement()


def test_its_own_reward_is_paid_as_it_rises(make_env: MakeEnv) -> None:
    task, _ = hosted(OPEN, Judgement(0.25), Judgement(0.25), Judgement(0.75, done=True, success=True, message="good"))
    env = make_env(tasks=task)
    env.reset(seed=0)
    steps = [env.step(Wait()) for _ in range(4)]
    assert [s[1] for s in steps] == [0.0, 0.25, 0.0, 0.5]
    assert [s[2] for s in steps] == [False, False, False, True]
    info = steps[-1][4]
    assert info["end_reason"] == "success" and info["is_success"] and info["coverage_rate"] == 1.0
    assert env.evaluator.verdicts["1"].message == "good"


def test_it_may_end_the_episode_without_success(make_env: MakeEnv) -> None:
    task, _ = hosted(OPEN, Judgement(-1.0, done=True))
    env = make_env(tasks=task)
    env.reset(seed=0)
    env.step(Wait())
    _, reward, terminated, truncated, info = env.step(Wait())
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["end_reason"] == "task_over" and not info["is_success"] and info["coverage_rate"] == 0.0


def test_a_sparse_reward_is_still_the_nodes(make_env: MakeEnv) -> None:
    task, _ = hosted(Judgement(0.5), Judgement(0.6, done=True, success=True))
    env = make_env(tasks=task, reward="sparse")
    env.reset(seed=0)
    assert [env.step(Wait())[1] for _ in range(2)] == [0.0, 1.0]


def test_the_instruction_is_the_episodes_own(make_env: MakeEnv) -> None:
    task, _ = hosted(OPEN)
    env = make_env(tasks=task)
    for n in range(2):
        obs, info = env.reset(seed=0)
        assert info["instruction"] == f"Do number {n}."
        assert decode_text(obs["instruction"]) == f"Do number {n}."


def test_a_run_is_ended_before_the_next_and_at_the_end(make_env: MakeEnv) -> None:
    task, runs = hosted(OPEN)
    env = make_env(tasks=task)
    env.reset(seed=0)
    assert [r.ended for r in runs] == [0]
    env.reset()
    assert [r.ended for r in runs] == [1, 0]
    env.close()
    env.close()
    assert [r.ended for r in runs] == [1, 1]


def test_an_answer_reaches_it(make_env: MakeEnv) -> None:
    task, runs = hosted(OPEN, OPEN, OPEN)
    env = make_env(tasks=task)
    env.reset(seed=0)
    env.step(Wait())
    env.step(Submit("forty-two"))
    assert runs[0].answers == [None, "forty-two"]


def test_done_said_too_early_is_a_false_completion(make_env: MakeEnv) -> None:
    task, _ = hosted(OPEN, OPEN)
    env = make_env(tasks=task)
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(Done())
    assert terminated and reward == 0.0 and info["end_reason"] == "false_completion"


def test_a_judge_that_cannot_be_asked_leaves_the_episode_unscored(make_env: MakeEnv) -> None:
    task, _ = hosted(Judgement(message="broken"), Judgement(message="broken"))
    env = make_env(tasks=task)
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(Done())
    assert terminated and reward == 0.0 and info["unscored"]


def test_a_device_that_broke_is_not_cleaned_up_twice(make_env: MakeEnv) -> None:
    task, runs = hosted(OPEN, OPEN)
    env = make_env(Fault("act", 1, "DeviceLostError"), tasks=task)
    env.reset(seed=0)
    info = env.step(Type("x"))[4]
    assert info["end_reason"] == "device_error"
    env.reset()
    assert [r.ended for r in runs] == [1, 0]


def test_a_stage_stops_where_the_task_ends_the_episode() -> None:
    from omnigym.devices.fake import FakeDevice

    def oracle(ui: UI) -> Iterator[Action]:
        while True:
            yield Wait()

    task, runs = hosted(OPEN, Judgement(-1.0, done=True), OPEN, oracle=oracle)
    stage = Stage(task, FakeDevice())
    outcome = stage.play(stage.oracle())
    assert (outcome.steps, outcome.coverage) == (2, 0.0)
    stage.end()
    assert [r.ended for r in runs] == [1]


@pytest.mark.faults
def test_a_task_without_a_host_has_no_judge() -> None:
    from omnigym.devices.fake import FakeDevice

    task, _ = hosted()
    plain = Task(id="plain", nodes=task.nodes, definitions=task.definitions)
    evaluator = GraphEvaluator(plain.graph, FakeDevice())
    evaluator.step()
    (verdict,) = evaluator.verdicts.values()
    assert verdict.status == "cannot_tell" and "a judge of its own" in verdict.message
    assert plain.subtasks[0].conditions == (Condition("own_judgement"),)


def test_no_file_can_hold_it() -> None:
    task, _ = hosted()
    with pytest.raises(TaskFileError, match="Name it by its id"):
        dumps_task(task)
