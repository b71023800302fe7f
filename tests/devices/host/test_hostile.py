"""Sessions that fall behind, and programs that do what they can to the device: an error, or all is as it was."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[host]")

from Xlib import X
from Xlib.display import Display

from omnigym.a11y import Role
from omnigym.actions import Click, KeyDown, Press, Type, Wait
from omnigym.devices.host.linux import desktop as host
from omnigym.devices.host.linux.device import LinuxHost
from omnigym.errors import DeviceError, DeviceLostError, DeviceStartError
from tests.devices.host.conftest import Somebody, log_in
from tests.serve.conftest import until

pytestmark = pytest.mark.x11


@pytest.fixture
def device(somebody: Somebody) -> Iterator[LinuxHost]:
    device = LinuxHost(**somebody.config())
    yield device
    device.close()


@contextmanager
def _stopped(process: int) -> Iterator[None]:
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


# -- a window manager that falls behind -------------------------------------------------------------------------------


def test_a_window_manager_that_does_not_answer_is_an_error(
    somebody: Somebody, device: LinuxHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    device.reset()
    monkeypatch.setattr(host, "_MANAGER_S", 0.5)
    with _stopped(somebody.manager.pid), pytest.raises(DeviceStartError, match="window manager does not answer"):
        device.reset()
    device.reset()


def test_a_program_that_starts_again_is_seen_though_its_window_gets_the_old_number(
    somebody: Somebody, device: LinuxHost
) -> None:
    device.reset()
    device.launch("text_editor")
    number = device.windows()[0].id
    assert device._desktop is not None
    with _stopped(somebody.manager.pid):  # it lists the window of a program that has ended
        assert device._desktop.machine.end_programs()
        late = threading.Timer(1.0, os.kill, (somebody.manager.pid, signal.SIGCONT))
        late.start()
        device.launch("text_editor")
        late.join()
    assert [w.id for w in device.windows()] == [number]


# -- programs of an agent ---------------------------------------------------------------------------------------------

#: A program that does something to a display, says so in a property of the root window, and goes on while it is there.
_PROGRAM = """
import signal, time
from Xlib import X, XK, display
from Xlib.ext import xtest
d = display.Display({display!r})
root, said = d.screen().root, d.intern_atom("_TRIED")
root.create_window(0, 0, 1, 1, 0, X.CopyFromParent).set_selection_owner(said, X.CurrentTime)
def window(width, height, **more):
    made = root.create_window(0, 0, width, height, 0, X.CopyFromParent, **more)
    made.map()
    return made
def tap(name, released=True):
    code = d.keysym_to_keycode(XK.string_to_keysym(name))
    xtest.fake_input(d, X.KeyPress, code)
    if released:
        xtest.fake_input(d, X.KeyRelease, code)
{trick}
root.change_property(said, said, 8, b"x")
while root.get_full_property(said, 0):
    time.sleep(0.05)
