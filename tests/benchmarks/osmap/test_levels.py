"""One goal at the levels L1 and L2: what is said, and that whoever does it literally succeeds."""

from __future__ import annotations

import re
from statistics import mean

import pytest

from omnigym.benchmarks.osmap.adversity import adversity_of, blind_run, played, recorded
from omnigym.benchmarks.osmap.levels import LIMITS, goals, told_at
from omnigym.benchmarks.osmap.suite import osmap_suite
from omnigym.devices.protocol import Device
from omnigym.tasks.rollout import Stage
from omnigym.tasks.suites import load_task
from tests.benchmarks.osmap.literal import LostError, follow

SAID = [t for t in osmap_suite("windows") if t.level == "L1"]
#: A place that only pixels or shares of the screen say.
_PLACE = re.compile(r"the screen at|\d+ px|pixel")


def test_l1_says_operations_on_named_controls_and_no_place_on_the_screen() -> None:
    for task in SAID:
        assert re.match(r"(Click|Open|Press|Type|Double-click|Right-click)\b", task.instruction), task.id
        assert not _PLACE.search(task.instruction), task.id
        assert task.plain_instruction not in task.instruction, task.id


def test_l1_is_what_the_oracle_does_today() -> None:
    stored = {t.id: t for t in SAID}
    told = [told_at("L1", goal) for goal in goals() if "L1" in goal.levels]
    assert [t.id for t in told if stored[t.id].instruction != t.instruction] == []


@pytest.mark.parametrize("level", ["L1", "L2"])
def test_the_oracle_has_room_within_the_papers_limit(desktop: Device, level: str) -> None:
    steps = []
    for task in [t for t in osmap_suite("windows") if t.level == level]:
        outcome = played(task, desktop)
        assert outcome.coverage == 1.0, (task.id, outcome)
        steps.append(outcome.steps)
    assert max(steps) < LIMITS[level]
    assert mean(steps) < LIMITS[level] / 2


def test_l1_and_l2_are_the_same_goal_in_other_words() -> None:
    for task in SAID:
        plain = load_task(task.id.replace("/L1/", "/L2/"))
        assert (plain.nodes, plain.setup) == (task.nodes, task.setup)


def test_doing_half_of_what_l1_says_is_not_paid(desktop: Device) -> None:
    for task in SAID[::6]:
        actions = recorded(task, desktop)
        assert blind_run(task, actions[: len(actions) // 2], desktop).coverage == 0.0, task.id


def test_whoever_does_l1_word_for_word_succeeds(desktop: Device) -> None:
    """The reader knows the screen and the words: no task, no oracle, no key of a control."""
    lost = []
    for task in SAID:
        stage = Stage(task, desktop)
        if stage.play(follow(task.instruction, desktop)).coverage < 1.0:
            lost.append(task.id)
    assert lost == []


def test_l1_word_for_word_is_lost_where_something_is_in_the_way(desktop: Device) -> None:
    """These starts stop even whoever finds controls by their names; docs/osmap.md has the figures of all."""
    adverse = [t for t in osmap_suite("windows") if adversity_of(t) in ("locked", "dialog_left_open", "name_taken")]
    assert len(adverse) >= 12
    for task in adverse:
        stage, said = Stage(task, desktop), load_task(task.id.replace("/L3/", "/L1/")).instruction
        try:
            paid = stage.play(follow(said, desktop)).coverage
        except LostError:
            paid = 0.0
        assert paid == 0.0, task.id


@pytest.mark.parametrize("words", ["Frobnicate the button 'OK'.", "Click the button 'No such button'."])
def test_a_reader_that_cannot_follow_says_so(desktop: Device, words: str) -> None:
    desktop.reset(0)
    with pytest.raises(LostError):
        list(follow(words, desktop))
