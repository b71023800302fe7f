"""Forms: a record, or a draft of one, as lines that are filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from omnigym.devices.sim.ui.nodes import FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, checkbox, combo, field, text

__all__ = ["Line", "filled", "form"]

T = TypeVar("T", bound=tuple[object, ...])


class Line(NamedTuple):
    """A line of a form.

    Attributes:
        name: The field of the draft that it fills.
        label: What stands before it.
        hint: What stands in it while it is empty; of a tick, behind it.
        options: What can be chosen: values of the field to what a person reads. Without them it is typed.
        tick: Whether it is a box to tick.
        day: Whether a calendar is offered beside it, by ``("pick", name)``.
        there: Whether the form of a draft has it.
    """

    name: str
    label: str
    hint: str = ""
    options: Mapping[Any, str] = MappingProxyType({})
    tick: bool = False
    day: bool = False
    there: Callable[[Any], bool] = lambda _draft: True


def form(prefix: str, lines: tuple[Line, ...], draft: Any, *, label_w: int = 92, gap: int = 8, icon: str = "") -> Node:
    """The lines, each of which sends ``("field", name, value)``; give `filled` what it says.

    Args:
        prefix: What their keys begin with: "people.form" makes "people.form.name".
        lines: They.
        draft: What is filled in.
        label_w: Room for the labels.
        gap: Between the lines.
        icon: Of the buttons that offer a calendar.
    """
    return column(*[_line(prefix, line, draft, label_w, icon) for line in lines if line.there(draft)], gap=gap)


def _line(prefix: str, line: Line, draft: Any, label_w: int, icon: str) -> Node:
    key, value, change = f"{prefix}.{line.name}", getattr(draft, line.name), ("field", line.name)
    label = text(line.label, style="muted", w=label_w, role=None)
    if line.tick:
        return row(label, checkbox(key, line.hint or line.label, checked=value, click=(*change, not value)))
    if line.options:
        shown = line.options.get(value, str(value))
        return row(label, combo(key, shown, tuple(line.options.values()), name=line.label, w=FILL, change=change))
    typed = field(key, value, name=line.label, placeholder=line.hint, whole=True, change=change, submit=("save",))
    pick = button(f"{key}.pick", icon=icon, name=f"Pick {line.label}", style="tool", click=("pick", line.name))
    return row(label, typed, pick if line.day else None, gap=4)


def filled(lines: tuple[Line, ...], draft: T, name: str, value: Any) -> T:
    """The draft after ``("field", name, value)``; Enter in a field says the same with ``("save",)``."""
    options = next((line.options for line in lines if line.name == name), {})
    chosen = next((known for known, label in options.items() if label == value), value)
    return draft._replace(**{name: chosen})  # type: ignore[attr-defined, no-any-return]
