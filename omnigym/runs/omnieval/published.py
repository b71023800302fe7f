"""What the paper printed: its rows of Tables 4, 5, 8 and 9 and the shares of Figure 8, as reference data.

They are of other tasks, on a virtual machine with Windows 11, and of models as they were: nothing to compare a number
with, but the order of magnitude and the shape.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypedDict

from omnigym.errors import UnknownNameError

__all__ = ["ABOUT", "Published", "published", "published_rows"]

ABOUT = "published: OmniBench, Table 4; other tasks, Windows 11 in a virtual machine"
_FILE = Path(__file__).with_name("published.json")


class PublishedRow(TypedDict):
    """A row of Table 4, in per cent."""

    agent: str
    kind: str
    cr: float
    lc: float
    capabilities: Mapping[str, float]


class Published(TypedDict):
    """All of it.

    ``levels`` is by agent, dimension and level, ``graphs`` what is said of Figure 7's graphs, ``sensitivity`` by model,
    ``intents`` by model, "plain" or "intent": parallel and long-range planning and both; ``causes`` in per cent.
    """

    source: str
    capabilities: Sequence[PublishedRow]
    levels: Mapping[str, Mapping[str, Mapping[str, float]]]
    graphs: Mapping[str, float]
    sensitivity: Mapping[str, float]
    intents: Mapping[str, Mapping[str, Sequence[float]]]
    causes: Mapping[str, float]


@cache
def published() -> Published:
    """The data."""
    found: Published = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


def published_rows(agents: Sequence[str] = ()) -> list[PublishedRow]:
    """Rows of Table 4.

    Args:
        agents: Of whom; of all if nobody is named.

    Raises:
        UnknownNameError: The table has no such row.
    """
    rows = {row["agent"]: row for row in published()["capabilities"]}
    for name in agents:
        if name not in rows:
            raise UnknownNameError("published agent", name, rows)
    return [rows[name] for name in agents or rows]
