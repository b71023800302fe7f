"""What windows say by Active Accessibility, where there is no UI Automation. It is for the thread of `automation`."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator
from ctypes import POINTER, c_long, c_uint, c_void_p
from typing import Any, Final

import comtypes
from comtypes import BSTR, COMMETHOD, GUID, HRESULT, STDMETHOD
from comtypes.automation import VARIANT, IDispatch

from omnigym.a11y import Role, State
from omnigym.devices.host.windows.elements import MSAA_ROLES, UiaElement, msaa_states

__all__ = ["read_accessible"]

#: The object of what a window shows within its frame; Wine has none of the frame.
_CLIENT: Final = 0xFFFFFFFC
_SELF: Final = 0
_MOST_DEPTH, _MOST_CHILDREN, _MOST_TEXT = 32, 1000, 100_000
_OF_ONE: Final = (["in"], VARIANT)


class _Accessible(IDispatch):  # type: ignore[misc]
    _iid_ = GUID("{618736e0-3c3d-11cf-810c-00aa00389b71}")
    _case_insensitive_ = False


_SLOTS: Final = {
    8: COMMETHOD([], HRESULT, "Count", (["out", "retval"], POINTER(c_long))),
    10: COMMETHOD([], HRESULT, "Name", _OF_ONE, (["out", "retval"], POINTER(BSTR))),
    11: COMMETHOD([], HRESULT, "Value", _OF_ONE, (["out", "retval"], POINTER(BSTR))),
    13: COMMETHOD([], HRESULT, "Role", _OF_ONE, (["out", "retval"], POINTER(VARIANT))),
    14: COMMETHOD([], HRESULT, "State", _OF_ONE, (["out", "retval"], POINTER(VARIANT))),
    22: COMMETHOD([], HRESULT, "Location", *[(["out"], POINTER(c_long))] * 4, _OF_ONE),
}
_Accessible._methods_ = [_SLOTS.get(n) or STDMETHOD(HRESULT, f"_slot_{n}", []) for n in range(7, 23)]


def read_accessible(window: int, most: int, end: float) -> tuple[UiaElement, bool]:
    """A window with all that is in it, and whether something is missing.

    Args:
        window: Its handle.
        most: The most elements that are read.
        end: When it is over, on the monotonic clock.

    Raises:
        OSError, comtypes.COMError: It says nothing.
        ValueError: It has no place.
    """
    oleacc: Any = ctypes.__dict__["oledll"].oleacc
    found = POINTER(_Accessible)()
    identity = _Accessible._iid_
    oleacc.AccessibleObjectFromWindow(c_void_p(window), c_uint(_CLIENT), ctypes.byref(identity), ctypes.byref(found))
    left = [most]
    element = _element(found, _SELF, left, end, 0)
    if element is None:
        raise ValueError("the window has no place")
    return element, left[0] <= 0 or time.monotonic() > end


def _element(raw: Any, child: int, left: list[int], end: float, depth: int) -> UiaElement | None:
    """An object, or a part of it that is none of its own, with what is in it; None where it has no place."""
    left[0] -= 1
    try:
        bounds = tuple(raw.Location(child))
    except (OSError, comtypes.COMError):
        return None
    role = MSAA_ROLES.get(_number(raw.Role, child), Role.UNKNOWN)
    states = msaa_states(_number(raw.State, child), role)
    password = State.PASSWORD in states
    name, value = _text(raw.Name, child), "" if password else _text(raw.Value, child)
    x, y, width, height = bounds
    element = UiaElement(role, name, (x, y, max(width, 0), max(height, 0)), states, value)
    if child == _SELF and depth < _MOST_DEPTH:
        for below, number in _children(raw):
            if left[0] <= 0 or time.monotonic() > end:
                break
            found = _element(below, number, left, end, depth + 1)
            if found is not None:
                element.children.append(found)
    return element


def _children(raw: Any) -> Iterator[tuple[Any, int]]:
    """The objects in one, or itself with the numbers of its parts."""
    try:
        count = min(int(raw.Count()), _MOST_CHILDREN)
    except (OSError, comtypes.COMError):
        return
    found, got = (VARIANT * count)(), c_long(0)
    oleacc: Any = ctypes.__dict__["oledll"].oleacc
    if count:
        try:
            oleacc.AccessibleChildren(raw, c_long(0), c_long(count), found, ctypes.byref(got))
        except OSError:  # it is gone by now
            return
    for n in range(min(got.value, count)):
        value = found[n].value
        if isinstance(value, int):
            yield raw, value
        elif value is not None:
            try:
                yield value.QueryInterface(_Accessible), _SELF
            except (OSError, comtypes.COMError, AttributeError):
                continue


def _number(ask: Any, child: int) -> int:
    try:
        value = ask(child)
    except (OSError, comtypes.COMError):
        return 0
    return value if isinstance(value, int) else 0


def _text(ask: Any, child: int) -> str:
    try:
        return str(ask(child) or "")[:_MOST_TEXT]
    except (OSError, comtypes.COMError):
        return ""
