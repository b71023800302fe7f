"""Action Score (AS): how well a script with the right functions does the task (OmniACT 4.2, Equations 2 to 6).

There are two rules. ``"paper"`` is what the paper prints. ``"published"`` is what the published scorer computes, by
which the paper's Table 4 was made: AS = SS - M - K - W in each of its rows.

=====================  ========================================  ==========================================
.                      paper                                     published
=====================  ========================================  ==========================================
gold box               centred on the gold point, else the       the first one that is centred on the gold
                       smallest that holds it                    point exactly
mu of Eq. 2            1 / diagonal of the box                   diagonal of the box
keys of Eq. 3          a set                                     a set of hotkey, in order of press
BLEU of Eq. 4          of words, up to four                      of characters, up to two
a lone write, Eq. 4    is penalized in full                      as any other ("> 1" is left out)
=====================  ========================================  ==========================================
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from omnigym.benchmarks.omniact.metrics.sequence_score import counted_calls, sequence_score
from omnigym.codecs.pyautogui_script import RELATIVE, Call
from omnigym.errors import UnknownNameError

__all__ = ["RULES", "ActionScore", "Bounds", "Rule", "action_score", "bleu"]

Rule: TypeAlias = Literal["paper", "published"]
RULES: Final[tuple[Rule, ...]] = get_args(Rule)
#: (left, top, right, bottom) in pixels; what follows, such as a label, is passed over.
Bounds: TypeAlias = Sequence[Any]

_CLICKED: Final = frozenset({"click", "rightClick", "doubleClick", "moveTo", "dragTo"})
_PRESSED: Final = frozenset({"press", "hotkey"})
#: The longest n-grams of BLEU: of words as Papineni et al. have it, of letters as the published scorer.
_WORDS: Final = 4
_LETTERS: Final = 2


class ActionScore(NamedTuple):
    """The parts of a script's score; all in [0, ``ideal``].

    Attributes:
        ss: Sequence score.
        m, k, w: Penalties for places, keys and texts, summed over the actions.
        ideal: The gold script's sequence score, by which a sum over a data set is divided (Equation 6).
        boxless: Points of the gold script that no box has. Where there is one, the script cannot be judged.
    """

    ss: float
    m: float
    k: float
    w: float
    ideal: float
    boxless: int = 0

    @property
    def score(self) -> float:
        """The summand of Equation 6: max(SS - M - K - W, 0)."""
        return max(self.ss - self.m - self.k - self.w, 0.0)

    @property
    def ratio(self) -> float:
        """The script's own action score, in [0, 1]: over the gold's sequence score; 0 of an empty gold script."""
        return self.score / self.ideal if self.ideal else 0.0


def action_score(
    gold: Sequence[Call], said: Sequence[Call], boxes: Iterable[Bounds], rule: Rule = "published"
) -> ActionScore:
    """The score of a script beside the gold one.

    * Where the functions are not those of the gold script, all is 0, the penalties, too: they are weighted by SS.
    * A call without a point is where the last one left the pointer, in both scripts. A gold call without a point and
      without an earlier one has no place, and is not penalized; a script that has none where gold has one is, in full.
    * Of boxes with one centre the first counts (published), or the smallest (paper).
    * A box of one pixel or none, whose corners are the same, has no diagonal: a place on it is right, any other wrong.
    * How often a key is pressed, how far is scrolled and which button is used are not compared (as in the paper).
    * A script that is the gold one has a ratio of 1, but for a lone ``write`` under ``"paper"``, which Equation 4 as
      printed sets to 0. A point nearer to its box is never worse.

    Args:
        gold, said: The calls of both scripts (`omnigym.codecs.read_script`).
        boxes: The elements on the screen.
        rule: "paper" or "published".

    Raises:
        UnknownNameError: There is no such rule.

    >>> from omnigym.codecs import read_script
    >>> script = "pyautogui.click(100, 50); pyautogui.write('Paris'); pyautogui.press('enter')"
    >>> gold, said = read_script(script), read_script(script.replace("100", "150"))
    >>> [round(action_score(gold, said, [(80, 40, 120, 60)], rule).ratio, 3) for rule in ("paper", "published")]
    [0.667, 0.866]
    """
    if rule not in RULES:
        raise UnknownNameError("rule", rule, RULES)
    gold, said = counted_calls(gold), counted_calls(said)
    known = list(boxes)
    places = _places(gold)
    targets = {n: _gold_box(place, known, rule) for n, place in _clicked(gold, places)}
    boxless = sum(box is None for box in targets.values())
    ss, ideal = sequence_score(gold, said), sequence_score(gold, gold)
    if not ss:
        return ActionScore(0.0, 0.0, 0.0, 0.0, ideal, boxless)
    alpha = ss / len(gold)  # Equation 5
    m = k = w = 0.0
    reached = _places(said)
    for n, (right, other) in enumerate(zip(gold, said, strict=True)):
        box = targets.get(n)
        if box is not None:
            m += alpha * _click_penalty(box, reached[n], rule)
        elif right.function in _PRESSED:
            k += alpha * (_keys(right, rule) != _keys(other, rule))
        elif right.function == "write":
            w += alpha * (1.0 if rule == "paper" and ss <= 1 else 1.0 - _text_match(right, other, rule))
    return ActionScore(ss, m, k, w, ideal, boxless)


# -- places (Equation 2) ----------------------------------------------------------------------------------------------

_Place: TypeAlias = tuple[float, float]


def _places(calls: Sequence[Call]) -> list[_Place | None]:
    """Where the pointer is at each call; None where nothing has said it yet."""
    places: list[_Place | None] = []
    pointer: _Place | None = None
    for call in calls:
        if call.point is not None:
            x, y = call.point
            if call.function in RELATIVE:
                pointer = None if pointer is None else (pointer[0] + x, pointer[1] + y)
            elif not math.isnan(x) and not math.isnan(y):
                pointer = x, y
            elif pointer is not None:  # one direction only
                pointer = pointer[0] if math.isnan(x) else x, pointer[1] if math.isnan(y) else y
        places.append(pointer)
    return places


def _clicked(gold: Sequence[Call], places: Sequence[_Place | None]) -> list[tuple[int, _Place]]:
    """The calls whose place is judged, with it."""
    return [(n, p) for n, (call, p) in enumerate(zip(gold, places, strict=True)) if call.function in _CLICKED and p]


def _gold_box(place: _Place, boxes: Sequence[Bounds], rule: Rule) -> Bounds | None:
    x, y = place
    centred = [box for box in boxes if (box[0] + box[2]) / 2 == x and (box[1] + box[3]) / 2 == y]
    if rule == "published":
        return centred[0] if centred else None
    around = centred or [box for box in boxes if _distance(box, place) == 0]
    return min(around, key=lambda box: abs((box[2] - box[0]) * (box[3] - box[1])), default=None)


def _distance(box: Bounds, place: _Place) -> float:
    """L2 of Equation 2: from a place to the nearest point of a box; 0 in it and on its edge."""
    (left, right), (top, bottom) = sorted((box[0], box[2])), sorted((box[1], box[3]))
    x, y = place
    return math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))


def _click_penalty(box: Bounds, place: _Place | None, rule: Rule) -> float:
    """1 - mu / (mu + L2), in [0, 1]."""
    if place is None:
        return 1.0
    distance = _distance(box, place)
    if distance == 0:
        return 0.0
    diagonal = math.hypot(box[2] - box[0], box[3] - box[1])
    if diagonal == 0:
        return 1.0
    mu = 1 / diagonal if rule == "paper" else diagonal
    return 1 - mu / (mu + distance)


# -- keys and texts (Equations 3 and 4) -------------------------------------------------------------------------------


def _keys(call: Call, rule: Rule) -> frozenset[str] | tuple[str, ...]:
    """The keys of a call. Names of keys are compared without case, as PyAutoGUI reads them; characters with it."""
    keys = tuple(key.strip().lower() if len(key) > 1 else key for key in call.keys)
    return keys if rule == "published" and call.function == "press" else frozenset(keys)


def _text_match(gold: Call, said: Call, rule: Rule) -> float:
    right, other = ("".join(call.keys) if call.text is None else call.text for call in (gold, said))
    return bleu(right.split(), other.split(), _WORDS) if rule == "paper" else bleu(right, other, _LETTERS)


def bleu(gold: Sequence[str], said: Sequence[str], order: int) -> float:
    """BLEU of one sentence to one reference, without smoothing (Papineni et al. 2002); in [0, 1].

    The n-grams are those that both sentences are long enough for: else nothing of one word would be like itself.

    Args:
        gold, said: Tokens: words, or the characters of a text.
        order: The longest n-grams; all lengths count alike.

    >>> bleu("Paris", "Paris", 2), round(bleu("Paris", "Pari", 2), 3), bleu("Paris", "xyz", 2), bleu("3", "3", 2)
    (1.0, 0.779, 0.0, 1.0)
    """
    if not gold or not said:
        return float(not gold and not said)
    orders = range(1, min(order, len(gold), len(said)) + 1)
    logs = 0.0
    for n in orders:
        right, other = _ngrams(gold, n), _ngrams(said, n)
        common = (right & other).total()
        if not common:
            return 0.0
        logs += math.log(common / other.total())
    brevity = min(0.0, 1 - len(gold) / len(said))
    return math.exp(logs / len(orders) + brevity)


def _ngrams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[i:] for i in range(n)), strict=False))
