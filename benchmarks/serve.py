"""How fast environments over a socket are, in one run.

    python benchmarks/serve.py [--steps 1500] [--turns 6] [--sessions 1000] [--soak 0] [--peer PYTHON] [--seed 0]

* **overhead a step**: the same actions in a local environment and in one of `omnigym serve`, in turns, so that what
  else the machine does meets both: the difference of the medians. Observations in memory that both map, by TCP and by a
  Unix socket, and by TCP as on another machine. The limit is a bare Unix socket between two processes, with as many
  bytes there and back;
* **peer**: the same environment behind OpenEnv's own server, and behind ours for OpenEnv's clients, in turns, with the
  same client. ``--peer`` names a Python with openenv-core and omnigym;
* **efficiency**: steps a second of two clients of one server with two workers, as a share of those of two local
  processes; with the part ``x11`` the same of four real X desktops;
* **first observation**: from `connect` to the first observation, from warm workers;
* **sessions**: so many environments on one server, tree only, each stepped every 2 s: how long an answer takes;
* **soak**: clients that come, play and leave, some without a word, at a bounded rate for so many seconds. The seeds
  come again, so that the caches of the simulator are full after the first third. From then on the memory of server and
  workers may grow by 2 kB a visit at most; environments, processes and descriptors must be given back, and episodes
  begun be those scored and unscored. Else the exit code is 1. Shorter than 180 s, memory is too noisy to be judged.

Only the loopback address is used.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any, Self

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.serve import connect, link
from omnigym.serve.messages import Kind
from omnigym.serve.rows import step_body

_ID, _TASKS, _TOKEN = "OmniBench-Win11-v0", "suite:one-node", "benchmark"
_X11 = ("OmniBench-Linux-v0", "x11", "app:text_editor")
_EVERY_S = 2.0
#: Of the soak: how often memory is read, how many seeds there are, how long it is judged at least, and how much server
#: and workers may grow by a visit.
_LOOK_S, _SEEDS, _JUDGED_S, _MOST_KB = 2.0, 40, 180.0, 2.0
_OUT = Console(width=110)


class Served:
    """A server in a process of its own.

    Args:
        options: Of `omnigym serve`.
        env: What it gives.
    """

    def __init__(self, *options: str, env: str = _ID) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.unix = Path(self._folder.name) / "socket"
        command = [sys.executable, "-m", "omnigym", "serve", "--env", env, "--port", "0", "--page-port", "0"]
        more = ["--unix", str(self.unix), "--token", _TOKEN, *options]
        self.process = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = ""
        while "Ctrl+C" not in said:
            line = self.process.stdout.readline()
            assert line, "the server did not start"
            said += line
        self.url = re.search(r"tcp://[\d.:]+", said)[0]  # type: ignore[index]
        self.page = re.search(r"http://[\d.:]+/", said)[0]  # type: ignore[index]
        carrier = re.search(r"(http://[\d.:]+)/TOKEN", said)
        self.openenv = "" if carrier is None else f"{carrier[1]}/{_TOKEN}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
        self._folder.cleanup()

    def figures(self) -> dict[str, float]:
        """What ``/metrics`` says."""
        import urllib.request

        with urllib.request.urlopen(f"{self.page}metrics", timeout=60) as answer:
            lines = answer.read().decode().splitlines()
        return {line.split()[0]: float(line.split()[1]) for line in lines if not line.startswith("#")}


def _actions(count: int, seed: int) -> list[Any]:
    space = gymnasium.make(_ID, tasks=_TASKS).action_space
    space.seed(seed)
    return [space.sample() for _ in range(count)]


def _play(env: Any, actions: list[Any], seconds: list[float]) -> None:
    for action in actions:
        begun = time.perf_counter()
        *_, terminated, truncated, _ = env.step(action)
        seconds.append(time.perf_counter() - begun)
        if terminated or truncated:
            env.reset()


_ECHO = """
import socket, sys
with socket.socket(fileno=int(sys.argv[1])) as end:
    while data := end.recv(1 << 16):
        end.send(b"x" * int(sys.argv[2]))
