"""A few wrong runs and other right ways of each kind on the real desktop; `omnigym tasks verify` plays all of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11.device import X11Device
from omnigym.documents.sheets import Cell, Workbook, calculate, read_csv, write_xlsx
from omnigym.documents.sheets.model import put_cells
from omnigym.errors import MissingDependencyError
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check
from omnigym.tasks.proofs.labelled_runs import derived_attempts
from omnigym.tasks.registry import all_subtasks, counterexamples_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.suites import load_task

pytestmark = pytest.mark.x11

#: A subtask's first task, and some of its trials by name.
SAMPLE = (
    ("files/delete@0", ("by_a_command", "hidden_among_settings", "renamed_only")),
    ("files/move@0", ("by_a_command", "thrown_away_and_made_anew", "copied_only")),
    ("terminal/pack@0", ("by_a_pipe", "not_compressed", "packed_and_removed")),
    ("text/paste-into-new@0", ("tried_twice", "another_text_copied_first")),
    ("maildir/archive@0", ("by_a_command", "another_of_its_subject")),
    ("desk-calculator/add-up@0", ("the_other_order", "without_the_last")),
    ("appearance/resolution@0", ("by_a_command", "with_another_font")),
)
#: What stands below the numbers 4, 8, 15, 16 for their sum, and whether it follows them.
FORMULAS = {
    "=AGGREGATE(9,4,A1:A4)": True,
    "=43+0*AGGREGATE(9,4,A1:A4)": False,
    "=IF(AGGREGATE(9,4,A1:A4)=43,43,0)": False,
    "=SUM({43,0})+0*AGGREGATE(9,4,A1:A4)": False,
}


@pytest.fixture(scope="module")
def device() -> Iterator[X11Device]:
    try:
        device = X11Device()
    except MissingDependencyError as e:
        pytest.skip(str(e))
    with closing(device):
        yield device


def _skip_without(*apps: str) -> None:
    missing = X11Device.missing_apps(apps)
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed: {next(iter(missing.values())).install}")


@pytest.mark.parametrize(("name", "trials"), SAMPLE)
def test_right_ways_pay_and_wrong_runs_do_not(device: X11Device, name: str, trials: tuple[str, ...]) -> None:
    task = load_task(name)
    _skip_without(*task.apps, "terminal")
    stage = Stage(task, device)
    found = [
        t for k in ("right", "wrong") for t in counterexamples_of(task.nodes[0].subtask, k) if "linux" in t.platforms
    ]
    chosen = [trial for trial in found if trial.name in trials]
    assert len(chosen) == len(trials)
    scores = {trial.name: stage.play(stage.trial(trial)).coverage == 1.0 for trial in chosen}
    assert scores == {trial.name: trial.kind == "right" for trial in chosen}


def test_damage_is_derived_among_a_neighbours_files(device: X11Device) -> None:
    stage = Stage(load_task("terminal/write-line@0"), device)
    _skip_without(*stage.task.apps)
    stage.play(stage.oracle())
    tried = list(derived_attempts(stage, stage.user_data()))
    assert [a.name for a in tried if not a.judged_well] == []
    kinds = {" ".join(a.name.split()[:1]) for a in tried if a.kind == "wrong"}
    assert kinds == {"altered", "emptied", "switched"}


def test_a_formula_is_what_libreoffice_makes_of_it(device: X11Device) -> None:
    _skip_without("calc")
    device.reset()
    numbers = read_csv("4\n8\n15\n16\n")
    own = [write_xlsx(calculate(Workbook((put_cells(numbers, {(0, 1): Cell(_xlfn(f))}),)))) for f in FORMULAS]
    saved = device.recalculate(own)
    assert saved is not None
    found = {}
    for formula, content in zip(FORMULAS, saved, strict=True):
        device.write_file("a.xlsx", content)
        args = {"path": "a.xlsx", "cell": "B1", "value": 43, "computes": "=SUM(A1:A4)"}
        found[formula] = bool(get_check("sheet_formula").function(Probe(device), **args))
    assert found == FORMULAS
    assert not [place for place in device.user_data().files() if "recalculation" in place]


def _xlfn(formula: str) -> str:
    """A formula as .xlsx files have it: functions newer than the format with a prefix."""
    return formula.replace("AGGREGATE", "_xlfn.AGGREGATE")


def test_every_subtask_has_its_friends_and_enemies() -> None:
    """Besides the oracle and what is derived, which are at least three more wrong runs."""
    lacking = {s.id for s in all_subtasks() if s.platforms == ("linux",) and not counterexamples_of(s.id, "wrong")}
    assert {i.partition("/")[0] for i in lacking} <= {"browser"}
