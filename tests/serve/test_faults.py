"""Workers, clients and servers that die, hang or lie, each while another client plays on."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest

from omnigym.errors import ServerLostError, ServerRefusedError, WorkerLostError
from omnigym.serve import RemoteEnv, connect, connect_vec
from omnigym.serve.direct_socket import Lane
from omnigym.serve.messages import HEADER, VERSION, Header, Kind, error_of, message, pack, unpack
from omnigym.serve.pool import WorkerProcess
from omnigym.serve.server import EnvServer, ServerSettings
from omnigym.serve.session import Session
from tests.serve.conftest import QUICK, TOKEN, WARM, WIN, Serving, counted, elsewhere, until

pytestmark = pytest.mark.slow  # leases and deadlines that have to pass

LEASE_S = 2.0
#: Far above what a step takes on a machine that is busy with other tests.
DEADLINE_S = 20.0


@pytest.fixture(scope="module")
def server() -> Iterator[EnvServer]:
    pool = {"warm": WARM, "deadline_s": DEADLINE_S, "ping_s": 1.0, "pause_s": 0.1, "failures": 50}
    with EnvServer(ServerSettings({WIN: None}, TOKEN, workers=2, lease_s=LEASE_S, pool=pool)) as running:
        yield running


@pytest.fixture(autouse=True)
def others_go_on(server: EnvServer) -> Iterator[None]:
    """Another client plays from before the fault until after it, and nothing happens to it but lost workers."""
    over, played = threading.Event(), list[int]()
    env = play(server, max_steps=50)

    def go_on() -> None:
        while not over.is_set():
            *_, terminated, truncated, info = env.step(env.action_space.sample())
            played.append(info["steps"])
            if terminated or truncated:
                assert info["end_reason"] != "device_error" or "worker process" in info["device_error"]
                env.reset()
            over.wait(0.01)

    thread = threading.Thread(target=go_on)
    thread.start()
    yield
    before = len(played)
    until(lambda: len(played) > before + 2 or not thread.is_alive())
    assert thread.is_alive()
    over.set()
    thread.join()
    env.close()
    until(lambda: server.sessions.environments == 0)
    assert counted(server).running == 0


def play(server: EnvServer, **kwargs: Any) -> RemoteEnv:
    env = connect(server.url, WIN, token=TOKEN, **{**QUICK, "max_steps": 30, **kwargs})
    env.reset(seed=0)
    env.action_space.seed(0)
    return env


def session_of(server: EnvServer, env: RemoteEnv) -> Session:
    """The session of an environment."""
    return next(s for s in server.sessions.open_sessions if s.id == env._part.session)


def worker_of(server: EnvServer, env: RemoteEnv) -> WorkerProcess:
    """The process in which an environment is."""
    worker = session_of(server, env).worker
    assert worker is not None
    return worker


def unscored_end(env: RemoteEnv) -> dict[str, Any]:
    """Step until the episode is cut off, which says nothing about the agent."""
    *_, reward, terminated, truncated, info = env.step(env.action_space.sample())
    while not (terminated or truncated):
        *_, reward, terminated, truncated, info = env.step(env.action_space.sample())
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert (info["end_reason"], info["unscored"], info["is_success"]) == ("device_error", True, False)
    assert (info["newly_completed"], info["invalid_action"]) == ("", "")
    return info


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=lambda n: n.name)
def test_a_worker_that_dies_or_stops_in_an_episode(server: EnvServer, number: signal.Signals) -> None:
    with contextlib.closing(play(server)) as env:
        before = counted(server).unscored
        worker = worker_of(server, env)
        os.kill(worker.pid, number)
        if number == signal.SIGSTOP:
            worker._deadline = 1.0  # nothing that it does by itself takes as long now
        assert "worker process" in unscored_end(env)["device_error"]
        assert counted(server).unscored > before
        _, info = env.reset()
        assert info["steps"] == 0 and not info["unscored"]
        env.step(env.action_space.sample())


def test_a_worker_that_dies_in_a_reset(server: EnvServer) -> None:
    with contextlib.closing(play(server)) as env:
        pid = worker_of(server, env).pid
        os.kill(pid, signal.SIGSTOP)  # so that it is in the reset when it dies
        threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
        _, info = env.reset(seed=3)
        assert info["steps"] == 0
        assert worker_of(server, env).pid != pid
        assert env.step(env.action_space.sample())[4]["steps"] == 1


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_workers_of_a_vector_environment(server: EnvServer, mode: str) -> None:
    until(lambda: len(server.sessions.pool.workers) == 2)
    envs = connect_vec(server.url, WIN, 3, token=TOKEN, autoreset_mode=mode, **{**QUICK, "max_steps": 30})
    with contextlib.closing(envs):
        envs.reset(seed=0)
        sessions = [s for s in server.sessions.open_sessions if s.total == 3]
        assert len(sessions) == 2  # one in each worker
        lost = sessions[0].first
        assert sessions[0].worker is not None
        os.kill(sessions[0].worker.pid, signal.SIGKILL)
        _, rewards, _, truncated, info = envs.step(envs.action_space.sample())
        assert truncated[lost] and rewards[lost] == 0.0
        told = info["final_info"] if mode == "SameStep" else info
        assert told["unscored"][lost] and told["end_reason"][lost] == "device_error"
        if mode == "Disabled":
            envs.reset(options={"reset_mask": truncated})
        _, _, _, truncated, info = envs.step(envs.action_space.sample())
        assert not truncated.any()
        assert info["steps"].max() == 2  # of those whose worker lives


def test_a_session_that_kills_its_workers_is_refused(server: EnvServer) -> None:
    with contextlib.closing(play(server)) as env:
        session_of(server, env).lost = 2
        os.kill(worker_of(server, env).pid, signal.SIGKILL)
        unscored_end(env)
        with pytest.raises(WorkerLostError, match="in a row"):
            env.reset()


def test_a_step_that_is_sent_twice_is_done_once(server: EnvServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks when the step is done and its answer on the way."""
    elsewhere(monkeypatch)
    with contextlib.closing(play(server)) as env:
        session = session_of(server, env)
        steps = session.steps
        link = env._held.link
        real = link._message

        def broken(end: float | None) -> Any:
            until(lambda: session.answer is not None and session.steps == steps + 1)
            link._message = real  # type: ignore[method-assign]
            raise ConnectionResetError

        link._message = broken  # type: ignore[method-assign]
        *_, info = env.step(env.action_space.sample())
        assert info["steps"] == 1
        assert (session.steps, counted(server).repeated > 0) == (steps + 1, True)
        assert env.step(env.action_space.sample())[4]["steps"] == 2


