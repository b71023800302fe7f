"""What windows say by UI Automation, and by Active Accessibility where there is none.

The interfaces are declared here, by the slots of their tables: Wine has no type library to read them from, and on
Windows nothing has to be generated. All of it is done on one thread of this module's, which a window that hangs may
hold up; then it is left alone and another one begins.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError
from contextlib import suppress
from ctypes import POINTER, c_int, c_uint, c_void_p
from typing import Any, Final

import comtypes
import comtypes.client
from comtypes import COMMETHOD, GUID, HRESULT, STDMETHOD, IUnknown
from comtypes.automation import VARIANT

from omnigym.devices.host.windows.accessible import read_accessible
from omnigym.devices.host.windows.elements import PROPERTIES, UiaElement, uia_element

__all__ = ["Automation"]

_CLASS_8: Final = "{e22ad333-b25f-460c-83d0-0581107395c9}"
_CLASS: Final = "{ff48dba4-60ef-4201-aa87-54103eef594e}"
_CHILDREN, _SUBTREE = 2, 7
#: The longest that a program may take to answer one question, in milliseconds, where Windows lets us say so.
_PATIENCE_MS: Final = 1000
_MOST_DEPTH: Final = 64


def _interface(
    name: str, identity: str, slots: Mapping[int, tuple[str, object]], end: int, base: type = IUnknown
) -> type:
    """An interface some of whose methods are called; the first three slots of its table are `IUnknown`'s."""
    first = 3 if base is IUnknown else _SIZES[base.__name__]
    methods = [slots[n][1] if n in slots else STDMETHOD(HRESULT, f"_slot_{n}", []) for n in range(first, end)]
    _SIZES[name] = end
    return type(name, (base,), {"_iid_": GUID(identity), "_methods_": methods, "_case_insensitive_": False})


_SIZES: dict[str, int] = {}


def _method(name: str, *arguments: object) -> tuple[str, object]:
    return name, COMMETHOD([], HRESULT, name, *arguments)


def _in(kind: object) -> object:
    return (["in"], kind)


def _out(kind: Any) -> object:
    return (["out", "retval"], POINTER(kind))


_Condition = _interface("IUIAutomationCondition", "{352ffba8-0973-437c-a61f-f64cafd81df9}", {}, 3)
_Request = _interface(
    "IUIAutomationCacheRequest",
    "{b32a92b5-bc25-4078-9c08-d7ee95c48e03}",
    {
        3: _method("AddProperty", _in(c_int)),
        7: _method("SetTreeScope", _in(c_int)),
        9: _method("SetTreeFilter", _in(POINTER(_Condition))),
    },
    12,
)


class _Element(IUnknown):  # type: ignore[misc]
    _iid_ = GUID("{d22108aa-8ac5-49a5-837b-37bbb3d7591e}")
    _case_insensitive_ = False


_Array = _interface(
    "IUIAutomationElementArray",
    "{14314595-b4bc-4055-95f2-58f2e42c9855}",
    {3: _method("Length", _out(c_int)), 4: _method("GetElement", _in(c_int), _out(POINTER(_Element)))},
    5,
)
_ELEMENT_SLOTS: Final = {
    8: _method(
        "FindAllBuildCache", _in(c_int), _in(POINTER(_Condition)), _in(POINTER(_Request)), _out(POINTER(_Array))
    ),
    9: _method("BuildUpdatedCache", _in(POINTER(_Request)), _out(POINTER(_Element))),
    13: _method("GetCachedPropertyValueEx", _in(c_int), _in(c_int), _out(VARIANT)),
    19: _method("GetCachedChildren", _out(POINTER(_Array))),
}
_Element._methods_ = [
    _ELEMENT_SLOTS[n][1] if n in _ELEMENT_SLOTS else STDMETHOD(HRESULT, f"_slot_{n}", []) for n in range(3, 20)
]
_Client = _interface(
    "IUIAutomation",
    "{30cbe57d-d9d0-452a-ab13-7ac5ac4825ee}",
    {
        6: _method("ElementFromHandle", _in(c_void_p), _out(POINTER(_Element))),
        18: _method("ControlViewCondition", _out(POINTER(_Condition))),
        20: _method("CreateCacheRequest", _out(POINTER(_Request))),
        21: _method("CreateTrueCondition", _out(POINTER(_Condition))),
    },
    58,
)
_Client2 = _interface(
    "IUIAutomation2",
    "{34723aff-0c9d-49d0-9896-7ab52df8cd8a}",
    {61: _method("SetConnectionTimeout", _in(c_uint)), 63: _method("SetTransactionTimeout", _in(c_uint))},
    64,
    _Client,
)


