"""The knowledge that a learner may have of a set of tasks: the words that they show, and the texts to spell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from omnigym.a11y import Block
from omnigym.actions import Action, Type
from omnigym.baselines.oracle import OracleAgent
from omnigym.envs.observer import InfoDict
from omnigym.wrappers.node_actions import NodeActions
from omnigym.wrappers.node_layout import SINGLE_PIECES
from omnigym.wrappers.node_text import Text, first_part, tokens

__all__ = ["Survey", "shown_in", "spelt_in", "survey", "words_in"]

_SINGLE = {piece: n for n, piece in enumerate(SINGLE_PIECES)}
_MOST_TOKENS = 512


@dataclass
class Survey:
    """The words that occurred while the oracle played all tasks once.

    Attributes:
        words: The words of each task's instruction and screens, and whole names after a "=".
        typed: What each task had spelt.
    """

    words: list[set[str]]
    typed: list[set[str]]


def survey(env: NodeActions, tasks: Sequence[str]) -> Survey:
    """Let the oracle play each task once."""
    words, typed = [], []
    shown: dict[Block, frozenset[str]] = {}
    for task in tasks:
        observation, info = env.reset(seed=0, options={"task": task})
        met = set(words_in(info["instruction"]))
        spelt: set[str] = set()
        for action in _oracle(env, observation, info):
            for block in env.codec.tree.blocks:
                if block not in shown:
                    shown[block] = shown_in(block)
                met |= shown[block]
            if isinstance(action, Type):
                spelt.update(spelt_in(info["instruction"], action.text))
        words.append(met)
        typed.append(spelt)
    return Survey(words, typed)


def words_in(text: str) -> set[str]:
    """Return the words of a text in lower case."""
    return {text[i:j].lower() for i, j in tokens(text)}


def shown_in(block: Block) -> frozenset[str]:
    """Return the words of a block's nodes, and their whole names."""
    found = {"=" + name.lower()[:40] for name in block.names}
    for text in {*block.names, *block.values}:
        found |= words_in(text[:120])
    return frozenset(found)


def _oracle(env: NodeActions, observation: object, info: InfoDict) -> Iterator[Action]:
    oracle = OracleAgent()
    oracle.reset(env, info)
    ended = False
    while not ended:
        action = oracle.act(observation, info)
        yield action
        observation, _, terminated, truncated, info = env.step(action)
        ended = terminated or truncated


def spelt_in(instruction: str, text: str) -> Iterator[str]:
    """Yield the runs of a text that the instruction does not contain."""
    run = ""
    while text:
        part = first_part(text, (Text(0, instruction),), _SINGLE, _MOST_TOKENS)
        if part is None:
            return
        fields, rest = part
        if "piece" in fields:
            run += SINGLE_PIECES[fields["piece"]]
        if run and ("piece" not in fields or not rest or fields["then"]):
            yield run
            run = ""
        text = rest
