"""What the subtasks of the terminal share."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.subtask import UI

__all__ = ["TERMINAL", "command", "run"]

#: What is the same for all of them.
TERMINAL: Mapping[str, object] = {"app": "terminal", "platforms": ("linux",)}


def run(ui: UI, *commands: str) -> Iterator[Action]:
    """Commands typed at the prompt, in the home; what stood there is thrown away."""
    yield from in_front(ui)
    yield ui.press("c", "ctrl")
    yield ui.type(" && ".join(("cd", *commands)) + "\n")


def command(*words: str) -> str:
    """A command as a shell reads it; "~/" at the start of a word stays the home.

    >>> command("cat", "~/To do/a.txt", "b c")
    "cat ~/'To do/a.txt' 'b c'"
    """
    return " ".join([f"~/{shlex.quote(w[2:])}" if w.startswith("~/") and w[2:] else shlex.quote(w) for w in words])
