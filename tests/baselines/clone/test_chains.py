"""Chains that a learner learns from: of training parameters alone."""

from __future__ import annotations

from omnigym.baselines.clone.chains import chains_of_two
from omnigym.tasks import list_tasks
from omnigym.tasks.split import split_of_node


def test_they_are_different_tasks_of_two_with_training_parameters_and_the_same_with_the_same_seed() -> None:
    kinds = dict.fromkeys(s for t in list_tasks("nodes:1 app:file_manager,notepad", device="sim") for s in t.subtasks)
    chains = chains_of_two(tuple(kinds), 30, seed=3)
    assert len(chains) == 30
    assert {len(c.nodes) for c in chains} == {2}
    assert {len(c.edges) for c in chains} == {0, 1}
    assert len({c.instruction for c in chains}) == 30
    for chain in chains:
        for subtask, node in zip(chain.subtasks, chain.nodes, strict=True):
            assert subtask in kinds
            assert split_of_node(subtask, node.parameters) == "train"
    assert chains == chains_of_two(tuple(reversed(kinds)), 30, seed=3)
    assert chains != chains_of_two(tuple(kinds), 30, seed=4)


def test_of_subtasks_that_cannot_be_joined_there_are_none() -> None:
    kinds = dict.fromkeys(s for t in list_tasks("id:settings/volume@*", device="sim") for s in t.subtasks)
    assert chains_of_two(tuple(kinds), 5, seed=0) == []
