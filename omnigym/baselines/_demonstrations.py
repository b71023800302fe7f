"""Demonstrations as a learner of element actions sees them: the oracle's actions, said in the learner's space."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import State, Tree
from omnigym.actions import Action, Click, Press, Type, pixel
from omnigym.baselines.oracle import OracleAgent
from omnigym.wrappers import ElementActions
from omnigym.wrappers._element_layout import Choice

__all__ = ["Demonstration", "demonstrate", "element_action"]


class Demonstration(NamedTuple):
    """One step of an oracle.

    Attributes:
        observation: What the learner would have seen.
        mask: bool (A,), what it could have done.
        action: What the oracle did, as a number of the learner's space.
        left: How many actions the oracle needed from here to the end, this one included.
    """

    observation: dict[str, NDArray[np.generic]]
    mask: NDArray[np.bool_]
    action: int
    left: int


def element_action(action: Action, tree: Tree, elements: ElementActions) -> int | None:
    """The number of the element action that does the same on this screen, or None where there is none.

    Args:
        action: An ordinary action.
        tree: The screen that it is done on.
        elements: Knows the numbering, the text candidates and the mask.
    """
    mask = elements.action_masks()
    for choice in _choices(action, tree, elements):
        number = elements.layout.number(choice)
        if mask[number]:
            return number
    return None


def _choices(action: Action, tree: Tree, elements: ElementActions) -> Iterator[Choice]:
    """What the action may be called: a click on a node, or on what that is in."""
    layout = elements.layout
    if type(action) is Press:
        key = "+".join((*action.modifiers, action.key))
        if key in layout.keys and action.count == 1:
            yield Choice("key", -1, key, -1)
    elif type(action) is Click:
        verb = "right_click" if action.button == "right" else ("click", "double_click")[action.count > 1]
        node = tree.hit(*pixel(action.at, tree.size))
        while node is not None and verb in layout.verbs:
            if node.index < layout.nodes:
                yield Choice("node", node.index, verb, -1)
            node = tree.node(node.parent) if node.parent >= 0 else None
    elif type(action) is Type:
        text = action.text.removesuffix("\n")
        verb = "type" if text == action.text else "type_enter"
        node = tree.find(states=State.FOCUSED | State.EDITABLE)
        if node is not None and node.index < layout.nodes and text in elements.candidates and verb in layout.text_verbs:
            yield Choice("text", node.index, verb, elements.candidates.index(text))


def demonstrate(elements: ElementActions, episodes: int, wander: int, seed: int) -> Iterator[list[Demonstration]]:
    """Let the oracle play, task after task.

    Args:
        elements: The learner's environment.
        episodes: How many.
        wander: At most so many random actions go before the oracle's, so that the learner sees more screens than those
            on the shortest path; they are not part of the demonstration.
        seed: Seeds the tasks' order and the wandering.

    Yields:
        The steps of each episode that was solved, without those that the learner has no words for.
    """
    rng = np.random.default_rng(seed)
    base: Any = elements.unwrapped
    tasks = base.tasks
    order = np.concatenate([rng.permutation(len(tasks)) for _ in range(-(-episodes // len(tasks)))])[:episodes]
    for task in order:
        observation, info = elements.reset(seed=seed, options={"task": tasks[int(task)].id})
        ended = False
        for _ in range(int(rng.integers(wander + 1))):
            possible = np.flatnonzero(elements.action_masks())
            observation, _, terminated, truncated, info = elements.step(int(rng.choice(possible)))
            ended = terminated or truncated
            if ended:
                break
        steps = [] if ended else _play(elements, observation, info)
        if steps:
            yield steps


def _play(elements: ElementActions, observation: object, info: dict[str, object]) -> list[Demonstration]:
    """One episode of the oracle, from here: empty if it did not succeed."""
    oracle = OracleAgent()
    oracle.reset(elements, info)
    base: Any = elements.unwrapped
    seen: list[tuple[Any, NDArray[np.bool_], int | None]] = []
    ended = False
    while not ended:
        action = oracle.act(observation, info)
        number = element_action(action, base.a11y(), elements)
        seen.append((observation, elements.action_masks(), number))
        observation, _, terminated, truncated, info = elements.step(action if number is None else number)
        ended = terminated or truncated
    if not info["is_success"]:
        return []
    total = len(seen)
    return [Demonstration(o, mask, n, total - i) for i, (o, mask, n) in enumerate(seen) if n is not None]
