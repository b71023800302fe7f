"""What a guest says is hostile, and what it fails at is a fault of the device: one typed error, and never a hang."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import numpy as np
import pytest

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.actions import Type, Wait
from omnigym.devices.config import build_device
from omnigym.devices.fake import Fault
from omnigym.devices.fake.device import FakeDevice
from omnigym.devices.frame_rows import changed_rows
from omnigym.devices.guest import server as servers
from omnigym.devices.guest.config import TOKEN_VARIABLE, GuestConfig
from omnigym.devices.guest.device import GuestDevice
from omnigym.devices.guest.server import Guest
from omnigym.devices.guest.wire import PROTOCOL, encode, pack_message
from omnigym.errors import (
    ConfigError,
    DeviceError,
    DeviceFaultError,
    DeviceLostError,
    DeviceStartError,
    UnknownNameError,
)
from tests.devices.guest.test_contract import TOKEN, config_for

SIZE = (320, 240)
HEALTH = {"protocol": PROTOCOL, "generation": "g", "platform": "linux", "size": list(SIZE), "capabilities": ["a11y"]}
HEALTH["user_data"] = False


def reply(body: bytes, code: int = 200, head: str = "") -> bytes:
    return f"HTTP/1.1 {code} X\r\nContent-Length: {len(body)}\r\n{head}\r\n".encode() + body


def message(body: object, *blobs: bytes) -> bytes:
    return b"".join(pack_message(body, blobs))


def results(*values: object, blobs: tuple[bytes, ...] = ()) -> bytes:
    return reply(message({"results": list(values), "error": None}, *blobs))


@contextmanager
def scripted(*answers: bytes | Callable[[socket.socket], None]) -> Iterator[GuestDevice]:
    """A client of a server that answers its requests, one after another, with these bytes and then hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        left = list(answers)
        while left:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                while left:
                    if not connection.recv(1 << 20):
                        break
                    answer = left.pop(0)
                    if callable(answer):
                        answer(connection)
                        break
                    connection.sendall(answer)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    config = GuestConfig(
        SIZE, url=f"http://127.0.0.1:{listening.getsockname()[1]}", token="t", serves=("a11y",), timeout=1.0
    )
    device = build_device(config)
    assert isinstance(device, GuestDevice)
    try:
        yield device
    finally:
        device.close()
        listening.close()
        thread.join(5)


def healthy(**others: object) -> bytes:
    return reply(json.dumps({**HEALTH, **others}).encode())


def drip(connection: socket.socket) -> None:
    """A byte now and then, so that each read gets something."""
    stopped = threading.Event()
    for byte in reply(b"x" * 1000)[:40]:
        try:
            connection.sendall(bytes((byte,)))
        except OSError:
            return
        stopped.wait(0.05)


FRAME = {"number": 1, "base": None, "runs": [[0, 240]], "blob": 0}
PIXELS = bytes(320 * 240 * 3)


