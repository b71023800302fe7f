"""The view of a learner that reads the accessibility tree: the nodes that are on the screen.

The view says which nodes have which tokens of the instruction, in any order and as a whole name. So the name of a file
that was never seen is still "what the instruction says after *rename*".
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import N_STATES, Node, Role, State
from omnigym.baselines.policy.instruction_features import History, View, said_of
from omnigym.baselines.policy.vocabulary import NAME_WORDS, Vocabulary, all_said, said_in
from omnigym.envs.observer import Array
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_layout import COUNTS, NODE_VERBS, VERBS

__all__ = ["DISTANCES", "OF_NODES", "RANKS", "NodeView", "nodes_in_view", "ranks_of"]

RANKS: Final = 8  # places of a node among those of its role
DISTANCES: Final = 2 * len(COUNTS) + 2  # of a number from that of the slider
_NEAR = 2.0  # pixels
_MOST_NODES = 120
_READ = 80  # characters of a name
#: Nodes that are looked at though nothing can be done to them, for what they say.
_SAYING = frozenset(
    (
        *(Role.WINDOW, Role.DIALOG, Role.ALERT, Role.TITLEBAR, Role.TEXT, Role.HEADING, Role.PARAGRAPH, Role.DOCUMENT),
        *(Role.STATUSBAR, Role.NOTIFICATION, Role.PROGRESS, Role.IMAGE, Role.CELL, Role.TEXT_FIELD, Role.TEXT_AREA),
    )
)
#: The verbs by which a node is chosen for what it is; the others can be done anywhere.
_TELLING = tuple(
    n for n, v in enumerate(NODE_VERBS) if v not in ("click_at", "drag_at", "move", "mouse_down", "mouse_up")
)
_NUMBER = re.compile(r"\s*(-?\d{1,6}(?:\.\d+)?)\s*(?:%|percent)?\s*$")
#: The places of the verbs of nodes among all verbs.
OF_NODES: Final = [tuple(VERBS).index(v) for v in NODE_VERBS]


@dataclass(kw_only=True)
class NodeView(View):
    """The arrays of a moment with its nodes. T tokens, N nodes.

    Attributes:
        names: int32 (N, NAME_WORDS), their known words, each once.
        titles: int32 (N,), their names as a whole.
        roles: uint8 (N,).
        states: uint8 (N, 24).
        bounds: float32 (N, 4).
        ranks: uint8 (N,), the place of a node among those of its role, in the order of the tree.
        lines: int32 (N, 2), the number of the line and of the column that a node is in: the middles of those in one are
            at the same height, or one above the other.
        has: bool (N, T), whether a node has a token.
        is_called: bool (N, T), whether a node's whole name is said at a token.
        texts: The beginnings of their names, or of their values where they have none; () if nobody reads them.
    """

    names: NDArray[np.int32]
    titles: NDArray[np.int32]
    roles: NDArray[np.uint8]
    states: NDArray[np.uint8]
    bounds: NDArray[np.float32]
    ranks: NDArray[np.uint8]
    lines: NDArray[np.int32]
    has: NDArray[np.bool_]
    is_called: NDArray[np.bool_]
    texts: tuple[str, ...]

    @staticmethod
    def stacked(views: Sequence[NodeView], tokens: int, unknown: Sequence[frozenset[int]]) -> dict[str, Array]:
        """Return the nodes of some views, padded to a token count; see `omnigym.baselines.policy.batch.collate`."""
        count, nodes = len(views), max(1, *(len(v.rows) for v in views))
        out: dict[str, Array] = {
            "names": np.zeros((count, nodes, NAME_WORDS), np.int64),
            "titles": np.zeros((count, nodes), np.int64),
            "roles": np.zeros((count, nodes), np.int64),
            "states": np.zeros((count, nodes, N_STATES), np.float32),
            "bounds": np.zeros((count, nodes, 4), np.float32),
            "ranks": np.zeros((count, nodes), np.int64),
            "lines": np.full((count, nodes, 2), -1),
            "has": np.zeros((count, nodes, tokens), np.float32),
            "is_called": np.zeros((count, nodes, tokens), np.float32),
            "sources": np.ones((count, 2 + nodes), np.bool_),
        }
        for row, view in enumerate(views):
            t, n = len(view.words), len(view.rows)
            out["sources"][row, 2 + n :] = False
            for name in ("names", "titles", "roles", "states", "bounds", "ranks", "lines"):
                out[name][row, :n] = getattr(view, name)
            for name in ("has", "is_called"):
                out[name][row, :n, :t] = getattr(view, name)
            if unknown and unknown[row]:
                hidden = np.fromiter(unknown[row], np.int64)
                out["titles"][row][np.isin(out["names"][row], hidden).any(-1)] = 0
                for name in ("names", "titles"):
                    out[name][row][np.isin(out[name][row], hidden)] = 0
        return out


def _lines(middles: NDArray[np.floating]) -> NDArray[np.int32]:
    """Numbers of groups: those nearer than a few pixels to the next one are in one."""
    order = np.argsort(middles, kind="stable")
    out = np.zeros(len(middles), np.int32)
    out[order[1:]] = np.cumsum(np.diff(middles[order]) > _NEAR)
    return out


def ranks_of(roles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the place of each node among those of its role."""
    count: Counter[int] = Counter()
    ranks = np.zeros(len(roles), np.uint8)
    for k, role in enumerate(roles.tolist()):
        ranks[k] = min(count[role], RANKS - 1)
        count[role] += 1
    return ranks


