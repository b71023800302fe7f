"""How good marks from pixels are: what they find of the elements that the tree knows, and how long it takes.

    python benchmarks/marks.py [--episodes 12] [--screens 2] [--pictures DIR]

Screens are those of the oracle's episodes. A mark *reaches* the element that a click on its middle would: the one that
the tree says lies there, or the next one around it that can be clicked. What is larger than a quarter of the screen (a
page, the wallpaper) is no element here, or everything would be a hit.

- **recall**: of the elements of the tree that can be clicked or typed into, the share that some mark reaches;
- **precision**: of the marks, the share that reach one. Headings, other text to read, and disabled buttons count
  against it, since a picture does not tell them from others.

Times are of one thread: ``first`` of the episode's first screen, ``next`` of that after the next action, of which only
texts that changed are read anew.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy as np
from PIL import Image
from rich.console import Console
from rich.table import Table

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.a11y import Rect, Tree
from omnigym.baselines.oracle import OracleAgent
from omnigym.devices.protocol import Frame
from omnigym.wrappers._element_layout import ElementLayout
from omnigym.wrappers._element_masks import element_mask
from omnigym.wrappers._marks import draw_marks, marks_of
from omnigym.wrappers._pixels import PixelTrees, detector_of

IDS = ("OmniBench-Win11-v0", "Crab-Ubuntu-v0", "OmniBench-Android-v0")
MOST_MARKS = 400


def screens(env_id: str, episodes: int, each: int) -> Iterator[tuple[Frame, Tree]]:
    """So many screens of each of the oracle's first episodes, one after another, from where chance says."""
    env = gymnasium.make(env_id, observation="both")
    rng = np.random.default_rng(0)
    for episode in range(episodes):
        observation, info = env.reset(seed=episode)
        oracle = OracleAgent()
        oracle.reset(env, info)
        seen, ended = [], False
        while not ended:
            seen.append((env.unwrapped.screenshot().copy(), env.unwrapped.a11y()))
            observation, _, terminated, truncated, info = env.step(oracle.act(observation, info))
            ended = terminated or truncated
        first = int(rng.integers(max(len(seen) - each + 1, 1)))
        yield from seen[first : first + each]
    env.close()


def elements(tree: Tree) -> frozenset[int]:
    """The rows of what can be clicked or typed into."""
    layout = ElementLayout(len(tree), ("click",), ("type",), candidates=1)
    usable = element_mask(tree, layout, 1)[: layout.key_start].reshape(2, -1).any(axis=0)
    largest = tree.size[0] * tree.size[1] / 4
    return frozenset(n.index for n in tree if usable[n.index] and n.bounds[2] * n.bounds[3] <= largest)


def reached(tree: Tree, rows: frozenset[int], bounds: Rect) -> int:
    """The row of the element that a click in the middle reaches, or -1."""
    node = tree.hit(bounds[0] + bounds[2] // 2, bounds[1] + bounds[3] // 2)
    while node is not None and node.index not in rows:
        node = tree.node(node.parent) if node.parent >= 0 else None
    return -1 if node is None else node.index


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=12)
    parser.add_argument("--screens", type=int, default=2, help="of each episode")
    parser.add_argument("--pictures", type=Path, help="where the screens with their marks are written")
    given = parser.parse_args()
    table = Table("screens of", "number", "elements", "marks", "recall", "precision", "first, s", "next, s")
    for env_id in IDS:
        detect = PixelTrees(detector_of("pixels"))
        known = found = right = marks = number = 0
        seconds: dict[bool, list[float]] = {True: [], False: []}
        for number, (frame, tree) in enumerate(screens(env_id, given.episodes, given.screens), 1):
            began = time.thread_time()
            told = marks_of(detect.tree(frame), MOST_MARKS)
            seconds[number % given.screens == 1 or given.screens == 1].append(time.thread_time() - began)
            rows = elements(tree)
            hits = [reached(tree, rows, bounds) for bounds in told.bounds]
            known, marks = known + len(rows), marks + len(hits)
            found, right = found + len({*hits} - {-1}), right + sum(hit >= 0 for hit in hits)
            if given.pictures:
                given.pictures.mkdir(parents=True, exist_ok=True)
                picture = Image.fromarray(draw_marks(frame, told, tree.size))
                picture.save(given.pictures / f"{env_id}-{number:03}.png")
        row = [
            str(number),
            f"{known / number:.0f}",
            f"{marks / number:.0f}",
            f"{found / known:.3f}",
            f"{right / marks:.3f}",
        ]
        table.add_row(
            env_id, *row, *[f"{np.median(seconds[new]):.2f}" if seconds[new] else "" for new in (True, False)]
        )
    Console().print(table)


if __name__ == "__main__":
    main()
