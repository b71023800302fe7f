"""Cross-verification: trajectory and check mend each other, by rules and by a model that is told what was wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omnigym.agents.model import Answer
from omnigym.agents.serving import ChatServer
from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Draft, DraftStep
from omnigym.benchmarks.omnibench.synthesis.refining.judging import fault_of, subtask_of
from omnigym.benchmarks.omnibench.synthesis.refining.llm_writer import ModelFunctionWriter
from omnigym.benchmarks.omnibench.synthesis.refining.refining import DraftFile, RefinedDraft, refine, strangers_of
from omnigym.benchmarks.omnibench.synthesis.refining.rule_based_writer import RuleWriter
from omnigym.cli.root import app
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ModelTimeoutError, TaskFileError
from omnigym.evaluation.condition import Condition
from omnigym.tasks.proofs.cross_oracles import Strangers
from omnigym.tasks.registry import get_subtask

_STEPS = (DraftStep("click", "Mark “{item}” as important"),)
_DRAFT = Draft("todo", "Star the task '{item}'.", _STEPS, ({"item": "Water the plants"}, {"item": "Call the dentist"}))
_CLICKED = """def evaluate_agent_task_completion(item):
    if not check_mouse_clicks(text=f'Mark “{item}” as important'):
        return EvalResult(False, 'not starred', 0/1)
    return EvalResult(True, 'starred', 1/1)
