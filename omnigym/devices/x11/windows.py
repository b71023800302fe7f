"""The windows of a desktop, as the window manager (EWMH) tells of them."""

from __future__ import annotations

import time
from collections.abc import Container
from dataclasses import dataclass, field

from Xlib import X, Xutil, error
from Xlib.protocol import event

from omnigym.a11y import Rect
from omnigym.devices.x11.display import LISTING, PropertyEvent, Window, XDisplay

#: The widest frame that is believed, in pixels, and the longest title, in characters.
_WIDEST, _LONGEST_TITLE = 1000, 4096
_ACTIONS = ("MINIMIZE", "MAXIMIZE_VERT", "CLOSE")


@dataclass(frozen=True, slots=True)
class XWindow:
    """A window.

    Attributes:
        xid: Its id.
        wm_class: The application's class ("Thunar"), or empty.
        title: Its title.
        bounds: The client area, in pixels of the screen.
        frame: The client area and the decorations around it.
        active, minimised, modal: Its state.
        popup: Whether the window manager does not manage it (a menu, a tooltip).
        actions: What the window manager allows with it: "MINIMIZE", "MAXIMIZE_VERT", "CLOSE"...
    """

    xid: int
    wm_class: str
    title: str
    bounds: Rect
    frame: Rect
    active: bool = False
    minimised: bool = False
    modal: bool = False
    popup: bool = False
    actions: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Known:
    """What was read since windows were arranged anew last."""

    arrangement: int = -1
    listing: int = -1
    ids: list[int] | None = None
    managed: list[XWindow] | None = None
    popups: list[XWindow] | None = None
    ping: dict[int, bool] = field(default_factory=dict)


class XWindows:
    """Reads and activates the windows of a display; what no event says is different is not read again."""

    def __init__(self, display: XDisplay) -> None:
        self._display = display
        self._watched: set[int] = set()
        #: The process of each window that is open, and when those closed their last one that have none.
        self._owners: dict[int, int] = {}
        self._closed: dict[int, float] = {}
        self._last = _Known()

    def managed_ids(self, synchronised: bool = False) -> list[int]:
        """The managed windows, bottom to top.

        Args:
            synchronised: Whether the events up to now were just taken in, which spares a round trip.
        """
        known = self._known(synchronised)
        if known.ids is None or known.listing != self._display.listings:
            listing = self._display.listings
            ids = self._display.numbers(self._display.root, LISTING)
            if ids != known.ids:
                known.ids, known.managed = ids, None
                self._watch(ids)
            known.listing = listing
        return list(known.ids)

    def shown(self) -> list[XWindow]:
        """The popups, then the managed windows, as they are at one moment."""
        return [*self.popups(), *self.managed_windows(synchronised=True)]

    def managed_windows(self, synchronised: bool = False) -> list[XWindow]:
        """The managed windows, front to back, minimised ones last; ``synchronised`` as of `managed_ids`."""
        ids, known = self.managed_ids(synchronised), self._last
        if known.managed is None:
            active = self._active()
            found = [w for xid in reversed(ids) if (w := self._read(xid, active)) is not None]
            known.managed = sorted(found, key=lambda w: w.minimised)
        return list(known.managed)

    def answers_pings(self, xid: int) -> bool:
        """Whether a window says that it answers ``_NET_WM_PING``."""
        known = self._last
        if xid not in known.ping:
            protocols = self._display.numbers(self._display.window(xid), "WM_PROTOCOLS")
            known.ping[xid] = self._display.atom("_NET_WM_PING") in protocols
        return known.ping[xid]

    def _known(self, synchronised: bool = False) -> _Known:
        """What still holds, after the events up to now."""
        if not synchronised:
            self._display.sync()
        if self._last.arrangement != self._display.arrangements:
            self._last = _Known(self._display.arrangements)
        return self._last

    def _watch(self, ids: list[int]) -> None:
        """Have events of these windows, from before anything of them is read."""
        for xid in set(ids) - self._watched:
            self._display.watch(self._display.window(xid))
        self._watched = set(ids)
        owners = {xid: self._owners[xid] if xid in self._owners else self.process(xid) for xid in ids}
        for process in set(self._owners.values()) - set(owners.values()):
            self._closed[process] = time.monotonic()
        self._owners = owners

    def closed_since(self, moment: float) -> Container[int]:
        """The processes that closed their last window after a moment of the monotonic clock, as `process` says them."""
        self._closed = {p: at for p, at in self._closed.items() if at >= moment and p not in self._owners.values()}
        return self._closed.keys() - {0}

    def identities(self) -> frozenset[tuple[int, int]]:
        """The managed windows, each with the process that it says it is of: ids of windows are given out again.

        One that is closed is none of them, though a slow window manager may list it for a while.
        """
        return frozenset((w.xid, self.process(w.xid)) for w in self.managed_windows())

    def popups(self) -> list[XWindow]:
        """The menus and tooltips that are shown, front to back."""
        known = self._known()
        if known.popups is None:
            known.popups = self._read_popups()
        return list(known.popups)

    def _read_popups(self) -> list[XWindow]:
        shown = self._display.unmanaged
        found = []
        for window in reversed(self._display.root.query_tree().children if shown else ()):
            if window.id in shown:
                try:
                    rect = self._geometry(window)
                except error.XError:
                    continue
                if rect[2] > 1 and rect[3] > 1:
                    found.append(XWindow(window.id, "", "", rect, rect, popup=True))
        return found

    def process(self, xid: int) -> int:
        """The process that a window says it is of, as the desktop numbers it; 0 if it does not say."""
        return next(iter(self._display.numbers(self._display.window(xid), "_NET_WM_PID")), 0)

    def activate(self, xid: int) -> None:
        """Ask the window manager to show a window, minimised or not, in front and with the focus."""
        self._message(xid, "_NET_ACTIVE_WINDOW", (2, X.CurrentTime, 0, 0, 0))

    def minimise(self, xid: int) -> None:
        """Ask the window manager to hide a window."""
        self._message(xid, "WM_CHANGE_STATE", (Xutil.IconicState, 0, 0, 0, 0))

    def close(self, xid: int) -> None:
        """Ask the window manager to do what a window's close button does."""
        self._message(xid, "_NET_CLOSE_WINDOW", (X.CurrentTime, 2, 0, 0, 0))

    def _active(self) -> int:
        return next(iter(self._display.numbers(self._display.root, "_NET_ACTIVE_WINDOW")), 0)

    def _message(self, xid: int, name: str, data: tuple[int, ...]) -> None:
        d = self._display
        message = event.ClientMessage(window=d.window(xid), client_type=d.atom(name), data=(32, list(data)))
        d.root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        d.x.flush()

    def _read(self, xid: int, active: int) -> XWindow | None:
        d = self._display
        window = d.window(xid)
        try:
            bounds = self._geometry(window)
        except error.XError:
            return None
        states = set(d.numbers(window, "_NET_WM_STATE"))
        allowed = set(d.numbers(window, "_NET_WM_ALLOWED_ACTIONS"))
        left, right, top, bottom = _extents(d.numbers(window, "_NET_FRAME_EXTENTS"))
        wm_class = d.text(window, "WM_CLASS").split("\0")
        x, y, w, h = bounds
        return XWindow(
            xid,
            wm_class[1] if len(wm_class) > 1 else "",
            (d.text(window, "_NET_WM_NAME") or d.text(window, "WM_NAME"))[:_LONGEST_TITLE],
            bounds,
            (x - left, y - top, w + left + right, h + top + bottom),
            active=xid == active,
            minimised=d.atom("_NET_WM_STATE_HIDDEN") in states,
            modal=d.atom("_NET_WM_STATE_MODAL") in states,
            actions=frozenset(a for a in _ACTIONS if d.atom(f"_NET_WM_ACTION_{a}") in allowed),
        )

    def _geometry(self, window: Window) -> Rect:
        shape = window.get_geometry()
        # `root.translate_coords(window)` is "where in the root is this point of the window".
        origin = self._display.root.translate_coords(window, 0, 0)
        return int(origin.x), int(origin.y), int(shape.width), int(shape.height)


