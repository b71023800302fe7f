"""How fast a step is on a machine, and what it adds to show the machine over HTTP, in one run.

    python benchmarks/machine_step.py [--steps 200] [--turns 10] [--peer 5] [--seed 0]

* **step**: a click in the text editor, the settled 1024x768 screenshot, and its tree: on a desktop of the x11 device in
  this process, and on one that a process of its own shows by ``omnigym guest``. Both do the same actions, in turns, so
  that what else the machine does meets both;
* **over HTTP**: the difference of the medians;
* **the wire alone**: the same difference on the simulated desktop, whose own step takes no time: each step opens or
  closes the Start menu;
* **peer**: the usual recipe on the same guest by OSWorld's routes: two seconds of sleep, a PNG, the whole tree in XML.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from omnigym.a11y import Role, State
from omnigym.actions import Action, Click, Press
from omnigym.devices.config import build_device
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.x11.config import X11Config

_SIZE = (1024, 768)
_TEXT = "\n".join(f"Line {n} of a text in which one can click, select and type." for n in range(40))
#: What a peer sleeps after an action, in seconds.
_PEER_S = 2.0


@dataclass
class Machine:
    """A device that is measured.

    Attributes:
        name: In the table.
        device: The device.
        seconds: Of each step so far.
    """

    name: str
    device: Any
    seconds: list[float] = field(default_factory=list)

    def start(self) -> None:
        """A fresh desktop with a text in the editor."""
        self.device.reset(seed=0)
        self.device.write_file("Documents/text.txt", _TEXT.encode())
        self.device.launch("text_editor", "Documents/text.txt")

    def turn(self, count: int, rng: np.random.Generator) -> None:
        """Do some steps; the first, after the other machine's turn, is not counted."""
        tree = self.device.tree()
        for n in range(count + 1):
            action = _click(tree, rng)
            start = time.perf_counter()
            self.device.act(action)
            self.device.screenshot()
            tree = self.device.tree()
            if n:
                self.seconds.append(time.perf_counter() - start)


def _click(tree: Any, rng: np.random.Generator) -> Action:
    """A click into the text; one in ten opens a menu, and the next closes it."""
    area = next(n for n in tree if n.role is Role.TEXT_AREA)
    bar = [n for n in tree if n.role is Role.MENU_ITEM and n.has(State.EXPANDABLE)]
    menu = next((n for n in bar if n.states & State.EXPANDED), None)
    if menu is not None or rng.random() < 0.1:
        x, y, w, h = (menu or bar[rng.integers(len(bar))]).bounds
        return Click(((x + w / 2) / _SIZE[0], (y + h / 2) / _SIZE[1]))
    x, y, w, h = area.bounds
    return Click(((x + w * rng.random()) / _SIZE[0], (y + h * rng.random()) / _SIZE[1]))


@contextlib.contextmanager
def served(device: str) -> Iterator[tuple[str, str]]:
    """A guest in a process of its own that shows a device, by its address and its token."""
    token = secrets.token_hex(16)
    command = [sys.executable, "-m", "omnigym", "guest", "--device", device, "--port", "0", "--routes", "osworld"]
    with subprocess.Popen([*command, "--token", token], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = next(m for line in process.stdout if (m := re.match(r"(http://127\.0\.0\.1:\d+) ", line)))
            yield found[1], token
        finally:
            process.terminate()


def peer(url: str, count: int, rng: np.random.Generator) -> list[float]:
    """Seconds of each step of the usual recipe."""
    device: Any = build_device(GuestConfig(_SIZE, url=url, protocol="osworld", settle=_PEER_S))
    device.reset()
    machine = Machine("peer", device)
    machine.turn(count, rng)
    device.close()
    return machine.seconds


def wire(count: int) -> float:
    """Milliseconds that HTTP adds to a step of the simulated desktop."""
    keys = Press("meta")
    with served("sim") as (url, token), contextlib.ExitStack() as stack:
        direct = build_device("sim")
        config = GuestConfig(direct.size, url=url, token=token, platform=direct.platform, serves=("a11y",))
        machines = [Machine("direct", direct), Machine("guest", build_device(config))]
        for machine in machines:
            stack.enter_context(contextlib.closing(machine.device))
            machine.device.reset(seed=0)
        for n in range(count):
            for machine in machines:
                start = time.perf_counter()
                machine.device.act(keys)
                machine.device.screenshot()
                machine.device.tree()
                if n > 1:
                    machine.seconds.append(time.perf_counter() - start)
        direct_s, guest_s = (statistics.median(machine.seconds) for machine in machines)
        return 1e3 * (guest_s - direct_s)


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--peer", type=int, default=5, help="steps of the usual recipe; 0 to leave it out")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    console = Console(width=110)
    with contextlib.ExitStack() as stack:
        url, token = stack.enter_context(served("x11"))
        direct = Machine("x11, in this process", build_device(X11Config(_SIZE)))
        guest = Machine("x11, as a guest over loopback", build_device(GuestConfig(_SIZE, url=url, token=token)))
        machines = (direct, guest)
        for machine in machines:
            stack.enter_context(contextlib.closing(machine.device))
            machine.start()
        for turn in track(range(args.turns), "turns", console=console, transient=True):
            for machine in machines if turn % 2 else machines[::-1]:
                machine.turn(args.steps // args.turns, np.random.default_rng((args.seed, turn)))
        usual = peer(url, args.peer, np.random.default_rng(args.seed)) if args.peer else []
    table = Table(title="Click, settled 1024x768 screenshot, tree")
    for column in ("machine", "steps", "median ms", "p95 ms", "steps/s"):
        table.add_column(column, justify="left" if column == "machine" else "right")
    rows = [(m.name, m.seconds) for m in machines] + ([("the recipe of peers over HTTP", usual)] if usual else [])
    for name, seconds in rows:
        figures = (1e3 * statistics.median(seconds), 1e3 * float(np.quantile(seconds, 0.95)))
        rate = len(seconds) / sum(seconds)
        table.add_row(name, str(len(seconds)), *(f"{f:,.1f}" for f in figures), f"{rate:.1f}")
    console.print(table)
    added = statistics.median(guest.seconds) - statistics.median(direct.seconds)
    console.print(f"over HTTP: {1e3 * added:+.1f} ms a step (difference of medians)")
    console.print(f"the wire alone, on the simulated desktop: {wire(args.steps):+.1f} ms a step")


if __name__ == "__main__":
    main()
