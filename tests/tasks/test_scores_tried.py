"""Wrong runs and right ways: that there are enough, and that those of the simulated Ubuntu are judged well.

Those of the simulated desktop and phone are played by `tests/tasks/test_suites_proved.py`, with all parameters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest

from omnigym.devices.config import build_device, target_of
from omnigym.devices.protocol import Device
from omnigym.tasks.counterexamples import Counterexample
from omnigym.tasks.proofs.labelled_runs import attempts
from omnigym.tasks.registry import all_subtasks, counterexamples_of
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.suites import load_task

UBUNTU = [s for s in all_subtasks() if "ubuntu" in s.devices]
#: So many were asked for, over all devices.
LEAST = {"wrong": 1500, "right": 800}
#: Besides the oracle one other right way will do where there is no third.
FEW_WAYS = {"skype/paste", "skype/send-file", "skype/share-contact", "zoom/share-file", "zotero/file-in-collection"}


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with closing(build_device("ubuntu")) as device:
        yield device


@pytest.mark.parametrize("subtask", UBUNTU, ids=lambda s: s.id)
def test_on_the_simulated_ubuntu_they_are_judged_well(device: Device, subtask: Subtask) -> None:
    tried = list(attempts(load_task(f"{subtask.id}@0"), device))
    assert [(a.name, a.problem) for a in tried if not a.judged_well] == []
    assert len([a for a in tried if a.kind == "wrong"]) >= 3
    assert len([a for a in tried if a.kind == "right"]) >= 2


def written(subtask: Subtask, device: str, kind: str) -> list[Counterexample]:
    target = target_of(device)
    trials = counterexamples_of(subtask.id, "right" if kind == "right" else "wrong")
    return [t for t in trials if target.platform in t.platforms and (not t.desktops or target.desktop in t.desktops)]


def test_there_are_enough_without_those_that_are_derived() -> None:
    found = Counter({kind: sum(len(written(s, d, kind)) for s in all_subtasks() for d in s.devices) for kind in LEAST})
    assert all(found[kind] >= least for kind, least in LEAST.items()), found


def test_each_subtask_of_the_simulated_desktop_has_two_other_ways() -> None:
    few = {s.id for s in all_subtasks() if "sim" in s.devices and len(written(s, "sim", "right")) < 2}
    assert few <= FEW_WAYS
