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


def timed(step: Callable[[int], None], steps: int) -> list[float]:
    """The seconds of each step of a round."""
    times = []
    for n in range(steps):
        start = time.perf_counter()
        step(n)
        times.append(time.perf_counter() - start)
    return times


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
        rounds: dict[str, list[list[float]]] = {name: [] for name in ways}
        for _ in range(arguments.rounds):
            for name, step in ways.items():
                rounds[name].append(timed(step, arguments.steps))
        device.close()
    print(
        f"| {arguments.size}, tap + screen + tree | best round, steps/s | ms/step | best step, ms |\n|---|---|---|---|"
    )
    means = {name: min(sum(times) / len(times) for times in each) for name, each in rounds.items()}
    for name, each in rounds.items():
        quickest = min(min(times) for times in each)
        print(f"| {name} | {1 / means[name]:.0f} | {1000 * means[name]:.1f} | {1000 * quickest:.1f} |")
    first, second = means.values()
    print(f"{second / first:.1f} times as fast")


if __name__ == "__main__":
    main()