@pytest.mark.parametrize(
    ("answers", "expected", "says"),
    [
        ([b"SSH-2.0-OpenSSH_9\r\n\r\n"], DeviceStartError, "HTTP answer"),
        ([b"HTTP/1.1 200 OK\r\n" + b"a" * 70_000], DeviceStartError, "without an end"),
        ([b"HTTP/1.1 200 OK\r\n\r\n"], DeviceStartError, "with its length"),
        ([b"HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n"], DeviceStartError, "at most"),
        ([b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort"], DeviceStartError, "broke"),
        ([reply(b"{")], DeviceStartError, "nonsense"),
        ([reply(b"[" * 100_000)], DeviceStartError, "nonsense"),
        ([reply(b"{}")], DeviceStartError, "no guest of omnigym"),
        ([healthy(protocol=7)], DeviceStartError, "version 7"),
        ([healthy(size=[64, 48])], DeviceStartError, r"\(64, 48\)"),
        ([healthy(platform="windows")], DeviceStartError, "'windows'"),
        ([healthy(capabilities=[])], DeviceStartError, "cannot do a11y"),
        ([reply(b'{"error": {"problem": "Expected the token."}}', 401)], DeviceStartError, "Expected the token"),
        ([lambda connection: connection.recv(1)], DeviceStartError, "no answer within"),
        ([drip], DeviceStartError, "no answer within"),
        ([healthy(), reply(b"\0\0")], DeviceStartError, "shorter"),
        ([healthy(), reply(struct.pack(">I", 2) + b"{}")], DeviceStartError, "other JSON"),
        ([healthy(), reply(message({"results": [], "error": None}))], DeviceStartError, "results"),
        ([healthy(), reply(message({"results": [], "error": {"type": "Exit"}}))], DeviceFaultError, "nobody knows"),
    ],
)
def test_who_is_no_guest_is_no_device(answers: list[bytes], expected: type[DeviceError], says: str) -> None:
    with scripted(*answers) as device, pytest.raises(expected, match=says):
        device.reset(seed=0)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (results({**FRAME, "runs": [[0, 239]]}, blobs=(PIXELS,)), "of this screen"),
        (results({**FRAME, "runs": [[1, 240]]}, blobs=(PIXELS,)), "of this screen"),
        (results({**FRAME, "runs": [[-1, 240]]}, blobs=(PIXELS,)), "of this screen"),
        (results({**FRAME, "runs": [[0, 240], [0, 240]]}, blobs=(PIXELS,)), "of this screen"),
        (results({**FRAME, "runs": [[0, 1], [9]]}, blobs=(PIXELS,)), "of this screen"),
        (results({**FRAME, "runs": [[0, 10**30]]}, blobs=(PIXELS,)), "of this screen"),
        (results({**FRAME, "base": 5}, blobs=(PIXELS,)), "of this screen"),
        (results({**FRAME, "base": 0, "runs": [[4, 2]]}, blobs=(PIXELS[: 2 * 320 * 3],)), "a whole screen"),
        (results({**FRAME, "blob": 1}, blobs=(PIXELS,)), "frame's rows"),
        (results(FRAME, blobs=(PIXELS[:-1],)), "bytes of rows"),
        (results([1, 2, 3]), "frame's rows"),
        (reply(message({"results": [FRAME], "error": None}, PIXELS)[:-5]), "as long as its parts"),
    ],
)
def test_a_picture_that_is_none_is_a_fault(answer: bytes, says: str) -> None:
    with scripted(healthy(), results(None), answer) as device:
        device.reset(seed=0)
        with pytest.raises(DeviceFaultError, match=says):
            device.screenshot()
        with pytest.raises(DeviceFaultError, match=says):  # until the next reset
            device.screenshot()


NODE = np.zeros(1, [("parent", "<i4"), ("role", "u1"), ("states", "<u4"), ("bounds", "<i4", 4)])
NODE["parent"] = -1
TEXTS = b'[[9,9],false,[[0,"",["a"],["b"],["c"]]]]'


def node(**columns: object) -> bytes:
    made = NODE.copy()
    for name, value in columns.items():
        made[name] = value
    return made.tobytes()


