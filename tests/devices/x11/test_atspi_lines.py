from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.a11y import Role
from omnigym.actions import Press, Type
from omnigym.devices.x11.atspi import Accessibility, Lines
from omnigym.devices.x11.dbus import Bus, BusClosedError, CallError
from omnigym.devices.x11.device import X11Device


class _Bus(Bus):
    """Answers each call as it is told to, and remembers them."""

    def __init__(self, *answers: object) -> None:
        self.answers, self.calls, self.open = list(answers), 0, True

    def call(self, *args: object, **kwargs: object) -> tuple[object, ...]:
        self.calls += 1
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return (answer,)

    def close(self) -> None:
        self.open = False


def test_an_application_with_a_socket_is_asked_there() -> None:
    bus, line = _Bus("unix:path=/a"), _Bus(1)
    lines = Lines(bus, {"unix:path=/a": line}.__getitem__)
    assert lines.to(":1.1") is bus
    lines.improve(":1.1", "/root")
    lines.improve(":1.1", "/root")
    assert lines.to(":1.1") is line
    assert lines.to(":1.2") is bus
    assert bus.calls == 1
    lines.keep({":1.2"})
    assert lines.to(":1.1") is bus
    assert not line.open


class _Slow(_Bus):
    """Its only application answers after a while; it remembers for how long it was waited."""

    def __init__(self, takes: float) -> None:
        super().__init__()
        self.takes, self.waited = takes, list[float]()

    def call(self, *args: object, **kwargs: object) -> tuple[object, ...]:
        if "GetChildren" in args:
            return ([(":1.1", "/root")],)
        raise CallError("no socket")

    def send(self, *args: object, **kwargs: object) -> None:  # type: ignore[override]
        """Answers come in `run`."""

    def run(self, timeout: float, silence: float = 0.0, put_off: object = None) -> bool:
        self.waited.append(silence)
        return silence >= self.takes


@pytest.mark.parametrize(("pause", "then"), [(0.5, [0.5, 0.02]), (4.0, [4.0, 4.0])])
def test_one_that_was_late_is_waited_for_in_proportion(pause: float, then: list[float]) -> None:
    bus = _Slow(takes=1.0)
    reader = Accessibility(bus, lambda _: _Bus(), lambda: lambda: 0.0, 4 * pause, pause, 10)
    for _ in range(2):
        reader.read()
    assert bus.waited == pytest.approx(then)
    reader.late = {":1.1"}
    reader.read()
    assert bus.waited[-1] == pytest.approx(pause * 0.04)


def test_one_without_is_asked_on_the_bus() -> None:
    bus = _Bus(CallError("unknown method"))
    lines = Lines(bus, lambda _: _Bus())
    lines.improve(":1.1", "/root")
    lines.improve(":1.1", "/root")
    assert lines.to(":1.1") is bus
    assert bus.calls == 1


@pytest.mark.parametrize("failure", [TimeoutError("late"), BusClosedError("gone")])
def test_one_that_was_too_busy_is_asked_again_a_few_times(failure: Exception) -> None:
    line = _Bus(1)
    bus = _Bus(failure, "unix:path=/a")
    lines = Lines(bus, lambda _: line)
    lines.improve(":1.1", "/root")
    assert lines.to(":1.1") is bus
    lines.improve(":1.1", "/root")
    assert lines.to(":1.1") is line
    bus = _Bus(*[failure] * 20)
    lines = Lines(bus, lambda _: line)
    for _ in range(20):
        lines.improve(":1.1", "/root")
    assert bus.calls < 10


@pytest.mark.parametrize("failure", [CallError("no"), TimeoutError("late"), BusClosedError("gone")])
def test_a_line_must_answer(failure: Exception) -> None:
    bus, line = _Bus("unix:path=/a"), _Bus(failure)
    lines = Lines(bus, lambda _: line)
    lines.improve(":1.1", "/root")
    assert lines.to(":1.1") is bus
    assert not line.open


def test_a_line_that_broke_is_not_used_again() -> None:
    bus, line = _Bus("unix:path=/a"), _Bus(1)
    lines = Lines(bus, lambda _: line)
    lines.improve(":1.1", "/root")
    lines.give_up(":1.1")
    assert not line.open
    lines.improve(":1.1", "/root")
    assert lines.to(":1.1") is bus


@pytest.fixture(scope="module")
def device() -> Iterator[X11Device]:
    device = X11Device()
    device.launch("text_editor")
    yield device
    device.close()


@pytest.mark.x11
def test_the_editor_has_a_socket(device: X11Device) -> None:
    device.act(Type("by a line of its own"))
    assert device.tree().find(text="by a line of its own") is not None
    assert device._desktop is not None
    direct = device._desktop._accessibility._lines._direct
    if device.is_sandboxed:
        assert len(direct) == 1
    device.act(Press("q", ("ctrl",)))
    device.act(Press("d", ("alt",)))
    assert device.tree().find(Role.TEXT_AREA) is None
    assert not direct


@pytest.mark.x11
@pytest.mark.parametrize("path", ["/dev/log", "/run/desktop/../dbus/socket", ""])
def test_only_sockets_of_the_desktop_are_connected_to(device: X11Device, path: str) -> None:
    assert device._desktop is not None
    with pytest.raises(BusClosedError, match="not on the desktop"):
        device._desktop.session.connect_to(f"unix:path={path}")
