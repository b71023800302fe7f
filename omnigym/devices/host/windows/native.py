"""Functions of Windows that pywin32 lacks, or that have to give up in time: by ctypes, loaded when they are called."""

from __future__ import annotations

import ctypes
import os
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, NamedTuple

from omnigym.a11y import Rect
from omnigym.devices.host.windows.keys import KeyInput, VirtualKey, key_event

__all__ = [
    "CursorImage",
    "MenuRow",
    "answers",
    "be_aware_of_pixels",
    "caret_blink_time",
    "cursor",
    "double_click_time",
    "focused_window",
    "frame_bounds",
    "held_keys",
    "input_desktop",
    "is_checked",
    "is_cloaked",
    "is_hung",
    "is_wine",
    "known_folder",
    "menu_items",
    "popup_menu",
    "send",
    "session_number",
    "set_caret_blink",
    "shared_input",
    "text_of",
    "thread_of",
    "wait_until_idle",
]

#: `ctypes` has these members on Windows alone.
_C: Final[Any] = ctypes
_HANDLE, _INT, _UINT, _SIZE = ctypes.c_void_p, ctypes.c_int32, ctypes.c_uint32, ctypes.c_size_t
_PER_MONITOR_2: Final = -4
_EXTENDED_FRAME_BOUNDS, _CLOAKED = 9, 14
_NULL, _GETTEXT, _GETTEXTLENGTH, _GETCHECK = 0x0, 0xD, 0xE, 0xF0
_ABORT_IF_HUNG, _NO_TIMEOUT_IF_NOT_HUNG = 0x2, 0x8
_NAME: Final = 2
_SYNCHRONISE_AND_QUERY: Final = 0x100400
_FOREVER: Final = 0xFFFFFFFF
#: A key that no keyboard has and no program knows.
_NO_KEY: Final = VirtualKey(0xE8)
_ARROW: Final = 32512
_LOOK_S: Final = 0.005


class _Rect(ctypes.Structure):
    _fields_ = [
        ("left", ctypes.c_int32),
        ("top", ctypes.c_int32),
        ("right", ctypes.c_int32),
        ("bottom", ctypes.c_int32),
    ]


@lru_cache(maxsize=16)
def _library(name: str) -> Any:
    return _C.WinDLL(name, use_last_error=True)


def _function(library: str, name: str, result: object, *arguments: object) -> Any:
    found = getattr(_library(library), name)
    found.restype, found.argtypes = result, arguments
    return found


def is_wine() -> bool:
    """Whether this is Wine."""
    return hasattr(_library("ntdll"), "wine_get_version")


def be_aware_of_pixels() -> None:
    """Have this process see physical pixels on every monitor, as far as this Windows can; before it has a window."""
    try:
        if _function("user32", "SetProcessDpiAwarenessContext", _INT, _HANDLE)(_PER_MONITOR_2):
            return
    except AttributeError:  # older than Windows 10
        pass
    _function("user32", "SetProcessDPIAware", _INT)()


def send(events: Sequence[KeyInput]) -> bool:
    """Send input, and say whether all of it was taken: input to a program of higher rights is not."""
    array = (KeyInput * len(events))(*events)
    function = _function("user32", "SendInput", _UINT, _UINT, _HANDLE, _INT)
    return bool(function(len(events), ctypes.byref(array), ctypes.sizeof(KeyInput)) == len(events))


def held_keys() -> list[int]:
    """The virtual-key codes of the keys and buttons that are held; of a pair such as both Shifts, each one."""
    state = _function("user32", "GetAsyncKeyState", ctypes.c_int16, _INT)
    return [code for code in range(1, 255) if code not in (0x10, 0x11, 0x12) and state(code) < 0]


def frame_bounds(window: int) -> Rect | None:
    """The place of a window as it is drawn, without its invisible borders; None where nobody composes the desktop."""
    box = _Rect()
    try:
        function = _function("dwmapi", "DwmGetWindowAttribute", _INT, _HANDLE, _UINT, _HANDLE, _UINT)
        code = function(window, _EXTENDED_FRAME_BOUNDS, ctypes.byref(box), ctypes.sizeof(box))
    except (OSError, AttributeError):
        return None
    if code != 0 or box.right <= box.left or box.bottom <= box.top:
        return None
    return box.left, box.top, box.right - box.left, box.bottom - box.top


def is_cloaked(window: int) -> bool:
    """Whether a window is kept off the screen, as those of other desktops and of suspended apps are."""
    value = _UINT(0)
    try:
        function = _function("dwmapi", "DwmGetWindowAttribute", _INT, _HANDLE, _UINT, _HANDLE, _UINT)
        code = function(window, _CLOAKED, ctypes.byref(value), ctypes.sizeof(value))
    except (OSError, AttributeError):
        return False
    return bool(code == 0 and value.value)


