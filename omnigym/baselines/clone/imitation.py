"""Fitting a policy of node actions to solutions from any source, such as a search.

The clone of the oracles (`omnigym.baselines.clone`) knows a task's parameters, and so which words are its own. Here
nobody is asked: those count as such that the instruction quotes, and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import torch
from numpy.typing import NDArray

from omnigym.baselines.clone.demonstration_dataset import Example
from omnigym.baselines.clone.epochs import chunks, hidden_in, in_view, learn_from
from omnigym.baselines.policy.autoregressive_policy import Chooser
from omnigym.baselines.policy.instruction_features import View
from omnigym.baselines.policy.instruction_segmenter import begin, look
from omnigym.baselines.policy.node_view import NodeView
from omnigym.baselines.policy.view import view_of
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.baselines.search.guides import Vector
from omnigym.wrappers import NodeActions
from omnigym.wrappers.node_text import tokens

__all__ = ["examples_of", "fit", "seen_words"]

#: The share of examples whose own words are hidden; that of other words, each; the discount of the value.
_HIDDEN, _MISSED, _GAMMA = 0.8, 0.08, 0.95
_DIGIT, _QUOTED = 0, 3  # columns of a view's marks
_WARM_UP = 50  # gradient steps in which the learning rate rises


def examples_of(
    env: NodeActions, task: str, seed: int, actions: Sequence[Vector], policy: Chooser, words: Vocabulary
) -> list[Example]:
    """Return the steps of a solution up to the last node that it completes, with the view of each.

    Args:
        env: The environment in which the actions were found.
        task: The task's id.
        seed: Of the reset.
        actions: They.
        policy: Says which order of the instruction is at hand.
        words: The words that are known.

    Returns:
        Those whose nodes are in the view.
    """
    env.reset(seed=seed, options={"task": task})
    history, found, last = begin(policy, env.codec, words), list[Example](), 0
    end: list[Example] = []
    for action in actions:
        choice = env.layout.choice(action)
        history, view = look(policy, env.codec, history, words)
        found.append(Example(view, choice, _own(view), left=0))
        history.add(env.codec, choice, words)
        *_, info = env.step(np.array(action))
        last = len(found) if info["newly_completed"] else last
        if info["is_success"]:
            seen = view_of(env.codec, history, words)
            end = [Example(seen, {}, _own(seen), left=0)]
    for n, example in enumerate(found[:last]):
        example.left = last - n
    return in_view([found[:last], end])


def seen_words(env: NodeActions, task: str, seed: int, actions: Sequence[Vector]) -> set[str]:
    """Return the words of the instruction and of the screens on the way, and whole names after a "="."""
    _, info = env.reset(seed=seed, options={"task": task})
    found = _words(info["instruction"])
    for action in actions:
        for block in env.codec.tree.blocks:
            found |= {"=" + name.lower()[:40] for name in block.names}
            found.update(*[_words(text[:120]) for text in {*block.names, *block.values}])
        env.step(np.array(action))
    return found


def _words(text: str) -> set[str]:
    return {text[i:j].lower() for i, j in tokens(text)}


def _own(view: View) -> frozenset[int]:
    assert isinstance(view, NodeView)
    tokens_ = (view.marks[:, [_DIGIT, _QUOTED]] > 0).any(1)
    named = view.is_called[:, tokens_].any(1)
    return frozenset(np.concatenate((view.words[tokens_], view.titles[named])).tolist()) - {0}


def fit(
    policy: Chooser,
    examples: Sequence[Example],
    *,
    updates: int,
    batch: int,
    learning_rate: float,
    rng: np.random.Generator,
) -> float:
    """Fit a policy to examples in place.

    Args:
        policy: Of the layout and vocabulary of the examples.
        examples: At least one.
        updates: Gradient steps.
        batch: Examples in one.
        learning_rate: Adam's at its highest; it falls to nothing.
        rng: Draws the order, and what is hidden.

    Returns:
        The share of the examples where what was done had more than half of the probability when they were seen last.
    """
    optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate)
    for done, rows in enumerate(islice(_for_ever(examples, batch, rng), updates)):
        part = [examples[row] for row in rows]
        unknown = [hidden_in(example, _HIDDEN, _MISSED, rng) for example in part]
        rate = learning_rate * min(1.0, (done + 1) / _WARM_UP) * 0.5 * (1 + np.cos(np.pi * done / updates))
        learn_from(policy, optimizer, part, unknown, rate, _GAMMA)
    return sum(example.known > 0.5 for example in examples) / len(examples)


def _for_ever(examples: Sequence[Example], batch: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    while True:
        yield from chunks(examples, np.arange(len(examples)), batch, rng)
