"""A server with 200 sessions of mixed devices at once, of which clients leave without a word and workers are killed.

    python benchmarks/crowd.py [--seconds 3600] [--sessions 200] [--workers 2] [--every 60] [--seed 0]

Desktops, Ubuntu, phones and pairs of devices play with pixels, random actions, through one server. Every ``--every``
seconds a worker is killed; one session in ten ends without a word. Exits with 1 if an episode that began is neither
scored nor unscored, if a worker is lost that nobody killed, or if a session, a process or a descriptor is left.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import threading
import time
from multiprocessing.pool import ThreadPool
from typing import Any

from serve import _TOKEN, Served, _children, _memory

from omnigym.errors import ServerError, WorkerLostError
from omnigym.serve import RemoteEnv, connect

_IDS = ("OmniBench-Win11-v0", "OmniBench-Linux-v0", "OmniBench-Android-v0", "Crab-Cross-v0")
#: Steps of an episode at most, and of a turn; a session is left after so many episodes.
_LENGTH, _TURN, _EPISODES = 12, 4, 3


class Crowd:
    """The sessions of a server.

    Args:
        served: The server.
        count: How many there are at once.
        seed: Of what they do.
    """

    def __init__(self, served: Served, count: int, seed: int) -> None:
        self._served, self._rng = served, random.Random(seed)
        self._free: list[tuple[RemoteEnv, int] | None] = [None] * count
        self._turns = threading.Lock()
        self.steps = self.visits = self.left = self.again = 0
        self.errors: list[str] = []

    def turn(self, _: object) -> None:
        """Play a few steps in the session that has waited longest."""
        with self._turns:
            held, dice, number = self._free.pop(0), self._rng.random(), self.visits
            self.visits += held is None
        env, episodes = held or (self._open(number), 0)
        try:
            episodes = self._play(env, episodes)
        except (ServerError, WorkerLostError) as e:
            self.errors.append(str(e))
        if episodes >= _EPISODES:
            if dice < 0.1:  # without a word
                self.left += 1
                env._held.link._drop()
                env._held.link._over.set()
            else:
                env.close()
            self._free.append(None)
        else:
            self._free.append((env, episodes))

    def _open(self, number: int) -> RemoteEnv:
        name = _IDS[number % len(_IDS)]
        given: dict[str, Any] = {"token": _TOKEN, "patience_s": 600.0, "deadline_s": 600.0, "max_steps": _LENGTH}
        try:
            env = connect(self._served.url, name, **given)
        except WorkerLostError:  # it was killed while it made the environment
            self.again += 1
            env = connect(self._served.url, name, **given)
        env.action_space.seed(number)
        env.reset(seed=number)
        return env

    def _play(self, env: Any, episodes: int) -> int:
        for _ in range(_TURN):
            *_, terminated, truncated, _ = env.step(env.action_space.sample())
            self.steps += 1
            if terminated or truncated:
                env.reset()
                return episodes + 1
        return episodes

    def close(self) -> None:
        """Leave."""
        for held in self._free:
            if held is not None:
                held[0].close()


def main() -> None:
    """Soak, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    more = [option for name in _IDS[1:] for option in ("--env", name)]
    options = ("--workers", str(given.workers), "--max-environments", str(given.sessions + 50), *more)
    with Served(*options, "--lease", "20", env=_IDS[0]) as served:
        idle = _descriptors(served)
        crowd, kills, samples = Crowd(served, given.sessions, given.seed), 0, list[tuple[float, float]]()
        begun = killed = time.monotonic()
        with ThreadPool(8) as pool:
            while (passed := time.monotonic() - begun) < given.seconds:
                pool.map(crowd.turn, range(80))
                samples.append((passed, _memory(served.process.pid)))
                if time.monotonic() - killed > given.every:
                    killed, workers = time.monotonic(), _children(served.process.pid)
                    if workers:
                        os.kill(workers[kills % len(workers)], signal.SIGKILL)
                        kills += 1
                sys.stderr.write(
                    f"{passed:.0f} s, {crowd.visits} visits, {crowd.steps} steps, {samples[-1][1]:.0f} MB\n"
                )
        crowd.close()
        time.sleep(25)  # the leases of those who left without a word
        told = {name.removeprefix("omnigym_serve_"): value for name, value in served.figures().items()}
        over = _descriptors(served)
    episodes = [int(told[f"episodes_{name}_total"]) for name in ("begun", "scored", "unscored")]
    lost = int(told["workers_lost_total"])
    sys.stdout.write(
        f"{given.seconds:.0f} s, {given.sessions} sessions at once, {crowd.visits} in all, {crowd.steps:,} steps; "
        f"begun {episodes[0]:,} = scored {episodes[1]:,} + unscored {episodes[2]:,}; "
        f"{kills} workers killed, {lost} lost; {crowd.left} clients left without a word; "
        f"{crowd.again} made again; errors {len(crowd.errors)}; environments {told['environments']:.0f}, "
        f"descriptors {idle} -> {over}; memory {samples[len(samples) // 2][1]:.0f} MB at the half, "
        f"{max(mb for _, mb in samples):.0f} MB at most, {samples[-1][1]:.0f} MB at the end\n"
    )
    for problem in crowd.errors[:5]:
        sys.stdout.write(f"  {problem}\n")
    sys.exit(episodes[0] != episodes[1] + episodes[2] or lost != kills or told["environments"] > 0 or over > idle + 2)


def _descriptors(served: Served) -> int:
    return int(served.figures()["omnigym_serve_descriptors"])


if __name__ == "__main__":
    main()
