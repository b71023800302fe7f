"""A collected set on disk: written whole or not at all, read as it was written, compared with its hashes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from omnigym.benchmarks.omniact import collection
from omnigym.benchmarks.omniact.collecting import run_script
from omnigym.benchmarks.omniact.collection import collect, read_checks, verify
from omnigym.benchmarks.omniact.dataset import OmniAct
from omnigym.benchmarks.omniact.outcomes import outcome_holds
from omnigym.benchmarks.omniact.recipe import recipe
from omnigym.benchmarks.omniact.screens import open_screen
from omnigym.errors import ConfigError, MissingDependencyError, UnreadableError

NAMES = ("phone/clock-2", "windows/clipchamp-2")


@pytest.fixture(scope="module")
def small():
    """A recipe of two screens, one of each of two parts."""
    made = recipe()
    return replace(made, planned=tuple([p for p in made.planned if p.screen.name in NAMES]))


@pytest.fixture(scope="module")
def root(tmp_path_factory, small):
    """The set of it."""
    folder = tmp_path_factory.mktemp("omniact") / "set"
    said = []
    report = collect(folder, small, progress=lambda n, note: said.append(note))
    assert report.points == small.points
    assert not report.missing
    assert {*said} >= {*NAMES}
    return folder


def test_the_set_is_read_in_the_published_layout(root, small):
    points = OmniAct(root)
    assert len(points) == small.points
    assert not (root / ".collecting").exists()
    for point in points.values():
        assert point.boxes()
        assert point.image().shape[:2] == point.size()[::-1]
        assert point.script
        assert point.ocr()
        assert point.icons() == {}
    (first, *_) = points.values()
    assert all(len(places) for places in first.colours().values())


def test_each_point_can_be_run_and_judged(root):
    points, checks = OmniAct(root), read_checks(root)
    assert {point.id for point in points.values()} == checks.keys()
    point = next(p for p in points.values() if "clock" in str(p.path("task")))
    check = checks[point.id]
    device = open_screen(check.screen)
    assert not outcome_holds(check.outcome, device)
    run_script(device, point.script)
    assert outcome_holds(check.outcome, device)


def test_it_compares_equal_and_says_what_differs(root, small, tmp_path):
    assert verify(root, small) == collection.CollectionReport(small.points, {})
    copy = tmp_path / "copy"
    _copy(root, copy)
    task = next((copy / "tasks").rglob("*.txt"))
    task.write_text(task.read_text().replace("pyautogui.", "pyautogui. ", 1))
    gone = next(path for path in sorted((copy / "tasks").rglob("*.txt")) if path != task)
    gone.unlink()
    (copy / "metadata" / "boxes" / "phone" / "clock-2.json").unlink()
    found = verify(copy, small)
    assert sorted(found.differing) == ["metadata/boxes/phone/clock-2.json", str(task.relative_to(copy))]
    assert sum(found.missing.values()) == 1


def _copy(source: Path, to: Path) -> None:
    for path in source.rglob("*"):
        if path.is_file():
            place = to / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())


def test_a_stopped_run_leaves_no_set_and_goes_on(root, small, tmp_path, monkeypatch):
    class Stop(Exception):
        pass

    def stops(_n, note):
        if note:
            raise Stop

    folder = tmp_path / "set"
    with pytest.raises(Stop):
        collect(folder, small, progress=stops)
    with pytest.raises(ConfigError, match="has none of them"):
        OmniAct(folder)
    again = []
    real = collection.collect_screen

    def counted(screen, *rest):
        again.append(screen.name)
        return real(screen, *rest)

    monkeypatch.setattr(collection, "collect_screen", counted)
    collect(folder, small)
    assert len(again) == 1  # the other one was kept
    whole = {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    assert whole == {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_with_something_else_is_left_alone(small, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ConfigError, match="something in it"):
        collect(tmp_path, small)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_device_that_is_missing_says_what_to_leave_out(small, tmp_path, monkeypatch):
    def missing(name):
        raise MissingDependencyError("xvfb", f"The device {name!r}", "apt-get install xvfb")

    monkeypatch.setattr(collection, "build_device", missing)
    with pytest.raises(ConfigError, match="--only sim"):
        collect(tmp_path / "set", small)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("checks"),
        lambda data: data["checks"][0].update(screen="nowhere"),
        lambda data: data["checks"][0].update(outcome=[]),
        lambda data: data["screens"]["phone/clock-2"].update(task=3),
        lambda data: data.update(screens=[]),
    ],
)
def test_a_damaged_screens_file_is_one_error(root, tmp_path, change):
    data = json.loads((root / "screens.json").read_text())
    change(data)
    (tmp_path / "screens.json").write_text(json.dumps(data))
    with pytest.raises(UnreadableError):
        read_checks(tmp_path)


def test_a_set_without_it_cannot_be_run(tmp_path):
    with pytest.raises(UnreadableError, match="no such file"):
        read_checks(tmp_path)
