"""Values that go over the wire, and bytes that anybody may send."""

from __future__ import annotations

import contextlib
import struct
from typing import Any

import msgpack
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from omnigym import errors
from omnigym.actions import Click, On, Press
from omnigym.errors import ActionError, ConfigError, OmnigymError, ServerError, TooLargeError, UnreadableError
from omnigym.serve.messages import (
    Framer,
    Header,
    Kind,
    error_data,
    error_of,
    message,
    pack,
    space_data,
    space_of,
    unpack,
)
from tests.serve.conftest import same

VALUES: list[Any] = [
    None,
    [True, 1, -(2**63), 2**64 - 1, 2**70, 0.1, "ä→", b"\0\xff", [], {}],
    (1, ("a", ()), [({"k": (None,)},)]),
    np.zeros((0, 3), np.float32),
    np.arange(6, dtype=np.int16).reshape(2, 3)[:, ::2],
    np.array(["one", "äö"]),
    np.float32(1.5),
    np.bool_(True),
    np.array(7, np.int64),
    Click((0.25, 0.1 + 0.2), count=2),
    On("phone", Press("s", ("ctrl",))),
]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    found = unpack(pack(value))
    same(found, np.ascontiguousarray(value) if isinstance(value, np.ndarray) and value.ndim else value)
    if isinstance(found, np.ndarray):
        assert found.flags.writeable


@pytest.mark.parametrize(
    "value", [object, {1, 2}, np.array([str], object), np.array("2020", "M8[D]"), 1j], ids=["a", "b", "c", "d", "e"]
)
def test_what_cannot_be_sent(value: Any) -> None:
    with pytest.raises(ConfigError, match="cannot be sent"):
        pack(value)


def ext(code: int, content: bytes) -> bytes:
    found: bytes = msgpack.packb(msgpack.ExtType(code, content))
    return found


def nested(code: int, depth: int) -> bytes:
    value = b"\x90"
    for _ in range(depth):
        value = b"\x91" + ext(code, value)
    return value


HOSTILE: list[bytes] = [
    b"",
    b"\xc1",
    b"\xdd\xff\xff\xff\xff",  # a list of 4 billion
    b"\xdb\xff\xff\xff\xffab",
    b"\xc6\x7f\xff\xff\xff",
    b"\x91" * 100_000 + b"\xc0",
    b"\x81\x01\x02",  # a key that is no text
    b"\xc0\xc0",
    nested(1, 200),
    ext(1, b"\xc0"),
    ext(2, b""),
    ext(2, b"\x03<f8\x01" + struct.pack(">I", 2**31) + b"\0" * 8),
    ext(2, b"\x03<f8\xfe" + b"\0" * 2000),
    ext(2, b"\x02|O\x01" + struct.pack(">I", 1) + b"\0" * 8),
    ext(2, b"\x05<U999\x01" + struct.pack(">I", 1)),
    ext(3, pack({"type": "Nope"})),
    ext(3, pack([1])),
    ext(4, b"1" * 5000),
    ext(4, b"1e5"),
    ext(99, b""),
]


@pytest.mark.parametrize("content", HOSTILE, ids=lambda c: f"{c[:8].hex()}-{len(c)}")
def test_nonsense_is_refused(content: bytes) -> None:
    with pytest.raises((UnreadableError, ActionError)):
        unpack(content)


def test_any_bytes_at_all() -> None:
    rng = np.random.default_rng(0)
    good = pack([VALUES[1], VALUES[2], np.arange(5), Click((0.5, 0.5))])
    for _ in range(3000):
        content = bytearray(good)
        for at in rng.integers(len(content), size=3):
            content[at] = rng.integers(256)
        with contextlib.suppress(OmnigymError):
            unpack(bytes(content[: rng.integers(1, len(content) + 1)]))


def test_messages_are_cut_out_of_a_stream_however_it_comes() -> None:
    sent = [(Kind.STEP, 3, n, pack(list(range(n)))) for n in range(50)]
    stream = b"".join(message(*each) for each in sent)
    for size in (1, 7, len(stream)):
        framer, found = Framer(10_000), list[tuple[Header, bytes]]()
        for at in range(0, len(stream), size):
            framer.feed(stream[at : at + size], lambda *each: found.append(each))  # noqa: B023 - called at once
        assert [(h.kind, h.session, h.number, b) for h, b in found] == sent


def test_a_message_that_is_too_long_is_refused_by_its_header() -> None:
    with pytest.raises(TooLargeError, match="1073741824 bytes"):
        Framer(1000).feed(message(Kind.STEP, 1, 1, b"")[:0] + struct.pack(">IBIIHHH", 1 << 30, 4, 1, 1, 0, 0, 0), print)


@pytest.mark.parametrize("name", [n for n in errors.__all__ if n not in ("UnknownNameError", "ScriptError")])
def test_errors_come_back_as_their_own_type(name: str) -> None:
    cls = getattr(errors, name)
    error = cls.__new__(cls, "What was expected.")
    error.retry_after, error._secret = 2.5, "never"
    found = error_of(unpack(pack(error_data(error))))
    assert type(found) is cls
    assert str(found) == "What was expected."
    assert found.retry_after == 2.5  # type: ignore[attr-defined]
    assert not hasattr(found, "_secret")


def test_other_errors() -> None:
    unknown = errors.UnknownNameError("task", "wrod", ["word"])
    found = error_of(error_data(unknown))
    assert isinstance(found, errors.UnknownNameError)
    assert (str(found), found.kind, found.name) == (str(unknown), "task", "wrod")
    assert type(error_of(error_data(ResetNeeded("Reset first.")))) is ResetNeeded
    found = error_of(error_data(ZeroDivisionError("/home/someone")))
    assert isinstance(found, ServerError)
    assert str(found) == "It failed: ZeroDivisionError."
    for said in (None, [], {"type": "SystemExit", "problem": ""}, {"type": "ConfigError"}, {"type": 1, "problem": 2}):
        assert type(error_of(said)) is ServerError


SPACES: list[spaces.Space[Any]] = [
    spaces.Box(0, 255, (4, 3), np.uint8),
    spaces.Box(np.array([0.0, -1.0]), np.array([1.0, np.inf]), dtype=np.float64),
    spaces.Discrete(4, start=2),
    spaces.MultiDiscrete(np.array([2, 3])),
    spaces.MultiBinary(4),
    spaces.MultiBinary([2, 2]),
    spaces.Text(9, min_length=0, charset="abc"),
    spaces.Dict({"a": spaces.Discrete(2), "b": spaces.Dict({"c": spaces.MultiBinary(1)})}),
]


@pytest.mark.parametrize("space", SPACES, ids=str)
def test_spaces(space: spaces.Space[Any]) -> None:
    found = space_of(unpack(pack(space_data(space))))
    assert found == space
    space.seed(1)
    found.seed(1)
    same(found.sample(), space.sample())


@pytest.mark.parametrize(
    "said", [None, [], ["box"], ["discrete", 0, 0], ["box", np.float32(0), "", [1], "<f4"], ["dict", {"a": 1}]], ids=str
)
def test_what_is_no_space(said: Any) -> None:
    with pytest.raises(UnreadableError, match="space"):
        space_of(said)
    with pytest.raises(ConfigError, match="cannot be served"):
        space_data(spaces.Graph(spaces.Discrete(2), None))
