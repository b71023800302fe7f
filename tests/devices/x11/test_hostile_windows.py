"""Windows and clipboards of applications that say nonsense."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.protocol import event

from omnigym.actions import Wait
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.x11.clipboard import from_targets
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.display import CONNECTION_ERRORS
from omnigym.errors import DeviceError, DeviceTimeoutError, TooLargeError

pytestmark = pytest.mark.x11

_PROPERTIES = (
    *("_NET_FRAME_EXTENTS", "_NET_WM_STATE", "_NET_WM_ALLOWED_ACTIONS", "_NET_WM_NAME", "WM_NAME", "WM_CLASS"),
    *("WM_PROTOCOLS", "_NET_WM_PID", "WM_HINTS"),
)
_ROOT = ("_NET_CLIENT_LIST_STACKING", "_NET_ACTIVE_WINDOW", "_NET_SUPPORTING_WM_CHECK")
#: Format and value.
_VALUES: dict[str, tuple[int, Any]] = {
    "nothing": (32, []),
    "three numbers": (32, [1, 2, 3]),
    "five large numbers": (32, [2**32 - 1] * 5),
    "four large numbers": (32, [2**32 - 1] * 4),
    "numbers of 16 bits": (16, [1, 2, 3]),
    "no UTF-8": (8, b"\xff\xfe\0\x80"),
    "control characters": (8, b"\x1b[2J\0\n"),
    "a long text": (8, b"x" * 200_000),
    "many numbers": (32, [7] * 60_000),
}


@pytest.fixture(scope="module")
def device() -> Iterator[X11Device]:
    device = X11Device((640, 480))
    device.reset()
    yield device
    device.close()


@pytest.fixture
def client(device: X11Device) -> Iterator[Display]:
    """Another program's connection."""
    assert device._desktop is not None
    display = Display(device._desktop.session.display.name)
    display.set_error_handler(lambda *_: None)
    yield display
    with contextlib.suppress(*CONNECTION_ERRORS):  # a reset ended it
        display.close()


def _window(client: Display) -> Any:
    window = client.screen().root.create_window(10, 10, 100, 100, 0, X.CopyFromParent)
    window.map()
    client.sync()
    return window


@pytest.mark.parametrize("value", _VALUES)
def test_properties_of_any_form(device: X11Device, client: Display, value: str) -> None:
    window = _window(client)
    device.act(Wait(0.05))
    size, data = _VALUES[value]
    for target, names in ((window, _PROPERTIES), (client.screen().root, _ROOT)):
        for name in names:
            for kind in (Xatom.CARDINAL, Xatom.STRING, client.intern_atom("UTF8_STRING")):
                target.change_property(client.intern_atom(name), kind, size, data)
                target.change_property(client.intern_atom(name), kind, size, data, mode=X.PropModeAppend)
        client.sync()
        for info in device.windows():
            assert len(info.title) <= 4096
        device.tree()
    device.act(Wait(0.0))
    device.reset()


def test_events_of_any_form(device: X11Device, client: Display) -> None:
    assert device._desktop is not None
    root, display = client.screen().root, device._desktop.session.display
    for name in ("WM_PROTOCOLS", "_NET_WM_PING", "_NET_ACTIVE_WINDOW", "_NET_REQUEST_FRAME_EXTENTS"):
        for size, data in (
            (8, b"\0" * 20),
            (16, [0] * 10),
            (32, [client.intern_atom("_NET_WM_PING"), 2**31, 77, 0, 0]),
        ):
            message = event.ClientMessage(window=root, client_type=client.intern_atom(name), data=(size, data))
            root.send_event(message, event_mask=X.SubstructureNotifyMask | X.SubstructureRedirectMask)
    client.sync()
    device.act(Wait(0.0))
    assert 77 not in display.pongs


def _storm(client: Display, stop: threading.Event) -> None:
    root, atom = client.screen().root, client.intern_atom("_NET_WM_NAME")
    while not stop.is_set():
        for n in range(200):
            root.change_property(atom, Xatom.STRING, 8, bytes([n]))
        client.sync()


def test_events_without_end_do_not_keep_the_host(device: X11Device, client: Display) -> None:
    stop = threading.Event()
    thread = threading.Thread(target=_storm, args=(client, stop))
    thread.start()
    try:
        start = time.monotonic()
        device.act(Wait(0.1))
        device.screenshot()
        assert time.monotonic() - start < 15
    finally:
        stop.set()
        thread.join()


