"""The orders of an instruction: a policy reads them in sequence, each as if it were the whole instruction.

An instruction that asks for several things is cut where a new one begins (`_cuts`). The policy is then told of the
first order alone, and of the next one once it finds that done (`Chooser.are_done`), with nothing in mind of what it did
before. So a policy that can do two things can do one after the other, whatever they are, which one that reads a long
instruction at once does not learn from the few of them that there are.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

import torch

from omnigym.baselines.policy.autoregressive_policy import Chooser
from omnigym.baselines.policy.instruction_features import WHOLE, History, Range, View, form_of
from omnigym.baselines.policy.view import view_of
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.tasks.instruction_styles.manner import orders_of_telling
from omnigym.tasks.instructions import places_of_telling, write_instruction
from omnigym.tasks.task import Task
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_text import tokens

__all__ = ["as_read", "begin", "look", "orders_in", "orders_of"]


def orders_of(task: Task) -> dict[str, Range]:
    """Return the order of each node, which is known if omnigym wrote the task's instruction; else `WHOLE`."""
    told = _telling(task) if len(task.nodes) > 1 else None
    if told is None:
        return dict.fromkeys(task.bound, WHOLE)
    begins = [first for first, _ in tokens(task.instruction)]
    places = places_of_telling(task.bound, task.dag, told)
    return {node: (bisect_left(begins, first), bisect_left(begins, end)) for node, (first, end) in places.items()}


def _telling(task: Task) -> tuple[int, ...] | None:
    """The order in which a task's instruction tells its steps, () for the default one; None of another text."""
    if task.instruction == write_instruction(task.bound, task.dag):
        return ()
    others = orders_of_telling(task.bound, task.dag)[1:]
    return next((o for o in others if task.instruction == write_instruction(task.bound, task.dag, o)), None)


def as_read(instruction: str, words: Vocabulary) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the numbers of an instruction's words int64 (T,), and the features of its tokens float32 (T, MARKS)."""
    where = tokens(instruction)
    numbers = [words.number(instruction[i:j].lower()) for i, j in where]
    return torch.tensor(numbers), torch.from_numpy(form_of(instruction, where)[0]).float()


@torch.inference_mode()
def orders_in(policy: Chooser, instruction: str, words: Vocabulary) -> tuple[Range, ...]:
    """Return the orders of an instruction in the form that a policy reads; at least one."""
    numbers, marks = as_read(instruction, words)
    if len(numbers) < 2:
        return (WHOLE,)
    begins = policy.cuts(numbers[None], marks[None])[0, 1:] > 0
    cuts = [0, *(1 + begins.nonzero()[:, 0]).tolist(), len(numbers)]
    return tuple(pairwise(cuts)) if len(cuts) > 2 else (WHOLE,)


def begin(policy: Chooser, codec: NodeActionCodec, words: Vocabulary) -> History:
    """Return the history at the start of an episode, with the first order as the current one."""
    first, *later = orders_in(policy, codec.instruction, words)
    return History(order=first, later=tuple(later))


def look(policy: Chooser, codec: NodeActionCodec, history: History, words: Vocabulary) -> tuple[History, View]:
    """Return the view of a moment, and the history to continue with, that of the next order if this one is done."""
    view = view_of(codec, history, words)
    if history.later and history.steps and policy.are_done([view])[0]:
        history = history.next()
        view = view_of(codec, history, words)
    return history, view
