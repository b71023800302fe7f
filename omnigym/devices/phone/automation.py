"""A stand-in for uiautomator2's server: ``GET /ping`` and JSON-RPC at a port of the phone.

The client pushes a program of Java and starts it by ``app_process``. The simulated phone has no Java; it answers in the
program's place until the client goes away, by the methods below and those of `omnigym.devices.phone.automation`.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Awaitable, Callable, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from PIL import Image

from omnigym.a11y.uiautomator import HEADER
from omnigym.actions import Click, Press, Type
from omnigym.devices.phone.shell.running import Result, fail, run_line
from omnigym.devices.phone.streams import Bytes, PhoneStream
from omnigym.foreign import parse_xml

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

# -- selecting --------------------------------------------------------------------------------------------------------

# What uiautomator2's selectors find: ``d(text="Settings")`` and the like, in the layout of all windows.

_HIERARCHY = re.compile(r"<hierarchy\b[^>]*>(.*?)</hierarchy>", re.DOTALL)
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
#: The layout's attribute of each of a selector's fields, without "Contains", "Matches" and "StartsWith".
_FIELDS = MappingProxyType(
    {
        "text": "text",
        "className": "class",
        "description": "content-desc",
        "packageName": "package",
        "resourceId": "resource-id",
        "checkable": "checkable",
        "checked": "checked",
        "clickable": "clickable",
        "longClickable": "long-clickable",
        "scrollable": "scrollable",
        "enabled": "enabled",
        "focusable": "focusable",
        "focused": "focused",
        "selected": "selected",
        "index": "index",
    }
)
_WAYS: Mapping[str, Callable[[str, str], bool]] = MappingProxyType(
    {
        "Contains": lambda has, wanted: wanted in has,
        "Matches": lambda has, wanted: re.fullmatch(wanted, has) is not None,
        "StartsWith": lambda has, wanted: has.startswith(wanted),
    }
)
_NO_FIELDS = frozenset({"mask", "instance"})


class MethodError(Exception):
    """A call cannot be answered; the message goes to the client."""


def hierarchy(phone: Phone) -> str:
    """The layout of all windows, front to back, as one hierarchy."""
    roots = "".join(_HIERARCHY.findall(phone.layout(True)))
    return f'{HEADER}\r\n<hierarchy rotation="0">{roots}</hierarchy>'


def _found(phone: Phone, selector: Mapping[str, Any]) -> list[ET.Element]:
    """The nodes that a selector finds, in the order of the layout."""
    wanted = {field: value for field, value in selector.items() if field not in _NO_FIELDS and value != []}
    tests = [_test(field, value) for field, value in wanted.items()]
    nodes = [e for e in parse_xml(hierarchy(phone).encode()).iter("node") if all(test(e) for test in tests)]
    instance = selector.get("instance")
    return nodes if instance is None else nodes[int(instance) :][:1]


def _test(field: str, value: object) -> Callable[[ET.Element], bool]:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    for ending, way in _WAYS.items():
        name = _FIELDS.get(field.removesuffix(ending))
        if field.endswith(ending) and name is not None:
            return lambda e: way(e.get(name, ""), text)
    attribute = _FIELDS.get(field)
    if attribute is None:
        raise MethodError(f"selectors by {field} are not on the simulated phone")
    return lambda e: e.get(attribute, "") == text


def _one(phone: Phone, selector: Mapping[str, object]) -> ET.Element:
    found = _found(phone, selector)
    if not found:
        raise MethodError(f"androidx.test.uiautomator.UiObjectNotFoundException: {dict(selector)}")
    return found[0]


def _info(node: ET.Element) -> dict[str, Any]:
    left, top, right, bottom = _bounds(node)
    bounds = {"bottom": bottom, "left": left, "right": right, "top": top}
    flags = ("checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "selected")
    return {
        "bounds": bounds,
        "visibleBounds": bounds,
        "childCount": len(node),
        "className": node.get("class"),
        "contentDescription": node.get("content-desc"),
        "packageName": node.get("package"),
        "resourceName": node.get("resource-id"),
        "text": node.get("text"),
        "longClickable": node.get("long-clickable") == "true",
        **{flag: node.get(flag) == "true" for flag in flags},
    }


def _bounds(node: ET.Element) -> tuple[int, ...]:
    found = _BOUNDS.fullmatch(node.get("bounds", ""))
    return tuple(int(n) for n in found.groups()) if found is not None else (0, 0, 0, 0)


def _press(phone: Phone, selector: Mapping[str, object], seconds: float = 0.0) -> bool:
    left, top, right, bottom = _bounds(_one(phone, selector))
    phone.act(Click(phone.point((left + right) / 2, (top + bottom) / 2), duration=seconds))
    return True


def _write(phone: Phone, selector: Mapping[str, object], text: str) -> bool:
    """Put the text in the place of what a field holds."""
    _press(phone, selector)
    phone.act(Press("a", ("ctrl",)))
    phone.act(Press("backspace"))
    if text:
        phone.act(Type(text))
    return True


#: Methods that take a selector first. Nothing moves while nobody acts, so that waiting is looking once.
SELECTING: Final[Mapping[str, Callable[[Phone, list[Any]], Any]]] = MappingProxyType(
    {
        "exist": lambda phone, p: bool(_found(phone, p[0])),
        "waitForExists": lambda phone, p: bool(_found(phone, p[0])),
        "waitUntilGone": lambda phone, p: not _found(phone, p[0]),
        "count": lambda phone, p: len(_found(phone, p[0])),
        "objInfo": lambda phone, p: _info(_one(phone, p[0])),
        "objInfoOfAllInstances": lambda phone, p: [_info(node) for node in _found(phone, p[0])],
        "getText": lambda phone, p: _one(phone, p[0]).get("text"),
        "setText": lambda phone, p: _write(phone, p[0], str(p[1])),
        "clearTextField": lambda phone, p: _write(phone, p[0], ""),
        "longClick": lambda phone, p: _press(phone, p[0], 1.0),
    }
)

# -- automation -------------------------------------------------------------------------------------------------------

_MAIN, _JAR, _PORT = "com.wetest.uia2.Main", "/data/local/tmp/u2.jar", 9008
#: Android throttles a step of a swipe to five milliseconds.
_STEP_MS = 5
#: uiautomator's names of keys that Android names otherwise.
_KEYS = MappingProxyType(
    {"center": "dpad_center", "delete": "del", "recent": "app_switch"}
    | {way: f"dpad_{way}" for way in ("up", "down", "left", "right")}
)


async def automate(
    phone: Phone, arguments: list[str], _write: Callable[[Bytes], Awaitable[None]], gone: asyncio.Future[None]
) -> Result:
    """``app_process / com.wetest.uia2.Main -p PORT``: the server is there until nobody listens any more."""
    if _MAIN not in arguments:
        return fail("app_process: the simulated phone has no Java; it knows scrcpy's and uiautomator2's servers alone")
    if phone.files.stat(_JAR) is None:
        return fail(f"Error: Could not find or load main class {_MAIN}\njava.lang.ClassNotFoundException: {_MAIN}")
    port = int(arguments[arguments.index("-p") + 1]) if "-p" in arguments[:-1] else _PORT
    phone.automating.add(port)
    try:
        await asyncio.wait({gone})
    finally:
        phone.automating.discard(port)
    return Result()


class AutomationServer:
    """Answers one request of HTTP and ends the connection.

    Args:
        phone: What it reads and drives.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    async def __call__(self, stream: PhoneStream) -> None:
        """Serve a connection."""
        head, body = await _request(stream)
        path = head.split(" ")[1] if head.count(" ") >= 2 else ""
        if path == "/ping":
            await _answer(stream, b"pong")
        elif path.startswith("/jsonrpc"):
            answer = self._call(body)
            self._phone.moved()
            await _answer(stream, json.dumps(answer).encode())
        else:
            await _answer(stream, b"not found", "404 Not Found")

    def _call(self, body: bytes) -> dict[str, Any]:
        """The answer to a call: its result, or an error as the program of Java words it."""
        said: dict[str, object] = {"jsonrpc": "2.0", "id": 1}
        try:
            call = json.loads(body)
            method, params = call["method"], call.get("params") or []
        except (ValueError, KeyError, TypeError, AttributeError) as e:
            return {**said, "error": {"code": -32700, "message": f"Parse error: {e}", "data": ""}}
        function = _METHODS.get(method)
        if function is None:
            return {**said, "error": {"code": -32601, "message": f"{method} is not on the simulated phone", "data": ""}}
        try:
            return {**said, "result": function(self._phone, params)}
        except MethodError as e:
            return {**said, "error": {"code": -32002, "message": str(e), "data": ""}}
        except (IndexError, TypeError, ValueError) as e:  # parameters are looked at when they are needed
            return {**said, "error": {"code": -32602, "message": f"Invalid params of {method}: {e}", "data": ""}}