def is_hung(window: int) -> bool:
    """Whether the program of a window has not looked at its messages for five seconds."""
    return bool(_function("user32", "IsHungAppWindow", _INT, _HANDLE)(window))


def _asked(window: int, message: int, first: int, second: object, seconds: float) -> int | None:
    answer = _SIZE(0)
    function = _function("user32", "SendMessageTimeoutW", _SIZE, _HANDLE, _UINT, _SIZE, _HANDLE, _UINT, _UINT, _HANDLE)
    milliseconds = max(int(seconds * 1000), 1)
    if not function(window, message, first, second, _ABORT_IF_HUNG, milliseconds, ctypes.byref(answer)):
        return None
    return answer.value


def answers(window: int, seconds: float) -> bool:
    """Whether the program of a window answers within so many seconds; it has handled what was sent to it then."""
    return _asked(window, _NULL, 0, None, seconds) is not None


@contextmanager
def shared_input(window: int, wait: Callable[[float], object]) -> Iterator[Callable[[float], None]]:
    """Share the state of the keys with the thread of a window, and give what waits until it has taken the input.

    A program takes one event after another, and counts as pressed what it has taken. So a key that no keyboard has is
    pressed last, and it is waited until it is down for that thread. Sharing begins and ends with no key held, so it
    must be before the input is sent, while nothing is held. If it cannot be, nothing is waited for.

    Args:
        window: The window in front.
        wait: Waits a number of seconds.
    """
    own = _function("kernel32", "GetCurrentThreadId", _UINT)()
    thread = thread_of(window)
    _function("user32", "IsGUIThread", _INT, _INT)(1)  # else it has no state to share
    attach = _function("user32", "AttachThreadInput", _INT, _UINT, _UINT, _INT)
    shares = thread not in (0, own) and not held_keys() and not is_hung(window) and attach(own, thread, 1)

    def taken(seconds: float) -> None:
        if not shares:
            return
        seen = _function("user32", "GetKeyState", ctypes.c_int16, _INT)
        front = _function("user32", "GetForegroundWindow", _HANDLE)
        end = time.monotonic() + seconds
        send([key_event(_NO_KEY, 0, down=True)])
        try:
            # Once another program is in front, this one has taken what brought that about.
            while seen(_NO_KEY.code) >= 0 and thread_of(front()) == thread and time.monotonic() < end:
                wait(_LOOK_S)
        finally:
            send([key_event(_NO_KEY, 0, down=False)])

    try:
        yield taken
    finally:
        if shares:
            attach(own, thread, 0)


def text_of(window: int, most: int, seconds: float) -> str | None:
    """The text of a control of any program, at most so many characters; None if it does not answer in time."""
    length = _asked(window, _GETTEXTLENGTH, 0, None, seconds)
    if length is None:
        return None
    buffer = ctypes.create_unicode_buffer(min(length, most) + 1)
    if _asked(window, _GETTEXT, len(buffer), ctypes.cast(buffer, ctypes.c_void_p), seconds) is None:
        return None
    return buffer.value


def is_checked(button: int, seconds: float) -> bool:
    """Whether a check box or radio button of any program is ticked; False if it does not answer in time."""
    return _asked(button, _GETCHECK, 0, None, seconds) == 1


def thread_of(window: int) -> int:
    """The thread that a window belongs to; 0 if it is gone."""
    return int(_function("user32", "GetWindowThreadProcessId", _UINT, _HANDLE, _HANDLE)(window, None))


def wait_until_idle(process: int, seconds: float) -> None:
    """Wait until a program that was just started waits for input, at most so many seconds."""
    handle = _function("kernel32", "OpenProcess", _HANDLE, _UINT, _INT, _UINT)(_SYNCHRONISE_AND_QUERY, 0, process)
    if handle:
        _function("user32", "WaitForInputIdle", _UINT, _HANDLE, _UINT)(handle, int(seconds * 1000))
        _function("kernel32", "CloseHandle", _INT, _HANDLE)(handle)


def input_desktop() -> str:
    """The name of the desktop that has the input: "Default"; "" where it is out of reach, as that of UAC is."""
    desktop = _function("user32", "OpenInputDesktop", _HANDLE, _UINT, _INT, _UINT)(0, 0, 1)
    if not desktop:
        return ""
    buffer = ctypes.create_unicode_buffer(256)
    function = _function("user32", "GetUserObjectInformationW", _INT, _HANDLE, _INT, _HANDLE, _UINT, _HANDLE)
    found = function(desktop, _NAME, ctypes.byref(buffer), ctypes.sizeof(buffer), None)
    _function("user32", "CloseDesktop", _INT, _HANDLE)(desktop)
    return buffer.value if found else ""


