"""Applications whose answers on D-Bus are nonsense cost their own part of the tree, and nothing else."""

from __future__ import annotations

import contextlib
import itertools
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11.atspi import Accessibility, Accessible
from omnigym.devices.x11.dbus import Bus, BusClosedError, CallError
from omnigym.devices.x11.dbus_wire import MOST_BYTES, DBusVariant, WireError, decode, encode, read_message, split
from omnigym.devices.x11.tree import build_tree

_SHOWING = 1 << 25


def _message(serial: int, signature: str, body: bytes, *, kind: int = 2, order: str = "<") -> bytes:
    """An answer to a call, of either byte order."""
    fields = b"\5\1u\0" + struct.pack(order + "I", serial)
    if signature:
        fields += b"\x08\1g\0" + bytes([len(signature)]) + signature.encode() + b"\0"
    letter = b"l" if order == "<" else b"B"
    head = letter + bytes((kind, 1, 1)) + struct.pack(order + "III", len(body), 1, len(fields))
    return head + fields + bytes(-len(fields) % 8) + body


class _Peer:
    """A bus at the other end of which somebody answers each call with bytes of his choice."""

    def __init__(self, folder: Path, answer: Callable[[int, str], bytes]) -> None:
        self._answer = answer
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(folder / "bus"))
        self._server.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self.bus = Bus(str(folder / "bus"), 0, direct=True)

    def _serve(self) -> None:
        connection, _ = self._server.accept()
        with connection, contextlib.suppress(OSError):
            connection.recv(4096)
            connection.sendall(b"OK 1\r\n")
            data = b""
            while piece := connection.recv(65536):
                data += piece
                data = data.removeprefix(b"BEGIN\r\n")
                while len(data) >= 16 and data[:1] == b"l":
                    body, serial, fields = struct.unpack_from("<III", data, 4)
                    end = 16 + fields + -fields % 8 + body
                    member = next(m for m in (*_MEMBERS, "") if m.encode() + b"\0" in data[:end])
                    connection.sendall(self._answer(serial, member))
                    data = data[end:]

    def close(self) -> None:
        self.bus.close()
        self._server.close()
        self._thread.join(5)


_MEMBERS = ("GetChildren", "GetState", "GetRole", "GetExtents", "GetText", "GetApplicationBusAddress", "Get")


@pytest.fixture
def peer(tmp_path: Path) -> Iterator[Callable[[Callable[[int, str], bytes]], Bus]]:
    peers: list[_Peer] = []

    def make(answer: Callable[[int, str], bytes]) -> Bus:
        peers.append(_Peer(tmp_path, answer))
        return peers[-1].bus

    yield make
    for peer in peers:
        peer.close()


#: What an application says: a signature and a body, for each question.
_GOOD: dict[str, tuple[str, bytes]] = {
    "GetChildren": ("a(so)", encode("a(so)", ([(":1.1", "/a"), (":1.1", "/b")],))),
    "GetState": ("au", encode("au", ([_SHOWING, 0],))),
    "GetRole": ("u", encode("u", (43,))),
    "GetExtents": ("(iiii)", encode("(iiii)", ((1, 2, 3, 4),))),
    "GetText": ("s", encode("s", ("text",))),
    "GetApplicationBusAddress": ("s", encode("s", ("",))),
    "Get": ("v", encode("v", (DBusVariant("s", "name"),))),
}
_BAD: dict[str, tuple[str, bytes]] = {
    "nothing": ("", b""),
    "a number": ("i", encode("i", (-1,))),
    "text": ("s", encode("s", ("x",))),
    "no state": ("au", encode("au", ([],))),
    "three states": ("au", encode("au", ([_SHOWING] * 3,))),
    "large extents": ("(iiii)", encode("(iiii)", ((2**31 - 1, -(2**31), 2**31 - 1, 2**31 - 1),))),
    "a variant of a list": ("v", encode("v", (DBusVariant("ai", [1]),))),
    "a variant that is not a number": ("v", encode("v", (DBusVariant("d", float("nan")),))),
    "many variants": ("v", b"\1v\0" * 3000),
    "a body that is too short": ("a(so)", b"\xff\xff\xff\x7f"),
    "a signature that is none": ("a{", b"\0" * 16),
    "an empty struct": ("a()", b"\xff\0\0\0" + b"\0" * 300),
    "deep": ("a" * 200 + "i", b"\0" * 2000),
    "children without end": ("a(so)", encode("a(so)", ([(":1.1", "/c")] * 30_000,))),
}