def test_a_connection_that_breaks_is_made_again(server: EnvServer, way: str) -> None:
    with contextlib.closing(play(server)) as env:
        link = env._held.link
        for n in range(3):
            broken = link._stream
            assert broken is not None
            broken._connection.shutdown(socket.SHUT_RDWR)
            if way == "memory":  # the steps do not see it; the heartbeat does, and the lanes are closed
                until(lambda: link._broken)
            assert env.step(env.action_space.sample())[4]["steps"] == n + 1
            assert link._stream is not broken


def test_a_client_that_falls_silent_loses_its_environment(server: EnvServer) -> None:
    """Half-open: the connection is there, and nothing comes any more."""
    before = counted(server).expired
    env = play(server)
    env._held.link._over.set()  # no heartbeat
    until(lambda: counted(server).expired == before + 1)
    env._held.link._over.clear()
    unscored_end(env)
    env.reset(seed=1)
    env.close()


def test_a_client_that_is_killed(server: EnvServer) -> None:
    code = (
        "import sys; from omnigym.serve import connect; "
        f"env = connect(sys.argv[1], {WIN!r}, token=sys.argv[2], tasks='app:text_editor nodes:1'); env.reset(seed=0); "
        "print('there', flush=True); sys.stdin.read()"
    )
    taken = server.sessions.environments
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code, server.url, TOKEN], **pipes) as client:
        assert client.stdout is not None and client.stdout.readline() == b"there\n"
        assert server.sessions.environments == taken + 1
        client.kill()
    until(lambda: server.sessions.environments == taken)
    counted(server)