class Automation:
    """A client of UI Automation, or where there is none, of Active Accessibility."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "omnigym-uia", comtypes.CoInitializeEx, (comtypes.COINIT_MULTITHREADED,))
        self._reader: _Reader | None = None
        self._works = True

    def read(self, window: int, most: int, seconds: float) -> tuple[UiaElement, bool] | None:
        """What a window says, and whether something is missing; None if it does not answer in time, or nobody can ask.

        Args:
            window: Its handle.
            most: The most elements that are read.
            seconds: The longest that is waited.
        """
        found: tuple[UiaElement, bool] | None = self._asked(
            lambda: self._read(window, most, time.monotonic() + seconds), seconds
        )
        return found

    def close(self) -> None:
        """Let go of it."""
        with suppress(RuntimeError):  # Python ends, and its threads with it
            self._thread.submit(self._let_go)
        self._thread.shutdown(wait=False)

    def _let_go(self) -> None:
        self._reader = None

    def _asked(self, question: Callable[[], Any], seconds: float) -> Any:
        future: Future[object] = self._thread.submit(question)
        try:
            return future.result(seconds + 0.5)
        except LateError:  # it hangs in a call, which ends when Windows gives that one up
            self._thread.shutdown(wait=False, cancel_futures=True)
            self._thread = ThreadPoolExecutor(
                1, "omnigym-uia", comtypes.CoInitializeEx, (comtypes.COINIT_MULTITHREADED,)
            )
            self._reader = None
            return None

    def _read(self, window: int, most: int, end: float) -> tuple[UiaElement, bool] | None:
        if self._reader is None and self._works:
            try:
                self._reader = _Reader()
            except (OSError, comtypes.COMError):
                self._works = False
        try:
            if self._reader is None:
                return read_accessible(window, most, end)
            return self._reader.read(window, most, end)
        except (OSError, comtypes.COMError, ValueError):  # the window is gone, or says nothing
            return None


class _Reader:
    """Reads windows, on the thread on which it was made."""

    def __init__(self) -> None:
        self._client = _client()
        self._condition = self._client.ControlViewCondition()
        self._level, self._whole = self._request(), self._request()
        try:
            self._whole.SetTreeScope(_SUBTREE)
        except comtypes.COMError:  # Wine asks for one element at a time
            self._whole = None

    def _request(self) -> Any:
        request = self._client.CreateCacheRequest()
        for number in PROPERTIES.values():
            request.AddProperty(number)
        return request

    def read(self, window: int, most: int, end: float) -> tuple[UiaElement, bool]:
        """An element with all below it, and whether something is missing."""
        walk = _Walk(most, end, self._found if self._whole is None else _cached)
        top = self._client.ElementFromHandle(window).BuildUpdatedCache(self._whole or self._level)
        element = walk.take(top, 0)
        if element is None:
            raise ValueError("the window has no place")
        return element, walk.truncated

    def _found(self, raw: Any) -> Iterator[Any]:
        try:
            array = raw.FindAllBuildCache(_CHILDREN, self._condition, self._level)
        except (OSError, comtypes.COMError):  # it is gone by now
            return iter(())
        return _elements(array)


class _Walk:
    """Takes elements one by one, down to the last or until there are too many.

    Args:
        most: The most that are taken.
        end: When it is over, on the monotonic clock.
        below: The elements under one.

    Attributes:
        truncated: Whether something is missing.
    """

    def __init__(self, most: int, end: float, below: Callable[[Any], Iterator[Any]]) -> None:
        self._left, self._end, self._below = most, end, below
        self.truncated = False

    def take(self, raw: object, depth: int) -> UiaElement | None:
        """An element, with so many above it, and all below it; None where it has no place."""
        self._left -= 1
        element = uia_element({name: _property(raw, number) for name, number in PROPERTIES.items()})
        if element is None:
            return None
        for child in self._below(raw) if depth < _MOST_DEPTH else ():
            if self._left <= 0 or time.monotonic() > self._end:
                self.truncated = True
                break
            found = self.take(child, depth + 1)
            if found is not None:
                element.children.append(found)
        return element


def _cached(raw: Any) -> Iterator[Any]:
    return _elements(raw.GetCachedChildren())


def _elements(array: Any) -> Iterator[object]:
    if not array:  # none at all
        return
    for n in range(array.Length()):
        yield array.GetElement(n)


def _property(raw: Any, number: int) -> object:
    """What is cached of a property; None where the program does not say."""
    try:
        found = raw.GetCachedPropertyValueEx(number, 1)
    except (OSError, comtypes.COMError, ValueError, TypeError, NotImplementedError):  # of a type that nobody knows
        return None
    return found if isinstance(found, str | int | float | tuple) else None


def _client() -> Any:
    for identity in (_CLASS_8, _CLASS):
        try:
            found = comtypes.client.CreateObject(GUID(identity), interface=_Client)
        except OSError:
            continue
        try:
            late = found.QueryInterface(_Client2)
            late.SetConnectionTimeout(_PATIENCE_MS)
            late.SetTransactionTimeout(_PATIENCE_MS)
        except (OSError, comtypes.COMError):  # Windows 7, or Wine
            pass
        return found
    raise OSError("there is no UI Automation")
