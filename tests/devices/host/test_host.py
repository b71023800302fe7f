"""What a machine that is not ours needs: leave to drive it, a way to stop it, and all given back."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[host]")

from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from omnigym.a11y import Role
from omnigym.actions import Click, KeyDown, MouseDown, Press, Type
from omnigym.cli.doctor import probes
from omnigym.devices.config import build_device
from omnigym.devices.host.config import ALLOW_VARIABLE, HostConfig
from omnigym.devices.host.linux.device import LinuxHost
from omnigym.devices.x11.cleanup import marked_processes
from omnigym.errors import ConfigError, DeviceLostError, DeviceStartError
from tests.devices.host.conftest import Somebody, log_in

pytestmark = pytest.mark.x11


@pytest.fixture
def device(somebody: Somebody) -> Iterator[LinuxHost]:
    device = LinuxHost(**somebody.config())
    yield device
    device.close()


@pytest.fixture
def person(somebody: Somebody) -> Iterator[Display]:
    """Who sits there: a connection of their own."""
    connection = Display(somebody.display)
    yield connection
    connection.close()


def _held(person: Display) -> bool:
    person.sync()
    return any(person.query_keymap()) or bool(person.screen().root.query_pointer().mask & X.Button1Mask)


def _move(person: Display, x: int, y: int) -> None:
    xtest.fake_input(person, X.MotionNotify, x=x, y=y)
    person.sync()


def _text(device: LinuxHost) -> str:
    node = device.tree().find(Role.TEXT_AREA)
    assert node is not None
    return node.value


@pytest.mark.parametrize("said", [None, "", "1", "yes"])
def test_nothing_is_driven_unless_somebody_says_so(monkeypatch: pytest.MonkeyPatch, said: str | None) -> None:
    monkeypatch.delenv(ALLOW_VARIABLE, raising=False)
    if said is not None:
        monkeypatch.setenv(ALLOW_VARIABLE, said)
    with pytest.raises(ConfigError, match="HostConfig\\(allow=True\\)"):
        build_device("host")
    with pytest.raises(ConfigError, match="real mouse"):
        LinuxHost(display=":77")


def test_the_environment_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOW_VARIABLE, "allow")
    assert isinstance(build_device(HostConfig(display=":77")), LinuxHost)


def test_there_is_one_for_one_process() -> None:
    assert HostConfig(allow=True).shared_out(1) == (HostConfig(allow=True),)
    with pytest.raises(ConfigError, match="workers 1"):
        HostConfig(allow=True).shared_out(2)


def test_what_is_driven_is_told(somebody: Somebody, device: LinuxHost, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "omnigym"):
        device.reset()
        device.reset()
    told = [r.getMessage() for r in caplog.records if "drives" in r.getMessage()]
    assert len(told) == 1 and somebody.display in told[0] and str(somebody.folder) in told[0]


@pytest.mark.parametrize("corner", [(0, 0), (1022, 766)])
def test_a_person_stops_it_by_a_corner(somebody: Somebody, person: Display, corner: tuple[int, int]) -> None:
    device = LinuxHost(**somebody.config())
    device.reset()
    device.launch("text_editor")
    device.act(KeyDown("shift"))
    _move(person, *corner)
    try:
        with pytest.raises(DeviceLostError, match="pushed the pointer"):
            device.act(Click((0.5, 0.5)))
        assert person.screen().root.query_pointer().root_x == corner[0], "nothing was done"
        assert not _held(person) and marked_processes(somebody.mark()) == []
        with pytest.raises(DeviceLostError, match="pushed the pointer"):
            device.reset()
        with pytest.raises(DeviceStartError, match="corner"):
            LinuxHost(**somebody.config()).reset()
    finally:
        _move(person, 500, 300)
        device.close()


def test_no_click_of_the_agent_stops_it(device: LinuxHost, person: Display) -> None:
    for x in (0.0, 1.0):
        for y in (0.0, 1.0):
            device.act(Click((x, y)))
            device.act(Press("escape"))
    _move(person, 400, 0)  # an edge is no corner
    device.act(Press("escape"))
    device.reset()
    assert not _held(person)


def test_clicks_of_two_actions_are_no_double_click(device: LinuxHost) -> None:
    device.launch("text_editor")
    device.act(Type("words " * 40))
    area = device.tree().find(Role.TEXT_AREA)
    assert area is not None
    at = (area.bounds[0] + 60) / 1024, (area.bounds[1] + 12) / 768
    device.act(Click(at))
    before = device.screenshot()
    for _ in range(2):
        device.act(Click(at))
        assert (device.screenshot() == before).all()
    device.act(Click(at, count=2))
    assert (device.screenshot() != before).any()
    title = device.tree().find(Role.TITLEBAR)
    assert title is not None
    bounds, at = device.windows()[0].bounds, (title.center[0] / 1024, title.center[1] / 768)
    for _ in range(3):
        device.act(Click(at))
    assert device.windows()[0].bounds == bounds
    device.act(Click(at, count=2))
    assert device.windows()[0].bounds != bounds


def test_reset_lets_go_and_ends_what_it_opened(somebody: Somebody, device: LinuxHost, person: Display) -> None:
    device.launch("text_editor")
    device.act(Type("not saved"))
    device.act(KeyDown("ctrl"))
    device.act(MouseDown((0.5, 0.5)))
    device.write_file("Documents/a.txt", b"1")
    assert _held(person)
    device.reset()
    assert not _held(person)
    assert device.windows() == ()
    assert device.stat("Documents/a.txt") is None
    assert marked_processes(somebody.mark()) == []
    device.launch("text_editor")
    assert _text(device) == "", "no program was killed in the middle of its work"


def test_windows_and_files_of_others_stay(somebody: Somebody, tmp_path: Path) -> None:
    theirs = subprocess.Popen(
        ["mousepad", "--disable-server"], env=somebody.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    with theirs:
        connection = Display(somebody.display)
        device = LinuxHost(**somebody.config(display=somebody.display))
        try:
            listing = connection.intern_atom("_NET_CLIENT_LIST")
            root = connection.screen().root
            root.change_attributes(event_mask=X.PropertyChangeMask)
            while not (found := root.get_full_property(listing, X.AnyPropertyType)) or not found.value:
                connection.next_event()
            device.reset()
            device.launch("file_manager")
            device.reset()
            assert [w.app for w in device.windows()] == ["text_editor"]
        finally:
            device.close()
            connection.close()
            assert theirs.poll() is None
            theirs.terminate()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("years")
    with pytest.raises(ConfigError, match="not empty"):
        LinuxHost(**somebody.config(home=str(mine))).reset()
    assert (mine / "thesis.txt").read_text() == "years"


@pytest.mark.parametrize("layout", ["us", "de", "fr"])
def test_every_layout(somebody: Somebody, layout: str) -> None:
    text = "".join(map(chr, range(0x21, 0x7F))) + " äöü ß € é <b> Ω"
    keys = "abcxyz0189/-;=',."
    somebody.run("setxkbmap", layout)
    device = LinuxHost(**somebody.config())
    try:
        device.reset()
        device.launch("text_editor")
        device.act(Type(text))
        assert _text(device) == text
        device.act(Press("a", ("ctrl",)))
        for key in keys:
            device.act(Press(key))
        assert _text(device) == keys
        device.act(Press("a", ("ctrl",)))
        device.act(KeyDown("/"))
        device.act(Press("a", ("shift",)))
        assert _text(device) == "/A"
    finally:
        device.close()
        somebody.run("setxkbmap", "us")


def test_the_keyboard_is_given_back(device: LinuxHost, person: Display) -> None:
    def keyboard() -> list[list[int]]:
        return [list(row) for row in person.get_keyboard_mapping(8, 248)]

    before = keyboard()
    assert person.get_keyboard_control().global_auto_repeat == 1
    device.launch("text_editor")
    device.act(Type("日本語 Ω €"))
    assert person.get_keyboard_control().global_auto_repeat == 0
    assert keyboard() != before
    device.close()
    assert person.get_keyboard_control().global_auto_repeat == 1
    assert keyboard() == before


_DIES = """
import os, signal, sys
from omnigym.actions import KeyDown, MouseDown, Type
from omnigym.devices.host.linux.device import LinuxHost
device = LinuxHost(allow=True, display=sys.argv[1], bus=sys.argv[2], home=sys.argv[3])
device.reset()
device.launch("text_editor")
device.act(Type("日本語"))
device.act(KeyDown("shift"))
device.act(MouseDown((0.5, 0.5)))
os.kill(os.getpid(), signal.{})
device.act(Type("a long text " * 10000))
"""


def _die(somebody: Somebody, name: str) -> int:
    argv = [sys.executable, "-c", _DIES.format(name), somebody.display, somebody.bus, str(somebody.folder)]
    done = subprocess.run(argv, env=dict(os.environ), capture_output=True, timeout=60, check=False)
    assert b"Traceback" not in done.stderr, done.stderr.decode()[-2000:]
    return done.returncode


def test_who_is_told_to_end_gives_the_machine_back(somebody: Somebody, person: Display) -> None:
    before = [list(row) for row in person.get_keyboard_mapping(8, 248)]
    assert _die(somebody, "SIGTERM") == 128 + signal.SIGTERM
    assert not _held(person) and marked_processes(somebody.mark()) == []
    assert [list(row) for row in person.get_keyboard_mapping(8, 248)] == before
    assert person.get_keyboard_control().global_auto_repeat == 1


def test_the_next_start_clears_up_after_a_killed_one(somebody: Somebody, device: LinuxHost, person: Display) -> None:
    before = [list(row) for row in person.get_keyboard_mapping(8, 248)]
    assert _die(somebody, "SIGKILL") == -signal.SIGKILL
    mark = somebody.mark()
    assert _held(person) and marked_processes(mark), "it left something"
    device.reset()
    assert not _held(person)
    assert marked_processes(mark) == []
    assert device.windows() == ()
    device.close()
    assert [list(row) for row in person.get_keyboard_mapping(8, 248)] == before
    assert person.get_keyboard_control().global_auto_repeat == 1


def test_one_at_a_time(somebody: Somebody, device: LinuxHost) -> None:
    device.reset()
    with pytest.raises(DeviceStartError, match="another device"):
        LinuxHost(**somebody.config(home=f"{somebody.folder}-2")).reset()
    with pytest.raises(DeviceStartError, match="another device"):
        LinuxHost(**somebody.config()).reset()


def test_a_session_that_cannot_be_driven(somebody: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="size=\\(1024, 768\\)"):
        LinuxHost(**somebody.config(size=(800, 600))).reset()
    with pytest.raises(DeviceStartError, match="cannot be reached"):
        LinuxHost(**somebody.config(display=":7777")).reset()
    with pytest.raises(DeviceStartError, match="accessibility"):
        LinuxHost(**somebody.config(bus="unix:abstract=/nobody/there")).reset()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with pytest.raises(DeviceStartError, match="Wayland"):
        LinuxHost(**somebody.config(display="")).reset()


def test_a_connection_that_breaks_is_an_error_and_comes_back(device: LinuxHost) -> None:
    device.reset()
    assert device._desktop is not None
    device._desktop.machine.break_off()
    with pytest.raises(DeviceLostError, match="host"):
        device.act(Click((0.5, 0.5)))
    with pytest.raises(DeviceLostError, match="host"):
        device.screenshot()
    device.reset()
    device.act(Click((0.5, 0.5)))


def test_a_display_that_goes_leaves_nothing_running(tmp_path_factory: pytest.TempPathFactory) -> None:
    with log_in(tmp_path_factory.mktemp("short")) as session:
        device = LinuxHost(**session.config())
        device.launch("text_editor")
        assert device._desktop is not None
        device._desktop.machine.start(["sleep", "1000"])
        mark = session.mark()
        assert marked_processes(mark)
        session.server.terminate()
        session.server.wait(10)
        with pytest.raises(DeviceLostError, match="host"):
            device.act(Click((0.5, 0.5)))
        with pytest.raises(DeviceStartError, match="cannot be reached"):
            device.reset()
        device.close()
        assert marked_processes(mark) == []


def test_commands_run_where_they_are_trusted(somebody: Somebody) -> None:
    device = LinuxHost(**somebody.config(trust=True, reset_command=("false",)))
    assert device.is_confined() and not LinuxHost(**somebody.config()).is_confined()
    with pytest.raises(DeviceStartError, match="false ended with code 1"):
        device.reset()
    device.close()


def test_the_doctor_looks_and_drives_nothing(
    somebody: Somebody, device: LinuxHost, person: Display, monkeypatch: pytest.MonkeyPatch
) -> None:
    (host,) = [probe for probe in probes() if probe.name == "host"]
    monkeypatch.delenv(ALLOW_VARIABLE, raising=False)
    monkeypatch.setenv("DISPLAY", somebody.display)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", somebody.bus)
    _move(person, 17, 34)
    found = host.run()
    assert found.state == "ok" and "1024x768" in found.detail and "Openbox" in found.detail
    pointer = person.screen().root.query_pointer()
    assert (pointer.root_x, pointer.root_y) == (17, 34)
    monkeypatch.delenv("DISPLAY")
    assert host.run().state == "missing"
    assert "DISPLAY" in host.run().detail


def test_the_users_own_home_is_left_as_it_is(
    somebody: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "thesis.txt").write_text("years")
    restore = ("sh", "-c", 'echo "$HOME on $DISPLAY" >> "$HOME/restored"')
    device = LinuxHost(**somebody.config(home="", real_home=True, reset_command=restore))
    try:
        device.reset()
        device.write_file("Documents/a.txt", b"1")
        device.reset()
        assert device.read_file("Documents/a.txt") == b"1"
        assert device.read_file("restored").decode() == f"{tmp_path} on {somebody.display}\n" * 2
    finally:
        device.close()
    assert (tmp_path / "thesis.txt").read_text() == "years"
    assert "no file there is restored" in caplog.text
    with pytest.raises(ConfigError, match="choose one"):
        LinuxHost(**somebody.config(real_home=True))
