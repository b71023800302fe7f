"""What is asked of a composition, and which demands contradict each other."""

from __future__ import annotations

import pytest

from omnigym.benchmarks.omnibench.synthesis.composition.demands import MOST_NODES, Demands
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.complexity import CAPABILITY_TASKS


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"hierarchy": "hard", "instruction": "easy"}, ("hierarchy", "instruction")),
        ({"dependency": "easy", "hierarchy": "hard"}, ("dependency", "hierarchy")),
        ({"branch": 4, "instruction": "1-3"}, ("branch", "instruction")),
        ({"knowledge": "hard", "instruction": "easy", "dependency": "easy"}, ("instruction", "knowledge")),
        ({"nodes": 9, "depth": 2, "width": 4}, ("branch", "hierarchy", "instruction")),
        ({"nodes": 30}, ("instruction",)),
        ({"edges": "100-120"}, ("dependency",)),
    ],
)
def test_what_contradicts_is_named_and_nothing_else(said: dict[str, str | int], named: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError, match=r"No graph of at most 12 nodes meets") as e:
        Demands.of(None, **said)
    text = str(e.value).partition(":")[0]
    assert [d for d in ("branch", "dependency", "hierarchy", "instruction", "knowledge") if d in text] == list(named)


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"length": "hard"}, UnknownNameError),
        ({"branch": "huge"}, ConfigError),
        ({"branch": "5-3"}, ConfigError),
        ({"nodes": 3, "instruction": 4}, ConfigError),
    ],
)
def test_what_is_no_demand(said: dict[str, str | int], error: type[Exception]) -> None:
    with pytest.raises(error):
        Demands.of(None, **said)


@pytest.mark.parametrize("capability", CAPABILITY_TASKS)
def test_every_capability_can_be_asked_for(capability: str) -> None:
    counts = Demands.for_capability(capability).node_counts()
    assert counts and max(counts) == MOST_NODES


def test_numbers_and_ranges() -> None:
    asked = Demands.of(depth=3, width="2-4")
    assert asked.bounds["hierarchy"] == (3, 3)
    assert asked.bounds["branch"] == (2, 4)
    assert min(asked.node_counts()) == 4
