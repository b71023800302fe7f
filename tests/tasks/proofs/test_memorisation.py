"""What an oracle reads must not be the same for all parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from omnigym.actions import Action
from omnigym.devices.userdata import TakenData
from omnigym.evaluation.condition import Condition
from omnigym.tasks.proofs.memorisation import known_by_heart
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import WriteFile
from omnigym.tasks.subtask import UI, Need, Resource, Subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.worlds import blank
from tests.tasks.conftest import CommandDevice, define


class World(CommandDevice):
    """It can tell its files."""

    def user_data(self) -> TakenData:
        """All of them."""
        files = {p: c for p, c in self._state.files.items() if c is not None}
        return TakenData(digests=dict(files), contents=files, records={}, tables={}, clipboard=self.clipboard())


def copying(name: str, content: str) -> Subtask:
    """A file is copied, which has that content at the start."""
    place = "Documents/{name}"
    more: dict[str, Any] = {"needs": (Need(Resource("file", place), (WriteFile(place, content),), given=True),)}
    return define(
        f"heart-{name}",
        "Copy {name} in Documents to {copy}.",
        "cp|Documents/{name}|Documents/{copy}",
        [{"name": "a.txt", "copy": "a2.txt"}, {"name": "b.txt", "copy": "b2.txt"}],
        Condition("file_content_equals", {"path": "Documents/{copy}", "text": content}),
        **more,
    )


@pytest.mark.parametrize(
    ("name", "content", "known"),
    [
        ("same", "the very same lines", True),
        ("other", blank("letter", "{name}"), False),
        ("said", "{name} and {copy} in Documents", False),
    ],
)
def test_what_is_the_same_for_other_parameters_is_known_by_heart(name: str, content: str, known: bool) -> None:
    subtask = copying(name, content)
    task = Task(id="t", nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),), definitions=(subtask,))
    stage = Stage(task, World())
    assert stage.play(stage.oracle()).coverage == 1.0
    why = known_by_heart(stage, stage.user_data())
    assert ("the very same lines" in why) == known == bool(why)


def test_a_subtask_with_one_parameter_set_has_nothing_to_compare_with() -> None:
    def run(ui: UI, **_: str) -> Iterator[Action]:
        yield ui.type("write|Documents/x.txt|the very same lines")

    subtask = copying("one", "the very same lines")
    values = {n: getattr(subtask, n) for n in Subtask.__dataclass_fields__}
    alone = Subtask(**{**values, "parameters": subtask.parameters[:1], "oracle": run})
    task = Task(id="t", nodes=(TaskNode("1", alone.id, alone.parameters[0]),), definitions=(alone,))
    stage = Stage(task, World())
    stage.play(stage.oracle())
    assert known_by_heart(stage, stage.user_data()) == ""