def _number(text: str) -> float | None:
    found = _NUMBER.match(text)
    return float(found[1]) if found else None


def _away(said: Sequence[str], nodes: Sequence[Node]) -> NDArray[np.uint8]:
    """See `View.away`. Of several sliders the one that has the focus counts, else the first."""
    out = np.zeros(len(said), np.uint8)
    sliders = [n for n in nodes if n.role in (Role.SLIDER, Role.SPINNER)]
    sliders.sort(key=lambda n: State.FOCUSED not in n.states)
    at = next((v for v in (_number(n.value) for n in sliders) if v is not None), None)
    if at is not None:
        for t, word in enumerate(said):
            if word.isdecimal():
                apart = int(word[:6]) - at
                steps = bisect(COUNTS, abs(apart))
                out[t] = 1 + steps + (len(COUNTS) if apart < 0 and steps else 0)
    return out


def nodes_in_view(codec: NodeActionCodec, history: History, vocabulary: Vocabulary) -> NodeView:
    """Return the view of a codec, by its tree."""
    said = said_of(codec, history, vocabulary)
    places, count = said.places, len(said.tokens)
    tree = codec.tree
    total = min(len(tree), codec.layout.nodes)
    nodes = tree.nodes[:total]
    can = codec.nodes
    useful: NDArray[np.bool_] = np.any(can[list(_TELLING), :total], axis=0)
    keep = [n for n in nodes if useful[n.index] or (n.role in _SAYING and n.text)][:_MOST_NODES]
    rows = np.array([n.index for n in keep], np.int32)
    names = np.zeros((len(keep), NAME_WORDS), np.int32)
    titles = np.zeros(len(keep), np.int32)
    has = np.zeros((len(keep), count), np.bool_)
    called = np.zeros((len(keep), count), np.bool_)
    for k, node in enumerate(keep):
        names[k], titles[k] = vocabulary.of_node(node.name, node.value)
        shared = places.keys() & all_said(node.name, node.value)
        for word in shared:
            has[k, places[word]] = True
        for name in {said_in(node.name), said_in(node.value)} if shared else ():
            if name and name[0] in places:
                for t in places[name[0]]:
                    if said.tokens[t : t + len(name)] == name:
                        called[k, t : t + len(name)] = True
    roles = np.array([n.role for n in keep], np.uint8)
    width, height = tree.size
    bounds = np.array([n.bounds for n in keep], np.float32).reshape(-1, 4)
    lines = np.stack((_lines(bounds[:, 1] + bounds[:, 3] / 2), _lines(bounds[:, 0] + bounds[:, 2] / 2)), 1)
    bounds /= np.array((width, height, width, height), np.float32)
    verbs = codec.verbs.copy()
    verbs[OF_NODES] &= can[:, rows].any(1)
    states = np.array([int(n.states) for n in keep], "<u4")
    return NodeView(
        **said.arrays,
        away=_away(said.tokens, keep),
        rows=rows,
        names=names,
        titles=titles,
        roles=roles,
        states=np.unpackbits(states.view(np.uint8).reshape(-1, 4), axis=1, count=N_STATES, bitorder="little"),
        bounds=bounds,
        ranks=ranks_of(roles),
        lines=lines,
        can=np.ascontiguousarray(can[:, rows].T),
        has=has,
        is_called=called,
        texts=tuple([(n.name or n.value)[:_READ] for n in keep]) if vocabulary.reader else (),
        verbs=verbs,
    )
