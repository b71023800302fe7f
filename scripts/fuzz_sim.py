"""Let a random agent that seeks what it has not done yet loose on the simulated desktop, or the phone.

    python scripts/fuzz_sim.py [--steps 1000000] [--seed 0] [--workers 2] [--platform windows] [--hostile]

Every step is painted. Now and then the pixels are compared with those painted at once, a stretch of actions is done
twice from a snapshot, and the device is reset and must look as at first. What fails is printed with the actions
since the last reset, as a file that ``--replay`` does again.
"""

from __future__ import annotations

import argparse
import pickle
import random
import sys
import traceback
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

from rich.progress import Progress

from omnigym.actions import Action
from omnigym.devices.protocol import Platform
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.fuzz import Explorer, SimFault, audit, retrace, spoil

_EPISODE, _AUDIT, _STRETCH = 400, 100, 20


#: The screens of a platform: width and height in pixels, and how many of them a logical one is.
_SCREENS: dict[Platform, tuple[tuple[int, int, float], ...]] = {
    "windows": ((1024, 768, 1.0), (1024, 768, 1.0), (640, 480, 1.0), (1366, 768, 1.0)),
    "linux": ((1024, 768, 1.0), (1024, 768, 1.0), (640, 480, 1.0), (1366, 768, 1.0)),
    "android": ((540, 1200, 1.5), (270, 600, 0.75), (540, 1200, 1.5), (720, 1280, 2.0)),
}


def _made(platform: Platform, seed: int) -> SimDevice:
    screens = _SCREENS[platform]
    width, height, scale = screens[seed % len(screens)]
    return SimDevice((width, height), platform=platform, scale=scale)


def _begun(platform: Platform, seed: int, hostile: bool) -> SimDevice:
    """A device at the beginning of an episode."""
    device = _made(platform, seed)
    device.reset(seed)
    if hostile:
        spoil(device, random.Random(seed))
    return device


def episode(platform: Platform, seed: int, hostile: bool) -> tuple[str, list[Action], dict[tuple[str, str], int]]:
    """One episode: what went wrong ("" for nothing), the actions, and how often each kind of thing was done."""
    first = _made(platform, seed).screenshot().tobytes()
    device = _begun(platform, seed, hostile)
    explorer = Explorer(device, seed, hostile=hostile)
    done: list[Action] = []
    try:
        for step in range(_EPISODE):
            action = explorer.action()
            done.append(action)
            device.act(action)
            device.screenshot()
            if step % _AUDIT == _AUDIT - 1:
                audit(device)
                retrace(device, done[-_STRETCH:])
        device.reset(0)
        if device.screenshot().tobytes() != first:
            raise SimFault("After a reset the screen does not look as at first.")
    except Exception:  # noqa: BLE001 - whatever it is, it is what we look for
        return traceback.format_exc(), done, {}
    return "", done, dict(explorer.done)


def replay(path: Path) -> None:
    """Do the actions of a kept failure again, in this process."""
    platform, seed, hostile, actions = pickle.loads(path.read_bytes())
    device = _begun(platform, seed, hostile)
    for action in actions:
        device.act(action)
        device.screenshot()
    audit(device)


def main() -> int:
    """Run the episodes side by side; the exit code is 1 when one failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--platform", choices=tuple(_SCREENS), default="windows")
    parser.add_argument("--hostile", action="store_true", help="damage files first, and type what means harm")
    parser.add_argument("--replay", type=Path, help="a file that an earlier run left")
    args = parser.parse_args()
    if args.replay:
        replay(args.replay)
        return 0
    count, failed = -(-args.steps // _EPISODE), 0
    kinds: set[tuple[str, str]] = set()
    with ProcessPoolExecutor(args.workers) as pool, Progress() as progress:
        bar = progress.add_task("steps", total=count * _EPISODE)
        running: dict[Future[tuple[str, list[Action], dict[tuple[str, str], int]]], int] = {}
        for seed in range(args.seed, args.seed + count):
            running[pool.submit(episode, args.platform, seed, args.hostile)] = seed
            last = seed == args.seed + count - 1
            while running and (last or len(running) > 2 * args.workers):
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    number = running.pop(future)
                    wrong, actions, done = future.result()
                    kinds |= done.keys()
                    progress.advance(bar, _EPISODE)
                    if wrong:
                        failed += 1
                        kept = Path(f"fuzz-{number}.pickle")
                        kept.write_bytes(pickle.dumps((args.platform, number, args.hostile, actions)))
                        progress.print(f"{wrong}seed {number}, {len(actions)} actions, kept as {kept}")
    print(f"{count * _EPISODE:,} steps in {count:,} episodes, {len(kinds):,} kinds of things done, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
