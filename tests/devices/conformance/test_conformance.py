"""The doctor names what a device does wrong, and goes on; a device that dies gives a report of what was seen."""

from __future__ import annotations

import getpass
import json
import re
from pathlib import Path

import pytest
import typer

from omnigym.cli.conformance import select_promises, try_device
from omnigym.devices.config import DeviceConfig
from omnigym.devices.conformance.promise import PromiseOutcome, run
from omnigym.devices.conformance.report import facts, report_json, without_names
from omnigym.devices.conformance.table import PROMISES
from omnigym.devices.conformance.trial import Trial
from omnigym.devices.conformance.witness import PATCHES, PATTERN, pattern
from omnigym.devices.fake.config import FakeConfig
from omnigym.devices.fake.device import FakeDevice
from omnigym.devices.fake.state import Fault as Failure
from omnigym.errors import UnknownNameError
from tests.devices.conformance.broken import PLAIN, Fault, Faulty


class FaultyFake(Faulty, FakeDevice):
    pass


def _of_fake(fault: str, only: str = "") -> dict[str, PromiseOutcome]:
    device = FaultyFake()
    device.fault = fault
    trial = Trial(lambda: device, FakeConfig())
    trial.start()
    return {o.name: o for o in run(trial, select_promises(only))}


def test_the_fake_keeps_its_promises() -> None:
    outcomes = _of_fake("")
    assert [(o.name, o.detail) for o in outcomes.values() if o.state == "fail"] == []
    assert outcomes["text.emoji"].state == "pass" and outcomes["tree.value"].state == "pass"
    assert "no shell" in outcomes["pointer.click"].detail


@pytest.mark.parametrize("fault", PLAIN, ids=lambda f: f"{f.promise}: {f.fault}")
def test_what_is_wrong_is_named(fault: Fault) -> None:
    (outcome,) = _of_fake(fault.fault, fault.promise).values()
    assert outcome.state == "fail" and re.search(fault.said, outcome.detail), outcome
    assert outcome.picture is not None


def test_a_device_that_fails_is_reset_and_one_that_dies_ends_no_report(tmp_path: Path) -> None:
    made: list[FakeDevice] = []

    def make(config: DeviceConfig) -> FakeDevice:  # the machine stays the same, whatever connects to it
        if not made:
            made.append(FakeDevice(**config.arguments()))
        return made[0]

    out = tmp_path / "report.json"
    failing = FakeConfig(faults=(Failure("write_file", 1, "DeviceLostError"),))
    assert not try_device(failing, "files.*", out=out, make=make)
    told = {p["name"]: p for p in json.loads(out.read_text())["promises"]}
    assert told["files.content"]["state"] == "fail" and "DeviceLostError" in told["files.content"]["detail"]
    assert told["files.replace"]["state"] == "pass"
    made.clear()
    dying = FakeConfig(
        faults=(Failure("act", 4, "DeviceLostError", 10_000), Failure("reset", 6, "DeviceLostError", 10_000))
    )
    assert not try_device(dying, "text.*,screen.*", out=out, make=make)
    report = json.loads(out.read_text())
    assert report["summary"]["pass"] >= 2 and report["summary"]["fail"] >= 1
    assert report["promises"][-1]["detail"].startswith("the device is gone")
    assert len(report["promises"]) == len(select_promises("text.*,screen.*"))


def test_a_report_names_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    user, home = getpass.getuser(), str(Path.home())
    secret = PromiseOutcome("a.b", "kept", "fail", f"{home}/mail.txt of {user} is not there", {"where": [f"{home}/x"]})
    text = report_json(facts(FakeConfig()), [secret])
    assert home not in text and f" {user} " not in text and "~/mail.txt of <user>" in text
    assert without_names("nothing to hide") == "nothing to hide"
    assert {"machine", "versions", "device", "summary", "promises"} <= json.loads(text).keys()


def test_whoever_is_asked_may_say_no(monkeypatch: pytest.MonkeyPatch) -> None:
    class Found(FakeConfig):
        FOUND = True

    monkeypatch.setattr("typer.confirm", lambda *_, **__: (_ for _ in ()).throw(typer.Abort()))
    with pytest.raises(typer.Abort):
        try_device(Found(), make=lambda _: pytest.fail("it was begun"))
    assert try_device(Found(), "files.content", yes=True)


def test_promises_are_chosen_by_patterns() -> None:
    assert select_promises("") == PROMISES
    assert len({p.name for p in PROMISES}) == len(PROMISES)
    with pytest.raises(UnknownNameError):
        select_promises("no.such.*")


def test_the_pattern_has_its_patches_and_noise() -> None:
    width, height = PATTERN
    data = pattern()
    assert len(data) == width * height * 3 and tuple(data[:3]) == PATCHES[0]
    assert len({data[i : i + 3] for i in range(0, len(data), 3)}) > 10_000
