"""The CLIPBOARD selection: read from the application that owns it, or owned by the device itself.

While the device owns it, requests of applications are answered whenever the device waits for the display, which is
always so while an application handles input (`omnigym.devices.x11.display.XDisplay.pump`).
"""

from __future__ import annotations

import time
from urllib.parse import quote, unquote

from Xlib import X, error
from Xlib.protocol import event

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.x11.display import Answer, PropertyEvent, Request, Window, XDisplay
from omnigym.errors import DeviceTimeoutError, TooLargeError

__all__ = ["XClipboard", "from_targets", "to_targets"]

_TIMEOUT = 2.0
_PIECE = 1 << 16  # bytes; a request to the X server holds four times as much
_GNOME_FILES, _URI_LIST = "x-special/gnome-copied-files", "text/uri-list"
#: What is read of a clipboard, in bytes, and for how long it may come in pieces, in seconds.
_MOST_BYTES, _MOST_SECONDS = 64 << 20, 10.0
#: So many applications are given a large content at the same time.
_MOST_SENDING = 16
#: So many requests in a row have a property of their own each: an owner that answers none of them has long been left.
_PROPERTIES = 64
_TEXT = ("UTF8_STRING", "text/plain;charset=utf-8", "STRING")


def to_targets(content: ClipboardContent) -> dict[str, bytes]:
    """What a content is in each format that applications ask for."""
    targets: dict[str, bytes] = {}
    if content.files:
        uris = ["file://" + quote(f) for f in content.files]
        targets[_GNOME_FILES] = "\n".join(["cut" if content.cut else "copy", *uris]).encode()
        targets[_URI_LIST] = "".join(uri + "\r\n" for uri in uris).encode()
    text = content.text or "\n".join(content.files)
    if text:
        targets.update(dict.fromkeys(_TEXT[:2], text.encode()))
        targets["STRING"] = text.encode("latin-1", "replace")
    if content.image:
        targets["image/png"] = content.image
    return targets


def from_targets(targets: dict[str, bytes]) -> ClipboardContent:
    """The content that an owner's formats describe."""
    files, cut = targets.get(_URI_LIST, b""), False
    if _GNOME_FILES in targets:
        verb, _, files = targets[_GNOME_FILES].partition(b"\n")
        cut = verb == b"cut"
    uris = (u for u in files.decode("utf-8", "replace").replace("\r", "").split("\n") if u.startswith("file://"))
    paths = tuple(unquote(_path(uri)) for uri in uris)
    text = next((targets[t] for t in _TEXT if t in targets), b"")
    encoding = "utf-8" if any(t in targets for t in _TEXT[:2]) else "latin-1"
    return ClipboardContent(
        text="" if paths else text.decode(encoding, "replace"),
        files=paths,
        image=targets.get("image/png", b""),
        cut=cut,
    )


def _path(uri: str) -> str:
    """The path of a ``file:`` URI, behind the host."""
    _, slash, path = uri.removeprefix("file://").partition("#")[0].partition("?")[0].partition("/")
    return slash + path


