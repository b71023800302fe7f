"""Nothing of a desktop outlives its device, however that ends."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.actions import OpenApp, Press, Type, Wait
from omnigym.devices.protocol import ProcessInfo
from omnigym.devices.x11 import host_paths, sandbox
from omnigym.devices.x11.device import X11Device
from omnigym.errors import AppError, DeviceLostError, DeviceStartError, DeviceTimeoutError, MissingDependencyError
from omnigym.tasks.subtask import Condition, Subtask
from omnigym.tasks.task import Task, TaskNode
from tests.devices.x11.programs import signal_program

pytestmark = pytest.mark.x11

_CHILD = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs begin without it
from omnigym.devices.x11.device import X11Device
device = X11Device(sandbox=sys.argv[1])
device.reset()
device.launch("text_editor")
session = device._desktop.session
print(session.place.root, session.display.name, flush=True)
time.sleep(60)
"""


def _wait(condition: Callable[[], bool], timeout: float = 5.0) -> bool:
    end = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _processes_with(text: str) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):
                command = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                if text.encode() in command:
                    found.append(f"{entry.name}: {command[:200]!r}")
    return found


def _is_gone(root: str) -> bool:
    return not os.path.exists(root) and not _processes_with(root)


def _socket(name: str) -> tuple[int, int] | None:
    """What stands for a display now: another desktop may take its number as soon as it is free."""
    try:
        found = os.lstat(f"/tmp/.X11-unix/X{name.removeprefix(':')}")
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_ctime_ns


@pytest.fixture(params=["auto", "off"])
def mode(request: pytest.FixtureRequest) -> str:
    if request.param == "auto" and sandbox.why_no_sandbox():
        pytest.skip(sandbox.why_no_sandbox())
    return str(request.param)


@pytest.fixture
def device(mode: str) -> Iterator[X11Device]:
    device = X11Device(sandbox=mode)  # type: ignore[arg-type]
    device.reset()
    yield device
    device.close()


def _session(device: X11Device) -> tuple[str, str]:
    assert device._desktop is not None
    session = device._desktop.session
    return str(session.place.root), session.display.name


def _go_on(device: X11Device) -> None:
    for _ in range(100):
        device.act(Wait(0.01))
        device.screenshot()


def test_close_leaves_nothing(device: X11Device) -> None:
    root, display = _session(device)
    taken = _socket(display)
    assert taken
    device.launch("text_editor")
    assert _processes_with(root)
    device.close()
    assert _wait(lambda: _is_gone(root)), _processes_with(root)
    assert _socket(display) != taken
    with pytest.raises(DeviceLostError, match="closed"):
        device.screenshot()


def test_reset_leaves_nothing_of_the_last_episode(device: X11Device) -> None:
    root, _ = _session(device)
    device.launch("text_editor")
    device.reset()
    assert _wait(lambda: _is_gone(root)), _processes_with(root)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_killed_trainer_leaves_nothing(mode: str, number: signal.Signals) -> None:
    trainer = subprocess.Popen([sys.executable, "-c", _CHILD, mode], stdout=subprocess.PIPE, text=True)
    assert trainer.stdout is not None
    root, display = trainer.stdout.readline().split()
    assert os.path.isdir(root)
    taken = _socket(display)
    assert taken
    trainer.send_signal(number)
    trainer.wait(10)
    trainer.stdout.close()
    assert _wait(lambda: _is_gone(root)), _processes_with(root)
    assert _wait(lambda: _socket(display) != taken)


def test_killed_with_its_supervisor_the_next_start_sweeps(mode: str) -> None:
    trainer = subprocess.Popen([sys.executable, "-c", _CHILD, mode], stdout=subprocess.PIPE, text=True)
    assert trainer.stdout is not None
    root, display = trainer.stdout.readline().split()
    taken = _socket(display)
    assert taken
    children = Path(f"/proc/{trainer.pid}/task/{trainer.pid}/children").read_text().split()
    for pid in (*map(int, children), trainer.pid):
        os.kill(pid, signal.SIGKILL)
    trainer.wait(10)
    trainer.stdout.close()
    host_paths.sweep()
    assert _wait(lambda: _is_gone(root)), _processes_with(root)
    assert _socket(display) != taken


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_forgotten_device_is_removed(mode: str) -> None:
    device = X11Device(sandbox=mode)  # type: ignore[arg-type]
    device.reset()
    root, _ = _session(device)
    del device
    gc.collect()
    assert _wait(lambda: _is_gone(root)), _processes_with(root)