async def _request(stream: PhoneStream) -> tuple[str, bytes]:
    """The first line of a request, and its body."""
    received = b""
    while b"\r\n\r\n" not in received:
        data = await stream.read_some()
        if not data:
            return "", b""
        received += data
    head, _, body = received.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    sizes = [line.partition(":")[2] for line in lines if line.lower().startswith("content-length:")]
    missing = (int(sizes[0]) if sizes and sizes[0].strip().isdigit() else 0) - len(body)
    return lines[0], body + (await stream.read(missing) if missing > 0 else b"")


async def _answer(stream: PhoneStream, content: bytes, status: str = "200 OK") -> None:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(content)}\r\nConnection: close\r\n\r\n"
    await stream.write(head.encode() + content)


def _input(phone: Phone, *words: object) -> bool:
    return run_line(phone, " ".join(["input", *map(str, words)])).code == 0


def _device_info(phone: Phone, _params: list[Any]) -> dict[str, object]:
    return {
        "currentPackageName": phone.foreground().package,
        "displayHeight": phone.height,
        "displayRotation": 0,
        "displaySizeDpX": round(phone.width * 160 / phone.density),
        "displaySizeDpY": round(phone.height * 160 / phone.density),
        "displayWidth": phone.width,
        "naturalOrientation": True,
        "productName": phone.properties["ro.product.name"],
        "screenOn": phone.screen_on,
        "sdkInt": int(phone.properties["ro.build.version.sdk"]),
    }


