"""What sound and video cost on the simulated phone and in the real browser, in one run.

    python benchmarks/av_step.py [--parts phone adb x11 chromium] [--steps 1500] [--seed 0]

Three environments make the same rollout in turns: pixels alone; with the sound of each step; with sound and four small
frames. A podcast plays, so that there is something to mix, and the clicks are those of `sim_step.py`. Then one second
of four sounds is mixed many times: two files of other rates, a melody, a ring. Times are of the processor, of all
threads, so that a busy machine does not matter.

The part ``adb`` does the same over adb's and scrcpy's protocols, in real time: two processes share the work. ``x11`` is
the real Linux desktop, beside the usual recipe (`av_desktop`). ``chromium`` is the real browser on a page of our own,
on which a sound plays in a loop, with a tenth of the steps. There the time is that of the clock, as the browser has
processes of its own.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from itertools import islice
from typing import Any

import gymnasium
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table
from sim_step import hits

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Click, Scroll
from omnigym.devices.adb.config import AdbConfig
from omnigym.devices.phone.process import PhoneProcess
from omnigym.documents.sound import sampled, tone
from omnigym.garbage import spare_collector
from omnigym.sim.audio import Part, Sounding, mixed
from omnigym.spaces import encode_action

_ENDLESS: dict[str, Any] = {"max_steps": 10**9, "limits": {"max_idle_steps": 10**9}}
_PHONE: dict[str, Any] = {"id": "OmniBench-Android-v0", **_ENDLESS}
_SETUPS: dict[str, dict[str, Any]] = {
    "pixels": {"observation": "pixels"},
    "pixels, sound": {"observation": "pixels", "audio": True},
    "pixels, sound, 4 frames": {"observation": "pixels", "audio": True, "video": True},
}
_PODCAST = "Podcasts/Deep Water - The Lake Monster.wav"
_TURN = 50


class Rollout:
    """Steps of one environment; time is that of `step` alone.

    Args:
        seed: Of the clicks.
        clock: Reads the time.
        kwargs: Of the environment.
    """

    def __init__(self, seed: int, clock: Callable[[], float] = time.process_time, **kwargs: Any) -> None:
        self._clock = clock
        self._env = gymnasium.make(**_PHONE, **kwargs)
        self._rng, self._steps = np.random.default_rng(seed), 0
        self.seconds: list[float] = []
        self.heard = 0
        self._begin(seed)

    def _begin(self, seed: int | None = None) -> None:
        self._env.reset(seed=seed)
        self._env.unwrapped.device.launch("music", f"/sdcard/{_PODCAST}")  # type: ignore[attr-defined]

    def turn(self) -> None:
        """Make `_TURN` steps."""
        for _ in range(_TURN):
            self._steps += 1
            if self._steps % 200 == 0:
                self._begin()
            action = encode_action(hits(self._env.unwrapped.a11y(), self._rng))  # type: ignore[attr-defined]
            start = self._clock()
            observation, _, terminated, truncated, _ = self._env.step(action)
            self.seconds.append(self._clock() - start)
            self.heard += "audio" in observation and bool(observation["audio"].any())
            if terminated or truncated:
                self._begin()


class Browsing:
    """Steps in the real browser, on the page of the radio, which plays on and on."""

    def __init__(self, seed: int, **kwargs: Any) -> None:
        self._env = gymnasium.make("OmniBench-Web-v0", tasks="app:office nodes:1", **_ENDLESS, **kwargs)
        self._rng = np.random.default_rng(seed)
        self.seconds: list[float] = []
        self.heard = 0
        self._env.reset(seed=seed)
        device: Any = self._env.unwrapped.device  # type: ignore[attr-defined]
        device.launch("studio", "/radio.html")
        button = device.tree().find(name="Turn on")
        self._env.step(encode_action(Click((button.center[0] / device.size[0], button.center[1] / device.size[1]))))
        device.evaluate("audio.loop = true; audio.play(); 0")

    def turn(self) -> None:
        """Make ten steps."""
        for n in range(10):
            place = float(self._rng.uniform(0.1, 0.9)), float(self._rng.uniform(0.6, 0.9))
            action = encode_action(Click(place) if n % 2 else Scroll(place, dy=1 if n % 4 else -1))
            start = time.perf_counter()
            observation, *_ = self._env.step(action)
            self.seconds.append(time.perf_counter() - start)
            self.heard += "audio" in observation and bool(observation["audio"].any())


def mixing(count: int) -> list[float]:
    """Seconds of each of ``count`` mixes of a second of four sounds."""
    noise = np.random.default_rng(0).integers(-9_000, 9_000, 16_000 * 30).astype(np.int16)
    sources = sampled(noise, 16_000), tone(30, pitch=300, rate=8000), "a melody", "ring"
    parts = [Part(Sounding(source, 0, loops=source == "ring"), 700, 0, 20_000) for source in sources]
    out = []
    for n in range(count):
        begin = 1_000 + 10 * n % 15_000
        start = time.process_time()
        mixed(parts, begin, begin + 1_000)
        out.append(time.process_time() - start)
    return out


def rows(rollouts: Mapping[str, Rollout | Browsing], turns: int, console: Console, title: str) -> Table:
    """The table of rollouts that are made in turns, all compared with "pixels"; one without a name is not shown."""
    spare_collector()
    for _ in track(range(max(1, turns)), description=title, console=console, transient=True):
        for rollout in rollouts.values():
            rollout.turn()
    table = Table(title=title)
    for column in ("observation", "median us", "mean us", "p95 us", "steps/s", "of pixels alone", "steps with sound"):
        table.add_column(column, justify="left" if column == "observation" else "right")
    alone = statistics.fmean(rollouts["pixels"].seconds)
    for name, rollout in rollouts.items():
        if not name:
            continue
        times = rollout.seconds
        mean = statistics.fmean(times)
        us = [f"{1e6 * t:,.0f}" for t in (statistics.median(times), mean, float(np.quantile(times, 0.95)))]
        share = f"{rollout.heard / len(times):.0%}"
        table.add_row(name, *us, f"{1 / mean:,.0f}", f"{alone / mean:.0%}", share)
    return table


def phone(console: Console, steps: int, seed: int) -> None:
    """The simulated phone, and mixing."""
    # What is done once in a process is done by the first, which has no name.
    setups = {"": _SETUPS["pixels"], **_SETUPS}
    rollouts = {name: Rollout(seed, **setup) for name, setup in setups.items()}
    console.print(rows(rollouts, steps // _TURN, console, "Simulated phone, 540x1200"))
    mixes = list(islice(mixing(1200), 200, None))
    console.print(f"a second of four sounds: median {1e3 * statistics.median(mixes):.3f} ms")


def adb(console: Console, steps: int, seed: int) -> None:
    """A served phone over adb."""
    with ExitStack() as stack:
        served = {}
        for name, setup in _SETUPS.items():
            device = AdbConfig(serial="omnigym", port=stack.enter_context(PhoneProcess()).smart_port)
            served[name] = Rollout(seed, time.perf_counter, device=device, **setup)
        console.print(rows(served, steps // _TURN, console, "Served phone over adb, 540x1200, real time"))


def x11(console: Console, steps: int, seed: int) -> None:  # noqa: ARG001 - nothing is drawn there
    """The real Linux desktop."""
    from av_desktop import measure

    measure(console, steps)


def chromium(console: Console, steps: int, seed: int) -> None:
    """The real browser."""
    browsers = {name: Browsing(seed, **setup) for name, setup in _SETUPS.items()}
    console.print(rows(browsers, steps // 100, console, "Real browser, 1024x768"))


#: What is measured, by the name of the part.
PARTS: Mapping[str, Callable[[Console, int, int], None]] = {
    "phone": phone,
    "adb": adb,
    "x11": x11,
    "chromium": chromium,
}


def main() -> None:
    """Run the parts and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=("phone",))
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    console = Console(width=110)
    for part in args.parts:
        PARTS[part](console, args.steps, args.seed)


if __name__ == "__main__":
    main()
