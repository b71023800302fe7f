"""CRAB's sub-tasks on the real Linux desktop, and of the phone over adb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.benchmarks.crab.template import Template, get_template, templates
from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.phone.process import PhoneProcess
from omnigym.errors import MissingDependencyError
from omnigym.tasks.registry import counterexamples_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task, TaskNode

#: Of each kind of evidence one: providers, settings, the screen, what was typed.
OVER_ADB = (
    "1a1b72d7-78c9-4027-8278-86083ae01045",
    "2394b768-2ca7-45e9-b41e-2aa4e9573192",
    "a3d11574-2acf-4b26-a569-a5dbc9d548ag",
    "a3d11574-2acf-4b26-a569-a5dbc9d548an",
    "caa29623-1811-402d-963a-19f7eecc63d8",
)
#: Those that need no second application, and no web.
DESK = [
    t
    for t in templates()
    if t.platform != "android" and t.subtask.oracle is not None and t.subtask.app != "settings"
    if "x11" in t.subtask.devices
]


def stage_of(template: Template, device: object) -> Stage:
    parameters = template.subtask.parameters[0]
    return Stage(Task(id="t", nodes=(TaskNode("1", template.id, parameters),)), device)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def phone() -> Iterator[AdbDevice]:
    with PhoneProcess() as process:
        device = AdbDevice(serial="omnigym", port=process.smart_port)
        yield device
        device.close()


@pytest.mark.parametrize("template_id", OVER_ADB)
def test_the_oracle_does_it_over_adb(phone: AdbDevice, template_id: str) -> None:
    stage = stage_of(get_template(template_id), phone)
    outcome = stage.play(stage.oracle())
    assert (outcome.coverage, outcome.problem, stage.evaluator.damage) == (1.0, "", ())


@pytest.fixture(scope="module")
def desktop() -> Iterator[object]:
    pytest.importorskip("Xlib", reason="needs omnigym[x11]")
    from omnigym.devices.x11.device import X11Device

    try:
        device = X11Device()
    except MissingDependencyError as e:
        pytest.skip(str(e))
    yield device
    device.close()


def _missing(template: Template) -> str:
    from omnigym.devices.x11.app import definitions
    from omnigym.devices.x11.device import X11Device

    if template.subtask.app not in definitions():  # an app of the simulated Ubuntu alone
        return template.subtask.app
    return ", ".join(X11Device.missing_apps([template.subtask.app]))


@pytest.mark.x11
@pytest.mark.parametrize(
    "template",
    [pytest.param(t, id=t.id, marks=[pytest.mark.slow] if t.subtask.app == "writer" else []) for t in DESK],
)
def test_the_oracle_and_its_trials_on_the_desktop(desktop: object, template: Template) -> None:
    if lacking := _missing(template):
        pytest.skip(f"{lacking} not installed")
    stage = stage_of(template, desktop)
    outcome = stage.play(stage.oracle())
    assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), outcome.problem
    trials = (*counterexamples_of(template.id, "right"), *counterexamples_of(template.id, "wrong"))
    for trial in [t for t in trials if not t.desktops or "xfce" in t.desktops]:
        played = stage_of(template, desktop)
        paid = played.play(played.trial(trial)).coverage == 1.0
        assert paid is (trial.kind == "right"), trial.name
