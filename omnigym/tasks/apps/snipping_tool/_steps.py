"""What the subtasks of Snipping Tool share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.subtask import UI, Effect

__all__ = ["KEPT", "SNIPPING", "snip"]

#: What is the same for all of them.
SNIPPING: Mapping[str, object] = {"app": "snipping_tool", "platforms": ("windows",)}
#: Every snip is kept among the screenshots as well.
KEPT = (Effect("add", "Pictures/Screenshots"), Effect("add", "Pictures/Screenshots/*"))
_MODES = ("rectangle", "window", "screen")


def snip(ui: UI, mode: str) -> Iterator[Action]:
    """A snip of all or of the window in front, by the button New."""
    yield ui.click("snipping_tool.mode")
    yield ui.click(f"snipping_tool.mode.{_MODES.index(mode)}")
    yield ui.click("snipping_tool.new")
