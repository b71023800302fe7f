"""The subtasks of the phone that need ears: their proofs, and that a recogniser hears what is said in them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.perception.listening import SpeechListener, words_of
from omnigym.sounds import about, join_sounds, names
from omnigym.tasks import apps
from omnigym.tasks.proofs.verify import verify
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.setup import AddRow
from omnigym.tasks.task import Task, TaskNode

_FILES = sorted(Path(next(iter(apps.__path__))).glob("phone_ears_*.toml"))
_KNOWN = frozenset(names())


@cache
def _tasks() -> dict[str, tuple[Task, ...]]:
    """The tasks of one node of each subtask, judged at the end."""
    found = {}
    wanted = {name for file in _FILES for name in tomllib.loads(file.read_text("utf-8"))}
    for own in all_subtasks("omnigui"):
        if own.id in wanted:
            nodes = [TaskNode("1", own.id, values) for values in own.parameters]
            found[own.id] = tuple(
                [Task(id=f"{own.id}@{n}", nodes=(node,), evaluate="at_end") for n, node in enumerate(nodes)]
            )
    return found


def _said(task: Task) -> Iterator[tuple[str, ...]]:
    """What is said in the rows of a task's setup."""
    for step in task.setup_steps:
        for value in step.values if isinstance(step, AddRow) else ():
            for text in value if isinstance(value, list | tuple) else (value,):
                pieces = [word for word in text.split() if word in _KNOWN] if isinstance(text, str) else []
                if pieces and all(about(piece).text for piece in pieces):
                    yield tuple(pieces)


def test_levels_and_dimensions_are_many() -> None:
    tags = [{tag for tag in task[0].subtasks[0].tags if ":" in tag} for task in _tasks().values()]
    assert len(tags) == 32 and all(len(found) == 2 for found in tags)
    count = {name: sum(f"level:{name}" in t for t in tags) for name in ("critical", "supportive", "present")}
    assert count == {"critical": 18, "supportive": 8, "present": 6}
    assert {tag for found in tags for tag in found if tag.startswith("dimension:")} == {
        f"dimension:{name}" for name in ("localization", "semantic", "crossmodal", "temporal", "instant")
    }
    assert all(8 <= len(tasks) <= 16 for tasks in _tasks().values())


@pytest.mark.proof
def test_the_first_of_each_is_proved() -> None:
    first = [tasks[0] for tasks in _tasks().values()]
    found = verify(first, lambda: SimDevice((540, 1200), platform="android", scale=1.5))
    # What an instruction tells of twins is proved with all of the suite.
    failed = [(proof.task_id, [f for f in proof.failures if f.name != "told"]) for proof in found]
    assert [(name, faults) for name, faults in failed if faults] == []


@pytest.mark.proof
def test_what_is_said_is_recognised() -> None:
    pytest.importorskip("pocketsphinx")
    listener, wrong, heard = SpeechListener(), list[tuple[str, str]](), 0
    for subtask, tasks in _tasks().items():
        every = sorted({pieces for task in tasks for pieces in _said(task)})
        words = {pieces: words_of(" ".join(about(piece).text for piece in pieces)) for pieces in every}
        heard += len(words)
        wrong += [(subtask, w) for p, w in words.items() if listener.words(join_sounds(*p), words.values()) != w]
    assert heard >= 140 and wrong == []