def _extents(found: list[int]) -> list[int]:
    """The widths of a frame: left, right, top, bottom."""
    return found if len(found) == 4 and max(found) <= _WIDEST else [0, 0, 0, 0]


# -- the window manager, as one that input goes through ---------------------------------------------------------------


class WindowManager:
    """Asks the window manager to answer once it has handled what was sent before.

    The question is EWMH's ``_NET_REQUEST_FRAME_EXTENTS``, about a window that is never shown; the answer is a property
    of that window. Without it, one that gets no processor for a while takes all the moves of a drag for one, and a
    window stays where it is.

    Args:
        display: Its display.
    """

    def __init__(self, display: XDisplay) -> None:
        self._display = display
        self._window = display.root.create_window(
            0, 0, 1, 1, 0, X.CopyFromParent, override_redirect=True, event_mask=X.PropertyChangeMask
        )
        self._answer = display.atom("_NET_FRAME_EXTENTS")
        self._asked = self._answered = 0
        display.on(X.PropertyNotify, self._on_property)

    def synchronise(self, timeout: float, insist: bool = False) -> bool:
        """Wait until it has handled all input so far; False if it did not within ``timeout`` seconds.

        Where it has not answered the last question yet, it is not waited for again, unless the caller insists.
        """
        display = self._display
        timeout = timeout if insist or self._answered == self._asked else 0.0
        question = event.ClientMessage(
            window=self._window, client_type=display.atom("_NET_REQUEST_FRAME_EXTENTS"), data=(32, [0] * 5)
        )
        display.root.send_event(question, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self._asked += 1
        return display.wait_until(lambda: self._answered >= self._asked, timeout)

    def _on_property(self, e: PropertyEvent) -> None:
        # Openbox sets more properties with it, of a window that it has not seen: those are no answers.
        self._answered += e.window.id == self._window.id and e.atom == self._answer