def session_number() -> int:
    """The number of the session that this process is in; that of services is 0, and shows nothing."""
    number = _UINT(0)
    found = _function("kernel32", "ProcessIdToSessionId", _INT, _UINT, _HANDLE)(os.getpid(), ctypes.byref(number))
    return number.value if found else -1


def set_caret_blink(milliseconds: int | None) -> None:
    """How fast carets blink in this session; None: not at all."""
    _function("user32", "SetCaretBlinkTime", _INT, _UINT)(_FOREVER if milliseconds is None else milliseconds)


# -- menus, and who has the keyboard ----------------------------------------------------------------------------------


class MenuRow(NamedTuple):
    """An entry of a menu; its place is in pixels of the screen."""

    text: str
    bounds: Rect
    enabled: bool
    checked: bool
    lit: bool
    opens: bool
    separator: bool


class _MenuItem(ctypes.Structure):
    _fields_ = [
        ("size", _UINT),
        ("mask", _UINT),
        ("type", _UINT),
        ("state", _UINT),
        ("id", _UINT),
        ("submenu", _HANDLE),
        ("checked", _HANDLE),
        ("unchecked", _HANDLE),
        ("data", _SIZE),
        ("text", ctypes.c_wchar_p),
        ("length", _UINT),
        ("bitmap", _HANDLE),
    ]


_MENU_MASK: Final = 0x1 | 0x4 | 0x40 | 0x100
_GET_MENU: Final = 0x1E1
_MOST_ROWS: Final = 500


def popup_menu(window: int, seconds: float) -> int:
    """The menu that a window of the class ``#32768`` shows; 0 if it does not say."""
    return _asked(window, _GET_MENU, 0, None, seconds) or 0


def menu_items(window: int, menu: int) -> list[MenuRow]:
    """The entries of a menu bar of a window, or of a popup, where ``window`` is 0."""
    if not menu:
        return []
    count = _function("user32", "GetMenuItemCount", _INT, _HANDLE)(menu)
    rows = []
    for n in range(min(max(count, 0), _MOST_ROWS)):
        box, buffer = _Rect(), ctypes.create_unicode_buffer(512)
        item = _MenuItem(size=ctypes.sizeof(_MenuItem), mask=_MENU_MASK, length=511)
        item.text = ctypes.cast(buffer, ctypes.c_wchar_p)
        if not _function("user32", "GetMenuItemInfoW", _INT, _HANDLE, _UINT, _INT, _HANDLE)(
            menu, n, 1, ctypes.byref(item)
        ):
            continue
        found = _function("user32", "GetMenuItemRect", _INT, _HANDLE, _HANDLE, _UINT, _HANDLE)
        if not found(window or None, menu, n, ctypes.byref(box)):
            continue
        bounds = (box.left, box.top, box.right - box.left, box.bottom - box.top)
        state, opens, separator = item.state, bool(item.submenu), bool(item.type & 0x800)
        flags = (not state & 0x3, bool(state & 0x8), bool(state & 0x80))
        rows.append(MenuRow(buffer.value, bounds, *flags, opens, separator))
    return rows


class _ThreadState(ctypes.Structure):
    _fields_ = [
        ("size", _UINT),
        ("flags", _UINT),
        ("active", _HANDLE),
        ("focus", _HANDLE),
        ("capture", _HANDLE),
        ("menu_owner", _HANDLE),
        ("moved", _HANDLE),
        ("caret", _HANDLE),
        ("caret_at", _Rect),
    ]


def focused_window(window: int) -> int:
    """The window with the keyboard, of the thread that a window belongs to; 0 if none has it, or it is not in front."""
    thread = thread_of(window)
    if not thread or thread != thread_of(_function("user32", "GetForegroundWindow", _HANDLE)() or 0):
        return 0
    state = _ThreadState(size=ctypes.sizeof(_ThreadState))
    if not _function("user32", "GetGUIThreadInfo", _INT, _UINT, _HANDLE)(thread, ctypes.byref(state)):
        return 0
    return state.focus or 0


# -- the user's settings ----------------------------------------------------------------------------------------------


def double_click_time() -> float:
    """Within how many seconds two clicks are a double click."""
    return float(_function("user32", "GetDoubleClickTime", _UINT)()) / 1000


def caret_blink_time() -> int:
    """How fast carets blink in this session, in milliseconds; -1 if they do not."""
    return int(_function("user32", "GetCaretBlinkTime", _INT)())


