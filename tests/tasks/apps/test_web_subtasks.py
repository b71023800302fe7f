"""Every subtask of the real browser's sites: not done at the start, done by its oracle, its milestones on the way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from omnigym.benchmarks.composed import composed_suite
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.process import find_program
from omnigym.devices.chromium.site import sites
from omnigym.errors import MissingDependencyError
from omnigym.evaluation.probe import Probe
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.registry import all_subtasks, counterexamples_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode
from tests.tasks.apps.damaging import NEIGHBOUR, after, with_neighbour

pytestmark = pytest.mark.chromium

WEB = [s for s in all_subtasks() if "chromium" in s.devices]


@pytest.fixture(scope="module")
def device() -> Iterator[ChromiumDevice]:
    try:
        if not find_program().drawn:
            pytest.skip("chromium-headless-shell is not installed (omnigym doctor says how to get it)")
    except MissingDependencyError as e:
        pytest.skip(str(e))
    missing = next((m for name in sorted({s.app for s in WEB}) if (m := sites()[name].missing())), "")
    if missing:
        pytest.skip(missing)
    device = ChromiumDevice()
    yield device
    device.close()


def test_there_are_enough_of_them() -> None:
    assert len(WEB) >= 40
    assert {s.app for s in WEB} == {"calendar", "office", "shop", "tracker"}


@pytest.mark.parametrize("subtask", WEB, ids=lambda s: s.id)
def test_the_oracle_does_it_and_passes_its_milestones(device: ChromiumDevice, subtask: Subtask) -> None:
    task = Task(id="t", nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),))
    stage = Stage(task, device)
    folds = task.graph.nodes[0].milestone_checks
    first: dict[int, int] = {}
    moments = 0

    def look() -> None:
        nonlocal moments
        moments += 1
        probe = Probe(device)
        for n, fold in enumerate(folds):
            if n not in first and fold.step(fold.initial, (), probe).verdict:
                first[n] = moments

    outcome = stage.play(stage.oracle(), every=look)
    assert (outcome.coverage, outcome.problem) == (1.0, ""), stage.evaluator.verdicts
    assert outcome.steps > 2, "it is done before anything was done"
    times = [first.get(n) for n in range(len(folds))]
    assert None not in times, f"milestone {times.index(None)} is never reached"
    assert times == sorted(times)


@pytest.mark.parametrize("task_id", ["office/move-card@1", "tracker/set-status@2", "calendar/delete@0"])
def test_the_proofs_hold(device: ChromiumDevice, task_id: str) -> None:
    name, _, number = task_id.partition("@")
    subtask = next(s for s in WEB if s.id == name)
    task = Task(id=task_id, nodes=(TaskNode("1", name, subtask.parameters[int(number)]),), suite="one-node")
    proof = verify_task(task, device)
    assert proof.holds, proof.failures


@pytest.mark.parametrize("subtask", WEB, ids=lambda s: s.id)
def test_each_has_enemies_and_friends(subtask: Subtask) -> None:
    assert len(counterexamples_of(subtask.id, "wrong")) >= 3
    assert len(counterexamples_of(subtask.id, "right")) >= 2


#: One or two of each site; `scripts/try_scores.py chromium` tries all.
TRIED = (
    "calendar/delete:renames_it_only",
    "calendar/rename:with_a_space",
    "office/expenses:amount_spelled_otherwise",
    "office/move-card:by_way_of_another_column",
    "office/publish-notice:bold_at_the_end",
    "office/publish-notice:half_of_it_in_bold",
    "office/survey:sends_nothing",
    "shop/add-several:one_by_one",
    "shop/new-wish-list:with_a_product_on_it",
    "tracker/create:assigns_it_too",
    "tracker/own-phone:phone_spelled_otherwise",
    "tracker/set-priority:harms_something_first",
    "tracker/set-status:renames_it_too",
)


@pytest.mark.parametrize("which", TRIED)
def test_a_trial_is_judged_well(device: ChromiumDevice, which: str) -> None:
    name, _, wanted = which.partition(":")
    subtask = next(s for s in WEB if s.id == name)
    trial = next(
        t for t in (*counterexamples_of(name, "right"), *counterexamples_of(name, "wrong")) if t.name == wanted
    )
    stage = Stage(Task(id="t", nodes=(TaskNode("1", name, subtask.parameters[0]),)), device)
    assert (stage.play(stage.trial(trial)).coverage == 1.0) is (trial.kind == "right"), stage.evaluator.verdicts


def test_a_record_may_be_changed_and_then_renamed(device: ChromiumDevice) -> None:
    title, new = "Login takes half a minute", "Login is slow"
    changed = TaskNode("1", "tracker/set-status", {"title": title, "status": "testing"})
    renamed = TaskNode("2", "tracker/rename", {"title": title, "new": new})
    stage = Stage(Task(id="t", nodes=(changed, renamed), edges=(("1", "2"),)), device)
    assert stage.play(stage.oracle()).coverage == 1.0


def test_a_file_that_was_to_stay_does_so(device: ChromiumDevice) -> None:
    subtask = next(s for s in WEB if s.id == "office/book-room")
    stage = Stage(with_neighbour(Task(id="t", nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),))), device)
    assert stage.play(stage.oracle()).coverage == 1.0
    assert stage.play(after(lambda: device.write_file(NEIGHBOUR, b""), stage)).coverage == 0.0
    assert [(d.how, d.at) for d in stage.evaluator.damage] == [("change", NEIGHBOUR)]


@pytest.mark.parametrize("other", ["tracker/set-priority", "calendar/delete", "shop/buy", "office/welcome"])
def test_what_sites_keep_stays_but_for_what_was_asked_for(device: ChromiumDevice, other: str) -> None:
    """Of sites that ran at the start and of those that were opened later."""
    wanted, more = (next(s for s in WEB if s.id == name) for name in ("tracker/set-status", other))
    stage = Stage(Task(id="t", nodes=(TaskNode("1", wanted.id, wanted.parameters[0]),)), device)
    stranger = Task(id="s", nodes=(TaskNode("1", more.id, more.parameters[0]),))
    both = itertools.chain(stage.oracle(stranger), stage.oracle(forgive=True))
    assert stage.play(both).coverage == 0.0
    assert {d.at.split("/")[2] for d in stage.evaluator.damage} == {other.split("/")[0]}


def test_a_composed_task_goes_across_sites(device: ChromiumDevice) -> None:
    task = next(t for t in composed_suite("web") if len(t.apps) == 2 and len(t.nodes) == 2)
    stage = Stage(task, device)
    assert stage.play(stage.oracle()).coverage == 1.0
