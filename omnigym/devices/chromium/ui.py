"""A person at the browser: what an action does to the bar, to a dialog or to the page.

Shortcuts are those of Chrome on Linux.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from omnigym.a11y import Rect, Role, State
from omnigym.actions import (
    Action,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    Press,
    Scroll,
    Type,
    Wait,
    pixel,
)
from omnigym.devices.chromium.browser import Browser
from omnigym.devices.chromium.dialogs import Dialogs, overlay_widgets
from omnigym.devices.chromium.helpers import FindBar, Suggestions, find_widgets
from omnigym.devices.chromium.input import PageInput, written
from omnigym.devices.chromium.looking import Focus
from omnigym.devices.chromium.navigation import Navigation, pass_time
from omnigym.devices.chromium.widgets import LineEdit, Widget, hit

# -- the browser's own bar over the page ------------------------------------------------------------------------------

# Tabs, buttons, address, the last download. No I/O.

_STRIP, _TOOLS = 36, 40
#: The bar's height in pixels.
BAR_HEIGHT = _STRIP + _TOOLS
_TAB_WIDTH, _MARGIN, _ICON = 220, 8, 28
_SHOWN = State.ENABLED | State.VISIBLE
_BUTTON = _SHOWN | State.CLICKABLE


@dataclass(frozen=True, slots=True)
class BarView:
    """The content of the bar.

    Attributes:
        titles: The tabs' titles, left to right.
        active: Which tab is in front.
        url: What it shows.
        address: The address while it is edited, or None.
        download: The last download, in words; may be empty.
    """

    titles: Sequence[str]
    active: int
    url: str
    address: LineEdit | None = None
    download: str = ""


def bar_widgets(view: BarView, width: int) -> tuple[Widget, ...]:
    """The bar of a screen of this width, in pixels."""
    return (
        Widget(Role.TOOLBAR, "Browser", (0, 0, width, BAR_HEIGHT), "browser.bar", "panel"),
        *_tabs(view, width),
        *_tools(view, width),
    )


def _tabs(view: BarView, width: int) -> list[Widget]:
    out: list[Widget] = []
    room = width - 3 * _MARGIN - _ICON
    each = min(_TAB_WIDTH, room // max(len(view.titles), 1))
    x = _MARGIN
    for n, title in enumerate(view.titles):
        active = n == view.active
        states = _BUTTON | State.SELECTABLE | (State.SELECTED if active else State.NONE)
        look = "tab_active" if active else "tab"
        bounds: Rect = (x, 4, each, _STRIP - 4)
        out.append(Widget(Role.TAB, title, bounds, f"browser.tab.{n}", look, states=states))  # type: ignore[arg-type]
        if each >= 3 * _ICON:
            close: Rect = (x + each - _ICON, 6, _ICON - 4, _STRIP - 8)
            out.append(Widget(Role.BUTTON, "Close", close, f"browser.close.{n}", "icon", states=_BUTTON))
        x += each
    out.append(Widget(Role.BUTTON, "New tab", (x + 4, 6, _ICON, _ICON), "browser.new_tab", "icon", states=_BUTTON))
    return out


def _tools(view: BarView, width: int) -> list[Widget]:
    out: list[Widget] = []
    x, y = _MARGIN, _STRIP + (_TOOLS - _ICON) // 2
    for name in ("Back", "Forward", "Reload"):
        out.append(Widget(Role.BUTTON, name, (x, y, _ICON, _ICON), f"browser.{name.lower()}", "icon", states=_BUTTON))
        x += _ICON + 4
    right = width - _MARGIN
    note = 0 if not view.download else min(260, (right - x) // 3)
    states = _BUTTON | State.FOCUSABLE | State.EDITABLE | (State.FOCUSED if view.address is not None else State.NONE)
    shown = view.address.text if view.address is not None else "" if view.url == "about:blank" else view.url
    field: Rect = (x + 4, y, right - x - note - 4, _ICON)
    out.append(Widget(Role.TEXT_FIELD, "Address", field, "browser.address", "field", shown, states, edit=view.address))
    if note:
        place: Rect = (right - note + 8, y, note - 8, _ICON)
        out.append(Widget(Role.NOTIFICATION, view.download, place, "browser.download", "text"))
    return out


# -- ui ---------------------------------------------------------------------------------------------------------------


class Pasteboard(Protocol):
    """The clipboard, as far as a line of text needs it."""

    def text(self) -> str:
        """The text on it."""
        ...

    def put(self, text: str) -> None:
        """Replace what is on it."""
        ...


class BrowserUi:
    """The browser as a person has it before them.

    Args:
        browser: What runs.
        navigation: How it goes somewhere.
        dialogs: The dialogs of its pages.
        pasteboard: The clipboard.
        size: The screen's (width, height) in pixels.
        bar: Whether the screen shows the bar; without it, it shows the page alone.
        news: What the last download was, in words.
        scale: How many pixels of the screen one of the bar's and the dialogs' own is.
    """

    def __init__(
        self,
        browser: Browser,
        navigation: Navigation,
        dialogs: Dialogs,
        pasteboard: Pasteboard,
        size: tuple[int, int],
        bar: bool,
        news: Callable[[], str],
        scale: float = 1.0,
    ) -> None:
        self._browser, self._go, self._dialogs, self._pasteboard = browser, navigation, dialogs, pasteboard
        self._size, self._news, self._scale = size, news, scale
        self._drawn_size = (math.ceil(size[0] / scale), math.ceil(size[1] / scale))
        self.top = self.top_of(bar, scale)
        self._address: LineEdit | None = None
        self._find: FindBar | None = None
        self._suggestions = Suggestions()
        self._hands: dict[str, PageInput] = {}

    @staticmethod
    def top_of(bar: bool, scale: float = 1.0) -> int:
        """Where the page begins, in pixels of the screen from the top."""
        return round(BAR_HEIGHT * scale) if bar else 0

    # -- what is seen ------------------------------------------------------------------------------------------------

    def bar(self) -> Sequence[Widget]:
        """The bar's widgets, in its own pixels; none where the screen shows the page alone."""
        if not self.top:
            return ()
        browser = self._browser
        titles = [t.title or "New tab" for t in browser.tabs]
        view = BarView(titles, browser.active, browser.tab.page.url, self._address, self._news())
        return bar_widgets(view, self._drawn_size[0])

    def dialog(self) -> Sequence[Widget]:
        """The widgets of the dialog that is open, in its own pixels; none if there is none."""
        overlay = self._dialogs.overlay(self._browser.tab.page)
        return overlay_widgets(overlay, self._area()) if overlay is not None else ()

    def overlays(self) -> Sequence[Sequence[Widget]]:
        """The layers over the page, front to back, each with its widgets in its own pixels."""
        found = find_widgets(self._find, self._area()) if self._find is not None else ()
        return [w for w in (self.dialog(), found, self._suggestions.widgets(self._area(), self._scale)) if w]

    def _area(self) -> Rect:
        """The place of the page, in the bar's own pixels."""
        width, height = self._drawn_size
        top = BAR_HEIGHT if self.top else 0
        return 0, top, width, height - top

    # -- what is done ------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do an action to whatever it is for."""
        if isinstance(action, Wait):
            pass_time(self._browser.front, action.duration)
        elif self._dialogs.overlay(self._browser.tab.page) is not None:
            self._in_dialog(action)
        elif isinstance(action, Press | Type | KeyDown | KeyUp):
            self._keys(action)
        elif isinstance(action, Move | Click | Drag | MouseDown | MouseUp | Scroll):
            self._pointer(action)

    def look(self, focus: Focus) -> None:
        """Take in what has the focus after an action."""
        self._suggestions.look(focus)

    def type_address(self, url: str) -> None:
        """Go where a person would get who types this into the address bar."""
        self._address = None
        self._go.to_typed(url)

    def _pointer(self, action: Move | Click | Drag | MouseDown | MouseUp | Scroll) -> None:
        x, y = pixel(action.at, self._size)
        if y < self.top:
            if isinstance(action, Click):
                self._click_bar(x, y, action.button)
            return
        if isinstance(action, Click) and self._click_overlay(x, y):
            return
        if isinstance(action, Click | MouseDown | Drag):
            self._address = None
            self._suggestions.offer()
            if self._find is not None:
                self._find.focused = False
        elif isinstance(action, Scroll):
            self._suggestions.dismiss()
        hand, y = self._hand(), y - self.top
        match action:
            case Move():
                hand.move(x, y)
            case Click(_, button, count, modifiers, duration):
                hand.click(x, y, button, count, modifiers, duration)
            case MouseDown(_, button):
                hand.down(x, y, button)
            case MouseUp(_, button):
                hand.up(x, y, button)
            case Scroll(_, dy, dx, modifiers):
                hand.scroll(x, y, dx, dy, modifiers)
            case Drag(_, to, button, modifiers, duration):
                x1, y1 = pixel(to, self._size)
                hand.drag((x, y), (x1, max(y1 - self.top, 0)), button, modifiers, duration)

    def _keys(self, action: Press | Type | KeyDown | KeyUp) -> None:
        if isinstance(action, Press) and self._shortcut(action):
            return
        if self._find is not None and self._find.focused:
            self._in_find(self._find, action)
            return
        if self._address is not None:
            self._in_address(action)
            return
        if isinstance(action, Press | Type):
            if self._suggestions.take(self._browser.tab.page, action):
                return
            self._suggestions.offer()
        hand = self._hand()
        match action:
            case Press(key, modifiers, count):
                hand.press(key, modifiers, count)
                if key == "escape":
                    self._browser.tab.page.leave_full_screen()
            case Type(text):
                hand.type(text)
            case KeyDown(key):
                hand.key_down(key)
            case KeyUp(key):
                hand.key_up(key)

    def _hand(self) -> PageInput:
        """The input of the page in front; it remembers what is held down."""
        tab = self._browser.tab
        return self._hands.setdefault(tab.page.session, PageInput(tab.page, tab.frames))

    # -- find bar and suggestions ------------------------------------------------------------------------------------

    def _open_find(self) -> None:
        """Open the find bar, or go back to it."""
        line = LineEdit.selected_all(self._find.line.text if self._find is not None else "")
        self._find = FindBar(line, self._find.count if self._find is not None else 0)

    def _find_next(self, backwards: bool) -> None:
        """Go to the next place of what was looked for last."""
        if self._find is None:
            self._open_find()
        else:
            self._find.next(self._browser.tab.page, backwards)

    def _in_find(self, find: FindBar, action: Press | Type | KeyDown | KeyUp) -> None:
        page = self._browser.tab.page
        if isinstance(action, Press) and action.key == "escape":
            self._find = None
        elif isinstance(action, Press) and action.key == "enter":
            for _ in range(action.count):
                find.next(page, "shift" in action.modifiers)
        elif isinstance(action, Type) and "\n" in action.text:
            first, *others = action.text.split("\n")
            find.search(page, find.line.insert(first))
            for _ in others:
                find.next(page, False)
        else:
            find.search(page, self._edited(find.line, action))

    def _click_overlay(self, x: int, y: int) -> bool:
        """Whether the find bar or a suggestion is at a pixel, which then is clicked."""
        widget = next(filter(None, (self._hit(widgets, x, y) for widgets in self.overlays())), None)
        if widget is None:
            return False
        _, name, what = f"{widget.key}..".split(".")[:3]
        if name == "find" and self._find is not None:
            self._find.focused = True
            if what in ("previous", "next"):
                self._find.next(self._browser.tab.page, what == "previous")
            elif what == "close":
                self._find = None
        elif name == "suggestions" and what:
            self._suggestions.choose(self._browser.tab.page, int(what))
        return True

    # -- the bar -----------------------------------------------------------------------------------------------------

    def _click_bar(self, x: int, y: int, button: str) -> None:
        widget = self._hit(self.bar(), x, y)
        key = widget.key if widget is not None else ""
        name, _, number = key.removeprefix("browser.").partition(".")
        if name == "tab" and button == "middle":
            name = "close"
        if name == "address":
            self._focus_address()
            return
        self._address = None
        if name == "tab":
            self._browser.show(int(number))
        elif name == "close":
            self._browser.close_tab(int(number))
        elif name in self._commands():
            self._commands()[name]()

    def _hit(self, widgets: Sequence[Widget], x: int, y: int) -> Widget | None:
        """The widget at a pixel of the screen."""
        return hit(widgets, int(x / self._scale), int(y / self._scale))

    def _commands(self) -> Mapping[str, Callable[[], None]]:
        return {
            "back": lambda: self._go.by(-1),
            "forward": lambda: self._go.by(1),
            "reload": self._go.reload,
            "new_tab": self._new_tab,
        }

    def _shortcut(self, action: Press) -> bool:
        """Whether a key press is the browser's own, which it then has done."""
        key, modifiers = action.key, frozenset(action.modifiers)
        command = self._shortcuts().get((key, modifiers))
        if command is None and (key, modifiers) in self._offered_shortcuts():
            return self._offer_shortcut(action)
        if command is None and modifiers == {"ctrl"} and key in "123456789":
            last = len(self._browser.tabs) - 1
            index = last if key == "9" else int(key) - 1
            command = (lambda: self._browser.show(index)) if index <= last else (lambda: None)
        if command is None:
            return False
        for _ in range(action.count):
            command()
        return True

    def _shortcuts(self) -> Mapping[tuple[str, frozenset[str]], Callable[[], None]]:
        ctrl, alt, none = frozenset({"ctrl"}), frozenset({"alt"}), frozenset[str]()
        both = ctrl | {"shift"}
        commands = self._commands()
        bar = {("l", ctrl): self._focus_address, ("d", alt): self._focus_address, ("f6", none): self._focus_address}
        tabs: dict[tuple[str, frozenset[str]], Callable[[], None]] = {
            ("t", ctrl): self._new_tab,
            ("w", ctrl): lambda: self._browser.close_tab(self._browser.active),
            ("f4", ctrl): lambda: self._browser.close_tab(self._browser.active),
            ("tab", ctrl): lambda: self._turn(1),
            ("pagedown", ctrl): lambda: self._turn(1),
            ("tab", both): lambda: self._turn(-1),
            ("pageup", ctrl): lambda: self._turn(-1),
        }
        going = {
            ("left", alt): commands["back"],
            ("back", none): commands["back"],
            ("right", alt): commands["forward"],
            ("r", ctrl): commands["reload"],
            ("r", both): commands["reload"],
            ("f5", none): commands["reload"],
        }
        return (bar if self.top else {}) | tabs | going

    def _offered_shortcuts(self) -> Mapping[tuple[str, frozenset[str]], Callable[[], None]]:
        """The shortcuts that a page may keep for itself."""
        ctrl, none = frozenset({"ctrl"}), frozenset[str]()
        both, shift = ctrl | {"shift"}, frozenset({"shift"})
        return {
            ("f", ctrl): self._open_find,
            ("g", ctrl): lambda: self._find_next(False),
            ("g", both): lambda: self._find_next(True),
            ("f3", none): lambda: self._find_next(False),
            ("f3", shift): lambda: self._find_next(True),
            ("=", ctrl): lambda: self._browser.zoom(1),
            ("=", both): lambda: self._browser.zoom(1),
            ("-", ctrl): lambda: self._browser.zoom(-1),
            ("0", ctrl): lambda: self._browser.zoom(0),
        }

    def _offer_shortcut(self, action: Press) -> bool:
        """Do a command of the browser's own, unless the page keeps its keys."""
        command = self._offered_shortcuts()[action.key, frozenset(action.modifiers)]
        page = self._browser.tab.page
        for _ in range(action.count):
            if self._address is None and not (self._find is not None and self._find.focused):
                self._hand().press(action.key, action.modifiers, 1)
                if page.blocked or page.keeps_key():
                    continue
            command()
        return True

    def _turn(self, step: int) -> None:
        self._address = None
        self._browser.show((self._browser.active + step) % len(self._browser.tabs))

    def _new_tab(self) -> None:
        self._browser.open_tab()
        self._address = LineEdit() if self.top else None

    # -- lines of text -----------------------------------------------------------------------------------------------

    def _focus_address(self) -> None:
        url = self._browser.tab.page.url
        self._address = LineEdit.selected_all("" if url == "about:blank" else url)

    def _in_address(self, action: Press | Type | KeyDown | KeyUp) -> None:
        line = self._address
        assert line is not None
        if isinstance(action, Press) and action.key == "escape":
            self._address = None
        elif isinstance(action, Press) and action.key == "enter":
            self.type_address(line.text)
        elif isinstance(action, Type) and "\n" in action.text:
            before, _, after = action.text.partition("\n")
            self.type_address(line.insert(before).text)
            if after:
                self._hand().type(after)
        else:
            self._address = self._edited(line, action)

    def _in_dialog(self, action: Action) -> None:
        page, line = self._browser.tab.page, self._dialogs.line
        if isinstance(action, Click):
            widget = self._hit(self.dialog(), *pixel(action.at, self._size))
            self._dialogs.press(page, widget.key if widget is not None else "", widget.name if widget else "")
        elif isinstance(action, Press) and action.key in ("enter", "escape"):
            self._dialogs.answer(page, action.key == "enter")
        elif isinstance(action, Type) and "\n" in action.text:
            if line is not None:
                self._dialogs.line = line.insert(action.text.partition("\n")[0])
            self._dialogs.answer(page, True)
        elif isinstance(action, Press | Type) and line is not None:
            self._dialogs.line = self._edited(line, action)

    def _edited(self, line: LineEdit, action: Action) -> LineEdit:
        """A line after a key press or typed text."""
        if isinstance(action, Type):
            return line.insert(action.text)
        if not isinstance(action, Press):
            return line
        for _ in range(action.count):
            line = self._pressed(line, action)
        return line

    def _pressed(self, line: LineEdit, action: Press) -> LineEdit:
        key, modifiers = action.key, action.modifiers
        if modifiers == ("ctrl",) and key in ("c", "x") and line.selection:
            self._pasteboard.put(line.selection)
            return line.insert("") if key == "x" else line
        if modifiers == ("ctrl",) and key == "v":
            return line.insert(self._pasteboard.text())
        text = written(key, modifiers)
        return line.insert(text) if text else line.press(key, modifiers)
