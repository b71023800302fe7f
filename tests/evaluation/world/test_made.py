"""What was there from the start is not made: of every check that asks for a new record, found by its effects."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.devices.userdata import TableInfo, TakenData
from omnigym.evaluation.bound_check import BoundCheck, bind, effects_of, makers, was_made
from omnigym.evaluation.condition import Condition, all_of, any_of, negate
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.world.effects import Effect
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.setup import AddRow, apply_setup
from omnigym.tasks.subtask import UI, Subtask
from omnigym.tasks.task import Task, TaskNode

#: Checks that look for a new one among others of the name, also where it is not to be there.
OF_ITSELF = ("call_lasted", "contact_exists", "event_exists")
DEVICES = {"windows": "sim", "linux": "ubuntu", "android": "phone"}


def leaves(condition: Condition) -> Iterator[Condition]:
    """The checks of a condition that are not negated."""
    if condition.check in ("all", "any"):
        for part in condition.args["of"]:
            yield from leaves(part)
    elif condition.check != "not":
        yield condition


def making(task: Task) -> list[Condition]:
    conditions = [c for part in task.bound["1"].parts for whole in part.conditions for c in leaves(whole)]
    return [c for c in conditions if makers(effects_of(c))]


def found() -> dict[str, tuple[str, Task, Subtask]]:
    """A subtask for each kind of device, check and set of arguments that asks for a new record."""
    out: dict[str, tuple[str, Task, Subtask]] = {}
    for subtask in all_subtasks():
        name = next((DEVICES[p] for p in subtask.platforms if DEVICES.get(p) in subtask.devices), None)
        if name is None or subtask.oracle is None:
            continue
        node = TaskNode("1", subtask.id, subtask.parameters[0])
        task = Task(id="t", nodes=(node,), definitions=(subtask,))
        for condition in making(task):
            out.setdefault(f"{name} {condition.check} {' '.join(sorted(condition.args))}", (name, task, subtask))
    return out


FOUND = found()


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[str, Device]]:
    made = {name: build_device(name) for name in {name for name, _, _ in FOUND.values()}}
    yield made
    for device in made.values():
        device.close()


def holds(fold: BoundCheck, device: Device, *earlier: object) -> bool:
    probe = Probe(device)
    probe.begin(earlier)
    return bool(fold.step(fold.initial, (), probe).verdict)


def test_they_are_found() -> None:
    checks = {key.split()[1] for key in FOUND}
    assert len(checks) >= 12
    assert {"message_exists", "call_exists", "contact_exists", "event_exists", "mail_sent", "row_exists"} <= checks


@pytest.mark.parametrize("key", FOUND)
def test_what_was_there_from_the_start_does_not_count(devices: dict[str, Device], key: str) -> None:
    name, task, subtask = FOUND[key]
    device, node = devices[name], task.bound["1"]
    device.reset(0)
    for need in node.needs:
        apply_setup(device, need.unless_provided)
    apply_setup(device, node.setup)
    start = device.user_data()
    evaluator = GraphEvaluator(task.graph, device)
    for action in subtask.oracle(UI(device, subtask.app), **node.parameters):
        evaluator.before(action)
        device.act(action)
        evaluator.step()
    assert evaluator.done
    end = device.user_data()
    for condition in making(task):
        fold = bind(condition)
        if not holds(fold, device, start):
            continue  # a condition that was passed by on the way
        assert not holds(fold, device, end), f"{condition.check} counts what was there from the start"
        assert holds(fold, device, end, start), "done before the node was open, but not before the episode"
        assert holds(fold, device), "where nobody can tell, what is there counts"
        if condition.check not in OF_ITSELF and not condition.args.get("new"):
            assert not holds(bind(negate(condition)), device, end), "what is not to be there is there"


ADD = Effect("add", "content://a/b", row={"x": "1"}, most=1)


@pytest.mark.parametrize(
    ("effects", "asks"),
    [
        ([ADD], True),
        ([ADD, Effect("change", "content://a/c", most=1)], True),
        ([Effect("change", "content://a/b", most=1)], False),  # one that was there
        ([Effect("add", "content://a/b")], False),  # any number, and so none
        ([Effect("add", "content://a/b", most=0)], False),
        ([Effect("add", "Documents/a.txt", most=1)], False),
    ],
)
def test_a_check_that_asks_for_a_record_says_so_by_its_effects(effects: list[Effect], asks: bool) -> None:
    assert bool(makers(effects)) is asks


class Told:
    """A device that says what it has."""

    def __init__(self, *rows: dict[str, str], key: str) -> None:
        self._data = data(*rows, key=key)

    def user_data(self) -> TakenData:
        return self._data


def data(*rows: dict[str, str], key: str) -> TakenData:
    return TakenData({}, records={ADD.at: rows}, tables={ADD.at: TableInfo(key)})


ONE, OTHER, LATER = {"id": "1", "x": "1"}, {"id": "2", "x": "1"}, {"id": "1", "x": "1", "read": "1"}


@pytest.mark.parametrize(
    ("key", "before", "now", "made"),
    [
        ("id", (), (ONE,), True),
        ("id", (ONE,), (ONE,), False),
        ("id", (ONE,), (LATER,), False),  # the same one, which was read since
        ("id", (ONE,), (ONE, OTHER), True),
        ("id", (ONE,), (OTHER,), True),
        ("id", ({"id": "1", "x": "2"},), (ONE,), True),  # it became what is asked for
        ("", (ONE,), (ONE,), False),
        ("", (ONE,), (ONE, ONE), True),
        ("", (ONE,), (ONE, OTHER), True),
        ("id", (ONE,), (), True),  # there is none that could have been there
    ],
)
def test_whether_a_record_was_made(
    key: str, before: tuple[dict[str, str], ...], now: tuple[dict[str, str], ...], made: bool
) -> None:
    probe = Probe(Told(*now, key=key))
    probe.begin((data(*before, key=key),))
    assert was_made((ADD,), probe) is made
    probe.begin((data(*now, key=key), data(*before, key=key)))
    assert was_made((ADD,), probe) is made
    probe.begin((TakenData({}),))
    assert was_made((ADD,), probe), "it did not say what was there"


@pytest.mark.parametrize(
    ("at", "path", "rows", "condition"),
    [
        (
            "contacts",
            "/data/data/com.android.providers.contacts/contacts.json",
            [{"name": "Ida Holm", "phone": "555-014-2207"}, {"name": "Ida Holm", "phone": ""}],
            Condition("contact_exists", {"name": "Ida Holm", "phone": "555-014-2207"}),
        ),
        (
            "events",
            "/data/data/com.android.providers.calendar/events.json",
            [{"title": "Swim", "start_ms": 0, "end_ms": 60 * 60_000}, {"title": "Swim", "start_ms": 0, "end_ms": 1}],
            Condition("event_exists", {"title": "Swim", "minutes": 60}),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "/" not in value else "",
)
def test_another_one_of_the_name_does_not_stand_for_it(
    at: str, path: str, rows: list[dict[str, object]], condition: Condition
) -> None:
    phone = build_device("phone")
    phone.reset(0)
    apply_setup(phone, [AddRow(path, tuple(rows[0]), tuple(rows[0].values()))])
    start = phone.user_data()
    assert holds(bind(condition), phone)
    apply_setup(phone, [AddRow(path, tuple(rows[1]), tuple(rows[1].values()))])
    assert not holds(bind(condition), phone, start)
    phone.close()


@pytest.mark.parametrize(("column", "made"), [("x", True), ("y", False)])
def test_or_one_was_changed_instead(column: str, made: bool) -> None:
    probe = Probe(Told({"id": "1", "x": "1", "y": "1"}, key="id"))
    probe.begin((data({"id": "1", "x": "1", "y": "1", column: "0"}, key="id"),))
    either = (Effect("add", ADD.at, row={"id": "1"}, most=1), Effect("change", ADD.at, ("x",), most=1))
    assert was_made(either, probe) is made


def test_combinations_ask_it_of_their_parts() -> None:
    phone = build_device("phone")
    phone.reset(0)
    start = phone.user_data()
    row = start.rows("content://sms")[0]
    sent = Condition("row_exists", {"uri": "content://sms", "columns": {"_id": row["_id"]}})
    never = Condition("row_exists", {"uri": "content://sms", "columns": {"_id": "none"}})
    for condition in (sent, all_of(sent), any_of(sent, never)):
        assert holds(bind(condition), phone) and not holds(bind(condition), phone, start)
    assert not holds(bind(negate(all_of(sent))), phone, start)
    stays = Condition("row_exists", {**sent.args, "was": {}})
    gone = Condition("row_absent", never.args)
    assert holds(bind(all_of(stays, gone)), phone, start), "a condition may say that one is to stay"
    phone.close()
