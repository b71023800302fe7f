"""Click every button, menu entry, tab and link of the simulated apps from several states, and say which do nothing.

    python scripts/crawl_sim.py [--platform windows] [--app excel ...] [--clicks 1500] [--json FILE]

A control that does nothing from any state (screen, tree, files, settings and clipboard stay as they were) is either a
fault or has to be disabled; it is printed with what was clicked to come to it. Those that may do nothing stand, with
the reason, in `omnigym.devices.sim.crawl.EXCUSED`. The exit code is 1 when another one is dead.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from omnigym.devices.protocol import Platform
from omnigym.devices.sim.crawl import EXCUSED, SCREENS, Crawl, crawl
from omnigym.devices.sim.device import SimDevice


def main() -> int:
    """Crawl the apps of one platform; a table, and what is dead."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--platform", choices=tuple(SCREENS), default="windows")
    parser.add_argument("--app", action="append", help="only this one; may be given several times")
    parser.add_argument("--clicks", type=int, default=1500, help="at most, in each app")
    parser.add_argument("--json", type=Path, help="write controls and dead ones, by app, to this file")
    args = parser.parse_args()
    platform: Platform = args.platform
    console = Console()
    size, scale = SCREENS[platform]
    device, found = SimDevice(size, platform, scale), Crawl()
    for app in track(args.app or device.apps(), platform, console=console, transient=True):
        crawl(device, app, args.clicks, found=found)
    dead = {key: where for key, where in found.dead().items() if key not in EXCUSED}
    of_each = Counter(app for app, _ in found.controls())
    dead_of_each = Counter(app for app, _ in dead)
    table = Table("app", "controls", "dead", "share", title=f"Controls of {platform}")
    for app, count in sorted(of_each.items()):
        table.add_row(app, str(count), str(dead_of_each[app]), f"{100 * dead_of_each[app] / count:.1f} %")
    table.add_row("all", str(of_each.total()), str(len(dead)), f"{100 * len(dead) / max(of_each.total(), 1):.2f} %")
    console.print(table)
    for control, trail in dead.values():
        console.print(
            f"{control.app}: {control.key} ({control.name!r}) in {control.title!r}, after {' > '.join(trail)}"
        )
    if args.json is not None:
        rows = {app: {"controls": count, "dead": dead_of_each[app]} for app, count in sorted(of_each.items())}
        args.json.write_text(json.dumps(rows, indent=2) + "\n")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
