"""Exact Match (EM), OmniGUI 3.4, under two rules: the paper's words, and the published scorer."""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias, get_args

from omnigym.actions import Point
from omnigym.benchmarks.omnigui.metrics.type_match import type_match
from omnigym.codecs.omnigui import Annotation, OmniGUIAction, Place

__all__ = ["RULES", "Rule", "exact_match"]

Rule: TypeAlias = Literal["paper", "published"]
RULES: Final[tuple[Rule, ...]] = get_args(Rule)

#: How far from an annotated point is right, in thousandths of the screen's sides. The paper has boxes only.
_NEAR: Final = 140.0
#: A share of the screen is written in thousandths, and read back with rounding errors.
_ROUNDING: Final = 1e-6
_POSITIONAL: Final = frozenset({"TAP", "DOUBLE_TAP", "LONG_PRESS"})
_SWIPES: Final = frozenset({"SWIPE_UP", "SWIPE_DOWN", "SWIPE_LEFT", "SWIPE_RIGHT"})
#: The published scorer has no branch for these, so that they never match.
_FORGOTTEN: Final = frozenset({"NONE", "DOUBLE_TAP"})


def exact_match(gold: Annotation, said: OmniGUIAction | None, rule: Rule = "paper") -> bool:
    """Whether an answer names the right action with the right place or text; the mean over steps is the rate.

    ``paper``: taps and presses are in one of the boxes, swipes begin and end in theirs, a text is the same letter by
    letter. What is not annotated, such as where a swipe begins, may be anything. A place that is annotated as a point
    is right within 140 thousandths of the screen's sides, as in the published scorer: the paper has boxes alone.

    ``published``: as the scorer that is published with the data. NONE and DOUBLE_TAP never match. The first box alone
    counts, in whole thousandths, the rest cut off. Of a swipe whose end is not annotated, or not said, the start alone
    counts; one without an annotated start never matches. Of two texts in small letters and without space around them,
    either is in the other; nothing at all matches none. Answers are parsed by our codec, which guesses less: an answer
    without an action is wrong here, while that scorer takes a lone position for TAP.

    Args:
        gold: The right action.
        said: The answer; None if no action can be read in it, which is wrong.
        rule: One of `RULES`.
    """
    if said is None or said.problem or not type_match(gold, said):
        return False
    if rule == "published" and gold.name in _FORGOTTEN:
        return False
    if gold.name in _POSITIONAL:
        return _at(gold.touch, said.start, gold.size, rule)
    if gold.name in _SWIPES:
        if not _at(gold.touch, said.start, gold.size, rule):
            return False
        start_alone = rule == "published" and (gold.lift is None or said.end is None)
        return start_alone or _at(gold.lift, said.end, gold.size, rule)
    if gold.name == "INPUT":
        return _same(gold.text, said.text or "", rule)
    return True


def _at(place: Place | None, at: Point | None, size: tuple[int, int], rule: Rule) -> bool:
    if place is None:
        return rule == "paper"
    if at is None:
        return False
    cut = _whole if rule == "published" else float
    x, y = (cut(share * 1000) for share in at)
    if place.point is not None:
        px, py = (cut(1000 * pixels / side) for pixels, side in zip(place.point, size, strict=True))
        return math.hypot(x - px, y - py) <= _NEAR + _ROUNDING
    for left, top, right, bottom in place.boxes[:1] if rule == "published" else place.boxes:
        (x1, x2), (y1, y2) = [
            [cut(1000 * pixels / side) for pixels in ends]
            for ends, side in zip(((left, right), (top, bottom)), size, strict=True)
        ]
        if x1 - _ROUNDING <= x <= x2 + _ROUNDING and y1 - _ROUNDING <= y <= y2 + _ROUNDING:
            return True
    return False


def _whole(thousandths: float) -> float:
    return float(math.floor(thousandths + _ROUNDING))


def _same(gold: str, said: str, rule: Rule) -> bool:
    if rule == "paper":
        return gold == said
    if not said:
        return False
    first, second = gold.lower().strip(), said.lower().strip()
    return first in second or second in first