def test_killed_x_server(device: X11Device) -> None:
    signal_program(device, "Xvfb", signal.SIGKILL)
    with pytest.raises(DeviceLostError) as caught:
        _go_on(device)
    assert caught.value.device == "x11"
    with pytest.raises(DeviceLostError):
        device.tree()
    device.reset()
    assert device.screenshot().shape == (768, 1024, 3)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV])
def test_app_that_is_killed_is_closed_and_can_be_opened_anew(device: X11Device, number: signal.Signals) -> None:
    device.launch("text_editor")
    assert "mousepad" in {p.name for p in device.processes()}
    signal_program(device, "mousepad", number)
    assert _wait(lambda: "mousepad" not in {p.name for p in device.processes()})
    assert _wait(lambda: device.windows() == ())
    device.screenshot()
    device.act(OpenApp("text_editor"))
    assert [w.app for w in device.windows()] == ["text_editor"]


def test_processes_are_those_of_the_desktop(device: X11Device) -> None:
    device.run(["bash", "-c", "(exec -a '/opt/my sleep' sleep 60) >/dev/null 2>&1 &"])
    sleep = ProcessInfo("my sleep", ("/opt/my sleep", "60"))
    assert _wait(lambda: sleep in device.processes())  # the background shell becomes it when it likes
    assert not {"pytest", "systemd"} & {p.name for p in device.processes()}


def test_closed_app_is_no_error(device: X11Device) -> None:
    device.launch("text_editor")
    device.act(Press("q", ("ctrl",)))
    assert _wait(lambda: device.windows() == ())
    device.act(Wait(0.1))
    device.screenshot()


