"""The doctor on somebody's desktop: every promise is kept, and what a broken device does wrong is named."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[host]")
pytest.importorskip("tkinter", reason="the doctor's own window needs tkinter")

from omnigym.cli.conformance import select_promises
from omnigym.devices.conformance.promise import run
from omnigym.devices.conformance.trial import Trial
from omnigym.devices.host.config import HostConfig
from omnigym.devices.host.linux.device import LinuxHost
from tests.devices.conformance.broken import SEEN, Fault, Faulty
from tests.devices.host.conftest import Somebody

pytestmark = pytest.mark.x11


class FaultyHost(Faulty, LinuxHost):
    pass


@pytest.fixture(scope="module")
def trial(somebody: Somebody) -> Iterator[Trial]:
    config = HostConfig(**somebody.config())
    trial = Trial(lambda: FaultyHost(**config.arguments()), config)
    trial.start()
    yield trial
    trial.close()


# First, for the one below keeps the desktop for all others.
@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("OMNIGYM_GATE") != "all", reason="two minutes: OMNIGYM_GATE=all")
def test_every_promise_is_kept(somebody: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", somebody.display)
    config = HostConfig(**somebody.config())
    trial = Trial(lambda: LinuxHost(**config.arguments()), config)
    try:
        trial.start()
        outcomes = list(run(trial, select_promises("")))
    finally:
        trial.close()
    assert [(o.name, o.state, o.detail) for o in outcomes if o.state != "pass"] == []


#: Seconds each are spent on these in every run, and a minute on all in the long one.
_QUICK = {"shifts pixels", "brightens", "clicks beside", "jumps in drags", "scrolls down for right", "joins clicks"}


@pytest.mark.parametrize(
    "fault",
    [pytest.param(f, marks=() if f.fault in _QUICK else pytest.mark.slow, id=f"{f.promise}: {f.fault}") for f in SEEN],
)
def test_what_is_wrong_is_named(trial: Trial, fault: Fault) -> None:
    assert isinstance(trial.device, FaultyHost)
    trial.witness()
    trial.device.fault = fault.fault
    (outcome,) = run(trial, select_promises(fault.promise))
    trial.device.fault = ""
    assert outcome.state == "fail" and re.search(fault.said, outcome.detail), outcome
    trial.reset()


@pytest.mark.slow
@pytest.mark.skipif(find_spec("pyautogui") is None, reason="pyautogui is not installed: docs/host.md says how")
def test_what_pyautogui_does_wrong(somebody: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", somebody.display)
    config = HostConfig(**somebody.config(input="pyautogui"))
    trial = Trial(lambda: LinuxHost(**config.arguments()), config)
    try:
        trial.start()
        found = {o.name: o for o in run(trial, select_promises("text.ascii,text.latin,text.emoji"))}
    finally:
        trial.close()
    assert "'<' arrives as '>'" in found["text.ascii"].detail
    assert "is lost" in found["text.latin"].detail and found["text.emoji"].state == "fail"
