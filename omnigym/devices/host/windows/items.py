"""The items of Windows's own lists, trees and columns, which are no windows, and of which Wine tells nobody.

A control answers such a question with a structure in its own program's memory, so some of that is borrowed.
"""

from __future__ import annotations

import ctypes
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import wintypes
from typing import Any, Final

import pywintypes
import win32con
import win32gui
import win32process

from omnigym.a11y import Rect, Role, State
from omnigym.devices.host.windows.elements import UiaElement

__all__ = ["items_of"]

_MOST_ITEMS: Final = 500
_MOST_CHARACTERS: Final = 260
_ROOM: Final = 4096
_TEXT_AT: Final = 1024
_ANSWER_MS: Final = 200
_ACCESS: Final = 0x8 | 0x10 | 0x20 | 0x400  # its memory: to be had, read, written; and what it is
_COMMIT, _RELEASE, _READ_WRITE = 0x3000, 0x8000, 0x4

#: `ctypes` has these members on Windows alone.
_C: Final[Any] = ctypes
_KERNEL: Final = _C.WinDLL("kernel32", use_last_error=True)
_KERNEL.OpenProcess.restype = wintypes.HANDLE
_KERNEL.VirtualAllocEx.restype = ctypes.c_void_p
_KERNEL.VirtualAllocEx.argtypes = (wintypes.HANDLE, ctypes.c_void_p, ctypes.c_size_t, wintypes.DWORD, wintypes.DWORD)
_KERNEL.VirtualFreeEx.argtypes = (wintypes.HANDLE, ctypes.c_void_p, ctypes.c_size_t, wintypes.DWORD)
for _call in (_KERNEL.ReadProcessMemory, _KERNEL.WriteProcessMemory):
    _call.argtypes = (wintypes.HANDLE, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)

_SHOWN: Final = State.VISIBLE | State.ENABLED


def items_of(window: int, native: str, end: float) -> list[UiaElement]:
    """What a list, a tree or a row of column heads shows; empty of other controls, and where it does not say.

    Args:
        window: The control.
        native: The class of its window.
        end: When it is over, on the monotonic clock.
    """
    reader = _READERS.get(native.casefold())
    if reader is None:
        return []
    try:
        with _borrowed(window) as memory:
            return list(reader(memory, end))
    except (OSError, pywintypes.error):  # it is gone by now, of another user, or does not answer
        return []


class _Memory:
    """Room in the memory of a control's program, for one structure and one text."""

    def __init__(self, window: int, process: int, address: int) -> None:
        self.window, self._process, self._address = window, process, address
        self.text_address = address + _TEXT_AT

    def ask(self, message: int, first: int = 0, second: int = 0) -> int:
        """The answer to a message without a structure."""
        return int(win32gui.SendMessageTimeout(self.window, message, first, second, _FLAGS, _ANSWER_MS)[1])

    def fill(self, message: int, first: int, structure: bytes) -> tuple[int, bytes]:
        """The answer to a message with a structure, and what became of that."""
        self._move(_KERNEL.WriteProcessMemory, self._address, ctypes.create_string_buffer(structure, len(structure)))
        answer = self.ask(message, first, self._address)
        found = ctypes.create_string_buffer(len(structure))
        self._move(_KERNEL.ReadProcessMemory, self._address, found)
        return answer, found.raw

    def text(self, address: int) -> str:
        """The text that was left at an address: where it was asked for, or where the control keeps it."""
        found = ctypes.create_string_buffer(2 * _MOST_CHARACTERS)
        self._move(_KERNEL.ReadProcessMemory, address or self.text_address, found)
        return found.raw.decode("utf-16-le", "replace").partition("\0")[0]

    def rect(self, message: int, first: int, structure: bytes) -> Rect | None:
        """A place within the control that a message tells, on the screen; None where it has none."""
        answer, found = self.fill(message, first, structure)
        left, top, right, bottom = struct.unpack("<4i", found[:16])
        if not answer or right <= left or bottom <= top:
            return None
        x, y = win32gui.ClientToScreen(self.window, (left, top))
        return x, y, right - left, bottom - top

    def _move(self, call: Callable[..., int], address: int, buffer: ctypes.Array[ctypes.c_char]) -> None:
        if not call(self._process, address, buffer, len(buffer), None):
            raise _C.WinError(_C.get_last_error())


_FLAGS: Final = win32con.SMTO_ABORTIFHUNG


@contextmanager
def _borrowed(window: int) -> Iterator[_Memory]:
    process = _KERNEL.OpenProcess(_ACCESS, False, win32process.GetWindowThreadProcessId(window)[1])
    if not process:
        raise _C.WinError(_C.get_last_error())
    try:
        if win32process.IsWow64Process(process):
            raise OSError("its structures are those of 32 bits")
        address = _KERNEL.VirtualAllocEx(process, None, _ROOM, _COMMIT, _READ_WRITE)
        if not address:
            raise _C.WinError(_C.get_last_error())
        try:
            yield _Memory(window, process, address)
        finally:
            _KERNEL.VirtualFreeEx(process, address, 0, _RELEASE)
    finally:
        _KERNEL.CloseHandle(wintypes.HANDLE(process))


