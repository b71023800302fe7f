"""The test sets of OmniEval: drawn by the constraints of Table 12, the same ones every time."""

from __future__ import annotations

import pytest

from omnigym.benchmarks.omnieval import SUITE, draw_tasks
from omnigym.benchmarks.omnieval.drawing import same_size
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.complexity import CAPABILITY_TASKS, DIMENSIONS, LEVELS, complexity_of, is_test_of, level
from omnigym.tasks.query import parse_query
from omnigym.tasks.suites import list_tasks, load_task, suite_tasks
from omnigym.tasks.task import Task

SIZE = 5


@pytest.fixture(scope="module")
def pool() -> tuple[Task, ...]:
    return suite_tasks("composed-2", "sim")


@pytest.fixture(scope="module")
def chosen(pool: tuple[Task, ...]) -> tuple[Task, ...]:
    return draw_tasks(pool, SIZE)


def plain(tasks: tuple[Task, ...]) -> list[Task]:
    return [t for t in tasks if "~" not in t.id]


@pytest.mark.parametrize("capability", CAPABILITY_TASKS)
def test_each_capability_has_its_tests(chosen: tuple[Task, ...], capability: str) -> None:
    assert sum(is_test_of(complexity_of(t), capability) for t in plain(chosen)) >= SIZE


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_each_level_has_its_tasks(chosen: tuple[Task, ...], dimension: str) -> None:
    levels = [level(dimension, getattr(complexity_of(t), dimension)) for t in plain(chosen)]
    assert all(levels.count(name) >= SIZE for name in LEVELS)


def test_chains_have_graphs_of_their_size(chosen: tuple[Task, ...]) -> None:
    of = [complexity_of(t) for t in plain(chosen) if len(t.nodes) > 1]
    sizes = {same_size(c) for c in of if c.branch == 1} & {same_size(c) for c in of if c.branch > 1}
    pairs = [
        min(sum(same_size(c) == s and (c.branch == 1) == chain for c in of) for chain in (True, False)) for s in sizes
    ]
    assert sum(pairs) >= SIZE


def test_some_are_told_in_three_orders(chosen: tuple[Task, ...]) -> None:
    told = [t.id.partition("~")[0] for t in chosen if t.id.endswith("~order1")]
    assert len(told) == SIZE
    assert all({name, f"{name}~order2"} <= {t.id for t in chosen} for name in told)


def test_no_task_is_drawn_twice_and_the_draw_is_the_same(pool: tuple[Task, ...], chosen: tuple[Task, ...]) -> None:
    assert len({t.id for t in chosen}) == len(chosen)
    assert [t.id for t in draw_tasks(reversed(pool), SIZE)] == [t.id for t in chosen]
    assert {t.id for t in draw_tasks(pool, SIZE, seed=1)} != {t.id for t in chosen}


def test_of_a_small_pool_is_drawn_what_there_is(pool: tuple[Task, ...]) -> None:
    assert {t.id.partition("~")[0] for t in draw_tasks(pool[:4], 50)} <= {t.id for t in pool[:4]}
    assert draw_tasks((), 5) == ()


# -- the suite --------------------------------------------------------------------------------------------------------


def test_the_suite_has_to_be_named_and_is_the_draw() -> None:
    found = list_tasks("suite:omnieval", device="sim")
    assert len(found) > 100
    assert {t.suite for t in found} == {SUITE}
    assert all(t.id.startswith("omnieval/composed-2/sim-") for t in found)
    assert SUITE not in {t.suite for t in list_tasks("nodes:9")}
    assert all(
        is_test_of(complexity_of(t), "parallel_planning") for t in list_tasks("suite:omnieval tests:parallel_planning")
    )


def test_its_size_and_its_pool_are_a_query() -> None:
    small = list_tasks("suite:omnieval draw:3", device="sim")
    assert 20 <= len(small) < 40
    of_forks = list_tasks("suite:composed-2 *-fork-* draw:3", device="sim")
    assert of_forks
    assert all(t.suite == SUITE and "-fork-" in t.id for t in of_forks)


def test_a_task_of_it_is_found_by_id() -> None:
    task = next(t for t in list_tasks("suite:omnieval draw:3", device="sim") if t.id.endswith("~order2"))
    assert load_task(task.id) == task
    assert load_task(task.id.removeprefix("omnieval/")).instruction == task.instruction
    with pytest.raises(UnknownNameError):
        load_task("omnieval/composed-2/none")


def test_what_is_told_in_an_order_is_told_in_no_other_manner() -> None:
    found = list_tasks("suite:omnieval draw:1 style:intent", device="sim")
    assert found
    assert all(t.id.count("~") == 1 and t.id.endswith("~intent") for t in found)


@pytest.mark.parametrize("query", ["draw:0", "draw:many", "draw:20000", "-draw:3", "draw:1-3"])
def test_a_draw_of_no_number_is_refused(query: str) -> None:
    with pytest.raises(ConfigError, match="draw"):
        parse_query(query)


def test_an_unknown_capability_is_named() -> None:
    with pytest.raises(UnknownNameError, match="parallel_planning"):
        list_tasks("suite:omnieval tests:parallel_planing")