# -- by hand ----------------------------------------------------------------------------------------------------------


class Raw:
    """A client that does what it likes."""

    def __init__(self, server: EnvServer, hello: Any = None, kind: int = Kind.HELLO) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), 20)
        self.stream = self.socket.makefile("rb")
        if hello is not None:
            self.send(kind, 0, 0, hello)

    def send(self, kind: int, session: int, number: int, value: Any) -> None:
        self.socket.sendall(message(kind, session, number, pack(value)))

    def answer(self) -> tuple[Header, Any]:
        header = Header(*HEADER.unpack(self.stream.read(HEADER.size)))
        return header, unpack(self.stream.read(header.size))

    def ended(self) -> bool:
        """Whether the server hung up."""
        with contextlib.suppress(ConnectionResetError):
            while self.stream.read(1 << 16):
                pass
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.close()
        self.socket.close()


HELLO = {"version": VERSION, "token": TOKEN}
MAKE = {"id": WIN, "arguments": QUICK, "count": 1, "mode": "Disabled", "shared": False}
BIG = HEADER.pack(1 << 30, Kind.HELLO, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (message(Kind.HELLO, 0, 0, pack({**HELLO, "token": "another"})), "token"),
        (message(Kind.HELLO, 0, 0, pack({**HELLO, "version": 99})), "version 99"),
        (message(Kind.HELLO, 0, 0, pack({**HELLO, "token": "x" * 3000})), "token"),
        (message(Kind.ATTACH, 0, 0, pack({**HELLO, "key": "nobody's"})), "does not know"),
        (message(Kind.MAKE, 0, 1, pack(MAKE)), "greeting"),
        (message(Kind.HELLO, 0, 0, b"\x91" * 3000), "msgpack"),
        (BIG, "1073741824 bytes"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "bytes"),
        (os.urandom(4000), ""),
    ],
    ids=["token", "version", "long-token", "key", "no-hello", "nonsense", "big", "http", "random"],
)
def test_strangers_are_sent_away(server: EnvServer, content: bytes, words: str) -> None:
    with Raw(server) as raw:
        raw.socket.sendall(content)
        if words:
            header, said = raw.answer()
            assert header.kind == Kind.ERROR
            assert words in str(error_of(said))
            assert raw.ended()


def test_what_a_client_cannot_do(server: EnvServer) -> None:
    with contextlib.closing(play(server)) as other, Raw(server, HELLO) as raw:
        raw.answer()
        theirs = other._part.session
        for session, kind, number, value, words in [
            (theirs, Kind.STEP, 1, [None, [{"type": 0}]], "not one of this client's"),
            (theirs, Kind.CLOSE, 1, None, "not one of this client's"),
            (0, Kind.STEP, 1, None, "Expected a request of a session"),
            (0, Kind.MAKE, 1, {"id": WIN}, "Expected an id"),
            (0, Kind.MAKE, 2, {**MAKE, "count": 10**6}, "are taken"),
            (0, Kind.MAKE, 3, {**MAKE, "mode": "Never"}, "Never"),
        ]:
            raw.send(kind, session, number, value)
            header, said = raw.answer()
            assert (header.kind, header.number) == (Kind.ERROR, number)
            assert words in str(error_of(said))
        raw.send(Kind.MAKE, 0, 9, MAKE)
        session = raw.answer()[1]["sessions"][0][0]
        for kind, number, value, words in [
            (Kind.WARM, 1, [], "a request for a reset"),
            (Kind.STEP, 5, [None, []], "Expected request 1"),
            (Kind.STEP, 1, [None, [{"type": 0}]], "No episode|reset"),
            (Kind.STEP, 2, [0, [1, 2, 3]], "values, one of each"),
            (Kind.RESET, 3, [None, [[1, {"snapshot": b""}]]], "the option 'task'"),
            (Kind.RESET, 4, [None, [["a", None]]], "a seed"),
            (Kind.CLONE, 5, [1 << 40, False], "number of clones"),
            (Kind.STATE, 6, "nonsense", "No episode"),
        ]:
            raw.send(kind, session, number, value)
            header, said = raw.answer()
            error = str(error_of(said[0][0][5] if isinstance(said, list) else said))
            assert any(word in error for word in words.split("|")), (kind, error)
        raw.send(Kind.RESET, session, 7, [None, [[0, None]]])
        assert raw.answer()[0][1:] == (Kind.OK, session, 7, 0, 0, 0)
        raw.socket.sendall(HEADER.pack(1 << 30, Kind.STEP, session, 8, 0, 0, 0))
        assert raw.answer()[0].kind == Kind.ERROR
        assert raw.ended()
        assert not other.step(other.action_space.sample())[3]