class _Owner(threading.Thread):
    """Owns the clipboard, and answers a request as it is told."""

    def __init__(self, client: Display, answer: Callable[[Display, Any], None]) -> None:
        super().__init__()
        self._client, self._answer, self._over = client, answer, threading.Event()
        self._window = client.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self._window.set_selection_owner(client.intern_atom("CLIPBOARD"), X.CurrentTime)
        client.sync()

    def run(self) -> None:
        while not self._over.is_set():
            while self._client.pending_events():
                e = self._client.next_event()
                if e.type == X.SelectionRequest:
                    self._answer(self._client, e)
                    answer = event.SelectionNotify(
                        time=e.time, requestor=e.requestor, selection=e.selection, target=e.target, property=e.property
                    )
                    e.requestor.send_event(answer)
                elif e.type == X.PropertyNotify and e.state == X.PropertyDelete:
                    e.window.change_property(e.atom, Xatom.STRING, 8, b"x" * 60_000)
                self._client.flush()
            self._over.wait(0.001)

    def end(self) -> None:
        self._over.set()
        self.join()


def _put(client: Display, e: Any, size: int, value: Any, kind: str = "ATOM") -> None:
    e.requestor.change_property(e.property, client.intern_atom(kind), size, value)


def _targets(then: Callable[[Display, Any], None]) -> Callable[[Display, Any], None]:
    """Offers text, and answers for that as told."""

    def answer(client: Display, e: Any) -> None:
        if client.get_atom_name(e.target) == "TARGETS":
            _put(client, e, 32, [client.intern_atom("UTF8_STRING"), 2**32 - 1, 0])
        else:
            then(client, e)

    return answer


def _endless(client: Display, e: Any) -> None:
    e.requestor.change_attributes(event_mask=X.PropertyChangeMask)
    _put(client, e, 32, [1], "INCR")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (lambda c, e: _put(c, e, 8, b"abc"), ClipboardContent()),
        (lambda c, e: _put(c, e, 16, [1, 2, 3]), ClipboardContent()),
        (lambda c, e: None, ClipboardContent()),
        (lambda c, e: _put(c, e, 32, [2**32 - 1] * 50_000), ClipboardContent()),
        (_targets(lambda c, e: _put(c, e, 32, [1, 2])), ClipboardContent()),
        (_targets(lambda c, e: _put(c, e, 8, b"\xff\0")), ClipboardContent(text="�\0")),
        (_targets(_endless), DeviceError),
    ],
)
def test_clipboards_of_any_form(
    device: X11Device, client: Display, answer: Any, expected: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A crowd may keep the owner, a thread, waiting: only the answer without an end is cut short.
    monkeypatch.setattr("omnigym.devices.x11.clipboard._TIMEOUT", 20.0)
    monkeypatch.setattr("omnigym.devices.x11.clipboard._MOST_SECONDS", 1.0)
    owner = _Owner(client, answer)
    owner.start()
    try:
        if isinstance(expected, ClipboardContent):
            assert device.clipboard() == expected
        else:
            start = time.monotonic()
            with pytest.raises((DeviceTimeoutError, TooLargeError)):
                device.clipboard()
            assert time.monotonic() - start < 20
    finally:
        owner.end()
        device.reset()


def test_an_owner_that_never_answers_costs_the_reading_alone(device: X11Device, client: Display) -> None:
    window = client.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
    window.set_selection_owner(client.intern_atom("CLIPBOARD"), X.CurrentTime)
    client.sync()
    for _ in range(2):
        with pytest.raises(DeviceTimeoutError, match="owner"):
            device.clipboard()
    device.act(Wait(0.0))
    device.screenshot()
    device.set_clipboard(ClipboardContent(text="mine"))
    assert device.clipboard().text == "mine"


def test_requests_of_any_form(device: X11Device, client: Display) -> None:
    assert device._desktop is not None
    device.set_clipboard(ClipboardContent(text="x" * 300_000))
    window, clipboard = _window(client), client.intern_atom("CLIPBOARD")
    owner = client.get_selection_owner(clipboard)
    target = client.intern_atom("UTF8_STRING")
    for n in range(100):
        window.convert_selection(clipboard, target, client.intern_atom(f"P{n}"), X.CurrentTime)
    for odd in (0, 2**29 - 1):
        request = event.SelectionRequest(
            time=0, owner=owner, requestor=window, selection=clipboard, target=odd, property=odd
        )
        owner.send_event(request)
    client.sync()
    device.act(Wait(0.1))
    assert len(device._desktop.clipboard._sending) <= 16
    device.reset()


def test_uris_that_are_none() -> None:
    found = from_targets({"text/uri-list": b"file://[\r\nfile://\r\nfile://host/a%00?b#c\r\nfile:///%ff"})
    assert found.files == ("", "", "/a\0", "/�")
