"""Sequence Score (SS): whether a script calls the right functions in the right order (OmniACT 4.1, Equation 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from omnigym.codecs.pyautogui_script import Call

__all__ = ["counted_calls", "sequence_score"]

#: Of the first action, and of each later one.
_FIRST: Final = 0.1
_LATER: Final = 1.0


def counted_calls(calls: Sequence[Call]) -> tuple[Call, ...]:
    """The calls that are actions: all but ``sleep``, which Table 2 does not have."""
    return tuple(call for call in calls if call.function != "sleep")


def sequence_score(gold: Sequence[Call], said: Sequence[Call]) -> float:
    """0.1 + (s - 1) for the s functions of the gold script if the other one calls the same in the same order, else 0.

    The functions are compared by name, so a ``click`` of two clicks is no ``doubleClick``; ``typewrite`` is ``write``.
    An empty gold script asks for nothing and is 0, and so is an empty script to any other. ``sleep`` does not count.

    >>> from omnigym.codecs import read_script
    >>> gold = read_script("pyautogui.click(100, 50); pyautogui.write('a'); pyautogui.press('enter')")
    >>> sequence_score(gold, gold), sequence_score(gold, gold[:2])
    (2.1, 0.0)
    """
    right = [call.function for call in counted_calls(gold)]
    if not right or right != [call.function for call in counted_calls(said)]:
        return 0.0
    return _FIRST + _LATER * (len(right) - 1)
