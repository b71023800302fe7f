"""OmniGUI's scores by step, by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.benchmarks.omnigui.metrics.exact_match import RULES, exact_match
from omnigym.benchmarks.omnigui.metrics.goal_progress import goal_progress
from omnigym.benchmarks.omnigui.metrics.step_error import step_error
from omnigym.benchmarks.omnigui.metrics.step_success import step_success
from omnigym.benchmarks.omnigui.metrics.type_match import type_match
from omnigym.codecs.omnigui import Annotation, read_annotation, read_omnigui
from omnigym.errors import ActionError
from omnigym.evaluation.intervals import pooled_interval

BOX = [[210, 786], [351, 850]]


def gold(kind: int, touch: object = "", lift: object = "", text: str = "") -> Annotation:
    return read_annotation(
        {
            "result_action_type": kind,
            "result_touch_xy": json.dumps(touch) if touch else "",
            "result_lift_xy": json.dumps(lift) if lift else "",
            "result_action_text": text,
            "image_width": 720,
            "image_height": 1600,
        }
    )


def at(x: float, y: float, kind: int = 0) -> dict[str, Any]:
    return {"action_type": kind, "coordinate": [x, y]}


def swipe(start: list[int], end: list[int]) -> dict[str, Any]:
    return {"action_type": 3, "start_coordinate": start, "end_coordinate": end}


UP = ([360, 1200], [[0, 0], [720, 400]])  # from a point into a box


@pytest.mark.parametrize(
    ("right", "said", "types", "paper", "published"),
    [
        (gold(0, BOX), at(389, 511), 1, 1, 1),  # the published example
        (gold(0, BOX), at(389, 540), 1, 0, 0),
        (gold(0, BOX[::-1]), at(389, 511), 1, 1, 1),  # upside down
        (gold(0, BOX), at(389, 511, 2), 0, 0, 0),
        (gold(0, BOX), {"action_type": 0}, 1, 0, 0),
        (gold(0, BOX), at(389, 1011), 1, 0, 0),
        (gold(0, BOX), {"action_type": "fly"}, 0, 0, 0),
        (gold(0, BOX), "I cannot see it.", 0, 0, 0),
        (gold(0, BOX), at(291, 511), 1, 0, 1),  # its left edge is at 291.67: the scorer cuts that off
        (gold(0, BOX), at(292, 511), 1, 1, 1),
        (gold(0, BOX), at(487.5, 531.25), 1, 1, 1),  # the edges belong to it
        (gold(0, [[[0, 0], [72, 160]], BOX]), at(389, 511), 1, 1, 0),  # the second box
        (gold(0, [[[0, 0], [72, 160]], BOX]), at(50, 50), 1, 1, 1),
        (gold(2, [360, 800]), at(640, 500, 2), 1, 1, 1),
        (gold(2, [360, 800]), at(641, 500, 2), 1, 0, 0),
        (gold(2, [360, 800]), at(599, 599, 2), 1, 0, 0),
        (gold(1, BOX), at(389, 511, 1), 1, 1, 0),  # DOUBLE_TAP has no branch
        (gold(-1), {"action_type": -1}, 1, 1, 0),  # neither has NONE
        (gold(3, *UP), swipe([500, 750], [500, 100]), 1, 1, 1),
        (gold(3, *UP), swipe([500, 611], [500, 250]), 1, 1, 1),
        (gold(3, *UP), swipe([500, 609], [500, 250]), 1, 0, 0),
        (gold(3, *UP), swipe([500, 750], [500, 251]), 1, 0, 0),
        (gold(3), swipe([500, 750], [500, 251]), 1, 1, 0),  # no place is annotated
        (gold(3), {"action_type": 3}, 1, 1, 0),
        (gold(3, UP[0]), swipe([500, 750], [500, 900]), 1, 1, 1),  # no end is annotated
        (gold(3, *UP), {"action_type": 3, "start_coordinate": [500, 750]}, 1, 0, 1),  # no end is said
        (gold(3, *UP), {"action_type": 3}, 1, 0, 0),
        (gold(7, text="Cats and Dogs"), {"action_type": 7, "text": "Cats and Dogs"}, 1, 1, 1),
        (gold(7, text="Cats and Dogs"), {"action_type": 7, "text": " cats "}, 1, 0, 1),
        (gold(7, text="Cats"), {"action_type": 7, "text": "cats and dogs"}, 1, 0, 1),
        (gold(7, text="猫"), {"action_type": 7, "text": "狗"}, 1, 0, 0),
        (gold(7, text="Cats"), {"action_type": 7, "text": ""}, 1, 0, 0),
        (gold(7, text="Cats"), {"action_type": 7, "text": " "}, 1, 0, 1),  # nothing is in everything
        (gold(7, text="Cats"), {"action_type": 7}, 1, 0, 0),
        (gold(8), {"action_type": 8}, 1, 1, 1),
        (gold(9), {"action_type": 9}, 1, 1, 1),
        (gold(10), {"action_type": 10}, 1, 1, 1),
        (gold(11), {"action_type": 11}, 1, 1, 1),
        (gold(10), {"action_type": 11}, 0, 0, 0),
    ],
)
def test_a_step(right: Annotation, said: Any, types: int, paper: int, published: int) -> None:
    try:
        read = read_omnigui(said)
    except ActionError:
        read = None
    assert type_match(right, read) == types
    assert [exact_match(right, read, rule) for rule in RULES] == [paper, published]
    assert (step_error(right, read) is None) == paper


def test_the_right_answer_is_right() -> None:
    for right in (
        gold(0, BOX),
        gold(2, [719, 3]),
        gold(3, *UP),
        gold(7, text="a\n"),
        gold(0, [[3, 3], [3, 3]]),
        gold(3),
    ):
        assert exact_match(right, read_omnigui(right.answer()), "paper")
    for right in (gold(0, BOX), gold(2, [719, 3]), gold(3, *UP), gold(7, text="a\n"), gold(0, [[3, 3], [3, 3]])):
        assert exact_match(right, read_omnigui(right.answer()), "published")


@pytest.mark.parametrize(
    ("matches", "paper", "published", "success"),
    [
        ([True, True, False, True], 0.75, 0.5, 0.0),
        ([False, True, True], 2 / 3, 0.0, 0.0),
        ([True, True], 1.0, 1.0, 1.0),
        ([False], 0.0, 0.0, 0.0),
    ],
)
def test_an_episode(matches: list[bool], paper: float, published: float, success: float) -> None:
    assert goal_progress(matches, "paper") == pytest.approx(paper)
    assert goal_progress(matches, "published") == pytest.approx(published)
    assert step_success(matches) == success


@pytest.mark.parametrize(
    ("right", "said", "level", "error"),
    [
        (gold(0, BOX), {"action_type": -1}, "critical", "auditory neglect"),
        (gold(0, BOX), {"action_type": -1}, "", "auditory neglect"),
        (gold(0, BOX), {"action_type": -1}, "present", "wrong primitive"),
        (gold(0, BOX), at(389, 540), "critical", "spatial grounding"),
        (gold(3, *UP), swipe([500, 750], [500, 900]), "", "spatial grounding"),
        (gold(-1), at(389, 540), "critical", "too early"),
        (gold(-1), {"action_type": 10}, "critical", "too early"),
        (gold(0, BOX), {"action_type": 8}, "", "wrong primitive"),
        (gold(7, text="a"), {"action_type": 7, "text": "b"}, "", "wrong text"),
        (gold(0, BOX), {"action_type": 0, "coordinate": "there"}, "", "format"),
        (gold(0, BOX), at(389, 511), "", None),
    ],
)
def test_why_a_step_is_wrong(right: Annotation, said: Any, level: str, error: str | None) -> None:
    assert step_error(right, read_omnigui(said), level) == error
    assert step_error(right, None, level) == "format"


def test_the_interval_of_all_steps_is_over_episodes() -> None:
    alike = {str(n): [1.0, 0.0] for n in range(50)}
    apart = {str(n): [float(n % 2)] * 2 for n in range(50)}
    assert pooled_interval(apart).mean == pooled_interval(alike).mean == 0.5
    assert pooled_interval(apart).high - pooled_interval(apart).low > 0.25  # of 100 steps apart it would be 0.19
    weights = pooled_interval({"a": [1.0] * 9, "b": [0.0]})
    assert weights.mean == 0.9 and weights.low == 0.0
