"""Reset a real desktop thousands of times and look whether memory, descriptors, processes or files pile up.

    python scripts/soak_x11.py [--resets 3000] [--every 100] [--standby] [--app text_editor]

Each episode opens an application and types. What is held is looked at every so often, with a desktop running and, with
--standby, another one ready; between the first look after a warm-up and the last it must not grow. The exit code is 1
if it does.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from omnigym.actions import Type, Wait
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.host_paths import base_directory
from omnigym.errors import DeviceError

_WARM_UP = 50
#: How much more may be held at the end than after the warm-up.
_SLACK_MB, _SLACK = 8.0, 2


@dataclass(frozen=True, slots=True)
class Held:
    """What this process and its desktops hold.

    Attributes:
        memory: Resident memory of this process, in MB.
        supervisor: That of the processes that started the desktops, in MB.
        descriptors: Open files and sockets of this process.
        threads: Threads of this process.
        processes: Processes below this one.
        places: Directories of desktops.
        sockets: X sockets on this machine that are of this process's desktops.
    """

    memory: float
    supervisor: float
    descriptors: int
    threads: int
    processes: int
    places: int
    sockets: int

    @classmethod
    def now(cls) -> Held:
        """Count."""
        gc.collect()
        return cls(
            memory=_memory(os.getpid()),
            supervisor=sum(_memory(pid) for pid in _children(os.getpid())),
            descriptors=len(os.listdir("/proc/self/fd")),
            threads=threading.active_count(),
            processes=len(_below(os.getpid())),
            places=len(list(base_directory().glob(f"{os.getpid()}-*"))),
            sockets=sum(_is_mine(link) for link in Path("/tmp/.X11-unix").iterdir()),
        )

    def grown(self, first: Held) -> list[str]:
        """What is more than it was, in words."""
        found = []
        for name in self.__slots__:
            before, after = getattr(first, name), getattr(self, name)
            if after - before > (_SLACK_MB if isinstance(before, float) else _SLACK):
                found.append(f"{name}: {before:g} -> {after:g}")
        return found


def _children(pid: int) -> list[int]:
    try:
        return [int(c) for task in Path(f"/proc/{pid}/task").iterdir() for c in (task / "children").read_text().split()]
    except OSError:  # it ended meanwhile
        return []


def _below(pid: int) -> list[int]:
    return [found for child in _children(pid) for found in (child, *_below(child))]


def _memory(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _is_mine(link: Path) -> bool:
    return link.is_symlink() and f"/{os.getpid()}-" in os.readlink(link)


def _look(device: X11Device, standby: bool) -> Held:
    """What is held once a desktop stands by, if one should."""
    while standby and not device.standby_ready:
        device.act(Wait(0.05))
    return Held.now()


def main() -> int:
    """Run the episodes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--resets", type=int, default=3000)
    parser.add_argument("--every", type=int, default=100)
    parser.add_argument("--standby", action="store_true", help="keep the next desktop ready meanwhile")
    parser.add_argument("--app", default="text_editor")
    args = parser.parse_args()
    console = Console(width=140)
    device = X11Device((640, 480), standby=args.standby)
    first: Held | None = None
    failed = 0
    with Progress(console=console) as progress:
        bar = progress.add_task("resets", total=args.resets)
        for n in range(args.resets):
            try:
                device.reset()
                device.launch(args.app)
                device.act(Type("abc"))
                device.screenshot()
                device.tree()
            except DeviceError as e:
                failed += 1
                console.print(f"reset {n}: {e}")
            if n % args.every == _WARM_UP % args.every and n >= _WARM_UP:
                held = _look(device, args.standby)
                first = first or held
                console.print(f"{n:5} {held}")
            progress.advance(bar)
    last = _look(device, args.standby)
    grown = last.grown(first or last)
    device.close()
    left = Held.now()
    if left.places or left.processes or left.sockets:
        grown.append(f"left after close: {left}")
    console.print(f"{args.resets} resets, {failed} device errors; " + ("; ".join(grown) or "nothing grew"))
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
