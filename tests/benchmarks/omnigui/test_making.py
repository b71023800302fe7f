"""The suite is made by a flow: the counts are met exactly, and what is missing is said."""

from __future__ import annotations

from collections import Counter

import pytest

from omnigym.benchmarks.omnigui import DIMENSIONS, LEVELS
from omnigym.benchmarks.omnigui.making import Offer, allotted, counts, offers
from omnigym.errors import ConfigError
from omnigym.tasks.modality_levels import NAMES
from omnigym.tasks.setup import PlaySound
from omnigym.tasks.task import Task, TaskNode

_WANTED = {**dict.fromkeys(NAMES, 2), "critical": 4, "supportive": 3, "present": 3}


def _offer(name: str, level: str, dimensions: str, size: int) -> Offer:
    node = TaskNode("1", "phone-keep/pin", {"title": "A"})
    return Offer(
        name, level, tuple(dimensions.split()), tuple(Task(id=f"{name}@{n}", nodes=(node,)) for n in range(size))
    )


_OFFERED = [
    _offer("a", "critical", "localization", 9),
    _offer("b", "critical", "temporal", 1),
    _offer("c", "critical", "instant", 5),
    _offer("d", "supportive", "semantic", 3),
    _offer("e", "supportive", "crossmodal", 3),
    _offer("f", "present", "temporal semantic crossmodal", 9),
    _offer("g", "present", "temporal crossmodal", 1),
]


def test_the_counts_are_those_of_table_7() -> None:
    wanted = counts()
    assert [wanted[name] for name in NAMES] == [145, 137, 141, 156, 130] and tuple(NAMES.values()) == DIMENSIONS
    assert [wanted[level] for level in LEVELS] == [211, 230, 268]


def test_every_count_is_met_by_no_more_than_there_is() -> None:
    found, sizes = allotted(_OFFERED, _WANTED), {o.name: (o.level, len(o.tasks)) for o in _OFFERED}
    met, taken = Counter[str](), Counter[str]()
    for (name, dimension), number in found.items():
        met[dimension] += number
        met[sizes[name][0]] += number
        taken[name] += number
    assert dict(met) == _WANTED
    assert all(taken[name] <= size for name, (_, size) in sizes.items())
    assert taken["g"] == 1, "each offer gives as little as it may, so none gives all"
    assert allotted(_OFFERED, _WANTED) == found


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        ("a", r"Missing: localization 2, critical 1.*critical temporal 1, critical instant 5"),
        ("e", r"Missing: .*supportive 1"),
        ("c", r"Missing: instant 2, critical 1"),
        ("abcdefg", r"Missing: localization 2, .*present 3\. There are: \. Write"),
    ],
)
def test_what_is_missing_is_said(left_out: str, said: str) -> None:
    rest = [offer for offer in _OFFERED if offer.name not in left_out]
    with pytest.raises(ConfigError, match=said):
        allotted(rest, _WANTED)


def test_present_tasks_are_work_of_the_phone_while_something_sounds() -> None:
    found = {offer.name: offer for offer in offers({"omnigui/present/phone-keep/pin@2"})}
    task = found["phone-keep/pin"].tasks[0]
    assert (task.level, task.evaluate, task.suite) == ("present", "at_end", "omnigui")
    assert [type(step) for step in task.setup] == [PlaySound]
    assert [t.id.rpartition("@")[2] for t in found["phone-keep/pin"].tasks] == ["0", "1", "3", "4", "5"]
    heard = {t.setup[0].sound for o in found.values() for t in o.tasks if o.level == "present" and t.setup}  # type: ignore[attr-defined]
    assert len(heard) >= 8, "several backgrounds are drawn"
    assert all(len(task.nodes) == 2 for task in found["2"].tasks)
