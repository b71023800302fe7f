"""The level L3, the adaptive agent (OS-MAP 3.1): a start that misleads, and things that happen meanwhile.

Both are data of the task: setup steps that are done last, and `Task.disturbances`, drawn from the episode's seed. An
adversity is worth its name where a run that does not look fails: the actions of the L2 task's oracle, played as they
were recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from omnigym.actions import MODIFIERS, Action, Press, to_json
from omnigym.devices.protocol import Device
from omnigym.foreign import parse_toml
from omnigym.tasks.rollout import Outcome, Stage
from omnigym.tasks.setup import Act, Launch, SetupStep, WriteFile
from omnigym.tasks.task import Task
from omnigym.tasks.templates import fill

__all__ = ["Adversity", "adversities", "adversity_of", "blind_run", "play_oracle", "record_oracle", "with_adversity"]

#: What the tag of a task with an adversity begins with.
_TAG = "adversity:"


class Adversity(NamedTuple):
    """What is in the way of a goal.

    Attributes:
        name: As ``adversities.toml`` calls it.
        about: What it is, in a sentence.
        start: What is done before the episode, in the file's words.
        disturbances: What happens meanwhile.
        says: What stands behind the instruction, since an agent could not know whether it may; "" for nothing.
    """

    name: str
    about: str
    start: tuple[Mapping[str, str], ...]
    disturbances: tuple[str, ...]
    says: str = ""

    def steps(self, task: Task) -> tuple[SetupStep, ...]:
        """The setup steps that bring about the start, for a task of one goal."""
        (node,) = task.bound.values()
        names = {"app": node.subtask.app, "result": next((r.value for r in node.produces), "")}
        return tuple([_step(verb, fill(said, names)) for step in self.start for verb, said in step.items()])


#: The text of an old file, by its ending; a picture, a film and a table are written as `WriteFile` reads them.
_OLD: Mapping[str, str] = {"avi": "tulips", "png": "harbour", "xlsx": "Old,1"}


def _step(verb: str, said: str) -> SetupStep:
    if verb == "launch":
        return Launch(said)
    if verb == "write":
        return WriteFile(said, _OLD.get(said.rpartition(".")[2], "Old"))
    *held, key = said.split("+")
    return Act((json.dumps(to_json(Press(key, tuple([m for m in MODIFIERS if m in held])))),))


@cache
def adversities() -> Mapping[str, Adversity]:
    """Every adversity, by its name, in the file's order."""
    said = parse_toml(Path(__file__).with_name("adversities.toml").read_text("utf-8"))
    return {
        name: Adversity(name, own["about"], tuple(own["start"]), tuple(own["disturbances"]), own.get("says", ""))
        for name, own in said.items()
    }


def with_adversity(task: Task, adversity: Adversity) -> Task:
    """A task of one goal with what is in its way."""
    return replace(
        task,
        instruction=f"{task.instruction} {adversity.says}".strip(),
        setup=(*task.setup, *adversity.steps(task)),
        disturbances=adversity.disturbances,
        tags=(*task.tags, f"{_TAG}{adversity.name}"),
    )


def adversity_of(task: Task) -> str:
    """The name of what is in a task's way; "" for nothing."""
    return next((tag.removeprefix(_TAG) for tag in task.tags if tag.startswith(_TAG)), "")


def record_oracle(task: Task, device: Device) -> tuple[Action, ...]:
    """The actions of a task's oracle on a device, which is reset."""
    actions = list[Action]()

    def listened(stage: Stage) -> Iterator[Action]:
        for action in stage.oracle():
            actions.append(action)
            yield action

    with closing(_Playing(task, device)) as playing:
        playing.stage.play(listened(playing.stage))
    return tuple(actions)


def play_oracle(task: Task, device: Device, seed: int = 0) -> Outcome:
    """The outcome of a task's own oracle, which looks and adapts."""
    with closing(_Playing(task, device, seed)) as playing:
        return playing.stage.play(playing.stage.oracle())


def blind_run(task: Task, actions: Sequence[Action], device: Device, seed: int = 0) -> Outcome:
    """The outcome of actions that are done as they were recorded elsewhere, whatever the screen shows."""
    with closing(_Playing(task, device, seed)) as playing:
        return playing.stage.play(iter(actions))


class _Playing:
    """A stage that is ended with `contextlib.closing`."""

    def __init__(self, task: Task, device: Device, seed: int = 0) -> None:
        self.stage = Stage(task, device, seed)

    def close(self) -> None:
        self.stage.end()
