"""Subtasks of the phone over adb, where what the user has is read from Android's own providers and shared storage."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

from omnigym.devices.adb import data
from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.phone.process import PhoneProcess
from omnigym.tasks.registry import counterexamples_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.suites import load_task
from tests.tasks.apps.damaging import NEIGHBOUR, after, with_neighbour

SAMPLE = (
    "phone-calendar/create@0",
    "phone-calendar/invite@0",
    "phone-calendar/reminder@0",
    "phone-calls/delete-call@0",
    "phone-calls/save-caller@0",
    "phone-contacts/change-number@0",
    "phone-contacts/create@0",
    "phone-contacts/delete@0",
    "phone-files/move@0",
    "phone-files/restore@0",
    "phone-messages/delete-conversation@0",
    "phone-messages/reply@0",
    "phone-photos/delete@0",
)


@pytest.fixture(scope="module")
def device() -> Iterator[AdbDevice]:
    with PhoneProcess() as process:
        device = AdbDevice(serial="omnigym", port=process.smart_port)
        yield device
        device.close()


@pytest.mark.parametrize("name", SAMPLE)
def test_the_oracle_does_it_and_no_damage(device: AdbDevice, name: str) -> None:
    stage = Stage(load_task(name), device)
    outcome = stage.play(stage.oracle())
    assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), outcome.problem


#: Right ways and wrong runs, of each kind of record.
TRIED = (
    "phone-calendar/create:invites_somebody",
    "phone-calendar/invite:invites_a_stranger_too",
    "phone-calendar/place:adds_a_second_event",
    "phone-calls/delete-call:after_another_caller",
    "phone-calls/save-caller:in_the_form_of_contacts",
    "phone-contacts/change-number:adds_a_second_contact",
    "phone-contacts/change-number:keeps_the_old_number_in_the_field",
    "phone-contacts/change-number:renames_the_contact_too",
    "phone-contacts/create:in_digits",
    "phone-files/move:copied_and_deleted",
    "phone-files/move:copies_the_file",
    "phone-messages/reply:in_a_new_conversation",
)


@pytest.mark.parametrize("which", TRIED)
def test_a_trial_is_judged_well(device: AdbDevice, which: str) -> None:
    name, _, wanted = which.partition(":")
    trial = next(
        t for t in (*counterexamples_of(name, "right"), *counterexamples_of(name, "wrong")) if t.name == wanted
    )
    stage = Stage(load_task(f"{name}@0"), device)
    assert (stage.play(stage.trial(trial)).coverage == 1.0) is (trial.kind == "right"), stage.evaluator.verdicts


@pytest.mark.parametrize("name", ["phone-contacts/create@0", "phone-files/rename@0"])
def test_a_file_that_was_to_stay_does_so(device: AdbDevice, name: str) -> None:
    stage = Stage(with_neighbour(load_task(name)), device)
    assert stage.play(stage.oracle()).coverage == 1.0
    gone = after(lambda: device.run(["rm", device.native_path(NEIGHBOUR)]), stage)
    assert stage.play(gone).coverage == 0.0
    assert [(d.how, d.at) for d in stage.evaluator.damage] == [("remove", f"/sdcard/{NEIGHBOUR}")]


@pytest.mark.parametrize(
    ("other", "table"),
    [
        ("phone-contacts/change-number@0", "content://people/contacts"),
        ("phone-calls/delete-call@0", "content://people/calls"),
        ("phone-messages/send@0", "content://people/messages"),
        ("phone-calendar/create@0", "content://calendar/events"),
    ],
)
def test_records_stay_but_for_what_was_asked_for(device: AdbDevice, other: str, table: str) -> None:
    stranger = load_task(other)
    steps = tuple(itertools.chain.from_iterable(stranger.steps_by_device.values()))
    stage = Stage(replace(load_task("phone-files/create-folder@0"), setup=steps), device)
    both = itertools.chain(stage.oracle(stranger), stage.oracle(forgive=True))
    assert stage.play(both).coverage == 0.0
    assert {d.at for d in stage.evaluator.damage} == {table}


def test_more_files_than_are_read_are_no_verdict(device: AdbDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(load_task("phone-contacts/create@0"), device)
    stage.begin()
    monkeypatch.setattr(data, "_MOST_FOUND", 3)
    for action in stage.oracle(forgive=True):
        stage.do(action)
    assert not stage.evaluator.done and not stage.evaluator.unscored  # an agent can fill a device: no pay, but a score
