"""Tasks of two nodes on the fake device, with oracles that solve them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from omnigym.actions import Action
from omnigym.devices.fake import Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs import OmniEnv
from omnigym.tasks.setup import Launch
from omnigym.tasks.subtask import UI, Condition, Subtask
from omnigym.tasks.task import Task, TaskNode


def save_oracle(ui: UI) -> Iterator[Action]:
    yield ui.click("text_editor.document")
    yield ui.type("hello")
    yield ui.press("s", "ctrl")


def copy_oracle(ui: UI) -> Iterator[Action]:
    yield ui.click("text_editor.document")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


def subtask(name: str, check: str, oracle: Callable[..., Iterator[Action]] | None, **args: str) -> Subtask:
    return Subtask(
        id=f"fake/{name}",
        app="text_editor",
        category="Office",
        instruction=f"Do {name}.",
        parameters=({},),
        conditions=(Condition(check, args),),
        capabilities=("files", "clipboard", "apps", "a11y"),
        setup=(Launch("text_editor"),),
        platforms=("linux",),
        oracle=oracle,
        effects=None,  # so that it is complete at once; of states that must stay there are tests of the evaluator
    )


SAVE = subtask("save", "file_exists", save_oracle, path="Documents/untitled.txt")
COPY = subtask("copy", "clipboard_contains_text", copy_oracle, text="hello")


@pytest.fixture
def save_without_oracle() -> Subtask:
    return dataclasses.replace(SAVE, oracle=None)


@pytest.fixture
def make_task() -> Callable[..., Task]:
    def make(task_id: str = "save-copy", save: Subtask = SAVE, copy: Subtask = COPY, max_steps: int = 20) -> Task:
        nodes = (TaskNode("save", save.id), TaskNode("copy", copy.id))
        return Task(id=task_id, nodes=nodes, edges=(("save", "copy"),), max_steps=max_steps, definitions=(save, copy))

    return make


@pytest.fixture
def make_env(make_task: Callable[..., Task]) -> Iterator[Callable[..., OmniEnv]]:
    """Makes environments on a fake device; positional arguments are its faults."""
    made: list[OmniEnv] = []

    def make(*faults: Fault, tasks: Any = None, **kwargs: Any) -> OmniEnv:
        env = OmniEnv(FakeConfig(faults=faults), **({"tasks": tasks or make_task(), "observation": "a11y"} | kwargs))
        made.append(env)
        return env

    yield make
    for env in made:
        env.close()
