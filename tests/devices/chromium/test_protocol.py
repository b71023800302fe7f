"""Whatever a browser answers, the device recovers or says that it is at fault."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from omnigym.actions import Click, Press, Scroll, Type
from omnigym.devices.chromium import device as module
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.pipe import Pipe
from omnigym.devices.protocol import ClipboardContent
from omnigym.errors import DeviceError
from tests.devices.chromium.pages import served

pytestmark = pytest.mark.chromium

PAGE = """<!doctype html><title>Page</title><input id="name">
<button onclick="open('/')">popup</button><button onclick="confirm('Sure?')">ask</button><a href="/two">two</a>
<a href="/file" download>file</a><form><input name="id"><input name="getAttribute"></form>
<iframe srcdoc="<p>inside"></iframe>"""
WRONG: tuple[Any, ...] = (None, [], {}, "", "x", -1, 1e308, True, "\ud800", ["x"], {"x": 1})


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with served({}, PAGE) as origin:
        yield origin


@pytest.fixture(scope="module")
def device(origin: str) -> Iterator[ChromiumDevice]:
    device = ChromiumDevice(size=(400, 300), allow=[origin])
    yield device
    device.close()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything in a message but its number and session."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            if path or key not in ("id", "sessionId"):
                yield from places(value[key], (*path, key))


def damaged(message: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A message of which something is missing or something else."""
    *above, last = rng.choice(list(places(message)))
    inner = message
    for key in above:
        inner = inner[key]
    if rng.random() < 0.4:
        del inner[last]
    else:
        inner[last] = rng.choice(WRONG)
    return message


def refused(message: dict[str, Any], _: random.Random) -> dict[str, Any]:
    """A refusal in the place of an answer, as when a target vanished or a frame was detached."""
    if "id" not in message:
        return message
    return {"id": message["id"], "error": {"code": -32000, "message": "Target closed"}}


def everything(device: ChromiumDevice, origin: str) -> None:
    """A bit of everything that the device does."""
    device.navigate(f"{origin}/")
    for action in (Click((0.1, 0.45)), Type("ab"), Press("left", ("alt",)), Scroll((0.5, 0.7), dy=1), Press("escape")):
        device.act(action)
        device.screenshot()
        device.tree()
    device.windows()
    device.set_clipboard(ClipboardContent(text="x"))
    device.clipboard()
    for name in ("popup", "ask", "two", "file"):
        node = device.tree().find(name=name)
        if node is not None:
            x, y = node.center
            device.act(Click((x / device.size[0], y / device.size[1])))
            device.act(Press("enter"))
            device.screenshot()


@pytest.mark.parametrize("damage", [damaged, refused])
@pytest.mark.parametrize("seed", range(5))
def test_damaged_answers(
    damage: Callable[[dict[str, Any], random.Random], dict[str, Any]],
    seed: int,
    device: ChromiumDevice,
    origin: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_CALL_TIMEOUT", 1.5)
    rng = random.Random(seed)
    rate, hit = rng.choice((0.01, 0.03, 0.1)), 0
    dispatch = Pipe._dispatch

    def spoiled(pipe: Pipe, data: bytes) -> None:
        nonlocal hit
        if rng.random() < rate:
            hit += 1
            data = json.dumps(damage(json.loads(data), rng)).encode()
        dispatch(pipe, data)

    with suppress(DeviceError):
        device.reset(0)
    monkeypatch.setattr(Pipe, "_dispatch", spoiled)
    for _ in range(2):
        with suppress(DeviceError):
            device.reset(seed)
            everything(device, origin)
    assert hit
    monkeypatch.setattr(Pipe, "_dispatch", dispatch)
    monkeypatch.setattr(module, "_CALL_TIMEOUT", 15.0)
    with suppress(DeviceError):  # what was damaged may show only now
        device.screenshot()
    device.reset(0)
    device.navigate(f"{origin}/")
    assert device.tree().find(name="popup") is not None


@pytest.mark.parametrize("data", [b"", b"x", b"[]", b"5", b'"x"', b"{}", b"\xff", b'{"id": []}', b"[" * 100_000])
def test_what_is_no_message(data: bytes, device: ChromiumDevice, origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    device.reset(0)
    dispatch = Pipe._dispatch
    monkeypatch.setattr(Pipe, "_dispatch", lambda pipe, _: dispatch(pipe, data))
    with pytest.raises(DeviceError, match="not itself"):
        device.navigate(f"{origin}/")
    monkeypatch.undo()
    device.reset(0)
    device.navigate(f"{origin}/")
