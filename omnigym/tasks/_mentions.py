"""Things that were named before are named briefly: "list.txt in Documents" is "list.txt" the next time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from omnigym.evaluation.dag import Dag
from omnigym.tasks.binding import BoundNode, resource_key

__all__ = ["sentences", "ways_of_saying"]


def sentences(nodes: Mapping[str, BoundNode], dag: Dag) -> list[str]:
    """The instruction of each node, in the order of the graph's ids, as it is told after those of its ancestors.

    A folder is left out if an ancestor has said where the file is, and no other file of that name is in the story. Of a
    download nobody says it.
    """
    bound = [nodes[i] for i in dag.ids]
    places: dict[str, set[str]] = {}
    for folder, name in (f for node in bound for f in _files(node)):
        places.setdefault(name, set()).add(folder)
    out = []
    for index, node in enumerate(bound):
        text = node.instruction.strip().replace(".'.", ".'")
        told = {f for a in dag.ancestors[index] for f in _files(bound[a]) if f[0] in bound[a].instruction}
        for folder, name in sorted(told):
            if len(places[name]) == 1:
                text = _without(text, folder, name)
        out.append(text)
    return out


def ways_of_saying(nodes: Mapping[str, BoundNode]) -> dict[str, list[str]]:
    """The sentences with which each node may be told, whatever was told before it; the longest first.

    Args:
        nodes: The nodes by id. Nothing is known of what waits for what.
    """
    files = sorted({file for node in nodes.values() for file in _files(node)})
    ways = {}
    for name, node in nodes.items():
        said = {node.instruction.strip().replace(".'.", ".'"): None}
        for folder, file in files:
            said |= dict.fromkeys([_without(text, folder, file) for text in said])
        ways[name] = sorted(said, key=lambda text: (-len(text), text))
    return ways


def _files(node: BoundNode) -> Iterator[tuple[str, str]]:
    """The (folder, name) of each file that a node names."""
    for resource in (*(n.resource for n in node.needs), *node.produces):
        folder, _, name = resource.value.rpartition("/")
        if folder and "." in name and not resource_key(resource)[0].startswith(("clipboard", "mail", "todo")):
            yield folder, name


def _without(text: str, folder: str, name: str) -> str:
    """A text in which a file is named without its folder."""
    where, what = re.escape(folder), re.escape(name)
    ways: Sequence[tuple[str, str]] = (
        (rf"(?<!as )({what}'?), which is in {where},", r"\1"),
        (rf"(?<!as )({what}'?) (?:in|from) (?:the folder |the album )?{where}(?: of the phone)?(?![\w/])", r"\1"),
        (rf"({what}) from the phone's folder {where}(?![\w/])", r"\1"),
        (rf"({what}) of the album {where}(?![\w/])", r"\1"),
        (rf"(?<![\w/]){where}/({what})(?!\w)", r"\1"),
    )
    for pattern, brief in ways:
        text = re.sub(pattern, brief, text)
    return text
