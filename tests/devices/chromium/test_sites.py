"""Sites that are servers: started, reset, read, and gone when their owner is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from omnigym.a11y import Role
from omnigym.actions import Click, Drag, Move, OpenApp, Press, Type
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.site import Site, sites
from omnigym.errors import AppError, MissingDependencyError, UnknownNameError
from tests.devices.chromium.pages import at, click

pytestmark = pytest.mark.chromium

SERVERS = tuple(name for name, site in sites().items() if site.server is not None)


@pytest.fixture(scope="module")
def opened() -> Iterator[ChromiumDevice]:
    missing = ChromiumDevice.missing_apps(SERVERS)
    if missing:
        pytest.skip(f"{', '.join(missing)}: get them with {', '.join(set(missing.values()))}")
    device = ChromiumDevice()
    yield device
    device.close()


@pytest.fixture
def device(opened: ChromiumDevice) -> ChromiumDevice:
    opened.reset(0)
    return opened


def write_name(device: ChromiumDevice, name: str) -> None:
    click(device, key="traveller")
    device.act(Type(name))


def entries(device: ChromiumDevice) -> list[str]:
    return [row["form"] for row in device.query_content("content://office/entries")]


def send_notice(device: ChromiumDevice) -> None:
    device.launch("office", "/notice.html")
    click(device, name="Publish")


@pytest.mark.parametrize("name", SERVERS)
def test_it_opens_and_shows_itself(device: ChromiumDevice, name: str) -> None:
    device.act(OpenApp(name))
    assert [w.app for w in device.windows()] == [name]
    assert len(device.tree().nodes) > 20
    for table in sites()[name].tables:
        assert isinstance(device.query_content(f"content://{name}/{table}"), tuple)


def test_a_reset_brings_back_data_clock_and_files(device: ChromiumDevice) -> None:
    send_notice(device)
    assert entries(device) == ["notice"]
    device.reset(0)
    assert entries(device) == []
    device.launch("tracker", "/keyword?@template=item")
    click(device, key="name")
    device.act(Type("novelty\n"))
    names = [row["name"] for row in device.query_content("content://tracker/keywords")]
    assert "novelty" in names
    device.reset(0)
    assert sorted([*(r["name"] for r in device.query_content("content://tracker/keywords")), "novelty"]) == sorted(
        names
    )


@pytest.mark.parametrize("name", SERVERS)
def test_the_same_actions_give_the_same_pixels(device: ChromiumDevice, name: str) -> None:
    def play() -> list[np.ndarray]:
        device.reset(3)
        device.launch(name)
        frames = [device.screenshot()]
        for action in (Click((0.3, 0.6)), Move((0.2, 0.4)), Press("end", ("ctrl",)), Click((0.5, 0.5))):
            device.act(action)
            frames.append(device.screenshot())
        return frames

    play()  # the browser has learnt the fonts then
    for first, second in zip(play(), play(), strict=True):
        np.testing.assert_array_equal(first, second)


def test_a_server_that_dies_is_started_again(device: ChromiumDevice) -> None:
    device.launch("office")
    (pid,) = children("office")
    os.kill(pid, signal.SIGKILL)
    device.reset(0)
    send_notice(device)
    assert entries(device) == ["notice"]


def children(name: str, owner: int | None = None) -> list[int]:
    """The servers of an application that a process has started."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().decode().split("\0") if entry.name.isdigit() else []
        except OSError:
            continue
        if f"omnigym.devices.chromium.applications.{name}" in words and str(owner or os.getpid()) in words:
            found.append(int(entry.name))
    return found


def gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def wait_until_gone(pids: list[int]) -> bool:
    end = time.monotonic() + 10
    while not gone(pids) and time.monotonic() < end:
        time.sleep(0.05)
    return gone(pids)


_OWNER = """
import sys
from omnigym.devices.chromium.site import sites
server = sites()["office"].server(0)
print(server.data, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, None], ids=["killed", "at its end"])
def test_nothing_is_left_when_the_owner_is_gone(opened: ChromiumDevice, how: signal.Signals | None) -> None:
    owner = subprocess.Popen([sys.executable, "-c", _OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert owner.stdin is not None and owner.stdout is not None
    data = Path(owner.stdout.readline().strip())
    servers = children("office", owner.pid)
    assert data.is_dir() and len(servers) == 1
    if how is None:
        owner.stdin.close()
    else:
        owner.send_signal(how)
    owner.wait(10)
    assert wait_until_gone(servers)
    assert not data.parent.exists()
    owner.stdin.close()
    owner.stdout.close()


def test_closing_ends_the_servers() -> None:
    if missing := sites()["office"].missing():
        pytest.skip(f"not installed: {', '.join(missing)}")
    before = children("office")
    device = ChromiumDevice()
    device.launch("office")
    started = [pid for pid in children("office") if pid not in before]
    assert len(started) == 1
    device.close()
    assert gone(started)


def test_a_table_that_does_not_exist(device: ChromiumDevice) -> None:
    with pytest.raises(UnknownNameError, match="entries"):
        device.query_content("content://office/entry")


def test_a_site_that_cannot_run_here_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = Site("absent", "", "http://absent.test", missing=lambda: ("thing",), install="pip install x")
    monkeypatch.setattr("omnigym.devices.chromium.hosting.sites", lambda: {"absent": absent})
    device = ChromiumDevice()
    with pytest.raises(MissingDependencyError, match=r"'absent' needs thing.*pip install x"):
        device.launch("absent")
    device.close()


def test_a_site_that_is_too_slow_is_no_empty_tab(device: ChromiumDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.chromium.network.Network.decide", lambda *_: None)  # it never gets an answer
    monkeypatch.setattr("omnigym.devices.chromium.navigation._PATIENCE", 0.2)
    with pytest.raises(AppError, match="'office' did not answer in time"):
        device.launch("office")


def test_an_environment_is_refused_whose_site_cannot_run_here(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replace(sites()["office"], missing=lambda: ("thing",), install="pip install x")
    monkeypatch.setattr("omnigym.devices.chromium.device.sites", lambda: {**sites(), "office": broken})
    with pytest.raises(MissingDependencyError, match=r"office.*pip install x"):
        gymnasium.make("OmniBench-Web-v0", tasks="app:office nodes:1")


def test_a_form_is_sent_and_dragging_is_told(device: ChromiumDevice) -> None:
    device.launch("office", "/travel.html")
    write_name(device, "Ada")
    click(device, role=Role.COMBOBOX)
    click(device, name="Oslo")
    click(device, key="departure")
    device.act(Type("2025-04-01\n"))
    assert device.windows()[0].document == "http://office.test/sent.html"
    device.launch("office", "/board.html")
    device.act(Drag(at(device, name="Order chairs"), at(device, role=Role.HEADING, name="Done")))
    assert entries(device) == ["travel", "board"]
