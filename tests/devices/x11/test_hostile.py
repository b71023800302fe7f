"""What programs of a desktop may do to the host, tried: the host reads none of its files for them, and goes on."""

from __future__ import annotations

import dataclasses
import logging
import os
import resource
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.actions import OpenApp, Wait
from omnigym.devices.waiting import wait_for
from omnigym.devices.x11 import sandbox
from omnigym.devices.x11.dbus import BusClosedError
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.host_paths import Place
from omnigym.devices.x11.shell import _ANSWER
from omnigym.devices.x11.supervisor_client import Keeper
from omnigym.errors import AppError, DeviceError, DeviceLostError, DeviceTimeoutError, TooLargeError

pytestmark = pytest.mark.x11

_SECRET = "NEVER_SHOWN_IN_A_SANDBOX"


@pytest.fixture(scope="module")
def shared() -> Iterator[X11Device]:
    if sandbox.why_no_sandbox():
        pytest.skip(sandbox.why_no_sandbox())
    device = X11Device((640, 480), sandbox="require")
    yield device
    device.close()


@pytest.fixture
def device(shared: X11Device) -> X11Device:
    """The desktop of the test before, unless that broke it."""
    try:
        shared.act(Wait(0.0))
    except DeviceError:
        shared.reset()
    return shared


def _sh(device: X11Device, script: str, timeout: float = 10.0) -> str:
    return device.run(["bash", "-c", script], timeout)[1].decode(errors="replace")


