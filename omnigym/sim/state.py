"""The desktop's state: plain immutable values in a handful of registers.

Nothing in a register is ever changed in place; a step assigns new values that share what they can with the old
ones. So a snapshot is the tuple of the registers, and everything else on the device is a cache of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from omnigym.sim.audio import Playing
from omnigym.sim.files.journal import Journal
from omnigym.sim.settings import Settings
from omnigym.sim.system import Due
from omnigym.sim.ui.nodes import Msg
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import Entry, Vfs
from omnigym.values import ClipboardContent

#: 2025-03-14 09:00 UTC, the moment at which every episode starts.
EPOCH_MS = 1_741_942_800_000

#: Modes of windows that have no frame.
BARE = frozenset({"shell", "full"})


class Window(NamedTuple):
    """One window, or one part of the shell.

    Attributes:
        id: Unique while the device lives from reset to reset.
        app: Name of its app.
        state: The app's state.
        ui: What the toolkit keeps for its widgets, by key: scroll offsets, carets.
        x, y, w, h: Its frame in pixels when it is neither maximised nor snapped.
        mode: "normal", "maximised", one of `zones.ZONES` such as "left", "full" for the whole working area without a
            frame, or "shell".
        minimised: Whether it is only in the taskbar.
        owner, reply: Of a dialog: the window that it blocks, and the message that its value goes back with.
        focus: Key of the node that has the keyboard when the window is active.
        title: What its title bar says.
    """

    id: str
    app: str
    state: Any
    ui: Mapping[str, Any]
    x: int
    y: int
    w: int
    h: int
    mode: str
    minimised: bool
    owner: str
    reply: Msg
    focus: str
    title: str


def with_ui(window: Window, key: str, value: object) -> Window:
    """Return ``window`` with another state of one of its widgets."""
    return window._replace(ui={**window.ui, key: value})


class Menu(NamedTuple):
    """An open menu.

    Attributes:
        window: The window that gets the message.
        items: Its lines.
        x, y: Where its corner wants to be, in pixels.
        above: Where its bottom goes when there is no room below ``y``.
        path: Index of the chosen line in each menu from the first to the innermost; -1 for none.
        kind: "menu", or "options" of a combo box with the key of it in ``anchor``.
        anchor: Key of the node that opened it, or "".
        width: Least width in pixels.
    """

    window: str
    items: tuple[MenuItem, ...]
    x: int
    y: int
    above: int
    path: tuple[int, ...] = (-1,)
    kind: str = "menu"
    anchor: str = ""
    width: int = 0


class LastClick(NamedTuple):
    """The last press of a button, to detect a double click: the ``times``-th of a quick series."""

    x: int
    y: int
    at_ms: int
    button: str
    times: int


NO_CLICK = LastClick(-1, -1, -(1 << 30), "", 0)


class Drag(NamedTuple):
    """A button held down, and the effect of its moves.

    Attributes:
        kind: "move" and "resize" of a window, "press" and "track" of any node; else the kind of widget
            whose `Behaviour` goes on with it.
        window: Where it began.
        key: The node on which it began.
        x, y: Where it began, in pixels.
        data: The kind's own: edges, the window's rectangle, the scroll offset, the payload.
        started: Whether the pointer has left the place where it went down.
        button: Which.
    """

    kind: str
    window: str
    key: str
    x: int
    y: int
    data: Any
    started: bool
    button: str


class Registers:
    """The whole state of a desktop.

    Attributes:
        windows: By id, in the order in which they were opened; shell parts too.
        order: Ids of the windows back to front, without the shell.
        active: Id of the window, or shell part, that has the keyboard.
        menu: The open menu, or None.
        vfs, clipboard, settings: As their names say.
        journal: What was done to files last.
        clips: What was on the clipboard lately, the latest first, where that is kept.
        clock_ms: Virtual time.
        pointer: Pixel of the pointer.
        hover: (window, key) of the node under the pointer.
        drag: The held button, or None.
        click: The last press.
        held: Modifier keys that are down.
        serial: Of the next window.
        shell: Name of the open shell surface, or "".
        hidden: Ids that "show desktop" minimised.
        seed: Seed of the episode.
        agenda: What is going to happen, the next first.
        background: What sounds besides what windows say: see `omnigym.devices.protocol.PlaysSounds`.
        forged: What was changed past the app that keeps it: see `omnigym.sim.foreign_writes`.
        keyboard: Whether the on-screen keyboard is shown, and the window and node for which that was decided.
    """

    __slots__ = (
        "active",
        "agenda",
        "background",
        "click",
        "clipboard",
        "clips",
        "clock_ms",
        "drag",
        "forged",
        "held",
        "hidden",
        "hover",
        "journal",
        "keyboard",
        "menu",
        "order",
        "pointer",
        "seed",
        "serial",
        "settings",
        "shell",
        "vfs",
        "windows",
    )

    def __init__(self, vfs: Vfs, settings: Mapping[str, str], pointer: tuple[int, int]) -> None:
        self.windows: Mapping[str, Window] = {}
        self.order: tuple[str, ...] = ()
        self.active = ""
        self.menu: Menu | None = None
        self.vfs = vfs
        self.journal = Journal()
        self.clips: tuple[ClipboardContent, ...] = ()
        self.clipboard = ClipboardContent()
        self.settings = Settings(settings)
        self.clock_ms = EPOCH_MS
        self.pointer = pointer
        self.hover = ("", "")
        self.drag: Drag | None = None
        self.click = NO_CLICK
        self.held: tuple[str, ...] = ()
        self.serial = 1
        self.shell = ""
        self.hidden: tuple[str, ...] = ()
        self.seed = 0
        self.agenda: tuple[Due, ...] = ()
        self.background: tuple[Playing, ...] = ()
        self.forged: Mapping[str, Entry | None] = {}
        self.keyboard = (False, "", "")

    def save(self) -> tuple[object, ...]:
        """Return the registers as a tuple."""
        return tuple([getattr(self, name) for name in self.__slots__])

    def load(self, saved: tuple[object, ...]) -> None:
        """Set the registers to a result of `save`."""
        for name, value in zip(self.__slots__, saved, strict=True):
            setattr(self, name, value)
