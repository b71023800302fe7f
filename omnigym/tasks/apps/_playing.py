"""Steps with players of sounds and videos."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Click
from omnigym.tasks.subtask import UI

__all__ = ["seek"]

#: The knob's width over a slider's height: it does not go beyond the ends.
_KNOB = 18 / 24


def seek(ui: UI, key: str, share: float) -> Iterator[Action]:
    """A click on the line of a track: ``share`` of its length behind the beginning, 0..1."""
    node = ui.find(key)
    if node is None:
        yield ui.click(key)
        return
    x, y, w, h = node.bounds
    inside = _KNOB * h / 2 + share * (w - _KNOB * h)
    yield Click(((x + inside) / ui.size[0], (y + h / 2) / ui.size[1]))
