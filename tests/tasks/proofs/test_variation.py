"""The proof "varied": oracles that know one start by heart are caught by the variation that changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from omnigym.actions import Action, Click
from omnigym.devices.protocol import Variation
from omnigym.devices.sim.device import SimDevice
from omnigym.tasks.proofs.variation import Starts, unsolved_start
from omnigym.tasks.proofs.verify import PROOFS, VARIED, verify_task
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.subtask import UI
from omnigym.tasks.task import Task, TaskNode

Oracle = Callable[..., Iterator[Action]]
_SUBTASK = get_subtask("files/create-folder")
_FILE_EXPLORER = (224 / 1024, 744 / 768)  # in the usual taskbar


def _new_folder(ui: UI, folder: str, name: str) -> Iterator[Action]:
    yield ui.press("l", "ctrl")
    yield ui.type(ui.native_path(folder) + "\n")
    yield ui.press("n", "ctrl", "shift")
    yield ui.type(name + "\n")


def _sound(ui: UI, folder: str, name: str) -> Iterator[Action]:
    yield ui.press("e", "meta")
    yield from _new_folder(ui, folder, name)


def _by_place(ui: UI, folder: str, name: str) -> Iterator[Action]:
    yield Click(_FILE_EXPLORER)
    yield from _new_folder(ui, folder, name)


def _by_name(ui: UI, folder: str, name: str) -> Iterator[Action]:
    written = _SUBTASK.parameters[0]
    yield from _sound(ui, str(written["folder"]), str(written["name"]))


def _task(oracle: Oracle) -> Task:
    subtask = replace(_SUBTASK, id=f"test/varied{oracle.__name__}", oracle=oracle)
    return Task(id=subtask.id, nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),), definitions=(subtask,))


@pytest.mark.parametrize(
    ("oracle", "variation", "solved"),
    [
        (_sound, "layout", True),
        (_sound, "all", True),
        (_by_place, "layout", False),
        (_by_name, "layout", True),
        (_by_name, "all", False),
    ],
)
def test_what_the_seed_changes_finds_what_an_oracle_knows_by_heart(
    oracle: Oracle, variation: Variation, solved: bool
) -> None:
    task, starts = _task(oracle), Starts(variation, 3)
    proof = verify_task(task, SimDevice(), starts=starts)
    assert [p.name for p in proof.proofs] == [*PROOFS, VARIED]
    assert [p.name for p in proof.failures] == ([] if solved else [VARIED])
    if not solved:
        said = proof.failures[0].message
        assert f"and variation '{variation}': The oracle scores 0.000." in said
        assert said == unsolved_start(task, SimDevice(), starts), "the same seeds in every process"
