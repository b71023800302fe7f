"""The numbering of element actions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from omnigym.actions import MODIFIERS, Action, Done, Fail, Modifier, Press
from omnigym.errors import ActionError, ConfigError

__all__ = ["KEYS", "TEXT_VERBS", "VERBS", "Choice", "ElementLayout", "key_action"]

VERBS: Final[tuple[str, ...]] = ("click", "double_click", "right_click", "scroll_down", "scroll_up")
TEXT_VERBS: Final[tuple[str, ...]] = ("type", "type_enter")
#: The keys of element actions by default. "done" and "fail" may be added: they end the episode.
KEYS: Final[tuple[str, ...]] = (
    *("enter", "escape", "tab", "delete", "backspace", "f2", "f12", "home", "end"),
    *("ctrl+a", "ctrl+c", "ctrl+x", "ctrl+v", "ctrl+z", "ctrl+s", "ctrl+n", "ctrl+o", "ctrl+f", "ctrl+h"),
    *("ctrl+home", "ctrl+end", "ctrl+shift+n", "ctrl+shift+s"),
)


class Choice(NamedTuple):
    """The parts of an element action.

    Attributes:
        kind: "node", "text" or "key".
        node: Row of the node in the tree, or -1.
        verb: One of the layout's verbs, text verbs or keys.
        candidate: Index of the text candidate, or -1.
    """

    kind: str
    node: int
    verb: str
    candidate: int


@dataclass(frozen=True)
class ElementLayout:
    """The numbering: node verbs, then text verbs, then keys.

    With node n, verb v and candidate c, the numbers are ``n * len(verbs) + v``, then
    ``((n * len(text_verbs)) + v) * candidates + c``, then the index of the key.

    Attributes:
        nodes: The number of rows of the tree that can be acted on, beginning with the first.
        verbs: Verbs on a node.
        text_verbs: Verbs on a node with a text candidate.
        candidates: The number of text candidates.
        keys: Keys and chords ("ctrl+s"), pressed without a node; "done" and "fail" end the episode.

    >>> layout = ElementLayout(2, ("click",), ("type",), 3, ("enter",))
    >>> layout.size, layout.choice(1), layout.choice(8).verb
    (9, Choice(kind='node', node=1, verb='click', candidate=-1), 'enter')
    >>> layout.choice(7)
    Choice(kind='text', node=1, verb='type', candidate=2)
    """

    nodes: int
    verbs: tuple[str, ...] = VERBS
    text_verbs: tuple[str, ...] = TEXT_VERBS
    candidates: int = 8
    keys: tuple[str, ...] = KEYS

    def __post_init__(self) -> None:
        for name, got, known in (("verbs", self.verbs, VERBS), ("text_verbs", self.text_verbs, TEXT_VERBS)):
            if not set(got) <= set(known):
                raise ConfigError(f"{name} must be some of {', '.join(known)}, got {', '.join(got)}.")
        if self.nodes < 1 or self.candidates < 1 or not self.keys:
            raise ConfigError(
                f"Element actions need at least one node, candidate and key, got nodes={self.nodes}, "
                f"candidates={self.candidates}, keys={self.keys}."
            )
        for key in self.keys:
            key_action(key)

    @cached_property
    def text_start(self) -> int:
        """The number of the first text action."""
        return self.nodes * len(self.verbs)

    @cached_property
    def key_start(self) -> int:
        """The number of the first key action."""
        return self.text_start + self.nodes * len(self.text_verbs) * self.candidates

    @cached_property
    def size(self) -> int:
        """The number of actions."""
        return self.key_start + len(self.keys)

    def choice(self, number: int) -> Choice:
        """Return the parts of the action with a number.

        Raises:
            ActionError: It is not in [0, size).
        """
        if not 0 <= number < self.size:
            raise ActionError(f"An element action is a number from 0 to {self.size - 1}, got {number}.")
        if number < self.text_start:
            node, verb = divmod(number, len(self.verbs))
            return Choice("node", node, self.verbs[verb], -1)
        if number < self.key_start:
            rest, candidate = divmod(number - self.text_start, self.candidates)
            node, verb = divmod(rest, len(self.text_verbs))
            return Choice("text", node, self.text_verbs[verb], candidate)
        return Choice("key", -1, self.keys[number - self.key_start], -1)

    @cached_property
    def doings(self) -> tuple[str, ...]:
        """All verbs, text verbs and keys, without nodes and texts."""
        return (*self.verbs, *self.text_verbs, *self.keys)

    def number(self, choice: Choice) -> int:
        """Return the number of an action by its parts; the inverse of `choice`."""
        if choice.kind == "node":
            return choice.node * len(self.verbs) + self.verbs.index(choice.verb)
        if choice.kind == "text":
            row = choice.node * len(self.text_verbs) + self.text_verbs.index(choice.verb)
            return self.text_start + row * self.candidates + choice.candidate
        return self.key_start + self.keys.index(choice.verb)


def key_action(key: str) -> Action:
    """Return the action for a key, a chord, "done" or "fail".

    Raises:
        ConfigError: A modifier is unknown.

    >>> key_action("ctrl+s")
    Press(key='s', modifiers=('ctrl',), count=1)
    """
    if key in ("done", "fail"):
        return Done() if key == "done" else Fail()
    *held, last = key.split("+")
    modifiers: tuple[Modifier, ...] = tuple(m for m in MODIFIERS if m in held)
    if len(modifiers) != len(held):
        raise ConfigError(f"Cannot read the key {key!r}: expected modifiers ({', '.join(MODIFIERS)}) and a key.")
    return Press(last, modifiers)
