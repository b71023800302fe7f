"""Steps and oracles of the Assistant of the phone that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.sounds import about
from omnigym.tasks.step_library.listening import await_sound
from omnigym.tasks.step_library.phone import at_root, fill_in
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

#: Milliseconds between the end of an item of a list that is read and the beginning of the next, and of the first.
_BETWEEN, _FIRST = 2250, 2000


@word
def tell_assistant(ui: UI, text: str) -> Iterator[Action]:
    """A text that is typed and sent."""
    yield from fill_in(ui, "assistant.draft", text)
    yield ui.press("enter")


@word
def ask_assistant(ui: UI, text: str) -> Iterator[Action]:
    """The Assistant in front, asked something."""
    yield from at_root(ui, "assistant.page")
    yield from tell_assistant(ui, text)
    if ui.node(Role.KEYBOARD) is not None:
        yield ui.press("back")


@word
def suggestion(ui: UI, text: str) -> Iterator[Action]:
    """One of the suggestions."""
    yield ui.click(f"assistant.offer.{text}")


@word
def hear_again(ui: UI) -> Iterator[Action]:
    """What the Assistant said last, once more."""
    turns = [n for n in ui.tree.nodes if n.key.startswith("assistant.turn.")]
    if not turns:
        raise OracleError("The oracle expected something that was said.")
    yield ui.click(turns[-1])


@word
def forget_reminder(ui: UI, thing: str) -> Iterator[Action]:
    """A reminder deleted on the page of all."""
    node = ui.node(Role.BUTTON, f"Delete the reminder of {thing}")
    if node is None:
        raise OracleError(f"The oracle expected a reminder of {thing!r}.")
    yield ui.click(node)


@oracle("phone-assistant/stop-at-a-place")
def stop_at_a_place(ui: UI, piece: str, **values: str) -> Iterator[Action]:
    """Half a second or so after the item was said."""
    yield from ask_assistant(ui, values["ask"])
    items = [values[name] for name in ("one", "two", "three", "four")]
    lengths = [about(f"amber/place/{item}").milliseconds for item in items[: items.index(piece) + 1]]
    yield from await_sound(ui, _FIRST + sum(lengths) + _BETWEEN * (len(lengths) - 1))
    yield ui.click("assistant.pick")
