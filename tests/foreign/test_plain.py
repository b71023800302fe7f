"""Plain values come back as they were, what is shared stays shared, and damaged or forged bytes are refused as such."""

from __future__ import annotations

import hashlib
import json
import math
import random
import sys
import zlib
from collections.abc import Callable
from decimal import Decimal
from types import MappingProxyType, ModuleType
from typing import Any

import pytest

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.userdata import AppTables
from omnigym.errors import ConfigError, OmnigymError, TooLargeError, UnreadableError
from omnigym.evaluation.evaluator import NodeStatus
from omnigym.foreign import dump_plain, load_plain
from omnigym.foreign.limits import PLAIN_DEPTH
from omnigym.sim.settings import Settings
from omnigym.sim.vfs import File, Vfs

FILE = File("a.txt", b"\0content", 7)
VALUES = (
    None,
    (True, 1, 1.5, -0.0, "text ⭐", b"\xff"),
    (1 << 200, math.inf, -math.inf),
    {"b": (), "a": frozenset({1, "x"})},
    MappingProxyType({"k": Decimal("1.50")}),
    (NodeStatus.COMPLETED, ClipboardContent("t", cut=True), FILE),
    Settings({"theme": "dark"}),
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_comes_back(value: Any) -> None:
    found = load_plain(dump_plain(value))
    assert found == value
    assert repr(found) == repr(value) or isinstance(value, Settings | dict)
    assert type(found) is type(value)


def test_what_is_one_object_stays_one() -> None:
    vfs = Vfs().write("a.txt", b"x")
    one, two, kept = load_plain(dump_plain((vfs.root, (vfs.root,), AppTables.of("windows"))))
    assert two[0] is one
    assert kept is AppTables.of("windows")


def test_values_lie_in_each_other_to_a_limit() -> None:
    value: tuple[Any, ...] = ()
    for n in range(PLAIN_DEPTH - 2):  # a number in it is one more
        value = (n, value)
    assert load_plain(dump_plain({value: 1})) == {value: 1}
    with pytest.raises(TooLargeError, match="lie in each other"):
        dump_plain({((value,),): 1})


@pytest.mark.parametrize(
    "value", [object(), [1], {"f": len}, AppTables("", {}, str)], ids=lambda value: type(value).__name__
)
def test_what_is_not_plain_is_refused(value: object) -> None:
    with pytest.raises(ConfigError):
        dump_plain(value)


def _forged(classes: list[Any], lines: list[Any]) -> bytes:
    table = json.dumps([classes, lines]).encode()
    packed = zlib.compress(len(table).to_bytes(8, "big") + table)
    return b"omnigym-plain/1\n" + hashlib.sha256(packed).digest() + packed


FORGED = {
    "no class": _forged([["omnigym.sim.vfs:Nobody", []]], [["o", 0]]),
    "a function": _forged([["os:system", []]], ["true", ["o", 0, 0]]),
    "a class that does things": _forged([["subprocess:Popen", []]], ["true", ["c", 0, 0]]),
    "a module that is not imported": _forged([["antigravity:x", []]], [["o", 0]]),
    "a path": _forged([["omnigym.devices.../../x:X", []]], [["o", 0]]),
    "other fields": _forged([["omnigym.sim.vfs:File", ["name"]]], ["a", ["o", 0, 0]]),
    "too few parts": _forged([["omnigym.sim.vfs:File", ["name", "content", "mtime_ms"]]], ["a", ["o", 0, 0]]),
    "a part that comes later": _forged([], [["t", 1], 1]),
    "a kind that is none": _forged([], [["?", 1]]),
    "no settings": _forged([["omnigym.sim.settings:Settings", []]], [1, ["c", 0, 0]]),
    "no platform": _forged([["omnigym.devices.sim.userdata:Kept", []]], ["../x", ["c", 0, 0]]),
    "nothing": _forged([], []),
    "bytes before the beginning": _forged([], [["b", -100]]),
    "more bytes than there are": _forged([], [["b", 1]]),
    "a length that is no number": _forged([], [["b", "1"]]),
    "a member of what is no enum": _forged([["omnigym.sim.vfs:File", []]], [["e", 0, "name"]]),
    "a key that has no hash": _forged([], [["d"], ["d", 0, 0]]),
}


@pytest.mark.parametrize("content", FORGED.values(), ids=FORGED)
def test_forged_bytes_are_refused(content: bytes) -> None:
    with pytest.raises(OmnigymError):
        load_plain(content)


def test_a_module_is_not_asked_for_what_it_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    lazy = ModuleType("lazy")
    vars(lazy)["__getattr__"] = asked.append  # as numpy imports ``numpy.testing``
    monkeypatch.setitem(sys.modules, "lazy", lazy)
    with pytest.raises(UnreadableError):
        load_plain(_forged([["lazy:testing", []]], [["o", 0]]))
    assert not asked


#: Each of a few hundred bytes; they overflowed the stack, or took seconds.
COSTLY: dict[str, Callable[[], list[Any]]] = {
    "a key that is deep": lambda: [["t"], *[["t", n] for n in range(150_000)], 1, ["d", 150_000, 150_001]],
    "a set of a large value, again and again": lambda: [
        ["t"], *[["t", n, n] for n in range(19)], *[["f", 19] for _ in range(1_000)]
    ],
    "the same key, again and again": lambda: [["t"], *[["t", n, n] for n in range(19)], ["d", *[19] * 200]],
}  # fmt: skip


@pytest.mark.parametrize("lines", COSTLY.values(), ids=COSTLY)
def test_costly_values_are_refused_before_they_are_made(lines: Callable[[], list[Any]]) -> None:
    forged = _forged([], lines())
    with pytest.raises(TooLargeError):
        load_plain(forged)


def test_a_small_value_that_is_endless_to_walk_through_is_refused_before_it_is_hashed() -> None:
    doubling = [["t"], *[["t", n, n] for n in range(64)]]
    with pytest.raises(TooLargeError, match="values"):
        load_plain(_forged([], [*doubling, ["f", 64]]))


def test_random_damage_is_noticed() -> None:
    content, rng = dump_plain(VALUES), random.Random(0)
    for _ in range(200):
        at = rng.randrange(len(content))
        damaged = content[:at] + bytes([content[at] ^ (1 + rng.randrange(255))]) + content[at + 1 :]
        with pytest.raises(UnreadableError):
            load_plain(damaged if rng.random() < 0.7 else content[:at])
