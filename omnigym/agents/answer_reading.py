"""Reading a model's answer in an action space, and the spaces that would read it."""

from __future__ import annotations

from typing import Final

from omnigym.actions import Action, Invalid, On
from omnigym.agents.dialects import GRAMMARS, MODEL_SPACES, SPACES, View, calls_in, make_dialect
from omnigym.agents.dialects.call_syntax import Form
from omnigym.agents.model import Answer

__all__ = ["form_of", "read_answer", "spaces_that_read"]

_TEXT_FORMS: Final[tuple[Form, ...]] = ("json", "code")


def form_of(space: str) -> Form:
    """The form of a space in text: its grammar, or JSON; code of PyAutoGUI's."""
    return "own" if space in GRAMMARS else "code" if space == "pyautogui" else "json"


def read_answer(
    text: str, space: str, form: Form | None = None, platform: str = "windows", size: tuple[int, int] = (1000, 1000)
) -> tuple[Action | On, ...]:
    """The actions of an answer, or an `Invalid` with the reason.

    Args:
        text: All that the model said.
        space: A space's name.
        form: How it is said; None for the space's own in text.
        platform: What the device stands for.
        size: The (width, height) in pixels of the picture that the model saw.

    Raises:
        UnknownNameError: There is no such space.
    """
    dialect = make_dialect(space, platform, marked=False)
    dialect.look(View(size, size))
    said = calls_in(Answer(text, finish_reason="stop"), dialect, form or form_of(space))
    return tuple([action for one in said for action in one.actions])


def spaces_that_read(text: str, platform: str = "windows", size: tuple[int, int] = (1000, 1000)) -> tuple[str, ...]:
    """The spaces that read all of an answer, as options of the agent ``chat``: ``space=qwen``."""
    found = []
    for space in (*SPACES, *MODEL_SPACES):
        if make_dialect(space, platform, marked=False).ENDS_IN_WORDS:
            continue  # reads any words as the end
        forms: tuple[Form, ...] = ("own",) if space in GRAMMARS else _TEXT_FORMS
        for form in forms:
            actions = read_answer(text, space, form, platform, size)
            if actions and not any(isinstance(action, Invalid) for action in actions):
                found.append(f"space={space}" + ("" if form == "own" else f",form={form}"))
    return tuple(found)
