"""What one more replica of each kind costs: processor time, memory, disk, start and traffic. Linux only.

    python benchmarks/replica.py [--kinds desktop phone x11 ...] [--count 3] [--steps 60] [--seed 0]

Each kind is measured in a process of its own, which makes one environment, so that fonts, tasks and caches are there,
and then ``--count`` more, which stay open and make random clicks and keys in turn. What is counted is that process and
all that it started, also what has lost its parent:

* **start**: wall time of ``gymnasium.make`` and the first ``reset``, and processor time of the same;
* **memory**: proportional set size (``Pss``) and what lies in memory file systems of its own, after the steps;
* **disk**: what it has in the folder for temporary files;
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
from collections.abc import Iterator, Mapping
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

_KINDS: Mapping[str, Mapping[str, Any]] = {
    "desktop": {"id": "OmniBench-Win11-v0"},
    "desktop, tree": {"id": "OmniBench-Win11-v0", "observation": "a11y"},
    "phone, tree": {"id": "OmniBench-Android-v0", "observation": "a11y"},
    "x11": {"id": "OmniBench-Linux-v0", "device": "x11", "tasks": "app:text_editor"},
    "browser": {"id": "OmniBench-Web-v0"},
    "vm": {"id": "OmniBench-Linux-v0", "device": "vm", "tasks": "app:text_editor"},
}
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
    return blocks * 512 / 1e6


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


def plan(costs: Mapping[str, Cost], replicas: int, every: float, machine: Machine) -> Table:
    """What so many replicas of each kind need."""
    table = Table(
        title=f"{replicas:,} replicas, a step every {every:g} s each, on machines of {machine.cores} cores and "
        f"{machine.memory:g} GB at {machine.price:g} USD an hour (assumed); USD are for a replica"
    )
    columns = (
        "kind",
        "cores",
        "memory, GB",
        "disk, GB",
        "MB/s",
        "machines",
        "gives out first",
        "USD a replica and day",
    )
    for column in columns:
        table.add_column(column, justify="left" if column in ("kind", "gives out first") else "right")
    for kind, cost in costs.items():
        rate = replicas / every
        cores, memory = rate * cost.step_cpu, replicas * cost.memory / 1e3
        by = {
            "memory": memory / (_USED_MEMORY * machine.memory),
            "cores": cores / (_USED_CORES * machine.cores),
        }
        first = max(by, key=by.__getitem__)
        machines = math.ceil(by[first])
        table.add_row(
            kind,
            f"{cores:.1f}",
            f"{memory:.0f}",
            f"{replicas * cost.disk / 1e3:.0f}",
            f"{rate * cost.changed / 1e3:.0f}",
            str(machines),
            first,
            f"{machines * machine.price * 24 / replicas:.3f}",
        )
    return table


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
    args = parser.parse_args()
    table = Table(title="One more replica")
    for column in (
        "kind",
        "start, s",
        "s of CPU",
        "memory, MB",
        "disk, MB",
        "step, ms of CPU",
        "frame, kB",
        "changed, kB",
    ):
        table.add_column(column, justify="left" if column == "kind" else "right")
    fresh = multiprocessing.get_context("spawn")
    costs = dict[str, Cost]()
    with ProcessPoolExecutor(1, mp_context=fresh, max_tasks_per_child=1) as pool:
        for kind in track(args.kinds, "kinds", console=Console(stderr=True)):
            count = args.count * (1 if "device" in _KINDS[kind] or kind == "browser" else _MANY)
            c = costs[kind] = pool.submit(measure, kind, count, args.steps, args.seed).result()
            times = (
                f"{c.start:.2f}",
                f"{c.start_cpu:.2f}",
                f"{c.memory:.1f}",
                f"{c.disk:.1f}",
                f"{c.step_cpu * 1e3:.1f}",
            )
            table.add_row(kind, *times, f"{c.frame:.0f}", f"{c.changed:.1f}")
    out = Console(width=120)
    out.print(table)
    out.print(plan(costs, args.replicas, args.every, Machine(args.cores, args.memory, args.price)))


if __name__ == "__main__":
    main()