def test_stopped_x_server_meets_the_deadline(device: X11Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.x11.device._CALL_TIMEOUT", 1.0)
    root, _ = _session(device)
    start = time.monotonic()
    signal_program(device, "Xvfb", signal.SIGSTOP)
    with pytest.raises(DeviceTimeoutError):
        device.screenshot()
    assert time.monotonic() - start < 15
    monkeypatch.undo()
    assert _wait(lambda: _is_gone(root)), _processes_with(root)
    device.reset()
    assert device.screenshot().any()


def test_stopped_app_costs_only_its_own_tree(device: X11Device) -> None:
    device.launch("text_editor")
    device.launch("file_manager")
    signal_program(device, "mousepad", signal.SIGSTOP)
    device.act(Press("f5"))
    start = time.monotonic()
    for _ in range(5):
        device.act(Press("down"))
        tree = device.tree()
    assert time.monotonic() - start < 15  # 150 ms each on a machine that does nothing else; unbounded, 80 s
    assert tree.truncated
    assert tree.find(name="Details view") is not None
    assert tree.find(text="Mousepad") is not None


def test_run_has_a_deadline(device: X11Device) -> None:
    assert device.run(["sh", "-c", "echo 'a\nb'; echo c >&2; exit 3"]) == (3, b"a\nb\n", b"c\n")
    with pytest.raises(DeviceTimeoutError, match="sleep"):
        device.run(["sleep", "60"], timeout=0.2)


def test_several_at_once_in_one_process(mode: str) -> None:
    devices = [X11Device(size=(640, 480 + 16 * n), sandbox=mode) for n in range(3)]  # type: ignore[arg-type]

    def work(n: int) -> None:
        devices[n].reset()
        devices[n].launch("text_editor")
        devices[n].act(Type(f"desktop {n}"))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    try:
        for n, device in enumerate(devices):
            assert device.tree().find(text=f"desktop {n}") is not None
            assert device.screenshot().shape == (480 + 16 * n, 640, 3)
        assert len({_session(d)[1] for d in devices}) == 3
    finally:
        for device in devices:
            device.close()


def test_two_fresh_desktops_show_the_same_frames(mode: str) -> None:
    frames = []
    for _ in range(2):
        device = X11Device(sandbox=mode)  # type: ignore[arg-type]
        device.reset()
        device.launch("text_editor")
        device.act(Type("same"))
        frames.append(device.screenshot())
        device.close()
    np.testing.assert_array_equal(frames[0], frames[1])


def test_missing_programs_say_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(MissingDependencyError, match=r"Xvfb.*apt-get install .*xvfb"):
        X11Device()


def test_app_that_does_not_start(device: X11Device, monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = device._desktop
    assert desktop is not None
    app = desktop.launcher.app("text_editor")
    broken = {"text_editor": dataclasses.replace(app, argv=("false",))}
    monkeypatch.setattr(desktop.launcher, "_apps", broken)
    with pytest.raises(AppError, match="false ended with code 1"):
        device.launch("text_editor")


def test_sandbox_hides_the_machine(device: X11Device, mode: str) -> None:
    if mode == "off":
        pytest.skip("without a sandbox the machine's files can be seen")
    assert device.run(["cat", "/etc/shadow"])[0] != 0
    assert device.run(["ls", "/root"])[0] != 0
    assert device.run(["id", "-u"])[1].strip() == b"1000"
    assert device.run(["bash", "-c", "echo > /dev/tcp/127.0.0.1/22"])[0] != 0
    assert device.run(["touch", "/usr/x"])[0] != 0


@pytest.mark.parametrize("network", [False, True])
def test_the_network_is_there_only_if_asked_for(network: bool) -> None:
    if sandbox.why_no_sandbox():
        pytest.skip(sandbox.why_no_sandbox())
    device = X11Device((640, 480), network=network)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code, _, _ = device.run(["bash", "-c", f"echo > /dev/tcp/127.0.0.1/{port}"])
        assert (code == 0) == network
        assert device.run(["cat", "/etc/shadow"])[0] != 0
    device.close()


def test_another_x_server_does_not_mislead_a_desktop_with_network() -> None:
    if sandbox.why_no_sandbox():
        pytest.skip(sandbox.why_no_sandbox())
    device = X11Device((640, 480), network=True)
    with contextlib.closing(device), socket.socket(socket.AF_UNIX) as other:
        with contextlib.suppress(OSError):  # there is one already
            other.bind("\0/tmp/.X11-unix/X0")
            other.listen()
        device.launch("text_editor")
        assert [window.app for window in device.windows()] == ["text_editor"]


def test_the_network_is_there_for_tasks_that_need_it() -> None:
    if sandbox.why_no_sandbox():
        pytest.skip(sandbox.why_no_sandbox())
    subtask = Subtask(
        id="mine/look",
        app="terminal",
        category="Utility Tools",
        instruction="Look.",
        parameters=({},),
        conditions=(Condition("file_exists", {"path": "seen"}),),
        platforms=("linux",),
    )
    needs_it = dataclasses.replace(subtask, id="mine/fetch", capabilities=("network",))
    nodes = {s.id: (TaskNode("1", s.id),) for s in (subtask, needs_it)}
    tasks = [
        (Task(id="plain", nodes=nodes[subtask.id], definitions=(subtask,)), False),
        (Task(id="field", nodes=nodes[subtask.id], definitions=(subtask,), network=True), True),
        (Task(id="after it", nodes=nodes[subtask.id], definitions=(subtask,)), False),
        (Task(id="capability", nodes=nodes[needs_it.id], definitions=(needs_it,)), True),
    ]
    device = X11Device((640, 480), standby=True)
    with socket.create_server(("127.0.0.1", 0)) as server:
        connect = f"echo > /dev/tcp/127.0.0.1/{server.getsockname()[1]}"
        for task, expected in tasks:
            task.begin(device, 0)
            assert (device.run(["bash", "-c", connect])[0] == 0) == expected, task.id
    device.close()


def test_sandbox_hides_processes(device: X11Device, mode: str) -> None:
    if mode == "off":
        pytest.skip("without a sandbox the machine's processes can be seen")
    mine = Path("/proc/self/comm").read_bytes().strip()
    assert mine not in device.run(["bash", "-c", "cat /proc/[0-9]*/comm"])[1].splitlines()
    with pytest.raises(DeviceLostError):  # it kills what it sees, which is its own desktop
        device.run(["bash", "-c", "kill -KILL -1"])


def test_required_sandbox_that_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.x11.sandbox.why_no_sandbox", lambda: "forbidden here")
    mine = f"{os.getpid()}-*"
    before = set(host_paths.base_directory().glob(mine))
    device = X11Device(sandbox="require")
    with pytest.raises(DeviceStartError, match="forbidden here"):
        device.reset()
    device.close()
    assert set(host_paths.base_directory().glob(mine)) <= before
