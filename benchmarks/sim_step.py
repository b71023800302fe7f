"""How fast a simulated step is, beside a copy of its frame and a step of MiniWoB++, in one run.

    python benchmarks/sim_step.py [--steps 3000] [--seed 0] [--no-peer] [--screens] [--against CHECKOUT]

The rollout is one of clicks (on the phone, taps) on real nodes and keys that arrive somewhere, on a task of five nodes
(on the phone, of any number), through `gymnasium.make`, evaluator on, every observation kept until the next. What is
alive when the rollout begins is kept from Python's garbage collector, as a training loop would do it. Three yardsticks
run in the same process:

* **copy**: one ``frame.copy()`` of the last observation, taken after each step;
* **rate**: steps per second over the rollout's whole time, so slow steps count;
* **peer**: MiniWoB++ (package ``miniwob``, extra ``omnigym[bench]``) stepped by clicks in Debian's Chromium.

With ``--against`` another checkout of omnigym (``git worktree add``) makes the same rollouts in turns with this one,
and the table says how long a step takes here in parts of a step there.
"""

from __future__ import annotations

import argparse
import inspect
import itertools
import json
import os
import shutil
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from against import compare, serve
from rich.console import Console
from rich.progress import track
from rich.table import Table

from omnigym.a11y import Role, State, Tree
from omnigym.actions import Action, Click, Press, Type
from omnigym.envs.env import OmniEnv
from omnigym.garbage import spare_collector
from omnigym.spaces import encode_action

_DESKTOP = {"id": "OmniBench-Win11-v0", "tasks": "suite:composed-2 nodes:5"}
_PHONE = {
    "id": "OmniBench-Android-v0",
    "device": {"backend": "sim", "platform": "android", "size": (270, 600), "scale": 0.75},
}
#: Episodes end after 200 steps and never earlier, or two checkouts with other limits would not do the same. Before
#: there was an argument ``limits``, no task had a limit of idle steps.
_ENDLESS: dict[str, Any] = {"max_steps": 10**9}
if "limits" in inspect.signature(OmniEnv.__init__).parameters:
    _ENDLESS["limits"] = {"max_idle_steps": 10**9}
_EDITABLE = {Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD, Role.DOCUMENT}
_TITLE_BUTTONS = {"Close", "Minimise", "Maximise", "Restore"}


def hits(tree: Tree, rng: np.random.Generator) -> Action:
    """A click on a visible, enabled node, or a key: letters where an editable node has the focus, else arrows."""
    focused = [n for n in tree.nodes if n.states & State.FOCUSED]
    if rng.random() < 0.5:
        if any(n.role in _EDITABLE for n in focused):
            return Type(str(rng.choice(list("abcdefghij ")))) if rng.random() < 0.9 else Press("backspace")
        return Press(str(rng.choice(["down", "up", "left", "right", "home", "end"])))
    width, height = tree.size
    nodes = [n for n in tree.nodes if n.has(State.ENABLED | State.CLICKABLE) and n.name not in _TITLE_BUTTONS]
    x, y = nodes[rng.integers(len(nodes))].center
    return Click(((x + 0.5) / width, (y + 0.5) / height))


def rollout(steps: int, seed: int, **kwargs: Any) -> Iterator[tuple[float, float]]:
    """Yields (seconds of the step, seconds of a copy of its screenshot or nan) for each step; 0 steps are endless."""
    env = gymnasium.make(**kwargs, **_ENDLESS)
    rng = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    spare_collector()  # as `omnigym train` does
    for i in range(steps) if steps else itertools.count():
        if i % 200 == 199:
            observation, _ = env.reset()
        action = encode_action(hits(env.unwrapped.a11y(), rng))  # type: ignore[attr-defined]
        start = time.perf_counter()
        observation, _, terminated, truncated, _ = env.step(action)
        took = time.perf_counter() - start
        copied = float("nan")
        if "screenshot" in observation:
            start = time.perf_counter()
            kept = observation["screenshot"].copy()
            copied = time.perf_counter() - start
            del kept
        yield took, copied
        if terminated or truncated:
            observation, _ = env.reset()
    env.close()


#: What the start of an episode is drawn from: `OmniEnv`'s arguments, by the name of a row.
_STARTS: dict[str, dict[str, Any]] = {
    "as always": {},
    "variation=layout": {"variation": "layout"},
    "parameters=drawn": {"parameters": "drawn"},
    "variation=all": {"variation": "all"},
}


def resets(count: int, seed: int) -> dict[str, list[float]]:
    """Seconds of each of ``count`` resets with the first observation, in turns, each after a few steps."""
    rng = np.random.default_rng(seed)
    varies = "variation" in inspect.signature(OmniEnv.__init__).parameters
    starts = _STARTS if varies else {"as always": {}}
    given: dict[str, dict[str, Any]] = {name: {**_DESKTOP, **more} for name, more in starts.items()}
    envs = {name: gymnasium.make(**arguments) for name, arguments in given.items()}
    out: dict[str, list[float]] = {name: [] for name in envs}
    for n in range(count):
        for name, env in envs.items():
            start = time.perf_counter()
            env.reset(seed=seed + n)
            out[name].append(time.perf_counter() - start)
            for _ in range(5):
                env.step(encode_action(hits(env.unwrapped.a11y(), rng)))  # type: ignore[attr-defined]
    for env in envs.values():
        env.close()
    return out


