"""What a simulated step costs by app and by action, with much in the apps and five windows open.

    python benchmarks/sim_apps.py [--steps 600] [--seed 0] [--app excel ...]

Each app gets more than fits on a screen (a sheet of 26 x 40 cells, an inbox of 500 mails, a folder of 1,000 files).
Four other windows lie behind its own. Random clicks on its nodes, keys, scrolls and drags are timed through
`OmniEnv.step`, with a 1024x768 screenshot and the tree. Every 30 steps the full state comes back from a snapshot. What
is measured is the processor's time, so that what else runs on the machine does not count. The table's ratios are to the
median of all steps of the run; a pair of app and action above 4 is marked.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from omnigym.a11y import Node, Role, State
from omnigym.actions import Action, Click, Drag, Press, Scroll, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.documents import plain, write_docx
from omnigym.envs.env import OmniEnv
from omnigym.garbage import spare_collector

_FEWEST = 8
_LIMIT = 4.0
_STRETCH = 30
_SENTENCE = "The quick brown fox jumps over the lazy dog, and nobody knows why it always has to be that dog. "
_OTHERS = ("word", "file_manager", "text_editor", "calculator", "settings")
_FRAME = {"window.close", "window.minimise", "window.maximise"}
_TEXT = {Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD, Role.DOCUMENT}


def _mails(device: SimDevice) -> str:
    for n in range(500):
        text = f"From: Ann{n % 7} <ann{n % 7}@example.com>\nTo: user@example.com\nSubject: Report {n}\n"
        stamp = f"Date: Wed, {1 + n % 12:02} Mar 2025 {n % 24:02}:{n % 60:02}:00 +0000\n\n"
        device.write_file(f"AppData/Local/Mail/Inbox/m{n:03}.eml", (text + stamp + _SENTENCE).encode())
    return ""


def _folder(device: SimDevice) -> str:
    for n in range(1000):
        device.write_file(f"Documents/Many/file {n:04}.txt", b"x" * n)
    return "C:/Users/user/Documents/Many"


def _document(device: SimDevice) -> str:
    device.write_file("Documents/long.docx", write_docx(plain("\n".join([_SENTENCE * 3] * 200))))
    return "C:/Users/user/Documents/long.docx"


def _lines(device: SimDevice) -> str:
    device.write_file("Documents/long.txt", "\n".join([_SENTENCE] * 500).encode())
    return "C:/Users/user/Documents/long.txt"


def _sheet(device: SimDevice) -> str:
    rows = [",".join([f"{row * 7 % 101 + column}" for column in range(26)]) for row in range(40)]
    device.write_file("Documents/wide.csv", "\n".join(rows).encode())
    return "C:/Users/user/Documents/wide.csv"


#: App to what fills it; what that returns is the path that it opens.
_FILL: dict[str, Callable[[SimDevice], str]] = {
    "excel": _sheet,
    "file_manager": _folder,
    "mail": _mails,
    "text_editor": _lines,
    "word": _document,
}


def _inside(device: SimDevice) -> list[Node]:
    """The nodes of the window in front, without those of its frame."""
    front = device.windows()[0]
    x, y, w, h = front.bounds
    nodes = device.tree().nodes
    layer = min([n.layer for n in nodes if n.role is Role.WINDOW or n.role is Role.DIALOG], default=0)
    return [
        n
        for n in nodes
        if n.layer <= layer
        and x <= n.center[0] < x + w
        and y <= n.center[1] < y + h
        and n.key not in _FRAME
        and n.has(State.ENABLED)
    ]


def _draw(device: SimDevice, rng: np.random.Generator) -> tuple[str, Action]:
    """A random action on the window in front, and what it is called in the table."""
    nodes, (w, h) = _inside(device), device.size
    focused = next((n for n in nodes if n.states & State.FOCUSED), None)
    kind = rng.random()
    if kind < 0.25 and focused is not None and focused.role in _TEXT:
        return "letter", Type(str(rng.choice(list("abcdefghij "))))
    if kind < 0.4:
        return "arrow", Press(str(rng.choice(["down", "up", "left", "right"])))
    chosen = nodes[rng.integers(len(nodes))]
    at = ((chosen.center[0] + 0.5) / w, (chosen.center[1] + 0.5) / h)
    if kind < 0.5:
        return "scroll", Scroll(at, float(rng.choice([-3.0, 3.0])))
    if kind < 0.55:
        other = nodes[rng.integers(len(nodes))]
        return "drag", Drag(at, ((other.center[0] + 0.5) / w, (other.center[1] + 0.5) / h))
    clickable = [n for n in nodes if n.has(State.CLICKABLE)] or nodes
    chosen = clickable[rng.integers(len(clickable))]
    role = chosen.role.name.lower().replace("_", " ")
    return f"click {role}", Click(((chosen.center[0] + 0.5) / w, (chosen.center[1] + 0.5) / h))


def measure(app: str, steps: int, seed: int) -> Iterator[tuple[str, float]]:
    """Yields (name of the action, seconds of its step) for each step in an app."""
    env = OmniEnv(tasks="suite:composed-2 nodes:5", max_steps=10**9, limits={"max_idle_steps": 10**9})
    env.reset(seed=seed)
    device = env.device
    assert isinstance(device, SimDevice)
    path = _FILL[app](device) if app in _FILL else ""
    for other in [a for a in _OTHERS if a != app][:4]:
        device.launch(other)
    device.launch(app, path or None)
    rng, full = np.random.default_rng(seed), device.snapshot()
    spare_collector()
    held = None
    for step in range(steps):
        if step % _STRETCH == 0 or not device.windows():
            device.restore(full)
            env.step(Press("shift"))
        name, action = _draw(device, rng)
        start = time.process_time()
        held, _, terminated, truncated, _ = env.step(action)
        yield name, time.process_time() - start
        if terminated or truncated:
            env.reset()
            device.restore(full)
    del held
    env.close()


def main() -> int:
    """Run all apps and print a table; the exit code is 1 when a pair is above the limit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--app", action="append", help="only this one; may be given several times")
    args = parser.parse_args()
    console = Console(width=110)
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    for app in args.app or SimDevice().apps():
        run = measure(app, args.steps, args.seed)
        for name, took in track(run, app, args.steps, console=console, transient=True):
            times[app, name].append(took)
    everything = statistics.median([t for found in times.values() for t in found])
    table = Table(
        title=f"A step at 1024x768 with tree, five windows open; the median of all is {everything * 1e6:,.0f} us"
    )
    for column in ("app", "action", "steps", "median us", "p95 us", "median / all"):
        table.add_column(column, justify="left" if column in ("app", "action") else "right")
    above = 0
    for (app, name), found in sorted(times.items()):
        if len(found) < _FEWEST:
            continue
        median, ratio = statistics.median(found), statistics.median(found) / everything
        above += ratio > _LIMIT
        figures = (f"{median * 1e6:,.0f}", f"{float(np.quantile(found, 0.95)) * 1e6:,.0f}", f"{ratio:.2f}")
        table.add_row(app, name, str(len(found)), *figures, style="bold red" if ratio > _LIMIT else None)
    console.print(table)
    console.print(f"{above} pairs above {_LIMIT:.0f} times the median")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
