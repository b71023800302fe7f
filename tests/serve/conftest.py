"""A server of simulated environments, and what is compared with local ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.serve import link
from omnigym.serve.server import EnvServer, ServerSettings
from omnigym.serve.session import Counts

WIN = "OmniBench-Win11-v0"
CROSS = "Crab-Cross-v0"
PHONE = "OmniBench-Android-v0"
TOKEN = "the token of the tests"
QUICK: dict[str, Any] = {"tasks": "app:text_editor nodes:1", "resolution": (640, 480), "max_steps": 4}

#: Less is played before the first client comes, so that tests begin soon.
WARM = [(WIN, QUICK)]

Serving = Callable[..., EnvServer]


@pytest.fixture(scope="session")
def server() -> Iterator[EnvServer]:
    with EnvServer(ServerSettings({WIN: None}, TOKEN, workers=2, pool={"warm": WARM})) as running:
        yield running


@pytest.fixture
def serving() -> Iterator[Serving]:
    """Start servers of the test's own."""
    running: list[EnvServer] = []

    def start(**kwargs: Any) -> EnvServer:
        given = {"envs": {WIN: None}, "token": TOKEN, "workers": 1, "pool": {"warm": WARM}, **kwargs}
        running.append(EnvServer(ServerSettings(**given)))
        return running[-1]

    yield start
    for each in running:
        each.close()


@pytest.fixture(params=["memory", "rows"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """By shared memory and lanes, or as on another machine."""
    if request.param == "rows":
        elsewhere(monkeypatch)
    return str(request.param)


def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have clients find that the server is on another machine: neither memory nor lanes."""
    monkeypatch.setattr(link, "_sees", lambda *_: False)


def same(a: Any, b: Any) -> None:
    """Equal, byte for byte, and of the same types."""
    assert type(a) is type(b), (a, b)
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            same(a[key], b[key])
    elif isinstance(a, np.ndarray) and a.dtype != object:
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        assert a.tobytes() == b.tobytes()
    elif isinstance(a, tuple | list | np.ndarray):
        assert len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            same(x, y)
    else:
        assert a == b


def same_files(here: Path, there: Path) -> None:
    """The same files in two folders, byte for byte."""
    files = [sorted(p.relative_to(folder) for p in folder.rglob("*")) for folder in (here, there)]
    assert files[0] and files[0] == files[1]
    for name in files[0]:
        if (here / name).is_file():
            assert (here / name).read_bytes() == (there / name).read_bytes(), name


def until(true: Callable[[], bool], seconds: float = 200.0) -> None:
    """Wait for something that the server does by itself."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def counted(server: EnvServer) -> Counts:
    """The counts, which always add up."""
    counts = server.call(lambda: server.sessions.counts)
    assert counts.begun == counts.scored + counts.unscored + counts.running
    assert counts.running == sum(s.running for s in server.sessions.open_sessions)
    return counts
