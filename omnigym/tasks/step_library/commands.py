"""Commands of apps, done to records, by the keys that follow from what the app declares (`omnigym.sim.commands`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias, cast

from omnigym.actions import Action, Modifier
from omnigym.errors import OracleError
from omnigym.tasks.app_metadata import control_of, shortcut_of
from omnigym.tasks.step_library.phone import hold
from omnigym.tasks.step_library.steps import answer, in_front, scroll_to
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, subtask
from omnigym.tasks.templates import fill

#: How a command is reached: by its button, its shortcut, the context menu of its record, or, on a phone, the menu of a
#: long press.
Via: TypeAlias = Literal["button", "key", "menu", "hold"]


@word
def pick(ui: UI, record: str) -> Iterator[Action]:
    """A record on the screen, and chosen by a click."""
    yield from _reach(ui, record)
    yield ui.click("record", name=record)


def _reach(ui: UI, record: str) -> Iterator[Action]:
    if ui.find("record", name=record) is None:
        yield from scroll_to(ui, "record", "records", name=record)


def _by_button(ui: UI, command: str, record: str) -> Iterator[Action]:
    if record:
        yield from pick(ui, record)
    yield ui.click(control_of(ui.platform, ui.app, command))


def _by_key(ui: UI, command: str, record: str) -> Iterator[Action]:
    keys = shortcut_of(ui.platform, ui.app, command)
    if not keys:
        raise OracleError(f"The app {ui.app!r} declares no shortcut for {command!r}.")
    if record:
        yield from pick(ui, record)
    yield ui.press(keys[-1], *cast(tuple[Modifier, ...], keys[:-1]))


def _by_menu(ui: UI, command: str, record: str) -> Iterator[Action]:
    yield from _reach(ui, record)
    yield ui.right_click("record", name=record)
    yield ui.click(control_of(ui.platform, ui.app, f"menu.{command}"))


def _by_hold(ui: UI, command: str, record: str) -> Iterator[Action]:
    yield from hold(ui, record)
    yield ui.click(control_of(ui.platform, ui.app, f"menu.{command}"))


_WAYS: Mapping[str, Callable[[UI, str, str], Iterator[Action]]] = {
    "button": _by_button,
    "key": _by_key,
    "menu": _by_menu,
    "hold": _by_hold,
}


def do(ui: UI, command: str, record: str = "", via: Via = "button") -> Iterator[Action]:
    """A command of the app in front.

    Args:
        ui: The screen.
        command: Its name.
        record: What the app's "record" is called that it is done to; "" for the one that is chosen.
        via: How it is reached.

    Raises:
        OracleError: What is to be clicked is not there, or there is no shortcut.
    """
    return _WAYS[via](ui, command, record)


@word
def command(ui: UI, command: str, record: str = "", via: Via = "button") -> Iterator[Action]:
    """A command of the app in front, done to a record; via button, key, menu or hold."""
    return do(ui, command, record, via)


def _begin(ui: UI, _values: Mapping[str, object]) -> Iterator[Action]:
    return in_front(ui)


def command_subtask(
    command: str,
    *,
    record: str = "",
    via: Via = "button",
    begin: Callable[[UI, Mapping[str, Any]], Iterator[Action]] = _begin,
    then: tuple[str, ...] = (),
    text: str = "",
    **attributes: object,
) -> None:
    """Register a subtask that is one command done to one record; its oracle follows from that.

    Args:
        command: The command.
        record: The record's name, a template of parameters; "" for none.
        via: How the oracle reaches the command.
        begin: What the oracle does first, of the screen and the parameters: bring the right page to the front.
        then: Keys of what it clicks afterwards, where that is there, templates: a choice, the answer to a question.
        text: What it types at last, a template.
        attributes: Those of `omnigym.tasks.subtask.Subtask`.
    """

    def oracle(ui: UI, **values: Any) -> Iterator[Action]:
        yield from begin(ui, values)
        yield from do(ui, command, fill(record, values), via)
        for key in then:
            yield from answer(ui, fill(key, values))
        if text:
            yield ui.type(fill(text, values))

    oracle.__doc__ = f"The command {command}, by {via}."
    oracle.__qualname__ = f"{command} of {record} by {via} for {attributes['id']}"  # who registers an id twice is told
    subtask(**attributes)(oracle)
