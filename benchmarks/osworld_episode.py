"""What an OSWorld file costs besides the agent's steps: setup, post-config and judging, beside a bare start.

    python benchmarks/osworld_episode.py [--files "libreoffice_*"] [--rounds 1] [--import-files 988]

* **bare**: the limit: a fresh desktop with the file's application ready on the document;
* **setup**: a fresh desktop with all that the file's ``config`` asks for;
* **first**: setup, and the first observation: a screenshot and the tree;
* **judge**: post-config, getters and metrics, after the oracle, which is not timed;
* **import**: that many task files, read and checked, in seconds and files per second.

Ratios are to the bare start of the same file. Medians over all files.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from fnmatch import fnmatch
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from omnigym.benchmarks.osworld.suite import OWN, osworld_suite
from omnigym.benchmarks.osworld.tree import read_tree, task_paths
from omnigym.devices.x11.device import X11Device
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import Launch, OpenFile, PutAsset, apply_setup
from omnigym.tasks.task import Task


def bare(device: X11Device, task: Task) -> float:
    """Seconds for a fresh desktop with the document of a task open, and nothing else."""
    start = time.perf_counter()
    device.reset()
    apply_setup(device, [s for s in task.setup if isinstance(s, PutAsset | Launch | OpenFile)][:2])
    return time.perf_counter() - start


def played(device: X11Device, task: Task) -> tuple[float, float, float]:
    """Seconds of the setup, of that with the first observation, and of judging what the oracle made."""
    stage = Stage(task, device)
    start = time.perf_counter()
    stage.begin()
    setup = time.perf_counter() - start
    device.screenshot()
    device.tree()
    first = time.perf_counter() - start
    for action in stage.oracle():
        stage.do(action)
    start = time.perf_counter()
    apply_setup(device, task.post_config, after=True)
    stage.evaluator.finish()
    judge = time.perf_counter() - start
    if not stage.evaluator.done:
        raise SystemExit(f"{task.id}: the oracle scored {stage.evaluator.score:.3f}.")
    return setup, first, judge


def imported(count: int) -> float:
    """Seconds in which so many task files are read: copies of the suite's, in folders of their own."""
    sources = task_paths(OWN)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            source = sources[number % len(sources)]
            path = Path(folder, f"{source.parent.name}-{number // len(sources)}", source.name)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(source.read_bytes())
        start = time.perf_counter()
        found = sum(1 for _ in read_tree(folder))
        seconds = time.perf_counter() - start
    if found != count:
        raise SystemExit(f"{found} of {count} files were read.")
    return seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", default="libreoffice_*", help="a pattern of places in the suite")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--import-files", type=int, default=988)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    given = parser.parse_args()
    tasks = [t for t in osworld_suite("linux") if fnmatch(t.id, f"osworld/{given.files}") and not t.infeasible]
    if not tasks:
        raise SystemExit(f"No file fits {given.files!r}.")
    rows: list[tuple[float, float, float, float]] = []
    device = X11Device()
    try:
        for task in track(tasks * given.rounds, "files", console=Console(stderr=True)):
            rows.append((bare(device, task), *played(device, task)))
    finally:
        device.close()
    seconds = imported(given.import_files)
    medians = [statistics.median(column) for column in zip(*rows, strict=True)]
    together = statistics.median(setup + judge for _, setup, _, judge in rows)
    table = Table(title=f"{len(tasks)} files, medians in seconds")
    for name in ("bare", "setup", "first", "judge", "setup and judge", "ratio to bare"):
        table.add_column(name, justify="right")
    table.add_row(*[f"{m:.2f}" for m in medians], f"{together:.2f}", f"{together / medians[0]:.2f}")
    Console().print(table)
    Console().print(
        f"import: {given.import_files} files in {seconds:.1f} s, {given.import_files / seconds:.0f} a second"
    )
    if given.json:
        named = dict(zip(("bare", "setup", "first", "judge"), medians, strict=True))
        given.json.write_text(json.dumps({**named, "together": together, "import": seconds}) + "\n")


if __name__ == "__main__":
    main()
