"""OpenEnv's messages, by a WebSocket and by the real client of the package, and who is let in."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("msgpack", reason="pip install 'omnigym[serve]'")
pytest.importorskip("uvicorn", reason="pip install 'omnigym[play]'")

import gymnasium
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from omnigym.a11y import Role
from omnigym.actions import Click, Press
from omnigym.serve.openenv import OpenEnvServer
from omnigym.serve.server import EnvServer, ServerSettings

_TOKEN, _ENV, _OPEN = "secret", "OmniBench-Android-v0", "hello/phone-open-tool@1"
_HELLO = {"seed": 3, "task": _OPEN, "tasks": "suite:hello", "observation": "a11y"}
#: A Python that has PyPI's package openenv, whose dependencies are other versions than omnigym's.
_THEIRS = os.environ.get("OMNIGYM_OPENENV_PYTHON", "")


@pytest.fixture(scope="module")
def served() -> Iterator[OpenEnvServer]:
    settings = ServerSettings({_ENV: None, "OmniBench-Win11-v0": None}, _TOKEN, workers=1, most=2)
    with EnvServer(settings) as server, OpenEnvServer(server, _TOKEN) as served:
        yield served


@pytest.fixture
def client(served: OpenEnvServer) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{served.port}/{_TOKEN}/ws", proxy=None) as client:
        yield client


def ask(client: ClientConnection, kind: str, **data: Any) -> dict[str, Any]:
    client.send(json.dumps({"type": kind, "data": data}))
    answer: dict[str, Any] = json.loads(client.recv(60))
    return answer


def number_of(text: str, name: str) -> int:
    found = re.search(rf'\[(\d+)\] [^"\n]*"{name}"', text)
    assert found is not None
    return int(found[1])


def test_an_episode(client: ClientConnection) -> None:
    begun = ask(client, "reset", episode_id="mine", **_HELLO)
    assert begun["type"] == "observation"
    assert (begun["data"]["reward"], begun["data"]["done"]) == (0.0, False)
    shown = begun["data"]["observation"]
    assert (shown["instruction"], shown["screenshot"]) == ("Open Calendar.", None)
    assert ask(client, "state")["data"] == {"episode_id": "mine", "step_count": 0}
    bad = ask(client, "step", type="Click", at=[7, 7])["data"]
    assert (bad["reward"], bad["done"]) == (0.0, False)
    assert bad["metadata"]["invalid_action"]
    number = number_of(bad["observation"]["text"], "Calendar")
    done = ask(client, "step", name="click", arguments={"element": number})["data"]
    assert (done["reward"], done["done"], done["metadata"]["is_success"]) == (1.0, True, True)
    assert ask(client, "state")["data"] == {"episode_id": "mine", "step_count": 2}
    again = ask(client, "step", type="Wait", duration=0)["data"]
    assert (again["reward"], again["done"]) == (0.0, True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "INVALID_JSON"),
        ("[" * 50_000, "INVALID_JSON"),
        ('{"type": "steps"}', "UNKNOWN_TYPE"),
        ('{"type": "step", "data": {"type": "Wait"}}', "EXECUTION_ERROR"),
        ('{"type": "reset", "data": []}', "VALIDATION_ERROR"),
        ('{"type": "reset", "data": {"seed": -1}}', "VALIDATION_ERROR"),
        ('{"type": "reset", "data": {"tasks": "/etc/passwd.json"}}', "EXECUTION_ERROR"),
        ('{"type": "reset", "data": {"device": "x11"}}', "EXECUTION_ERROR"),
    ],
)
def test_what_cannot_be_done_is_said(client: ClientConnection, text: str, code: str) -> None:
    client.send(text)
    answer = json.loads(client.recv(60))
    assert (answer["type"], answer["data"]["code"]) == ("error", code)
    assert answer["data"]["message"]


def test_no_room_is_said_at_once_and_who_leaves_makes_room(served: OpenEnvServer) -> None:
    where = f"ws://127.0.0.1:{served.port}/{_TOKEN}/ws"
    with connect(where, proxy=None) as one, connect(where, proxy=None) as two:
        for client in (one, two):
            assert ask(client, "reset", **_HELLO)["type"] == "observation"
        with connect(where, proxy=None) as three:
            full = ask(three, "reset", **_HELLO)["data"]
            assert (full["code"], full["retry_after"] > 0) == ("CAPACITY_REACHED", True)
            one.close()
            while ask(three, "reset", **_HELLO)["type"] != "observation":  # the server hears of it soon
                time.sleep(0.02)


def test_who_is_let_in(served: OpenEnvServer) -> None:
    def code(path: str, **headers: str) -> int:
        try:
            with urllib.request.urlopen(urllib.request.Request(served.url + path, headers=headers), timeout=30) as got:
                return int(got.status)
        except urllib.error.HTTPError as e:
            return e.code

    assert code("/health", Authorization=f"Bearer {_TOKEN}") == 200
    assert code(f"/{_TOKEN}/OmniBench-Win11-v0/metadata") == 200
    assert code(f"/{_TOKEN}/schema") == 200
    for path, headers in (
        ("/health", {}),
        ("/wrong/health", {}),
        ("/health", {"Authorization": "Bearer wrong"}),
        (f"/{_TOKEN}/health", {"Origin": "http://evil.example"}),
        (f"/{_TOKEN}/health", {"Host": "evil.example"}),
        (f"/{_TOKEN}/health", {"Host": "localhost:80:evil"}),
        (f"/{_TOKEN}/health", {"Host": "127.0.0.1evil:80"}),
    ):
        assert code(path, **headers) == 403
    assert code(f"/{_TOKEN}/nothing") == 404
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{served.port}/wrong/ws", proxy=None)


def test_strangers_lock_nobody_out(served: OpenEnvServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have some seconds and so many places; a WebSocket of a client keeps its own."""
    address = ("127.0.0.1", served.port)
    with contextlib.ExitStack() as stack:
        client = stack.enter_context(connect(f"ws://127.0.0.1:{served.port}/{_TOKEN}/ws", proxy=None))
        idle = [stack.enter_context(socket.create_connection(address, 20)) for _ in range(200)]
        assert idle[0].recv(1) == b""
        monkeypatch.setattr("omnigym.serve.openenv._GREETING_S", 0.1)
        late = stack.enter_context(socket.create_connection(address, 20))
        late.sendall(b"GET /health HTTP/1.1\r\nHost: ")
        with contextlib.suppress(ConnectionResetError):
            assert late.recv(1) == b""
        quick = stack.enter_context(connect(f"ws://127.0.0.1:{served.port}/{_TOKEN}/ws", proxy=None))
        for each in (client, quick):
            assert ask(each, "state")["type"] == "state"


