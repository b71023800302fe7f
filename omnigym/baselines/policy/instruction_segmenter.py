"""The orders of an instruction: a policy reads one after the other, each as if nothing else had been asked.

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
from omnigym.tasks.instructions import places_of_telling, write_instruction
from omnigym.tasks.task import Task
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_text import tokens

__all__ = ["as_read", "begin", "look", "orders_in", "orders_of"]


def orders_of(task: Task) -> dict[str, Range]:
    """The order of each node, which is known of a task whose instruction omnigym wrote; else `WHOLE`."""
    if len(task.nodes) == 1 or task.instruction != write_instruction(task.bound, task.dag):
        return dict.fromkeys(task.bound, WHOLE)
    begins = [first for first, _ in tokens(task.instruction)]
    places = places_of_telling(task.bound, task.dag)
    return {node: (bisect_left(begins, first), bisect_left(begins, end)) for node, (first, end) in places.items()}


def as_read(instruction: str, words: Vocabulary) -> tuple[torch.Tensor, torch.Tensor]:
    """The numbers of an instruction's words int64 (T,), and what its tokens look like float32 (T, MARKS)."""
    where = tokens(instruction)
    numbers = [words.number(instruction[i:j].lower()) for i, j in where]
    return torch.tensor(numbers), torch.from_numpy(form_of(instruction, where)[0]).float()


@torch.inference_mode()
def orders_in(policy: Chooser, instruction: str, words: Vocabulary) -> tuple[Range, ...]:
    """The orders of an instruction, as a policy reads it: at least one."""
    numbers, marks = as_read(instruction, words)
    if len(numbers) < 2:
        return (WHOLE,)
    begins = policy.cuts(numbers[None], marks[None])[0, 1:] > 0
    cuts = [0, *(1 + begins.nonzero()[:, 0]).tolist(), len(numbers)]
    return tuple(pairwise(cuts)) if len(cuts) > 2 else (WHOLE,)


def begin(policy: Chooser, codec: NodeActionCodec, words: Vocabulary) -> History:
    """The history of an episode that begins: the first order is at hand."""
    first, *later = orders_in(policy, codec.instruction, words)
    return History(order=first, later=tuple(later))


def look(policy: Chooser, codec: NodeActionCodec, history: History, words: Vocabulary) -> tuple[History, View]:
    """What is seen of a moment, and the history to go on with: that of the next order if this one is done."""
    view = view_of(codec, history, words)
    if history.later and history.steps and policy.are_done([view])[0]:
        history = history.next()
        view = view_of(codec, history, words)
    return history, view
