"""The window manager, as one that input goes through."""

from __future__ import annotations

from Xlib import X
from Xlib.protocol import event

from omnigym.devices.x11.display import XDisplay
from omnigym.devices.x11.xlib import PropertyEvent

__all__ = ["WindowManager"]


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
        self._asked = self._answered = 0
        display.on(X.PropertyNotify, self._on_property)

    def synchronise(self, timeout: float) -> bool:
        """Wait until it has handled all input so far; False if it did not within ``timeout`` seconds.

        Where it has not answered the last question yet, it is not waited for again.
        """
        display = self._display
        timeout = timeout if self._answered == self._asked else 0.0
        question = event.ClientMessage(
            window=self._window, client_type=display.atom("_NET_REQUEST_FRAME_EXTENTS"), data=(32, [0] * 5)
        )
        display.root.send_event(question, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self._asked += 1
        return display.wait_until(lambda: self._answered >= self._asked, timeout)

    def _on_property(self, e: PropertyEvent) -> None:
        self._answered += e.window.id == self._window.id
