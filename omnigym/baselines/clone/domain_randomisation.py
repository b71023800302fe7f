"""Randomly changed screens, so that a policy trained on one desktop works on another (domain randomisation).

Another desktop has the same files and dialogs in other widgets: other roles and names, bars and panels that were never
seen, other places, and where nothing is open, nothing at all. So nodes of an example's screen are left out, often all
of them, those of another screen are put in, and what the others are and where is changed; the node that is acted on
stays, and so does all that the instruction says. The more the words and what was done before tell what comes next, the
less is left of it to chance. (Tobin et al. 2017 do it with pixels.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Role
from omnigym.baselines.clone.demonstration_dataset import Example
from omnigym.baselines.policy.node_view import OF_NODES, NodeView, ranks_of
from omnigym.baselines.policy.vocabulary import NAME_WORDS
from omnigym.envs.observer import Array

__all__ = ["randomise_example"]

#: Roles that one toolkit gives to what another gives the next one.
_ALIKE: Final = (
    (Role.LIST_ITEM, Role.CELL, Role.TREE_ITEM, Role.ICON),
    (Role.BUTTON, Role.TOGGLE, Role.SPLIT_BUTTON, Role.LINK),
    (Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD),
    (Role.DOCUMENT, Role.PARAGRAPH, Role.TEXT_AREA, Role.CANVAS, Role.TERMINAL),
    (Role.TEXT, Role.HEADING, Role.STATUSBAR),
    (Role.COMBOBOX, Role.MENU, Role.TOGGLE),
    (Role.CHECKBOX, Role.SWITCH, Role.TOGGLE),
)
#: How likely: all nodes are left out; some are; those of another screen are put in; a role is another one; a kind of
#: state is not told; a node has no name; no name counts as a whole; all names end early; of a deed its node, and
#: whether it did something, are told otherwise.
_EMPTY, _FEWER, _MORE, _RECAST, _UNTOLD, _UNNAMED, _UNTITLED, _SHORT = 0.3, 0.4, 0.5, 0.5, 0.15, 0.2, 0.2, 0.25
_FORGOTTEN = 0.2
_MOST_MORE = 60
_STRANGE = 1_000_000  # the first row of nodes that this screen does not have
_STEPS = 3  # by which the number of actions so far is off
_NODE_ARRAYS = ("rows", "names", "titles", "roles", "states", "bounds", "lines", "can", "has", "is_called")


def randomise_example(example: Example, others: Sequence[Example], rng: np.random.Generator) -> Example:
    """Return an example on a changed screen, in which the choice is still possible.

    Args:
        example: It; one of pixels stays as it is.
        others: Nodes of one of these are put in.
        rng: Draws.
    """
    view = example.view
    if not isinstance(view, NodeView):
        return example
    chosen = [example.choice[name] for name in ("node", "to") if name in example.choice]
    chosen += [example.choice["source"] - 2] if example.choice.get("source", 0) > 1 else []
    acted = np.isin(view.rows, chosen)
    left = np.flatnonzero(_stay(acted, rng))
    arrays = {name: array[left] for name, array in _of_nodes(view).items()}
    arrays = _with_strangers(arrays, others[int(rng.integers(len(others)))].view, rng)
    acted = np.isin(arrays["rows"], chosen)
    arrays["roles"] = _recast(arrays["roles"], rng)
    arrays["ranks"] = ranks_of(arrays["roles"])
    arrays["states"] = arrays["states"] & (rng.random(arrays["states"].shape[1]) >= _UNTOLD)
    arrays["bounds"] = _elsewhere(arrays["bounds"], rng)
    if rng.random() < _UNTITLED:
        arrays["titles"] = np.zeros_like(arrays["titles"])
    unnamed = ~acted & ~arrays["has"].any(1) & (rng.random(len(acted)) < _UNNAMED)
    arrays["titles"] = np.where(unnamed, 0, arrays["titles"])
    arrays["names"] = np.where(unnamed[:, None], 0, arrays["names"])
    texts = np.where(unnamed, "", arrays.pop("texts"))
    if rng.random() < _SHORT:
        arrays["names"][:, int(rng.integers(1, NAME_WORDS)) :] = 0
    verbs = view.verbs.copy()
    verbs[OF_NODES] = arrays["can"].any(0)
    steps = max(1, view.steps + int(rng.integers(-_STEPS, _STEPS + 1))) if view.steps else 0
    past, past_words = _remembered(view.past, view.past_words, rng)
    changed: dict[str, Any] = {**arrays, "verbs": verbs, "steps": steps, "past": past, "past_words": past_words}
    return replace(example, view=replace(view, **changed, texts=tuple(texts.tolist()) if view.texts else ()))


def _of_nodes(view: NodeView) -> dict[str, Array]:
    """The arrays that have a row for each node, the texts of who has a reader among them."""
    texts = np.array(view.texts or ("",) * len(view.rows), object)
    return {name: getattr(view, name) for name in _NODE_ARRAYS} | {"texts": texts}


def _stay(acted: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which nodes are not left out: what is acted on stays, among enough others that it has to be found."""
    drawn = rng.random()
    if drawn < _EMPTY and not acted.any():
        return acted
    share = rng.random() if drawn < _EMPTY + _FEWER else 0.0
    return acted | (rng.random(len(acted)) >= share * (0.7 if acted.any() else 1.0))


