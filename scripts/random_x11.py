"""Let random agents loose on the real desktop, and look whether every episode ends, and what luck is worth.

    python scripts/random_x11.py [--episodes 1000] [--tasks QUERY] [--steps 30] [--seed 0]

Every second episode is played by ``random`` (any pixel, any key), the others by ``random:elements`` (what can be
clicked or typed into). Each must end with a score or with a device error that was counted: the exit code is 1 if one
does neither, or hangs, or if luck solved more than one task in a hundred.
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import sys
import time
from collections import Counter
from typing import Any

import gymnasium
from rich.console import Console
from rich.progress import Progress

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import play
from omnigym.devices.x11.config import X11Config
from omnigym.envs import OmniEnv
from omnigym.errors import DeviceError

#: An episode's step may take as long as the device's deadline; all of them together never do.
_HANG = 300.0
_LUCK = 0.01
_TELL = 50


class Ears(gymnasium.Wrapper):
    """Remembers how the device failed last."""

    error = ""

    def step(self, action: Any) -> Any:
        """Pass on a step."""
        result = super().step(action)
        self.error = result[4]["device_error"] or self.error
        return result


def main() -> int:
    """Play the episodes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--episodes", type=int, default=1000)
    parser.add_argument("--tasks", default="suite:one-node", help="a task query")
    parser.add_argument("--steps", type=int, default=30, help="the step limit of an episode")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    console = Console(width=120)
    env = gymnasium.make("OmniBench-Linux-v0", device=X11Config(), tasks=args.tasks, max_steps=args.steps)
    base = env.unwrapped
    assert isinstance(base, OmniEnv)
    # Mixed, so that some of the tasks are of all the applications, too.
    tasks = random.Random(args.seed).sample(base.tasks, len(base.tasks))
    agents = [make_agent(name, args.seed) for name in ("random", "random:elements")]
    ears = Ears(env)
    wrapped = [agent.wrap(ears) for agent in agents]
    ends: Counter[str] = Counter()
    solved: Counter[str] = Counter()
    neither = failed = steps = 0
    slowest = 0.0
    with Progress(console=console) as progress:
        bar = progress.add_task("episodes", total=args.episodes)
        for n in range(args.episodes):
            task = tasks[n // len(agents) % len(tasks)]
            faulthandler.dump_traceback_later(_HANG, exit=True)
            start = time.monotonic()
            try:
                record = play(wrapped[n % len(agents)], agents[n % len(agents)], task, args.seed + n)
            except DeviceError as e:
                failed += 1
                ends["could not begin"] += 1
                console.print(f"episode {n}, {task.id}: {e}")
                continue
            finally:
                faulthandler.cancel_dump_traceback_later()
                slowest = max(slowest, time.monotonic() - start)
                progress.advance(bar)
                if n % _TELL == _TELL - 1:
                    console.print(f"{n + 1} episodes: {dict(ends)}")
            steps += record.actions
            ends[record.end_reason] += 1
            failed += bool(record.device_errors)
            solved[task.id] += record.success
            if record.unscored and not record.device_errors:
                neither += 1
                console.print(f"episode {n}, {task.id}: no score and no device error")
            if record.device_errors:
                console.print(f"episode {n}, {task.id}: {ears.error}")
    env.close()
    lucky = {name: count for name, count in solved.items() if count}
    share = len(lucky) / min(len(tasks), -(-args.episodes // len(agents)))
    console.print(
        f"{args.episodes} episodes, {steps} steps, {len(solved)} tasks: {failed} with device errors, "
        f"{neither} without a score or an error; the longest took {slowest:.0f} s"
    )
    console.print(f"ends: {dict(ends)}")
    console.print(f"solved by luck: {share:.1%} of the tasks {lucky or ''}")
    return 1 if neither or share > _LUCK else 0


if __name__ == "__main__":
    sys.exit(main())
