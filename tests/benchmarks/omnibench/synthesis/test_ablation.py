"""Tasks without a quality module are worse by the judge that the module answers to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from omnigym.benchmarks.omnibench.synthesis.ablation import (
    ROWS,
    AblationOutcome,
    AblationRow,
    Modules,
    ablate,
    first_check,
    in_a_row,
)
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError
from omnigym.tasks.instruction_styles.reading import TextReader
from omnigym.tasks.suites import load_task

#: Few, as each task is proved in full; `scripts/ablate_quality.py` has more.
COUNT = 3


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    device = build_device("sim")
    yield device
    device.close()


@pytest.fixture(scope="module")
def rows(device: Device) -> dict[Modules, AblationRow]:
    return {row.modules: row for row in ablate(device, COUNT)}


def test_the_rows_are_those_of_table_3() -> None:
    assert [sum(modules) for modules in ROWS] == [0, 1, 1, 2, 3]


def test_each_module_lifts_the_share_that_its_judge_accepts(rows: dict[Modules, AblationRow]) -> None:
    whole, nothing = rows[Modules()], rows[Modules(False, False, False)]
    assert whole.share("proved") > rows[Modules(False, True, False)].share("proved")
    assert whole.share("sensible") == 1.0 > rows[Modules(True, False, False)].share("sensible")
    assert whole.share("consistent") == 1.0 > rows[Modules(True, True, False)].share("consistent")
    assert whole.share("accepted") > nothing.share("accepted")
    assert all(len(row.outcomes) == COUNT for row in rows.values())


def test_the_same_seed_gives_the_same_rows(device: Device) -> None:
    without = [Modules(True, False, False)]
    assert list(ablate(device, 2, 3, without)) == list(ablate(device, 2, 3, without))
    with pytest.raises(ConfigError, match="at least one task"):
        list(ablate(device, 0))


def test_a_task_is_accepted_by_all_judges_or_not() -> None:
    good, bad = AblationOutcome("a", True, True, True), AblationOutcome("b", True, False, True)
    row = AblationRow(Modules(), (good, bad))
    assert (row.share("proved"), row.share("sensible"), row.share("accepted")) == (1.0, 0.5, 0.5)
    assert AblationRow(Modules(), ()).share("accepted") == 0.0


def test_a_first_check_is_what_was_clicked_and_typed(device: Device) -> None:
    subtask = load_task("files/rename@0").subtasks[0]
    said = [(c.check, c.args["text"]) for c in first_check(subtask, device)]
    assert ("check_mouse_clicks", "{name}") in said
    assert said[-1] == ("check_keyboard_types", "{new_name}")
    assert not any("pinned" in text for _, text in said)


def test_told_in_a_row_every_step_waits_for_the_one_before() -> None:
    task = load_task("composed-2/sim-join-4x2-train-0")
    read = TextReader().read(in_a_row(task.bound, task.dag), task.bound)
    order = [task.dag.ids[i] for i in task.dag.order]
    assert read.edges == set(pairwise(order))