def known_folder(identity: str) -> str:
    """The path of one of the user's folders, by its GUID; "" where there is none."""
    content = ctypes.create_string_buffer(uuid.UUID(identity).bytes_le, 16)
    path = ctypes.c_void_p()
    function = _function("shell32", "SHGetKnownFolderPath", _INT, _HANDLE, _UINT, _HANDLE, _HANDLE)
    if function(ctypes.byref(content), 0, None, ctypes.byref(path)) or not path.value:
        return ""
    try:
        return ctypes.wstring_at(path.value)
    finally:
        _function("ole32", "CoTaskMemFree", None, _HANDLE)(path)


class _Cursor(ctypes.Structure):
    _fields_ = [("size", _UINT), ("flags", _UINT), ("handle", _HANDLE), ("x", _INT), ("y", _INT)]


class _Icon(ctypes.Structure):
    _fields_ = [("icon", _INT), ("x", _UINT), ("y", _UINT), ("mask", _HANDLE), ("colour", _HANDLE)]


class _BitmapInfo(ctypes.Structure):
    _fields_ = [
        ("size", _UINT),
        ("width", _INT),
        ("height", _INT),
        ("planes", ctypes.c_uint16),
        ("bits", ctypes.c_uint16),
        ("packing", _UINT),
        ("bytes", _UINT),
        ("x_density", _INT),
        ("y_density", _INT),
        ("used", _UINT),
        ("important", _UINT),
        ("colours", _UINT * 3),
    ]


class CursorImage(NamedTuple):
    """The pointer: the pixel at which it points, its hotspot, and how it looks on black and on white, as BGRX rows."""

    at: tuple[int, int]
    hotspot: tuple[int, int]
    size: tuple[int, int]
    on_black: bytes
    on_white: bytes


def cursor() -> CursorImage | None:
    """The pointer now; None if a program has hidden it. Under Wine it always looks like the arrow."""
    found = _Cursor(size=ctypes.sizeof(_Cursor))
    if not _function("user32", "GetCursorInfo", _INT, _HANDLE)(ctypes.byref(found)) or not found.flags & 1:
        return None
    arrow = _function("user32", "LoadCursorW", _HANDLE, _HANDLE, _HANDLE)(None, _ARROW)
    # In Wine no program may look at the pointer of another one.
    handle, hotspot = next(((h, at) for h in (found.handle, arrow) if (at := _hotspot(h)) is not None), (None, (0, 0)))
    if handle is None:
        return None
    metric = _function("user32", "GetSystemMetrics", _INT, _INT)
    size = metric(13), metric(14)
    black, white = (_drawn(handle, size, shade) for shade in (0, 255))
    return CursorImage((found.x, found.y), hotspot, size, black, white)


def _hotspot(handle: int) -> tuple[int, int] | None:
    """Where a cursor points, from its left upper corner; None where it cannot be looked at."""
    icon = _Icon()
    if not handle or not _function("user32", "GetIconInfo", _INT, _HANDLE, _HANDLE)(handle, ctypes.byref(icon)):
        return None
    for bitmap in (icon.mask, icon.colour):
        _function("gdi32", "DeleteObject", _INT, _HANDLE)(bitmap)
    return icon.x, icon.y


def _drawn(icon: int, size: tuple[int, int], shade: int) -> bytes:
    """A cursor on a ground of one shade."""
    info = _BitmapInfo(size=40, width=size[0], height=-size[1], planes=1, bits=32)
    bits, count = ctypes.c_void_p(), size[0] * size[1] * 4
    context = _function("gdi32", "CreateCompatibleDC", _HANDLE, _HANDLE)(None)
    create = _function("gdi32", "CreateDIBSection", _HANDLE, _HANDLE, _HANDLE, _UINT, _HANDLE, _HANDLE, _UINT)
    bitmap = create(context, ctypes.byref(info), 0, ctypes.byref(bits), None, 0)
    select = _function("gdi32", "SelectObject", _HANDLE, _HANDLE, _HANDLE)
    before = select(context, bitmap)
    try:
        ctypes.memset(bits, shade, count)
        draw = _function(
            "user32", "DrawIconEx", _INT, _HANDLE, *(_INT, _INT), _HANDLE, *(_INT, _INT, _UINT), _HANDLE, _UINT
        )
        draw(context, 0, 0, icon, *size, 0, None, 3)
        _function("gdi32", "GdiFlush", _INT)()
        return ctypes.string_at(bits, count)
    finally:
        select(context, before)
        _function("gdi32", "DeleteObject", _INT, _HANDLE)(bitmap)
        _function("gdi32", "DeleteDC", _INT, _HANDLE)(context)
