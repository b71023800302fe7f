"""The instruction of what was found by exploring, from the labels of what was pressed."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.a11y import Node, Role, State
from omnigym.tasks.synthesis.discovery.steps import Step

__all__ = ["said"]

_SWITCHES = frozenset({Role.SWITCH, Role.CHECKBOX, Role.TOGGLE})
_CONFIRMING = frozenset({"ok", "save", "add", "create", "apply", "done", "yes", "send", "delete", "rename"})


def said(title: str, steps: Sequence[Step], last: Node) -> str:
    """A sentence for a way, a template.

    Args:
        title: What the app is called.
        steps: The way, templates.
        last: The node of the last click, as it was before that.

    >>> from omnigym.tasks.synthesis.discovery.steps import Step
    >>> entry = Node(0, -1, Role.MENU_ITEM, "Delete task", "", State.NONE, (0, 0, 9, 9), "", 0)
    >>> said("To Do", [Step("right_click", "{item}"), Step("click", "Delete task")], entry)
    "In To Do, choose Delete task for '{item}'."
    """
    clicked = [s for s in steps if s.do not in ("type", "press") and s.name]
    names = ["'{item}'" if s.name == "{item}" else s.name for s in clicked]
    if any(s.do == "type" for s in steps):
        *names, field = [n for n in names if n.casefold() not in _CONFIRMING] or [""]
        deed = f"enter '{{text}}'{f' in {field}' if field else ''}"
        if last.value and last.name == field:
            deed = f"change {field} to '{{text}}'"
    else:
        *names, label = names or [""]
        verb = "choose"
        if last.role in _SWITCHES:
            verb = "turn off" if last.has(State.CHECKED) else "turn on"
        deed = f"{verb} {label}".strip()
    way = [n for n in names if n != "'{item}'"]
    whom = " for '{item}'" if "'{item}'" in names else ""
    where = f"under {' and '.join(way)}, " if way else ""
    return f"In {title}, {where}{deed}{whom}."
