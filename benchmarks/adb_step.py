"""Steps a second over adb: a tap, a raw screenshot and the tree, against the same done with adb as a subprocess.

A simulated phone is served in a process of its own; a real adb server, started for this alone, stands between. Both
ways alternate in one run; the best round of each counts, as other load on the machine makes rounds slower, never
faster.

    python benchmarks/adb_step.py [--rounds 20] [--steps 10] [--size 540x1200]
"""

from __future__ import annotations

import argparse
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from io import BytesIO

import numpy as np
from PIL import Image

from omnigym.actions import Click
from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.phone.adb_server import AdbProgram
from omnigym.devices.phone.process import PhoneConfig, PhoneProcess


def ours(device: AdbDevice) -> Callable[[int], None]:
    """A step of the device: act, screenshot, tree."""

    def step(n: int) -> None:
        device.act(Click((0.5, 0.3 + 0.1 * (n % 3))))
        frame, tree = device.screenshot(), device.tree()
        assert frame.shape == (*device.size[::-1], 3)
        assert len(tree) > 3

    return step


def subprocesses(adb: AdbProgram, size: tuple[int, int]) -> Callable[[int], None]:
    """The same by programs, as most Android environments do it: input, screencap -p, uiautomator."""
    width, height = size

    def step(n: int) -> None:
        adb.run("shell", f"input tap {width // 2} {int(height * (0.3 + 0.1 * (n % 3)))}")
        frame = np.asarray(Image.open(BytesIO(adb.run("exec-out", "screencap -p"))).convert("RGB"))
        xml = adb.run("exec-out", "uiautomator dump /dev/tty")
        assert frame.shape == (height, width, 3)
        assert len(list(ET.fromstring(xml[: xml.rindex(b">") + 1]).iter("node"))) > 3

    return step


def best(step: Callable[[int], None], steps: int) -> float:
    """Seconds of a step, averaged over a round."""
    start = time.perf_counter()
    for n in range(steps):
        step(n)
    return (time.perf_counter() - start) / steps


def main() -> None:
    """Run both and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--size", default="540x1200")
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    with PhoneProcess(PhoneConfig((width, height))) as phone, AdbProgram() as adb:
        print(adb.version())
        adb.run("connect", phone.address)
        device = AdbDevice((width, height), phone.address, port=adb.port)
        device.reset(0)
        device.launch("settings")
        ways = {"omnigym": ours(device), "adb as a subprocess, PNG": subprocesses(adb, (width, height))}
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(arguments.rounds):
            for name, step in ways.items():
                times[name].append(best(step, arguments.steps))
        device.close()
    print(f"| {arguments.size}, tap + screen + tree | steps/s | ms/step |\n|---|---|---|")
    for name, each in times.items():
        print(f"| {name} | {1 / min(each):.0f} | {1000 * min(each):.1f} |")
    first, second = (min(each) for each in times.values())
    print(f"{second / first:.1f} times as fast")


if __name__ == "__main__":
    main()
