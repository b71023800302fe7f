"""Guides of a search: they propose actions at a moment, with weights.

`MaskGuide` is for numbered actions with a mask (`omnigym.wrappers.ElementActions`) and asks a prior, `even` or `words`;
`InstructionGuide` is for `omnigym.wrappers.NodeActions` and knows only that the instruction's words name what matters.
A trained policy is a guide, too (`omnigym.baselines.search.policy_guide`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import State
from omnigym.actions import KEYS
from omnigym.envs.observer import Array, Env
from omnigym.errors import ConfigError
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers import ElementActions, NodeActions
from omnigym.wrappers.devices import device_names
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_layout import CHORDS, FIELDS, NODE_VERBS, THEN, Choice
from omnigym.wrappers.node_text import tokens

__all__ = ["Guide", "InstructionGuide", "MaskGuide", "Observation", "Prior", "Vector", "even", "words"]

Observation: TypeAlias = Mapping[str, Array]
#: The weights of actions in a state, not negative: of an observation and the numbers of the possible actions.
Prior: TypeAlias = Callable[[Observation, NDArray[np.int64]], NDArray[np.float64]]
#: A node action as a value: an element of the action space.
Vector: TypeAlias = tuple[int, ...]

A = TypeVar("A")
M = TypeVar("M")


class Guide(Protocol[A, M]):
    """A guide that proposes actions. Its memory of a path is a value, since a search goes back and forth."""

    def begin(self) -> M:
        """Return the guide's state at the start of a task."""
        ...

    def options(self, observation: Observation, memory: M, /) -> tuple[Sequence[A], NDArray[np.float64]]:
        """Return the possible actions, at least one, and the non-negative weight of each."""
        ...

    def after(self, memory: M, action: A, /) -> M:
        """Return the guide's state after a path continues with this action; called before the action is done."""
        ...


class MaskGuide:
    """A guide that proposes all actions that a mask allows, weighted by a prior.

    Args:
        env: With a Discrete space and ``action_masks()``.
        prior: Their weights.

    Raises:
        ConfigError: It has no masks.
    """

    def __init__(self, env: Env, prior: Prior) -> None:
        if not env.has_wrapper_attr("action_masks"):
            raise ConfigError("search needs a guide, or an environment with action_masks(). Wrap it in ElementActions.")
        self._env, self._prior = env, prior

    def begin(self) -> None:
        """Return no state."""

    def options(self, observation: Observation, memory: None) -> tuple[list[int], NDArray[np.float64]]:
        """Return the numbers of the possible actions."""
        del memory
        possible = np.flatnonzero(self._env.get_wrapper_attr("action_masks")())
        return possible.tolist(), self._prior(observation, possible)

    def after(self, memory: None, action: int) -> None:
        """Return no state."""
        del memory, action


