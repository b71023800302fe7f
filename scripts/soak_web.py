#!/usr/bin/env python
"""Reset the real browser many times and watch what it leaves: processes, descriptors, memory, files.

    python scripts/soak_web.py [--resets 10000] [--every 500] [--sites notes,office,tracker,shop,calendar]

Each episode opens one of the sites, in turn, types, changes its data if it has a server, and opens a second tab. Exits
with 1 if the browser or the servers grew.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from omnigym.actions import Click, Press, Type
from omnigym.devices.chromium.device import ChromiumDevice

#: What a browser, and the servers, may gain in memory from the first look to the last, in MB: caches fill.
_MORE_MEMORY = 150
#: Where an episode goes on each site, and the field there in which a line is typed.
_PAGES = {
    "notes": ("/", "note"),
    "office": ("/delivery.html", "town"),
    "tracker": ("/keyword?@template=item", "name"),
    "shop": ("/accounts/wishlists/create/", "id_name"),
    "calendar": ("/.web/", ""),
}


def look(place: Path) -> dict[str, int]:
    """Processes and memory in MB of the browser and of the servers, our descriptors, the files of all of them."""
    pages = processes = servers = server_pages = 0
    owner = str(os.getpid()).encode()
    session = _session(place)
    for entry in Path("/proc").iterdir():
        try:
            if not entry.name.isdigit():
                continue
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if b"omnigym.devices.chromium.serving.child" in words and owner in words:
                servers += 1
                server_pages += int((entry / "statm").read_text().split()[1])
            elif os.getsid(int(entry.name)) == session:
                processes += 1
                pages += int((entry / "statm").read_text().split()[1])
        except (OSError, ValueError):
            continue  # it ended in this moment
    size = os.sysconf("SC_PAGE_SIZE")
    return {
        "processes": processes,
        "memory": pages * size >> 20,
        "servers": servers,
        "servers' memory": server_pages * size >> 20,
        "descriptors": len(os.listdir("/proc/self/fd")),
        "files": sum(len(names) for _, _, names in os.walk(place)),
    }


def _session(place: Path) -> int:
    """The session of the browser that lives in a place."""
    needle = f"--user-data-dir={place}/".encode()
    for entry in Path("/proc").iterdir():
        try:
            command = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
            if needle in command and b"watchdog_process.py" not in command and b"--type=" not in command:
                return os.getsid(int(entry.name))
        except OSError:
            continue
    return -1


def visit(device: ChromiumDevice, name: str) -> None:
    """Open a site and type a line, which its server keeps."""
    path, key = _PAGES[name]
    device.launch(name, path)
    field = device.tree().find(key=key) if key else None
    if field is not None:
        x, y = field.center
        device.act(Click((x / device.size[0], y / device.size[1])))
        device.act(Type("soak\n"))


def main() -> int:
    """Run the soak."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--resets", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=500)
    parser.add_argument("--sites", default=",".join(_PAGES), help="those that are visited, where they are installed")
    args = parser.parse_args()
    device = ChromiumDevice()
    names = [name for name in args.sites.split(",") if name in device.apps()]
    looks: list[dict[str, int]] = []
    start = time.monotonic()
    for n in range(args.resets + 1):
        device.reset(n)
        name = names[n % len(names)]
        visit(device, name)
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
    grew = [k for k in ("processes", "servers", "descriptors") if last[k] > first[k] + 2]
    grew += [k for k in ("memory", "servers' memory") if last[k] > first[k] + _MORE_MEMORY]
    grew += ["the place"] if place.exists() else []
    print(f"grew: {', '.join(grew)}" if grew else "nothing grew")
    return 1 if grew else 0


if __name__ == "__main__":
    sys.exit(main())