_PROGRAM = """
import re, sys
from openenv.core.generic_client import GenericEnvClient
with GenericEnvClient(base_url=sys.argv[1]).sync() as env:
    begun = env.reset(seed=3, task=sys.argv[2], tasks="suite:hello")
    number = int(re.search(r'\\[(\\d+)\\] [^"\\n]*"Calendar"', begun.observation["text"])[1])
    done = env.step({"name": "click", "arguments": {"element": number}})
    print(done.reward, done.done, env.state()["step_count"])
"""


@pytest.mark.skipif(not _THEIRS, reason="OMNIGYM_OPENENV_PYTHON names no Python with the package openenv")
def test_the_client_of_the_package(served: OpenEnvServer) -> None:
    command = [_THEIRS, "-c", _PROGRAM, f"{served.url}/{_TOKEN}", _OPEN]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=280, check=True, env={"PATH": os.environ["PATH"]}
    )
    assert done.stdout == "1.0 True 1\n"


_WITH_PICTURES = """
import base64, hashlib, io, json, sys
from PIL import Image
from openenv.core.generic_client import GenericEnvClient

def screen(result):
    seen = result.observation
    picture = Image.open(io.BytesIO(base64.b64decode(seen["screenshot"]))).convert("RGB")
    return [seen["screenshot_format"], *picture.size, hashlib.sha256(picture.tobytes()).hexdigest()]

url, task, x, y = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with GenericEnvClient(base_url=url).sync() as env:
    screens = [screen(env.reset(seed=3, task=task, tasks="suite:hello", observation="both"))]
    for said in ({"name": "press", "arguments": {"key": "back"}}, {"name": "click", "arguments": {"x": x, "y": y}}):
        result = env.step(said)
        screens.append(screen(result))
    print(json.dumps([screens, result.reward, result.done, env.state()["step_count"]]))
"""


@pytest.mark.skipif(not _THEIRS, reason="OMNIGYM_OPENENV_PYTHON names no Python with the package openenv")
def test_the_client_of_the_package_sees_the_screens(served: OpenEnvServer) -> None:
    """It plays an episode by a place in the picture; each screen is that of a local environment."""
    env = gymnasium.make(_ENV, tasks="suite:hello", observation="both")
    seen = [env.reset(seed=3, options={"task": _OPEN})[0]["screenshot"]]
    tree = env.get_wrapper_attr("a11y")()
    (icon,) = [n for n in tree.nodes if n.name == "Calendar" and n.role is Role.BUTTON]
    x, y = icon.bounds[0] + icon.bounds[2] // 2, icon.bounds[1] + icon.bounds[3] // 2
    assert tree.size == (seen[0].shape[1], seen[0].shape[0])
    for action in (Press("back"), Click(((x + 0.5) / tree.size[0], (y + 0.5) / tree.size[1]))):
        observation, reward, terminated, _, _ = env.step(action)
        seen.append(observation["screenshot"])
    env.close()
    command = [_THEIRS, "-c", _WITH_PICTURES, f"{served.url}/{_TOKEN}", _OPEN, str(x), str(y)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=280, check=False, env={"PATH": os.environ["PATH"]}
    )
    assert done.returncode == 0, done.stderr[-3000:]
    screens = [["png", s.shape[1], s.shape[0], hashlib.sha256(s.tobytes()).hexdigest()] for s in seen]
    assert json.loads(done.stdout) == [screens, 1.0, True, 2] == [screens, reward, terminated, 2]
    assert len({tuple(s) for s in screens}) == 2  # "back" changes nothing on the home screen


def test_a_lost_worker_is_done_without_a_reward(served: OpenEnvServer, client: ClientConnection) -> None:
    """OpenEnv has no truncation and no episode without a score: `done`, null, and the reason."""
    ask(client, "reset", **_HELLO)
    sessions = served._server.sessions
    before = sessions.counts.unscored
    (session,) = sessions.open_sessions
    assert session.worker is not None
    os.kill(session.worker.pid, 9)
    lost = ask(client, "step", type="Wait", duration=0)["data"]
    assert (lost["reward"], lost["done"]) == (None, True)
    assert (lost["metadata"]["unscored"], lost["metadata"]["truncated"]) == (True, True)
    assert sessions.counts.unscored == before + 1
    again = ask(client, "reset", **_HELLO)["data"]
    assert again.get("reward") == 0.0, again
