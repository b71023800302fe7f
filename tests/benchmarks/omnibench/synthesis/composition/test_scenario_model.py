"""What scenarios are made of."""

from __future__ import annotations

import pytest

from omnigym.benchmarks.omnibench.synthesis.composition.catalogue import all_scenarios, reachable, scenario_named
from omnigym.benchmarks.omnibench.synthesis.composition.parameter_filling import FILLINGS, draw_story
from omnigym.benchmarks.omnibench.synthesis.composition.scenario_model import Intent, Scenario, ScenarioStep, step
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.subtask import CATEGORIES
from omnigym.tasks.templates import names_in

_STORIES = ({"topic": "it", "title": "It", "texts": "a|b|c", "items": "a|b|c|d|e"},)


def _intent(*steps: ScenarioStep, core: tuple[str, ...] = ("a",)) -> Intent:
    return Intent(name="toy", persona="A", want="Do it", stories=_STORIES, steps=steps, core=core)


@pytest.mark.parametrize(
    ("steps", "core", "said"),
    [
        ((step("a", "files/copy", "b"), step("b", "files/copy")), ("a",), "takes from 'b'"),
        ((step("a", "files/copy"), step("a", "files/move")), ("a",), "is there twice"),
        ((step("a", "files/copy"),), ("z",), "core names 'z'"),
        ((step("a", "files/copy"),), (), "no core"),
    ],
)
def test_an_intent_that_cannot_be(steps: tuple[ScenarioStep, ...], core: tuple[str, ...], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        _intent(*steps, core=core)


def test_a_scenario_of_a_category_that_there_is_not() -> None:
    with pytest.raises(ConfigError, match="no category 'Gaming'"):
        Scenario(name="Play", place=1, categories=("Gaming",), intents=())


def test_scenarios_are_twelve_categories_seven_pairs_and_the_rest() -> None:
    sizes = [len(s.categories) for s in all_scenarios()]
    assert [s.place for s in all_scenarios()] == sorted({s.place for s in all_scenarios()})
    assert {s.categories[0] for s in all_scenarios() if len(s.categories) == 1} <= set(CATEGORIES)
    assert sizes.count(2) == 7
    assert sizes.count(0) == 1


def test_every_step_can_be_filled() -> None:
    """Its subtasks are there, and templates name variables that stories have."""
    for scenario in all_scenarios():
        for intent in scenario.intents:
            for story in intent.stories:
                known = draw_story(intent, _First()) | story
                assert intent.variables <= known.keys()
                for s in intent.steps:
                    for subtask in s.subtasks:
                        needed = names_in({**FILLINGS.get(subtask, {}), **s.given})
                        assert needed <= known.keys(), (scenario.key, intent.name, s.name)


class _First:
    """Draws the first of everything."""

    def random(self) -> float:
        return 0.0


def test_fillings_are_parameters() -> None:
    for subtask, given in FILLINGS.items():
        assert given.keys() <= get_subtask(subtask).parameter_names, subtask


def test_a_pool_that_serves_nobody() -> None:
    with pytest.raises(ConfigError, match="cannot be reached"):
        reachable([scenario_named("media-viewing")], {"calculator/compute"})
    with pytest.raises(UnknownNameError):
        scenario_named("office worker")