def test_two_connections_of_one_client(server: EnvServer) -> None:
    """The second takes over; the first is closed, also on its lane, and cannot step beside it."""
    with Raw(server, HELLO) as first:
        key = first.answer()[1]["key"]
        first.send(Kind.MAKE, 0, 1, MAKE)
        session = first.answer()[1]["sessions"][0][0]
        first.send(Kind.RESET, session, 1, [None, [[0, None]]])
        assert first.answer()[0].kind == Kind.OK
        first.send(Kind.LANE, session, 2, None)
        step = [None, [{"type": 10, "duration": [0.1]}]]
        with contextlib.closing(Lane(first.answer()[1], session)) as lane:
            lane.send(pack(step))
            assert lane.receive(20)[0] == Kind.OK
            with Raw(server, {**HELLO, "key": key}, Kind.ATTACH) as second:
                assert second.answer()[0].kind == Kind.OK
                assert first.ended()
                until(lambda: not lane.alive)
                second.send(Kind.LANE, session, 2, None)
                assert second.answer()[0].number == 2
                second.send(Kind.STEP, session, 3, step)
                assert second.answer()[0].kind == Kind.OK
                second.send(Kind.CLOSE, 0, 0, None)
                assert second.ended()


@pytest.mark.x11
def test_a_real_desktop_has_a_process_of_its_own(serving: Serving) -> None:
    served = serving(envs={"OmniBench-Linux-v0": "x11"}, pool={"warm": [], "pause_s": 0.1})
    workers = served.sessions.pool.workers  # the one that is kept warm
    with (
        connect(served.url, "OmniBench-Linux-v0", token=TOKEN, tasks="app:text_editor", max_steps=20) as one,
        connect(served.url, "OmniBench-Linux-v0", token=TOKEN, tasks="app:text_editor", max_steps=20) as two,
    ):
        for env in (one, two):
            env.reset(seed=0)
            env.action_space.seed(0)
        first = worker_of(served, one)
        assert first in workers
        assert worker_of(served, two) is not first
        os.kill(first.pid, signal.SIGKILL)
        unscored_end(one)
        assert not two.step(two.action_space.sample())[3]
        assert one.reset(seed=1)[1]["steps"] == 0
        used = worker_of(served, one).pid
    until(lambda: not runs(used))
    counts = counted(served)
    assert (counts.begun, counts.scored, counts.running) == (3, 0, 0)


def test_a_client_that_reads_a_byte_a_second(server: EnvServer) -> None:
    """It asks and hardly reads: what waits for it is bounded, and it loses its lease."""
    taken, before = server.sessions.environments, counted(server).expired
    with Raw(server, HELLO) as raw:
        raw.answer()
        large = {**QUICK, "resolution": (1024, 768), "render_mode": "rgb_array"}
        raw.send(Kind.MAKE, 0, 1, {**MAKE, "arguments": large})
        session = raw.answer()[1]["sessions"][0][0]
        raw.send(Kind.RESET, session, 1, [None, [[0, None]]])
        assert raw.answer()[0].kind == Kind.OK
        over = threading.Event()

        def drip() -> None:
            with contextlib.suppress(OSError):
                while not over.wait(1.0):
                    raw.socket.recv(1)

        thread = threading.Thread(target=drip)
        thread.start()
        with contextlib.suppress(OSError):
            raw.socket.settimeout(0.5)
            for number in range(2, 400):
                raw.send(Kind.RENDER, session, number, None)  # 2.4 MB each
        try:
            until(lambda: counted(server).expired == before + 1)
            assert server.sessions.environments == taken
        finally:
            over.set()
            thread.join()


