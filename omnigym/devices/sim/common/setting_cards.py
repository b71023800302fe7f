"""What sets a setting, on the card of a settings app: a switch, a combo box, a slider, or the way to another page.

The controls send ``("set", setting, value)``, ``("choose", key, label)`` and ``("level", setting, value)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.devices.sim.common.setting_pages import Card, Choice, Fact, Go, Level, Toggle
from omnigym.devices.sim.ui.controls import Span, slider, switch
from omnigym.devices.sim.ui.nodes import FILL, Component, Node, memo
from omnigym.devices.sim.ui.widgets import combo, icon, text

__all__ = ["Frame", "card_line", "label_of"]

_CONTROL_W, _SLIDER_W = 210, 168
#: What a platform puts around the controls: ``frame(card, *controls)``.
Frame: TypeAlias = Callable[..., Node]


def label_of(card: Card, settings: Mapping[str, str]) -> str:
    """What a combo box says of its setting."""
    assert isinstance(card.control, Choice)
    value = settings.get(card.control.setting, "")
    return next((label for known, label in card.control.options(settings) if known == value), value)


def card_line(frame: Frame, card: Card, settings: Mapping[str, str]) -> Component:
    """One card, made anew only when what it shows is another value."""
    control = card.control
    if isinstance(control, Go):
        return memo(_link, frame, card, w=FILL)
    if isinstance(control, Fact):
        return memo(_fact, frame, card, control.value(settings), w=FILL)
    value = settings.get(control.setting, "")
    if isinstance(control, Choice):
        labels = tuple([label for _, label in control.options(settings)])
        return memo(_choice, frame, card, label_of(card, settings), labels, w=FILL)
    return memo(_toggle if isinstance(control, Toggle) else _level, frame, card, value, w=FILL)


def _link(frame: Frame, card: Card) -> Node:
    return frame(card, icon("chevron-right", style="muted", size=12))


def _fact(frame: Frame, card: Card, value: str) -> Node:
    return frame(card, text(value, style="muted", key=card.key))


def _choice(frame: Frame, card: Card, label: str, labels: tuple[str, ...]) -> Node:
    return frame(card, combo(card.key, label, labels, name=card.title, w=_CONTROL_W, change=("choose", card.key)))


def _toggle(frame: Frame, card: Card, value: str) -> Node:
    assert isinstance(card.control, Toggle)
    on = value == "on"
    knob = switch(card.key, checked=on, name=card.title, click=("set", card.control.setting, "off" if on else "on"))
    return frame(card, text("On" if on else "Off", role=None), knob)


def _level(frame: Frame, card: Card, value: str) -> Node:
    assert isinstance(card.control, Level)
    level = min(int(value), 100) if value.isdecimal() else 0
    knob = slider(card.key, Span(level), name=card.title, w=_SLIDER_W, change=("level", card.control.setting))
    return frame(card, text(str(level), style="number", w=28, role=None), knob)
