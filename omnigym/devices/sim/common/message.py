"""What a message box says, for whoever opens one: an app, or what disturbs."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["MessageBox"]


class MessageBox(NamedTuple):
    """What a message box says.

    Attributes:
        title: Of its window.
        text: The message; lines are wrapped.
        buttons: What they say, left to right; the first is the default one.
        cancel: Which of them Escape presses, or "".
        kind: "info", "warning", "error" or "question".
    """

    title: str
    text: str
    buttons: tuple[str, ...] = ("OK",)
    cancel: str = ""
    kind: str = "info"
