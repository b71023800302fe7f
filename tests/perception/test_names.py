"""Names of icons: packs and people call one thing by many words."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from omnigym.perception.names import common_name, meanings, words_of


@pytest.mark.parametrize(
    ("name", "common"),
    [
        ("ic_fluent_search_24_regular", "search"),
        ("magnifying-glass", "search"),
        ("edit-find-symbolic", "search"),
        ("arrow_back_ios", "back"),
        ("ic-fluent-arrow-left-20-regular", "back"),
        ("trash-2", "delete"),
        ("x", "close"),
        ("text-bold", "bold"),
        ("house-bold", "home"),
        ("settings-outline", "settings"),
        ("calendar-clock", "calendar clock"),
        ("24", "24"),
        ("", ""),
    ],
)
def test_a_name_becomes_the_common_word(name: str, common: str) -> None:
    assert common_name(name) == common
    assert common_name(common) == common


def test_a_word_stands_in_one_row() -> None:
    table = tomllib.loads(files("omnigym.perception").joinpath("names.toml").read_text())["names"]
    count = Counter(words_of(word) for name, others in table.items() for word in (name, *others))
    assert [word for word, many in count.items() if many > 1] == []


def test_instructions_mention_things_in_any_of_their_words() -> None:
    assert meanings("Press the gear, not the magnifying glass") == {"settings", "search"}
    assert meanings("on the left, at the top right") == frozenset()
