"""Checks of events: clicks, typing, key presses (OmniBench Appendix E.2).

Each is called for one event after the other; `omnigym.evaluation.text` defines when texts agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.evaluation.events import ClickEvent, DragEvent, Event, KeyEvent, ScrollEvent, TextEvent
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import contains, plain, same

__all__ = [
    "another_clicked",
    "another_scrolled",
    "drags",
    "keyboard_types",
    "keys_pressed",
    "mouse_clicks",
    "mouse_scrolls",
]


@check("check_mouse_clicks", subject="event")
def mouse_clicks(event: Event, text: str, button: str = "", clicks: int = 1) -> bool:
    """The pointer clicked on that text (OmniBench's ``check_mouse_clicks``).

    Args:
        event: The event.
        text: The visible text of the control.
        button: "left", "right" or "middle"; "" for any.
        clicks: The least number of clicks at once: 2 for a double click.
    """
    return (
        type(event) is ClickEvent
        and (not button or event.button == button)
        and event.clicks >= clicks
        and same(text, event.text)
    )


@check("another_clicked", subject="event")
def another_clicked(event: Event, texts: Sequence[str], than: str, longer: bool = False) -> bool:
    """The agent clicked one of several controls, but not the requested one.

    Negated it makes the first choice count: who tries one after the other has guessed.

    Args:
        event: The event.
        texts: The visible texts of the controls.
        than: The text of the control that was asked for.
        longer: Whether a control's text may go on after a blank: "Word - 1 running window".
    """
    if type(event) is not ClickEvent:
        return False
    fits = _begins if longer else _equal
    return not fits(than, event.text) and any(fits(text, event.text) for text in texts)


@check("another_scrolled", subject="event")
def another_scrolled(event: Event, panes: Sequence[str], than: str, turn: str) -> bool:
    """The agent turned the wheel over one of several controls, but not over the requested one in that direction.

    Args:
        event: The event.
        panes: The names of the controls that can be scrolled.
        than: The name of the one that was asked for.
        turn: The direction, "up" or "down".
    """
    if type(event) is not ScrollEvent or not event.dy or all(not _equal(pane, event.pane) for pane in panes):
        return False
    return not _equal(than, event.pane) or (event.dy > 0) is not (turn == "down")


def _equal(text: str, shown: str) -> bool:
    return plain(shown) == plain(text)


def _begins(text: str, shown: str) -> bool:
    return f"{plain(shown)} ".startswith(f"{plain(text)} ")


@check("check_keyboard_types", subject="event")
def keyboard_types(event: Event, text: str) -> bool:
    """The text was typed, at once or letter by letter (OmniBench's ``check_keyboard_types``)."""
    return type(event) is TextEvent and contains(event.text, text)


@check("keys_pressed", subject="event")
def keys_pressed(event: Event, keys: str) -> bool:
    """A chord was pressed: "ctrl+s". The order of its modifiers does not count."""
    *modifiers, key = keys.lower().split("+")
    return type(event) is KeyEvent and event.key == key and set(event.modifiers) == set(modifiers)


@check("mouse_scrolls", subject="event")
def mouse_scrolls(event: Event, direction: str) -> bool:
    """The wheel was turned "up", "down", "left" or "right"."""
    if type(event) is not ScrollEvent:
        return False
    amount = {"up": -event.dy, "down": event.dy, "left": -event.dx, "right": event.dx}
    return amount.get(direction, 0.0) > 0


@check("drags", subject="event")
def drags(event: Event, text: str, onto: str) -> bool:
    """One element was dragged onto another."""
    return type(event) is DragEvent and same(text, event.text) and same(onto, event.onto)
