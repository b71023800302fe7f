"""The oracles of MiniWoB++ solve their tasks, and an oracle of another task does not."""

from __future__ import annotations

import pytest

from omnigym.benchmarks.miniwob import miniwob_task
from omnigym.benchmarks.miniwob.oracles import oracle_of, solved_names
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.rollout import Stage

pytestmark = pytest.mark.chromium


@pytest.mark.parametrize("name", solved_names())
def test_solves_its_task(browser: ChromiumDevice, name: str) -> None:
    for seed in (0, 11):
        stage = Stage(miniwob_task(name), browser, seed)
        outcome = stage.play(stage.oracle())
        assert (outcome.coverage, outcome.problem) == (1.0, "")
        judgement = stage.evaluator.judgement
        assert judgement is not None
        assert judgement.reward == 1.0 or name == "button-delay"  # which pays by how exactly one waits


def test_a_page_that_asks_for_something_else_is_left_alone(browser: ChromiumDevice) -> None:
    stage = Stage(miniwob_task("click-test"), browser)
    outcome = stage.play(stage.oracle(miniwob_task("click-option")))
    assert outcome.steps == 0 and "expected a page that asks" in outcome.problem


@pytest.mark.parametrize("name", ["click-test-2", "enter-text", "click-checkboxes"])
def test_the_proofs_hold(browser: ChromiumDevice, name: str) -> None:
    proof = verify_task(miniwob_task(name), browser)
    assert proof.holds, proof.failures


def test_most_tasks_have_none() -> None:
    assert oracle_of("drag-cube") is None
