"""What one more replica of each kind costs: processor time, memory, disk, start and traffic. Linux only.

    python benchmarks/replica.py [--kinds desktop phone x11 ...] [--count 3] [--steps 60] [--seed 0] [--markdown]

``--markdown`` prints the tables as docs/scale.md has them. The kind ``vm`` takes the image ``linux`` of the folder
``OMNIGYM_IMAGES``.

Each kind is measured in a process of its own, which makes one environment, so that fonts, tasks and caches are there,
and then ``--count`` more, which stay open and make random clicks and keys in turn. What is counted is that process and
all that it started, also what has lost its parent:

* **start**: wall time of ``gymnasium.make`` and the first ``reset``, and processor time of the same;
* **memory**: proportional set size (``Pss``) and what lies in memory file systems of its own, after the steps;
* **disk**: what it has in the folder for temporary files, and open files there that have no name, such as overlays;
* **step**: processor time, and bytes: a whole frame, and the rows that changed, packed, as they cross a network.

A desktop answers to clicks with work, so a step's figure depends on what is clicked; the seeds are the same.

A second table says what ``--replicas`` of each kind need if each is stepped every ``--every`` seconds, on machines of
``--cores`` and ``--memory`` at ``--price`` an hour, of which a part stays free (`_USED_CORES`, `_USED_MEMORY`). The
machine and its price are assumptions.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import math
import multiprocessing
import os
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table
from sim_step import hits

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.a11y import State
from omnigym.actions import OpenApp
from omnigym.spaces import encode_action

#: What is made, by the name of the kind.
_KINDS: Mapping[str, Mapping[str, Any]] = {
    "desktop": {"id": "OmniBench-Win11-v0"},
    "desktop, tree": {"id": "OmniBench-Win11-v0", "observation": "a11y"},
    "phone, tree": {"id": "OmniBench-Android-v0", "observation": "a11y"},
    "x11": {"id": "OmniBench-Linux-v0", "device": "x11", "tasks": "app:text_editor"},
    "browser": {"id": "OmniBench-Web-v0"},
    "vm": {"id": "OmniBench-Linux-v0", "device": "vm", "tasks": "app:text_editor"},
}
#: How a report calls them.
_CALLED = {
    "desktop": "desktop, simulated, 1024x768",
    "desktop, tree": "desktop, simulated, tree only",
    "phone, tree": "phone, simulated, tree only",
    "x11": "x11, a real desktop",
    "vm": "vm, a virtual machine",
}
#: Columns of text; all others are of figures.
_TEXTS = ("kind", "gives out first")
#: Simulated replicas are cheap, so that many are needed to see one.
_MANY = 8
_ENDLESS: Mapping[str, Any] = {"max_steps": 10**9, "limits": {"max_idle_steps": 10**9}}
#: Linux: what loses its parent becomes this process's child.
_SUBREAPER = 36
#: The parts of a machine's cores and memory that a plan counts on.
_USED_CORES, _USED_MEMORY = 0.7, 0.9
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """Of one more replica: seconds, MB (10^6 bytes) and kB."""

    start: float
    start_cpu: float
    memory: float
    disk: float
    step_cpu: float
    frame: float
    changed: float


def family() -> Iterator[Path]:
    """The folders in /proc of this process and of all that came of it."""
    parents = dict[int, list[int]]()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it has ended
            parents.setdefault(parent, []).append(int(entry.name))
    todo = [os.getpid()]
    while todo:
        pid = todo.pop()
        todo += parents.get(pid, [])
        yield Path(f"/proc/{pid}")


def spent() -> float:
    """Processor time of the family, and of those of it that have ended, in seconds."""
    ticks = 0
    for process in family():
        try:
            ticks += sum(map(int, (process / "stat").read_text().rpartition(")")[2].split()[11:15]))
        except OSError:
            continue
    return ticks / _TICKS


def memory() -> float:
    """MB of memory of the family: its share of pages, and the memory file systems that others do not see."""
    gc.collect()
    pages, mounted = 0, dict[int, int]()
    mine = _memory_mounts(Path("/proc/self"))
    for process in family():
        try:
            lines = (process / "smaps_rollup").read_text().splitlines()
            mounted |= {n: used for n, used in _memory_mounts(process).items() if n not in mine}
        except OSError:
            continue
        pages += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return (pages * 1024 + sum(mounted.values())) / 1e6


def _memory_mounts(process: Path) -> dict[int, int]:
    """Bytes in each memory file system that a process sees, by its device number."""
    found = {}
    for line in (process / "mountinfo").read_text().splitlines():
        fields = line.split()
        if fields[fields.index("-") + 1] == "tmpfs":
            place = process / "root" / fields[4].lstrip("/")
            try:
                number, told = place.stat().st_dev, os.statvfs(place)
            except OSError:
                continue
            found[number] = (told.f_blocks - told.f_bfree) * told.f_frsize
    return found


def disk(folder: Path) -> float:
    """MB that files below a folder take."""
    blocks = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                blocks += os.lstat(os.path.join(place, name)).st_blocks
            except OSError:
                continue
    return (blocks + sum(_nameless(folder).values())) * 512 / 1e6


def _nameless(folder: Path) -> dict[int, int]:
    """Blocks of the open files of the family that lie on a folder's file system and have no name, by their numbers."""
    found, device = dict[int, int](), folder.stat().st_dev
    for process in family():
        try:
            opened = [os.stat(process / "fd" / name) for name in os.listdir(process / "fd")]
        except OSError:
            continue  # it has ended, or closed one meanwhile
        found |= {told.st_ino: told.st_blocks for told in opened if not told.st_nlink and told.st_dev == device}
    return found


