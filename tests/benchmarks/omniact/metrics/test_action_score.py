"""Equations 1 to 6 of OmniACT under both rules, by hand and by their properties."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.benchmarks.omniact.metrics.action_score import RULES, Rule, action_score, bleu
from omnigym.benchmarks.omniact.metrics.sequence_score import sequence_score
from omnigym.codecs import Call, read_script
from omnigym.errors import UnknownNameError

BOX = (80, 40, 120, 60)
DIAGONAL = math.hypot(40, 20)
GOLD = "pyautogui.click(100, 50)\npyautogui.write('Paris')\npyautogui.press('enter')"


def ratio(gold: str, said: str, rule: Rule, boxes: Any = (BOX,)) -> float:
    return action_score(read_script(gold), read_script(said), boxes, rule).ratio


@pytest.mark.parametrize(
    ("gold", "said", "expected"),
    [
        (GOLD, GOLD, 2.1),
        (GOLD, GOLD.replace("100", "9000").replace("Paris", "Rome"), 2.1),
        (GOLD, "", 0.0),
        ("", "", 0.0),
        ("", GOLD, 0.0),
        ("pyautogui.click(1, 2)", "pyautogui.click()", 0.1),
        ("pyautogui.click(1, 2)", "import time\ntime.sleep(2)\nPyautogui.Click(1, 2)", 0.1),
        ("pyautogui.write('a')", "pyautogui.typewrite('b')", 0.1),
        ("pyautogui.doubleClick(1, 2)", "pyautogui.click(1, 2, clicks=2)", 0.0),
        ("pyautogui.click(1, 2)", "pyautogui.rightClick(1, 2)", 0.0),
        ("pyautogui.press('a')\npyautogui.click()", "pyautogui.click()\npyautogui.press('a')", 0.0),
        (GOLD, GOLD + "\npyautogui.press('enter')", 0.0),
    ],
)
def test_sequence_score(gold: str, said: str, expected: float) -> None:
    assert sequence_score(read_script(gold), read_script(said)) == pytest.approx(expected, abs=1e-12)


def test_by_hand() -> None:
    """Clicked 30 pixels beside the box: alpha is 2.1 / 3, and 1 - mu / (mu + 30) of it is taken away."""
    gold, said = read_script(GOLD), read_script(GOLD.replace("100", "150"))
    for rule, mu in (("paper", 1 / DIAGONAL), ("published", DIAGONAL)):
        found = action_score(gold, said, [BOX], rule)
        assert (found.ss, found.ideal, found.k, found.w, found.boxless) == (2.1, 2.1, 0, 0, 0)
        assert found.m == pytest.approx(0.7 * 30 / (mu + 30))
        assert found.score == pytest.approx(2.1 - found.m)
    assert round(ratio(GOLD, GOLD.replace("100", "150"), "paper"), 3) == 0.667
    assert round(ratio(GOLD, GOLD.replace("100", "150"), "published"), 3) == 0.866


@pytest.mark.parametrize(
    ("gold", "said", "paper", "published"),
    [
        ("pyautogui.click(100, 50)", "pyautogui.click(80, 60)", 1, 1),
        ("pyautogui.click(100, 50)", "pyautogui.click()", 0, 0),
        ("pyautogui.scroll(-3, 1, 2)", "pyautogui.scroll(500)", 1, 1),
        ("pyautogui.press('Enter')", "pyautogui.press('enter')", 1, 1),
        ("pyautogui.press('a')", "pyautogui.press('A')", 0, 0),
        ("pyautogui.press('a')", "pyautogui.press('a', presses=3)", 1, 1),
        ("pyautogui.press(['a', 'b'])", "pyautogui.press(['b', 'a'])", 1, 0),
        ("pyautogui.hotkey('ctrl', 'c')", "pyautogui.hotKey('c', 'Ctrl')", 1, 1),
        ("pyautogui.hotkey('ctrl', 'c')", "pyautogui.hotkey('command', 'c')", 0, 0),
        ("pyautogui.write('Paris')", "pyautogui.write('Paris')", 0, 1),
        ("pyautogui.write('3')", "pyautogui.write('3')", 0, 1),
        ("pyautogui.write('Paris')", "pyautogui.write('')", 0, 0),
        ("pyautogui.write('Paris')", "pyautogui.write('Pari')", 0, math.exp(1 - 5 / 4)),
        ("pyautogui.write('ab')", "pyautogui.write('ba')", 0, 0),
        # Of two actions alpha is 0.55 of 1.1, and the text is compared under both rules.
        ("pyautogui.click(100, 50)\npyautogui.write('to Rome')", "pyautogui.click(100, 50)\npyautogui.write('to')",
         0.5 + 0.5 * math.exp(1 - 2), 0.5 + 0.5 * math.exp(1 - 7 / 2)),
        # A click without a point is where the pointer was left, in both scripts.
        ("pyautogui.moveTo(100, 50)\npyautogui.click()", "pyautogui.moveTo(100, 50)\npyautogui.click(90, 50)", 1, 1),
        ("pyautogui.moveTo(100, 50)\npyautogui.click()", "pyautogui.moveTo(None, 50)\npyautogui.click()", 0, 0),
        ("pyautogui.click()\npyautogui.press('a')", "pyautogui.click(5, 5)\npyautogui.press('a')", 1, 1),
        ("pyautogui.press('a')\npyautogui.press('b')", "pyautogui.press('a')\npyautogui.press('c')", 0.5, 0.5),
    ],
)  # fmt: skip
def test_each_part(gold: str, said: str, paper: float, published: float) -> None:
    assert ratio(gold, said, "paper") == pytest.approx(paper)
    assert ratio(gold, said, "published") == pytest.approx(published)


def test_a_relative_movement_is_followed() -> None:
    gold = "pyautogui.click(100, 50)\npyautogui.move(200, 0)\npyautogui.click()"
    other = (290, 40, 310, 60)
    near = "pyautogui.click(100, 50)\npyautogui.move(195, 0)\npyautogui.click()"
    far = "pyautogui.click(100, 50)\npyautogui.move(0, 0)\npyautogui.click()"
    assert ratio(gold, near, "published", [BOX, other]) == 1
    assert ratio(gold, far, "published", [BOX, other]) < 1


def test_which_box_is_meant() -> None:
    gold = read_script("pyautogui.click(100, 50)")
    at = read_script("pyautogui.click(130, 50)")
    small, large, aside = (90, 45, 110, 55), (50, 0, 150, 100), (95, 45, 125, 60)
    assert action_score(gold, at, [large, small], "published").m == 0, "the first of one centre"
    assert action_score(gold, at, [small, large], "published").m > 0
    assert action_score(gold, at, [large, small], "paper").m > 0, "the smallest of one centre"
    assert action_score(gold, gold, [aside], "published").boxless == 1
    found = action_score(gold, gold, [aside, (0, 0, 1000, 1000)], "paper")
    assert (found.boxless, found.ratio) == (0, 1)
    assert action_score(gold, at, [(0, 0, 1000, 1000), aside], "paper").m > 0, "the smallest that holds the point"
    for rule in RULES:
        assert action_score(gold, (), [], rule).boxless == 1, "whatever was said"


def test_a_box_without_an_area() -> None:
    for rule in RULES:
        assert ratio("pyautogui.click(5, 5)", "pyautogui.click(5, 5)", rule, [(5, 5, 5, 5)]) == 1
        assert ratio("pyautogui.click(5, 5)", "pyautogui.click(6, 5)", rule, [(5, 5, 5, 5)]) == 0
        assert 0 < ratio("pyautogui.click(5, 5)", "pyautogui.click(6, 9)", rule, [(0, 5, 10, 5)]) < 1


def test_there_are_two_rules() -> None:
    with pytest.raises(UnknownNameError, match="Unknown rule 'bleu'"):
        action_score((), (), (), "bleu")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("gold", "said", "order", "expected"),
    [
        ("", "", 2, 1), ("a", "", 2, 0), ("", "a", 2, 0), ("a", "a", 2, 1), ("ab", "ab", 4, 1), ("abc", "xyz", 2, 0),
        ("abcd", "abce", 2, math.sqrt(3 / 4 * 2 / 3)),
        ("aab", "aaa", 1, 2 / 3),
        ("ab", "abab", 2, math.sqrt(2 / 4 * 1 / 3)),
        (["the", "cat", "is", "on", "the", "mat"], ["the", "the", "the", "the", "the", "the", "the"], 1, 2 / 7),
    ],
)  # fmt: skip
def test_bleu(gold: str, said: str, order: int, expected: float) -> None:
    assert bleu(gold, said, order) == pytest.approx(expected)


points = st.tuples(st.integers(-50, 250).map(lambda n: n / 2), st.integers(-50, 250).map(lambda n: n / 2))
words = st.text("ab ", max_size=6)
calls = st.one_of(
    st.builds(
        lambda f, p: Call(f, p), st.sampled_from(("click", "moveTo", "rightClick", "dragTo")), st.none() | points
    ),
    st.builds(lambda t: Call("write", text=t), words),
    st.builds(lambda k: Call("press", keys=(k,)), st.sampled_from("ab")),
    st.builds(lambda k: Call("hotkey", keys=("ctrl", k)), st.sampled_from("ab")),
)
boxes = st.lists(st.tuples(*[st.integers(0, 120)] * 4), max_size=5)


@given(st.lists(st.tuples(calls, calls), min_size=1, max_size=4), boxes, st.sampled_from(RULES))
def test_it_lies_between_nothing_and_the_gold(pairs: list[tuple[Call, Call]], known: Any, rule: Rule) -> None:
    gold = [g for g, _ in pairs]
    # the same functions with other arguments, and other ones
    same = [s if s.function == g.function else g for g, s in pairs]
    for said in (gold, same, [s for _, s in pairs]):
        found = action_score(gold, said, known, rule)
        assert 0 <= found.ratio <= 1
        assert min(found.m, found.k, found.w) >= 0
        assert found.m + found.k + found.w <= found.ss + 1e-9
    lone = rule == "paper" and [g.function for g in gold] == ["write"]
    assert action_score(gold, gold, known, rule).ratio == (0 if lone else 1)


@given(st.tuples(*[st.integers(0, 200)] * 4), points, points, st.sampled_from(RULES))
def test_nearer_is_never_worse(box: tuple[int, ...], one: Any, other: Any, rule: Rule) -> None:
    left, right = sorted((box[0], box[2]))
    top, bottom = sorted((box[1], box[3]))
    gold = [Call("click", ((left + right) / 2, (top + bottom) / 2)), Call("press", keys=("a",))]

    def beside(point: tuple[float, float]) -> float:
        return math.hypot(max(left - point[0], 0, point[0] - right), max(top - point[1], 0, point[1] - bottom))

    def found(point: tuple[float, float]) -> float:
        return action_score(gold, [Call("click", point), gold[1]], [box], rule).ratio

    near, far = sorted((one, other), key=beside)
    assert found(near) >= found(far)
    if beside(near) < beside(far):
        assert found(near) > found(far) or (left, top) == (right, bottom)
