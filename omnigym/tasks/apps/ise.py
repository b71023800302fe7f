"""Steps, oracles and runs of ise that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import wrong_run
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


class Prompt:
    """Lines typed at a prompt, whatever stands there.

    Args:
        key: The console's key.
    """

    def __init__(self, key: str) -> None:
        self._key = key

    def __call__(self, ui: UI, *lines: str) -> Iterator[Action]:
        """The actions; the console is on the screen."""
        yield ui.click(self._key)
        yield ui.press("escape")
        for line in lines:
            yield ui.type(f"{line}\n")


_PROMPT = Prompt("console")


@word
def at_prompt(ui: UI, *lines: str) -> Iterator[Action]:
    """Lines entered in the console."""
    yield from in_front(ui)
    if ui.find("console") is None:
        yield ui.press("1", "ctrl")
    yield from _PROMPT(ui, *lines)


@wrong_run("ise/set-policy")
def for_both(ui: UI, policy: str, scope: str, **_: str) -> Iterator[Action]:
    """For the others first, whom nobody named."""
    scopes = sorted(("CurrentUser", "LocalMachine"), key=lambda name: name == scope)
    yield from at_prompt(ui, *[f"Set-ExecutionPolicy {policy} -Scope {name}" for name in scopes])
