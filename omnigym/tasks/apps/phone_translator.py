"""Steps of the Translator of the phone that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Node, Role
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.step_library.phone import at_root, by_name, fill_in, found
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


def _button(ui: UI, *names: str) -> Node:
    """A button of one of these names."""
    for name in names:
        node = ui.node(Role.BUTTON, name)
        if node is not None:
            return node
    raise OracleError(f"The oracle expected a button {names[0]!r} in the Translator.")


@word
def recordings(ui: UI) -> Iterator[Action]:
    """The recordings."""
    yield from at_root(ui, "translator.tabs")
    yield ui.click("translator.tab.recordings")


@word
def play_recording(ui: UI, title: str) -> Iterator[Action]:
    """A recording played from its beginning."""
    yield from recordings(ui)
    yield from found(ui, title)
    yield ui.click(_button(ui, f"Listen to {title}"))


@word
def star_recording(ui: UI, title: str) -> Iterator[Action]:
    """A star for a recording that has none."""
    yield from found(ui, title)
    if ui.node(Role.BUTTON, f"Remove star from {title}") is None:
        yield ui.click(_button(ui, f"Star {title}"))


@word
def star_phrase(ui: UI, phrase: str) -> Iterator[Action]:
    """A star for a phrase that has none."""
    yield from at_root(ui, "translator.tabs")
    yield ui.click("translator.tab.phrases")
    yield from star_recording(ui, phrase)


@word
def talk_with(ui: UI, person: str) -> Iterator[Action]:
    """Somebody who speaks at once."""
    yield from at_root(ui, "translator.tabs")
    yield ui.click("translator.tab.talk")
    yield from by_name(ui, person)


@word
def reply_by(ui: UI, reply: str) -> Iterator[Action]:
    """One of the replies that are offered."""
    yield ui.click(_button(ui, reply))


@word
def reply_unlike(ui: UI, reply: str) -> Iterator[Action]:
    """The first reply that is another one."""
    replies = [n for n in ui.tree.nodes if n.key.startswith("translator.reply.") and n.name != reply]
    yield ui.click(replies[0])


@word
def translate_text(ui: UI, text: str) -> Iterator[Action]:
    """A text in British words, translated."""
    yield from at_root(ui, "translator.tabs")
    yield ui.click("translator.tab.translate")
    yield from fill_in(ui, "translator.draft", text)
    yield ui.press("enter")
