"""The CLIPBOARD selection: read from the application that owns it, or owned by the device itself.

While the device owns it, requests of applications are answered whenever the device waits for the display, which is
always so while an application handles input (`omnigym.devices.x11.display.XDisplay.pump`).
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote, urlsplit

from Xlib import X, error
from Xlib.protocol import event

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.x11.display import XDisplay
from omnigym.errors import DeviceTimeoutError

__all__ = ["Clipboard", "from_targets", "to_targets"]

_TIMEOUT = 2.0
_PIECE = 1 << 16  # bytes; a request to the X server holds four times as much
_GNOME_FILES, _URI_LIST = "x-special/gnome-copied-files", "text/uri-list"
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
    paths = tuple(unquote(urlsplit(u).path) for u in uris)
    text = next((targets[t] for t in _TEXT if t in targets), b"")
    encoding = "utf-8" if any(t in targets for t in _TEXT[:2]) else "latin-1"
    return ClipboardContent(
        text="" if paths else text.decode(encoding, "replace"),
        files=paths,
        image=targets.get("image/png", b""),
        cut=cut,
    )


class Clipboard:
    """The clipboard of a display."""

    def __init__(self, display: XDisplay) -> None:
        self._display = display
        self._window = display.root.create_window(-10, -10, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
        self._owned: dict[str, bytes] | None = None
        self._answer: Any = None
        self._piece = False
        self._sending: dict[tuple[int, int], tuple[int, list[bytes]]] = {}
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
        """
        self._display.sync()
        if self._owned is not None:
            return from_targets(self._owned)
        if self._display.x.get_selection_owner(self._display.atom("CLIPBOARD")) == X.NONE:
            return ClipboardContent()
        names = self._convert("TARGETS")
        offered = [] if names is None else [self._display.x.get_atom_name(int(a)) for a in names]
        wanted = [t for t in (_GNOME_FILES, _URI_LIST, "image/png") if t in offered]
        wanted += [t for t in _TEXT if t in offered][:1]
        found = {t: self._convert(t) for t in wanted}
        return from_targets({t: bytes(v) for t, v in found.items() if v is not None})

    def _convert(self, target: str) -> Any:
        """The selection in one format; None if its owner cannot say it so."""
        display, window = self._display, self._window
        holder = display.atom("OMNIGYM_CLIPBOARD")
        self._answer = None
        window.convert_selection(display.atom("CLIPBOARD"), display.atom(target), holder, X.CurrentTime)
        if not display.wait_until(lambda: self._answer is not None, _TIMEOUT):
            raise DeviceTimeoutError(
                "x11", "clipboard", f"the clipboard's owner did not answer within {_TIMEOUT:g} s.", "Reset the device."
            )
        if self._answer.property == X.NONE:
            return None
        found = window.get_full_property(holder, X.AnyPropertyType)
        if found is not None and found.property_type == display.atom("INCR"):
            return self._in_pieces(holder)
        window.delete_property(holder)
        return None if found is None else found.value

    def _in_pieces(self, holder: int) -> bytes:
        """A large value, which its owner hands over piece by piece (ICCCM 2.7.2, INCR)."""
        pieces = []
        while True:
            self._piece = False
            self._window.delete_property(holder)
            if not self._display.wait_until(lambda: self._piece, _TIMEOUT):
                raise DeviceTimeoutError("x11", "clipboard", f"a piece did not come within {_TIMEOUT:g} s.")
            found = self._window.get_full_property(holder, X.AnyPropertyType)
            if found is None or not len(found.value):
                break
            pieces.append(bytes(found.value))
        self._window.delete_property(holder)
        return b"".join(pieces)

    def _on_property(self, e: Any) -> None:
        key = e.window.id, e.atom
        if key in self._sending:
            if e.state == X.PropertyDelete:
                self._send_piece(e.window, key)
        elif e.window.id == self._window.id and e.state == X.PropertyNewValue:
            self._piece = True

    def _put(self, window: Any, holder: int, kind: int, value: bytes) -> None:
        """Hand a value to the application that asked: whole, or announced and then piece by piece."""
        if len(value) <= _PIECE:
            window.change_property(holder, kind, 8, value)
            return
        pieces = [value[at : at + _PIECE] for at in range(0, len(value), _PIECE)]
        self._sending[window.id, holder] = kind, [*pieces, b""]
        window.change_attributes(event_mask=X.PropertyChangeMask)
        window.change_property(holder, self._display.atom("INCR"), 32, [len(value)])

    def _send_piece(self, window: Any, key: tuple[int, int]) -> None:
        kind, pieces = self._sending[key]
        window.change_property(key[1], kind, 8, pieces.pop(0))
        if not pieces:
            del self._sending[key]
        self._display.x.flush()

    def _on_answer(self, e: Any) -> None:
        self._answer = e

    def _on_clear(self, _: Any) -> None:
        self._owned = None

    def _on_request(self, e: Any) -> None:
        display, targets = self._display, self._owned or {}
        holder = e.property or e.target
        name = display.x.get_atom_name(e.target)
        try:
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
