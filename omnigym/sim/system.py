"""Effects by which the system itself acts, or an app on the system: notifications, timers, the session.

They are effects like those of `app`; any app may return them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from omnigym.sim.ui.nodes import Msg
from omnigym.values import ClipboardContent


class Notify(NamedTuple):
    """Add to the list of notifications, and show a toast; the settings can forbid the toast, or both.

    Attributes:
        app: Whose name and icon it has, and what a click on it opens...
        title, text: What it says.
        path: ... with this file, or "".
    """

    app: str
    title: str
    text: str
    path: str = ""


class Later(NamedTuple):
    """Do another effect, on behalf of the same window, in ``ms`` virtual milliseconds.

    It happens at that moment of a wait, a long press or a slow drag, else at the end of the first action that lasts
    until then. It waits while a menu is open, a button is held
    or the screen is locked, as a Windows program that wants to come to the front has to.
    """

    ms: int
    effect: Any


class Send(NamedTuple):
    """Give this window a message: inside `Later`, a timer. A window that was closed gets nothing."""

    msg: Msg


class Store(NamedTuple):
    """Write a file as another program would, such as a mail server or a download. A bad path is passed over."""

    path: str
    content: bytes


class Interrupt(NamedTuple):
    """Open a dialog that belongs to no window, in front of the user's work."""

    app: str
    args: Any = ()


class Power(NamedTuple):
    """End or interrupt the session: "lock", "sleep", "restart", "shut_down", or "sign_out".

    The last three close every window first; one that asks to be saved stops it, as on Windows.
    """

    how: str


class Forget(NamedTuple):
    """Remove an item from the clipboard history (desktops)."""

    clips: tuple[ClipboardContent, ...]


class Remind(NamedTuple):
    """Remind of a calendar event that has not changed since, inside `Later` (desktops).

    Attributes:
        event: Its number.
        start_ms: When it begins that is to be told.
        minutes: How long before.
    """

    event: int
    start_ms: int
    minutes: int


class Snip(NamedTuple):
    """Put the picture of a rectangle of the screen on the clipboard and into the folder of screenshots (desktops).

    A window that waits for it, minimised, gets it too: as ``("snipped", CONTENT, TEXT)``.

    Attributes:
        x0, y0, x1, y1: Two opposite corners in logical pixels.
        what: In place of them "screen" for all of it, or "window" for the window in front.
    """

    x0: int
    y0: int
    x1: int
    y1: int
    what: str = ""


class Disturb(NamedTuple):
    """Cause the next of a series of disturbances; see `disturbances`.

    Attributes:
        kinds: Which there may be.
        seed: With ``number``, decides which one it is and when the next one comes.
        number: How many there were.
    """

    kinds: tuple[str, ...]
    seed: int
    number: int = 0


class Back(NamedTuple):
    """Act like the back button (phones)."""


class Home(NamedTuple):
    """Act like the home button (phones)."""


class TypeText(NamedTuple):
    """Type text from the on-screen keyboard into the focused field (phones)."""

    text: str


class Keystroke(NamedTuple):
    """Press a key, such as "backspace" or "ctrl+v", for the focused widget."""

    key: str


class Stop(NamedTuple):
    """End an app at once, whatever it is doing."""

    app: str


class Watch(NamedTuple):
    """Find due calls, alarms and reminders, inside `Later` (phones).

    Attributes:
        since_ms: When that was seen to last, virtual milliseconds since 1970; 0 for never.
    """

    since_ms: int = 0


class Due(NamedTuple):
    """An effect that waits for its time.

    Attributes:
        at_ms: When, in virtual milliseconds since the epoch.
        window: On whose behalf.
        effect: What.
    """

    at_ms: int
    window: str
    effect: Any


SystemEffect: TypeAlias = (
    Notify
    | Later
    | Send
    | Store
    | Interrupt
    | Power
    | Forget
    | Remind
    | Snip
    | Disturb
    | Back
    | Home
    | TypeText
    | Keystroke
    | Stop
    | Watch
)
