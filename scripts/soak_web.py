#!/usr/bin/env python
"""Reset the real browser many times and watch what it leaves: processes, descriptors, memory, files.

    python scripts/soak_web.py [--resets 10000] [--every 500]

Each episode opens a site, types, opens a second tab and a dialog, and downloads nothing. Exits with 1 if anything grew.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from omnigym.actions import Press, Type
from omnigym.devices.chromium import ChromiumDevice

#: What a browser may gain in memory from the first look to the last, in MB: its caches fill.
_MORE_MEMORY = 150


def look(place: Path) -> dict[str, int]:
    """The browser's processes and their memory in MB, our descriptors, the files of its place."""
    pages = processes = 0
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.getsid(int(entry.name)) == _session(place):
                processes += 1
                pages += int((entry / "statm").read_text().split()[1])
        except (OSError, ValueError):
            continue  # it ended in this moment
    files = sum(len(names) for _, _, names in os.walk(place))
    descriptors = len(os.listdir("/proc/self/fd"))
    memory = pages * os.sysconf("SC_PAGE_SIZE") >> 20
    return {"processes": processes, "memory": memory, "descriptors": descriptors, "files": files}


def _session(place: Path) -> int:
    """The session of the browser that lives in a place."""
    needle = f"--user-data-dir={place}/".encode()
    for entry in Path("/proc").iterdir():
        try:
            command = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
            if needle in command and b"leash.py" not in command and b"--type=" not in command:
                return os.getsid(int(entry.name))
        except OSError:
            continue
    return -1


def main() -> int:
    """Run the soak."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--resets", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=500)
    args = parser.parse_args()
    device = ChromiumDevice()
    looks: list[dict[str, int]] = []
    start = time.monotonic()
    for n in range(args.resets + 1):
        device.reset(n)
        device.launch("notes")
        device.act(Type("soak"))
        device.act(Press("t", ("ctrl",)))
        device.screenshot()
        device.tree()
        if n % args.every == 0:
            device.reset(n)
            looks.append(look(device.place))
            print(f"{n:6d} resets, {time.monotonic() - start:6.0f} s: {looks[-1]}", flush=True)
    place = device.place
    device.close()
    first, last = looks[min(1, len(looks) - 1)], looks[-1]
    grew = [k for k in ("processes", "descriptors") if last[k] > first[k] + 2]
    grew += ["memory"] if last["memory"] > first["memory"] + _MORE_MEMORY else []
    grew += ["the place"] if place.exists() else []
    print(f"grew: {', '.join(grew)}" if grew else "nothing grew")
    return 1 if grew else 0


if __name__ == "__main__":
    sys.exit(main())