"""
_GRABS = "d.sync(); assert w.grab_{}(False, {}X.GrabModeAsync, X.GrabModeAsync, {}X.CurrentTime) == 0"
_STAYS = """
for number in (signal.SIGTERM, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
w = window(900, 700)
w.set_wm_protocols([d.intern_atom("WM_DELETE_WINDOW")])
"""
_TRICKS = {
    "a grabbed keyboard": "w = window(9, 9, override_redirect=True); " + _GRABS.format("keyboard", "", ""),
    "a grabbed pointer": "w = window(9, 9, override_redirect=True); " + _GRABS.format("pointer", "0, ", "0, 0, "),
    "the whole server": "d.grab_server(); d.sync(); time.sleep(0.5); d.ungrab_server()",
    "a screen that is covered": "window(1024, 768, override_redirect=True)",
    "a window that does not close": _STAYS,
    "500 windows": "for n in range(500): window(50, 50).set_wm_name(f'window {n}')",
    "a title of 10 MB": """
w, title, kind = window(90, 90), d.intern_atom("_NET_WM_NAME"), d.intern_atom("UTF8_STRING")
for _ in range(50): w.change_property(title, kind, 8, b"x" * 200_000, mode=X.PropModeAppend)
""",
    "a key that is held": "tap('Control_L', False)",
    "Caps Lock": "tap('Caps_Lock')",
}
_COMMANDS = {
    "letters that are exchanged": ("xmodmap", "-e", "keycode 38 = b B", "-e", "keycode 56 = a A"),
    "no Shift": ("xmodmap", "-e", "clear shift"),
    "buttons that are exchanged": ("xmodmap", "-e", "pointer = 3 2 1"),
    "another layout": ("setxkbmap", "fr"),
    "keys that repeat": ("xset", "r", "on"),
}


@pytest.fixture
def person(somebody: Somebody) -> Iterator[Display]:
    connection = Display(somebody.display)
    yield connection
    connection.close()


@contextmanager
def _doing(trick: str, device: LinuxHost, person: Display, hidden: bool = False) -> Iterator[None]:
    """A program that has done its trick; a hidden one shows by nothing that it comes of the device's."""
    assert device._desktop is not None
    machine, root, said = device._desktop.machine, person.screen().root, person.intern_atom("_TRIED")
    clean = ("env", "-i", "setsid", "--fork") if hidden else ()
    machine.start([*clean, sys.executable, "-c", _PROGRAM.format(display=machine.display.name, trick=trick)])
    for _ in range(400):
        if root.get_full_property(said, X.AnyPropertyType):
            break
        device.act(Wait(0.05))
    else:
        pytest.fail("the program did not do it")
    try:
        yield
    finally:
        root.delete_property(said)
        until(lambda: person.get_selection_owner(said) == X.NONE)  # its connection has ended, and all that it had


def _see_that_it_works(device: LinuxHost) -> None:
    """Keys, buttons and screen are as they should be."""
    assert device.windows() == ()
    device.launch("text_editor")
    device.act(Type("ab Cd ;ä"))
    device.act(Press("b"))
    tree = device.tree()
    area, menu = tree.find(Role.TEXT_AREA), tree.find(Role.MENU_ITEM, name="File")
    assert area is not None and area.value == "ab Cd ;äb"
    assert menu is not None
    device.act(Click(((menu.center[0] + 0.5) / 1024, (menu.center[1] + 0.5) / 768)))
    assert len(device.tree()) > len(tree), "the menu opens"


@pytest.mark.parametrize("trick", _TRICKS)
def test_a_reset_undoes_what_a_program_does(device: LinuxHost, person: Display, trick: str) -> None:
    device.reset()
    with _doing(_TRICKS[trick], device, person):
        device.act(Click((0.4, 0.4)))
        device.screenshot(), device.tree(), device.windows()
        device.reset()
        _see_that_it_works(device)


@pytest.mark.parametrize("command", _COMMANDS)
def test_a_reset_undoes_what_a_command_does(device: LinuxHost, person: Display, command: str) -> None:
    def state() -> list[object]:
        rows = [list(row) for row in person.get_keyboard_mapping(8, 248)]
        return [rows, list(person.get_pointer_mapping()), [list(codes) for codes in person.get_modifier_mapping()]]

    before = state()
    device.reset()
    assert device.run(_COMMANDS[command])[0] == 0
    device.act(KeyDown("shift"))
    device.reset()
    _see_that_it_works(device)
    assert person.get_keyboard_control().global_auto_repeat == 0
    device.close()
    assert state() == before


def test_a_menu_of_the_window_manager_is_closed(device: LinuxHost) -> None:
    device.reset()
    device.act(Click((0.05, 0.05), button="right"))
    device.reset()
    _see_that_it_works(device)


@pytest.mark.parametrize(
    ("trick", "says"),
    [
        ("a grabbed keyboard", "grabbed the keyboard"),
        ("a grabbed pointer", "grabbed the pointer"),
        ("a screen that is covered", "covers the screen"),
        ("a window that does not close", "1 windows of other programs do not close"),
    ],
)
def test_a_program_that_hides_is_an_error_at_each_reset(
    device: LinuxHost, person: Display, trick: str, says: str
) -> None:
    device.reset()
    with _doing(_TRICKS[trick], device, person, hidden=True):
        for _ in range(2):
            with pytest.raises(DeviceStartError, match=says):
                device.reset()
            with pytest.raises(DeviceError):
                device.screenshot()


@pytest.mark.parametrize("trick", ["a grabbed keyboard", "a screen that is covered", "a window that does not close"])
def test_in_a_session_of_its_own_a_program_that_hides_is_ended(somebody: Somebody, person: Display, trick: str) -> None:
    device = LinuxHost(**somebody.config(own_session=True))
    try:
        device.reset()
        with _doing(_TRICKS[trick], device, person, hidden=True):
            device.reset()
            _see_that_it_works(device)
    finally:
        device.close()


# -- parts of the session that end ------------------------------------------------------------------------------------


def _accessibility(session: Somebody) -> int:
    """The process of the accessibility bus."""
    needle = str(session.environment["XDG_RUNTIME_DIR"]).encode() + b"/at-spi/bus"
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                if needle in file.read():
                    return int(entry)
    raise AssertionError("there is no accessibility bus")


@pytest.mark.parametrize(
    ("part", "number", "says", "then"),
    [
        ("manager", signal.SIGKILL, "window manager has ended", "has no window manager"),
        ("manager", signal.SIGSTOP, "", "window manager does not answer"),
        ("bus", signal.SIGKILL, "bus closed the connection", ""),
        ("bus", signal.SIGSTOP, "", "accessibility bus does not answer"),
    ],
)
def test_a_session_without_a_part_is_an_error(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    number: signal.Signals,
    says: str,
    then: str,
) -> None:
    with log_in(tmp_path_factory.mktemp(f"{part}-{number.name}")) as session:
        device = LinuxHost(**session.config())
        try:
            device.reset()
            device.tree()
            monkeypatch.setattr(host, "_MANAGER_S", 0.5)
            process = session.manager.pid if part == "manager" else _accessibility(session)
            os.kill(process, number)

            def look() -> None:
                for _ in range(20):  # until it is noticed
                    device.act(Click((0.5, 0.5)))
                    device.tree()

            if says:
                with pytest.raises(DeviceLostError, match=says):
                    look()
            if then:
                with pytest.raises(DeviceStartError, match=then):
                    device.reset()
            else:
                device.reset()
                _see_that_it_works(device)
        finally:
            if number == signal.SIGSTOP:
                os.kill(process, signal.SIGCONT)
            device.close()