"""
#: Bytes of a step and of its answer with the tree alone: the mean of what actions at random take.
_BYTES = 410, 72


@contextlib.contextmanager
def _echo() -> Iterator[Callable[[list[float], int], None]]:
    """A process that answers by a Unix socket, and what asks it so many times."""
    ours, theirs = socket.socketpair()
    given = [sys.executable, "-c", _ECHO, str(theirs.fileno()), str(_BYTES[1])]

    def ask(seconds: list[float], count: int) -> None:
        for _ in range(count):
            begun = time.perf_counter()
            ours.send(b"x" * _BYTES[0])
            ours.recv(1 << 16)
            seconds.append(time.perf_counter() - begun)

    with ours, theirs, subprocess.Popen(given, pass_fds=[theirs.fileno()]):
        ask([], 20)
        yield ask
        ours.shutdown(socket.SHUT_RDWR)


def overhead(table: Table, steps: int, turns: int, seed: int) -> None:
    """The rows of a step's overhead."""
    actions = _actions(steps, seed)
    sees = link._sees
    bare: list[float] = []
    with Served("--workers", "1") as served, _echo() as ask:
        observed: dict[str, dict[str, Any]] = {"tree only": {"observation": "a11y"}, "frame 1024x768": {}}
        for name, kwargs in observed.items():
            ways: dict[str, tuple[str, bool]] = {
                "memory, TCP": (served.url, True),
                "memory, Unix socket": (f"unix://{served.unix}", True),
                "TCP, as between machines": (served.url, False),
            }
            envs: dict[str, Any] = {"local": gymnasium.make(_ID, tasks=_TASKS, **kwargs)}
            for way, (url, shared) in ways.items():
                link._sees = sees if shared else (lambda *_: False)
                envs[way] = connect(url, _ID, token=_TOKEN, tasks=_TASKS, **kwargs)
            link._sees = sees
            seconds: dict[str, list[float]] = {way: [] for way in envs}
            for env in envs.values():
                env.reset(seed=seed)
            for turn in range(turns):
                part = actions[turn * steps // turns : (turn + 1) * steps // turns]
                for way, env in envs.items():
                    _play(env, part, seconds[way])
                ask(bare, len(part))
            local = statistics.median(seconds["local"])
            for way, env in envs.items():
                env.close()
                middle = statistics.median(seconds[way])
                if way != "local":
                    table.add_row(
                        f"overhead, {name}, {way}", f"{1e3 * (middle - local):.3f} ms", f"local {1e3 * local:.3f} ms"
                    )
    table.add_row("limit: a bare Unix socket", f"{1e3 * statistics.median(bare):.3f} ms", "there and back")


_LOOP = """
import random, sys, time
import gymnasium, omnigym
from omnigym.actions import Click
from omnigym.serve import connect
where, name, device, tasks, token, seed, steps = sys.argv[1:]
seed, steps, device = int(seed), int(steps), {"device": device} if device else {}
local = where == "local"
env = gymnasium.make(name, tasks=tasks, **device) if local else connect(where, name, token=token, tasks=tasks)
env.reset(seed=seed)
env.action_space.seed(seed)
places = random.Random(seed)
if device:  # of a real desktop clicks alone: waiting and long texts would take most of the time, on either side
    actions = [Click((places.random(), places.random())) for _ in range(steps)]
else:
    actions = [env.action_space.sample() for _ in range(steps)]
for action in actions[: steps // 10]:
    if any(env.step(action)[2:4]): env.reset()
print("ready", flush=True)
sys.stdin.readline()
begun = time.perf_counter()
for action in actions:
    if any(env.step(action)[2:4]): env.reset()
print(time.perf_counter() - begun, flush=True)
env.close()
"""


def _at_once(where: str, count: int, steps: int, seed: int, of: tuple[str, str, str]) -> float:
    """Steps a second of so many processes at once, each with an environment: an id, its device, its tasks."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    command = [sys.executable, "-c", _LOOP, where, *of, _TOKEN]
    players = [subprocess.Popen([*command, str(seed + n), str(steps)], **pipes) for n in range(count)]
    for player in players:
        assert player.stdout is not None
        assert player.stdout.readline() == "ready\n"
    for player in players:
        assert player.stdin is not None
        player.stdin.write("\n")
        player.stdin.flush()
    seconds = [float(player.stdout.readline()) for player in players if player.stdout is not None]
    for player in players:
        player.communicate()
    return sum(steps / s for s in seconds)


def efficiency(
    table: Table, steps: int, turns: int, seed: int, count: int = 2, of: tuple[str, str, str] = (_ID, "", _TASKS)
) -> None:
    """The row of clients against as many local processes."""
    name, device, _ = of
    given = f"{name}={device}" if device else name
    with Served("--workers", "2", env=given) as served:
        rates: dict[str, list[float]] = {"local": [], served.url: []}
        for turn in range(max(1, turns // 2)):
            for where, found in rates.items():
                found.append(_at_once(where, count, steps, seed + turn, of))
    local, remote = (statistics.mean(found) for found in rates.values())
    row = f"efficiency, {count} clients" + (f", {device}" if device else "")
    table.add_row(row, f"{remote / local:.0%}", f"{remote:.0f} of {local:.0f} steps/s")


def first_observation(table: Table, times: int = 30) -> None:
    """The row of connecting."""
    seconds = []
    with Served("--workers", "2") as served:
        for n in range(times):
            begun = time.perf_counter()
            with contextlib.closing(connect(served.url, _ID, token=_TOKEN, tasks=_TASKS)) as env:
                env.reset(seed=n)
                seconds.append(time.perf_counter() - begun)
    table.add_row(
        "connect to first observation",
        f"{1e3 * statistics.median(seconds):.0f} ms",
        f"worst {1e3 * max(seconds):.0f} ms",
    )


def sessions(table: Table, count: int, rounds: int, seed: int) -> None:
    """The row of many environments that are stepped now and then."""
    actions = _actions(200, seed)
    wanted = {
        "id": _ID,
        "arguments": {"tasks": _TASKS, "observation": "a11y"},
        "count": 1,
        "mode": "SameStep",
        "shared": False,
    }
    with Served("--max-environments", str(count)) as served:
        connection = link.Link(served.url, _TOKEN, 30.0)
        numbers = []
        for n in range(count):
            made = connection.request(0, Kind.MAKE, wanted, 600.0)
            numbers.append(made["sessions"][0][0])
            connection.request(numbers[-1], Kind.RESET, [None, [[n, None]]], 600.0)
            if n % 100 == 99:
                _OUT.print(f"{n + 1} of {count} environments are made")
        sent: dict[int, float] = {}
        taken: list[float] = []
        begun = time.perf_counter()
        due = [(begun + _EVERY_S * (r + n / count), number) for r in range(rounds) for n, number in enumerate(numbers)]
        behind = 0
        for at, number in due:
            while number in sent or (left := at - time.perf_counter()) > 0:
                _drain(connection, sent, taken, 0.05 if number in sent else min(left, 0.05))
            behind += time.perf_counter() - at > 0.1
            sent[number] = time.perf_counter()
            connection.send(number, Kind.STEP, step_body(None, [actions[len(taken) % len(actions)]]))
        while sent:
            _drain(connection, sent, taken, 1.0)
        rate = len(due) / (time.perf_counter() - begun)
        connection.close()
    p50, p99 = np.percentile(taken[len(numbers) // 2 :], [50, 99])
    about = f"median {1e3 * p50:.1f} ms, {rate:.0f} steps/s, {behind / len(due):.1%} sent late"
    table.add_row(f"{count} sessions, p99", f"{1e3 * p99:.0f} ms", about)


def _drain(connection: link.Link, sent: dict[int, float], taken: list[float], seconds: float) -> None:
    """Read what has come."""
    try:
        header, _ = connection._message(time.monotonic() + seconds)
    except TimeoutError:
        return
    taken.append(time.perf_counter() - sent.pop(header.session))


_PEER = """
import gymnasium, omnigym, uvicorn, sys
from uuid import uuid4
from omnigym.actions import from_json
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
class GuiAction(Action):
    action: dict
class GuiObservation(Observation):
    arrays: dict = {}
    info: dict = {}
class Omni(Environment[GuiAction, GuiObservation, State]):
    SUPPORTS_CONCURRENT_SESSIONS = True
    def __init__(self):
        super().__init__()
        self.env = gymnasium.make("ID", tasks="TASKS", observation="a11y")
        self._state = State(episode_id=str(uuid4()), step_count=0)
    def _told(self, observation, info, reward=None, done=False):
        arrays = {k: v.tolist() for k, v in observation.items()}
        return GuiObservation(arrays=arrays, reward=reward, done=done, info={"steps": info["steps"]})
    def reset(self, seed=None, episode_id=None, **more):
        return self._told(*self.env.reset(seed=seed))
    def step(self, action, timeout_s=None, **more):
        observation, reward, terminated, truncated, info = self.env.step(from_json(action.action))
        return self._told(observation, info, float(reward), terminated or truncated)
    @property
    def state(self):
        return self._state
app = create_fastapi_app(Omni, GuiAction, GuiObservation, max_concurrent_envs=4)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
""".replace("ID", _ID).replace("TASKS", _TASKS)

_PEER_CLIENT = """
import json, statistics, sys, time
from openenv.core.generic_client import GenericEnvClient
ways = json.loads(sys.stdin.read())
envs, seconds = {}, {way: [] for way in ways}
for way, (url, given, actions) in ways.items():
    for _ in range(300):
        try:
            envs[way] = GenericEnvClient(base_url=url).sync().__enter__(); break
        except Exception: time.sleep(0.2)
    envs[way].reset(**given)
for turn in range(6):
    for way, (url, given, actions) in ways.items():
        env, count = envs[way], len(actions)
        for action in actions[turn * count // 6 : (turn + 1) * count // 6]:
            begun = time.perf_counter()
            result = env.step(action)
            seconds[way].append(time.perf_counter() - begun)
            if result.done: env.reset(**given)
for env in envs.values(): env.__exit__(None, None, None)
print(json.dumps({way: statistics.median(found) for way, found in seconds.items()}))
"""


def peer(table: Table, python: str, steps: int, seed: int) -> None:
    """The rows of OpenEnv's own server, and of ours for its clients."""
    import json

    from omnigym.actions import to_json
    from omnigym.spaces.action import decode_action

    actions = _actions(steps, seed)
    said = [to_json(decode_action(action)) for action in actions]
    local: list[float] = []
    with contextlib.closing(gymnasium.make(_ID, tasks=_TASKS, observation="a11y")) as env:
        env.reset(seed=seed)
        _play(env, actions, local)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    serving = subprocess.Popen([python, "-c", _PEER, port])
    try:
        with Served("--workers", "1", "--openenv-port", "0") as served:
            ours = {"seed": seed, "tasks": _TASKS, "observation": "a11y"}
            ways = {
                "peer": (f"http://127.0.0.1:{port}", {"seed": seed}, [{"action": each} for each in said]),
                "ours": (served.openenv, ours, said),
            }
            found = subprocess.run(
                [python, "-c", _PEER_CLIENT], input=json.dumps(ways), text=True, capture_output=True, timeout=600
            )
    finally:
        serving.terminate()
        serving.wait()
    assert found.returncode == 0, found.stderr
    middle, medians = statistics.median(local), json.loads(found.stdout)
    for way, name in (("peer", "OpenEnv's server, arrays as JSON"), ("ours", "our carrier for OpenEnv, text")):
        told = f"a step {1e3 * medians[way]:.3f} ms, by OpenEnv's client"
        table.add_row(f"overhead, tree only, {name}", f"{1e3 * (medians[way] - middle):.3f} ms", told)
    table.add_row("our carrier against OpenEnv's server", f"{medians['ours'] / medians['peer']:.2f}", "of its step")


def _memory(pid: int) -> float:
    """The memory of a process and its children in MB, what they share counted once for each."""
    total = 0.0
    for each in [pid, *_children(pid)]:
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{each}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) / 1024
    return total


def _children(pid: int) -> list[int]:
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(word) for word in path.read_text().split()]
    return found


