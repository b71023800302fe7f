"""A line of text that is being edited: the address bar, a prompt, a file name. Plain data, no I/O."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from omnigym.actions import Key, Modifier

__all__ = ["LineEdit"]


@dataclass(frozen=True, slots=True)
class LineEdit:
    """The text, the caret and where the selection began.

    Attributes:
        text: What is in the line.
        caret: The caret's place, 0 to ``len(text)``.
        anchor: The selection is what lies between this and the caret.
    """

    text: str = ""
    caret: int = 0
    anchor: int = 0

    @classmethod
    def selected_all(cls, text: str) -> LineEdit:
        """A line whose whole text is selected, so that typing replaces it."""
        return cls(text, len(text), 0)

    @property
    def selection(self) -> str:
        """The selected text."""
        return self.text[min(self.caret, self.anchor) : max(self.caret, self.anchor)]

    def insert(self, text: str) -> LineEdit:
        """Type or paste over the selection; line breaks are left out.

        >>> LineEdit.selected_all("old").insert("new").text
        'new'
        """
        start, end = sorted((self.caret, self.anchor))
        text = "".join(c for c in text if c.isprintable())
        at = start + len(text)
        return LineEdit(self.text[:start] + text + self.text[end:], at, at)

    def press(self, key: Key, modifiers: tuple[Modifier, ...]) -> LineEdit:
        """Press a key that edits; any other changes nothing."""
        if "ctrl" in modifiers:
            return LineEdit.selected_all(self.text) if key == "a" else self
        if key in ("backspace", "delete"):
            return self._delete(-1 if key == "backspace" else 1)
        move = _MOVES.get(key)
        if move is None:
            return self
        caret = move(self)
        return replace(self, caret=caret, anchor=self.anchor if "shift" in modifiers else caret)

    def _delete(self, step: int) -> LineEdit:
        if self.caret != self.anchor:
            return self.insert("")
        other = min(max(self.caret + step, 0), len(self.text))
        return replace(self, anchor=other).insert("")


_MOVES: Mapping[Key, Callable[[LineEdit], int]] = {
    "left": lambda line: max(line.caret - 1, 0),
    "right": lambda line: min(line.caret + 1, len(line.text)),
    "home": lambda _line: 0,
    "end": lambda line: len(line.text),
}
