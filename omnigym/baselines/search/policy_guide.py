"""A trained policy of node actions as the guide of a search, combined with the words of the instruction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from omnigym.baselines.clone import read_clone
from omnigym.baselines.policy.autoregressive_policy import Chooser
from omnigym.baselines.policy.batch import Batch, collate
from omnigym.baselines.policy.instruction_features import History, View
from omnigym.baselines.policy.instruction_segmenter import begin, look
from omnigym.baselines.policy.tensor_file import load_policy
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.baselines.search.guides import InstructionGuide, Observation, Vector
from omnigym.errors import ConfigError
from omnigym.wrappers import NodeActions
from omnigym.wrappers.node_layout import VERBS, Choice, NodeLayout

__all__ = ["Policy", "PolicyGuide", "likely"]

_VERB_NAMES = tuple(VERBS)
#: How many verbs are looked at, how many values of a field that has many, and of any other.
_VERBS, _MOST, _FEW = 4, 8, 3
#: How many actions of a verb are told, and how unlikely one may be.
_TOLD, _LEAST = 12, 1e-3


@dataclass(frozen=True, eq=False)
class Policy:
    """The contents of a clone's file, ready to choose actions.

    Attributes:
        chooser: The network.
        layout: The action space that it was trained on.
        words: The words that it knows.
        width: Of its vectors.
    """

    chooser: Chooser
    layout: NodeLayout
    words: Vocabulary
    width: int

    @classmethod
    def new(cls, layout: NodeLayout, words: Vocabulary, width: int) -> Policy:
        """Return an untrained policy."""
        return cls(Chooser(layout, len(words), width), layout, words, width)

    @classmethod
    def read(cls, path: Path) -> Policy:
        """Return the policy of a file that `omnigym.baselines.clone` reads.

        Raises:
            ConfigError: There is no such file, or its policy does not read nodes.
            CheckpointError: It is no such file, damaged or of another version.
        """
        saved = read_clone(path)
        document = saved.document
        if document.config.observation != "a11y":
            raise ConfigError(f"{path} looks at pixels, and a search is led by who reads nodes. Name a clone of those.")
        words = Vocabulary(document.words, document.config.reader)
        policy = cls(document.policy(), document.layout, words, document.config.width)
        load_policy(policy.chooser, saved)
        return policy

    def wrap(self, env: NodeActions) -> NodeActions:
        """Return the same environment with this policy's action space."""
        layout = self.layout
        return NodeActions(env.env, layout.nodes, layout.pieces, layout.tokens, layout.apps)


class PolicyGuide:
    """A guide that proposes a policy's likely actions, and those of `InstructionGuide`.

    Args:
        env: The environment, in the policy's action space; see `Policy.wrap`.
        policy: Leads.
        trust: The policy's share of the weight, in (0, 1).
    """

    def __init__(self, env: NodeActions, policy: Policy, trust: float = 0.8) -> None:
        self._env, self._policy, self._trust = env, policy, trust
        self._named = InstructionGuide(env)

    def begin(self) -> History:
        """Return an empty history."""
        return begin(self._policy.chooser, self._env.codec, self._policy.words)

    def options(self, observation: Observation, memory: History) -> tuple[list[Vector], NDArray[np.float64]]:
        """Return the policy's most likely actions, and those of the words."""
        codec, policy = self._env.codec, self._policy
        _, view = look(policy.chooser, codec, memory, policy.words)
        weights = {
            tuple(codec.layout.vector(choice).tolist()): self._trust * share
            for choice, share in likely(policy.chooser, view)
            if codec.possible(choice)
        }
        others, shares = self._named.options(observation, None)
        for vector, share in zip(others, (1.0 - self._trust) * shares / shares.sum(), strict=True):
            weights[vector] = weights.get(vector, 0.0) + share
        return list(weights), np.array(list(weights.values()))

    def after(self, memory: History, action: Vector) -> History:
        """Return the path's last actions, with this one."""
        further = look(self._policy.chooser, self._env.codec, memory, self._policy.words)[0].copy()
        further.add(self._env.codec, self._env.layout.choice(action), self._policy.words)
        return further


@torch.no_grad()
def likely(chooser: Chooser, view: View) -> list[tuple[Choice, float]]:
    """Return the most likely actions of a moment with probabilities, nodes as rows: a beam over the fields."""
    one = collate([view])
    read = chooser(one)
    shares = chooser.scores("verb", one, read, {})[0].exp()
    verbs = shares.topk(_VERBS)[1].tolist()
    found: list[tuple[Choice, float]] = []
    for verb in verbs:
        beam: list[tuple[Choice, float]] = [({"verb": verb}, float(shares[verb]))]
        for field in VERBS[_VERB_NAMES[verb]]:
            beam = _longer(chooser, one, read, beam, field)
        found += beam
    return [(view.in_the_tree(choice), share) for choice, share in found]


def _longer(
    chooser: Chooser,
    one: Batch,
    read: tuple[torch.Tensor, torch.Tensor, torch.Tensor],
    beam: Sequence[tuple[Choice, float]],
    field: str,
) -> list[tuple[Choice, float]]:
    """Each part of an action with the likeliest values of its next field."""
    chosen = {name: torch.tensor([choice[name] for choice, _ in beam]) for name in beam[0][0]}
    many = {name: tensor.expand(len(beam), *tensor.shape[1:]) for name, tensor in one.items()}
    moment, text, nodes = (tensor.expand(len(beam), *tensor.shape[1:]) for tensor in read)
    scores = chooser.scores(field, many, (moment, text, nodes), chosen).exp()
    count = min(_MOST if field in ("node", "to", "start", "end", "key", "app", "piece") else _FEW, scores.shape[1])
    values, places = scores.topk(count, 1)
    longer = [
        ({**choice, field: int(places[n, k])}, share * float(values[n, k]))
        for n, (choice, share) in enumerate(beam)
        for k in range(count)
    ]
    return sorted([pair for pair in longer if pair[1] > _LEAST], key=lambda pair: -pair[1])[:_TOLD] or longer[:1]
