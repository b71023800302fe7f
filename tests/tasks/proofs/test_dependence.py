"""What one node does and another one waits for: apart only where nobody could take the one for the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.actions import Action
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.userdata import Kept
from omnigym.devices.userdata import UserData
from omnigym.evaluation.condition import Condition, all_of, any_of
from omnigym.evaluation.world.effects import Effect
from omnigym.tasks.node_binding import bind_node
from omnigym.tasks.proofs.dependence import bears_on, does, likeness, waits_for
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.subtask import UI, Subtask
from omnigym.tasks.task import Task, TaskNode

_MAILS, _TODO = "content://mail/messages", "content://todo/tasks"
_SENT = Effect("add", _MAILS, row={"folder": "Sent", "subject": "Our offer"})


@pytest.fixture(scope="module")
def data() -> UserData:
    device = SimDevice()
    device.reset(0)
    return device.user_data()


@pytest.mark.parametrize(
    ("done", "awaited", "expected"),
    [
        (Effect("add", "Documents/a.txt"), Effect("add", "Documents/b.txt"), False),
        (Effect("add", "Documents/A.TXT"), Effect("change", r"C:\Users\user\Documents\a.txt"), True),
        (Effect("add", "Documents/new/a.txt"), Effect("add", "Documents/new"), True),
        (Effect("remove", "Documents"), Effect("remove", "Documents/a.txt"), True),
        (Effect("add", "Documents/*.pdf"), Effect("add", "Documents/a.pdf"), True),
        (Effect("add", "Documents/*"), Effect("add", "Documents/*.pdf"), True),
        (Effect("add", "Documents/*"), Effect("add", "Pictures/*.pdf"), False),
        (Effect("change", "setting:theme"), Effect("change", "setting:theme"), True),
        (Effect("change", "setting:theme"), Effect("change", "setting:volume"), False),
        (Effect("change", "setting:theme"), Effect("add", "Documents/theme"), False),
        (Effect("add", "AppData/Local/ToDo/Files"), Effect("add", _TODO), True),
        (Effect("add", "AppData/Local/ToDo/Files"), _SENT, False),
        (Effect("add", "AppData/*"), _SENT, True),
        (Effect("add", ".vscode/extensions/a.json"), Effect("add", "content://vscode/extensions"), True),
        (Effect("add", ".vscode/extensions/a.json"), _SENT, False),
        (_SENT, Effect("add", _MAILS, row={"folder": "Sent", "subject": "our  offer"}), True),
        (_SENT, Effect("add", _MAILS, row={"folder": "Sent", "subject": "Fw: Our offer"}), False),
        (_SENT, Effect("remove", _MAILS, row={"folder": "Drafts", "subject": "Our offer"}), False),
        (_SENT, Effect("change", _MAILS, ("flagged",), row={"folder": "Sent", "subject": "Our offer"}), True),
        (Effect("change", _MAILS, ("flagged",), row={"subject": "Our offer"}), _SENT, False),
        (Effect("change", _MAILS, ("subject",), row={"subject": "Our offer"}), _SENT, True),
        (Effect("change", _TODO, ("title",), row={"title": "B"}), Effect("remove", _TODO, row={"title": "A"}), True),
        (
            Effect("change", _TODO, ("title",), row={"title": "B"}, was={"title": "C"}),
            Effect("remove", _TODO, row={"title": "A"}),
            False,
        ),
        (Effect("add", _TODO, row={"completed": True}), Effect("add", _TODO, row={"completed": "1"}), True),
        (Effect("add", _TODO, row={"completed": True}), Effect("add", _TODO, row={"completed": False}), False),
    ],
)
def test_effects_meet(done: Effect, awaited: Effect, expected: bool, data: UserData) -> None:
    assert bears_on((done,), (awaited,), data, "windows") is expected


def test_what_any_work_leaves_may_be_what_is_awaited(data: UserData) -> None:
    read = Effect("change", _MAILS, ("read",), row={"read": True, "subject": "Our offer"})
    assert bears_on((), (read,), data, "windows"), "who opens a mail has read it"
    assert not bears_on((), (_SENT,), data, "windows")
    assert bears_on((), (Effect("add", "content://browser/history"),), data, "windows")


def test_of_what_is_not_said_anything_may_be() -> None:
    folder = get_subtask("files/create-folder")
    node = bind_node("1", folder, folder.parameters[0])
    assert does(node) is not None
    assert waits_for(node) is not None
    assert waits_for(bind_node("1", _with(folder, any_of(*folder.conditions)), folder.parameters[0]))
    seen = _with(folder, any_of(*folder.conditions, all_of(Condition("app_open", {"app": "word"}))))
    assert waits_for(bind_node("1", seen, folder.parameters[0])) is None, "a window is none of the user's data"


def _with(subtask: Subtask, *conditions: Condition) -> Subtask:
    values = {name: getattr(subtask, name) for name in Subtask.__dataclass_fields__}
    return Subtask(**{**values, "conditions": conditions})


@pytest.mark.parametrize("platform", ["windows", "linux"])
def test_the_files_of_a_table_are_called_like_it(platform: str) -> None:
    """By which it is seen that what an app writes among its own files may be a row."""
    for address, source in Kept.of(platform).sources.items():
        path = source.path.casefold()
        assert not path or "/appdata/" in path or "/." in path
        assert any(name in path for name in address.removeprefix("content://").split("/")), address


def test_alike_are_the_same_subtasks_with_the_same_coincidences() -> None:
    folder = get_subtask("files/create-folder")

    def pair(*values: str) -> object:
        a, b, c, d = values
        nodes = [{"name": a, "folder": b}, {"name": c, "folder": d}]
        return likeness([bind_node(str(n), folder, v) for n, v in enumerate(nodes)])

    assert pair("A", "Documents", "B", "Documents") == pair("C", "Music", "D", "music")
    assert pair("A", "Documents", "B", "Documents") != pair("A", "Documents", "B", "Music")
    assert pair("A", "Documents", "B", "Documents") != pair("A", "Documents", "A", "Documents")


def test_a_later_node_that_does_an_earlier_one_along_is_found() -> None:
    def with_parents(ui: UI, name: str, folder: str) -> Iterator[Action]:
        if ui.stat(folder) is None:
            above, _, own = folder.rpartition("/")
            yield from as_asked("files/create-folder", ui, name=own, folder=above)
        yield from as_asked("files/create-folder", ui, name=name, folder=folder)

    values = {name: getattr(get_subtask("files/create-folder"), name) for name in Subtask.__dataclass_fields__}
    make = Subtask(**{**values, "id": "test/with-parents", "oracle": with_parents, "needs": ()})
    nodes = (
        TaskNode("outer", make.id, {"name": "Outer", "folder": "Documents"}),
        TaskNode("inner", make.id, {"name": "Inner", "folder": "Documents/Outer"}),
    )
    proof = verify_task(Task(id="t", nodes=nodes, definitions=(make,)), SimDevice())
    assert [p.name for p in proof.failures] == ["necessary"]