"""
_LOOSE = _CLICKED.replace("text=f'Mark “{item}” as important'", "text='Tasks'").replace("mouse_clicks", "text_exists")


@pytest.fixture(scope="module")
def device() -> Iterator[SimDevice]:
    device = SimDevice((1024, 768), "windows", 1.0)
    yield device
    device.close()


@pytest.fixture(scope="module")
def strangers() -> Strangers:
    return strangers_of([get_subtask(i) for i in ("todo/add-task", "todo/complete", "files/rename", "mail/send-file")])


def _screen() -> SimDevice:
    return SimDevice((1024, 768), "windows", 1.0)


# -- rules ------------------------------------------------------------------------------------------------------------


def test_a_run_that_is_judged_wrongly_changes_the_check(device: SimDevice, strangers: Strangers) -> None:
    found = refine(_DRAFT, RuleWriter(_screen()), device, strangers)
    assert not found.why
    assert found.rounds >= 1
    assert fault_of(subtask_of(_DRAFT, found.steps, found.conditions), (), device) is None
    assert refine(_DRAFT, RuleWriter(_screen()), device, strangers) == found, "the same again"


def test_a_way_that_leads_nowhere_changes_the_trajectory(device: SimDevice, strangers: Strangers) -> None:
    wrong_kind = replace(_DRAFT, steps=(replace(_STEPS[0], kind="todo.no-such-kind"),))
    found = refine(wrong_kind, RuleWriter(_screen()), device, strangers)
    assert not found.why
    nowhere = replace(_DRAFT, steps=(DraftStep("click", "Launch the rocket"),))
    found = refine(nowhere, RuleWriter(_screen()), device, strangers)
    assert "Launch the rocket" in found.why


@pytest.mark.parametrize(
    ("conditions", "said"),
    [
        ((Condition("check_text_exists", {"text": "{item}"}),), "judged"),
        ((Condition("check_mouse_clicks", {"text": "Delete"}),), "0 of its 1 conditions"),
        ((Condition("clipboard_contains_image"),), "the evaluation function failed"),
    ],
)
def test_feedback_says_what_happened(conditions: tuple[Condition, ...], said: str, device: SimDevice) -> None:
    found = fault_of(subtask_of(_DRAFT, _STEPS, conditions), (), device)
    if said == "judged":  # it may be seen on the first screen, or be seen where another one was starred
        assert found is not None
        assert found.run is not None
        assert not found.passes
        return
    assert found is not None
    assert said in found.message


# -- a model ----------------------------------------------------------------------------------------------------------


def _asked(
    answers: list[str], device: SimDevice, strangers: Strangers, rounds: int = 4
) -> tuple[RefinedDraft, list[str]]:
    questions: list[str] = []

    def ask(text: str) -> str:
        questions.append(text)
        return answers[min(len(questions), len(answers)) - 1]

    return refine(_DRAFT, ModelFunctionWriter(ask, _screen()), device, strangers, rounds=rounds), questions


def test_a_model_is_told_what_was_wrong_and_mends_it(device: SimDevice, strangers: Strangers) -> None:
    found, questions = _asked([_LOOSE, f"Here:\n```python\n{_CLICKED}```"], device, strangers)
    assert not found.why
    assert found.rounds == 2
    assert "The last attempt was wrong" not in questions[0]
    assert "The last attempt was wrong" in questions[1]
    assert "check_mouse_clicks(text) -> bool" in questions[0]


@pytest.mark.parametrize(
    "answer", ["I cannot help with that.", "def f(): import os", "", _CLICKED.replace("check_", "x_")]
)
def test_nonsense_is_told_and_ends_with_the_rounds(answer: str, device: SimDevice, strangers: Strangers) -> None:
    found, questions = _asked([answer], device, strangers, rounds=2)
    assert found.why
    assert found.rounds == 2
    assert len(questions) == 2
    assert "wrong, as follows" in questions[1]


def test_steps_are_asked_for_where_those_of_the_draft_lead_nowhere(device: SimDevice, strangers: Strangers) -> None:
    steps = json.dumps([{"do": "click", "name": "Mark “{item}” as important"}])
    questions: list[str] = []

    def ask(text: str) -> str:
        questions.append(text)
        return steps if "by which actions" in text else _CLICKED

    draft = replace(_DRAFT, steps=(DraftStep("click", "Launch the rocket"),))
    found = refine(draft, ModelFunctionWriter(ask, _screen()), device, strangers)
    assert not found.why
    assert found.steps == _STEPS
    assert any("Launch the rocket" in q for q in questions), "what the screen shows is told"


def test_a_model_that_does_not_answer_is_skipped(device: SimDevice, strangers: Strangers) -> None:
    def late(_: str) -> str:
        raise ModelTimeoutError("The model did not answer.")

    found = refine(_DRAFT, ModelFunctionWriter(late, _screen()), device, strangers)
    assert found.why.startswith("skipped: The model did not answer")


# -- the command ------------------------------------------------------------------------------------------------------

_PROPOSAL = {
    "instruction": _DRAFT.instruction,
    "parameters": list(_DRAFT.parameters),
    "steps": [s.to_json() for s in _STEPS],
}


def _answering(check: str) -> Callable[[object], Answer]:
    def answer(asked: object) -> Answer:
        return Answer(check if "Write a Python function" in str(asked) else json.dumps([_PROPOSAL]))

    return answer


def test_the_command_asks_an_endpoint_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "refined.jsonl"
    with ChatServer(_answering(_CLICKED)) as server:
        options = ["--app", "todo", "--model", "small", "--url", server.url, "-o", str(path)]
        done = CliRunner().invoke(app, ["tasks", "synthesize", *options])
        assert done.exit_code == 0, done.output
        assert "1 drafts, 1 of them" in done.output
        asked = len(server.requests)
        path.write_bytes(path.read_bytes() + b'{"key": "half a li')
        again = CliRunner().invoke(app, ["tasks", "synthesize", *options])
        assert "1 drafts, 1 of them" in again.output
        assert len(server.requests) == asked + 1, "only what might be proposed was asked again"
    (line,) = path.read_text().splitlines()
    assert json.loads(line)["conditions"][0]["check"] == "check_mouse_clicks"


def test_what_was_skipped_is_tried_again(tmp_path: Path) -> None:
    kept = DraftFile(tmp_path / "refined.jsonl")
    kept.add(RefinedDraft(_DRAFT, _STEPS, (), 1, "skipped: the model did not answer"))
    assert list(DraftFile(kept.path).left([_DRAFT])) == [_DRAFT]
    kept.add(RefinedDraft(_DRAFT, _STEPS, (), 4, "it passes though nothing was done"))
    assert list(DraftFile(kept.path).left([_DRAFT])) == []
    kept.path.write_text("[1]\n")
    with pytest.raises(TaskFileError, match="synthesize"):
        DraftFile(kept.path)
