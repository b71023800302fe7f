"""Steps that go to the worker without the server, and who cannot take that way."""

from __future__ import annotations

import contextlib
import selectors
import socket
import sys
from collections.abc import Iterator

import pytest

from omnigym.errors import CapabilityError
from omnigym.serve import direct_socket
from omnigym.serve.direct_socket import Lane, Lanes
from omnigym.serve.messages import HEADER, Header, Kind, message

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="lanes are Linux's")

_LARGE = 1 << 22


class Echo:
    """A worker's ends without a worker: an answer is the body, or as many bytes as it says."""

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self.lanes = Lanes(self.selector, self._answer)
        self.asked: list[tuple[int, bytes]] = []

    def _answer(self, header: Header, body: bytes) -> bytes:
        self.asked.append((header.session, body))
        return message(Kind.OK, header.session, header.number, b"x" * _LARGE if body == b"large" else body)

    def work(self) -> None:
        """Do all that there is to do now."""
        self.lanes.go_on()
        while found := self.selector.select(0.05):
            for key, events in found:
                key.data(events)
            self.lanes.go_on()


@pytest.fixture
def echo() -> Iterator[Echo]:
    echo = Echo()
    yield echo
    echo.lanes.close_all()
    assert not echo.selector.get_map()
    echo.selector.close()


def to_worker(name: str, *messages: bytes) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(5)
    connection.connect(f"\0{name}")
    for each in messages:
        connection.sendall(each)
    return connection


def hung_up(connection: socket.socket) -> bool:
    """Whether nothing but the end comes, after what was sent before."""
    with contextlib.suppress(ConnectionResetError):
        while connection.recv(1 << 20):
            pass
    return True


def test_steps_and_answers(echo: Echo) -> None:
    with contextlib.closing(Lane(echo.lanes.open(7), 7)) as client:
        for body in (b"one", b"two"):
            client.send(body)
            echo.work()
            assert client.alive is False  # an answer is there
            assert client.receive(5) == (Kind.OK, body)
        assert client.alive
        client.send(b"interrupted")
        client.send(b"three")
        echo.work()
        assert client.receive(5) == (Kind.OK, b"three")
        client.send(b"large")
        echo.work()  # does not wait until it is read
        with pytest.raises(TimeoutError):
            client.receive(0.01)
        while True:
            echo.work()
            with contextlib.suppress(TimeoutError):
                kind, body = client.receive(0.01)
                break
        assert (kind, len(body)) == (Kind.OK, _LARGE)
        assert [session for session, _ in echo.asked] == [7] * 5
        echo.lanes.close(7)
        assert not client.alive
        with pytest.raises(ConnectionError):
            client.receive(5)


def test_who_is_not_let_in(echo: Echo) -> None:
    name, key = echo.lanes.open(7)
    right = message(Kind.LANE, 7, 0, key)
    step = message(Kind.STEP, 7, 1, b"step")
    with to_worker(name, right, step) as first:
        echo.work()
        assert first.recv(100)[HEADER.size :] == b"step"
        for content in (
            step,
            right,  # for the second time
            message(Kind.LANE, 8, 0, key),
            message(Kind.LANE, 7, 0, b"0" * len(key)),
            HEADER.pack(1 << 30, Kind.LANE, 7, 0, 0, 0, 0),
            b"GET / HTTP/1.1\r\n\r\n" * 3,
        ):
            with to_worker(name, content) as stranger:
                echo.work()
                assert hung_up(stranger), content
        with contextlib.ExitStack() as stack:  # those who say nothing do not keep others out
            silent = [stack.enter_context(to_worker(name)) for _ in range(direct_socket._MOST_STRANGERS + 1)]
            echo.work()
            assert hung_up(silent[0])
        assert echo.asked == [(7, b"step")]


@pytest.mark.parametrize(
    "content",
    [
        message(Kind.RESET, 7, 1, b""),
        message(Kind.STEP, 7, 1, b"large") * 2,
        HEADER.pack(1 << 30, Kind.STEP, 7, 1, 0, 0, 0),
    ],
    ids=["kind", "not-read", "long"],
)
def test_what_ends_a_lane(echo: Echo, content: bytes) -> None:
    name, key = echo.lanes.open(7)
    with to_worker(name, message(Kind.LANE, 7, 0, key), content) as client:
        echo.work()
        assert 7 not in echo.lanes._ends
        assert hung_up(client)


def test_sessions_without_a_lane(echo: Echo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct_socket, "_MOST", 2)
    first = echo.lanes.open(1)
    assert echo.lanes.open(1)[1] != first[1]
    echo.lanes.open(2)
    with pytest.raises(CapabilityError, match="2 sessions"):
        echo.lanes.open(3)


def test_a_lane_has_no_more_steps_a_second_than_its_share(echo: Echo, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("omnigym.serve.direct_socket.time.monotonic", lambda: now)
    name, key = echo.lanes.open(7)
    echo.lanes.limit(7, 10.0)
    steps = [message(Kind.STEP, 7, number, b"step") for number in range(40)]
    with to_worker(name, message(Kind.LANE, 7, 0, key), *steps[:30]) as client:
        echo.work()
        assert len(echo.asked) == 11  # a second's worth, and one that waits for what it took
        assert echo.lanes.go_on() == pytest.approx(0.1)
        client.sendall(b"".join(steps[30:]))
        for done in (12, 13, 14):
            now += 0.1001
            echo.work()
            assert len(echo.asked) == done
        echo.lanes.limit(7, 1000.0)
        now += 1.0
        echo.work()
        assert len(echo.asked) == 40 and not echo.lanes.paused
        echo.lanes.limit(7, 1.0)
        client.sendall(steps[0] * 3)
        echo.work()
        assert len(echo.lanes.paused) == 1
    echo.lanes.close(7)
    assert not echo.lanes.paused
