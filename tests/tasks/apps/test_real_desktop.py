"""One subtask of each application of the real desktop, solved there by its oracle."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.a11y import Role
from omnigym.actions import Wait
from omnigym.benchmarks.osworld.suite import osworld_suite
from omnigym.devices import home_data
from omnigym.devices.x11.app import definitions
from omnigym.devices.x11.device import X11Device
from omnigym.documents.mail import MAILDIR
from omnigym.errors import MissingDependencyError
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import WriteFile
from omnigym.tasks.suites import load_task
from tests.tasks.apps.damaging import NEIGHBOUR, after, with_neighbour

pytestmark = pytest.mark.x11

SAMPLE = (
    "appearance/dark-mode@0",
    "browser/bookmark@0",
    "calc/total@0",
    "desk-calculator/copy-result@0",
    "desktop/wallpaper-style@0",
    "editor/flip@0",
    "hello/chain/xfce/ordered-4@0",
    "hello/xfce-calculator-digit@6",
    "hello/xfce-editor-search-box@1",
    "hello/xfce-files-tab@2",
    "hello/xfce-form-field@0",
    "impress/insert-picture@0",
    "maildir/reply@0",
    "media/pause@0",
    "pdf/copy-text@0",
    "terminal/end-process@0",
    "terminal/join-pictures@0",
    "terminal/pack@0",
    "viewer/set-background@0",
    "writer/bold-all@0",
    "writer/paste-as-odt@0",
)


@pytest.fixture(scope="module")
def device() -> Iterator[X11Device]:
    try:
        device = X11Device()
    except MissingDependencyError as e:
        pytest.skip(str(e))
    yield device
    device.close()


@pytest.mark.parametrize("name", SAMPLE)
def test_the_oracle_does_it(device: X11Device, name: str) -> None:
    task = load_task(name)
    missing = X11Device.missing_apps(task.apps)
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed: {next(iter(missing.values())).install}")
    stage = Stage(task, device)
    outcome = stage.play(stage.oracle())
    assert outcome.coverage == 1.0, outcome.problem


def test_the_players_buttons_stay_however_long_an_agent_thinks(device: X11Device) -> None:
    task = load_task("media/play@0")
    if missing := X11Device.missing_apps(task.apps):
        pytest.skip(f"{', '.join(missing)} not installed")
    stage = Stage(task, device)
    stage.play(stage.oracle())
    device.act(Wait(6.0))
    assert device.tree().find(name="Pause") is not None


def test_a_folder_with_unread_mails_is_found(device: X11Device) -> None:
    text = "Status: O\nFrom: lena@example.org\nSubject: {}\n\nHello.\n"
    mails = [WriteFile(f"{MAILDIR}/Inbox/cur/{n}.eml:2,", text.format(n)) for n in ("one", "two", "three")]
    task = load_task("maildir/archive@0")
    stage = Stage(replace(task, setup=(*task.setup, *mails)), device)
    outcome = stage.play(stage.oracle())
    assert outcome.coverage == 1.0, outcome.problem
    names = [node.name for node in device.tree().find_all(Role.CELL)]
    assert "Inbox (2)" in names and "Inbox" not in names


def test_a_file_that_was_to_stay_does_so(device: X11Device) -> None:
    stage = Stage(with_neighbour(load_task("terminal/write-line@0")), device)
    assert stage.play(stage.oracle()).coverage == 1.0
    gone = after(lambda: device.run(["rm", device.native_path(NEIGHBOUR)]), stage)
    assert stage.play(gone).coverage == 0.0
    assert [(d.how, d.at) for d in stage.evaluator.damage] == [("remove", NEIGHBOUR)]


def test_what_was_deleted_is_not_to_be_emptied_from_the_trash(device: X11Device) -> None:
    trash = ".local/share/Trash/files/old.txt"
    stage = Stage(with_neighbour(load_task("files/delete@0"), trash), device)
    assert stage.play(stage.oracle()).coverage == 1.0
    assert stage.play(after(lambda: device.run(["rm", device.native_path(trash)]), stage)).coverage == 0.0


def test_a_home_that_is_too_large_is_no_verdict(device: X11Device, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(load_task("terminal/write-line@0"), device)
    stage.begin()
    monkeypatch.setattr(home_data, "_MOST_ENTRIES", 10)
    for action in stage.oracle():
        stage.do(action)
    assert not stage.evaluator.done and not stage.evaluator.unscored  # an agent can fill a device: no pay, but a score
    monkeypatch.undo()
    stage.do(Wait(0.1))
    assert stage.evaluator.done


def test_the_sample_has_every_application() -> None:
    apps = {app for name in SAMPLE for app in load_task(name).apps}
    of_files = {app for task in osworld_suite("linux") for app in task.apps}  # see tests/benchmarks/osworld/test_own.py
    of_modes = {"display_settings"}  # see tests/devices/x11/test_modes.py
    assert apps | of_files | of_modes == {app.name for app in definitions().values() if not app.install}


@pytest.mark.slow
def test_the_example_that_reads_the_screen_is_proved() -> None:
    pytest.importorskip("rapidocr", reason="needs omnigym[ocr]")
    example = runpy.run_path(str(Path(__file__).parents[3] / "examples" / "read_the_sign.py"))
    assert example["prove"](1).failures == ()
