from __future__ import annotations

import base64
import logging
import socket
import urllib.request
from collections.abc import Callable
from http.client import HTTPResponse
from typing import Any
from urllib.error import HTTPError

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from omnigym.devices.fake import Fault
from omnigym.errors import ConfigError, DeviceError
from omnigym.pages.local import is_own
from omnigym.play.link import REPLACED
from omnigym.play.player import Player
from omnigym.play.server import Server

Make = Callable[..., Player]
Serve = Callable[[Callable[[], Player]], Server]


def get(server: Server, path: str = "", **headers: str) -> HTTPResponse:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(server.url + path, headers=headers)
    response: HTTPResponse = opener.open(request, timeout=20)
    return response


@pytest.mark.parametrize(
    ("path", "kind"), [("", "text/html"), ("main.js", "javascript"), ("style.css", "text/css"), ("tasks", "json")]
)
def test_the_page_is_served_and_held_to_its_own_address(serve: Serve, make_player: Make, path: str, kind: str) -> None:
    with get(serve(make_player), path) as response:
        assert response.status == 200 and kind in response.headers["Content-Type"]
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Frame-Options"] == "DENY"


def test_nothing_outside_the_page_is_served(serve: Serve, make_player: Make) -> None:
    server = serve(make_player)
    for path in ("../server.py", "..%2fserver.py", "%2e%2e/server.py", "nothing"):
        with pytest.raises(HTTPError, match="404"):
            get(server, path)


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_a_request_of_another_site_is_refused(serve: Serve, make_player: Make, headers: dict[str, str]) -> None:
    with pytest.raises(HTTPError, match="403"):
        get(serve(make_player), "tasks", **headers)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1:{port}"])
def test_a_connection_from_another_site_is_refused(
    serve: Serve, make_player: Make, open_page: Any, origin: str
) -> None:
    server = serve(make_player)
    with pytest.raises(InvalidStatus, match="403"), open_page(server, Origin=origin.format(port=server.port)):
        pass


def test_only_the_loopback_address_is_listened_on(serve: Serve, make_player: Make) -> None:
    assert serve(make_player)._socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000"])
def test_the_page_may_be_called_by_both_names_of_this_machine(host: str) -> None:
    assert is_own(host, f"http://{host}", 8000, origin_needed=True)
    assert is_own(host, None, 8000, origin_needed=False)
    assert not is_own(host, None, 8000, origin_needed=True)


@pytest.mark.parametrize("host", ["", "localhost", "localhost:8001", "localhost.evil.example:8000", "127.0.0.1:80000"])
def test_another_name_is_refused(host: str) -> None:
    assert not is_own(host, None, 8000, origin_needed=False)
    assert not is_own(host, f"http://{host}", 8000, origin_needed=True)


def test_a_port_that_is_taken_says_what_to_do(serve: Serve, make_player: Make) -> None:
    taken = serve(make_player).port
    with pytest.raises(ConfigError, match=f"port {taken}: .*--port"):
        Server(make_player, taken)


def test_a_device_that_does_not_come_up_leaves_nothing_behind(make_player: Make) -> None:
    with pytest.raises(DeviceError, match="failed as ordered"):
        Server(lambda: make_player(Fault("reset", repeat=9), limits={"reset_retries": 0}))


def test_what_the_hands_do_is_done_and_shown(serve: Serve, make_player: Make, open_page: Any) -> None:
    with open_page(serve(make_player)) as page:
        assert page.next("task")["size"] == [320, 240]
        assert page.next("step")["steps"] == 0
        assert page.pictures == 1
        page.send("key", key="a", code="KeyA", held=["ctrl"])
        for c in "hello":
            page.send("key", key=c)
        page.send("key", key="s", code="KeyS", held=["ctrl"])
        step = page.next("step")
        assert page.pictures > 1
        while not step["completed"]:
            step = page.next("step")
        assert step["status"] == {"save": "completed", "copy": "evaluating"}


def test_an_episode_ends_and_another_begins(serve: Serve, make_player: Make, open_page: Any) -> None:
    with open_page(serve(make_player)) as page:
        page.send("do", action={"type": "Done"})
        step = page.next("step")
        while step["running"]:
            step = page.next("step")
        assert step["end"] == "false_completion"
        page.click(5, 5)  # nobody is there to take it
        page.send("begin", which="again")
        assert page.next("task")["episode"] == 2
        step = page.next("step")
        assert step["running"] and step["steps"] == 0


def test_a_page_that_is_opened_again_finds_the_desktop_as_it_was(
    serve: Serve, make_player: Make, open_page: Any
) -> None:
    server = serve(make_player)
    with open_page(server) as page:
        page.next("step")
        page.send("key", key="x")
        assert page.next("step")["steps"] == 1
    with open_page(server) as page:
        assert page.next("task")["episode"] == 1
        assert page.next("step")["steps"] == 1
        assert page.pictures == 1


def test_a_second_page_takes_over(serve: Serve, make_player: Make, open_page: Any) -> None:
    server = serve(make_player)
    with open_page(server) as first, open_page(server) as second:
        second.next("step")
        with pytest.raises(ConnectionClosed) as closed:
            first.next("nothing more")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == REPLACED
        second.send("key", key="x")
        assert second.next("step")["steps"] == 1


def test_tabs_that_come_and_go_leave_no_traceback(
    serve: Serve, make_player: Make, open_page: Any, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve(make_player)
    log = logging.getLogger("uvicorn")  # it does not pass on what it is told
    log.addHandler(caplog.handler)
    try:
        for turn in range(30):
            with open_page(server) as first:
                for _ in range(turn % 7):
                    first.send("key", key="x")
                if turn % 3 == 0:
                    first.socket.socket.shutdown(socket.SHUT_RDWR)  # it is gone just when it is replaced
                with open_page(server) as second:
                    assert second.next("step")
    finally:
        log.removeHandler(caplog.handler)
    assert not [record.getMessage() for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ({"kind": "fly"}, "no message"),
        ({"kind": "do", "action": {"type": "Fly"}}, "Unknown action type 'Fly'"),
        ({"kind": "begin", "which": "task", "task": "nothing"}, "Unknown task 'nothing'"),
    ],
)
def test_what_cannot_be_done_is_said_and_does_no_harm(
    serve: Serve, make_player: Make, open_page: Any, message: dict[str, Any], says: str
) -> None:
    with open_page(serve(make_player)) as page:
        page.next("step")
        page.send(message.pop("kind"), **message)
        assert says in page.next("error")["message"]
        page.send("begin", which="again")
        assert page.next("task")["id"] == "save-then-copy"


def test_what_sounds_is_sent_before_the_step(serve: Serve, make_player: Make, open_page: Any) -> None:
    server = serve(lambda: make_player(audio=True))
    with open_page(server) as page:
        page.next("task")
        page.next("step")
        page.send("do", action={"type": "Type", "text": "a"})
        sound = page.next("sound")
        samples = np.frombuffer(base64.b64decode(sound["samples"]), "<i2")
        assert sound["rate"] == 16_000 and samples.any()
        assert page.next("step")["steps"] == 1
