from __future__ import annotations

import os
import resource
import socket
import time
from collections.abc import Iterator

import pytest

from omnigym.devices.waiting import wait_for

_HIGH = 1500  # select() takes none above 1023


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends of a connection, the first with a high descriptor."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard <= _HIGH:
        pytest.skip("no such descriptors here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, _HIGH + 1), hard))
    low, other = socket.socketpair()
    os.dup2(low.fileno(), _HIGH)
    low.close()
    with socket.socket(fileno=_HIGH) as high, other:
        yield high, other
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_what_is_ready_is_told(pair: tuple[socket.socket, socket.socket]) -> None:
    high, other = pair
    assert wait_for(0.0, high) == (False, False)
    assert wait_for(float("inf"), high, high) == (False, True)
    other.send(b"x")
    assert wait_for(float("inf"), high) == (True, False)
    assert wait_for(1.0, high, high) == (True, True)
    assert wait_for(1.0, high, other.fileno()) == (True, True)
    high.recv(1)
    assert wait_for(-1.0, high) == (False, False)


def test_an_end_is_to_be_read_and_written(pair: tuple[socket.socket, socket.socket]) -> None:
    high, other = pair
    other.close()
    assert wait_for(float("inf"), high) == (True, False)
    assert wait_for(float("inf"), high, high) == (True, True)
    reading, writing = os.pipe()
    assert wait_for(0.0, reading, None) == (False, False)
    os.close(reading)
    assert wait_for(float("inf"), None, writing) == (False, True)
    os.close(writing)


def test_it_waits_as_long_as_it_is_told(pair: tuple[socket.socket, socket.socket]) -> None:
    start = time.monotonic()
    assert wait_for(0.0101, pair[0]) == (False, False)
    assert time.monotonic() - start >= 0.0101