def _peak() -> int:
    """The most memory that this process has used, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.mark.parametrize(
    "trap",
    [
        "ln -s /root/../etc/shadow $f",
        "ln -s /proc/self/environ $f",
        "ln -s /dev/zero $f",
        "mkfifo $f",
        "mkdir $f",
        "truncate -s 200G $f",
        "ln $HOME/.config/user-dirs.dirs $f",
    ],
)
def test_no_log_is_where_a_link_can_be(device: X11Device, trap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMNIGYM_TEST", _SECRET)
    _sh(device, f"for f in /run/desktop/{{text_editor,xvfb,tar,run1,run2}}.{{log,out,err}}; do rm -rf $f; {trap}; done")
    before, start = _peak(), time.monotonic()
    device.act(OpenApp("text_editor"))
    assert device.run(["echo", "mine"])[1] == b"mine\n"
    device.keep_home()
    assert time.monotonic() - start < 20
    assert _peak() - before < 300 << 20


def test_what_a_program_said_is_logged_and_in_no_error(
    device: X11Device, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desktop = device._desktop
    assert desktop is not None
    app = desktop.launcher.app("text_editor")
    words = ("bash", "-c", r"printf 'first\n\033[2Jroot:x:0\n' >&2; exit 3")
    monkeypatch.setattr(desktop.launcher, "_apps", {"text_editor": _with_argv(app, words)})
    with caplog.at_level(logging.DEBUG, "omnigym"), pytest.raises(AppError, match="ended with code 3") as caught:
        device.launch("text_editor")
    assert "root" not in str(caught.value)
    assert r"\x1b[2Jroot:x:0\n" in caplog.text
    assert "\x1b" not in caplog.text


def _with_argv(app: object, argv: tuple[str, ...]) -> object:
    return dataclasses.replace(app, argv=argv)  # type: ignore[type-var]


def test_a_log_without_end_is_not_kept(device: X11Device) -> None:
    assert device._desktop is not None
    session = device._desktop.session
    _sh(device, "head -c 300M /dev/zero >&3 3>/proc/2/fd/2 || head -c 300M /dev/zero > /proc/2/fd/2", 60)
    device._desktop.launcher._session.shell.start(["bash", "-c", "head -c 50M /dev/zero >&2; echo last >&2"])
    end = time.monotonic() + 20
    while "last" not in session._keeper.log(session.place) and time.monotonic() < end:
        device.act(Wait(0.05))
    assert session._keeper.log(session.place).endswith("last\n")
    size = sum(f.stat().st_size for f in session.place.root.rglob("*") if f.is_file())
    assert size < 20 << 20


@pytest.mark.parametrize(
    "words",
    [r"exited 9999 0\n", r"exited 0 0\n", r"started x y\n", r"exited\n", r"77\n", r"unix:path=/etc\n", r"\x00\xff\n"],
)
def test_nobody_speaks_for_the_first_process(device: X11Device, words: str) -> None:
    for number in (0, 1):
        device.run(["bash", "-c", f"for p in 1 2; do printf '{words}' > /proc/$p/fd/{number}; done 2>/dev/null"])
    device.act(Wait(0.0))
    assert device.run(["echo", "mine"]) == (0, b"mine\n", b"")


def test_no_program_opens_the_line_to_the_host(device: X11Device) -> None:
    """It is the descriptor that `INIT` has as its input and output; of a socket, ``/proc`` gives none away."""
    for number in (0, 1):
        for mode in ("<", ">"):
            code, _, err = device.run(["bash", "-c", f"exec 9{mode} /proc/2/fd/{number}"])
            assert code != 0
            assert b"No such device" in err


def test_a_line_without_end_is_forgotten(device: X11Device) -> None:
    assert device._desktop is not None
    shell = device._desktop.session.shell
    before = _peak()
    job = shell.start(["bash", "-c", "head -c 50M /dev/zero | tr '\\0' x >&3; echo >&3"], announces=True)
    assert shell.wait(job, 20.0)  # what others say meanwhile is part of that line
    assert device.run(["echo", "mine"])[1] == b"mine\n"
    assert len(shell._buffer) < 10_000
    assert shell.announced is None
    assert _peak() - before < 100 << 20


@pytest.mark.parametrize("line", ["started 99999 1", "exited 9999 0"])
def test_an_answer_about_no_job_is_a_lost_device(device: X11Device, line: str) -> None:
    assert device._desktop is not None
    device._desktop.session.shell.start(["bash", "-c", f"echo {line} >&3"], announces=True)
    with pytest.raises(DeviceLostError, match="job"):
        device.run(["sleep", "1"])


def test_output_is_what_was_written_to_the_hosts_own_file(device: X11Device) -> None:
    swap = "f=$(ls -t /run/desktop/out-* | head -1); rm /run/desktop/out-*; ln -s /root/../etc/passwd $f; echo hidden"
    assert "root" not in _sh(device, swap)
    swap = "for f in /run/desktop/out-*; do rm $f; mkdir $f; done; echo hidden"
    assert "root" not in _sh(device, swap)


@pytest.mark.parametrize("size", ["1G", "65M"])
def test_more_output_than_is_read_is_an_error_and_no_end(device: X11Device, size: str) -> None:
    before = _peak()
    with pytest.raises(TooLargeError, match="bytes"):
        _sh(device, f"for f in /run/desktop/out-*; do truncate -s {size} $f; done")
    assert _peak() - before < 300 << 20
    assert device.run(["echo", "mine"])[1] == b"mine\n"


def test_a_home_full_of_traps(device: X11Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.home_files._MOST_ENTRIES", 10_000)
    _sh(
        device,
        """cd ~; rm -rf Documents; ln -s / Documents; ln -s /proc/self/environ environ; mkfifo pipe
        ln -s /dev/zero zero; truncate -s 1G huge; printf x > $'new\\nline'; printf x > $'\\xff\\xfe'
        mkdir many; cd many; seq 10001 | xargs touch""",
        30,
    )
    for path in ("Documents/etc/passwd", "environ", "pipe", "zero", "Documents", "many"):
        with pytest.raises(FileNotFoundError):
            device.read_file(path)
    with pytest.raises(TooLargeError):
        device.read_file("huge")
    start = time.monotonic()
    with pytest.raises(TooLargeError):
        device.list_dir("many")
    assert time.monotonic() - start < 5
    device.keep_home()
    _sh(device, "head -c 300M /dev/zero > ~/large", 30)
    with pytest.raises(TooLargeError, match="home"):
        device.keep_home()
    names = {info.path for info in device.list_dir("")}
    assert {"new\nline", "huge"} <= names
    assert "Documents" not in names
    device.windows()
    device.tree()
    device.reset()


def test_directories_too_deep_for_python_are_removed(device: X11Device) -> None:
    assert device._desktop is not None
    root = device._desktop.session.place.root
    _sh(device, "cd ~; p=$(printf 'd/%.0s' {1..500}); for i in {1..6}; do mkdir -p $p; cd $p; done; chmod 0 .", 30)
    device.reset()
    assert not os.path.lexists(root)


def test_a_stopped_or_killed_first_process_is_a_device_error(device: X11Device) -> None:
    def attack(number: str) -> None:
        for command in (f"kill -{number} 2", "true"):
            device.run(["bash", "-c", command], 1.0)

    for number in ("STOP", "KILL"):
        with pytest.raises((DeviceTimeoutError, DeviceLostError)):
            attack(number)
        device.reset()


_SWAPS = {
    "the socket": "mv bus kept; ln -s {host} bus",
    "its directory": "mv ../xdg ../kept; ln -s {folder} ../xdg",
    "by a chain of links": "mv bus kept; ln -s {host} /tmp/a; ln -s {host} ../a; ln -s /tmp/a b; ln -s b bus",
    "a file": "mv bus kept; echo >bus",
    "a pipe": "mv bus kept; mkfifo bus",
    "nothing": "mv bus kept",
}


@pytest.mark.parametrize("swap", _SWAPS)
def test_no_link_leads_to_a_socket_of_the_machine(device: X11Device, swap: str) -> None:
    assert device._desktop is not None
    session = device._desktop.session
    with socket.socket(socket.AF_UNIX) as listener, tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # any user can connect
        host = Path(folder) / "bus"
        listener.bind(str(host))
        host.chmod(0o777)
        listener.listen()
        listener.setblocking(False)
        session.connect().close()
        _sh(device, f"cd /run/desktop/xdg; {_SWAPS[swap].format(host=host, folder=folder)}")
        start = time.monotonic()
        with pytest.raises(BusClosedError):
            session.connect()
        run, back = session.confinement.run, "/..".join(["", *[""] * 8])
        for address in (f"{run}/xdg/bus", f"{run}{back}{host}", str(host), f"{run}/a", f"{run}/{host}", f"{run}/\0"):
            with pytest.raises(BusClosedError):
                session.connect_to(f"unix:path={address}")
        assert time.monotonic() - start < 5
        with pytest.raises(BlockingIOError):  # nobody came
            listener.accept()
    device.reset()


def test_who_the_user_is_cannot_be_changed(device: X11Device) -> None:
    lines = "root2::0:0::/:/bin/bash"
    for file in ("passwd", "group", "hosts", "nsswitch.conf", "machine-id"):
        for change in (f"echo {lines} >>/etc/{file}", f"mv /etc/{file} /etc/x", f"rm -f /etc/{file}", "touch /etc/new"):
            assert device.run(["bash", "-c", change])[0] != 0
        _sh(
            device,
            f"for f in /run/desktop/{file} /run/desktop/etc/{file}; do mkdir -p ${{f%/*}}; echo {lines} >$f; done",
        )
        assert "root2" not in _sh(device, f"cat /etc/{file}")
    assert _sh(device, "id -un; getent passwd root2").split() == ["user"]


def test_a_supervisor_ends_well_with_an_answer_that_nobody_heard() -> None:
    keeper = Keeper()
    keeper.kill(Place(Path("/dev/shm/nobody")))
    assert wait_for(10.0, keeper._control).read
    keeper.close()
    assert keeper._process.returncode == 0


def test_answers_are_lines_of_one_form() -> None:
    for line in ("started 1", "started 1 -1", "exited 1 2 3", "exited ١ 1", "started 9999999999 1", " started 1 1"):
        assert not _ANSWER.fullmatch(line)
    assert _ANSWER.fullmatch("started 1 1")
