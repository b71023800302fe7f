"""A stand-in of macOS's modules in Python, as Apple documents them: one TextEdit with one window.

Out parameters are given as None and returned in a tuple, as pyobjc does. Input without the Accessibility grant is
dropped in silence, and a screenshot without the Screen Recording grant shows no window.
"""

from __future__ import annotations

import io
import types
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from PIL import Image

SIZE = (640, 480)
PROCESS = 77
_CODES = {0: "a", 36: "\n", 44: "/"}


class Point(NamedTuple):
    x: float
    y: float


class Size(NamedTuple):
    width: float
    height: float


class Rect(NamedTuple):
    origin: Point
    size: Size


class AXValueRef:
    def __init__(self, kind: int, plain: object) -> None:
        self.kind, self.plain = kind, plain


def place(x: int, y: int, w: int, h: int) -> dict[str, Any]:
    return {"AXPosition": AXValueRef(1, Point(x, y)), "AXSize": AXValueRef(2, Size(w, h))}


@dataclass(eq=False)
class Node:
    told: dict[str, Any]


@dataclass
class Mac:
    """What is behind the modules.

    Attributes:
        trusted, records: The two grants.
        log: Each event that was posted: its kind and what it carries.
    """

    trusted: bool = True
    records: bool = True
    session: dict[str, Any] | None = field(default_factory=dict)
    at: Point = field(default_factory=lambda: Point(320, 240))
    held: set[int] = field(default_factory=set)
    log: list[tuple[Any, ...]] = field(default_factory=list)
    running: bool = False
    board: dict[str, Any] = field(default_factory=dict)
    depth: int = 0
    minimised: bool = False

    def __post_init__(self) -> None:
        self.area = Node({"AXRole": "AXTextArea", "AXValue": "", "AXEnabled": True, **place(20, 60, 400, 200)})
        self.close = Node({"AXRole": "AXButton", "AXSubrole": "AXCloseButton", **place(12, 32, 14, 14)})
        self.window = Node({})
        self.bar = Node(
            {
                "AXRole": "AXMenuBar",
                **place(0, 0, 640, 24),
                "AXChildren": [Node({"AXRole": "AXMenuBarItem", "AXTitle": "File", **place(40, 0, 40, 24)})],
            }
        )

    def deep(self, depth: int) -> list[Node]:
        """Groups in groups, as a hostile program has them."""
        return [Node({"AXRole": "AXGroup", **place(30, 70, 5, 5), "AXChildren": self.deep(depth - 1)})] if depth else []

    def told(self, node: Any) -> dict[str, Any]:
        if node == "application":
            windows = [self.window] if self.running else []
            return {"AXWindows": windows, "AXFocusedWindow": self.window, "AXMenuBar": self.bar}
        if node is self.window:
            return {
                "AXRole": "AXWindow",
                "AXTitle": "Untitled",
                "AXMinimized": self.minimised,
                "AXCloseButton": self.close,
                "AXChildren": [self.close, self.area, *self.deep(self.depth)],
                **place(10, 30, 500, 300),
            }
        return dict(node.told)

    def post(self, event: dict[str, Any]) -> None:
        if not self.trusted:
            return
        self.log.append((event["kind"], *event.get("carries", ())))
        if event["kind"] == "mouse":
            self.at = event["at"]
        if event["kind"] != "key":
            return
        (self.held.add if event["down"] else self.held.discard)(event["code"])
        if event["down"] and self.running and not event["flags"]:
            text = event.get("text") or _CODES.get(event["code"], "")
            self.area.told["AXValue"] += text

    # -- the modules -------------------------------------------------------------------------------------------------

    def modules(self) -> dict[str, types.ModuleType]:
        return {
            "ApplicationServices": _module(
                "ApplicationServices",
                AXValueRef=AXValueRef,
                AXIsProcessTrusted=lambda: self.trusted,
                AXUIElementCreateApplication=lambda _: "application",
                AXUIElementSetMessagingTimeout=lambda *_: 0,
                AXUIElementCopyAttributeValue=self._one,
                AXUIElementCopyMultipleAttributeValues=self._several,
                AXUIElementPerformAction=self._perform,
                AXUIElementSetAttributeValue=self._set,
                AXValueGetType=lambda value: value.kind,
                AXValueGetValue=lambda value, kind, _: (value.kind == kind, value.plain),
            ),
            "Quartz": self._quartz(),
            "AppKit": self._appkit(),
            "psutil": _psutil(),
        }

    def _one(self, node: Any, name: str, _: None) -> tuple[int, Any]:
        told = self.told(node)
        return (0, told[name]) if name in told else (-25212, None)

    def _several(self, node: Any, names: list[str], _: int, __: None) -> tuple[int, list[Any]]:
        told = self.told(node)
        return 0, [told.get(name, AXValueRef(5, -25212)) for name in names]

    def _perform(self, node: Any, action: str) -> int:
        if node is self.close and action == "AXPress":
            self.running = False
        return 0

    def _set(self, node: Any, name: str, value: Any) -> int:
        if node is self.window and name == "AXMinimized":
            self.minimised = value
        return 0

    def _quartz(self) -> types.ModuleType:
        def key(_: None, code: int, down: bool) -> dict[str, Any]:
            return {"kind": "key", "code": code, "down": down, "flags": 0, "carries": (code, down)}

        def mouse(_: None, kind: int, at: tuple[int, int], button: int) -> dict[str, Any]:
            return {"kind": "mouse", "at": Point(*at), "carries": (kind, tuple(at), button)}

        def wheel(_: None, unit: int, count: int, down: int, right: int) -> dict[str, Any]:
            return {"kind": "wheel", "carries": (unit, count, down, right)}

        def unicode(event: dict[str, Any], length: int, text: str) -> None:
            assert length == len(text.encode("utf-16-le")) // 2
            event["text"] = text

        def field(event: dict[str, Any], name: str, value: int) -> None:
            event["carries"] += ((name, value),)

        bounds = {"X": 10.0, "Y": 30.0, "Width": 500.0, "Height": 300.0}
        return _module(
            "Quartz",
            kCGHIDEventTap=0,
            kCGScrollEventUnitLine=1,
            kCGEventSourceStateCombinedSessionState=0,
            kCGMouseEventClickState="clicks",
            kCGWindowListOptionOnScreenOnly=1,
            kCGWindowListExcludeDesktopElements=16,
            kCGNullWindowID=0,
            CGSessionCopyCurrentDictionary=lambda: self.session,
            CGPreflightScreenCaptureAccess=lambda: self.records,
            CGMainDisplayID=lambda: 1,
            CGDisplayBounds=lambda _: Rect(Point(0, 0), Size(*SIZE)),
            CGEventCreate=lambda _: {},
            CGEventGetLocation=lambda _: self.at,
            CGEventCreateKeyboardEvent=key,
            CGEventCreateMouseEvent=mouse,
            CGEventCreateScrollWheelEvent=wheel,
            CGEventKeyboardSetUnicodeString=unicode,
            CGEventSetFlags=lambda event, flags: event.__setitem__("flags", flags),
            CGEventSetIntegerValueField=field,
            CGEventPost=lambda _, event: self.post(event),
            CGEventSourceKeyState=lambda _, code: code in self.held,
            CGEventSourceButtonState=lambda *_: False,
            CGWindowListCopyWindowInfo=lambda *_: [{"kCGWindowOwnerPID": PROCESS, "kCGWindowBounds": bounds}],
        )

    def _appkit(self) -> types.ModuleType:
        application = types.SimpleNamespace(
            processIdentifier=lambda: PROCESS,
            bundleIdentifier=lambda: "com.apple.TextEdit",
            activationPolicy=lambda: 0,
            activateWithOptions_=lambda _: True,
            terminate=self._end,
            forceTerminate=self._end,
        )
        workspace = types.SimpleNamespace(
            runningApplications=lambda: [application] if self.running else [],
            frontmostApplication=lambda: application if self.running else None,
        )
        picture = io.BytesIO()
        Image.new("RGBA", (8, 8), (0, 0, 0, 255)).save(picture, "TIFF")
        image = types.SimpleNamespace(TIFFRepresentation=picture.getvalue)
        cursor = types.SimpleNamespace(image=lambda: image, hotSpot=lambda: Point(1, 1))
        board = types.SimpleNamespace(
            clearContents=self.board.clear,
            stringForType_=self.board.get,
            dataForType_=self.board.get,
            readObjectsForClasses_options_=lambda *_: self.board.get("urls"),
            writeObjects_=lambda urls: self.board.__setitem__("urls", urls),
            setString_forType_=lambda text, kind: self.board.__setitem__(kind, text),
            setData_forType_=lambda data, kind: self.board.__setitem__(kind, data),
        )
        url = types.SimpleNamespace(fileURLWithPath_=lambda path: types.SimpleNamespace(path=lambda: path))
        return _module(
            "AppKit",
            NSWorkspace=types.SimpleNamespace(sharedWorkspace=lambda: workspace),
            NSCursor=types.SimpleNamespace(currentSystemCursor=lambda: cursor),
            NSPasteboard=types.SimpleNamespace(generalPasteboard=lambda: board),
            NSEvent=types.SimpleNamespace(doubleClickInterval=lambda: 0.01),
            NSURL=url,
        )

    def _end(self) -> bool:
        self.running = False
        return True

    def grab(self, area: dict[str, int]) -> Any:
        pixels = np.zeros((area["height"], area["width"], 4), np.uint8)
        if self.records and self.running and not self.minimised:
            pixels[30:330, 10:510] = 200
            pixels[70, 25 : 25 + len(self.area.told["AXValue"]), 0] = 9  # blue: the order is BGRA
        return types.SimpleNamespace(raw=pixels.tobytes())


def _psutil() -> types.ModuleType:
    """The package is installed with the extra on macOS and Windows alone."""
    about = (
        {"name": "zsh", "cmdline": ["zsh", "-l"], "username": "me"},
        {"name": "cron", "cmdline": [], "username": ""},
    )
    processes = [types.SimpleNamespace(pid=-n, info=info) for n, info in enumerate(about, 1)]
    me = types.SimpleNamespace(username=lambda: "me")
    return _module("psutil", Process=lambda: me, process_iter=lambda _: processes)


def _module(name: str, **members: Any) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__dict__.update(members)
    return module
