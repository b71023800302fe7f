"""The desktop's browser, prepared and read past the agent."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.actions import Wait
from omnigym.devices.x11.device import X11Device
from omnigym.errors import ConfigError

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed"),
]

_ONE = b"<!doctype html><title>One</title><p id=p><script>p.textContent = 'made ' + 'by a script'</script>"
#: A page that lies about itself, and one that never answers again.
_LIAR = b"""<title>Liar</title><script>
Object.defineProperty(Document.prototype, "visibilityState", {get: () => "visible"});
Object.defineProperty(Element.prototype, "outerHTML", {get: () => "a lie"});
</script>"""
_HUNG = b"<title>Hung</title><script>onload = () => setTimeout(() => { for (;;); }, 300)</script>"
_SERVER = """
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Set-Cookie", "taste=sweet; Max-Age=86400")
        self.end_headers()
        self.wfile.write(b"<title>Served</title>")
http.server.HTTPServer(("127.0.0.1", 8001), Handler).serve_forever()
"""


@pytest.fixture(scope="module")
def shared() -> Iterator[X11Device]:
    device = X11Device()
    yield device
    device.close()


@pytest.fixture
def device(shared: X11Device) -> X11Device:
    shared.reset()
    for name, page in {"one": _ONE, "liar": _LIAR, "hung": _HUNG}.items():
        shared.write_file(f"{name}.html", page)
    return shared


def _url(device: X11Device, name: str) -> str:
    return "file://" + device.native_path(f"{name}.html")


def test_pages_are_opened_read_and_closed(device: X11Device) -> None:
    assert device.tabs() == ()
    one, liar = _url(device, "one"), _url(device, "liar")
    device.open_pages([liar, one])
    assert [(tab.url, tab.title, tab.active) for tab in device.tabs()] == [(one, "One", True), (liar, "Liar", False)]
    assert device.page_source().startswith("<!DOCTYPE html><html>")
    assert "made by a script" in device.page_source(one)
    assert "a lie" not in device.page_source(liar).replace('"a lie"', "")
    assert device.windows()[0].app == "browser"
    device.close_pages([one, "file:///home/user/never.html"])
    assert [tab.url for tab in device.tabs()] == [liar]
    with pytest.raises(FileNotFoundError):
        device.page_source(one)
    device.close_pages([liar])
    device.act(Wait(0.5))
    assert device.tabs() == ()


def test_a_second_start_opens_a_tab_of_the_first(device: X11Device) -> None:
    device.open_pages([_url(device, "one")])
    device.launch("browser", "liar.html")
    assert sorted(tab.title for tab in device.tabs()) == ["Liar", "One"]
    device.run(["chromium", "--no-sandbox", device.native_path("one.html")])
    device.act(Wait(0.5))
    assert sorted(tab.title for tab in device.tabs()) == ["Liar", "One", "One"]


def test_cookies_of_a_page_that_is_served_on_the_desktop(device: X11Device) -> None:
    device.write_file("serve.py", _SERVER.encode())
    device.run(["sh", "-c", "python3 ~/serve.py >/dev/null 2>&1 & sleep 0.5"])
    device.open_pages(["http://127.0.0.1:8001/"])
    (cookie,) = device.cookies()
    assert (cookie["name"], cookie["value"], cookie["domain"]) == ("taste", "sweet", "127.0.0.1")
    device.close_pages(["http://127.0.0.1:8001"])
    device.act(Wait(0.5))
    assert [cookie["name"] for cookie in device.cookies()] == ["taste"]  # for which it is started again


def test_a_page_that_cannot_be_reached_is_a_mistake_of_the_task(device: X11Device) -> None:
    with pytest.raises(ConfigError, match="nowhere"):
        device.open_pages(["http://nowhere.example/"])
    assert "nowhere" not in str(device.tabs())


def _until_it_hangs(device: X11Device, url: str) -> None:
    for _ in range(20):  # a page behind another one has its timers late
        device.page_source(url)
        device.act(Wait(0.2))


def test_a_page_that_hangs_has_no_source_and_harms_no_other(device: X11Device) -> None:
    one, hung = _url(device, "one"), _url(device, "hung")
    device.open_pages([hung, one])
    assert {tab.url for tab in device.tabs()} == {one, hung}
    with pytest.raises(FileNotFoundError):
        _until_it_hangs(device, hung)
    assert "made by a script" in device.page_source(one)


def test_a_browser_that_the_agent_started_tells_nothing_and_breaks_nothing(device: X11Device) -> None:
    device.run(["sh", "-c", "chromium --no-sandbox about:blank >/dev/null 2>&1 & sleep 2"])
    assert device.tabs() == ()
    with pytest.raises(FileNotFoundError):
        device.cookies()
    with pytest.raises(ConfigError, match="somebody"):
        device.open_pages([_url(device, "one")])
    device.screenshot()


def test_the_profile_can_be_read_while_it_runs(device: X11Device) -> None:
    device.open_pages([_url(device, "one")])
    assert device.read_file(f"{device.profile_dir()}/History").startswith(b"SQLite format 3")
    assert device.read_file(f"{device.profile_dir()}/Preferences").startswith(b"{")
