"""Type what does much into a shell, a sheet, vim or an editor of a simulated desktop; an action costs 2 s of CPU and
500 MB at most.

python scripts/fuzz_programs.py --shell formulas --count 2000 --seed 0
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time

from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.programs import GRAMMARS, PLACES, deeds

_SECONDS, _BYTES, _EPISODE = 2.0, 500 << 20, 8


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
    place = PLACES[args.shell]
    device, rng, failed = SimDevice(platform=place.platform), random.Random(args.seed), 0
    for number in range(args.count):
        if number % _EPISODE == 0:
            device.reset(0)
            for action in place.opening:
                device.act(action)
        for action in deeds(args.shell, rng):
            before, begun, wrong = _peak(), time.process_time(), ""
            try:
                device.act(action)
                device.screenshot()
            except Exception as e:  # noqa: BLE001 - whatever it is, it is what we look for
                wrong = f"{type(e).__name__}: {e}"
            seconds, grown = time.process_time() - begun, _peak() - before
            if wrong or seconds > _SECONDS or grown > _BYTES:
                failed += 1
                print(f"{number}: {seconds:.2f} s, {grown >> 20} MB, {wrong}\n  {action}", flush=True)
                device = SimDevice(platform=place.platform)
                break
    print(f"{args.count:,} programs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
