"""The suite osmap: its size, its ids, its words, and that its file is what its data make."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

import pytest

from omnigym.benchmarks.osmap.levels import LIMITS, goals, told_at
from omnigym.benchmarks.osmap.scopes import DOMAINS, SCENARIOS, slug
from omnigym.benchmarks.osmap.suite import census, osmap_suite
from omnigym.benchmarks.osmap.workflows import workflows
from omnigym.tasks.suites import list_tasks, load_task
from omnigym.tasks.task_file import dumps_task, loads_task

#: L1 to L4, without those that call the user, which have tests of their own.
TASKS = [t for t in osmap_suite("windows") if t.level in LIMITS and not t.secrets]


def test_there_are_enough_of_each_level_and_scenario() -> None:
    counted = Counter(t.level for t in TASKS)
    assert sorted(counted) == sorted(LIMITS)
    assert min(counted.values()) >= 25
    assert len(TASKS) >= 170
    assert len({t.scenario for t in TASKS}) >= 40


def test_every_id_says_level_and_scenario_and_every_limit_is_the_papers() -> None:
    assert len({t.id for t in TASKS}) == len(TASKS)
    for task in TASKS:
        assert task.id.startswith(f"osmap/{task.level}/{slug(task.scenario)}/")
        assert task.suite == "osmap"
        assert (task.max_steps, task.evaluate) == (LIMITS[task.level], "at_end")
        assert "sim" in task.devices


def test_the_file_has_what_the_data_make() -> None:
    """What L1 says and which adversity L3 gets is played: see the tests of levels and of adversity."""
    stored = {t.id: t for t in TASKS}
    assert [stored.get(t.id) for t in workflows()] == workflows()
    planned = [told_at("L2", goal) for goal in goals() if "L2" in goal.levels]
    named = Counter(t.id for t in planned)
    once = [t for t in planned if named[t.id] == 1]
    assert [stored.get(t.id) for t in once] == once
    assert len(planned) == sum(t.level == "L2" for t in TASKS)


def test_every_task_survives_its_file() -> None:
    assert [t.id for t in TASKS if loads_task(dumps_task(t)) != t] == []


def test_the_suite_is_made_fast_and_only_if_it_is_named() -> None:
    start = time.process_time()
    assert list_tasks("suite:osmap")
    assert time.process_time() - start < 2
    assert not [t for t in list_tasks("app:todo") if t.suite == "osmap"]


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("suite:osmap level:L3", lambda t: t.level == "L3"),
        ("suite:osmap level:l1-l2", lambda t: t.level in ("L1", "L2")),
        ("suite:osmap level>=L3", lambda t: t.level >= "L3"),
        ("osmap/L4/*", lambda t: t.level == "L4"),
        ("suite:osmap scenario:app-installation", lambda t: t.scenario == "App Installation"),
        ("suite:osmap scenario:'App Installation'", lambda t: t.scenario == "App Installation"),
        ("suite:osmap domain:life -level:L2", lambda t: SCENARIOS[t.scenario][0] == "Life" and t.level != "L2"),
    ],
)
def test_queries(query: str, fits: Callable[..., bool]) -> None:
    found = {t.id for t in list_tasks(query) if t.level in LIMITS and not t.secrets}
    assert found == {t.id for t in TASKS if fits(t)}
    assert found


def test_a_task_is_loaded_by_its_id() -> None:
    assert load_task("osmap/L2/files/rename").scenario == "Files"


def test_the_census_counts_every_task_once_and_no_task_without_a_level() -> None:
    counted = census([*TASKS, *list_tasks("files/rename")])
    assert list(counted) == [d for d in DOMAINS if d in counted]
    assert sum(n for numbers in counted.values() for n in numbers.values()) == len(TASKS)
    assert census(list_tasks("files/rename")) == {}