# -- lists ------------------------------------------------------------------------------------------------------------

_LVM_GETITEMCOUNT, _LVM_GETITEMRECT, _LVM_GETTOPINDEX, _LVM_GETITEMSTATE = 0x1004, 0x100E, 0x1027, 0x102C
_LVM_GETITEMTEXT = 0x1073
_LVIR_SELECTBOUNDS, _LVIS_FOCUSED, _LVIS_SELECTED = 3, 1, 2


def _list(memory: _Memory, end: float) -> Iterator[UiaElement]:
    bottom = win32gui.GetWindowRect(memory.window)[3]
    count, focused = memory.ask(_LVM_GETITEMCOUNT), win32gui.GetFocus() == memory.window
    for n in range(max(memory.ask(_LVM_GETTOPINDEX), 0), min(count, _MOST_ITEMS)):
        place = memory.rect(_LVM_GETITEMRECT, n, struct.pack("<4i", _LVIR_SELECTBOUNDS, 0, 0, 0))
        if time.monotonic() > end or (place is not None and place[1] >= bottom):
            return
        if place is None:
            continue
        asked = struct.pack("<IiiIIIQii48x", 1, n, 0, 0, 0, 0, memory.text_address, _MOST_CHARACTERS, 0)
        found = memory.fill(_LVM_GETITEMTEXT, n, asked)[1]
        state = memory.ask(_LVM_GETITEMSTATE, n, _LVIS_FOCUSED | _LVIS_SELECTED)
        states = _SHOWN | State.SELECTABLE | State.CLICKABLE
        states |= State.SELECTED if state & _LVIS_SELECTED else State.NONE
        states |= State.FOCUSED if focused and state & _LVIS_FOCUSED else State.NONE
        yield UiaElement(Role.LIST_ITEM, memory.text(struct.unpack_from("<Q", found, 24)[0]), place, states)


# -- trees ------------------------------------------------------------------------------------------------------------

_TVM_GETITEMRECT, _TVM_GETNEXTITEM, _TVM_GETITEM = 0x1104, 0x110A, 0x113E
_TVGN_FIRSTVISIBLE, _TVGN_NEXTVISIBLE = 5, 6
_TVIF_TEXT_STATE_CHILDREN, _TVIS_SELECTED, _TVIS_EXPANDED = 0x1 | 0x8 | 0x40, 0x2, 0x20


def _tree(memory: _Memory, end: float) -> Iterator[UiaElement]:
    bottom = win32gui.GetWindowRect(memory.window)[3]
    item = memory.ask(_TVM_GETNEXTITEM, _TVGN_FIRSTVISIBLE)
    for _ in range(_MOST_ITEMS):
        place = memory.rect(_TVM_GETITEMRECT, 1, struct.pack("<Q8x", item)) if item else None
        if place is None or place[1] >= bottom or time.monotonic() > end:
            return
        asked = struct.pack(
            "<IIQIIQiiiiQ", _TVIF_TEXT_STATE_CHILDREN, 0, item, 0, 0xFFFF, memory.text_address, 260, 0, 0, 0, 0
        )
        found = memory.fill(_TVM_GETITEM, 0, asked)[1]
        state, children = struct.unpack_from("<I", found, 16)[0], struct.unpack_from("<i", found, 44)[0]
        states = _SHOWN | State.SELECTABLE | State.CLICKABLE
        states |= State.SELECTED if state & _TVIS_SELECTED else State.NONE
        states |= State.EXPANDABLE if children else State.NONE
        states |= State.EXPANDED if state & _TVIS_EXPANDED else State.NONE
        yield UiaElement(Role.TREE_ITEM, memory.text(struct.unpack_from("<Q", found, 24)[0]), place, states)
        item = memory.ask(_TVM_GETNEXTITEM, _TVGN_NEXTVISIBLE, item)


# -- the heads of columns ---------------------------------------------------------------------------------------------

_HDM_GETITEMCOUNT, _HDM_GETITEMRECT, _HDM_GETITEM = 0x1200, 0x1207, 0x120B


def _heads(memory: _Memory, end: float) -> Iterator[UiaElement]:
    for n in range(min(memory.ask(_HDM_GETITEMCOUNT), _MOST_ITEMS)):
        place = memory.rect(_HDM_GETITEMRECT, n, bytes(16))
        if place is None or time.monotonic() > end:
            return
        asked = struct.pack("<IiQQii40x", 2, 0, memory.text_address, 0, _MOST_CHARACTERS, 0)
        found = memory.fill(_HDM_GETITEM, n, asked)[1]
        name = memory.text(struct.unpack_from("<Q", found, 8)[0])
        yield UiaElement(Role.COLUMN_HEADER, name, place, _SHOWN | State.CLICKABLE)


_READERS: Final = {"syslistview32": _list, "systreeview32": _tree, "sysheader32": _heads}
