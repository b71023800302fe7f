"""The tasks of MiniWoB++ as a suite: ids, queries, what is said where the package is missing. No browser runs."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from omnigym.benchmarks.miniwob import MiniWob, miniwob_suite, miniwob_task
from omnigym.benchmarks.miniwob.oracles import oracle_of, solved_names
from omnigym.devices.chromium.site import available_sites
from omnigym.devices.chromium.sites import miniwob as site
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.env import OmniEnv
from omnigym.errors import CapabilityError, ConfigError, MissingDependencyError, UnknownNameError
from omnigym.tasks.proofs.verify import Strangers
from omnigym.tasks.suites import list_tasks, load_task

pytest.importorskip("miniwob", reason="the package miniwob is not installed")


@pytest.fixture
def uninstalled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without the package."""
    monkeypatch.setattr(site, "_folder", lambda: None)
    site.page_names.cache_clear()
    for cached in (miniwob_task, available_sites):
        cached.cache_clear()
    from omnigym.tasks import suites

    for cached in (suites.suite_tasks, suites._found):
        cached.cache_clear()
    yield
    monkeypatch.undo()
    site.page_names.cache_clear()
    miniwob_task.cache_clear()
    available_sites.cache_clear()
    for cached in (suites.suite_tasks, suites._found):
        cached.cache_clear()


def test_every_page_is_a_task() -> None:
    names = site.page_names()
    assert len(names) >= 130
    assert {"click-test-2", "email-inbox", "flight.Alaska"} <= set(names)
    assert [t.id for t in miniwob_suite()] == [f"miniwob/{n}" for n in names]


def test_tasks_are_found_by_query() -> None:
    (task,) = list_tasks("miniwob/click-test-2", device="chromium")
    assert task.host == MiniWob("click-test-2")
    assert task == load_task("miniwob/click-test-2")
    assert len(list_tasks("suite:miniwob")) == len(site.page_names())
    assert {t.id for t in list_tasks("miniwob/click-tab*")} >= {"miniwob/click-tab", "miniwob/click-tab-2"}


def test_those_with_an_oracle_are_tagged() -> None:
    assert [t.id for t in list_tasks("suite:miniwob tag:oracle")] == [f"miniwob/{n}" for n in solved_names()]
    assert len(solved_names()) >= 30
    assert set(solved_names()) <= set(site.page_names())


def test_they_run_in_a_browser_only() -> None:
    assert miniwob_suite("sim") == ()
    with pytest.raises(ConfigError, match="No task fits"):
        list_tasks("miniwob/click-test", device="sim")
    with pytest.raises(CapabilityError, match="they are done on web"):
        OmniEnv(FakeConfig(), tasks=miniwob_task("click-test"))


def test_an_unknown_name_says_what_is_close() -> None:
    for ask in (list_tasks, load_task):
        with pytest.raises(UnknownNameError, match="click-test"):
            ask("miniwob/click-tset")
    with pytest.raises(UnknownNameError, match="click-test"):
        miniwob_task("click-tset")


def test_a_task_goes_to_a_worker_process() -> None:
    task = miniwob_task("click-test", decay=True)
    again = pickle.loads(pickle.dumps(miniwob_task("focus-text")))
    assert again == miniwob_task("focus-text") and again.host == MiniWob("focus-text")
    assert task.host == MiniWob("click-test", decay=True)


def test_twins_and_tasks_without_an_oracle_prove_nothing_about_a_task() -> None:
    strangers = Strangers(miniwob_suite())
    for name in ("click-tab-2-hard", "click-checkboxes-transfer"):
        oracle = oracle_of(name)
        found = [t.subtasks[0].oracle for t in strangers.of(miniwob_task(name))]
        assert len(found) == 3 and None not in found and oracle not in found


@pytest.mark.usefixtures("uninstalled")
def test_without_the_package_there_is_no_suite() -> None:
    assert miniwob_suite() == ()
    assert "miniwob" not in available_sites()
    assert not any(t.suite == "miniwob" for t in list_tasks())


@pytest.mark.usefixtures("uninstalled")
@pytest.mark.parametrize("query", ["miniwob/click-test", "suite:miniwob"])
def test_without_the_package_its_name_says_how_to_get_it(query: str) -> None:
    with pytest.raises(MissingDependencyError, match="pip install"):
        list_tasks(query)


@pytest.mark.usefixtures("uninstalled")
def test_without_the_package_a_task_says_how_to_get_it() -> None:
    with pytest.raises(MissingDependencyError, match="pip install"):
        load_task("miniwob/click-test")
    with pytest.raises(MissingDependencyError, match="pip install"):
        miniwob_task("click-test")