class XClipboard:
    """The clipboard of a display."""

    def __init__(self, display: XDisplay) -> None:
        self._display = display
        self._window = display.root.create_window(-10, -10, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
        self._owned: dict[str, bytes] | None = None
        self._asked, self._holder, self._time, self._stamp = 0, 0, 0, 0
        self._answer: Answer | None = None
        self._piece = False
        self._sending: dict[tuple[int, int], tuple[int, memoryview]] = {}
        display.on(X.PropertyNotify, self._on_property)
        display.on(X.SelectionNotify, self._on_answer)
        display.on(X.SelectionRequest, self._on_request)
        display.on(X.SelectionClear, self._on_clear)

    def write(self, content: ClipboardContent) -> None:
        """Replace what the clipboard holds."""
        self._owned = to_targets(content)
        self._window.set_selection_owner(self._display.atom("CLIPBOARD"), X.CurrentTime)
        self._display.sync()

    def read(self) -> ClipboardContent:
        """What the clipboard holds.

        Raises:
            DeviceTimeoutError: Its owner does not answer.
            TooLargeError: It holds more than is read.
        """
        self._display.sync()
        if self._owned is not None:
            return from_targets(self._owned)
        if self._display.x.get_selection_owner(self._display.atom("CLIPBOARD")) == X.NONE:
            return ClipboardContent()
        offered = self._convert("TARGETS", 32)
        atoms = set() if offered is None else set(memoryview(offered).cast("I"))
        wanted = [t for t in (_GNOME_FILES, _URI_LIST, "image/png") if self._display.atom(t) in atoms]
        wanted += [t for t in _TEXT if self._display.atom(t) in atoms][:1]
        found = {t: self._convert(t, 8) for t in wanted}
        return from_targets({t: v for t, v in found.items() if v is not None})

    def _convert(self, target: str, size: int) -> bytes | None:
        """The selection in one format, of units of so many bits; None if its owner cannot say it so."""
        display, window = self._display, self._window
        self._asked += 1
        # A property of its own: what comes late for an earlier request is not taken for the answer to this one.
        self._holder = holder = display.atom(f"OMNIGYM_CLIPBOARD_{self._asked % _PROPERTIES}")
        self._answer, self._time = None, self._server_time(holder)
        window.convert_selection(display.atom("CLIPBOARD"), display.atom(target), holder, self._time)
        if not display.wait_until(lambda: self._is_answer(display.atom(target)), _TIMEOUT):
            raise DeviceTimeoutError(
                "x11", "clipboard", f"the clipboard's owner did not answer within {_TIMEOUT:g} s.", "Ask again."
            )
        if self._refused():
            return None
        kind, value = self._value(holder, size, _MOST_BYTES)
        if kind == display.atom("INCR"):
            return self._in_pieces(holder, size)
        window.delete_property(holder)
        return value

    def _refused(self) -> bool:
        return self._answer is None or self._answer.property == X.NONE

    def _server_time(self, holder: int) -> int:
        """The server's time, which the change of a property tells (ICCCM 2.1); owners repeat it in their answers."""
        self._window.delete_property(holder)
        self._stamp = 0
        self._window.change_property(holder, self._display.atom("INTEGER"), 32, [])
        self._display.wait_until(lambda: bool(self._stamp), _TIMEOUT)
        self._window.delete_property(holder)
        return self._stamp or X.CurrentTime

    def _is_answer(self, target: int) -> bool:
        """Whether what came last answers the request that was made last: its target, its property and its time."""
        answer = self._answer
        if answer is None or answer.target != target or answer.property not in (self._holder, X.NONE):
            return False
        # Some owners leave out the time; a refusal without it may be one of an earlier request.
        return answer.time == self._time or (answer.time == X.CurrentTime and answer.property != X.NONE)

    def _value(self, holder: int, size: int, most: int) -> tuple[int, bytes | None]:
        """The type of what an owner handed over, and its bytes; None if there are none of such units."""
        found = self._window.get_property(holder, X.AnyPropertyType, 0, most // 4 + 1)
        if found is None:
            return X.NONE, None
        value = bytes(found.value)
        if len(value) > most or found.bytes_after:
            raise _too_large()
        return int(found.property_type), value if found.format == size else None

    def _in_pieces(self, holder: int, size: int) -> bytes:
        """A large value, which its owner hands over piece by piece (ICCCM 2.7.2, INCR)."""
        out = bytearray()
        end = time.monotonic() + _MOST_SECONDS
        while True:
            self._piece = False
            self._window.delete_property(holder)
            if not self._display.wait_until(lambda: self._piece, _TIMEOUT) or time.monotonic() > end:
                raise DeviceTimeoutError(
                    "x11", "clipboard", f"a piece did not come within {_TIMEOUT:g} s.", "Ask again."
                )
            _, piece = self._value(holder, size, _MOST_BYTES - len(out))
            if not piece:
                break
            out += piece
        self._window.delete_property(holder)
        return bytes(out)

    def _on_property(self, e: PropertyEvent) -> None:
        key = e.window.id, e.atom
        if key in self._sending:
            if e.state == X.PropertyDelete:
                self._send_piece(e.window, key)
        elif e.window.id == self._window.id and e.atom == self._holder and e.state == X.PropertyNewValue:
            self._piece, self._stamp = True, e.time

    def _put(self, window: Window, holder: int, kind: int, value: bytes) -> None:
        """Hand a value to the application that asked: whole, or announced and then piece by piece."""
        if len(value) <= _PIECE:
            window.change_property(holder, kind, 8, value)
            return
        self._sending[window.id, holder] = kind, memoryview(value)
        while len(self._sending) > _MOST_SENDING:  # whoever does not take it is not kept for ever
            del self._sending[next(iter(self._sending))]
        window.change_attributes(event_mask=X.PropertyChangeMask)
        window.change_property(holder, self._display.atom("INCR"), 32, [len(value)])

    def _send_piece(self, window: Window, key: tuple[int, int]) -> None:
        kind, left = self._sending.pop(key)
        window.change_property(key[1], kind, 8, bytes(left[:_PIECE]))
        if left:  # an empty piece ends it
            self._sending[key] = kind, left[_PIECE:]
        self._display.x.flush()

    def _on_answer(self, e: Answer) -> None:
        """Keep the last alone, however many an application sends; one to an earlier request is none."""
        if e.property in (self._holder, X.NONE):
            self._answer = e
        else:
            self._window.delete_property(e.property)

    def _on_clear(self, _: object) -> None:
        self._owned = None

    def _on_request(self, e: Request) -> None:
        display, targets = self._display, self._owned or {}
        holder = e.property or e.target
        try:
            name = display.x.get_atom_name(e.target)
            if name == "TARGETS":
                atoms = [display.atom(t) for t in ("TARGETS", *targets)]
                e.requestor.change_property(holder, display.atom("ATOM"), 32, atoms)
            elif name in targets:
                self._put(e.requestor, holder, e.target, targets[name])
            else:
                holder = X.NONE
            answer = event.SelectionNotify(
                time=e.time, requestor=e.requestor, selection=e.selection, target=e.target, property=holder
            )
            e.requestor.send_event(answer)
        except error.XError:
            return
        display.x.flush()


def _too_large() -> TooLargeError:
    return TooLargeError(f"The clipboard holds more than the {_MOST_BYTES} bytes that are read. Copy less.")