class Replica:
    """An environment that makes random steps.

    Args:
        kwargs: Of ``gymnasium.make``.
        seed: Of its episodes and its steps.
    """

    def __init__(self, kwargs: Mapping[str, Any], seed: int) -> None:
        self.env = gymnasium.make(**kwargs, **_ENDLESS)
        self.env.reset(seed=seed)
        self._rng = np.random.default_rng(seed)
        self._last: np.ndarray | None = None
        self.sent: list[tuple[int, int]] = []

    def step(self) -> None:
        """Make a step, and note the bytes of its frame and of its changed rows."""
        tree = self.env.unwrapped.a11y()  # type: ignore[attr-defined]
        reachable = any(n.has(State.ENABLED | State.CLICKABLE) for n in tree)
        action = hits(tree, self._rng) if reachable else OpenApp("text_editor")  # an empty real desktop
        observation, _, terminated, truncated, _ = self.env.step(encode_action(action))
        if terminated or truncated:
            observation, _ = self.env.reset()
        frame = observation.get("screenshot")
        if frame is None:
            return
        last, self._last = self._last, frame.copy()
        if last is not None:
            rows = frame[np.any(frame != last, axis=(1, 2))]
            self.sent.append((frame.nbytes, len(zlib.compress(rows.tobytes(), 1))))


def measure(kind: str, count: int, steps: int, seed: int) -> Cost:
    """What each of some further replicas costs."""
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    kwargs = _KINDS[kind]
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = os.environ["TMPDIR"] = folder
        first = Replica(kwargs, seed)
        for _ in range(steps):
            first.step()
        before = memory(), disk(Path(folder))
        clock, cpu = time.perf_counter(), spent()
        replicas = [Replica(kwargs, seed + 1 + n) for n in range(count)]
        started, started_cpu = time.perf_counter() - clock, spent() - cpu
        cpu = spent()
        for _ in range(steps):
            for replica in replicas:
                replica.step()
        stepped = (spent() - cpu) / (steps * count)
        grown = memory() - before[0], disk(Path(folder)) - before[1]
        sent = [pair for replica in replicas for pair in replica.sent] or [(0, 0)]
        frame, changed = np.mean(sent, axis=0) / 1e3
        for replica in (first, *replicas):
            replica.env.close()
    return Cost(started / count, started_cpu / count, grown[0] / count, grown[1] / count, stepped, frame, changed)


@dataclass(frozen=True)
class Machine:
    """What a plan is made for: cores, GB of memory, and USD an hour."""

    cores: int
    memory: float
    price: float


