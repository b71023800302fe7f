"""Values of the calls for which one has to hear."""

from __future__ import annotations

from omnigym.tasks.step_registry import value


@value
def other_answer(key: str) -> str:
    """The other answer to a call."""
    return {"answer": "decline", "decline": "answer"}[key]


@value
def other_digit(digit: str) -> str:
    """Another key of the keypad."""
    return str((int(digit) + 1) % 10)


@value
def other_mail(n: str) -> str:
    """Another one of three voice mails."""
    return str(int(n) % 3 + 1)