@pytest.mark.parametrize(
    ("texts", "columns"),
    [
        (b"{}", b""),
        (b"\xff", b""),
        (b"[" * 10_000, b""),
        (b"[[9,9],0,[]]", b""),
        (b"[[9,-9],false,[]]", b""),
        (b"[[9,9],false,[[]]]", b""),
        (b"[[9,9],false,[]]", node()),
        (TEXTS, b""),
        (TEXTS, node()[:-1]),
        (TEXTS, node() + b"\0"),
        (TEXTS.replace(b'"a"', b"7"), node()),
        (TEXTS.replace(b'"a"', b'"a","a"'), node()),
        (TEXTS.replace(b"[0", b'["0"'), node()),
        (TEXTS, node(parent=0)),
        (TEXTS, node(parent=-2)),
        (TEXTS, node(role=255)),
        (TEXTS, node(states=1 << 31)),
        (TEXTS, node(bounds=(0, 0, -1, 1))),
    ],
)
def test_a_tree_that_is_none_is_a_fault(texts: bytes, columns: bytes) -> None:
    with scripted(healthy(), results(None), results([0, 1], blobs=(texts, columns))) as device:
        device.reset(seed=0)
        with pytest.raises(DeviceFaultError, match="nonsense"):
            device.tree()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("nodes", "name", "says"), [(10_000, "a", ""), (3, "x" * 10_000_000, ""), (50_001, "a", "50,000 nodes")]
)
def test_a_tree_may_be_deep_and_its_names_long_but_not_without_end(nodes: int, name: str, says: str) -> None:
    """Each node is in the one before, and has this name."""
    names, empty = [name] * nodes, [""] * nodes
    columns = (np.arange(-1, nodes - 1), np.zeros(nodes, "u1"), np.zeros(nodes), np.zeros((nodes, 4)))
    sent = b"".join(
        column.astype(kind).tobytes() for column, kind in zip(columns, ("<i4", "u1", "<u4", "<i4"), strict=True)
    )
    texts = json.dumps([[9, 9], False, [[0, "", names, empty, empty]]]).encode()
    with scripted(healthy(), results(None), results([0, 1], blobs=(texts, sent))) as device:
        device.reset(seed=0)
        if says:
            with pytest.raises(DeviceFaultError, match=says):
                device.tree()  # type: ignore[attr-defined]
        else:
            tree = device.tree()  # type: ignore[attr-defined]
            assert (len(tree), tree.blocks[0].parents[-1]) == (nodes, nodes - 2)
            assert tree.find(name="nowhere") is None


def test_a_tree_arrives_as_it_was_sent() -> None:
    first, second = BlockBuilder(1, "top"), BlockBuilder(-2)
    row = first.add(Role.WINDOW, "Ä \ud800", (-5, 0, 7, 8), State.FOCUSED, key="top")
    first.add(Role.BUTTON, "", (1, 2, 0, 0), State.NONE, value="v", parent=row)
    sent = Tree((first.build(), BlockBuilder().build(), second.build()), SIZE, truncated=True)
    with scripted(healthy(), results(None), results([0, 1], blobs=_blobs(sent))) as device:
        device.reset(seed=0)
        tree = device.tree()  # type: ignore[attr-defined]
    assert list(tree) == [replace(n, name=n.name.replace("\ud800", "\ufffd")) for n in sent]
    assert (tree.size, tree.truncated, [b.within for b in tree.blocks]) == (SIZE, True, ["top", "", ""])


def _blobs(tree: Tree) -> tuple[bytes, ...]:
    blobs: list[bytes] = []
    assert encode(tree, Tree, blobs) == [0, 1]
    return tuple(blobs)


def test_nobody_there_is_a_start_error_and_no_token_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    free = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{free.getsockname()[1]}"
    free.close()
    nobody = closing(build_device(GuestConfig(url=url, token="t")))
    with nobody as device, pytest.raises(DeviceStartError, match="Start `omnigym guest`"):
        device.reset()
    monkeypatch.delenv(TOKEN_VARIABLE, raising=False)
    with pytest.raises(ConfigError, match=TOKEN_VARIABLE):
        build_device(GuestConfig(url=url))
    for bad in ("https://a", "127.0.0.1:80", "http://a/b"):
        with pytest.raises(ConfigError, match="HOST:PORT"):
            build_device(GuestConfig(url=bad, token="t"))
    with pytest.raises(ConfigError, match="cannot show 'snapshots'"):
        GuestConfig(serves=("snapshots",)).check()
    with pytest.raises(UnknownNameError, match="capability"):
        GuestConfig(serves=("smells",)).check()


@pytest.fixture
def shown() -> Iterator[tuple[Guest, FakeDevice]]:
    device = FakeDevice(faults=[Fault("act", nth=2)])
    guest = Guest(device, TOKEN)
    yield guest, device
    guest.close()


