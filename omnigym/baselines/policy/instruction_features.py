"""Features of a moment that do not depend on the screen: the words of the instruction, and the last actions.

A word is known by its number if it was met in several tasks while the vocabulary was made; any other is 0, and is known
only by where else it is.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from omnigym.baselines.policy.vocabulary import NAME_WORDS, Vocabulary, said_in
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_layout import Choice
from omnigym.wrappers.node_text import Span, tokens

__all__ = [
    "HISTORY",
    "MARKS",
    "MEMORY",
    "MOST_TOKENS",
    "WHOLE",
    "History",
    "InstructionFeatures",
    "Range",
    "View",
    "form_of",
    "said_of",
]

HISTORY: Final = 8  # actions that are read
MEMORY: Final = 40  # actions of which the instruction's tokens say how long ago they were
MARKS: Final = 8  # of a token
MOST_TOKENS: Final = 128  # of an instruction: the longest of composed tasks of three nodes has 95
#: What is quoted; an apostrophe within a word ends nothing.
_QUOTED = re.compile(r"(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)|(?<!\w)\"([^\"]+)\"")


#: The fields of a choice that name a token of a text, and those that name a node, with what its numbers begin with.
_TOKENS: Final = ("start", "end")
_POINTED: Final = (("node", 0), ("to", 0), ("source", 2))
#: Tokens of an instruction: the first, and that behind the last.
Range: TypeAlias = tuple[int, int]
WHOLE: Final[Range] = (0, 10**9)


@dataclass(kw_only=True)
class View:
    """The arrays of a moment. T tokens, N nodes that are looked at, H last actions.

    Attributes:
        words: int32 (T,), of the instruction.
        used: uint8 (T,), how many actions ago a token was typed (1 to MEMORY), or 0.
        touched: uint8 (T,), how many actions ago a node of that name was acted on, or 0.
        marks: uint8 (T, MARKS), what a token looks like: a number, a sign, with a capital; whether it is in quotation
            marks, the first or last there, or the first or last of what is written without a space.
        quotes: int32 (T,), the number of the quotation that it is in, from 1, or 0.
        chunks: int32 (T,), the number of what is written without a space.
        away: uint8 (T,), how far a number is from that of the slider on the screen: 0 for no number or slider, 1 for
            the same, then the largest of `COUNTS` that it is more by, then less by.
        rows: int32 (N,), the nodes' rows in the tree.
        can: bool (N, node verbs), what can be done to them.
        verbs: bool (V,), what can be done.
        past: int32 (H, 8), the last actions, the last one first: verb + 1, key, modifiers, piece, node's role, name,
            whether the screen changed, app.
        past_words: int32 (H, NAME_WORDS), the words of their nodes.
        steps: int, the number of actions so far.
        first: int, the place of the first of the tokens among those of the whole instruction.
        said: The tokens themselves, in small letters: for a reader, if there is one.
        reader: Its name, or "".
    """

    words: NDArray[np.int32]
    used: NDArray[np.uint8]
    touched: NDArray[np.uint8]
    marks: NDArray[np.uint8]
    quotes: NDArray[np.int32]
    chunks: NDArray[np.int32]
    away: NDArray[np.uint8]
    rows: NDArray[np.int32]
    can: NDArray[np.bool_]
    verbs: NDArray[np.bool_]
    past: NDArray[np.int32]
    past_words: NDArray[np.int32]
    steps: int
    first: int
    said: tuple[str, ...]
    reader: str

    def in_the_tree(self, choice: Choice) -> Choice:
        """Return a choice with nodes as rows of the tree, and tokens as places in the whole instruction."""
        out = {**choice, **{name: choice[name] + self.first for name in _TOKENS if choice.get("source") == 0}}
        for name, offset in _POINTED:
            if choice.get(name, -1) >= offset:
                out[name] = offset + int(self.rows[choice[name] - offset])
        return out

    def in_the_view(self, choice: Choice) -> Choice | None:
        """Return a choice with nodes and tokens in the view's numbering; None if one of them is not in the view."""
        out = {**choice, **{name: choice[name] - self.first for name in _TOKENS if choice.get("source") == 0}}
        for name, offset in _POINTED:
            if choice.get(name, -1) >= offset:
                (places,) = np.nonzero(self.rows == choice[name] - offset)
                if not len(places):
                    return None
                out[name] = offset + int(places[0])
        return None if out.get("start", 0) < 0 or out.get("end", 0) >= len(self.words) else out


@dataclass
class _Deed:
    values: tuple[int, ...]
    words: NDArray[np.int32]
    span: tuple[int, int] | None
    name: tuple[str, ...]
    rows: tuple[int, ...]
    before: object


