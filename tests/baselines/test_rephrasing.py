"""Instructions in other words, for a learner's examples: nothing of the task is lost."""

from __future__ import annotations

import random
import re
from collections import Counter

import numpy as np
import pytest

from omnigym.baselines.clone.augmentation import in_company, reworded
from omnigym.baselines.rephrasing import rephrase, said_otherwise
from omnigym.tasks import list_tasks
from omnigym.tasks.paraphrases import wordings_of
from omnigym.tasks.registry import all_subtasks

TEMPLATES = {s.id: s.instruction for s in all_subtasks()}
SEEDS = 6


def _told(subtask: str) -> list[str]:
    return [rephrase(TEMPLATES[subtask], random.Random(seed)) for seed in range(SEEDS)]


@pytest.fixture(scope="module")
def told() -> dict[str, list[str]]:
    return {subtask: _told(subtask) for subtask in TEMPLATES}


def test_every_parameter_is_there_as_often_as_before_and_no_slot_is_left(told: dict[str, list[str]]) -> None:
    for subtask, texts in told.items():
        names = Counter(re.findall(r"\{\w+\}", TEMPLATES[subtask]))
        for text in texts:
            assert Counter(re.findall(r"\{\w+\}", text)) == names, text
            assert not re.search(r"<\w>|\0|\s[,.;?!](?=\s|$)|  ", text), text
            assert text.rstrip("'\"")[-1] in ".?!}"


def test_a_subtask_is_told_in_many_ways_and_alike_with_the_same_seed(told: dict[str, list[str]]) -> None:
    different = [len({*texts, TEMPLATES[subtask]}) for subtask, texts in told.items() if " " in TEMPLATES[subtask]]
    assert sum(different) / len(different) > 0.8 * SEEDS
    assert all(told[subtask] == _told(subtask) for subtask in list(told)[:20])


def test_the_wordings_of_the_test_are_none_of_them(told: dict[str, list[str]]) -> None:
    plain = re.compile(r"[^\w{}]+")
    held_out = {subtask: {plain.sub(" ", w).lower() for w in wordings_of(subtask)} for subtask in told}
    same = [t for subtask, texts in told.items() for t in texts if plain.sub(" ", t).lower() in held_out[subtask]]
    # a short order has few ways to be said, so that now and then one is met by chance
    assert len(same) < 0.01 * SEEDS * len(told), same


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("Rename '{a}' to '{b}'.", r"{a}\W+should be called\W+{b}"),
        ("In Word, make all the text bold in {name} and save it.", r"^(?!.*Word)"),
        ("Copy the file {name} in {folder} to the clipboard.", r"^In (?:the folder )?\W?{folder}"),
        ("Delete '{title}' from To Do.", r'"{title}"'),
        ("Delete '{title}' from To Do.", r"\?$"),
        ("Delete '{title}' from To Do.", r"(?:should|must|has to|is to) be \w+"),
    ],
    ids=["as a whole", "without the app", "the place first", "quoted otherwise", "as a question", "in the passive"],
)
def test_an_order_is_put(template: str, said: str) -> None:
    texts = [rephrase(template, random.Random(seed)) for seed in range(200)]
    assert any(re.search(said, text) for text in texts), texts[:20]


def test_parameters_are_said_as_they_are() -> None:
    parameters = {"name": "the file {x} of Word.txt", "folder": "Delete"}
    for seed in range(40):
        text = said_otherwise("Delete the file '{name}' from {folder}.", parameters, random.Random(seed))
        assert "the file {x} of Word.txt" in text


def test_a_task_in_other_words_is_the_same_but_for_them() -> None:
    task = next(t for t in list_tasks("id:files/rename@*", device="sim"))
    other = reworded(task, 2)
    assert other.instruction != task.instruction
    assert (other.nodes, other.id) == (task.nodes, task.id)
    assert other == reworded(task, 2)
    chain = next(t for t in list_tasks("suite:composed-2 nodes:2", device="sim"))
    assert reworded(chain, 5) is chain


def test_a_task_in_company_has_the_things_of_another_one_besides_its_own() -> None:
    tasks = list_tasks("id:files/rename@*,files/delete@*", device="sim")
    task = tasks[0]
    other = in_company(task, tasks, np.random.default_rng(0))
    added = set(other.setup)
    assert any(added and added <= set(t.setup_steps) for t in tasks if t.subtasks != task.subtasks)
    assert set(task.setup_steps) & set(other.setup_steps)
    assert other.instruction == task.instruction
    alone = [t for t in tasks if t.subtasks == task.subtasks]
    assert in_company(task, alone, np.random.default_rng(0)) is task
