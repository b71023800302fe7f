"""Type Match (TM), OmniGUI 3.4."""

from __future__ import annotations

from omnigym.codecs.omnigui import Annotation, OmniGUIAction

__all__ = ["type_match"]


def type_match(gold: Annotation, said: OmniGUIAction | None) -> bool:
    """Whether an answer names the right action, wherever it does it; the mean over steps is the rate.

    Args:
        gold: The right action.
        said: The answer; None if no action can be read in it, which is wrong.
    """
    return said is not None and said.name == gold.name