def even(observation: Observation, actions: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the uniform prior."""
    del observation
    return np.ones(len(actions))


def words(env: ElementActions) -> Prior:
    """Return a prior that favours nodes with words of the instruction, and places to type its quotations.

    Args:
        env: Knows which node an action is done on.
    """
    choices = [env.layout.choice(n) for n in range(env.layout.size)]
    rows = np.array([c.node for c in choices])
    usual = np.array([_USUAL.get(c.verb, 1.0 if c.kind == "text" else 0.3) for c in choices])
    keys = [key_on(device, "a11y_overlap") for device in device_names(env)]

    def prior(observation: Observation, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        shares = np.stack([observation[key] for key in keys]).astype(np.float64)
        named = 0.1 + 3.0 * shares[:, :, 0] + 6.0 * shares[:, :, 1]
        device, on_it = np.divmod(actions, env.layout.size)
        at = rows[on_it]
        return usual[on_it] * np.where(at < 0, 1.0, named[device, np.maximum(at, 0)])

    return prior


#: How often verbs are right, whatever they are done on.
_USUAL: Mapping[str, float] = {"double_click": 0.5, "right_click": 0.2, "scroll_down": 0.1, "scroll_up": 0.05}


class InstructionGuide:
    """A guide that proposes node actions by the words of the instruction, without other knowledge.

    Nodes are clicked the rather the more of their name the instruction says. What it quotes, or writes without a space,
    is typed where the keyboard is, and a few keys and chords are pressed that many programs have.

    Args:
        env: The environment, which knows the codec.
    """

    def __init__(self, env: NodeActions) -> None:
        self._env = env

    def begin(self) -> None:
        """Return no state."""

    def options(self, observation: Observation, memory: None) -> tuple[list[Vector], NDArray[np.float64]]:
        """Return some hundred actions."""
        del observation, memory
        codec = self._env.codec
        kinds = {"nodes": list(_on_nodes(codec))}
        for kind, found in (("text", _with_text(codec)), ("keys", _with_keys(codec)), ("apps", _apps(codec))):
            kinds[kind] = [(tuple(codec.layout.vector(choice).tolist()), weight) for choice, weight in found]
        totals = {kind: sum([weight for _, weight in told]) for kind, told in kinds.items()}
        told = [(v, _SHARES[kind] * weight / totals[kind]) for kind, told in kinds.items() for v, weight in told]
        return [vector for vector, _ in told], np.array([weight for _, weight in told])

    def after(self, memory: None, action: Vector) -> None:
        """Return no state."""
        del memory, action


_Weighted: TypeAlias = Iterator[tuple[Choice, float]]
_ON_NODES: Mapping[str, float] = {"click": 1.0, "long_press": 0.05, **_USUAL}
#: The shares of clicks and the like, of texts where the keyboard is, of keys, and of programs that are opened by name.
_SHARES: Mapping[str, float] = {"nodes": 0.5, "text": 0.25, "keys": 0.2, "apps": 0.05}
#: Chords and keys that many programs have, each with its weight.
_PRESSED: Mapping[str, float] = {
    **dict.fromkeys(("enter", "escape", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+s", "ctrl+o", "delete"), 3.0),
    **dict.fromkeys(("ctrl+x", "ctrl+n", "ctrl+f", "ctrl+end", "ctrl+home", "ctrl+shift+n", "f2", "end", "back"), 1.0),
    **dict.fromkeys(("tab", "ctrl+z", "home", "down"), 0.3),
}
#: Words are alike that begin alike: italics, Italic.
_STEM = 5
_MOST_NAME = 400
_NODE = FIELDS.index("node")


def _on_nodes(codec: NodeActionCodec) -> Iterator[tuple[Vector, float]]:
    nodes = codec.tree.nodes[: codec.layout.nodes]
    named = [_named(node.name[:_MOST_NAME], codec.instruction) for node in nodes]
    for verb, weight in _ON_NODES.items():
        vector = codec.layout.vector(codec.named(verb, count=2 * verb.startswith("scroll"))).tolist()
        for row in np.flatnonzero(codec.nodes[NODE_VERBS.index(verb), : len(nodes)]).tolist():
            vector[_NODE] = row
            yield tuple(vector), weight * named[row]


@lru_cache(maxsize=65536)
def _named(name: str, instruction: str) -> float:
    """How much of a node's name the instruction says."""
    own, said = _said(name), _said(instruction)
    if not own:
        return 0.1
    stems = {word[:_STEM] for word in said}
    share = sum(word[:_STEM] in stems for word in own) / len(own)
    return 0.1 + 3.0 * share + 6.0 * (f" {' '.join(own)} " in f" {' '.join(said)} ")


@lru_cache(maxsize=4096)
def _said(text: str) -> tuple[str, ...]:
    return tuple([text[i:j].lower() for i, j in tokens(text)])


def _with_text(codec: NodeActionCodec) -> _Weighted:
    """What is quoted, and what is written without a space, typed where the keyboard is, and answered."""
    if codec.tree.find(states=State.FOCUSED | State.EDITABLE) is None:
        return
    for (start, end), weight in _spans(codec.instruction).items():
        for then in range(len(THEN)):
            after = (1.0, 1.0, 0.1)[then]
            choice = codec.named("type", source=0, start=start, end=end, form=0, then=then)
            if codec.possible(choice):
                yield choice, weight * after


@lru_cache(maxsize=1024)
def _spans(instruction: str) -> Mapping[tuple[int, int], float]:
    """First and last tokens of texts that may be meant to be typed."""
    where = tokens(instruction)
    found: dict[tuple[int, int], float] = {}
    opened: dict[str, int] = {}
    begin = 0
    for n, (i, j) in enumerate(where):
        sign = instruction[i:j]
        if sign in ("'", '"'):
            first = opened.pop(sign, None)
            if first is not None and first < n - 1:
                found[first + 1, n - 1] = 2.0
            elif first is None:
                opened[sign] = n
        last = n + 1 == len(where) or where[n + 1][0] > j
        if last:  # what is written without a space, without the signs around it
            first, final = begin, n
            while first < final and not instruction[where[first][0]].isalnum():
                first += 1
            while final > first and not instruction[where[final][0]].isalnum():
                final -= 1
            number = instruction[where[first][0]].isdigit() or first < final
            found.setdefault((first, final), 0.5 if number else 0.05)
            begin = n + 1
    return found


def _with_keys(codec: NodeActionCodec) -> _Weighted:
    for chord, weight in _PRESSED.items():
        *held, key = chord.split("+")
        if key in KEYS:
            modifiers = next(n for n, names in enumerate(CHORDS) if set(names) == set(held))
            yield codec.named("press", key=KEYS.index(key), modifiers=modifiers, count=0), weight


def _apps(codec: NodeActionCodec) -> _Weighted:
    said = frozenset(_said(codec.instruction))
    for n, name in enumerate(codec.layout.apps):
        yield codec.named("open_app", app=n), 2.0 if said & set(_said(name.replace("_", " "))) else 0.2
