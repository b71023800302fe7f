"""Requests of sessions: each has an answer, whatever happens to it, and none costs other clients anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gymnasium.error import ResetNeeded

from omnigym.errors import ServerError
from omnigym.serve import RemoteEnv, connect
from omnigym.serve.server import EnvServer
from omnigym.serve.session import Sessions
from tests.serve.conftest import QUICK, TOKEN, WIN, counted

#: Long enough on a busy machine; an answer that never comes is not waited for until a test's own deadline.
ANSWER_S = 30.0

_OF_A_MOMENT: dict[str, Callable[[RemoteEnv], object]] = {
    "clone": lambda env: env.clone(2),
    "snapshot": lambda env: env.snapshot(),
}


def remote(server: EnvServer) -> RemoteEnv:
    return connect(server.url, WIN, token=TOKEN, deadline_s=ANSWER_S, **QUICK)


@pytest.mark.parametrize("name", _OF_A_MOMENT)
def test_before_the_first_reset_there_is_no_moment(server: EnvServer, name: str) -> None:
    with remote(server) as env:
        with pytest.raises(ResetNeeded):
            _OF_A_MOMENT[name](env)
        assert env.reset(seed=0)[1]["steps"] == 0
        _OF_A_MOMENT[name](env)
        assert env.step(env.action_space.sample())[4]["steps"] == 1


@pytest.mark.parametrize("error", [KeyError("k"), RecursionError(), MemoryError(), ResetNeeded("Reset.")], ids=repr)
@pytest.mark.parametrize(
    ("broken", "request_of"),
    [
        ("_cloned", _OF_A_MOMENT["clone"]),
        ("_sealed", _OF_A_MOMENT["snapshot"]),
        ("_unsealed", lambda env: env.reset(options={"snapshot": env.snapshot()})),
        ("_do", lambda env: env.step(env.action_space.sample())),
        ("open", lambda env: connect(env.spec.kwargs["url"], WIN, token=TOKEN, deadline_s=ANSWER_S, **QUICK)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_request_has_an_answer(
    server: EnvServer,
    monkeypatch: pytest.MonkeyPatch,
    broken: str,
    request_of: Callable[[Any], object],
    error: Exception,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    async def fail_later(*_: object, **__: object) -> None:
        raise error

    with remote(server) as env:
        env._held.link.local = False  # no lane: all goes through the server
        env.reset(seed=0)
        with monkeypatch.context() as patched:
            patched.setattr(Sessions, broken, fail if broken in ("_do", "_unsealed") else fail_later)
            with pytest.raises(ResetNeeded if isinstance(error, ResetNeeded) else ServerError) as caught:
                request_of(env)
        assert "did not answer" not in str(caught.value)
        assert env.step(env.action_space.sample())[4]["steps"] == 1
    assert counted(server).running == 0