def _reading(bus: Bus, deadline: float = 2.0) -> tuple[Accessibility, list[Accessible]]:
    accessibility = Accessibility(bus, _refuse, lambda: lambda: 0.0, deadline, 0.3, 50)
    return accessibility, accessibility.read()


def _refuse(_: str) -> Bus:
    raise BusClosedError("There is none.")


@pytest.mark.parametrize(("member", "bad"), list(itertools.product(_GOOD, _BAD)))
def test_a_wrong_answer_costs_only_what_it_is_about(peer: Any, member: str, bad: str) -> None:
    calls = itertools.count()

    def answer(serial: int, asked: str) -> bytes:
        first = next(calls) == 0  # the registry's list of applications
        return _message(serial, *(_BAD[bad] if asked == member and not first else _GOOD.get(asked, ("", b""))))

    accessibility, tops = _reading(peer(answer))
    assert accessibility.truncated or tops
    build_tree(tops, [], (640, 480), False, frozenset())


def test_objects_that_hold_themselves_are_followed_so_deep(peer: Any) -> None:
    below = "a(so)", encode("a(so)", ([(":1.1", "/a")],))
    bus = peer(lambda serial, asked: _message(serial, *(below if asked == "GetChildren" else _GOOD[asked])))
    accessibility = Accessibility(bus, _refuse, lambda: lambda: 0.0, 5.0, 1.0, 5000)
    tops = accessibility.read()
    assert accessibility.truncated
    assert len(list(tops[0].walk())) == 100
    build_tree(tops, [], (640, 480), False, frozenset())


@pytest.mark.parametrize(
    "answer",
    [
        lambda serial: b"",
        lambda serial: b"GET / HTTP/1.1\r\n\r\n",
        lambda serial: _message(serial, "s", b"")[:20],
        lambda serial: _message(serial, "s", encode("s", ("x",)), order=">"),
        lambda serial: b"l\2\1\1" + struct.pack("<III", 2**31, 1, 2**31) + b"\0" * 64,
        lambda serial: b"l\2\1\1" + struct.pack("<III", 0, 1, 16) + b"\xff" * 16,
        lambda serial: b"l\2\1\1" + struct.pack("<III", 0, 1, 8) + b"\5\1s\0\xff\xff\xff\xff",
        lambda serial: _message(serial, "i", b"") + _message(serial, "", b"", kind=3),
    ],
)
def test_a_call_ends_whatever_comes(peer: Any, answer: Any) -> None:
    bus = peer(lambda serial, _: answer(serial))
    start = time.monotonic()
    with pytest.raises((TimeoutError, BusClosedError, CallError)):
        bus.call("a.b", "/", "a.b", "GetRole", timeout=0.3, returns="u")
    assert time.monotonic() - start < 10


def test_talk_without_end_is_not_listened_to_for_ever(peer: Any) -> None:
    signal = _message(7777, "s", encode("s", ("x" * 1000,)), kind=4) * 1000
    stop = time.monotonic() + 20

    def answer(_: int, __: str) -> bytes:
        return signal * 10 if time.monotonic() < stop else b""

    bus = peer(answer)
    bus._socket.setblocking(False)
    bus.send(lambda _: None, "a.b", "/", "a.b", "GetRole")
    start = time.monotonic()
    assert not bus.run(0.3, 0.2)
    assert time.monotonic() - start < 10


def test_a_message_that_is_too_large_is_passed_over(peer: Any) -> None:
    large = _message(1, "s", bytes(MOST_BYTES + 1000))
    bus = peer(lambda serial, _: large + _message(serial, "u", encode("u", (5,))))
    assert bus.call("a.b", "/", "a.b", "GetRole", timeout=5, returns="u") == (5,)
    assert len(bus._in) == 0


_KINDS = st.text("ybnqiuxtdsogva(){}", max_size=12)


@given(_KINDS, st.binary(max_size=200))
def test_any_bytes_are_values_or_an_error(signature: str, data: bytes) -> None:
    with contextlib.suppress(WireError):
        decode(signature, data)


@given(st.binary(max_size=100), st.integers(0, 64), st.integers(0, 64))
def test_any_bytes_are_a_message_or_none_or_an_error(data: bytes, body: int, fields: int) -> None:
    read_message(bytearray(b"l\2\1\1" + struct.pack("<III", body, 1, fields) + data), 0)
    with contextlib.suppress(WireError):
        read_message(bytearray(data), 0)


@pytest.mark.parametrize("signature", ["a", "(", "()", "{ss}", "a{s}", "a{sss}", "a{as}", "(i", "z", "a" * 70 + "i"])
def test_signatures_that_are_none(signature: str) -> None:
    with pytest.raises(WireError):
        split(signature)
