"""How well DetACT reads a screen from its pixels, against the accessibility trees of seeded frames.

    python benchmarks/detact.py [--frames 300] [--split test] [--only desktop phone ...] [--columns contours random ...]
                                [--pictures DIR] [--cache DIR] [--json FILE]

Frames are those of the oracle's episodes, two in a row of each: one, and the one after the next action. The layout of
the simulated devices is drawn anew each time (theme, wallpaper, places of windows). Rules were tuned on the split
``tune``: tasks of omnigym's training split, and seeds of its own. Figures are of ``test``: held-out tasks, other seeds.

An *element* is what can be clicked or typed into, is not larger than a quarter of the screen, and is reached by a click
in its middle. A *mark* is what was found. It *reaches* the element that a click in its middle would: the one that the
tree says lies there, or the next one around it.

- **recall**: of the elements, the share that some mark reaches;
- **precision**: of the marks, the share that reach one. Headings, other text to read, and disabled buttons count
  against it; marks in a table of which the tree tells no cells are neither;
- **IoU**: of the elements, the share with a mark whose intersection over union with it is at least 0.5;
- **words**: of the words on elements and labels that are drawn in full, the share that the marks in them say, letter by
  letter, without regard to case;
- **icons**: of the pictures that were given a name, on elements whose name as a whole has a common meaning
  (`names.toml`; "Outlook pinned" has none), the share with that meaning; **named**: of all pictures on such elements,
  the share that was given a name;
- **kept**: of the oracle's clicks, the share whose element is among the 15 that the filter keeps for the instruction;
- **first**, **next**: seconds of CPU of an episode's first frame and of the one after the next action, medians.
  Lines of text that an earlier episode had, such as a taskbar's clock, are remembered in both.

Shares are pooled over frames; intervals are 95 % by a bootstrap over episodes. The control is ``random``: boxes of the
sizes that DetACT found, each at a place drawn by chance; ``grid``: 48 pixels wide, all over the screen.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from PIL import Image, ImageDraw
from rich.console import Console
from rich.progress import track
from rich.table import Table

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.a11y import CLICK_STATES, Rect, Role, Tree
from omnigym.actions import Click
from omnigym.baselines.oracle import OracleAgent
from omnigym.errors import MissingDependencyError
from omnigym.perception.detact import DetACT
from omnigym.perception.element import Element, Frame
from omnigym.perception.filtering import RuleFilter
from omnigym.perception.grouping import LABEL
from omnigym.perception.icon_packs import PAINTED_WITH, installed_packs
from omnigym.perception.names import common_name, meanings
from omnigym.wrappers.element_layout import ElementLayout
from omnigym.wrappers.element_masks import element_mask

#: What is made for the frames of a kind: the id, and arguments of `gymnasium.make`.
KINDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "desktop": ("OmniBench-Win11-v0", {"variation": "layout"}),
    "ubuntu": ("OmniBench-Linux-v0", {"variation": "layout"}),
    "phone": ("OmniBench-Android-v0", {"variation": "layout"}),
    "x11": ("OmniBench-Linux-v0", {"device": "x11"}),
    "pages": ("OmniBench-Web-v0", {"tasks": "app:shop,tracker,calendar,office"}),
}
#: The first seed of a split, and omnigym's split of tasks that it draws from.
SPLITS = {"tune": (0, "train"), "test": (1_000_000, "heldout")}
#: So many frames in a row of an episode.
EACH = 2
#: After how many actions the first of them is, at most. It is drawn.
LATEST = 12
MEASURES = ("recall", "precision", "IoU", "words", "icons", "named", "kept")
#: What the filter keeps.
LIMIT = 15
#: Nodes whose name is drawn on them, as far as there is place.
NAMED = (Role.TEXT, Role.HEADING, Role.PARAGRAPH, Role.LINK, Role.MENU_ITEM, Role.TAB, Role.COLUMN_HEADER)
#: Rows and cells of a page's tables are elements only if they can be clicked; those of a sheet can.
ROWS = (Role.ROW, Role.CELL, Role.COLUMN_HEADER, Role.LIST_ITEM)
READERS = ("rapidocr", "tesseract", "easyocr")
COLUMNS = (*READERS, "random", "grid")


class Screen(NamedTuple):
    """A frame and what is known of it.

    Attributes:
        episode: Its seed.
        frame: uint8 (H, W, 3).
        tree: What is on it.
        instruction: The task's.
        target: Where the oracle clicks next, in pixels; None if it does something else.
    """

    episode: int
    frame: Frame
    tree: Tree
    instruction: str
    target: tuple[float, float] | None


def played(kind: str, frames: int, split: str) -> Iterator[Screen]:
    """Screens of the oracle's episodes."""
    env_id, arguments = KINDS[kind]
    first, tasks = SPLITS[split]
    env = gymnasium.make(env_id, observation="both", split=tasks, **arguments)
    base: Any = env.unwrapped
    for seed in range(first, first + (frames + EACH - 1) // EACH):
        observation, info = env.reset(seed=seed)
        oracle = OracleAgent()
        oracle.reset(env, info)
        seen: list[Screen] = []
        latest = int(np.random.default_rng(seed).integers(EACH, LATEST + EACH))
        ended = False
        while not ended and len(seen) < latest:
            action = oracle.act(observation, info)
            frame, tree = base.screenshot().copy(), base.a11y()
            size = tree.size
            target = (action.at[0] * size[0], action.at[1] * size[1]) if isinstance(action, Click) else None
            seen.append(Screen(seed, frame, tree, str(info["instruction"]), target))
            observation, _, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        yield from seen[-EACH:]
    env.close()


def screens(kind: str, frames: int, split: str, cache: Path | None) -> Iterator[Screen]:
    """Screens, from the cache if all of them are there."""
    folder = cache / f"{kind}-{split}" if cache else None
    if folder is None:
        yield from played(kind, frames, split)
        return
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted(folder.glob("*.json"))
    if len(names) < frames:
        for number, screen in enumerate(played(kind, frames, split)):
            Image.fromarray(screen.frame).save(folder / f"{number:04}.png")
            said = screen._asdict() | {"frame": None, "tree": screen.tree.to_json()}
            (folder / f"{number:04}.json").write_text(json.dumps(said), "utf-8")
        names = sorted(folder.glob("*.json"))
    for name in names[:frames]:
        data = json.loads(name.read_text("utf-8"))
        frame = np.asarray(Image.open(name.with_suffix(".png")).convert("RGB"))
        target = None if data["target"] is None else (data["target"][0], data["target"][1])
        yield Screen(data["episode"], frame, Tree.from_json(data["tree"]), data["instruction"], target)


def elements(tree: Tree) -> frozenset[int]:
    """The rows of what can be clicked or typed into."""
    layout = ElementLayout(len(tree), ("click",), ("type",), candidates=1)
    usable = element_mask(tree, layout, 1)[: layout.key_start].reshape(2, -1).any(axis=0)
    largest = tree.size[0] * tree.size[1] / 4
    return frozenset(
        n.index
        for n in tree.nodes
        if usable[n.index]
        and n.role is not Role.SEPARATOR
        and n.bounds[2] * n.bounds[3] <= largest
        and (n.role not in ROWS or n.states & CLICK_STATES)
    )


def reached(tree: Tree, rows: frozenset[int], bounds: Rect) -> int:
    """The row of the element that a click in the middle reaches, or -1."""
    node = tree.hit(bounds[0] + bounds[2] // 2, bounds[1] + bounds[3] // 2)
    while node is not None and node.index not in rows:
        node = tree.node(node.parent) if node.parent >= 0 else None
    return -1 if node is None else node.index


def untold(tree: Tree, bounds: Rect) -> bool:
    """Whether the middle lies in a table of which the tree tells no cells, as in LibreOffice's sheets."""
    node = tree.hit(bounds[0] + bounds[2] // 2, bounds[1] + bounds[3] // 2)
    return node is not None and node.role is Role.TABLE and all(other.parent != node.index for other in tree.nodes)


def overlap(a: Rect, b: Rect) -> float:
    """Intersection over union."""
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    both = max(w, 0) * max(h, 0)
    return both / max(a[2] * a[3] + b[2] * b[3] - both, 1)


class Counts(NamedTuple):
    """Of one frame: for each measure how many were right, and of how many."""

    right: dict[str, int]
    of: dict[str, int]


def counted(screen: Screen, found: Sequence[Element]) -> Counts:
    """What was found, against the tree."""
    tree, rows = screen.tree, elements(screen.tree)
    nodes = tree.nodes
    marks = [e for e in found if e.source != LABEL]
    marks = [e for e in marks if not untold(tree, e.bounds)]
    hits = [reached(tree, rows, e.bounds) for e in marks]
    good = sum(any(overlap(nodes[r].bounds, e.bounds) >= 0.5 for e in marks) for r in rows)
    right = {"recall": len({*hits} - {-1}), "precision": sum(hit >= 0 for hit in hits), "IoU": good}
    of = {"recall": len(rows), "precision": len(hits), "IoU": len(rows)}
    drawn = [n for n in nodes if n.role in NAMED and n.name and tree.hit(*_middle(n.bounds)) == n]
    right["words"] = of["words"] = 0
    for node in drawn:
        x, y, w, h = node.bounds
        said = Counter(
            word
            for e in found
            if x - h <= _middle(e.bounds)[0] < x + w + h
            and _share(e.bounds, node.bounds) > 0.5 * min(w * h, e.bounds[2] * e.bounds[3])
            for word in e.text.casefold().split()
        )
        names = Counter(node.name.casefold().split())
        of["words"] += names.total()
        right["words"] += (said & names).total()
    pictures = [(e.icon, nodes[hit].name) for e, hit in zip(marks, hits, strict=True) if hit >= 0 and not e.text]
    known = [(icon, meanings(name)) for icon, name in pictures if common_name(name) in meanings(name)]
    given = [(common_name(icon), meant) for icon, meant in known if icon]
    right["icons"], of["icons"] = sum(icon in meant for icon, meant in given), len(given)
    right["named"], of["named"] = len(given), len(known)
    right["kept"] = of["kept"] = 0
    if screen.target is not None:
        x, y = round(screen.target[0]), round(screen.target[1])
        aim = reached(tree, rows, (x, y, 1, 1))
        if aim >= 0:
            kept = RuleFilter().keep(screen.instruction, marks, LIMIT) if marks else ()
            right["kept"], of["kept"] = int(aim in {reached(tree, rows, e.bounds) for e in kept}), 1
    return Counts(right, of)


def _middle(bounds: Rect) -> tuple[int, int]:
    return bounds[0] + bounds[2] // 2, bounds[1] + bounds[3] // 2


def _share(a: Rect, b: Rect) -> int:
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(w, 0) * max(h, 0)


def shuffled(found: Sequence[Element], size: tuple[int, int], seed: int) -> list[Element]:
    """As many boxes of the same sizes, anywhere."""
    rng = np.random.default_rng(seed)
    return [
        e._replace(
            bounds=(
                int(rng.integers(max(size[0] - e.bounds[2], 0) + 1)),
                int(rng.integers(max(size[1] - e.bounds[3], 0) + 1)),
                *e.bounds[2:],
            )
        )
        for e in found
    ]


def squares(size: tuple[int, int], side: int = 48) -> list[Element]:
    """The screen in squares."""
    return [
        Element((x, y, side, side))
        for y in range(0, size[1] - side + 1, side)
        for x in range(0, size[0] - side + 1, side)
    ]


def bounded(counts: Sequence[tuple[int, Counts]], measure: str) -> str:
    """A share in per cent with its interval, by a bootstrap over episodes."""
    by_episode: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for episode, each in counts:
        by_episode[episode][0] += each.right[measure]
        by_episode[episode][1] += each.of[measure]
    sums = np.array(list(by_episode.values()))
    if not sums[:, 1].sum():
        return "-"
    rng = np.random.default_rng(0)
    drawn = sums[rng.integers(len(sums), size=(2000, len(sums)))].sum(axis=1)
    drawn = drawn[drawn[:, 1] > 0]
    low, high = np.percentile(drawn[:, 0] / drawn[:, 1], (2.5, 97.5))
    share = sums[:, 0].sum() / sums[:, 1].sum()
    return f"{share:.3f} ({low:.2f}-{high:.2f})"


def drawn_on(screen: Screen, found: Sequence[Element]) -> Image.Image:
    """The screen with its marks: green where they reach an element, magenta where not; labels are blue."""
    rows = elements(screen.tree)
    picture = Image.fromarray(screen.frame)
    draw = ImageDraw.Draw(picture)
    for e in found:
        x, y, w, h = e.bounds
        hit = reached(screen.tree, rows, e.bounds) >= 0
        draw.rectangle(
            (x, y, x + w - 1, y + h - 1), outline="blue" if e.source == LABEL else "lime" if hit else "magenta"
        )
    return picture


def cpu_seconds() -> float:
    """Of this process and of those that it waited for: tesseract is one."""
    return sum(os.times()[:4])


def made(names: Sequence[str], packs: Sequence[str]) -> dict[str, DetACT]:
    """DetACT with each of these readers; those that are not installed are left out, and said."""
    readers = {}
    for name in names:
        try:
            readers[name] = DetACT(name, icons=packs)
        except MissingDependencyError as e:
            Console(stderr=True).print(f"Left out: {e}", markup=False)
    return readers


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=300, help="of each kind")
    parser.add_argument("--split", choices=SPLITS, default="test")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS), help="kinds of screens")
    parser.add_argument("--columns", nargs="+", choices=COLUMNS, default=list(COLUMNS))
    parser.add_argument("--pictures", type=Path, help="where the screens with their marks are written")
    parser.add_argument("--cache", type=Path, help="where frames and trees are kept for the next run")
    parser.add_argument("--json", type=Path, help="where the figures are written, too")
    given = parser.parse_args()
    packs = [name for name in installed_packs() if name not in PAINTED_WITH]
    table = Table("screens", "by", "frames", "elements", "marks", *MEASURES, "first, s", "next, s")
    rows: list[list[str]] = []
    for kind in given.only:
        counts: dict[str, list[tuple[int, Counts]]] = defaultdict(list)
        seconds: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
        readers = made([name for name in given.columns if name in READERS], packs)
        seen, last = 0, None
        for screen in track(screens(kind, given.frames, given.split, given.cache), kind, given.frames):
            found: dict[str, Sequence[Element]] = {}
            for name, reader in readers.items():
                began = cpu_seconds()
                found[name] = reader.elements(screen.frame)
                seconds[name][screen.episode == last].append(cpu_seconds() - began)
            if "random" in given.columns and readers:
                found["random"] = shuffled(next(iter(found.values())), screen.tree.size, seen)
            if "grid" in given.columns:
                found["grid"] = squares(screen.tree.size)
            for name, each in found.items():
                counts[name].append((screen.episode, counted(screen, each)))
            if given.pictures:
                given.pictures.mkdir(parents=True, exist_ok=True)
                drawn_on(screen, next(iter(found.values()))).save(given.pictures / f"{kind}-{seen:04}.png")
            seen, last = seen + 1, screen.episode
        for name, all_of in counts.items():
            of = [each.of for _, each in all_of]
            means = [f"{np.mean([one[measure] for one in of]):.0f}" for measure in ("recall", "precision")]
            times = [f"{np.median(each):.2f}" if each else "-" for each in seconds[name]]
            rows.append(
                [kind, name, str(seen), *means, *[bounded(all_of, m) for m in MEASURES], *(times or ["-", "-"])]
            )
            table.add_row(*rows[-1])
        if given.json:
            heads = [str(column.header) for column in table.columns]
            given.json.write_text(json.dumps([dict(zip(heads, row, strict=True)) for row in rows], indent=1), "utf-8")
    Console(width=200).print(table)


if __name__ == "__main__":
    main()
