"""The accessibility tree of what the walker saw of a page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Block, Role, State
from omnigym.a11y.vocabularies import ROLE_FROM

__all__ = ["Look", "read_look", "walker_tables"]

#: What the walker names that ARIA does not.
_EXTRA = {"textarea": Role.TEXT_AREA}


def walker_tables() -> Mapping[str, str]:
    """What is put into the walker's script: its placeholders and their values, as JavaScript."""
    roles = {name: int(role) for name, role in {**ROLE_FROM["aria"], **_EXTRA}.items()}
    states = {state.name: int(state) for state in State if state.name}
    return {"ROLES": json.dumps(roles), "STATES": json.dumps(states)}


@dataclass(frozen=True, slots=True)
class Look:
    """The tree that the walker returned, with its place.

    Attributes:
        blocks: What can be seen, front to back.
        truncated: Whether nodes are missing.
        title: The document's title.
    """

    blocks: tuple[Block, ...]
    truncated: bool
    title: str


def read_look(look: Mapping[str, Any], offset: tuple[int, int], layer: int) -> Look:
    """The walker's answer.

    Args:
        look: The columns of the walker, with those of all frames in it.
        offset: Where the page's (0, 0) is on the screen, in pixels.
        layer: The layer of the frontmost block; each further one has the next.
    """
    ranks = look["ranks"]
    bounds = np.array(look["bounds"], np.int32).reshape(-1, 4)
    bounds[:, :2] += np.array(offset, np.int32)
    columns = {
        "parents": np.array(look["parents"], np.int32),
        "roles": np.array(look["roles"], np.uint8),
        "states": np.array(look["states"], np.uint32),
        "bounds": bounds,
    }
    texts: tuple[Sequence[str], ...] = (look["names"], look["values"], look["keys"])
    distinct = sorted(set(ranks), reverse=True)
    if len(distinct) == 1:
        rows: list[NDArray[np.intp] | None] = [None]
    else:
        by_rank = np.array(ranks, np.int64)
        rows = [np.flatnonzero(by_rank == rank) for rank in distinct]
    blocks = tuple(_block(columns, texts, chosen, layer + n) for n, chosen in enumerate(rows))
    return Look(blocks, bool(look["full"]), look["title"])


def _block(
    columns: Mapping[str, Any], texts: Sequence[Sequence[str]], rows: NDArray[np.intp] | None, layer: int
) -> Block:
    """A block of some rows, or of all."""
    if rows is None:
        names, values, keys = (tuple(t) for t in texts)
        return Block(**columns, names=names, values=values, keys=keys, layer=layer)
    parents = columns["parents"][rows]
    places = np.full(len(columns["parents"]) + 1, -1, np.int32)  # the last is for parent -1
    places[rows] = np.arange(len(rows), dtype=np.int32)
    picked = {name: column[rows] for name, column in columns.items()}
    picked["parents"] = places[parents]
    names, values, keys = (tuple(t[i] for i in rows) for t in texts)
    return Block(**picked, names=names, values=values, keys=keys, layer=layer)
