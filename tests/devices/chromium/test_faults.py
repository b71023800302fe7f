from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from omnigym.actions import Click, Press, Type, Wait
from omnigym.devices.chromium import browser_session, navigation, watchdog_process
from omnigym.devices.chromium import device as module
from omnigym.devices.chromium.browser import MOST_TABS
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.frames import DrawnFrames
from omnigym.errors import DeviceError, DeviceLostError, DeviceTimeoutError
from tests.devices.chromium.pages import click, served

pytestmark = pytest.mark.chromium

PAGE = """<!doctype html><title>Faults</title><input id="name">
<button onclick="while (true);">hang</button> <button onclick="alert('one'); alert('two')">twice</button>
<button onclick="location = '/never'">never</button> <a href="/endless" download>endless</a>
<a href="/slow" download>slow</a>
<button onclick="fetch('/late').then(() => document.title = 'sent')">send</button>
<button onclick="fetch('/never').then(() => document.title = 'answered')">wait</button>
<button onclick="setInterval(() => window.open('/'), 0)">popups</button>
<button onclick="setTimeout(() => alert('late'), 60)">late</button>
<button onclick="window.close()">close</button>"""


def endless(request: BaseHTTPRequestHandler) -> None:
    """A download that does not end, until nobody reads it any more."""
    request.send_response(200)
    request.send_header("Content-Type", "application/octet-stream")
    request.end_headers()
    try:
        while True:
            request.wfile.write(b"x" * 1000)
            time.sleep(0.01)
    except OSError:
        return


def slow(request: BaseHTTPRequestHandler) -> None:
    """A download that takes a while to begin, as on a server that is busy."""
    time.sleep(1.0)
    request.send_response(200)
    request.send_header("Content-Type", "application/octet-stream")
    request.end_headers()
    request.wfile.write(b"slow")


def never(request: BaseHTTPRequestHandler) -> None:
    """An answer that does not come while anybody waits."""
    request.connection.settimeout(30)
    try:
        request.connection.recv(1)
    except OSError:
        return


def late(request: BaseHTTPRequestHandler) -> None:
    """An answer that comes later than an action waits for it."""
    time.sleep(3.0)
    request.send_response(204)
    request.end_headers()


@pytest.fixture(scope="module")
def pages() -> dict[str, object]:
    return {"/": PAGE, "/endless": endless, "/slow": slow, "/never": never, "/late": late}


@pytest.fixture(scope="module")
def origin(pages: dict[str, Any]) -> Iterator[str]:
    with served(pages) as origin:
        yield origin


@pytest.fixture(scope="module")
def shared(origin: str) -> Iterator[ChromiumDevice]:
    device = ChromiumDevice(allow=[origin])
    yield device
    device.close()


@pytest.fixture
def device(shared: ChromiumDevice, origin: str, monkeypatch: pytest.MonkeyPatch) -> ChromiumDevice:
    monkeypatch.setattr(module, "_CALL_TIMEOUT", 6.0)
    shared.reset(0)
    shared.navigate(f"{origin}/")
    return shared


def usable(device: ChromiumDevice, origin: str) -> bool:
    """Whether a person can go on."""
    device.navigate(f"{origin}/")
    click(device, key="name")
    device.act(Type("fine"))
    return device.tree().find(text="fine") is not None