def test_an_error_of_the_shown_device_is_the_clients(shown: tuple[Guest, FakeDevice]) -> None:
    with closing(build_device(config_for(*shown))) as device:
        device.reset(seed=0)
        device.act(Wait(0.1))
        with pytest.raises(DeviceLostError, match=r"guest\.act"):
            device.act(Wait(0.1))
        device.reset(seed=0)
        device.act(Wait(0.1))


def test_a_guest_that_dies_is_lost_and_one_that_comes_back_is_taken() -> None:
    shows = FakeDevice()
    first = Guest(shows, TOKEN)
    device = build_device(config_for(first, shows))
    device.reset(seed=0)
    first.close()
    with pytest.raises(DeviceLostError) as caught:
        device.act(Wait(0.1))
    assert caught.value.by_agent, "the machine answers, so that a program on it can have ended the guest"
    second = Guest(shows, TOKEN, port=first.port)
    device.reset(seed=0)
    assert device.screenshot().shape == (240, 320, 3)
    device.close()
    second.close()


def test_a_step_takes_one_trip_and_sends_the_rows_that_changed(shown: tuple[Guest, FakeDevice]) -> None:
    device = build_device(config_for(*shown))
    assert isinstance(device, GuestDevice)
    device.reset(seed=0)
    device.launch("text_editor")  # type: ignore[attr-defined]
    sent: list[int] = []
    post = device._connection.post

    def counted(*args: object) -> bytes:
        answer = post(*args)  # type: ignore[arg-type]
        sent.append(len(answer))
        return answer

    device._connection.post = counted  # type: ignore[method-assign, assignment]
    first = device.screenshot()
    device.tree()  # type: ignore[attr-defined]
    sent.clear()
    device.act(Type("x"))
    second, tree = device.screenshot(), device.tree()  # type: ignore[attr-defined]
    assert len(sent) == 1 and sent[0] < 0.6 * first.nbytes
    assert tree.find(text="x") is not None and not np.array_equal(first, second)
    assert np.array_equal(second, shown[1].screenshot())
    shown[1].launch("text_editor")
    device.write_file("Documents/a.txt", b"a")  # type: ignore[attr-defined]  # what came along is out of date then
    device.screenshot()
    assert len(sent) == 3
    device.close()


