"""Milestones that subtasks of the phone's apps share.

None asks for a heading, a link or a window alone: the layout that a phone tells over adb does not tell these apart.
"""

from __future__ import annotations

from omnigym.evaluation.condition import Condition, all_of, any_of
from omnigym.tasks.apps._milestones import written

__all__ = [
    "ADDRESSED",
    "COMPOSING",
    "MAIL_OPEN",
    "asked",
    "at_hand",
    "button",
    "field",
    "filled",
    "listed",
    "named",
    "offered",
    "option",
    "titled",
    "toggle",
]


def _control(name: str, role: str) -> Condition:
    return Condition("control_exists", {"name": name, "role": role})


def named(name: str) -> Condition:
    """A control has exactly that name, such as the title of what is open."""
    return Condition("control_exists", {"name": name})


def titled(name: str) -> Condition:
    """That is the title of a screen, or plain text of it: over adb a title is no more than that."""
    return any_of(_control(name, "heading"), _control(name, "text"))


def listed(name: str) -> Condition:
    """A row of a list has exactly that name."""
    return _control(name, "list_item")


def button(name: str) -> Condition:
    """The screen with that button is open: one that no other screen on the way has."""
    return _control(name, "button")


def toggle(name: str) -> Condition:
    """The screen with that toggle is open, be it on or off."""
    return _control(name, "toggle")


def option(name: str) -> Condition:
    """That choice can be made, of several that exclude each other."""
    return _control(name, "radio")


def offered(command: str) -> Condition:
    """A menu with that command is open."""
    return _control(command, "menu_item")


def asked(title: str) -> Condition:
    """The dialog with that title is open."""
    return _control(title, "dialog")


def field(name: str) -> Condition:
    """The form with that field is open."""
    return _control(name, "text_field")


def filled(name: str, text: str) -> Condition:
    """That field holds the text and no other."""
    return Condition("control_exists", {"name": name, "role": "text_field", "value": text})


def at_hand(opened: Condition, command: str) -> Condition:
    """A thing is open, or the menu of its row is: either is one step from the goal."""
    return any_of(opened, offered(command))


#: A mail "{subject}" is open.
MAIL_OPEN = named("{subject}")
#: A mail is being written.
COMPOSING = field("Subject")
#: It says who gets it and what it is about.
ADDRESSED = all_of(written("{to}"), filled("Subject", "{subject}"))
