"""Contents that are made up: the same everywhere for a task, others for other tasks, and nothing that is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from omnigym.errors import TaskFileError
from omnigym.pictures import SCENES
from omnigym.tasks.setup import WriteFile
from omnigym.tasks.setup.write_file import file_of
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import suite_tasks
from omnigym.tasks.task import Task
from omnigym.tasks.worlds import World, blank, contents
from omnigym.tasks.worlds.blanks import has_blanks

LETTER = contents("Documents/plan.docx")


def made_up(task: Task) -> Iterator[tuple[str, str]]:
    """The blank contents of a task's files, and what its world makes of them."""
    for node in task.bound.values():
        steps = (*node.subtask.setup, *[s for n in node.subtask.needs for s in n.unless_provided])
        filled = (*node.setup, *[s for n in node.needs for s in n.unless_provided])
        for step, made in zip(steps, filled, strict=True):
            if isinstance(step, WriteFile) and isinstance(step.content, str) and has_blanks(step.content):
                assert isinstance(made, WriteFile)
                yield step.content, str(made.content)


def test_what_is_made_up_never_changes() -> None:
    made = World(7).fill({"text": f"{blank('topic', 'a')}: {blank('sentence', 'a')}", "number": 5})
    assert made == {
        "text": "Training with Judith Jansen: Income from courses rose to 466 euros.",
        "number": 5,
    }


@pytest.mark.parametrize("kind", ["letter", "lines", "mail", "pages", "person", "sentence", "slides", "table", "topic"])
def test_a_blank_is_the_same_wherever_it_stands_and_another_one_in_another_world(kind: str) -> None:
    one, other = blank(kind, "Documents/A.txt"), blank(kind, "Documents/B.txt")
    again = World(1).fill(f"{other} {one}")
    assert again == f"{World(1).fill(other)} {World(1).fill(one)}"
    assert len({World(seed).fill(text) for seed in range(8) for text in (one, other)}) > 8
    assert World(1).fill(blank(kind, "documents/a.TXT")) == World(1).fill(one)


@pytest.mark.parametrize(
    "ending", ["txt", "md", "docx", "pdf", "pptx", "csv", "xlsx", "wav", "png", "jpg", "bmp", "gif"]
)
def test_a_file_of_each_kind_can_be_made(ending: str) -> None:
    assert file_of(f"a.{ending}", World(3).fill(contents(f"a.{ending}")))


def test_what_looks_like_a_blank_and_is_none_stays() -> None:
    text = "⟦novel:a⟧ ⟦letter⟧ ⟦⟧ {letter:a}"
    assert World(1).fill(text) == text


def test_a_text_of_blanks_alone_is_refused() -> None:
    with pytest.raises(TaskFileError, match="at most 1,000 blanks"):
        World(1).fill(blank("letter", "a") * 2_000)


def test_nothing_says_what_the_task_asks_about() -> None:
    said = " ".join(World(2).fill(blank("letter", str(n))) for n in range(50)).casefold()
    assert "monday" in said
    free = World(2, ["Monday", "x"])
    assert "monday" not in " ".join(free.fill(blank("letter", str(n))) for n in range(50)).casefold()


@pytest.mark.parametrize("device", ["sim", "phone"])
def test_heldout_tasks_have_contents_that_no_training_task_has(device: str) -> None:
    """Pictures and films alone are of a few scenes, as those are that tasks name."""
    contents: dict[str, Counter[str]] = {"train": Counter(), "heldout": Counter()}
    for task in suite_tasks("one-node", device):
        made = [made for _, made in made_up(task)]
        contents[split_of(task)].update(m for m in made if not SCENES.keys() >= set(m.split(",")))
    train, heldout = contents["train"], contents["heldout"]
    assert len(heldout) > 20
    assert not train.keys() & heldout.keys()
    assert len(train) + len(heldout) == (train + heldout).total()


def test_two_nodes_that_work_on_one_file_find_it_alike() -> None:
    composed = [t for t in suite_tasks("composed-2", "sim") if len(t.nodes) > 3][:40]
    for task in composed:
        written: dict[str, set[object]] = {}
        for step in task.setup_steps:
            if isinstance(step, WriteFile):
                written.setdefault(step.path.casefold(), set()).add(step.content)
        assert all(len(found) == 1 for found in written.values()), task.id
