"""Play many steps with pixels in one process, and watch its memory.

    python benchmarks/long_run.py [--devices win,ubuntu,phone] [--steps 100000] [--every 2000] [--json FILE]

Each episode has another seed, so caches fill as far as they can. Actions are clicks on nodes, keys and typed texts.
Memory is the process's own (private pages), after a garbage collection. Exits with 1 if the memory of a device grew by
more than 5 % over the second half: the mean of the last tenth of the samples against that of the tenth after the half.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from sim_step import hits

from omnigym.garbage import spare_collector
from omnigym.spaces import encode_action

_DEVICES: dict[str, dict[str, Any]] = {
    "win": {"id": "OmniBench-Win11-v0", "variation": "all"},
    "ubuntu": {"id": "OmniBench-Linux-v0", "device": "sim", "variation": "all"},
    "phone": {"id": "OmniBench-Android-v0", "variation": "all"},
}
#: What memory may grow by over the second half.
_MOST_GROWTH = 0.05
#: Steps of an episode.
_LENGTH = 50


def private_mb() -> float:
    """The private memory of this process, in MB."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def play(name: str, steps: int, every: int) -> dict[str, Any]:
    """Play a device, and return the samples of its memory, in MB."""
    env = gymnasium.make(**_DEVICES[name], max_steps=_LENGTH)
    base: Any = env.unwrapped
    rng = np.random.default_rng(0)
    samples: list[list[float]] = []
    episodes, over, begun = 0, True, time.process_time()
    for step in range(1, steps + 1):
        if over:
            env.reset(seed=episodes)
            episodes += 1
        if step == 1:
            spare_collector()
        action = encode_action(hits(base.a11y(), rng))
        *_, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
        if step % every == 0:
            gc.collect()
            samples.append([step, round(private_mb(), 1), sys.getallocatedblocks()])
            sys.stderr.write(f"{name} {samples[-1]}\n")
    env.close()
    return {"device": name, "episodes": episodes, "cpu_s": round(time.process_time() - begun), "samples": samples}


def growth_of(samples: list[list[float]]) -> tuple[float, float, float]:
    """The memory at the half and at the end, in MB, and the growth between."""
    mb = [sample[1] for sample in samples]
    tenth = max(1, len(mb) // 10)
    half = float(np.mean(mb[len(mb) // 2 :][:tenth]))
    end = float(np.mean(mb[-tenth:]))
    return half, end, end / half - 1


def main() -> None:
    """Measure each device in a process of its own, and print a line of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", default="win,ubuntu,phone")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--every", type=int, default=2_000)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        sys.stdout.write(json.dumps(play(given.devices, given.steps, given.every)))
        return
    found, bad = [], False
    for name in given.devices.split(","):
        command = [sys.executable, __file__, "--child", "--devices", name]
        command += ["--steps", str(given.steps), "--every", str(given.every)]
        told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        found.append(json.loads(told))
        half, end, growth = growth_of(found[-1]["samples"])
        bad |= growth > _MOST_GROWTH
        peak = max(sample[1] for sample in found[-1]["samples"])
        sys.stdout.write(
            f"{name}: {given.steps:,} steps, {found[-1]['episodes']:,} episodes, {half:.0f} MB at the half, "
            f"{end:.0f} MB at the end ({growth:+.1%}), at most {peak:.0f} MB, {found[-1]['cpu_s']} s of CPU\n"
        )
        sys.stdout.flush()
    if given.json is not None:
        given.json.write_text(json.dumps(found, indent=1))
    sys.exit(bad)


if __name__ == "__main__":
    main()
