"""What an app is: a declaration, and the effects by which it asks the desktop for something.

An app never touches the desktop. Its handlers return the next state and *effects*, plain values that the
desktop carries out in order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from omnigym.errors import UnknownNameError
from omnigym.sim.audio import Sounding
from omnigym.sim.files.journal import Journal
from omnigym.sim.paint.pen import Drawing
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look
from omnigym.sim.system import SystemEffect
from omnigym.sim.tables.table import Source
from omnigym.sim.ui.nodes import Msg, Node
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import Vfs
from omnigym.values import ClipboardContent

__all__ = [
    "Activate",
    "App",
    "Close",
    "Context",
    "Effect",
    "Focus",
    "Handler",
    "Launch",
    "Minimise",
    "OpenDialog",
    "OpenShell",
    "RequestClose",
    "ScrollTo",
    "SetClipboard",
    "SetFiles",
    "SetSetting",
    "ShowCaret",
    "ShowDesktop",
    "ShowMenu",
    "Snap",
    "WindowSummary",
    "dismissed",
    "unchanged",
    "updated",
]

S = TypeVar("S")


class WindowSummary(NamedTuple):
    """What the shell sees of a window."""

    id: str
    app: str
    title: str
    icon: str
    active: bool
    minimised: bool


class Context(NamedTuple):
    """What a view or an update may know beyond its own state.

    Attributes:
        w, h: The size of the window's content in logical pixels.
        vfs: The files.
        clipboard: The clipboard.
        settings: All settings.
        clock_ms: Virtual milliseconds since the epoch; in a view, rounded down to the minute.
        windows: The open windows in the order they were opened; in an update, only for parts of the shell and
            apps that ask for it.
        open_shell: The name of the shell surface that is open ("start"), or "".
        journal: What was done to files last.
    """

    w: int
    h: int
    vfs: Vfs
    clipboard: ClipboardContent
    settings: Mapping[str, str]
    clock_ms: int
    windows: tuple[WindowSummary, ...] = ()
    open_shell: str = ""
    journal: Journal = Journal()


class Launch(NamedTuple):
    """Open an app, or bring its window to the front when it is a `App.single`."""

    app: str
    path: str = ""


class OpenDialog(NamedTuple):
    """Open an app as a dialog that blocks this window until it closes; then it gets ``(*reply, value)``."""

    app: str
    args: Any = ()
    reply: Msg = ()


class Close(NamedTuple):
    """Close this window at once; a dialog's ``value`` goes into the reply."""

    value: Any = None


class RequestClose(NamedTuple):
    """Ask a window (this one for "") to close, as its close button does."""

    window: str = ""


class Activate(NamedTuple):
    """Bring a window to the front."""

    window: str


class Minimise(NamedTuple):
    """Minimise a window (this one for "")."""

    window: str = ""


class Snap(NamedTuple):
    """Change a window's place: "maximised", "normal" or one of `zones.ZONES` such as "left"."""

    how: str
    window: str = ""


class ShowDesktop(NamedTuple):
    """Minimise all windows, or bring them back."""


class ShowMenu(NamedTuple):
    """Open a menu at the pointer, or where the keyboard focus is; or below the node ``anchor``."""

    items: tuple[MenuItem, ...]
    anchor: str = ""


class Focus(NamedTuple):
    """Give a node of this window the keyboard; in a field, select the characters [start, end) (end -1: the last)."""

    key: str
    start: int = -1
    end: int = -1


class ScrollTo(NamedTuple):
    """Scroll a list so that an entry is visible, a pane so that the node whose key is ``entry`` is; without one, to an
    offset in logical pixels.
    """

    key: str
    entry: str = ""
    offset: int = 0


class ShowCaret(NamedTuple):
    """Scroll a text so that its caret is visible, a grid so that its active cell is."""

    key: str


class SetFiles(NamedTuple):
    """Replace the file system by one derived from ``ctx.vfs``; and what can be undone, if that changes with it."""

    vfs: Vfs
    journal: Journal | None = None


class SetClipboard(NamedTuple):
    """Replace the clipboard."""

    content: ClipboardContent


class SetSetting(NamedTuple):
    """Change a setting."""

    key: str
    value: str


class OpenShell(NamedTuple):
    """Open a shell surface such as "start", with ``args`` for its ``init``, or close it when it is open.

    "" closes whichever is.
    """

    name: str = ""
    args: Any = ""


Effect: TypeAlias = (
    Launch
    | OpenDialog
    | Close
    | RequestClose
    | Activate
    | Minimise
    | Snap
    | ShowDesktop
    | ShowMenu
    | Focus
    | ScrollTo
    | ShowCaret
    | SetFiles
    | SetClipboard
    | SetSetting
    | OpenShell
    | SystemEffect
)


#: What a message does: ``handler(state, ctx, *rest)`` gives the next state and effects.
Handler: TypeAlias = Callable[..., tuple[Any, tuple[Effect, ...]]]


def _no_document(state: object) -> str:
    return ""


def _silence(state: object, ctx: Context) -> tuple[Sounding, ...]:
    return ()


def _no_processes(state: object) -> tuple[tuple[str, ...], ...]:
    return ()


