"""Each subtask of the real desktop and of the real browser, with its oracle and all its trials, in turns.

``OMNIGYM_GATE=turn`` plays one part of them, that of the commit, so that all are played in `PARTS` commits in a row;
``OMNIGYM_GATE=3`` plays part 3 of 0 to 47, and ``make gate`` all. Without it none is played.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.process import find_program
from omnigym.devices.chromium.site import sites
from omnigym.devices.protocol import Device, HasApps
from omnigym.errors import DeviceError, MissingDependencyError
from omnigym.tasks.counterexamples import Kind
from omnigym.tasks.proofs.labelled_runs import written
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

#: In so many parts they are played: each takes about a minute on a machine of its own, longer with much of LibreOffice.
PARTS = 48
KINDS: tuple[Kind, ...] = ("right", "wrong")


@cache
def turn() -> int | None:
    """The number of the part whose turn it is: that of the commits up to this one; None for all parts."""
    said = os.environ["OMNIGYM_GATE"]
    if said == "all":
        return None
    if said != "turn":
        return int(said) % PARTS
    counted = subprocess.run(
        ["git", "rev-list", "--count", "HEAD"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return int(counted.stdout) % PARTS if counted.returncode == 0 else 0


def of_turn(device: str) -> list[Subtask]:
    """The subtasks of a device that are played now."""
    if not os.environ.get("OMNIGYM_GATE"):
        return []
    found = sorted([s for s in all_subtasks() if device in s.devices], key=lambda s: s.id)
    part = turn()
    return found if part is None else found[part::PARTS]


#: The apps whose subtasks are done on a machine that omnigym did not make. Of such a machine nobody knows what it has,
#: so a subtask's devices do not name it.
_OF_MACHINE = frozenset({"calculator", "file_manager", "terminal", "text_editor"})


def of_machine() -> list[Subtask]:
    """The subtasks of the device "host" that are played now."""
    return [s for s in of_turn("x11") if s.app in _OF_MACHINE]


def faults(subtask: Subtask, device: Device) -> dict[str, str]:
    """What is wrong with the oracle and with each trial, by its name; of those of which nothing is, nothing."""
    stage = Stage(Task(id="t", nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),)), device)
    outcome = stage.play(stage.oracle())
    found = {}
    if outcome.coverage < 1.0 or stage.evaluator.damage:
        found["oracle"] = outcome.problem or f"scored {outcome.coverage:.3f}; {stage.evaluator.damage}"
    for kind in KINDS:
        for attempt in written(stage, kind):
            if not attempt.judged_well:
                found[f"{kind}: {attempt.name}"] = attempt.problem
    return found


@pytest.fixture(scope="module")
def desktop() -> Iterator[Device]:
    pytest.importorskip("Xlib", reason="needs omnigym[x11]")
    from omnigym.devices.x11.device import X11Device

    try:
        device = X11Device()
    except MissingDependencyError as e:
        pytest.skip(str(e))
    yield device
    device.close()


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """Somebody's desktop, as the device "host" drives it."""
    pytest.importorskip("Xlib", reason="needs omnigym[host]")
    from omnigym.devices.host.linux.device import LinuxHost
    from tests.devices.host.conftest import log_in

    with log_in(tmp_path_factory.mktemp("somebody")) as session:
        device = LinuxHost(**session.config())
        yield device
        device.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Device]:
    try:
        if not find_program().drawn:
            pytest.skip("chromium-headless-shell is not installed (omnigym doctor says how to get it)")
    except MissingDependencyError as e:
        pytest.skip(str(e))
    device = ChromiumDevice()
    yield device
    device.close()


def _missing_on_desktop(subtask: Subtask) -> str:
    from omnigym.devices.x11.device import X11Device

    return ", ".join(X11Device.missing_apps([subtask.app, "terminal"]))


def _missing_site(subtask: Subtask) -> str:
    return sites()[subtask.app].missing() if subtask.app in sites() else ""


def _gate(subtask: Subtask, device: Device, missing: Callable[[Subtask], object]) -> None:
    if lacking := missing(subtask):
        pytest.skip(f"{lacking} not installed")
    try:
        found = faults(subtask, device)
    except DeviceError:  # the machine had no time for it, which is no verdict; a trial that breaks it does so again
        found = faults(subtask, device)
    assert found == {}


@pytest.mark.x11
@pytest.mark.parametrize("subtask", of_turn("x11"), ids=lambda s: s.id)
def test_on_the_real_desktop(desktop: Device, subtask: Subtask) -> None:
    _gate(subtask, desktop, _missing_on_desktop)


@pytest.mark.x11
@pytest.mark.parametrize("subtask", of_machine(), ids=lambda s: s.id)
def test_on_the_machine_itself(machine: Device, subtask: Subtask) -> None:
    assert isinstance(machine, HasApps)
    _gate(subtask, machine, lambda s: "" if {s.app, "terminal"} <= set(machine.apps()) else s.app)


@pytest.mark.chromium
@pytest.mark.parametrize("subtask", of_turn("chromium"), ids=lambda s: s.id)
def test_in_the_real_browser(browser: Device, subtask: Subtask) -> None:
    _gate(subtask, browser, _missing_site)


def test_the_parts_are_all(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: list[str] = []
    for part in range(PARTS):
        monkeypatch.setenv("OMNIGYM_GATE", str(part))
        turn.cache_clear()
        whole += [s.id for s in of_turn("x11")]
    monkeypatch.setenv("OMNIGYM_GATE", "all")
    turn.cache_clear()
    assert sorted(whole) == [s.id for s in of_turn("x11")] and len(whole) > 60
    assert len(of_machine()) >= 25
    turn.cache_clear()
