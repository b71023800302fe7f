"""The subtasks of the phone's Assistant, Translator and Lessons: proved, and what is said in them can be heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from omnigym.actions import Click, OpenApp, Type
from omnigym.devices.config import build_device
from omnigym.perception.listening import SpeechListener, words_of
from omnigym.sim.audio import FULL, Part, mixed
from omnigym.sim.kinds.speaking import ended, in_turn, words
from omnigym.tasks.proofs.verify import verify
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import AddRow
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

SUBTASKS = [s for s in all_subtasks("omnigui") if s.app in ("assistant", "translator", "lessons")]
STARTS = {
    "a lesson half done": (OpenApp("lessons"), Click((0.4, 0.25)), Click((0.5, 0.4))),
    "an answer is waited for": (OpenApp("assistant"), Click((0.5, 0.91)), Type("Set a timer\nhello")),
    "a text half typed": (OpenApp("translator"), Click((0.5, 0.23)), Type("junk")),
}
#: The moment at which somebody begins to speak.
BEGIN = 1_000


def task(subtask: Subtask, values: Mapping[str, object]) -> Task:
    return Task(id=subtask.id, nodes=(TaskNode("1", subtask.id, values),), definitions=(subtask,))


def tag(subtask: Subtask, kind: str) -> str:
    return next(t.partition(":")[2] for t in subtask.tags if t.startswith(f"{kind}:"))


def groups(subtask: Subtask) -> Iterator[list[Mapping[str, Any]]]:
    """The parameter sets that differ in what is heard, and in what follows from that, alone."""
    fixed = [name for name in subtask.parameters[0] if name not in (*subtask.heard, *subtask.implied)]
    found: dict[tuple[object, ...], list[Mapping[str, Any]]] = {}
    for values in subtask.parameters:
        found.setdefault(tuple([values[name] for name in fixed]), []).append(values)
    yield from found.values()


def said(subtask: Subtask, values: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of all sounds that the setup puts there, in their order."""
    steps = [step for step in task(subtask, values).setup_steps if isinstance(step, AddRow)]
    rows = [dict(zip(step.columns, step.values, strict=True)) for step in steps]
    return tuple([str(name) for row in rows for name in (*row.get("says", ()), *row.get("reads", ()))])


def test_there_are_enough_in_each_level_and_dimension() -> None:
    assert len(SUBTASKS) >= 22
    levels = Counter(tag(s, "level") for s in SUBTASKS)
    assert levels["critical"] >= 11 and levels["supportive"] >= 7 and levels["present"] >= 3
    assert len(Counter(tag(s, "dimension") for s in SUBTASKS)) == 5
    for subtask in SUBTASKS:
        assert 8 <= len(subtask.parameters) <= 16, subtask.id
        assert bool(subtask.heard) == (tag(subtask, "level") != "present"), subtask.id
        assert not subtask.heard or all(len(twins) >= 2 for twins in groups(subtask)), subtask.id


@pytest.mark.proof
def test_the_oracles_work_from_the_middle_of_something_else() -> None:
    device, undone = build_device("phone"), []
    for subtask in SUBTASKS:
        stage = Stage(task(subtask, subtask.parameters[0]), device)
        for name, start in STARTS.items():
            stage.begin()
            for action in start:
                stage.do(action)
            assert not stage.evaluator.done, (subtask.id, name)
            for action in stage.oracle():
                stage.do(action)
            undone += [] if stage.evaluator.done else [(subtask.id, name, stage.evaluator.verdicts["1"].message)]
    device.close()
    assert undone == []


@pytest.mark.proof
def test_they_are_proved() -> None:
    """All that `verify` asks but "told", which knows of what is heard in the suite alone."""
    tasks = [task(s, s.parameters[-1]) for s in SUBTASKS]
    proofs = verify(tasks, lambda: build_device("phone"))
    assert [(p.task_id, f) for p in proofs for f in p.failures if f.name != "told"] == []


@pytest.mark.proof
def test_what_is_said_is_heard_among_what_its_twins_say() -> None:
    """The listener has the phrases of a task's twins for a grammar."""
    pytest.importorskip("pocketsphinx")
    listener, missed = SpeechListener(), []
    for subtask in SUBTASKS:
        if tag(subtask, "level") != "critical":
            continue
        twins = list(groups(subtask))[-1]
        phrases = sorted({words_of(words(said(subtask, values))) for values in twins} - {""})
        for values in twins:
            names = said(subtask, values)
            if not any(name.count("/") == 2 for name in names):
                continue  # a bell has no words
            parts = [Part(s, FULL, BEGIN, BEGIN + ended(names) + 1) for s in in_turn(names, BEGIN)]
            heard = listener.words(mixed(parts, BEGIN, BEGIN + ended(names)), phrases)
            if heard != words_of(words(names)):
                missed.append((subtask.id, names, heard))
    assert missed == []
