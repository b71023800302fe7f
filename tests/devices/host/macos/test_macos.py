"""macOS against a stand-in of its modules: what is asked of macOS, in its units and signs. No Mac has run this."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from omnigym.a11y import Role
from omnigym.actions import Click, KeyDown, Move, Press, Scroll, Type
from omnigym.devices.protocol import CAPABILITIES, ClipboardContent
from omnigym.errors import ConfigError, DeviceLostError, DeviceStartError
from tests.devices.host.macos.standin import SIZE, Mac, Point


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mac]:
    mac = Mac()
    for name in [n for n in sys.modules if n.startswith("omnigym.devices.host.macos.")]:
        monkeypatch.delitem(sys.modules, name)
    for name, module in mac.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    started = subprocess.run

    def run(argv: list[str], **more: Any) -> subprocess.CompletedProcess[Any]:
        if argv[0] != "open":
            return started(argv, **more)
        mac.running = True
        return subprocess.CompletedProcess(argv, 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(sys, "platform", "darwin")
    yield mac
    for name in [n for n in sys.modules if n.startswith("omnigym.devices.host.macos.")]:
        del sys.modules[name]


def make(mac: Mac, folder: Path, **fields: Any) -> Any:
    from omnigym.devices.host.macos import desktop
    from omnigym.devices.host.macos.device import MacHost

    desktop.mss.MSS = lambda: type("Grabber", (), {"grab": lambda _, area: mac.grab(area), "close": lambda _: None})()
    return MacHost(size=SIZE, allow=True, home=str(folder), quiet=0.02, cap=0.2, **fields)


@pytest.fixture
def device(mac: Mac, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    import mss

    monkeypatch.setattr(mss, "MSS", mss.MSS)  # given back afterwards
    device = make(mac, tmp_path / "device")
    yield device
    device.close()


def test_it_has_what_the_configuration_says(device: Any) -> None:
    has = {name for name, protocol in CAPABILITIES.items() if isinstance(device, protocol)}
    assert has >= {"a11y", "apps", "clipboard", "file_types", "files", "pointer", "processes", "shell"}


@pytest.mark.parametrize(
    ("lacking", "said"),
    [({"trusted": False}, "Accessibility"), ({"records": False}, "Screen Recording"), ({"session": None}, "logged in")],
)
def test_a_missing_grant_is_an_error(device: Any, mac: Mac, lacking: dict[str, Any], said: str) -> None:
    device.reset()
    for name, value in lacking.items():
        setattr(mac, name, value)
    with pytest.raises(DeviceStartError, match=said):
        device.act(Press("a"))  # macOS itself would say nothing
    mac.trusted, mac.records, mac.session = True, True, {}
    device.reset()


def test_text_is_typed_as_characters(device: Any, mac: Mac) -> None:
    device.launch("text_editor")
    device.act(Type("<é 日本 😀\n"))
    device.act(Press("/"))
    area = device.tree().find(Role.TEXT_AREA)
    assert area is not None and area.value == "<é 日本 😀\n/" and area.bounds == (20, 60, 400, 200)
    assert device.screenshot()[70, 25].tolist() == [200, 200, 9]


def test_the_mouse_is_told_which_click_it_is_and_the_wheel_up_and_left(device: Any, mac: Mac) -> None:
    device.reset()
    mac.log.clear()
    device.act(Click((0.5, 0.5), count=2))
    presses = [event for event in mac.log if event[0] == "mouse" and event[1] == 1]
    assert [event[4] for event in presses] == [("clicks", 1), ("clicks", 2)]
    device.act(Scroll((0.5, 0.5), dy=3, dx=-2))
    assert [event for event in mac.log if event[0] == "wheel"] == [("wheel", 1, 2, -3, 2)]


def test_windows_and_the_tree(device: Any, mac: Mac) -> None:
    device.launch("text_editor")
    (window,) = device.windows()
    assert (window.app, window.title, window.bounds, window.active) == (
        "text_editor",
        "Untitled",
        (10, 30, 500, 300),
        True,
    )
    assert {n.name for n in device.tree() if n.role is Role.MENU_ITEM} == {"File"}
    device.minimise(window.id)
    assert device.windows()[0].minimised and device.windows()[0].id == window.id
    device.activate(window.id)
    mac.depth = 500  # a program may say that it has as many as it likes
    assert device.tree().truncated or len(device.tree()) < 500
    device.close_window(window.id)
    assert device.windows() == ()


def test_the_clipboard_of_every_kind(device: Any) -> None:
    for content in (ClipboardContent("ü\n"), ClipboardContent(files=("/a b",)), ClipboardContent(image=b"\x89PNG")):
        device.set_clipboard(content)
        assert device.clipboard() == content


def test_a_reset_lets_go_and_ends_what_it_opened(device: Any, mac: Mac) -> None:
    device.launch("text_editor")
    device.act(KeyDown("shift"))
    assert mac.held
    device.write_file("a.txt", b"1")
    device.reset()
    assert not mac.held and not mac.running and device.stat("a.txt") is None


def test_a_corner_stops_it_and_another_screen_is_refused(device: Any, mac: Mac, tmp_path: Path) -> None:
    device.reset()
    device.act(Move((0.0, 0.0)))
    device.act(Move((0.5, 0.5)))
    mac.at = Point(SIZE[0] - 1, 0)
    with pytest.raises(DeviceLostError, match="corner"):
        device.act(Press("a"))
    with pytest.raises(DeviceStartError, match="corner"):
        make(mac, tmp_path / "other").reset()
    mac.at = Point(9, 9)
    other = make(mac, tmp_path / "other")

    other._plan = replace(other._plan, size=(800, 600))
    with pytest.raises(ConfigError, match="640"):
        other.reset()


def test_commands_and_processes(device: Any) -> None:
    assert device.run(["echo", "hi"])[:2] == (0, b"hi\n")
    assert [p.argv for p in device.processes()] == [("zsh", "-l")]
