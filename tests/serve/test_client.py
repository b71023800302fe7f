"""Environments of a server are what local ones are."""

from __future__ import annotations

import contextlib
import copy
import threading
import warnings
from typing import Any

import gymnasium
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import omnigym
from omnigym.actions import Click, On, Type
from omnigym.errors import (
    ActionError,
    ConfigError,
    ServerBusyError,
    ServerLostError,
    ServerRefusedError,
    UnknownNameError,
    UnreadableError,
)
from omnigym.serve import RemoteEnv, RemoteVectorEnv, connect, connect_vec, direct_socket, link
from omnigym.serve.server import EnvServer
from tests.serve.conftest import CROSS, PHONE, QUICK, TOKEN, WIN, Serving, counted, same, until


def remote(server: EnvServer, name: str = WIN, **kwargs: Any) -> RemoteEnv:
    return connect(server.url, name, token=TOKEN, **{**(QUICK if name == WIN else {}), **kwargs})


def vector(server: EnvServer, n: int = 3, **kwargs: Any) -> RemoteVectorEnv:
    return connect_vec(server.url, WIN, n, token=TOKEN, **{**QUICK, **kwargs})


def play_both(ours: RemoteEnv, theirs: gymnasium.Env[Any, Any], steps: int) -> None:
    """Play the same in both, and compare all that comes."""
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    same(ours.reset(seed=7), theirs.reset(seed=7))
    theirs.action_space.seed(3)
    held = []
    for _ in range(steps):
        action = theirs.action_space.sample()
        got, wanted = ours.step(action), theirs.step(action)
        same(got[0], wanted[0])
        same(got[2:], wanted[2:])
        assert got[1] == wanted[1]
        held.append((got, copy.deepcopy(got)))
        del held[: -1 if len(held) % 7 else len(held)]
        for kept, was in held:
            same(kept, was)
        if got[2] or got[3]:
            same(ours.reset(), theirs.reset())


@pytest.mark.parametrize("kwargs", [{}, {"observation": "a11y"}, {"writable_screenshots": True, "variation": "all"}])
def test_the_same_bytes_as_a_local_one(server: EnvServer, way: str, kwargs: dict[str, Any]) -> None:
    with remote(server, **kwargs) as ours, gymnasium.make(WIN, **{**QUICK, **kwargs}) as theirs:
        play_both(ours, theirs, 12)
    assert counted(server).running == 0


def test_other_devices(serving: Serving, way: str) -> None:
    server = serving(envs={CROSS: None, PHONE: None}, pool={"warm": []})
    for name in (CROSS, PHONE):
        with remote(server, name) as ours, gymnasium.make(name) as theirs:
            play_both(ours, theirs, 6)
    with remote(server, CROSS) as ours, gymnasium.make(CROSS) as theirs:
        same(ours.reset(seed=1), theirs.reset(seed=1))
        tap = On("phone", Click((0.5, 0.5)))
        same(ours.step(tap)[4], theirs.step(tap)[4])
        assert ours.a11y("phone").nodes == theirs.unwrapped.a11y("phone").nodes  # type: ignore[attr-defined]


def test_reads_for_recorders(server: EnvServer) -> None:
    with remote(server, audio=True) as ours, gymnasium.make(WIN, audio=True, **QUICK) as wrapped:
        theirs: Any = wrapped.unwrapped
        play_both(ours, wrapped, 3)
        same(ours.audio(seconds=1.5), theirs.audio(1.5))
        same(ours.screenshot(), theirs.screenshot())
        assert (ours.task, ours.tasks) == (theirs.task, theirs.tasks)
        (said,), (device,) = ours.devices.values(), theirs.devices.values()
        app = ours.task.bound[ours.task.nodes[0].id].subtask.app
        assert (said.name, said.size, said.app_title(app)) == (device.name, device.size, device.app_title(app))
        ours._info["task_id"] = "/etc/task.json"
        with pytest.raises(UnreadableError, match="Expected the id of a task"):
            _ = ours.task