def _slope(samples: list[tuple[int, float]]) -> float:
    """The growth in kB a visit: the median over all pairs, which single jumps do not move."""
    at, mb = (np.array(column, float) for column in zip(*samples, strict=True))
    first, second = np.triu_indices(len(at), 1)
    return float(np.median(1024 * (mb[second] - mb[first]) / (at[second] - at[first])))


def soak(table: Table, seconds: float) -> list[str]:
    """The rows of clients that come and go.

    Returns:
        The leaks, each in words; none if all was given back.
    """
    with Served("--workers", "2", "--lease", "2") as served:

        def visit(n: int) -> None:
            env = connect(served.url, _ID, token=_TOKEN, tasks=_TASKS, observation="a11y", patience_s=60)
            env.reset(seed=n % _SEEDS)
            for _ in range(5):
                env.step({"type": 10, "duration": [0.1]})
            if n % 5 == 4:  # without a word
                env._held.link._drop()
                env._held.link._over.set()
            else:
                env.close()

        def look() -> dict[str, float]:
            figures, pid = served.figures(), served.process.pid
            named = {name: figures[f"omnigym_serve_{name}"] for name in ("environments", "descriptors")}
            return {**named, "processes": len(_children(pid))}

        idle, samples, n, looked = look(), list[tuple[int, float]](), 0, 0.0
        begun = time.monotonic()
        with ThreadPool(4) as pool:
            while (passed := time.monotonic() - begun) < seconds:
                pool.map(visit, range(n, n + 8))
                n += 8
                if passed > seconds / 3 and passed - looked > _LOOK_S:
                    looked = passed
                    samples.append((n, _memory(served.process.pid)))
                time.sleep(1.0 - (time.monotonic() - begun) % 1.0)
        time.sleep(12)  # the leases of those who left without a word, and what waits for a greeting
        after, figures = look(), served.figures()
    row = f"soak of {seconds:.0f} s, {n} visits: "
    leaks = [f"{name}: {value:.0f}, and {idle[name]:.0f} before" for name, value in after.items() if value > idle[name]]
    for name, value in after.items():
        table.add_row(row + name, f"{value:.0f}", f"{idle[name]:.0f} before")
    slope = _slope(samples)
    table.add_row(row + "growth", f"{slope:.1f} kB a visit", f"{samples[0][1]:.0f} to {samples[-1][1]:.0f} MB")
    if seconds >= _JUDGED_S and slope > _MOST_KB:
        leaks.append(f"memory: {slope:.1f} kB a visit, at most {_MOST_KB} are expected")
    episodes = {name: figures[f"omnigym_serve_episodes_{name}_total"] for name in ("begun", "scored", "unscored")}
    ended = episodes["scored"] + episodes["unscored"]
    table.add_row(row + "episodes begun", f"{episodes['begun']:.0f}", f"scored and unscored: {ended:.0f}")
    if episodes["begun"] != ended:
        leaks.append("episodes that were begun and neither scored nor unscored")
    return leaks


