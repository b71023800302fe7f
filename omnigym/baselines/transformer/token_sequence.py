"""A moment as a sequence of tokens, and an action as the tokens that answer it.

Known words, roles and the values of fields have a token each. The instruction's tokens and the screen's nodes that can
be pointed at have **pointers**: a node of the name that the instruction says has the pointer of that name, and an
answer names a node or a span by pointers. So a name that was never met is copied, as by a language model. In training
pointers are dealt out anew for some examples, so that they do not come to mean a place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Role, State
from omnigym.baselines.policy.instruction_features import MOST_TOKENS
from omnigym.baselines.policy.node_view import NodeView
from omnigym.wrappers.node_layout import FIELDS, INSTRUCTION, NODE_VERBS, VERBS, Choice, NodeLayout

__all__ = ["Pointers", "Symbols", "deal"]

#: Nodes of the screen that can be pointed at.
_NODES: Final = 128
#: Actions of the past, and words of a node or of one of those, that are read.
_PAST, _WORDS, _PAST_WORDS = 6, 2, 2
_VERBS = tuple(VERBS)
_QUOTED, _DIGIT = 3, 0  # columns of `View.marks`
#: The states of a node that are read.
_STATES: Mapping[str, int] = {name: State[name].bit_length() - 1 for name in ("FOCUSED", "SELECTED")}
_MARKS = ("<past>", "<changed>", "<instruction>", "<screen>", "<act>")
#: The fields of an answer that are pointers, and those that are values; places in a node are its middle.
_POINTS: Final = ("node", "to", "start", "end")
_VALUES: Final = ("verb", "key", "modifiers", "count", "form", "then", "piece", "app", "gesture")


@dataclass(frozen=True, slots=True)
class Pointers:
    """The numbers of the pointers: of the instruction's tokens, and of the screen's nodes."""

    tokens: NDArray[np.int64]
    nodes: NDArray[np.int64]


def deal(rng: np.random.Generator | None) -> Pointers:
    """Return pointers in random order, or in their own."""
    if rng is None:
        return Pointers(np.arange(MOST_TOKENS), np.arange(_NODES))
    return Pointers(rng.permutation(MOST_TOKENS), rng.permutation(_NODES))


@dataclass(frozen=True)
class Symbols:
    """The tokens of a layout and a vocabulary.

    Attributes:
        layout: Of the action space.
        words: How many words are known; number 0 is none of them.
    """

    layout: NodeLayout
    words: int

    @cached_property
    def _starts(self) -> dict[str, int]:
        """The first token of each kind, and behind the last one."""
        sizes = {"word": self.words + 1, "token": MOST_TOKENS, "at": _NODES, "role": len(Role), "state": len(_STATES)}
        sizes |= {"mark": len(_MARKS)} | {name: self.layout.sizes[name] for name in _VALUES}
        ends = np.cumsum(list(sizes.values())).tolist()
        return dict(zip(sizes, [0, *ends], strict=False)) | {"": ends[-1]}

    def __len__(self) -> int:
        return self._starts[""]

    def _mark(self, name: str) -> int:
        return self._starts["mark"] + _MARKS.index(name)

    # -- what is read -------------------------------------------------------------------------------------------------

    def read(self, view: NodeView, dealt: Pointers, unknown: frozenset[int] = frozenset()) -> list[int]:
        """Return the tokens of a moment, which end where the answer begins.

        Args:
            view: It.
            dealt: The pointers.
            unknown: Words that are to look as if they had never been met.
        """
        return [
            *self._past(view, unknown),
            self._mark("<instruction>"),
            *self._instruction(view, dealt, unknown),
            self._mark("<screen>"),
            *self._screen(view, dealt, unknown),
            self._mark("<act>"),
        ]

    def _known(self, numbers: NDArray[np.int32], unknown: frozenset[int], most: int) -> list[int]:
        return [n for n in numbers.tolist() if n and n not in unknown][:most]

    def _past(self, view: NodeView, unknown: frozenset[int]) -> list[int]:
        out = [self._mark("<past>")]
        for deed, words in reversed(list(zip(view.past[:_PAST], view.past_words[:_PAST], strict=True))):
            verb, key, _, _, role, _, changed, _ = deed.tolist()
            if verb:
                out.append(self._starts["verb"] + verb - 1)
                out += [self._starts["key"] + key - 1] if key else []
                out += [self._starts["role"] + role] if role else []
                out += self._known(words, unknown, _PAST_WORDS)
                out += [self._mark("<changed>")] if changed == 2 else []
        return out

    def _instruction(self, view: NodeView, dealt: Pointers, unknown: frozenset[int]) -> list[int]:
        out = []
        for place, word in enumerate(view.words.tolist()):
            known = word if word not in unknown else 0
            if self._pointed(view, place, known):
                out.append(self._starts["token"] + int(dealt.tokens[place]))
            out += [known] if known else []
        return out

    def _pointed(self, view: NodeView, place: int, known: int) -> bool:
        """Whether a token of the instruction has a pointer: an unknown word, a number, or one in quotation marks."""
        return not known or bool(view.marks[place, _QUOTED] or view.marks[place, _DIGIT])

    def _screen(self, view: NodeView, dealt: Pointers, unknown: frozenset[int]) -> list[int]:
        out = []
        for row in range(min(len(view.rows), _NODES)):
            out.append(self._starts["at"] + int(dealt.nodes[row]))
            out += [self._starts["state"] + n for n, bit in enumerate(_STATES.values()) if view.states[row, bit]]
            called, has = np.flatnonzero(view.is_called[row]), np.flatnonzero(view.has[row])
            for place in called[:1] if len(called) else has:
                if len(called) or not view.words[place] or int(view.words[place]) in unknown:
                    out.append(self._starts["token"] + int(dealt.tokens[place]))
                    break
            known = self._known(view.names[row], unknown, _WORDS)
            out += known or [self._starts["role"] + int(view.roles[row])]
        return out

    # -- what is answered ---------------------------------------------------------------------------------------------

    @staticmethod
    def fields(verb: int) -> tuple[str, ...]:
        """Return the fields that an answer says after its verb: no places in a node, and no source of a text."""
        return tuple([name for name in VERBS[_VERBS[verb]] if name in (*_POINTS, *_VALUES)])

    def answer(self, choice: Choice, dealt: Pointers) -> list[int] | None:
        """Return the tokens of an action in the view's numbering; None if it cannot be said.

        A text has to be one of the instruction, and what is done at a place in a node is done in its middle.
        """
        if choice.get("source", INSTRUCTION) != INSTRUCTION:
            return None
        out = [self._starts["verb"] + choice["verb"]]
        for name in self.fields(choice["verb"]):
            value = choice[name]
            if name in ("node", "to"):
                if value >= _NODES:
                    return None
                out.append(self._starts["at"] + int(dealt.nodes[value]))
            elif name in ("start", "end"):
                out.append(self._starts["token"] + int(dealt.tokens[value]))
            else:
                out.append(self._starts[name] + value)
        return out

    def possible(self, field: str, choice: Choice, view: NodeView) -> list[int]:
        """Return the tokens, with the pointers in their own order, that can say a field after those before it."""
        if field == "verb":
            values: Sequence[int] = np.flatnonzero(view.verbs).tolist()
        elif field in ("node", "to"):
            verb = NODE_VERBS.index(_VERBS[choice["verb"]])
            can = view.can[:_NODES, verb] if field == "node" else view.can[:_NODES].any(1)
            values = np.flatnonzero(can).tolist()
        elif field in ("start", "end"):
            values = range(choice.get("start", 0), min(len(view.words), MOST_TOKENS))
        else:
            values = range(self.layout.sizes[field])
        return [self.token_of(field, value) for value in values]

    def token_of(self, field: str, value: int) -> int:
        """Return the token of a value, with the pointers in their own order."""
        kind = {"node": "at", "to": "at", "start": "token", "end": "token"}.get(field, field)
        return self._starts[kind] + value

    def value_of(self, field: str, token: int) -> int:
        """Return the value of a token that `possible` has."""
        return token - self.token_of(field, 0)

    def whole(self, choice: Choice) -> Choice:
        """Return a choice with the fields that an answer leaves out: the middle of a node, and the instruction."""
        left = {"x": 50, "y": 50, "to_x": 50, "to_y": 50, "source": INSTRUCTION}
        said = VERBS[_VERBS[choice["verb"]]]
        return {name: choice.get(name, left.get(name, 0)) for name in FIELDS if name == "verb" or name in said}
