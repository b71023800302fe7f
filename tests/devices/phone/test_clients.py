"""The served phone by what others wrote: adbutils, and what uiautomator2 says to the phone."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from omnigym.devices.phone.adb_server import AdbProgram

adbutils = pytest.importorskip("adbutils", reason="its methods are called: pip install adbutils")
pytestmark = pytest.mark.adb

START = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
SETTINGS = "com.android.settings"


@pytest.fixture(scope="module")
def phone(connected: AdbProgram) -> Any:
    return adbutils.AdbClient(port=connected.port).device_list()[0]


def test_what_adbutils_asks(phone: Any) -> None:
    assert tuple(phone.window_size()) == (270, 600) and phone.rotation() == 0 and phone.is_screen_on()
    phone.keyevent("POWER")
    assert not phone.is_screen_on()
    phone.keyevent("WAKEUP")
    phone.swipe(135, 500, 135, 100, 0.1)
    battery = phone.battery()
    assert (battery.level, battery.scale, battery.technology, battery.ac_powered) == (85, 100, "Li-ion", False)
    assert phone.app_current().package.endswith("nexuslauncher")
    assert "launcher.gmail" in phone.dump_hierarchy()
    assert phone.shell2("ls /nowhere").returncode == 1
    phone.switch_wifi(False)
    assert phone.shell("settings get global wifi_on") == "0"
    assert phone.screenshot().size == (270, 600)


@pytest.fixture
def server(phone: Any) -> Iterator[Any]:
    """uiautomator2's server, started as its client does."""
    phone.sync.push(b"as if it were Java", "/data/local/tmp/u2.jar")
    connection = phone.shell(START, stream=True)
    yield phone
    connection.close()


def request(phone: Any, method: str, path: str, body: bytes = b"") -> bytes:
    """What is answered to a request of HTTP, without its head."""
    with phone.create_connection(adbutils.Network.TCP, 9008) as sock:
        sock.sendall(f"{method} {path} HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        received = b""
        while data := sock.recv(1 << 16):
            received += data
    return received.partition(b"\r\n\r\n")[2]


def call(phone: Any, method: str, *params: object) -> Any:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    return json.loads(request(phone, "POST", "/jsonrpc/0", body))


def test_the_server_of_uiautomator2(server: Any) -> None:
    assert request(server, "GET", "/ping") == b"pong"
    info = call(server, "deviceInfo")["result"]
    assert (info["displayWidth"], info["displayHeight"], info["sdkInt"], info["screenOn"]) == (270, 600, 34, True)
    server.app_start(SETTINGS)
    search = {"resourceId": f"{SETTINGS}:id/settings.search"}
    assert call(server, "waitForExists", search, 1000)["result"] is True
    assert call(server, "setText", search, "wifi ü")["result"] is True
    assert call(server, "getText", search)["result"] == "wifi ü"
    assert call(server, "count", {"packageName": SETTINGS, "textStartsWith": "wifi"})["result"] == 1
    assert call(server, "objInfo", {**search, "mask": 1, "childOrSibling": []})["result"]["clickable"] is True
    assert call(server, "pressKey", "home")["result"] is True
    assert call(server, "waitUntilGone", search, 1000)["result"] is True
    assert "launcher.gmail" in call(server, "dumpWindowHierarchy", False, 50)["result"]
    assert call(server, "takeScreenshot", 1, 80)["result"]


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("noSuchMethod", (), -32601),
        ("objInfo", ({"text": "nowhere"},), -32002),
        ("exist", ({"childOf": "x"},), -32002),
        ("click", ("a",), -32602),
        ("click", (), -32602),
    ],
)
def test_calls_that_fail_are_answered(server: Any, method: str, params: tuple[object, ...], code: int) -> None:
    assert call(server, method, *params)["error"]["code"] == code


def test_the_server_ends_with_its_client(phone: Any) -> None:
    phone.sync.push(b"as if it were Java", "/data/local/tmp/u2.jar")
    connection = phone.shell(START, stream=True)
    assert request(phone, "GET", "/ping") == b"pong"
    connection.close()
    gone = threading.Event()
    for _ in range(100):
        try:
            request(phone, "GET", "/ping")
        except (adbutils.AdbError, ConnectionError):
            return
        gone.wait(0.05)
    pytest.fail("the server still answers")
