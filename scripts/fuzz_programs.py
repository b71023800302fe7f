"""Type programs that do much into a shell of a simulated desktop; an action costs 2 s of CPU and 500 MB at most.

python scripts/fuzz_programs.py --count 2000 --seed 0
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time

from omnigym.actions import Action, OpenApp, Press, Type
from omnigym.devices.protocol import Platform
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.programs import GRAMMARS, program

_SECONDS, _BYTES, _EPISODE = 2.0, 500 << 20, 8
#: By shell: the platform, and what brings its prompt to the keyboard.
_SHELLS: dict[str, tuple[Platform, tuple[Action, ...]]] = {
    "powershell": ("windows", (OpenApp("powershell_ise"), Press("d", ("ctrl",)))),
    "bash": ("linux", (OpenApp("terminal"),)),
}


def _peak() -> int:
    """The most bytes that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> int:
    """Type the programs, several after one another in a session; the exit code is 1 when one cost too much."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shell", choices=sorted(GRAMMARS), default="powershell")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    platform, opening = _SHELLS[args.shell]
    device, rng, failed = SimDevice(platform=platform), random.Random(args.seed), 0
    for number in range(args.count):
        if number % _EPISODE == 0:
            device.reset(0)
            for action in opening:
                device.act(action)
        line, before, begun, wrong = program(args.shell, rng), _peak(), time.process_time(), ""
        try:
            device.act(Type(f"{line}\n"))
            device.screenshot()
        except Exception as e:  # noqa: BLE001 - whatever it is, it is what we look for
            wrong = f"{type(e).__name__}: {e}"
        seconds, grown = time.process_time() - begun, _peak() - before
        if wrong or seconds > _SECONDS or grown > _BYTES:
            failed += 1
            print(f"{number}: {seconds:.2f} s, {grown >> 20} MB, {wrong}\n  {line}", flush=True)
            device = SimDevice(platform=platform)
    print(f"{args.count:,} programs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
