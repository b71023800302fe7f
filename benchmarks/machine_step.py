"""How fast a step is on a machine, and what it adds to show the machine over HTTP, in one run.

    python -m benchmarks.machine_step [--steps 200] [--turns 10] [--peer 5] [--seed 0] [--vm linux] [--restores 20]

* **step**: a click in the text editor, the settled 1024x768 screenshot, its tree: on the devices x11 and host (Xvfb,
  Openbox) in this process, and on each of them as a process of its own shows it by ``omnigym guest``. All do the same
  actions, in turns, so that what else the machine does meets all;
* **over HTTP**: the difference of the medians;
* **the wire alone**: the same difference on the simulated desktop, whose own step takes no time: each step opens or
  closes the Start menu;
* **peer**: the usual recipe on the same guest by OSWorld's routes: two seconds of sleep, a PNG, the whole tree in XML;
* **vm**: with ``--vm IMAGE``, the same in a virtual machine, and what its hypervisor takes (`omnigym.devices.vm`).
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import os
import re
import secrets
import statistics
import string
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image as Picture
from rich.console import Console
from rich.progress import track
from rich.table import Table

from omnigym.a11y import Role, State
from omnigym.actions import Action, Click, Press, Type
from omnigym.devices.config import build_device
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.host.config import ALLOW_VARIABLE, HostConfig
from omnigym.devices.vm.config import VmConfig
from omnigym.devices.waiting import wait_for
from omnigym.devices.x11.config import X11Config
from tests.devices.host.conftest import log_in

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
    area = next((n for n in tree if n.role is Role.TEXT_AREA), next(iter(tree)))  # a slow guest shows its window first
    bar = [n for n in tree if n.role is Role.MENU_ITEM and n.has(State.EXPANDABLE)]
    menu = next((n for n in bar if n.states & State.EXPANDED), None)
    if menu is not None or rng.random() < 0.1:
        x, y, w, h = (menu or bar[rng.integers(len(bar))]).bounds
        return Click(((x + w / 2) / _SIZE[0], (y + h / 2) / _SIZE[1]))
    x, y, w, h = area.bounds
    return Click(((x + w * rng.random()) / _SIZE[0], (y + h * rng.random()) / _SIZE[1]))


@contextlib.contextmanager
def served(device: str, *options: str, environment: Mapping[str, str] | None = None) -> Iterator[tuple[str, str]]:
    """A guest in a process of its own that shows a device, by its address and its token."""
    token = secrets.token_hex(16)
    command = [sys.executable, "-m", "omnigym", "guest", "--device", device, "--port", "0", "--routes", "osworld"]
    there = {**os.environ, **(environment or {})}
    with subprocess.Popen(
        [*command, "--token", token, *options], env=there, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            found = next(m for line in process.stdout if (m := re.match(r"(http://127\.0\.0\.1:\d+) ", line)))
            yield found[1], token
        finally:
            process.terminate()


@contextlib.contextmanager
def on_host() -> Iterator[tuple[Machine, Machine]]:
    """The device host in this process, and as a guest, each in a session that is its own alone."""
    with contextlib.ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2)]
        mine, theirs = (stack.enter_context(log_in(folder)) for folder in folders)
        direct = stack.enter_context(contextlib.closing(build_device(HostConfig(**mine.config(own_session=True)))))
        environment = {**theirs.environment, ALLOW_VARIABLE: "allow"}
        url, token = stack.enter_context(served("host", "--config", '{"own_session": true}', environment=environment))
        guest = stack.enter_context(contextlib.closing(build_device(GuestConfig(_SIZE, url=url, token=token))))
        yield Machine("host, in this process", direct), Machine("host, as a guest over loopback", guest)


def peer(url: str, count: int, rng: np.random.Generator) -> list[float]:
    """Seconds of each step of the usual recipe."""
    device: Any = build_device(GuestConfig(_SIZE, url=url, protocol="osworld", settle=_PEER_S))
    device.reset()
    machine = Machine("peer", device)
    machine.turn(count, rng)
    device.close()
    return machine.seconds


# -- a virtual machine ------------------------------------------------------------------------------------------------

_Figures = dict[str, list[float]]


def _timed(seconds: list[float], do: Any) -> Any:
    start = time.perf_counter()
    found = do()
    seconds.append(time.perf_counter() - start)
    return found


def vm(image: str, args: argparse.Namespace, console: Console) -> tuple[list[tuple[str, list[float]]], _Figures]:
    """The steps of a virtual machine, and the seconds of what its hypervisor does."""
    rng, figures = np.random.default_rng(args.seed), _Figures()
    with contextlib.closing(build_device(VmConfig.of(image))) as built:
        device: Any = built
        machine, usual = Machine(f"vm, image {image}", device), Machine("the recipe of peers in it", device)
        restores(device, args.restores, figures, console)
        machine.start()
        machine.turn(args.vm_steps, rng)
        for _ in track(range(args.peer), "peer", console=console, transient=True):
            _timed(usual.seconds, lambda: _usual_step(device, rng))
        hypervisor = device.hypervisor
        for _ in range(20):
            _timed(figures.setdefault("screendump", []), hypervisor.screendump)
        typed(device, args.keys, figures, console)
    with contextlib.closing(build_device(VmConfig.of(image, standby=True))) as built:
        device = built
        device.reset(seed=0)
        for _ in track(range(5), "standby", console=console, transient=True):
            while not device.standby_ready:
                wait_for(0.05, None)
            _timed(figures.setdefault("reset with a standby", []), lambda: device.reset(seed=0))
    return [(m.name, m.seconds) for m in (machine, usual) if m.seconds], figures


def restores(device: Any, count: int, figures: _Figures, console: Console) -> None:
    """Reset again and again: the first frame is the same each time, and nothing grows."""
    first, held = None, []
    for _ in track(range(count), "restores", console=console, transient=True):
        _timed(
            figures.setdefault("reset to the first screenshot", []), lambda: (device.reset(seed=0), device.screenshot())
        )
        frame = device.screenshot()
        first = frame if first is None else first
        if (frame != first).any():
            raise SystemExit(f"The first frame of a restore differs in {(frame != first).any(axis=2).sum()} pixels.")
        files = len(list(Path("/proc/self/fd").iterdir()))
        children = sum(len((task / "children").read_text().split()) for task in Path("/proc/self/task").iterdir())
        held.append((files, threading.active_count(), children))
    console.print(
        f"{count} restores: one first frame; files, threads, children: {held[1:][:1]} at first, {held[-1]} at last"
    )


#: A window in the guest that has the keyboard: it turns with each character, and F12 has it tell them all.
_WITNESS = """
from Xlib import X, XK, display
desk = display.Display()
root, depth = desk.screen().root, desk.screen().root_depth
window = root.create_window(0, 0, 200, 200, 0, depth, override_redirect=True, event_mask=X.KeyPressMask)
window.map()
desk.sync()
window.grab_keyboard(True, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
desk.sync()
open("/tmp/witness-ready", "w").close()
typed = []
while True:
    event = desk.next_event()
    key = desk.keycode_to_keysym(event.detail, event.state & 1) if event.type == X.KeyPress else 0
    if key == XK.XK_F12:
        break
    if 32 <= key < 127:
        typed.append(chr(key))
        window.change_attributes(background_pixel=0xFFFFFF * (len(typed) % 2))
        window.clear_area()
        desk.flush()
with open("/tmp/witness", "w") as out:
    out.write("".join(typed))
"""


#: What takes a processor for ever.
_LOOP = "while :; do :; done"


def typed(device: Any, count: int, figures: _Figures, console: Console) -> None:
    """Type by the machine's keyboard: until a key is seen, and how many of many are lost."""
    hypervisor, seen = device.hypervisor, figures.setdefault("key to visible", [])
    device.write_file("Documents/witness.py", _WITNESS.encode())
    start = f"setsid python3 {device.native_path('Documents/witness.py')} > /dev/null 2>&1 &"
    device.run(["sh", "-c", f"{start} while [ ! -e /tmp/witness-ready ]; do sleep 0.1; done"], timeout=60.0)
    for _ in range(20):
        before = hypervisor.screendump()
        _timed(seen, functools.partial(_until_changed, hypervisor, before))
    text, rates = "".join(string.ascii_letters[n % 52] for n in range(count)), list[float]()
    for part in (text, text[: count // 10]):  # the second while four programs take the guest's processor
        if rates:
            device.run(
                ["sh", "-c", f"for n in 1 2 3 4; do setsid sh -c '{_LOOP}' > /dev/null 2>&1 & done"], timeout=60.0
            )
        begun = time.perf_counter()
        for n in track(range(0, len(part), 100), "keys", console=console, transient=True):
            hypervisor.act(Type(part[n : n + 100]))
        rates.append(len(part) / (time.perf_counter() - begun))
    device.run(["pkill", "-f", _LOOP], timeout=60.0)
    hypervisor.act(Press("f12"))
    device.run(["sh", "-c", "while [ ! -s /tmp/witness ]; do sleep 0.1; done"], timeout=60.0)
    found = device.run(["cat", "/tmp/witness"])[1].decode()[len(seen) :]
    for name, part, rate in zip(("", ", four programs at work"), (text, text[: count // 10]), rates, strict=True):
        got, found = found[: len(part)], found[len(part) :]
        same = "all arrived as typed" if got == part else "not as typed"
        console.print(f"{len(part)} keys{name}, {rate:.0f} a second: {same}")
    if found:
        console.print(f"and {len(found)} that nobody typed")


def _until_changed(hypervisor: Any, before: Any) -> None:
    hypervisor.act(Press("x"))
    while (hypervisor.screendump() == before).all():
        pass


def _usual_step(device: Any, rng: np.random.Generator) -> None:
    device.act(Click((rng.random(), rng.random())))
    time.sleep(_PEER_S)  # what peers do
    png = io.BytesIO()
    Picture.fromarray(device.screenshot()).save(png, "png")
    device.tree()


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


def _in_ms(seconds: list[float]) -> tuple[str, str]:
    """The median and the 95th percentile in milliseconds."""
    return f"{1e3 * statistics.median(seconds):,.1f}", f"{1e3 * float(np.quantile(seconds, 0.95)):,.1f}"


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--peer", type=int, default=5, help="steps of the usual recipe; 0 to leave it out")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--vm", default="", metavar="IMAGE", help="an image of a virtual machine, to measure that too")
    parser.add_argument("--vm-steps", type=int, default=40)
    parser.add_argument("--restores", type=int, default=20)
    parser.add_argument("--keys", type=int, default=10_000)
    args = parser.parse_args()
    console = Console(width=110)
    inside, figures = vm(args.vm, args, console) if args.vm else ([], {})
    with contextlib.ExitStack() as stack:
        url, token = stack.enter_context(served("x11"))
        direct = Machine("x11, in this process", build_device(X11Config(_SIZE)))
        guest = Machine("x11, as a guest over loopback", build_device(GuestConfig(_SIZE, url=url, token=token)))
        stack.enter_context(contextlib.closing(direct.device))
        stack.enter_context(contextlib.closing(guest.device))
        host = stack.enter_context(on_host())
        machines = (direct, guest, *host)
        for machine in machines:
            machine.start()
        for turn in track(range(args.turns), "turns", console=console, transient=True):
            for machine in machines if turn % 2 else machines[::-1]:
                machine.turn(args.steps // args.turns, np.random.default_rng((args.seed, turn)))
        usual = peer(url, args.peer, np.random.default_rng(args.seed)) if args.peer else []
    table = Table(title="Click, settled 1024x768 screenshot, tree")
    for column in ("machine", "steps", "median ms", "p95 ms", "steps/s"):
        table.add_column(column, justify="left" if column == "machine" else "right")
    rows = [(m.name, m.seconds) for m in machines] + ([("the recipe of peers over HTTP", usual)] if usual else [])
    for name, seconds in [*rows, *inside]:
        rate = len(seconds) / sum(seconds)
        table.add_row(name, str(len(seconds)), *_in_ms(seconds), f"{rate:.1f}")
    console.print(table)
    for name, seconds in figures.items():
        console.print("vm, {}: median {} ms, p95 {} ms (n={})".format(name, *_in_ms(seconds), len(seconds)))
    for name, (here, there) in {"x11": (direct, guest), "host": host}.items():
        added = statistics.median(there.seconds) - statistics.median(here.seconds)
        console.print(f"{name} over HTTP: {1e3 * added:+.1f} ms a step (difference of medians)")
    console.print(f"the wire alone, on the simulated desktop: {wire(args.steps):+.1f} ms a step")


if __name__ == "__main__":
    main()