def test_requests_that_an_action_gave_up_are_unfinished_work(
    device: ChromiumDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not device.works_during(0.1)
    monkeypatch.setattr(navigation, "_FETCH_PATIENCE", 0.5)
    click(device, name="send")
    assert device.windows()[0].title == "Faults"
    looks = [device.works_during(0.25) for _ in range(24)]
    assert looks == sorted(looks, reverse=True) and 3 <= sum(looks) < 24, "at work until the answer came"
    assert device.windows()[0].title == "sent"


def test_a_download_that_an_action_gave_up_is_unfinished_work(
    device: ChromiumDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_session, "_DOWNLOAD_PATIENCE", 0.2)
    click(device, name="endless")
    assert all(device.works_during(0.25) for _ in range(4))
    device.reset(0)
    assert not device.works_during(0.25)


def test_a_page_that_hangs(device: ChromiumDevice, origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CALL_TIMEOUT", 3.0)
    start = time.monotonic()
    with pytest.raises(DeviceTimeoutError, match=r"chromium\.act"):
        click(device, name="hang")
    assert time.monotonic() - start < 10
    with pytest.raises(DeviceTimeoutError):
        device.screenshot()  # the error lasts until the next reset
    monkeypatch.undo()
    device.reset(0)
    assert usable(device, origin)


def test_a_renderer_that_crashes(device: ChromiumDevice, origin: str) -> None:
    device._desk.browser.tab.page.tell("Page.crash")  # type: ignore[union-attr]
    with pytest.raises(DeviceLostError, match="crashed"):
        device.act(Press("tab"))
    device.reset(0)
    assert usable(device, origin)


def test_a_browser_that_is_killed(device: ChromiumDevice, origin: str) -> None:
    place = device._desk.browser.process.place.root  # type: ignore[union-attr]
    for pid in _processes(str(place)):
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(DeviceLostError, match="gone"):
        device.act(Wait(0.1))
    device.reset(0)
    assert usable(device, origin)
    assert not place.exists()


def test_a_browser_that_was_killed_between_episodes(device: ChromiumDevice, origin: str) -> None:
    for pid in _processes(str(device._desk.browser.process.place.root)):  # type: ignore[union-attr]
        os.kill(pid, signal.SIGKILL)
    device.reset(0)
    assert usable(device, origin)


def test_a_download_that_never_ends(device: ChromiumDevice, origin: str) -> None:
    start = time.monotonic()
    click(device, name="endless")
    assert time.monotonic() - start < 8
    assert device.tree().find(text="Downloading") is not None
    assert device.list_dir("Downloads") == ()
    assert usable(device, origin)


_MANY = """
for (let i = 0; i < 8; i++) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([new Uint8Array(%d << 20)]));
  link.download = `blob${i}`;
  link.click();
}
"""


@pytest.mark.parametrize(("total", "files", "kept"), [(3 << 20, 100, {1, 2, 3}), (64 << 20, 5, {5})])
def test_downloads_have_limits_together(
    device: ChromiumDevice, monkeypatch: pytest.MonkeyPatch, total: int, files: int, kept: set[int]
) -> None:
    monkeypatch.setattr(browser_session, "_MOST_TOTAL", total)
    monkeypatch.setattr(browser_session, "_MOST_FILES", files)
    device.evaluate(_MANY % 1)
    assert device._desk is not None
    incoming = device._desk.browser.process.place.incoming
    for _ in range(40):
        device.act(Wait(0.2))  # the end of one that was cancelled may be heard later than that of the last one kept
        if not device._desk._downloads.running and not any(incoming.iterdir()):
            break
    assert len(device.list_dir("Downloads")) in kept
    assert list(incoming.iterdir()) == []


def test_downloads_nobody_hears_of_do_not_fill_the_disk(device: ChromiumDevice, origin: str) -> None:
    incoming = device._desk.browser.process.place.incoming  # type: ignore[union-attr]
    with (incoming / "hole").open("wb") as f:  # as the browser would write it
        os.posix_fallocate(f.fileno(), 0, watchdog_process._MOST_INCOMING + 1)
    end = time.monotonic() + 5
    while incoming.exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert not incoming.exists()
    with pytest.raises(DeviceLostError):
        device.act(Wait(0.1))
    device.reset(0)
    assert usable(device, origin)


def test_a_download_that_begins_late(device: ChromiumDevice, origin: str) -> None:
    click(device, name="slow")
    assert device.tree().find(text="Downloaded slow") is not None
    assert device.read_file("Downloads/slow") == b"slow"


def test_dialogs_one_after_another(device: ChromiumDevice, origin: str) -> None:
    click(device, name="twice")
    assert device.tree().find(name="one") is not None
    device.act(Press("enter"))
    assert device.tree().find(name="two") is not None
    device.act(Press("enter"))
    assert usable(device, origin)


def test_a_dialog_that_comes_by_itself(device: ChromiumDevice, origin: str) -> None:
    click(device, name="late")
    assert device.tree().find(name="late") is not None
    device.act(Press("enter"))
    assert usable(device, origin)


def test_a_site_that_never_answers(device: ChromiumDevice, origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.chromium.navigation._FETCH_PATIENCE", 0.3)
    click(device, name="wait")
    start = time.monotonic()
    click(device, key="name")
    assert time.monotonic() - start < 8, "what did not answer is not waited for again"
    click(device, name="never")
    assert usable(device, origin)


def test_popups_without_end(device: ChromiumDevice, origin: str) -> None:
    start = time.monotonic()
    try:
        click(device, name="popups")
    except DeviceError:
        device.reset(0)
    assert time.monotonic() - start < 15
    device.reset(0)
    assert usable(device, origin)


STORMS = {
    "popups on load": "<script>for (let i = 0; i < 200; i++) open('/')</script>",
    "popups by links": "<body><script>for (let i = 0; i < 40; i++) { const a = document.createElement('a');"
    "a.target = '_blank'; a.href = '/'; document.body.append(a); a.click(); }</script>",
    "popups of popups": "<script>open('/storm?' + Math.random(), '', 'noopener')</script>",
    "popup and dialog": "<script>open('/'); alert('seen')</script>",
    "dialogs": "<script>onload = () => { while (true) alert('seen'); }</script>",
    "printing": "<script>for (let i = 0; i < 20; i++) print()</script>",
    "leaving": "<script>onbeforeunload = (e) => e.preventDefault(); "
    "onclick = () => setInterval(() => location.reload(), 1)</script>",
    "history": "<script>for (let i = 0; i < 500; i++) history.pushState(i, '', '?' + i);"
    "setInterval(() => history.go(-1), 0)</script>",
    "nested frames": "<script>let d = document; for (let i = 0; i < 1000; i++) { "
    "const f = document.createElement('iframe'); d.documentElement.append(f); d = f.contentDocument; }</script>",
    "itself in a frame": "<iframe src='/storm?1'></iframe>",
    "a title of megabytes": "<script>document.title = 'x'.repeat(30e6)</script>",
    "what is no text": "<title></title><p id=p></p><script>document.title = p.id = p.textContent = '\\ud800'</script>",
    "deep": "<body><script>let e = document.body; for (let i = 0; i < 20000; i++) { "
    "const n = document.createElement('p'); e.append(n); e = n; }</script>",
    "files": "<body><input type=file id=f><script>onclick = () => { for (let i = 0; i < 50; i++) f.click(); }</script>",
    "downloads": "<body><script>for (let i = 0; i < 50; i++) { const a = document.createElement('a'); "
    "a.download = 'f' + i; a.href = 'data:,x'; document.body.append(a); a.click(); }</script>",
    "permissions": "<script>navigator.geolocation.getCurrentPosition(() => 0); Notification.requestPermission();"
    "navigator.mediaDevices.getUserMedia({video: true}).catch(() => 0)</script>",
    "locks": "<script>onclick = () => { document.body.requestPointerLock(); navigator.keyboard?.lock();"
    "document.documentElement.requestFullscreen(); resizeTo(50, 50); moveTo(9, 9); }</script>",
    "closing": "<script>onclick = () => { close(); opener?.close(); }; close()</script>",
    "clobbered": "<form name=body><input name=id><input name=getAttribute><input name=children></form><img name=title>",
    "a worker that hangs": "<script>new Worker(URL.createObjectURL(new Blob(['while (true);'])))</script>",
}


#: May hang or crash the page, which is a device error.
COSTLY = ("nested frames", "deep", "popups by links", "popups on load")


@pytest.mark.parametrize("storm", STORMS)
def test_a_storm(storm: str, device: ChromiumDevice, origin: str, pages: dict[str, object]) -> None:
    pages["/storm"] = f"<!doctype html><html style='height: 100%'>{STORMS[storm]}"
    try:
        device.navigate(f"{origin}/storm")
        for action in (Click((0.5, 0.6)), Wait(0.2), Press("enter"), Type("a")):
            device.act(action)
            assert device.screenshot().shape == (768, 1024, 3)
            device.tree().to_json().encode()
            assert len(device.windows()) <= MOST_TABS
    except DeviceError:
        assert storm in COSTLY  # a new browser is what is promised then
    device.reset(0)
    assert usable(device, origin)


def test_popups_on_load_are_a_few_tabs(device: ChromiumDevice, origin: str, pages: dict[str, object]) -> None:
    pages["/storm"] = STORMS["popups on load"]
    device.navigate(f"{origin}/storm")
    assert 2 <= len(device.windows()) <= MOST_TABS
    assert device.tree().find(key="name") is not None, "the last popup is in front, and has loaded"


def test_a_page_that_goes_full_screen(device: ChromiumDevice, origin: str, pages: dict[str, object]) -> None:
    pages["/storm"] = """<!doctype html><html style="height: 100%"><body style="background: red"><p id="p"
      style="background: lime">x</p><script>onclick = () => p.requestFullscreen()</script>"""
    device.navigate(f"{origin}/storm")
    assert tuple(device.screenshot()[500, 500] // 128) == (1, 0, 0)
    device.act(Click((0.5, 0.6)))
    assert device.screenshot().shape == (768, 1024, 3)
    assert tuple(device.screenshot()[500, 500] // 128) == (0, 1, 0)
    device.act(Press("escape"))
    assert tuple(device.screenshot()[500, 500] // 128) == (1, 0, 0)


def test_forms_hide_nothing_from_the_tree(device: ChromiumDevice, origin: str, pages: dict[str, object]) -> None:
    fields = "".join(f"<input name={name}>" for name in ("id", "getAttribute", "localName", "tabIndex", "children"))
    pages["/storm"] = f"<form name=body>{fields}<button>go</button></form><img name=title><p>seen"
    device.navigate(f"{origin}/storm")
    assert device.tree().find(name="go") is not None
    assert device.tree().find(text="seen") is not None


def test_a_dialog_of_another_tab_comes_to_the_front(
    device: ChromiumDevice, origin: str, pages: dict[str, object]
) -> None:
    pages["/storm"] = "<script>open('/asks')</script>"
    pages["/asks"] = "<script>setTimeout(() => opener.alert('behind'), 200)</script>"
    device.navigate(f"{origin}/storm")
    device.act(Wait(0.3))
    assert device.windows()[0].document == f"{origin}/storm"
    assert device.tree().find(name="behind") is not None
    device.act(Press("enter"))
    assert usable(device, origin)


def test_a_clock_that_another_page_stopped_goes_on(
    device: ChromiumDevice, origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    granted = DrawnFrames._grant

    def stopped(frames: DrawnFrames, milliseconds: float, policy: str) -> None:
        granted(frames, milliseconds, policy)
        monkeypatch.undo()
        frames._page.tell("Emulation.setVirtualTimePolicy", policy="pause")

    device.navigate(f"{origin}/")
    monkeypatch.setattr(DrawnFrames, "_grant", stopped)
    device.act(Wait(0.1))
    assert usable(device, origin)


def test_a_page_that_closes_itself(device: ChromiumDevice, origin: str) -> None:
    click(device, name="close")
    assert device.screenshot().shape == (768, 1024, 3)
    assert usable(device, origin)


def test_works_inside_a_running_loop(origin: str) -> None:
    async def inside() -> bool:
        device = ChromiumDevice(allow=[origin])
        try:
            return usable(device, origin)
        finally:
            device.close()

    assert asyncio.run(inside())


def test_nothing_outlives_a_killed_owner(tmp_path: Path) -> None:
    script = (
        "from omnigym.devices.chromium.device import ChromiumDevice; import time\n"
        "d = ChromiumDevice(); d.reset(0); print(d._desk.browser.process.place.root, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        place = Path(owner.stdout.readline().strip())
        assert place.is_dir()
        owner.kill()
    end = time.monotonic() + 10
    while (place.exists() or _processes(str(place))) and time.monotonic() < end:
        time.sleep(0.02)
    assert not place.exists()
    assert _processes(str(place)) == []


def _processes(place: str) -> list[int]:
    """The browser's processes, by the directory that their commands name."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and f"--user-data-dir={place}" in (entry / "cmdline").read_text():
                found.append(int(entry.name))
        except OSError:
            continue
    return found
