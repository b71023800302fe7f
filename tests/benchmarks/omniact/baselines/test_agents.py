"""The agents that need no model: bounds, chance, and rules on a screen of three elements."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from omnigym.benchmarks.omniact.baselines.agent import Gold, Nothing, Random
from omnigym.benchmarks.omniact.baselines.rules import Rules, chosen
from omnigym.benchmarks.omniact.baselines.screens import KeptTexts, SeenScreens
from omnigym.codecs.pyautogui_script import Call, read_script
from omnigym.perception import Element, ReadText
from omnigym.perception.filtering import RuleFilter

ELEMENTS = (
    Element((10, 10, 40, 10), "Save as", source="text"),
    Element((10, 40, 40, 10), "Open", source="text"),
    Element((10, 70, 81, 10), "Search the web", source="panel"),
)


def point(instruction: str = "", key: str = "test/1", screen: int = 0) -> Any:
    frame = np.full((100, 100, 3), screen, np.uint8)
    return SimpleNamespace(
        size=lambda: (100, 100),
        key=key,
        instruction=instruction,
        script="gold",
        image=lambda: frame,
        path=lambda part: PurePosixPath(f"{screen}"),
    )


def test_the_bounds_are_the_gold_script_and_none() -> None:
    assert Gold().answer(point()).script == "gold"
    assert read_script(Nothing().answer(point()).script) == ()


def test_chance_depends_on_the_seed_and_the_point_alone_and_can_be_read() -> None:
    points = [point(key=f"test/{n}") for n in range(200)]
    first = [Random(lambda _: ELEMENTS).answer(p).script for p in points]
    assert first == [Random(lambda _: ELEMENTS).answer(p).script for p in reversed(points)][::-1]
    assert first != [Random(lambda _: ELEMENTS, seed=1).answer(p).script for p in points]
    calls = [call for script in first for call in read_script(script)]
    assert {len(read_script(script)) for script in first} == {1, 2, 3}
    assert 0.5 < sum(call.function == "click" for call in calls) / len(calls) < 0.75
    assert {call.point for call in calls if call.function == "click"} == {(30, 15), (30, 45), (50.5, 75)}
    blind = Random(lambda _: ()).answer(points[0]).script
    assert all(call.point is None for call in read_script(blind))


@pytest.mark.parametrize(
    ("instruction", "calls"),
    [
        ("Click on 'Open', then double-click 'Save as'.", [("click", (30, 45)), ("doubleClick", (30, 15))]),
        ("Drag 'Open' onto 'Save as'", [("moveTo", (30, 45)), ("dragTo", (30, 15))]),
        ("Press Enter", [("press", None)]),
    ],
)
def test_rules_act_on_the_elements_that_are_named(instruction: str, calls: list[tuple[str, Any]]) -> None:
    script = Rules(lambda _: ELEMENTS, RuleFilter()).answer(point(instruction)).script
    assert [(c.function, c.point) for c in read_script(script)] == calls


def test_rules_write_what_is_quoted_into_the_field() -> None:
    script = Rules(lambda _: ELEMENTS, RuleFilter()).answer(point("Type 'a \"b\"' into 'Search the web'")).script
    assert read_script(script) == (Call("click", (50.5, 75)), Call("write", text='a "b"', line=2))


def test_on_an_empty_screen_rules_click_where_the_pointer_is() -> None:
    script = Rules(lambda _: (), RuleFilter()).answer(point("Click 'Open'")).script
    assert [c.point for c in read_script(script)] == [None]


def test_each_screen_is_looked_at_once() -> None:
    looked: list[int] = []

    def look(frame: Any) -> Any:
        looked.append(int(frame[0, 0, 0]))
        return ELEMENTS

    screens = SeenScreens(look)
    for n in (1, 2, 1):
        assert screens(point(screen=n)) == ELEMENTS
    assert looked == [1, 2]


def test_what_was_read_is_kept_by_frame_and_reader_and_what_is_damaged_is_read_again(tmp_path: Path) -> None:
    read: list[int] = []
    texts = [ReadText((1, 2, 30, 9), "Größe", 0.75)]

    class Reader:
        def read(self, frame: Any) -> Any:
            read.append(int(frame[0, 0, 0]))
            return texts

    def kept(name: str, screen: int) -> Any:
        return list(KeptTexts(Reader(), name, tmp_path).read(point(screen=screen).image()))

    assert [kept("a", 1), kept("a", 2), kept("a", 1)] == [texts] * 3
    assert read == [1, 2]
    assert kept("b", 1) == texts
    assert read == [1, 2, 1]
    for path in tmp_path.iterdir():
        path.write_text('[["x"]]')
    assert kept("a", 2) == texts
    assert read == [1, 2, 1, 2]


@pytest.mark.parametrize(
    ("target", "text"),
    [('"Word" button on the taskbar', "Word below"), ('"Word" button', "Word above"), ('"Excel" in the dock', "Excel")],
)
def test_what_is_on_the_taskbar_is_looked_for_at_the_edge(target: str, text: str) -> None:
    above = [Element((10, 10, 40, 10), "Word above"), Element((40, 30, 40, 10), "Excel")]
    below = [Element((10 + 30 * n, 95, 20, 5), name) for n, name in enumerate(("a1", "b1", "c1", "Word below"))]
    elements = [*above, *below] if "dock" not in target else above
    found = chosen(target, elements, (200, 100), RuleFilter())
    assert found is not None and found.text == text


def test_a_button_is_no_caption_of_its_name() -> None:
    caption = Element((10, 10, 40, 10), "Calculator", source="text")
    icon = Element((10, 80, 16, 16), icon="calculator pinned button", source="icon")
    other = Element((40, 80, 16, 16), icon="mail button", source="icon")
    for words, elements, found in (
        ('"Calculator" button', (caption, other, icon), icon),
        ('"Calculator" item', (caption, other, icon), caption),
        ('"Calculator" button', (caption, other), caption),
    ):
        assert chosen(words, elements, (100, 100), RuleFilter()) == found