class App(NamedTuple):
    """The declaration of an app, a dialog or a part of the shell.

    Attributes:
        name: "word", "file_manager"; unique.
        title: What a person calls it: "File Explorer".
        icon: Name of its icon; "" for what is never shown with one.
        init: ``init(args, ctx)`` gives the first state, and effects; args is the path it opens ("" for none), or
            what `OpenDialog` gave. A state is immutable and can be hashed: what the view made of an equal one is kept.
        view: ``view(state, ctx)`` gives the content. Keep it thin: a few `panel` calls. What it reads of ``ctx`` is
            watched: it is called again when the state is another one, or something that it read.
        on: What each message does, by the name that a message begins with; the rest of it are the handler's arguments.
        caption: Gives the window's title for a state; None where it is always ``title``.
        document: The native path that a state shows, or "".
        keys: Shortcuts: ("ctrl+s", ("save",)), tried after the focused widget. Modifiers in the order
            ctrl+shift+alt+meta.
        size, min_size: Of the window's content, logical pixels.
        dialog: Whether it is a dialog: not launchable, not resizable, in front of its owner, Escape closes it.
        single: Whether it has one window at most.
        close: The message for a close request (the app then returns `Close` itself), or None to just close.
        activated: The message when its window becomes the active one, or None.
        focus: Key of the node that has the focus at first.
        locate: Portable keys of oracles to arguments of `Tree.find`.
        layer: "window"; or a part of the shell: "desktop", "bar" (always visible), "popup" (opened by `OpenShell`),
            "screen" (a popup that covers all and keeps the keyboard), "toast" (visible while its state is true and no
            popup is open), "keyboard" (visible while `Registers.keyboard` says so).
        place: For shells: ``place(screen_w, screen_h)`` gives (x, y, w, h) in logical pixels. For a dialog of no window
            that has a place of its own, x and y.
        moves: For shells: whether it goes to the left with the buttons of the taskbar.
        over_title: Whether its content begins at the upper edge of the window, as the tabs of a browser do. It leaves
            the corner of the window's buttons free; what else it leaves free there moves the window.
        frame: What the names of the looks of its window's ground begin with, "NAME_window" and "NAME_maximised"; "" for
            the usual ones.
        program: How it is offered to a person, where it is neither a dialog nor a part of the shell.
        art: The colour icons that come with it, by name.
        styles: Looks of its own by kind of widget and style name; names that no other app has, unless the look is
            the same.
        initial: ``initial(files, now)`` gives the files with what the app has when an episode starts.
        tables: What it keeps, for checks to read.
        watches: Whether its updates know the open windows, as those of the shell do.
        processes: The commands of the processes that it runs in a state, besides its own.
        sounds: ``sounds(state, ctx)`` gives what is heard of a window in a state, minimised or not; a pure function,
            which is called when somebody asks what was heard. Of ``ctx`` it has all but size and windows, and the exact
            time.
    """

    name: str
    title: str
    init: Callable[[Any, Context], tuple[Any, tuple[Effect, ...]]]
    view: Callable[[Any, Context], Node]
    on: Mapping[str, Handler]
    icon: str = ""
    caption: Callable[[Any], str] | None = None
    document: Callable[[Any], str] = _no_document
    keys: tuple[tuple[str, Msg], ...] = ()
    size: tuple[int, int] = (760, 520)
    min_size: tuple[int, int] = (320, 240)
    dialog: bool = False
    single: bool = False
    close: Msg | None = None
    activated: Msg | None = None
    focus: str = ""
    locate: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    layer: str = "window"
    place: Callable[[int, int], tuple[int, int, int, int]] | None = None
    moves: bool = False
    over_title: bool = False
    frame: str = ""
    program: Program = Program()
    art: Mapping[str, Drawing] = MappingProxyType({})
    styles: Mapping[tuple[str, str], Look] = MappingProxyType({})
    initial: Callable[[Vfs, int], Vfs] | None = None
    tables: tuple[Source, ...] = ()
    watches: bool = False
    processes: Callable[[Any], tuple[tuple[str, ...], ...]] = _no_processes
    sounds: Callable[[Any, Context], tuple[Sounding, ...]] = _silence

    def title_of(self, state: object) -> str:
        """The title of a window in a state."""
        return self.title if self.caption is None else self.caption(state)


def updated(app: App, state: object, msg: Msg, ctx: Context) -> tuple[Any, tuple[Effect, ...]]:
    """The next state of an app after a message, and what it asks for.

    Raises:
        UnknownNameError: The app has no handler for it, a mistake in the app's own code.
    """
    try:
        handler = app.on[msg[0]]
    except KeyError:
        raise UnknownNameError(f"message to the app {app.name!r}", str(msg[0]), app.on) from None
    return handler(state, ctx, *msg[1:])


def unchanged(state: S, _ctx: Context, *_rest: object) -> tuple[S, tuple[Effect, ...]]:
    """The handler of what can be pressed and does nothing: a refresh of what is always fresh, a tap beside a card."""
    return state, ()


def dismissed(state: S, _ctx: Context, *_rest: object) -> tuple[S, tuple[Effect, ...]]:
    """The handler of a dialog that goes away without an answer."""
    return state, (Close(),)
