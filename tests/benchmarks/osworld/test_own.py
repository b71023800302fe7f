"""The suite osworld: each oracle scores 1.0, doing nothing and FAIL score 0, and nothing costs what it should not.

Files of the simulated Windows are all played. Those of the real desktop are played in turns, as `test_gate` plays its
subtasks: each commit plays a part, of each application at least one file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from omnigym.actions import Press, Type
from omnigym.assets import read_asset, shipped_lock
from omnigym.baselines.oracle import OracleAgent
from omnigym.benchmarks.osworld.programs import kept_by_simulated, simulated_properties
from omnigym.benchmarks.osworld.scorer import registry
from omnigym.benchmarks.osworld.suite import OWN, osworld_suite
from omnigym.benchmarks.osworld.tree import read_tree, task_paths
from omnigym.devices.config import build_device, named_configs
from omnigym.devices.protocol import Device
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.userdata import UserData
from omnigym.envs.env import OmniEnv
from omnigym.errors import DeviceError, MissingDependencyError
from omnigym.evaluation.world.side_effects import damage as missed
from omnigym.evaluation.world.traces import traces_of
from omnigym.tasks.proofs.labelled_runs import derived_attempts
from omnigym.tasks.proofs.side_effect_attempts import damages
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task
from tests.tasks.apps.test_gate import turn

TASKS = osworld_suite("")
WINDOWS = [t for t in TASKS if "windows" in t.platforms]
LINUX = [t for t in TASKS if "linux" in t.platforms]
#: In so many parts the files of the real desktop are played.
PARTS = 12


def _of_turn() -> list[Task]:
    if not os.environ.get("OMNIGYM_GATE"):
        return []
    part = turn()
    return LINUX if part is None else LINUX[part % PARTS :: PARTS]


def _played(task: Task, device: Device) -> tuple[float, float, bool]:
    """The scores of the oracle and of doing nothing, and whether one of them could not be judged.

    The oracle is played among other things; what is done to them afterwards has to be a side effect.
    """
    stage = Stage(task, device).among_others()
    stage.play(iter(()))
    nothing, unscored = stage.evaluator.score, stage.evaluator.unscored
    before = stage.user_data()
    stage.play(stage.oracle())
    assert stage.evaluator.damage == ()
    score, unscored = stage.evaluator.score, unscored or stage.evaluator.unscored
    assert before is not None
    _do_more(stage, device, before)
    return score, nothing, unscored


def _do_more(stage: Stage, device: Any, before: UserData) -> None:
    """Do more than was asked, a change at a time, and undo it: the user's data that the oracle left alone."""
    after = stage.user_data()
    assert after is not None
    untouched = [d for d in damages(before, after) if d.place not in set(after.files_since(before))]
    tried = 0
    for damage in untouched:
        setting = damage.place.removeprefix("setting:") if damage.place.startswith("setting:") else ""
        was = device.setting(setting) if setting else device.read_file(damage.place)
        _put(device, damage.place, setting, damage.content)
        now = stage.user_data()
        assert now is not None
        if missed(after, now, traces_of(stage.platform)):
            stage.evaluator.check_side_effects()
            assert stage.evaluator.damage, damage.name
            tried += 1
        _put(device, damage.place, setting, was.encode() if setting else was)
    stage.evaluator.check_side_effects()
    assert tried >= 2 and not stage.evaluator.damage, "all is as it was"
    device.write_file("Documents/nobody asked.txt", b"for this")
    stage.evaluator.check_side_effects()
    assert stage.evaluator.damage


def _put(device: Any, place: str, setting: str, content: bytes) -> None:
    if setting:
        device.set_setting(setting, content.decode())
    else:
        device.write_file(place, content)


def test_there_are_sixty_files_and_all_run() -> None:
    assert len(TASKS) == len(task_paths(OWN)) >= 60
    assert len(WINDOWS) >= 10
    feasible = {t.id for t in TASKS if not t.infeasible}
    assert {t.id for t in TASKS if t.definitions[0].oracle is not None} == feasible
    assert len(TASKS) - len(feasible) == 2
    assert all(t.scenario or "file-the-invoices" in t.id or "add-to-the-list" in t.id for t in TASKS)
    assert not [report for _, report in read_tree(OWN) if any(r.kind == "getter" for r in report.reasons)]
    assert registry.metric_names()


@pytest.mark.parametrize("task", WINDOWS, ids=lambda t: t.id)
def test_a_file_of_the_simulated_desktop(task: Task) -> None:
    assert _played(task, SimDevice()) == (1.0, 0.0, False)


