"""The recipe of the collected set: Table 2's mix and the splits hold before anything is collected."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from omnigym.benchmarks.omniact.recipe import GROUPS, WORDINGS, recipe, recipe_from_json, recipe_to_json
from omnigym.errors import UnknownNameError, UnreadableError

#: Table 2, in per cent.
TABLE_2 = {
    "click": 63.73,
    "doubleClick": 0.58,
    "rightClick": 0.77,
    "moveTo": 1.85,
    "dragTo": 0.29,
    "scroll": 1.68,
    "hscroll": 0.17,
    "press": 16.28,
    "hotkey": 3.00,
    "write": 11.65,
}


def test_there_are_as_many_points_and_screens_as_in_the_paper():
    made = recipe()
    assert made.points == 9802
    assert len({planned.screen.name for planned in made.planned}) == len(made.planned) >= 200
    assert {planned.screen.device for planned in made.planned} == {"sim", "phone", "ubuntu", "x11", "chromium"}
    dark = [planned for planned in made.planned if dict(planned.screen.settings).get("theme") == "dark"]
    assert len(dark) > 20


def test_the_mix_of_actions_is_that_of_table_2():
    calls = recipe().calls()
    assert {name: round(100 * n / calls.total(), 2) for name, n in calls.items()} == TABLE_2


def test_splits_are_7_to_1_to_2_and_share_no_screen_and_no_beginning():
    made = recipe()
    points: Counter[str] = Counter()
    tasks: dict[str, set[str]] = {}
    for planned in made.planned:
        points[planned.split] += planned.points
        tasks.setdefault(f"{planned.screen.device} {planned.screen.task.partition('@')[0]}", set()).add(planned.split)
    assert {name: round(10 * n / 9802, 1) for name, n in points.items()} == {"train": 6.9, "val": 1.0, "test": 2.1}
    assert all(len(splits) == 1 for splits in tasks.values())


def test_ids_run_on_and_wordings_come_in_threes():
    made = recipe()
    first = 0
    for planned in made.planned:
        assert planned.first == first
        first += planned.points
        assert planned.points == WORDINGS * planned.scripts + planned.more
    assert sum(planned.more for planned in made.planned) == 1


def test_every_screen_has_its_digests():
    made = recipe()
    for planned in made.planned:
        whole, each = made.hashes[planned.screen.name]
        assert len(whole) == 64
        assert len(each) == 8 * (planned.points + 5)  # image, boxes, texts, icons, colours


def test_parts_are_chosen_by_device():
    made = recipe()
    assert len(made.of(("sim",))) + len(made.of(("real",))) == len(made.of(())) == len(made.planned)
    assert {planned.screen.device for planned in made.of(("phone", "x11"))} == {"phone", "x11"}
    with pytest.raises(UnknownNameError, match="part of the set"):
        made.of(("simulated",))
    assert set(GROUPS) >= {"sim", "real", "x11", "chromium"}


def test_a_recipe_is_read_as_it_was_written():
    made = recipe()
    assert recipe_from_json(recipe_to_json(made)) == made


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("seed"),
        lambda data: data["screens"][0].pop("split"),
        lambda data: data["screens"][0].update(split="exam"),
        lambda data: data["screens"][0].update(counts={"sing": 3}),
        lambda data: data["screens"][0].update(steps="two"),
        lambda data: data["screens"].append(7),
    ],
)
def test_what_is_no_recipe_is_refused(change):
    data = json.loads(recipe_to_json(recipe()))
    change(data)
    with pytest.raises(UnreadableError):
        recipe_from_json(json.dumps(data))
