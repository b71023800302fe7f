"""What recording costs: CPU time and bytes of a step, beside the same episodes without a recorder.

    python benchmarks/recording.py [--episodes 150] [--seed 0] [--size 320x240]

The oracle plays one-node tasks of the simulated desktop, observed with tree and screen, as
``omnigym record --no-screens --minari`` has it. Bytes are of 10,000 steps, files with several names counted once; times
are CPU time of this process, in which the same episodes were played before, so that what is drawn once is drawn.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import Player, schedule
from omnigym.cli.options import make_environment, task_query
from omnigym.recording import find_trajectories, read_trajectory, to_minari
from omnigym.wrappers import RecordTrajectory


def _bytes(folder: Path, pattern: str = "*") -> int:
    return sum({f.stat().st_ino: f.stat().st_size for f in folder.rglob(pattern) if f.is_file()}.values())


def _cpu_s(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def main() -> None:
    """Play, record, export and read back, and print one table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--episodes", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", default="320x240")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    make: Any = partial(
        make_environment,
        *("OmniBench-Win11-v0", None, task_query("one-node", None), "train"),
        observation="both",
        screenshot_size=(width, height),
    )

    def play(env: Any) -> None:
        plan = schedule(len(env.unwrapped.tasks), args.episodes, args.seed)
        player = Player(env, make_agent("oracle", args.seed), plan, args.seed, "oracle")
        for episode in range(args.episodes):
            player(episode)
        player.close()

    play(make())
    with tempfile.TemporaryDirectory() as name:
        os.environ["MINARI_DATASETS_PATH"] = str(Path(name, "minari"))
        import minari

        out, dataset = Path(name, "recordings"), "benchmark/oracle-v0"
        times = {"not recorded": _cpu_s(lambda: play(make()))}
        times["recorded"] = _cpu_s(lambda: play(RecordTrajectory(make(), out, screenshots=False, arrays=True)))
        paths, env = find_trajectories(out), make()
        times["exported to Minari"] = _cpu_s(lambda: to_minari(paths, dataset, env))
        times["read from recordings"] = _cpu_s(
            lambda: [t.observation(n) for t in map(read_trajectory, paths) for n in range(len(t.steps) + 1)]
        )
        times["read from Minari"] = _cpu_s(lambda: list(minari.load_dataset(dataset).iterate_episodes()))
        trajectories = [read_trajectory(p) for p in paths]
        steps = sum(len(t.steps) for t in trajectories)
        seen = sum(sum(a.nbytes for a in t.observation(0).values()) * (len(t.steps) + 1) for t in trajectories)
        sizes = {
            "not recorded": seen,
            "recorded": _bytes(out),
            "exported to Minari": _bytes(Path(name, "minari"), "*.hdf5"),
        }
    table = Table(title=f"{steps} steps of {args.episodes} episodes, {args.size} and tree")
    for column in ("", "CPU ms a step", "steps/s", "MB of 10,000 steps"):
        table.add_column(column, justify="right" if column else "left")
    for what, seconds in times.items():
        size = f"{sizes[what] / steps * 1e4 / 1e6:,.0f}" if what in sizes else ""
        table.add_row(what, f"{seconds / steps * 1e3:.2f}", f"{steps / seconds:.0f}", size)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
