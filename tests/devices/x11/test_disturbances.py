"""What happens on the desktop that nobody asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.actions import Press, Wait
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.disturbances import Disturbances
from omnigym.errors import UnknownNameError


def _story(seed: int, kinds: Sequence[str] = ("crash", "dialog"), actions: int = 60) -> list[tuple[int, str]]:
    """What happens, and after which action."""
    shown: list[str] = []
    happened = list[tuple[int, str]]()
    series = Disturbances(kinds, seed, lambda argv: shown.append(argv[-1]), lambda: "Mousepad")
    for number in range(actions):
        if series.after_action():
            happened.append((number, shown[-1]))
    return happened


def test_a_seed_tells_what_happens_and_when() -> None:
    assert _story(3) == _story(3)
    assert _story(3) != _story(4)
    steps = [number for number, _ in _story(3)]
    assert all(3 <= after - before <= 10 for before, after in zip([-1, *steps], steps, strict=False))
    assert any("Mousepad has stopped" in text for _, text in _story(3))
    assert not any("has stopped" in text for _, text in _story(3, ["dialog"]))


def test_it_waits_while_a_menu_is_open() -> None:
    shown: list[Sequence[str]] = []
    series = Disturbances(["dialog"], 1, shown.append, lambda: "")
    assert not any(series.after_action(busy=True) for _ in range(40))
    assert series.after_action()
    assert len(shown) == 1


def test_without_a_program_nothing_crashes() -> None:
    shown: list[Sequence[str]] = []
    series = Disturbances(["crash"], 1, shown.append, lambda: "")
    for _ in range(40):
        series.after_action()
    assert shown == []


@pytest.fixture
def device() -> Iterator[X11Device]:
    device = X11Device()
    device.reset()
    yield device
    device.close()


@pytest.mark.x11
@pytest.mark.parametrize("app", ["text_editor", "writer"])
def test_a_crash_is_no_failure_of_the_device(device: X11Device, app: str) -> None:
    if app not in device.apps():
        pytest.skip(f"{app} is not installed")
    device.launch(app)
    device.disturb(["crash"], 5)
    for _ in range(10):
        device.act(Wait(0.1))
        if device.windows()[0].app == "system_message":
            break
    assert [window.app for window in device.windows()] == ["system_message"]
    device.act(Press("escape"))
    device.act(Wait(0.2))
    assert device.windows() == ()
    device.launch(app)
    assert device.windows()[0].app == app
    device.reset()
    for _ in range(12):
        device.act(Wait(0.0))
    assert device.windows() == ()


@pytest.mark.x11
def test_a_box_takes_the_focus_until_it_is_closed(device: X11Device) -> None:
    device.launch("text_editor")
    device.disturb(["dialog"], 5)
    while device.windows()[0].app != "system_message":
        device.act(Press("shift"))
    assert [(window.app, window.active) for window in device.windows()] == [
        ("system_message", True),
        ("text_editor", False),
    ]
    device.act(Press("enter"))
    assert [window.app for window in device.windows()] == ["text_editor"]


@pytest.mark.x11
def test_an_unknown_kind(device: X11Device) -> None:
    assert device.disturbances() == ("crash", "dialog")
    with pytest.raises(UnknownNameError, match="crash"):
        device.disturb(["mail"], 1)