@dataclass
class History:
    """The last actions for an order, the only order that is read meanwhile.

    Attributes:
        deeds: They, the last one first.
        steps: How many there were.
        order: The tokens of the instruction that are the order: the first, and that behind the last.
        later: The orders to come.
    """

    deeds: deque[_Deed] = field(default_factory=lambda: deque(maxlen=MEMORY))
    steps: int = 0
    order: Range = WHOLE
    later: tuple[Range, ...] = ()

    def copy(self) -> History:
        """Return an independent copy of the history."""
        return History(self.deeds.copy(), self.steps, self.order, self.later)

    def next(self) -> History:
        """Return the history at the beginning of the next order. It holds no action of the orders before."""
        return History(order=self.later[0], later=self.later[1:])

    def add(self, codec: NodeActionCodec, choice: Choice, vocabulary: Vocabulary) -> None:
        """Add an action that was chosen on a codec."""
        name: tuple[str, ...] = ()
        role = title = 0
        words = np.zeros(NAME_WORDS, np.int32)
        row = choice.get("node", codec.layout.nodes)
        if row < min(codec.layout.nodes, len(codec.tree)):
            node = codec.tree.node(row)
            words, title = vocabulary.of_node(node.name, node.value)
            name, role = said_in(node.name), int(node.role)
        verb = choice["verb"]
        span = (choice["start"], choice["end"]) if choice.get("source") == 0 else None
        pressed = choice.get("key", -1) + 1, choice.get("modifiers", 0), choice.get("piece", -1) + 1
        values = (verb + 1, *pressed, role, title, choice.get("app", -1) + 1)
        rows = tuple([choice[field] for field in ("node", "to") if field in choice])
        self.deeds.appendleft(_Deed(values, words, span, name, rows, codec.seen))
        self.steps += 1


@dataclass(frozen=True)
class InstructionFeatures:
    """The instruction of a moment.

    Attributes:
        tokens: Of it, in small letters.
        places: Where each of them stands.
        arrays: Of a `View`, by their names, but for those that tell what is seen.
    """

    tokens: tuple[str, ...]
    places: dict[str, list[int]]
    arrays: dict[str, Any]


_Form: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32]]


@lru_cache(maxsize=1024)
def form_of(text: str, where: tuple[Span, ...]) -> _Form:
    """Return the features of a text's tokens, and which of them share a quotation or a chunk."""
    quotes, chunks = np.zeros(len(where), np.int32), np.zeros(len(where), np.int32)
    marks = np.zeros((len(where), MARKS), np.uint8)
    for number, match in enumerate(_QUOTED.finditer(text), 1):
        first, last = match.span(match.lastindex or 0)
        quotes[[first <= i and j <= last for i, j in where]] = number
    for t, (begin, end) in enumerate(where):
        closes = text[begin] in ".,;:!?" and not text[end : end + 1].strip()
        apart = t == 0 or closes or where[t - 1][1] < begin or quotes[t] != quotes[t - 1]
        chunks[t] = apart if t == 0 else chunks[t - 1] + apart
        marks[t, :3] = text[begin].isdigit(), not text[begin].isalnum(), text[begin].isupper()
    marks[:, 3] = quotes > 0
    for column, groups in ((4, quotes), (6, chunks)):
        changes = groups[1:] != groups[:-1]
        marks[:, column] = np.append(True, changes)[: len(where)] & (groups > 0)
        marks[:, column + 1] = np.append(changes, True)[-len(where) :] & (groups > 0)
    return marks, quotes, chunks


@lru_cache(maxsize=1024)
def _lowered(text: str, where: tuple[Span, ...]) -> tuple[str, ...]:
    """The tokens of a text in small letters: the same object for all views of an order, which keep it."""
    return tuple([text[i:j].lower() for i, j in where])


def said_of(codec: NodeActionCodec, history: History, vocabulary: Vocabulary) -> InstructionFeatures:
    """Return the instruction and the last actions of a codec."""
    first = history.order[0]
    where = tokens(codec.instruction)[slice(*history.order)][:MOST_TOKENS]
    said = _lowered(codec.instruction, where)
    count = len(said)
    places: dict[str, list[int]] = {}
    for t, word in enumerate(said):
        places.setdefault(word, []).append(t)
    used, touched = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
    past = np.zeros((HISTORY, 8), np.int32)
    past_words = np.zeros((HISTORY, NAME_WORDS), np.int32)
    after = codec.seen
    for ago, deed in enumerate(islice(history.deeds, HISTORY)):
        past[ago, :7], past[ago, 7] = deed.values, 1 + (deed.before != after)
        past_words[ago] = deed.words
        after = deed.before
    for ago, deed in reversed(list(enumerate(history.deeds, 1))):
        if deed.span is not None:
            used[max(deed.span[0] - first, 0) : max(deed.span[1] + 1 - first, 0)] = ago
        name = deed.name
        if name:
            for t in places.get(name[0], ()):
                if said[t : t + len(name)] == name:
                    touched[t : t + len(name)] = ago
    marks, quotes, chunks = form_of(codec.instruction, where)
    arrays = {
        "words": np.array([vocabulary.number(w) for w in said], np.int32),
        "used": used,
        "touched": touched,
        "marks": marks,
        "quotes": quotes,
        "chunks": chunks,
        "past": past,
        "past_words": past_words,
        "steps": history.steps,
        "first": first,
        "said": said,
        "reader": vocabulary.reader,
    }
    return InstructionFeatures(said, places, arrays)