def test_check_env_and_its_copies(server: EnvServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(link.TOKEN_VARIABLE, TOKEN)
    env = omnigym.connect(server.url, id=WIN, render_mode="rgb_array", **QUICK)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*symmetric and normalized.*")
        check_env(env)
    with copy.deepcopy(env) as other, gymnasium.make(env.spec) as third:
        same(other.reset(seed=2), env.reset(seed=2))
        same(third.reset(seed=2), env.reset(seed=2))
        assert TOKEN not in str(env.spec)
    env.close()
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.reset()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_vector_environments(server: EnvServer, way: str, mode: str) -> None:
    ours = vector(server, autoreset_mode=mode)
    theirs = gymnasium.make_vec(WIN, 3, num_workers=0, autoreset_mode=mode, **QUICK)
    assert ours.metadata["autoreset_mode"] is AutoresetMode(mode)
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    same(ours.reset(seed=5), theirs.reset(seed=5))
    ours.action_space.seed(1)
    held = []
    for _ in range(11):
        actions = ours.action_space.sample()
        got, wanted = ours.step(actions), theirs.step(actions)
        same(got, wanted)
        held.append((got, copy.deepcopy(got)))
        del held[: -1 if len(held) % 5 else len(held)]
        ended = got[2] | got[3]
        if mode == "Disabled" and ended.any():
            same(ours.reset(options={"reset_mask": ended}), theirs.reset(options={"reset_mask": ended}))
        for kept, was in held:
            same(kept, was)
    ours.close()
    theirs.close()
    assert counted(server).running == 0


def test_clones_go_on_from_the_same_moment(server: EnvServer, way: str) -> None:
    with remote(server, max_steps=30) as env:
        env.reset(seed=4)
        env.action_space.seed(0)
        actions = [env.action_space.sample() for _ in range(4)]
        before = env.step(actions[0])
        clones = env.clone(2)
        for clone in clones:
            same(clone.begun[0], before[0])
        for action in actions[1:]:
            wanted = env.step(action)
            for clone in clones:
                same(clone.step(action), wanted)
        with pytest.raises(ConfigError, match="clone"):
            copy.copy(clones[0])
        for clone in clones:
            clone.close()
    assert counted(server).running == 0


def test_pictures_state_and_tree(server: EnvServer) -> None:
    with remote(server, render_mode="rgb_array") as env, gymnasium.make(WIN, render_mode="rgb_array", **QUICK) as local:
        with pytest.raises(ResetNeeded):
            env.step(Type("a"))
        with pytest.raises(ResetNeeded):
            env.state()
        same(env.reset(seed=3)[0], local.reset(seed=3)[0])
        same(env.render(), local.render())
        assert env.a11y().nodes == local.unwrapped.a11y().nodes  # type: ignore[attr-defined]
        state = env.state()
        assert state["task_id"] == local.unwrapped.task.id  # type: ignore[attr-defined]
        assert state["trees"] is None
        task = env.state()["task_id"]
        assert env.reset(options={"task": task})[1]["task_id"] == task
    with contextlib.closing(vector(server, 2, render_mode="rgb_array")) as envs:
        envs.reset(seed=0)
        assert [frame.shape for frame in envs.render() or ()] == [(480, 640, 3)] * 2
        with pytest.raises(ConfigError, match="only 'render'"):
            envs.call("snapshot")


def test_errors_are_those_of_a_local_one(server: EnvServer) -> None:
    with remote(server) as env:
        env.reset(seed=0)
        with pytest.raises(ActionError, match="type must be"):
            env.step({"type": 99})
        with pytest.raises(UnknownNameError, match="nothing-such"):
            env.reset(options={"task": "nothing-such"})
        env.reset()
        assert not env.step(Type("a"))[2]
    with contextlib.closing(vector(server, 2)) as envs:
        envs.reset(seed=0)
        good = envs.single_action_space.sample()
        with pytest.raises(ActionError, match="type must be"):
            envs.step([good, {"type": 99}])
        envs.step([good, good])


@pytest.mark.parametrize(
    ("name", "kwargs", "error", "words"),
    [
        ("OSWorld-Linux-v0", {}, UnknownNameError, "environment of this server"),
        (WIN, {"device": "x11"}, ServerRefusedError, "does not choose 'device'"),
        (WIN, {"tasks": "/etc/task.json"}, ServerRefusedError, "never by files"),
        (WIN, {"tasks": ["app:word", "folder/"]}, ServerRefusedError, "never by files"),
        (WIN, {"tasks": "osworld:/data"}, ServerRefusedError, "never by files"),
        (WIN, {"tasks": {"a": 1}}, ServerRefusedError, "a query"),
        (WIN, {"tasks": "app:nothing"}, ConfigError, "nothing"),
        (WIN, {"resolution": (16000, 16000)}, ConfigError, "4096 pixels"),
        (WIN, {"sizes": {"nodes": 10**9}}, ConfigError, "number above"),
        (WIN, {"limits": [[[[[[1]]]]]]}, ConfigError, "too deep"),
        (WIN, {"render_mode": "human"}, ServerRefusedError, "rgb_array"),
        (WIN, {"reward": "none"}, UnknownNameError, "none"),
    ],
)
def test_what_a_server_does_not_do(
    server: EnvServer, name: str, kwargs: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        connect(server.url, name, token=TOKEN, **kwargs)
    until(lambda: counted(server).running == server.sessions.environments == 0)


def test_no_room_is_said_at_once(serving: Serving) -> None:
    server = serving(most=2)
    envs = [remote(server) for _ in range(2)]
    with pytest.raises(ServerBusyError, match="2 of 2 environments") as caught:
        remote(server, patience_s=0)
    assert 0 < caught.value.retry_after <= 60
    envs[0].close()
    remote(server).close()
    envs[1].close()


def test_addresses(server: EnvServer, tmp_path: Any) -> None:
    for url in ("http://127.0.0.1:1", "tcp://127.0.0.1", "unix://x/y", "tcp://127.0.0.1:99999", ""):
        with pytest.raises(ConfigError, match="tcp://HOST:PORT"):
            connect(url, WIN, token=TOKEN)
    with pytest.raises(ServerLostError, match="Cannot reach"):
        connect(f"unix://{tmp_path}/nobody", WIN, token=TOKEN, patience_s=0.1)


def test_a_unix_socket(serving: Serving, tmp_path: Any) -> None:
    path = tmp_path / "omnigym.sock"
    server = serving(port=None, unix=path)
    assert path.stat().st_mode & 0o777 == 0o600
    with remote(server) as env:
        env.reset(seed=0)
    server.close()
    assert not path.exists()


def test_the_server_counts_what_is_done_on_lanes(server: EnvServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> tuple[int, int, int]:
        before = counted(server)
        was = before.begun, before.scored, before.steps
        with remote(server) as env:
            env.reset(seed=0)
            env.action_space.seed(0)
            session = server.sessions.open_sessions[-1]
            number, over = session.number, False
            while not over:
                over = any(env.step(env.action_space.sample())[2:4])
            by_server = session.number - number
            until(lambda: counted(server).scored > was[1])
        now = counted(server)
        return now.begun - was[0], now.steps - was[2], by_server

    assert played() == (1, 4, 1)  # the one that asked for the lane
    monkeypatch.setattr(direct_socket.Lane, "__init__", lambda *_: (_ for _ in ()).throw(OSError))
    assert played() == (1, 4, 5)


def test_nothing_is_left(server: EnvServer) -> None:
    assert server.sessions.environments == 0
    until(lambda: not server.native.connections)
    assert not [t for t in threading.enumerate() if t.name == "omnigym-serve-beat"]
    until(lambda: all(worker.rows == 0 for worker in server.sessions.pool.workers))
