"""A directed acyclic graph drawn with box characters, sources on top.

Nodes stand in layers by their longest path from a source. An edge that skips a layer passes through it as a line.
Each node's outgoing edges share one horizontal line of their own below its layer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["draw"]

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
#: Which character joins which directions.
_LINES = {
    _UP: "│",
    _DOWN: "│",
    _UP | _DOWN: "│",
    _LEFT: "─",
    _RIGHT: "─",
    _LEFT | _RIGHT: "─",
    _DOWN | _RIGHT: "╭",
    _DOWN | _LEFT: "╮",
    _UP | _RIGHT: "╰",
    _UP | _LEFT: "╯",
    _UP | _DOWN | _RIGHT: "├",
    _UP | _DOWN | _LEFT: "┤",
    _DOWN | _LEFT | _RIGHT: "┬",
    _UP | _LEFT | _RIGHT: "┴",
    _UP | _DOWN | _LEFT | _RIGHT: "┼",
}
_GAP = 3  # columns between neighbours


@dataclass(slots=True)
class _Place:
    """A node, or an edge that passes through the layer (no lines of text)."""

    text: tuple[str, ...]
    x: int = 0

    @property
    def width(self) -> int:
        return max(map(len, self.text)) + 4 if self.text else 1

    @property
    def middle(self) -> int:
        return self.x + self.width // 2


class _Canvas:
    """Characters, and lines that join where they meet."""

    def __init__(self) -> None:
        self._marks: dict[tuple[int, int], int] = {}
        self._chars: dict[tuple[int, int], str] = {}

    def vertical(self, x: int, top: int, bottom: int) -> None:
        for y in range(top, bottom):
            self._join(x, y, _DOWN)
            self._join(x, y + 1, _UP)

    def horizontal(self, y: int, left: int, right: int) -> None:
        for x in range(left, right):
            self._join(x, y, _RIGHT)
            self._join(x + 1, y, _LEFT)

    def _join(self, x: int, y: int, direction: int) -> None:
        self._marks[x, y] = self._marks.get((x, y), 0) | direction

    def text(self, x: int, y: int, text: str) -> None:
        for i, c in enumerate(text):
            self._chars[x + i, y] = c

    def __str__(self) -> str:
        cells = {**{at: _LINES[m] for at, m in self._marks.items()}, **self._chars}
        width, height = (max(at[axis] for at in cells) + 1 for axis in (0, 1))
        return "\n".join("".join(cells.get((x, y), " ") for x in range(width)).rstrip() for y in range(height))


def draw(nodes: Mapping[str, Sequence[str]], edges: Sequence[tuple[str, str]]) -> str:
    """Return the graph as text.

    Args:
        nodes: Node id -> the lines of text in its box.
        edges: Pairs (before, after) of node ids, without a cycle.

    >>> print(draw({"a": ["open"], "b": ["save"]}, [("a", "b")]))
    ╭──────╮
    │ open │
    ╰───┬──╯
        ▼
    ╭──────╮
    │ save │
    ╰──────╯
    """
    if not nodes:
        return ""
    places, layers, links = _layers(nodes, edges)
    _arrange(places, layers, links)
    canvas, top = _Canvas(), 0
    for n, layer in enumerate(layers):
        bottom = top + max((len(places[k].text) + 1 for k in layer if places[k].text), default=1)
        for key in layer:
            _draw_node(canvas, places[key], top, bottom)
        following = layers[n + 1] if n + 1 < len(layers) else []
        top = _draw_links(canvas, places, layer, following, links, bottom)
    return str(canvas)


_Key = tuple[str, str, int]  # a node (id, "", 0), or the edge (from, to) in layer n


def _layers(
    nodes: Mapping[str, Sequence[str]], edges: Sequence[tuple[str, str]]
) -> tuple[dict[_Key, _Place], list[list[_Key]], set[tuple[_Key, _Key]]]:
    import networkx as nx  # for this one picture every command would take a tenth longer to start

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    depth: dict[str, int] = {}
    for node in nx.lexicographical_topological_sort(graph):
        depth[node] = max((depth[p] + 1 for p in graph.predecessors(node)), default=0)
    places: dict[_Key, _Place] = {(n, "", 0): _Place(tuple(text)) for n, text in nodes.items()}
    layers: list[list[_Key]] = [[] for _ in range(max(depth.values()) + 1)]
    for node in nodes:
        layers[depth[node]].append((node, "", 0))
    links: set[tuple[_Key, _Key]] = set()
    for before, after in graph.edges:
        last: _Key = (before, "", 0)
        for n in range(depth[before] + 1, depth[after]):
            through: _Key = (before, after, n)
            places[through] = _Place(())
            layers[n].append(through)
            links.add((last, through))
            last = through
        links.add((last, (after, "", 0)))
    return places, layers, links


def _arrange(places: dict[_Key, _Place], layers: list[list[_Key]], links: set[tuple[_Key, _Key]]) -> None:
    """Put each place under the middle of what leads to it, as far as its neighbours let it."""
    for layer in layers:
        wish = {key: _mean([places[a].middle for a, b in links if b == key]) for key in layer}
        layer.sort(key=lambda key: (wish[key], key))
        x, off = -(10**9), []
        for key in layer:
            place = places[key]
            place.x = max(round(wish[key]) - place.width // 2, x)
            off.append(place.x + place.width // 2 - wish[key])
            x = place.x + place.width + _GAP
        shift = round(_mean(off))
        for key in layer:
            places[key].x -= shift
    left = min(place.x for place in places.values())
    for place in places.values():
        place.x -= left


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _draw_node(canvas: _Canvas, place: _Place, top: int, bottom: int) -> None:
    if not place.text:
        canvas.vertical(place.x, top, bottom)
        return
    right = place.x + place.width - 1
    for y in (top, bottom):
        canvas.horizontal(y, place.x, right)
    for x in (place.x, right):
        canvas.vertical(x, top, bottom)
    for n, line in enumerate(place.text):
        canvas.text(place.x + 2, top + 1 + n, line)


def _draw_links(
    canvas: _Canvas,
    places: dict[_Key, _Place],
    layer: list[_Key],
    following: list[_Key],
    links: set[tuple[_Key, _Key]],
    y: int,
) -> int:
    """The edges from a layer to the next, below row ``y``; returns the next layer's first row."""
    targets = {a: [b for b in following if (a, b) in links] for a in layer}
    bent = [a for a in layer if any(places[b].middle != places[a].middle for b in targets[a])]
    row = {a: y + 1 + n for n, a in enumerate(bent)}
    arrow = y + 1 + len(bent)
    for a in layer:
        x = places[a].middle
        for b in targets[a]:
            entry = _entry(places, layer, links, b)
            line = row.get(a, arrow - 1) if a in row or entry == x else arrow - 1
            canvas.vertical(x, y, line)
            canvas.horizontal(line, min(x, entry), max(x, entry))
            canvas.vertical(entry, line, arrow)
            if places[b].text:
                canvas.text(entry, arrow, "▼")
            else:
                canvas.vertical(entry, arrow, arrow + 1)
    return arrow + 1


def _entry(places: dict[_Key, _Place], layer: list[_Key], links: set[tuple[_Key, _Key]], target: _Key) -> int:
    """The column where edges enter a node: its middle, unless a stranger right above comes down there."""
    x = places[target].middle
    taken = any(places[a].middle == x and (a, target) not in links for a in layer)
    return x + 2 if taken and places[target].text else x