def _with_strangers(arrays: dict[str, Array], other: Any, rng: np.random.Generator) -> dict[str, Array]:
    """The nodes, and some of another screen before, between and behind them."""
    if not len(other.rows) or rng.random() >= _MORE or not len(arrays["rows"]):
        return arrays
    drawn = np.flatnonzero(rng.random(len(other.rows)) < rng.random())[:_MOST_MORE]
    strangers = {name: a[drawn] for name, a in _of_nodes(other).items() if name not in ("has", "is_called")}
    strangers["rows"] = strangers["rows"] + _STRANGE
    strangers["lines"] = strangers["lines"] + _STRANGE
    tokens = arrays["has"].shape[1]
    strangers |= {name: np.zeros((len(drawn), tokens), np.bool_) for name in ("has", "is_called")}
    count = len(arrays["rows"]) + len(drawn)
    theirs = np.isin(np.arange(count), rng.choice(count, len(drawn), replace=False))
    order = np.where(theirs, len(arrays["rows"]) + np.cumsum(theirs) - 1, np.cumsum(~theirs) - 1)
    return {name: np.concatenate((array, strangers[name]))[order] for name, array in arrays.items()}


def _recast(roles: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """All nodes of a role as another one that is like it, now and then."""
    other = np.arange(256, dtype=np.uint8)
    for alike in _ALIKE:
        for role in alike:
            if rng.random() < _RECAST:
                other[role] = alike[int(rng.integers(len(alike)))]
    return other[roles]


def _elsewhere(bounds: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Bounds in a window of another size and place."""
    scale = rng.uniform(0.6, 1.2, 2)
    shift = rng.uniform(np.minimum(0, 1 - scale), np.maximum(0, 1 - scale))
    moved = bounds * np.tile(scale, 2) + np.concatenate((shift, (0, 0)))
    return np.clip(moved, 0, 1).astype(np.float32)


def _remembered(
    past: NDArray[np.int32], words: NDArray[np.int32], rng: np.random.Generator
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The last actions, of which some are told without their node, or as if the screen had changed, or had not."""
    past, words = past.copy(), words.copy()
    forgotten = rng.random(len(past)) < _FORGOTTEN
    past[forgotten, 4:6], words[forgotten] = 0, 0
    other = (rng.random(len(past)) < _FORGOTTEN) & (past[:, 0] > 0)
    past[other, 7] = 3 - past[other, 7]
    return past, words