@pytest.mark.parametrize("name", ["file_explorer/move", "microsoft_excel/correct", "microsoft_word/add-line"])
def test_the_same_with_something_more_is_not_paid(name: str) -> None:
    (task,) = [t for t in WINDOWS if t.id == f"osworld/{name}"]
    stage = Stage(task, SimDevice())
    stage.play(stage.oracle())
    # A part that the open document's file has lost is there again when the document is saved.
    found = [a for a in derived_attempts(stage, stage.user_data()) if not a.name.startswith("lost a part")]
    assert len(found) >= 4
    assert [(a.name, a.problem) for a in found if not a.judged_well] == []


def test_every_file_declares_its_effects() -> None:
    assert all(node.effects is not None for task in TASKS for node in task.bound.values())


_BOTH = {"sheet_idx0": "RI0", "sheet_idx1": "EI0"}
_RULES = [
    {"type": "sheet_name"},
    {"type": "sheet_data", **_BOTH},
    {"type": "sheet_print", **_BOTH},
    {"type": "style", **_BOTH, "props": ["font_bold", "number_format"]},
    {"type": "check_cell", "sheet_idx": "RI0", "coordinate": "A1", "props": {"value": {"method": "re", "ref": "."}}},
]
_KEPT: dict[str, tuple[dict[str, object], ...]] = {
    "docx": tuple({"metric": m} for m in sorted(simulated_properties("metrics")) if "docx" in m),
    "xlsx": ({"metric": "compare_table", "rules": _RULES},),
}


@pytest.mark.parametrize(("device", "apps"), [("sim", ("word", "excel")), ("ubuntu", ("writer", "calc"))])
@pytest.mark.parametrize("name", ["letter.docx", "letter-double.docx", "budget-bold.xlsx", "prices.xlsx"])
def test_what_is_compared_of_documents_survives_a_simulated_program(
    device: str, apps: tuple[str, str], name: str
) -> None:
    desktop = build_device(named_configs()[device])
    assert isinstance(desktop, SimDevice)
    desktop.reset(0)
    content = read_asset(shipped_lock()[f"omnigym:{name}"].sha256)
    desktop.write_file(f"Documents/{name}", content)
    desktop.launch(apps[name.endswith("xlsx")], f"Documents/{name}")
    for action in (Type("x\n"), Press("z", ("ctrl",)), Press("z", ("ctrl",)), Press("s", ("ctrl",))):
        desktop.act(action)
    saved = desktop.read_file(f"Documents/{name}")
    assert saved != content, "it was written anew"
    for compared in _KEPT[name.rpartition(".")[2]]:
        options = {k: v for k, v in compared.items() if k != "metric"}
        metric = str(compared["metric"])
        assert kept_by_simulated(metric, options)
        assert registry.get_metric(metric)(registry.File(name, saved), registry.File(name, content), **options) == 1


def test_what_a_simulated_program_changes_is_judged_on_real_ones_alone() -> None:
    freeze = {"rules": [{"type": "freeze", **_BOTH}]}
    assert not kept_by_simulated("compare_table", freeze)
    assert not kept_by_simulated("compare_line_spacing", {})
    assert {r.devices for _, r in read_tree(OWN, lock=shipped_lock()) if r.path == "libreoffice_calc/freeze.json"} == {
        ("x11",)
    }


@pytest.fixture(scope="module")
def desktop() -> Iterator[Device]:
    pytest.importorskip("Xlib", reason="needs omnigym[x11]")
    from omnigym.devices.x11.device import X11Device

    try:
        device = X11Device(sandbox="require")
        device.reset(0)
    except (MissingDependencyError, DeviceError) as e:
        pytest.skip(f"the real desktop does not run here: {e}")
    yield device
    device.close()


@pytest.mark.x11
@pytest.mark.parametrize("task", _of_turn(), ids=lambda t: t.id)
def test_a_file_of_the_real_desktop(task: Task, desktop: Device) -> None:
    missing = type(desktop).missing_apps(task.apps) if hasattr(desktop, "missing_apps") else {}
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    if task.infeasible:
        env = OmniEnv(device=desktop, tasks=task, observation="a11y")
        _, info = env.reset(seed=0)
        agent = OracleAgent()
        agent.reset(env, info)
        _, reward, terminated, _, info = env.step(agent.act(None, info))
        assert (reward, terminated, info["is_success"], info["score"]) == (0.0, True, True, 0.0)
        return
    assert _played(task, desktop) == (1.0, 0.0, False)
