"""Every subtask of the simulated desktop and phone can be asked for in two other wordings, which say the same."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from itertools import combinations

import pytest
from rapidfuzz.fuzz import ratio

from omnigym.errors import UnknownNameError
from omnigym.tasks import paraphrases
from omnigym.tasks.paraphrases import wordings_of
from omnigym.tasks.proofs.instruction_check import faults_of_telling
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import list_tasks, load_task, suite_tasks
from omnigym.wrappers.node_text import tokens

#: How alike, in percent of letters, two wordings may be without what their parameters are called.
_MOST_ALIKE = 75
#: A parameter, with its quotation marks where it has them.
_PARAMETER = re.compile(r"'?\{\w+\}'?")
_WRITTEN = [s for s in all_subtasks() if {"windows", "android"} & set(s.platforms)]


def _parameters(template: str) -> list[str]:
    return sorted(_PARAMETER.findall(template))


@pytest.mark.parametrize("platform", ["windows", "android"])
def test_every_subtask_has_two_other_wordings(platform: str) -> None:
    written = {s.id: len(wordings_of(s.id)) for s in all_subtasks() if platform in s.platforms}
    assert len(written) > 100
    assert set(written.values()) == {2}, {name: count for name, count in written.items() if count != 2}


def test_wordings_have_the_parameters_of_the_original_quoted_alike() -> None:
    wanted = {(s.id, text): _parameters(s.instruction) for s in _WRITTEN for text in wordings_of(s.id)}
    assert {key: _parameters(key[1]) for key in wanted} == wanted


def test_wordings_differ_by_more_than_a_few_words() -> None:
    for subtask in _WRITTEN:
        texts = [_PARAMETER.sub("_", text).casefold() for text in (subtask.instruction, *wordings_of(subtask.id))]
        for a, b in combinations(texts, 2):
            assert ratio(a, b) < _MOST_ALIKE, (subtask.id, a, b)


def test_wordings_stand_in_the_file_of_their_family_and_are_of_subtasks() -> None:
    known = {s.id for s in all_subtasks()}
    for file in files(paraphrases).iterdir():
        if file.name.endswith(".toml"):
            named = set(tomllib.loads(file.read_text(encoding="utf-8")))
            assert named <= known
            assert {name.partition("/")[0] for name in named} == {file.name.removesuffix(".toml")}


def test_what_the_conditions_ask_for_is_read_back_from_every_wording() -> None:
    tasks = suite_tasks("reworded")
    assert len(tasks) > 3000
    assert [f"{t.id}: {fault}" for t in tasks for fault in faults_of_telling(t, None)] == []


def test_a_policy_that_learned_the_originals_has_room_for_every_wording() -> None:
    """`NodeActions` has a field for at least 64 tokens of the instruction, whatever tasks it was made with."""
    assert [t.id for t in suite_tasks("reworded") if len(tokens(t.instruction)) > 64] == []


def test_a_reworded_task_is_the_same_task_in_other_words() -> None:
    ours, theirs = load_task("reworded/2/files/rename@1"), load_task("files/rename@1")
    assert ours.instruction not in {t.instruction for t in suite_tasks("one-node")}
    assert (ours.nodes, ours.intent, split_of(ours)) == (theirs.nodes, theirs.intent, split_of(theirs))
    assert all(str(value) in ours.instruction for value in ours.nodes[0].parameters.values())
    with pytest.raises(UnknownNameError, match="reworded/2/files/rename@1"):
        load_task("reworded/3/files/rename@1")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", False),
        ("nodes:1 app:word", False),
        ("files/rename@1", False),
        ("suite:reworded app:word", True),
        ("reworded/1/files/* split:heldout", True),
    ],
)
def test_other_wordings_have_to_be_asked_for(query: str, found: bool) -> None:
    assert ("reworded" in {t.suite for t in list_tasks(query, device="sim")}) == found
