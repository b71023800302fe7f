"""Fitting a policy of node actions to solutions that somebody found, such as a search.

The clone of the oracles (`omnigym.baselines.clone`) knows a task's parameters, and so which words are its own. Here
nobody is asked: those count as such that the instruction quotes, and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import torch
from numpy.typing import NDArray

from omnigym.baselines._chooser import Chooser
from omnigym.baselines._epochs import chunks, hidden_in, in_view, learn_from
from omnigym.baselines._lessons import Lesson
from omnigym.baselines._node_view import NodeView
from omnigym.baselines._orders import begin, look
from omnigym.baselines._view import View, Vocabulary, view_of
from omnigym.baselines.guides import Vector
from omnigym.wrappers import NodeActions
from omnigym.wrappers._node_text import tokens

__all__ = ["fit", "lessons_of", "met"]

#: The share of lessons whose own words are hidden; that of other words, each; the discount of the value.
_HIDDEN, _MISSED, _GAMMA = 0.8, 0.08, 0.95
_DIGIT, _QUOTED = 0, 3  # columns of a view's marks
_WARM_UP = 50  # gradient steps in which the learning rate rises


def lessons_of(
    env: NodeActions, task: str, seed: int, actions: Sequence[Vector], policy: Chooser, words: Vocabulary
) -> list[Lesson]:
    """The steps of a way up to the last node that it completes, with what would have been seen at each.

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
    history, found, last = begin(policy, env.scene, words), list[Lesson](), 0
    end: list[Lesson] = []
    for action in actions:
        choice = env.layout.choice(action)
        history, view = look(policy, env.scene, history, words)
        found.append(Lesson(view, choice, _own(view), left=0))
        history.add(env.scene, choice, words)
        *_, info = env.step(np.array(action))
        last = len(found) if info["newly_completed"] else last
        if info["is_success"]:
            seen = view_of(env.scene, history, words)
            end = [Lesson(seen, {}, _own(seen), left=0)]
    for n, lesson in enumerate(found[:last]):
        lesson.left = last - n
    return in_view([found[:last], end])


def met(env: NodeActions, task: str, seed: int, actions: Sequence[Vector]) -> set[str]:
    """The words of the instruction and of the screens on the way, and whole names after a "="."""
    _, info = env.reset(seed=seed, options={"task": task})
    found = _words(info["instruction"])
    for action in actions:
        for block in env.scene.tree.blocks:
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
    lessons: Sequence[Lesson],
    *,
    updates: int,
    batch: int,
    learning_rate: float,
    rng: np.random.Generator,
) -> float:
    """Fit a policy to lessons in place.

    Args:
        policy: Of the layout and vocabulary of the lessons.
        lessons: At least one.
        updates: Gradient steps.
        batch: Lessons in one.
        learning_rate: Adam's at its highest; it falls to nothing.
        rng: Draws the order, and what is hidden.

    Returns:
        The share of the lessons where what was done had more than half of the probability when they were seen last.
    """
    optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate)
    for done, rows in enumerate(islice(_for_ever(lessons, batch, rng), updates)):
        part = [lessons[row] for row in rows]
        unknown = [hidden_in(lesson, _HIDDEN, _MISSED, rng) for lesson in part]
        rate = learning_rate * min(1.0, (done + 1) / _WARM_UP) * 0.5 * (1 + np.cos(np.pi * done / updates))
        learn_from(policy, optimizer, part, unknown, rate, _GAMMA)
    return sum(lesson.known > 0.5 for lesson in lessons) / len(lessons)


def _for_ever(lessons: Sequence[Lesson], batch: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    while True:
        yield from chunks(lessons, np.arange(len(lessons)), batch, rng)