def test_rows_that_are_far_apart_are_sent_without_those_between() -> None:
    device = FakeDevice()
    painted = list(np.zeros((4, 240, 320, 3), np.uint8))
    painted[1][[3, 5, 100, 239]] = 7  # three runs
    painted[2][...] = painted[1]
    shown = iter(painted)
    with closing(Guest(device, TOKEN)) as guest, closing(build_device(config_for(guest, device))) as client:
        client.reset(seed=0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(device, "screenshot", lambda: next(shown))
            for frame in painted:
                assert np.array_equal(client.screenshot(), frame)
    assert changed_rows(painted[0], painted[1]) == [(3, 6), (100, 101), (239, 240)]
    assert changed_rows(painted[1], painted[2]) == []


def request(guest: Guest, path: str, *, verb: str = "GET", body: bytes = b"", **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", guest.port, timeout=10)
    sent = {"Authorization": f"Bearer {TOKEN}", **{k.replace("_", "-"): v for k, v in headers.items()}}
    connection.request(verb, path, body, sent)
    with closing(connection):
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_only_who_knows_the_token_and_the_name_is_answered(shown: tuple[Guest, FakeDevice]) -> None:
    guest, _ = shown
    code, health = request(guest, "/v1/health")
    assert code == 200 and json.loads(health)["platform"] == "linux"
    assert request(guest, "/v1/screenshot")[1].startswith(b"\x89PNG")
    assert request(guest, "/v1/health", Authorization="Bearer other")[0] == 401
    assert request(guest, "/v1/health", Authorization="")[0] == 401
    assert request(guest, "/v1/health", Host="evil.example")[0] == 403
    assert request(guest, "/v1/health", Host=f"localhost:{guest.port}")[0] == 200
    for host in ("[::1]evil", "localhost:80:evil", "localhost:evil", "[::1", "127.0.0.1@evil", "evil@127.0.0.1", ""):
        assert request(guest, "/v1/health", Host=host)[0] == 403, host
    assert request(guest, "/v1/health", Host="[::1]:8650")[0] == 200
    assert request(guest, "/v2/health")[0] == 404
    with pytest.raises(ConfigError, match="token"):
        Guest(FakeDevice(), "")


def test_strangers_lock_nobody_out(shown: tuple[Guest, FakeDevice], monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither many of them nor for long; one who knows the token keeps the connection."""
    guest, _ = shown
    known = http.client.HTTPConnection("127.0.0.1", guest.port, timeout=10)
    with contextlib.ExitStack() as stack:
        stack.enter_context(closing(known))

        def asked() -> int:
            known.request("GET", "/v1/health", headers={"Authorization": f"Bearer {TOKEN}"})
            answer = known.getresponse()
            answer.read()
            return answer.status

        assert asked() == 200
        kept = known.sock
        idle = [stack.enter_context(socket.create_connection(("127.0.0.1", guest.port), 10)) for _ in range(100)]
        for each in idle[::2]:
            each.sendall(b"GET /v1/health HTTP/1.1\r\nHost: ")
        assert request(guest, "/v1/health")[0] == 200
        assert idle[0].recv(1) == b""
        monkeypatch.setattr(servers, "_GREETING_S", 0.0)
        assert idle[-1].recv(1) == b""
        assert asked() == 200 and known.sock is kept


def test_the_connections_of_a_client_are_counted(
    shown: tuple[Guest, FakeDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "_MOST_CONNECTIONS", 2)
    codes = []
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            connection = http.client.HTTPConnection("127.0.0.1", shown[0].port, timeout=10)
            stack.enter_context(closing(connection))
            connection.request("GET", "/v1/health", headers={"Authorization": f"Bearer {TOKEN}"})
            codes.append(connection.getresponse().status)
    assert codes == [200, 200, 503]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xff\xff\xff",
        message({"calls": []}),
        message({"session": "s", "have": 0, "pack": False, "calls": [["tree", {}]] * 65}),
        b"\0\0\0\x02[]",
    ],
)
def test_a_request_that_is_none_is_refused_and_the_server_goes_on(shown: tuple[Guest, FakeDevice], body: bytes) -> None:
    assert request(shown[0], "/v1/call", verb="POST", body=body)[0] == 400
    assert request(shown[0], "/v1/call", verb="POST", body=b"", Content_Length="99999999999")[0] == 413
    assert request(shown[0], "/v1/health")[0] == 200


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (["close", {}], "UnknownNameError"),
        (["__init__", {}], "UnknownNameError"),
        (["run", {"argv": ["id"], "timeout": 1.0}], "UnknownNameError"),  # it has no shell
        (["act", {}], "UnreadableError"),
        (["act", {"action": {"type": "Explode"}}], "ActionError"),
        (["act", {"action": {"type": "Type", "text": 7}}], "ActionError"),
        (["read_file", {"path": 7}], "UnreadableError"),
        (["write_file", {"path": "a", "content": 3}], "UnreadableError"),
        (["launch", {"app": "text_editor", "extra": 1}], "UnreadableError"),
        (["place", "a"], "UnknownNameError"),
        ("act", "UnreadableError"),
    ],
)
def test_a_call_that_is_none_is_an_error_of_its_own(shown: tuple[Guest, FakeDevice], call: object, error: str) -> None:
    body = message({"session": "s", "have": 0, "pack": False, "calls": [call, ["tree", {}]]})
    code, answer = request(shown[0], "/v1/call", verb="POST", body=body)
    said = json.loads(answer[4 : 4 + struct.unpack(">I", answer[:4])[0]])["body"]
    assert code == 200 and said["results"] == [] and said["error"]["type"] == error
