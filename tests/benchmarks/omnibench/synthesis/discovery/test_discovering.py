"""Subtasks that nobody wrote: found by exploring and by asking, proved, kept and read back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omnigym.agents.model import Answer
from omnigym.agents.serving import ChatServer
from omnigym.benchmarks.omnibench.synthesis.discovery.discovering import DraftResult, discover, tasks_of
from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Draft, DraftStep
from omnigym.benchmarks.omnibench.synthesis.discovery.exploring import AppExplorer
from omnigym.benchmarks.omnibench.synthesis.discovery.grounding import DraftRefusal, ground
from omnigym.benchmarks.omnibench.synthesis.discovery.llm_proposer import Asker
from omnigym.benchmarks.omnibench.synthesis.discovery.storage import COLLECTION, line_of, read_discovered
from omnigym.cli.root import app
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ModelTimeoutError, TaskFileError
from omnigym.tasks.proofs.verify import Strangers, verify_task
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.suites import suite_tasks


@pytest.fixture(scope="module")
def device() -> Iterator[SimDevice]:
    device = SimDevice((1024, 768), "windows", 1.0)
    yield device
    device.close()


def _found(device: SimDevice, app: str, clicks: int, seed: int = 0) -> list[DraftResult]:
    explorer = AppExplorer(SimDevice((1024, 768), "windows", 1.0), clicks, seed)
    return list(discover(explorer, [app], device))


# -- exploring --------------------------------------------------------------------------------------------------------


def test_exploring_finds_what_can_be_proved_and_the_same_again(device: SimDevice) -> None:
    found = _found(device, "todoist", 600)
    proved = [j.subtask for j in found if j.subtask is not None]
    assert len(proved) >= 4
    assert any(s.parameters[0].get("item") and len(s.parameters) > 1 for s in proved)
    again = _found(device, "todoist", 600)
    assert [(j.draft, j.why) for j in again] == [(j.draft, j.why) for j in found]


def test_every_refusal_says_why(device: SimDevice) -> None:
    assert all(j.why for j in _found(device, "mail", 500) if j.subtask is None)


def test_what_is_shipped_comes_from_the_command_and_is_a_suite_of_its_own() -> None:
    shipped = all_subtasks(COLLECTION)
    assert len(shipped) >= 100
    assert len({s.app for s in shipped}) >= 12
    assert not set(shipped) & set(all_subtasks())
    assert {t.nodes[0].subtask for t in suite_tasks("discovered", "sim")} == {s.id for s in shipped}


def test_what_is_shipped_is_proved(device: SimDevice) -> None:
    for task in suite_tasks("discovered", "sim")[::6]:
        proof = verify_task(task, device)
        assert proof.holds, (task.id, proof.failures)


# -- what steps come to -----------------------------------------------------------------------------------------------

_STAR = DraftStep("click", "Mark “{item}” as important")
_ITEMS = ({"item": "Water the plants"}, {"item": "Call the dentist"}, {"item": "There is no such task"})


def _draft(*steps: DraftStep, instruction: str = "Star '{item}'.", sets: tuple[dict[str, str], ...] = _ITEMS) -> Draft:
    return Draft("todo", instruction, steps, sets)


def test_conditions_have_the_parameters_for_their_values(device: SimDevice) -> None:
    found = ground(_draft(_STAR), device, "discovered/star", COLLECTION)
    (condition,) = found.conditions
    assert condition.check == "row_exists"
    assert condition.args["columns"] == {"title": "{item}", "important": "1"}
    assert condition.args["was"] == {"title": "{item}", "important": "0"}
    assert [p["item"] for p in found.parameters] == ["Water the plants", "Call the dentist"]


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ((DraftStep("click", "No such button"),), "not there"),
        ((DraftStep("click", "My Day"),), "as it was"),
        ((DraftStep("click", "New list"),), "nothing says which"),
        (tuple([DraftStep("press", text="tab")] * 13), "more than 12"),
    ],
)
def test_what_is_no_subtask_is_refused(device: SimDevice, steps: tuple[DraftStep, ...], why: str) -> None:
    with pytest.raises(DraftRefusal, match=why):
        ground(_draft(*steps, instruction="Do it.", sets=({},)), device, "discovered/x", COLLECTION)


def test_another_thing_done_does_not_pay(device: SimDevice) -> None:
    star = ground(_draft(_STAR), device, "discovered/star", COLLECTION)
    done = ground(
        _draft(DraftStep("click", "Mark “{item}” as completed"), instruction="Complete '{item}'."),
        device,
        "discovered/done",
        COLLECTION,
    )
    both = [tasks_of(star)[0], tasks_of(done)[0]]
    for task in both:
        proof = verify_task(task, device, Strangers(both))
        assert proof.holds, proof.failures


# -- files ------------------------------------------------------------------------------------------------------------


def test_a_file_of_them_is_read_back_with_oracles(device: SimDevice, tmp_path: Path) -> None:
    found = ground(_draft(_STAR), device, "discovered/star", COLLECTION)
    path = tmp_path / "found.jsonl"
    path.write_text(line_of(found, (_STAR,)) + "\n", encoding="utf-8")
    (again,) = read_discovered(path)
    assert (again.id, again.conditions, again.parameters, again.collection) == (
        found.id,
        found.conditions,
        found.parameters,
        COLLECTION,
    )
    assert verify_task(tasks_of(again)[0], device).holds


@pytest.mark.parametrize("line", ["nonsense", "{}", '{"subtask":{},"steps":[]}', '{"subtask":3,"steps":[{"do":"x"}]}'])
def test_a_damaged_file_is_one_error_that_names_the_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "found.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(TaskFileError, match="line 1"):
        list(read_discovered(path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match=r"none\.jsonl"):
        list(read_discovered(tmp_path / "none.jsonl"))


# -- asking a model ---------------------------------------------------------------------------------------------------

_GOOD = {
    "instruction": "Star the task '{item}'.",
    "parameters": [{"item": "Water the plants"}, {"item": "Call the dentist"}],
    "steps": [{"do": "click", "name": "Mark “{item}” as important"}],
}


def _asked(answer: Callable[[str], str], device: SimDevice) -> list[DraftResult]:
    return list(discover(Asker(answer, SimDevice((1024, 768), "windows", 1.0)), ["todo"], device))


@pytest.mark.parametrize(
    ("answer", "proposed", "proved"),
    [
        (json.dumps([_GOOD]), 1, 1),
        (f"Here you are:\n```json\n{json.dumps([_GOOD, {'instruction': 3}])}\n```", 1, 1),
        (json.dumps([{**_GOOD, "steps": [{"do": "click", "name": "Launch the rocket"}]}]), 1, 0),
        (json.dumps([{**_GOOD, "parameters": [{"other": "x"}]}]), 0, 0),
        ("I cannot help with that.", 0, 0),
        ("[1, 2", 0, 0),
    ],
)
def test_whatever_a_model_answers_only_what_is_true_is_kept(
    device: SimDevice, answer: str, proposed: int, proved: int
) -> None:
    found = _asked(lambda _: answer, device)
    assert (len(found), sum(j.subtask is not None for j in found)) == (proposed, proved)


def test_a_model_that_does_not_answer_is_skipped(device: SimDevice) -> None:
    def late(_: str) -> str:
        raise ModelTimeoutError("The model did not answer.")

    assert _asked(late, device) == []


# -- the command ------------------------------------------------------------------------------------------------------


def test_the_command_asks_an_endpoint_and_keeps_what_was_proved(tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    with ChatServer(lambda _: Answer(json.dumps([_GOOD]))) as server:
        options = ["--app", "todo", "--model", "small", "--url", server.url, "-o", str(path), "--verbose"]
        done = CliRunner().invoke(app, ["tasks", "discover", *options])
    assert done.exit_code == 0, done.output
    assert "proved" in done.output
    (found,) = read_discovered(path)
    assert found.instruction == _GOOD["instruction"]


def test_the_command_wants_model_and_url_together() -> None:
    done = CliRunner().invoke(app, ["tasks", "discover", "--model", "small"])
    assert done.exit_code == 2
