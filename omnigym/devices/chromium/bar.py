"""The browser's own bar over the page: tabs, buttons, address, the last download. No I/O."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from omnigym.a11y import Rect, Role, State
from omnigym.devices.chromium.line_edit import LineEdit
from omnigym.devices.chromium.widgets import Widget

__all__ = ["BAR_HEIGHT", "BarView", "bar_widgets"]

_STRIP, _TOOLS = 36, 40
#: The bar's height in pixels.
BAR_HEIGHT = _STRIP + _TOOLS
_TAB_WIDTH, _MARGIN, _ICON = 220, 8, 28
_SHOWN = State.ENABLED | State.VISIBLE
_BUTTON = _SHOWN | State.CLICKABLE


@dataclass(frozen=True, slots=True)
class BarView:
    """What the bar shows.

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