def needs(costs: Mapping[str, Cost], replicas: int, every: float, machine: Machine) -> Iterator[dict[str, str]]:
    """What so many replicas of each kind need: figures by their columns."""
    for kind, cost in costs.items():
        rate = replicas / every
        cores, memory = rate * cost.step_cpu, replicas * cost.memory / 1e3
        by = {
            "memory": memory / (_USED_MEMORY * machine.memory),
            "cores": cores / (_USED_CORES * machine.cores),
        }
        first = max(by, key=by.__getitem__)
        machines = math.ceil(by[first])
        yield {
            "kind": _CALLED.get(kind, kind),
            "cores": f"{cores:.1f}",
            "memory, GB": f"{memory:,.0f}",
            "disk, GB": f"{replicas * cost.disk / 1e3:,.0f}",
            "MB/s": f"{rate * cost.changed / 1e3:.0f}",
            "machines": str(machines),
            "gives out first": first,
            "USD a replica and day": f"{machines * machine.price * 24 / replicas:.3f}",
        }


def shown(cost: Cost, kind: str) -> dict[str, str]:
    """What one more replica costs: figures by their columns."""
    return {
        "kind": _CALLED.get(kind, kind),
        "start, s": f"{cost.start:.2f}",
        "start, CPU s": f"{cost.start_cpu:.2f}",
        "memory, MB": f"{cost.memory:.1f}" if cost.memory < 100 else f"{cost.memory:.0f}",
        "disk, MB": f"{cost.disk:.1f}",
        "step, CPU ms": f"{cost.step_cpu * 1e3:.1f}",
        "frame, kB": f"{cost.frame:,.0f}",
        "changed, kB": f"{cost.changed:.1f}",
    }


def table_of(title: str, rows: Sequence[Mapping[str, str]]) -> Table:
    """Rows as a table of the terminal."""
    table = Table(title=title)
    for column in rows[0]:
        table.add_column(column, justify="left" if column in _TEXTS else "right")
    for row in rows:
        table.add_row(*row.values())
    return table


def markdown(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows as a table in Markdown."""
    lines = [list(rows[0]), ["---" if column in _TEXTS else "--:" for column in rows[0]]]
    return "\n".join(f"| {' | '.join(line)} |" for line in [*lines, *[list(row.values()) for row in rows]])


def main() -> None:
    """Measure each kind in a fresh process and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kinds", nargs="+", choices=_KINDS, default=list(_KINDS), help="what is measured")
    parser.add_argument("--count", type=int, default=3, help=f"further replicas; {_MANY} times as many simulated ones")
    parser.add_argument("--steps", type=int, default=60, help="random steps of each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--replicas", type=int, default=10_000, help="of the plan")
    parser.add_argument("--every", type=float, default=10.0, help="seconds from one step of a replica to the next")
    parser.add_argument("--cores", type=int, default=64, help="of a machine of the plan")
    parser.add_argument("--memory", type=float, default=256.0, help="of a machine of the plan, in GB")
    parser.add_argument("--price", type=float, default=3.0, help="of a machine of the plan, in USD an hour")
    parser.add_argument("--markdown", action="store_true", help="tables in Markdown")
    args = parser.parse_args()
    fresh = multiprocessing.get_context("spawn")
    costs = dict[str, Cost]()
    with ProcessPoolExecutor(1, mp_context=fresh, max_tasks_per_child=1) as pool:
        for kind in track(args.kinds, "kinds", console=Console(stderr=True)):
            count = args.count * (1 if "device" in _KINDS[kind] or kind == "browser" else _MANY)
            costs[kind] = pool.submit(measure, kind, count, args.steps, args.seed).result()
    machine = Machine(args.cores, args.memory, args.price)
    title = (
        f"{args.replicas:,} replicas, a step every {args.every:g} s each, on machines of {machine.cores} cores and "
        f"{machine.memory:g} GB at {machine.price:g} USD an hour (assumed); USD are for a replica"
    )
    tables = {
        "One more replica": [shown(cost, kind) for kind, cost in costs.items()],
        title: list(needs(costs, args.replicas, args.every, machine)),
    }
    out = Console(width=120)
    for said, rows in tables.items():
        if args.markdown:
            print(f"{said}\n\n{markdown(rows)}\n")
        else:
            out.print(table_of(said, rows))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