def _screenshot(phone: Phone, params: list[Any]) -> str:
    """JPEG in base64; parameters are the scale and the quality."""
    kept = BytesIO()
    Image.fromarray(phone.frame()).save(kept, "JPEG", quality=int(params[1]) if len(params) > 1 else 80)
    return base64.b64encode(kept.getvalue()).decode()


def _press_key(phone: Phone, params: list[Any]) -> bool:
    name = str(params[0])
    return _input(phone, "keyevent", f"KEYCODE_{_KEYS.get(name, name).upper()}")


_METHODS: Final[Mapping[str, Callable[[Phone, list[Any]], Any]]] = MappingProxyType(
    {
        **SELECTING,
        "deviceInfo": _device_info,
        "dumpWindowHierarchy": lambda phone, _p: hierarchy(phone),
        "takeScreenshot": _screenshot,
        "click": lambda phone, p: _input(phone, "tap", int(p[0]), int(p[1])),
        "swipe": lambda phone, p: _input(phone, "swipe", *map(int, p[:4]), int(p[4]) * _STEP_MS),
        "drag": lambda phone, p: _input(phone, "draganddrop", *map(int, p[:4]), int(p[4]) * _STEP_MS),
        "pressKey": _press_key,
        "pressKeyCode": lambda phone, p: _input(phone, "keyevent", int(p[0])),
        "wakeUp": lambda phone, _p: phone.light(True),
        "sleep": lambda phone, _p: phone.light(False),
        "openNotification": lambda phone, _p: run_line(phone, "cmd statusbar expand-notifications").code == 0,
        "openQuickSettings": lambda phone, _p: run_line(phone, "cmd statusbar expand-settings").code == 0,
    }
)