def peer(steps: int) -> list[float] | None:
    """Seconds of each MiniWoB++ step, or None where it cannot run here."""
    try:
        import miniwob
        from miniwob.action import ActionTypes
    except ImportError:
        return None
    if driver := shutil.which("chromedriver"):
        os.environ.setdefault("SE_CHROMEDRIVER", driver)
    gymnasium.register_envs(miniwob)
    env = gymnasium.make("miniwob/click-test-2-v1")
    env.reset(seed=0)
    out = []
    for i in range(steps):
        action = env.unwrapped.create_action(ActionTypes.CLICK_COORDS, coords=(20.0, 60.0 + i % 90))  # type: ignore[attr-defined]
        start = time.perf_counter()
        _, _, terminated, truncated, _ = env.step(action)
        out.append(time.perf_counter() - start)
        if terminated or truncated:
            env.reset()
    env.close()
    return out


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:,.0f}"


_SETUPS: dict[str, dict[str, Any]] = {
    "1024x768, screenshot and tree": _DESKTOP,
    "320x240, screenshot and tree": {**_DESKTOP, "screenshot_size": (320, 240)},
    "tree only": {**_DESKTOP, "observation": "a11y"},
    "phone, 270x600, screenshot and tree": _PHONE,
    "phone, tree only": {**_PHONE, "observation": "a11y"},
}
#: With ``--screens``: sizes that people have, and the same screen with a smaller picture of it.
_SCREENS: dict[str, dict[str, Any]] = {
    **{
        device.partition(":")[2]: {**_DESKTOP, "device": device}
        for device in (
            "sim:640x480",
            "sim:1024x768",
            "sim:1280x800",
            "sim:1920x1080",
            "sim:1920x1080@1.5",
            "sim:3840x2160@2",
        )
    },
    "1920x1080, observed at 960x540": {**_DESKTOP, "device": "sim:1920x1080", "screenshot_size": (960, 540)},
    "1920x1080, tree only": {**_DESKTOP, "device": "sim:1920x1080", "observation": "a11y"},
}


def against(other: Path, steps: int, seed: int, console: Console) -> None:
    """Print this checkout's steps beside another's."""
    table = Table(title=f"Steps here beside {other}, in turns")
    for column in ("observation", "median us", "there", "mean us", "there", "mean, ratio of turns"):
        table.add_column(column, justify="left" if column == "observation" else "right")
    here = Path(__file__).resolve().parent.parent
    for name, setup in track(_SETUPS.items(), description="both", total=len(_SETUPS), console=console, transient=True):
        mine, theirs, ratio = compare(__file__, (here, other), setup, seed, steps)
        both = [f(t) for f in (statistics.median, statistics.fmean) for t in (mine, theirs)]
        table.add_row(name, *(_us(v) for v in both), f"{ratio:.3f}")
    console.print(table)


def main() -> None:
    """Run everything and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-peer", action="store_true", help="leave MiniWoB++ out")
    parser.add_argument("--screens", action="store_true", help="one row a size of the screen, and no peer")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with another checkout, in turns")
    parser.add_argument("--worker", type=json.loads, metavar="SETUP", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker is not None:
        serve(rollout(0, args.seed, **args.worker))
        return
    console = Console(width=110)
    if args.against is not None:
        against(args.against, args.steps, args.seed, console)
        return
    table = Table(title="Simulated desktop and phone, evaluator on")
    for column in ("observation", "median us", "mean us", "p95 us", "copy us", "median / copy", "steps/s"):
        table.add_column(column, justify="left" if column == "observation" else "right")
    rates = {}
    for name, kwargs in (_SCREENS if args.screens else _SETUPS).items():
        times = list(
            track(
                rollout(args.steps, args.seed, **kwargs),
                description=name,
                total=args.steps,
                console=console,
                transient=True,
            )
        )
        step = [t for t, _ in times]
        copy = statistics.median(c for _, c in times)
        rates[name] = len(step) / sum(step)
        table.add_row(
            name,
            *(_us(v) for v in (statistics.median(step), statistics.fmean(step), float(np.quantile(step, 0.95)))),
            *((_us(copy), f"{statistics.median(step) / copy:.2f}") if copy == copy else ("-", "-")),
            f"{rates[name]:,.0f}",
        )
    console.print(table)
    if args.screens:
        return
    usual = 0.0
    for name, reset in resets(200, args.seed).items():
        median = statistics.median(reset)
        usual = usual or median
        console.print(
            f"reset, {name}: median {median * 1e3:.2f} ms ({median / usual:.2f} of the usual), "
            f"p95 {float(np.quantile(reset, 0.95)) * 1e3:.2f} ms"
        )
    if args.no_peer:
        return
    miniwob_steps = peer(100)
    if miniwob_steps is None:
        console.print("MiniWoB++ is not installed: pip install miniwob, and a chromium with chromedriver")
        return
    rate = len(miniwob_steps) / sum(miniwob_steps)
    ratios = ", ".join(f"{r / rate:,.0f}x ({name})" for name, r in rates.items())
    console.print(f"MiniWoB++ click-test-2 in Chromium: {rate:.1f} steps/s; omnigym is {ratios}")


if __name__ == "__main__":
    main()