def test_a_client_in_haste_is_slowed_down(serving: Serving) -> None:
    server = serving(rate=50.0)
    with Raw(server, HELLO) as raw:
        raw.answer()
        begun = time.monotonic()
        raw.socket.sendall(b"".join([message(Kind.STEP, 0, number, b"\xc0") for number in range(150)]))
        for number in range(150):
            assert raw.answer()[0].number == number
        raw.send(Kind.STEP, 0, 150, None)  # a burst of 50 is free; this one waits for what the others have taken
        assert raw.answer()[0].number == 150
        assert time.monotonic() - begun > 1.0


def test_the_lanes_of_a_client_share_its_rate(serving: Serving) -> None:
    server = serving(rate=60.0, workers=2)
    with contextlib.closing(connect_vec(server.url, WIN, 2, token=TOKEN, **{**QUICK, "max_steps": 500})) as envs:
        envs.reset(seed=0)
        action = envs.action_space.sample()
        begun = time.monotonic()
        for _ in range(75):  # on each of two lanes, which have a burst of 30 and 30 steps a second
            envs.step(action)
        assert time.monotonic() - begun > 1.3
        assert all(lane is not None for lane in envs._held.link._lanes.values())
        assert len(envs._held.link._lanes) == 2


def test_a_server_that_is_killed_and_started_again(tmp_path: Any) -> None:
    """Its episodes end unscored, and the next ones are the new server's; no worker stays, were it stopped."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    code = (
        "import sys, threading; from omnigym.serve.server import *; settings = ServerSettings("
        "{sys.argv[1]: None}, sys.argv[2], port=int(sys.argv[3]), workers=1, pool={'warm': []}); "
        "s = EnvServer(settings); "
        "print('there', flush=True); threading.Event().wait()"
    )
    command = [sys.executable, "-c", code, WIN, TOKEN, str(port)]

    def started() -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert process.stdout is not None and process.stdout.readline() == b"there\n"
        return process

    first = second = started()
    url = f"tcp://127.0.0.1:{port}"
    env = connect(url, WIN, token=TOKEN, patience_s=60.0, **QUICK)
    envs = connect_vec(url, WIN, 2, token=TOKEN, patience_s=60.0, **QUICK)
    try:
        env.reset(seed=0)
        envs.reset(seed=0)
        lists = Path(f"/proc/{first.pid}/task").glob("*/children")
        (worker,) = [int(pid) for each in lists for pid in each.read_text().split()]
        os.kill(worker, signal.SIGSTOP)
        first.kill()
        first.wait()
        until(lambda: not runs(worker))
        second = started()
        try:
            env.action_space.seed(0)
            unscored_end(env)
            assert env.reset(seed=0)[1]["steps"] == 0
            truncated = envs.step(envs.action_space.sample())[3]
            assert truncated.all()
            _, rewards, _, truncated, info = envs.step(envs.action_space.sample())
            assert not truncated.any() and np.all(rewards == 0) and np.all(info["steps"] == 0)
        finally:
            second.kill()
            second.wait()
        quick = connect_error(lambda: connect(url, WIN, token=TOKEN, patience_s=0.2, **QUICK))
        assert isinstance(quick, ServerLostError)
    finally:
        first.kill()
        for each in (env, envs):
            each._held.link._patience = 0.1
            each.close()
        for process in (first, second):
            if process.stdout is not None:
                process.stdout.close()


def runs(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def connect_error(work: Callable[[], object]) -> Exception:
    try:
        work()
    except (ServerLostError, ServerRefusedError) as e:
        return e
    raise AssertionError("it should have failed")
