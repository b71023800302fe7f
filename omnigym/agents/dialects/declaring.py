"""The two halves of a space (CRAB B.2, by environment): acting in an environment, and declaring the end."""

from __future__ import annotations

import json
from typing import ClassVar, Final

from omnigym.actions import Action, CallUser, Done, Fail, Invalid, Submit
from omnigym.agents.dialects.dialect import Arguments, Dialect, Function, text

__all__ = ["ENDS", "ROOT_NAMES", "Inside", "RootDialect"]

_SKIP: Final = Function("skip", "Do nothing at this step.")
ENDS: Final = (Done, Fail, Submit, CallUser)
#: What these are called in the papers' spaces.
_END_NAMES: Final = frozenset(
    ("done", "fail", "submit", "call_user", "finish", "complete", "task_complete", "task_impossible")
)
#: What they call all that is of no device: these, and waiting.
ROOT_NAMES: Final = _END_NAMES | {"wait", "none"}


class Inside(Dialect):
    """An action space with ``skip`` and without the functions that end an episode, for an agent in one environment.

    Args:
        whole: The space.
    """

    NAME: ClassVar[str] = "inside"

    def __init__(self, whole: Dialect) -> None:
        super().__init__(whole.marked)
        self._whole = whole

    def own_functions(self) -> tuple[Function, ...]:
        """Return the functions that end nothing, and ``skip``."""
        return (*[f for f in self._whole.functions() if f.name.lower() not in _END_NAMES], _SKIP)

    def functions(self) -> tuple[Function, ...]:
        """Return the same functions; answers belong to root."""
        return self.own_functions()

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        if name == _SKIP.name:
            return ()
        actions = self._whole.read(name, arguments)
        if any(isinstance(a, ENDS) for a in actions):
            return (Invalid(f"{name}({json.dumps(arguments, default=str)})", "only root declares how the task ended"),)
        return actions

    def places(self) -> str:
        """Return the description of positions of the whole space."""
        return self._whole.places()

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, object]], ...]:
        return self._whole.say(action)

    def to_json(self, name: str, arguments: Arguments) -> dict[str, object]:
        """Return a call as a JSON object, like the whole space."""
        return self._whole.to_json(name, arguments)

    def from_json(self, data: Arguments) -> tuple[str, object]:
        """Return the name and arguments of a JSON object, like the whole space."""
        return self._whole.from_json(data)


class RootDialect(Dialect):
    """The functions that belong to no device (CRAB's root environment).

    Args:
        skipping: Whether it says ``skip`` of everything.
    """

    NAME: ClassVar[str] = "root"

    def __init__(self, skipping: bool = False) -> None:
        super().__init__()
        self._skipping = skipping

    def own_functions(self) -> tuple[Function, ...]:
        """Return declarations and ``skip``."""
        return (
            Function("complete", "Declare that the whole task is complete."),
            Function("fail", "Declare that the task cannot be done."),
            Function("submit", "Give the answer that the task asks for.", {"answer": text("")}, ("answer",)),
            _SKIP,
        )

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        if name == "submit":
            return (Submit(arguments["answer"]),)
        if name == _SKIP.name:
            return ()
        return (Done() if name == "complete" else Fail(),)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, object]], ...]:
        match None if self._skipping else action:
            case Submit(answer):
                return (("submit", {"answer": answer}),)
            case Fail():
                return (("fail", {}),)
            case Done():
                return (("complete", {}),)
        return ((_SKIP.name, {}),)
