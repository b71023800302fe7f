"""How fast a step and a reset of the real Linux desktop are, and whether what they show is settled, in one run.

    python benchmarks/x11_step.py [--steps 300] [--frames 200] [--resets 5] [--desktops 4] [--no-peer] [--seed 0]

* **step**: a click in the text editor, the settled 1024x768 screenshot, and its tree; steps per second over the whole
  time, so slow steps count;
* **early**: how many of as many random actions (clicks on whatever there is, keys, text, the wheel) were over before
  the screen was: their screenshot differs from the one half a second later;
* **peer**: the usual recipe (`x11_recipe.py`), which sleeps for two seconds and walks the whole tree;
* **reset**: from an episode to an application that is ready on a fresh desktop; and how long the caller waits for that
  while one stands by;
* **at once**: the steps per second of several desktops together, a process each, beside one alone.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from omnigym.a11y import Role, State
from omnigym.actions import Action, Click, Press, Scroll, Type, Wait
from omnigym.devices.x11.app import installed_apps
from omnigym.devices.x11.device import X11Device
from omnigym.errors import AppError

_EDITOR, _SIZE = "text_editor", (1024, 768)
_TEXT = "\n".join(f"Line {n} of a text in which one can click, select and type." for n in range(40))
_KEEP_AWAY = {"window.close", "window.minimize"}
_LATER = 0.5
_PEER = Path(__file__).with_name("x11_recipe.py")


def start_editor(device: X11Device) -> None:
    """A fresh desktop with a text in the editor."""
    device.reset()
    device.write_file("Documents/text.txt", _TEXT.encode())
    device.launch(_EDITOR, "Documents/text.txt")
    device.tree()


def clicks(device: X11Device, rng: np.random.Generator) -> Iterator[Action]:
    """Clicks into the text; one in ten opens a menu, and the next closes it."""
    while True:
        nodes = device.tree().nodes
        area = next(n for n in nodes if n.role is Role.TEXT_AREA)
        bar = [n for n in nodes if n.role is Role.MENU_ITEM and n.has(State.EXPANDABLE)]
        open_menu = next((n for n in bar if n.states & State.EXPANDED), None)
        if open_menu is not None or rng.random() < 0.1:
            x, y, w, h = (open_menu or bar[rng.integers(len(bar))]).bounds
            yield Click(((x + w / 2) / _SIZE[0], (y + h / 2) / _SIZE[1]))
        else:
            x, y, w, h = area.bounds
            yield Click(((x + w * rng.random()) / _SIZE[0], (y + h * rng.random()) / _SIZE[1]))


def anything(device: X11Device, rng: np.random.Generator) -> Iterator[Action]:
    """Clicks on whatever there is, keys, text and the wheel."""
    while True:
        nodes = [n for n in device.tree().nodes if n.has(State.ENABLED) and n.key not in _KEEP_AWAY]
        chosen = nodes[rng.integers(len(nodes))]
        at = ((chosen.center[0] + 0.5) / _SIZE[0], (chosen.center[1] + 0.5) / _SIZE[1])
        kind = rng.random()
        if kind < 0.6:
            yield Click(at, count=int(rng.integers(1, 3)))
        elif kind < 0.75:
            yield Type(str(rng.choice(["word ", "a longer text\n", "ä"])))
        elif kind < 0.9:
            yield Press(str(rng.choice(["escape", "tab", "down", "pagedown", "end", "enter", "backspace"])))
        else:
            yield Scroll(at, float(rng.choice([-3.0, 3.0])))


def steps(device: X11Device, count: int, seed: int) -> Iterator[float]:
    """Yields the seconds of each of ``count`` steps in the editor."""
    actions = clicks(device, np.random.default_rng(seed))
    for _ in range(count):
        action = next(actions)
        start = time.perf_counter()
        device.act(action)
        device.screenshot()
        device.tree()
        yield time.perf_counter() - start


def early(device: X11Device, count: int, seed: int) -> Iterator[bool]:
    """Yields of each of ``count`` actions whether its screenshot differs from the one half a second later."""
    start_editor(device)
    actions = anything(device, np.random.default_rng(seed))
    for _ in range(count):
        device.act(next(actions))
        frame = device.screenshot()
        time.sleep(_LATER)
        device.act(Wait(0.0))
        yield not np.array_equal(frame, device.screenshot())
        if not device.windows():
            start_editor(device)


def peer(device: X11Device, count: int) -> dict[str, Any] | str:
    """What the recipe measured on a desktop of its own, or why it could not."""
    start_editor(device)
    device.write_file("recipe.py", _PEER.read_bytes())
    code, out, errors = device.run(["/usr/bin/python3", "recipe.py", str(count)], timeout=60.0 * count)
    if code:
        return f"{errors.decode().strip().splitlines()[-1]} (apt-get install python3-pyatspi python3-pil python3-xlib)"
    return dict(json.loads(out))


def resets(app: str, count: int) -> tuple[list[float], list[float]]:
    """Seconds of full resets to an application that is ready; and those that the caller waits with a standby."""
    full, hidden = [], []
    device = X11Device(_SIZE, prelaunch=(app,))
    device.reset()
    for _ in range(count):
        start = time.perf_counter()
        device.reset()
        full.append(time.perf_counter() - start)
    device.close()
    device = X11Device(_SIZE, prelaunch=(app,), standby=True)
    device.reset()
    for _ in range(count):
        device.act(Wait(0.1))
        while not device.standby_ready:
            device.act(Wait(0.05))
        start = time.perf_counter()
        device.reset()
        hidden.append(time.perf_counter() - start)
    device.close()
    return full, hidden


def _work(count: int, seed: int, ready: Barrier, spans: Any) -> None:
    device = X11Device(_SIZE)
    start_editor(device)
    ready.wait()
    start = time.monotonic()
    for _ in steps(device, count, seed):
        pass
    spans.put((start, time.monotonic()))
    device.close()


def at_once(desktops: int, count: int, seed: int) -> float:
    """Steps per second of several desktops together."""
    context = multiprocessing.get_context("spawn")
    ready, spans = context.Barrier(desktops), context.Queue()
    workers = [context.Process(target=_work, args=(count, seed + n, ready, spans)) for n in range(desktops)]
    for worker in workers:
        worker.start()
    found: list[tuple[float, float]] = [spans.get(timeout=600) for _ in workers]
    for worker in workers:
        worker.join()
    return float(desktops * count) / (max(end for _, end in found) - min(start for start, _ in found))


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:,.0f}"


def report_resets(console: Console, count: int) -> None:
    """A table of resets: the lightest application, and one of LibreOffice if there is one."""
    apps = [
        _EDITOR,
        *(n for n, app in installed_apps().items() if n == "calculator" or app.package.startswith("libre")),
    ]
    table = Table(title="Full reset, to an application that is ready on a fresh desktop")
    for column in ("application", "median ms", "minimum ms", "caller, standby ready: maximum ms"):
        table.add_column(column, justify="left" if column == "application" else "right")
    for app in apps:
        try:
            full, hidden = resets(app, count)
        except AppError as e:
            console.print(f"{app}: {e}")
            continue
        table.add_row(app, _ms(statistics.median(full)), _ms(min(full)), f"{max(hidden) * 1e3:.1f}")
    console.print(table)


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--resets", type=int, default=5)
    parser.add_argument("--desktops", type=int, default=4)
    parser.add_argument("--no-peer", action="store_true", help="leave the usual recipe out")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    console = Console(width=110)
    device = X11Device(_SIZE)
    start_editor(device)
    run = track(steps(device, args.steps, args.seed), "steps", args.steps, console=console, transient=True)
    times = list(run)
    rate = len(times) / sum(times)
    console.print(
        f"step: {rate:.1f} steps/s; median {_ms(statistics.median(times))} ms, "
        f"p95 {_ms(float(np.quantile(times, 0.95)))} ms, minimum {_ms(min(times))} ms"
    )
    if args.frames:
        run = track(early(device, args.frames, args.seed), "frames", args.frames, console=console, transient=True)
        console.print(f"early: {sum(run)} of {args.frames} frames differ from those {_LATER:g} s later")
    if not args.no_peer:
        found = peer(device, 5)
        if isinstance(found, str):
            console.print(f"peer: cannot run: {found}")
        else:
            usual = statistics.fmean(found["seconds"])
            console.print(
                f"peer: {1 / usual:.2f} steps/s, {found['nodes']} nodes; omnigym is {rate * usual:.0f}x as fast"
            )
    device.close()
    if args.desktops:
        alone, together = at_once(1, args.steps, args.seed), at_once(args.desktops, args.steps, args.seed)
        console.print(
            f"at once: {args.desktops} desktops {together:.1f} steps/s, one {alone:.1f}: {together / alone:.2f} times"
        )
    if args.resets:
        report_resets(console, args.resets)


if __name__ == "__main__":
    main()
