"""Why a step is wrong: OmniGUI's error patterns (4.4) and the others that its metrics tell apart, by stated rules."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from omnigym.benchmarks.omnigui.metrics.exact_match import exact_match
from omnigym.benchmarks.omnigui.metrics.type_match import type_match
from omnigym.codecs.omnigui import Annotation, OmniGUIAction

__all__ = ["STEP_ERRORS", "StepError", "step_error"]

StepError: TypeAlias = Literal[
    "format", "auditory neglect", "too early", "wrong primitive", "spatial grounding", "wrong text"
]
STEP_ERRORS: Final[tuple[StepError, ...]] = get_args(StepError)


def step_error(gold: Annotation, said: OmniGUIAction | None, level: str = "") -> StepError | None:
    """The class of a wrong step; None of one that is right by the rule ``paper``. The first rule that holds decides:

    1. format: no action can be read, or not its place or text.
    2. auditory neglect: NONE is said where the demonstration acts, and the task needs its sound or film. That the cue
       was heard and not seen, no data say; the paper's example is of this form (T4014).
    3. too early: an action is said where the demonstration waits.
    4. wrong primitive: any other action than the right one.
    5. wrong text: of INPUT.
    6. spatial grounding: the right action elsewhere.

    Args:
        gold: The right action.
        said: The answer; None if no action can be read in it.
        level: How far the task needs what is heard and seen. Waiting in a task that is "supportive" or "present" is the
            wrong primitive; if it is not known ("") it is taken for neglect.
    """
    if said is None or said.problem:
        return "format"
    if exact_match(gold, said, "paper"):
        return None
    if not type_match(gold, said):
        if said.name == "NONE" and level in ("critical", ""):
            return "auditory neglect"
        return "too early" if gold.name == "NONE" else "wrong primitive"
    return "wrong text" if gold.name == "INPUT" else "spatial grounding"