@contextlib.contextmanager
def _said(name: str) -> Iterator[None]:
    begun = time.monotonic()
    _OUT.print(f"{name}...")
    yield
    _OUT.print(f"{name}: {time.monotonic() - begun:.0f} s")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--soak", type=float, default=0.0)
    parser.add_argument("--peer", default="")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--parts", default="overhead,efficiency,first,sessions")
    given = parser.parse_args()
    parts: dict[str, Callable[[Table], None]] = {
        "overhead": lambda t: overhead(t, given.steps, given.turns, given.seed),
        "efficiency": lambda t: efficiency(t, given.steps, given.turns, given.seed),
        "x11": lambda t: efficiency(t, given.steps // 10, given.turns, given.seed, 4, _X11),
        "first": first_observation,
        "sessions": lambda t: sessions(t, given.sessions, given.rounds, given.seed),
    }
    table = Table("measured", "figure", "beside it")
    for name in filter(None, given.parts.split(",")):
        with _said(name):
            parts[name](table)
    if given.peer:
        with _said("peer"):
            peer(table, given.peer, given.steps, given.seed)
    leaks = []
    if given.soak:
        with _said("soak"):
            leaks = soak(table, given.soak)
    _OUT.print(table)
    _OUT.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    if leaks:
        sys.exit("Leaked: " + "; ".join(leaks))


if __name__ == "__main__":
    main()
