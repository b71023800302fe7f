"""Which programs of a desktop count as being at work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from Xlib import X, Xatom
from Xlib.display import Display

from omnigym.actions import Wait
from omnigym.devices.x11.device import X11Device

pytestmark = pytest.mark.x11

_LOOKS = 8
#: So many of them may see a desktop at rest awake: a busy machine has much done late, and at once.
_AWAKE = _LOOKS // 2


@pytest.fixture(scope="module")
def device() -> Iterator[X11Device]:
    device = X11Device((640, 480))
    device.reset()
    device.launch("text_editor")  # whose text cursor blinks
    yield device
    device.close()


def _start(device: X11Device, command: str) -> None:
    code, _, errors = device.run(["sh", "-c", f"cd; ({command}) > /dev/null 2>&1 & echo $!"])
    assert code == 0, errors


def _calm(device: X11Device) -> None:
    """Come to where nobody works: that of the test before may still end."""
    assert any(not device.works_during(0.25) for _ in range(40))


def test_a_desktop_at_rest_does_not_work(device: X11Device) -> None:
    _calm(device)
    assert sum(device.works_during(0.25) for _ in range(_LOOKS)) <= _AWAKE


@pytest.mark.parametrize(
    "command",
    [
        "timeout 6 sh -c 'while :; do :; done'",
        "for i in $(seq 60); do echo x >> growing.txt; sleep 0.1; done",
        "for i in $(seq 60); do mkdir -p a/$i; sleep 0.1; done",
    ],
    ids=["computes", "writes", "makes folders"],
)
def test_work_is_seen(device: X11Device, command: str) -> None:
    _calm(device)
    _start(device, command)
    assert sum(device.works_during(0.25) for _ in range(_LOOKS)) >= _LOOKS - 1


@pytest.mark.parametrize("command", ["sleep 9", "python3 -c 'import time; time.sleep(9)'"])
def test_who_sleeps_does_not_work(device: X11Device, command: str) -> None:
    _start(device, command)
    _calm(device)
    assert sum(device.works_during(0.25) for _ in range(_LOOKS)) <= _AWAKE


def test_hidden_files_are_no_work(device: X11Device) -> None:
    """Programs at rest write to them: profiles, lists of recent files."""
    _calm(device)
    _start(
        device, 'exec python3 -c \'import time\nfor i in range(60): open(".state", "a").write("x"); time.sleep(.1)\''
    )
    device.works_during(0.25)
    assert sum(device.works_during(0.25) for _ in range(_LOOKS)) <= _AWAKE


def test_a_process_whose_window_closed_works_until_it_ends(device: X11Device) -> None:
    """It saves, though it uses no processor. One that has another window is not asked about."""
    _calm(device)
    process = int(device.run(["sh", "-c", "sleep 60 > /dev/null 2>&1 & echo $!"])[1])
    assert device._desktop is not None
    with closing(Display(device._desktop.session.display.name)) as client:
        windows = [client.screen().root.create_window(10 * n, 10, 100, 100, 0, X.CopyFromParent) for n in range(2)]
        for window in windows:
            window.change_property(client.intern_atom("_NET_WM_PID"), Xatom.CARDINAL, 32, [process])
            window.map()
        client.sync()
        device.act(Wait(0.1))
        _calm(device)
        windows[0].destroy()
        client.sync()
        _calm(device)
        windows[1].destroy()
        client.sync()
        assert all(device.works_during(0.25) for _ in range(_LOOKS))
        assert device.run(["kill", str(process)])[0] == 0
        _calm(device)
        assert sum(device.works_during(0.25) for _ in range(_LOOKS)) <= _AWAKE
