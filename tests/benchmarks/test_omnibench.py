"""OmniBench's files: the paper's own examples, what is refused, and what is lost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.benchmarks.omnibench import (
    export_subtask,
    export_task,
    import_subtask,
    import_task,
    parse_evaluation,
    read_trajectory,
    write_evaluation,
    write_trajectory,
)
from omnigym.benchmarks.omnibench.applications import APPLICATIONS, app_name, application_name, category_of
from omnigym.benchmarks.omnibench.folder import read_folder, write_folder
from omnigym.benchmarks.omnibench.trajectories import demonstrate
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import TaskFileError
from omnigym.evaluation.condition import Condition, all_of, any_of, negate
from omnigym.tasks.app_metadata import category_of_app
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.subtask import CATEGORIES, Subtask
from omnigym.tasks.suites import suite_tasks
from omnigym.tasks.task import Task, TaskNode

#: The example of Appendix C.3.
C3 = """
from collections import namedtuple

EvalResult = namedtuple('EvalResult',
                        ['success', 'message', 'progress'])

def evaluate_agent_task_completion(csv_path: str) -> EvalResult:
    if not check_mouse_clicks(text='More actions'):
        return EvalResult(False,
                           "Subtask execution failed because agent did not click the 'More actions' button.",
                           0/4)

    if not check_text_exists_via_control(text='Import tasks from a spreadsheet using a CSV file.'):
        return EvalResult(False, "Subtask execution failed.", 1/4)

    if not check_keyboard_types(text=csv_path):
        return EvalResult(False,
                           f"Subtask execution failed because the CSV file path '{csv_path}' was not typed.",
                           2/4)

    if not check_mouse_clicks(text='Open'):
        return EvalResult(False, "Subtask execution failed.", 3/4)

    return EvalResult(True, "Subtask completed successfully", 4/4)
"""

XLSX = "C:\\Users\\user\\Desktop\\office\\The Evolution of Urbanization Rate.xlsx"
A, B = "a7310aa0-b194-77e3-5c36-996391a1bc7d", "df3fc68b-fa76-4e19-7da6-aef17792523b"


def c1(subtask_id: str, **more: object) -> dict[str, object]:
    return {
        "id": subtask_id,
        "instruction_template": "Open '{xlsx_path}', select the all data, and copy it.",
        "application": "Excel",
        "available_parameters": [{"xlsx_path": "other.xlsx"}, {"xlsx_path": XLSX}],
        "OS": "Windows",
        "input_resources": ["xlsx_path"],
        "output_resources": ["table_in_clipboard", "xlsx_in_processing"],
        **more,
    }


#: The example of Appendix C.4, with its odd form of no successors.
C4 = {
    "task_instruction": f"In Excel, open '{XLSX}', select the 'A' column, and center the content. Then, export it.",
    "dag": {"nodes": [A, B], "edges": {A: [B], B: [[]]}},
    "task_intent": "Center Excel data and export to PDF",
    "successful_topo": [[A, B]],
}
EVALUATION = """
def evaluate_agent_task_completion(xlsx_path):
    if not check_keyboard_types(text=xlsx_path):
        return False
    return True
"""


def test_the_paper_s_evaluation_function_becomes_conditions() -> None:
    assert parse_evaluation(C3) == (
        Condition("check_mouse_clicks", {"text": "More actions"}),
        Condition("check_text_exists_via_control", {"text": "Import tasks from a spreadsheet using a CSV file."}),
        Condition("check_keyboard_types", {"text": "{csv_path}"}),
        Condition("check_mouse_clicks", {"text": "Open"}),
    )


def body(*lines: str) -> str:
    return "def f(a, b):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("test", "condition"),
    [
        ("check_file_exists('x')", negate(Condition("check_file_exists", {"file_path": "x"}))),
        ("not check_file_exists(a + '/x')", Condition("check_file_exists", {"file_path": "{a}/x"})),
        ("not check_mouse_clicks(f'{a} {{b}}')", Condition("check_mouse_clicks", {"text": "{a} {{b}}"})),
        ("get_clipboard_text() != a", Condition("get_clipboard_text", {"equals": "{a}"})),
        ("not 'x.txt' == get_clipboard_file_name()", Condition("get_clipboard_file_name", {"equals": "x.txt"})),
        ("not clipboard_contains_image()", Condition("clipboard_contains_image")),
        (
            "not (check_text_exists(a) or check_text_exists(b))",
            any_of(Condition("check_text_exists", {"text": "{a}"}), Condition("check_text_exists", {"text": "{b}"})),
        ),
        (
            "not (check_text_exists(a) and not check_text_exists(b))",
            all_of(
                Condition("check_text_exists", {"text": "{a}"}), negate(Condition("check_text_exists", {"text": "{b}"}))
            ),
        ),
    ],
)
def test_tests_are_read_and_written(test: str, condition: Condition) -> None:
    source = body(f"if {test}:", "    return EvalResult(False, '', 0/1)", "return EvalResult(True, '', 1/1)")
    assert parse_evaluation(source) == (condition,)
    written = write_evaluation([condition], ["a", "b"])
    assert written.losses == ()
    assert parse_evaluation(written.text) == (condition,)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(:", "line 1: not Python"),
        ("x = 1", "expected one function"),
        (body("return True"), "checks nothing"),
        (body("if not check_mouse_click('x'):", "    return False", "return True"), "check_mouse_clicks"),
        (body("if not check_mouse_clicks(text=__import__('os').name):", "    return False", "return True"), "value"),
        (body("if not check_mouse_clicks(c):", "    return False", "return True"), "expected text or a parameter"),
        (body("import os", "if not check_mouse_clicks('x'):", "    return False", "return True"), "line 2"),
        (body("if not open('x'):", "    return False", "return True"), "open"),
        (body("if not a.check():", "    return False", "return True"), "a.check"),
        (body("while True:", "    pass", "return True"), "expected an `if`"),
        (body("if not check_mouse_clicks('x'):", "    return True", "return True"), "return of failure"),
        (body("if not check_mouse_clicks('x'):", "    return False"), "end with a return of success"),
        (body("if not check_mouse_clicks('x', 'y'):", "    return False", "return True"), "takes 1 arguments"),
        (body("if not check_mouse_clicks(txt='x'):", "    return False", "return True"), "no argument 'txt'"),
        (body("if not get_clipboard_text():", "    return False", "return True"), "compare it"),
        (body("if a == 'x':", "    return False", "return True"), "can be compared"),
        (body("if not [c for c in a]:", "    return False", "return True"), "cannot read the test"),
    ],
)
def test_what_has_another_shape_is_refused_and_never_run(source: str, said: str) -> None:
    with pytest.raises(TaskFileError, match=said.replace("(", "\\(")):
        parse_evaluation(source)


_TEXTS = st.text(max_size=20)
_LEAVES = st.one_of(
    st.builds(lambda t: Condition("check_mouse_clicks", {"text": t.replace("{", "{{").replace("}", "}}")}), _TEXTS),
    st.builds(
        lambda t: Condition("check_file_exists", {"file_path": "{a}/" + t.replace("{", "{{").replace("}", "}}")}),
        _TEXTS,
    ),
    st.just(Condition("get_clipboard_text", {"equals": "{b}"})),
)


def _combined(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    several = st.lists(inner, min_size=2, max_size=3)
    return st.one_of(several.map(lambda c: all_of(*c)), several.map(lambda c: any_of(*c)))


@given(st.lists(st.recursive(_LEAVES, _combined, max_leaves=4), min_size=1, max_size=4))
def test_what_is_written_is_read_back(conditions: list[Condition]) -> None:
    assert parse_evaluation(write_evaluation(conditions, ["a", "b"]).text) == tuple(conditions)


def test_writing_says_what_it_loses() -> None:
    written = write_evaluation(
        [Condition("folder_exists", {"path": "x"}), Condition("setting_equals", {"key": "k", "value": "v"})]
    )
    assert parse_evaluation(written.text) == (Condition("check_file_exists", {"file_path": "x"}),)
    assert "a file of that name would pass" in written.losses[0]
    assert "'setting_equals'" in written.losses[1]
    with pytest.raises(TaskFileError):
        parse_evaluation(write_evaluation([Condition("app_open", {"app": "x"})]).text)


def test_the_paper_s_task_is_imported() -> None:
    subtasks = {i: c1(i) for i in (A, B)}
    task, notes = import_task(C4, subtasks, {A: EVALUATION, B: EVALUATION}, "12")
    assert task.edges == ((A, B),)
    assert task.bound[A].parameters == {"xlsx_path": XLSX}
    assert task.bound[A].subtask.app == "excel"
    assert task.bound[A].subtask.category == "Office"
    assert task.intent == C4["task_intent"]
    assert len(task.graph.nodes) == 2
    assert sum("parameter set 1" in n for n in notes) == 2
    assert export_task(task)[0] == C4


def test_import_says_what_is_wrong() -> None:
    with pytest.raises(TaskFileError, match=r"no metadata \(C.1\)"):
        import_task(C4, {}, {}, "12")
    with pytest.raises(TaskFileError, match=r"no evaluation \(C.3\)"):
        import_task(C4, {A: c1(A)}, {}, "12")
    cyclic = {**C4, "dag": {"nodes": [A, B], "edges": {A: [B], B: [A]}}}
    given = {A: c1(A), B: c1(B)}, {A: EVALUATION, B: EVALUATION}
    with pytest.raises(TaskFileError, match="cycle"):
        import_task(cyclic, *given, "12")
    with pytest.raises(TaskFileError, match="dag"):
        import_task({"task_instruction": "x"}, *given, "12")
    with pytest.raises(TaskFileError, match="application"):
        import_subtask({k: v for k, v in c1(A).items() if k != "application"}, EVALUATION)
    backwards = {**C4, "successful_topo": [[B, A]]}
    assert any("no topological order" in n for n in import_task(backwards, *given, "12").notes)


def test_a_subtask_is_exported_and_imported(pool: tuple[Subtask, ...]) -> None:
    for subtask in pool:
        metadata, evaluation, losses = export_subtask(subtask)
        back = import_subtask(json.loads(json.dumps(metadata)), evaluation)
        assert back.instruction == subtask.instruction
        assert back.parameters == subtask.parameters
        assert back.app == subtask.app
        assert any("oracle" in loss for loss in losses)


def test_a_subtask_that_occurs_twice_is_told_apart(pool: tuple[Subtask, ...]) -> None:
    nodes = tuple(TaskNode(str(n), pool[0].id, pool[0].parameters[n]) for n in range(2))
    task = Task(id="t", nodes=nodes, edges=(("0", "1"),), definitions=pool)
    exported = export_task(task)
    first, second = exported.metadata["dag"]["nodes"]
    assert exported.metadata["dag"]["edges"] == {first: [second], second: [[]]}
    assert [exported.subtasks[i]["available_parameters"] for i in (first, second)] == [[n.parameters] for n in nodes]
    back = import_task(*exported[:3], "t").task
    assert [dict(n.parameters) for n in back.nodes] == [dict(n.parameters) for n in nodes]


def test_a_wide_task_does_not_list_factorially_many_orders(pool: tuple[Subtask, ...]) -> None:
    sets = [(s, p) for s in pool for p in s.parameters][:14]
    nodes = tuple(TaskNode(str(n), s.id, p) for n, (s, p) in enumerate(sets))
    data, _, _, losses = export_task(Task(id="t", nodes=nodes, definitions=pool))
    assert len(data["successful_topo"]) == 100
    assert any("100" in loss for loss in losses)


ACTION = {
    "function": "click_input",
    "args": {"button": "left", "double": False},
    "rect": [124, 1020, 179, 1080],
    "description": "d",
    "thought": "t",
    "control_text": "File Explorer",
}
C2 = {"trajectory_id": "x", "instruction": "i", "observations": ["obs1.png"], "actions": [ACTION], "subtask_id": "s"}
C5 = {
    "trajectory_id": "12 (0)",
    "task_id": "12",
    "topological_order": [A, B],
    "instruction": "i",
    "intent": "t",
    "observations": ["obs1.png"],
    "actions": [ACTION],
}


@pytest.mark.parametrize("data", [C2, C5, {**C5, "more": 1}])
def test_trajectories_are_read_and_written(tmp_path: Path, data: dict[str, object]) -> None:
    source, target = tmp_path / "a.json", tmp_path / "b.json"
    source.write_text(json.dumps(data))
    write_trajectory(read_trajectory(source), target)
    assert json.loads(target.read_text()) == data


@pytest.mark.parametrize("text", ["", "[]", '{"task_id": "12"}', '{"trajectory_id": 1}'])
def test_what_is_no_trajectory_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(text)
    with pytest.raises(TaskFileError, match=r"a\.json"):
        read_trajectory(file)
    with pytest.raises(TaskFileError, match="cannot be read"):
        read_trajectory(tmp_path / "none.json")


def told(task: Task) -> Task:
    """What the files say of a task."""
    return replace(task, suite="", tags=(), max_idle_steps=None)


@pytest.mark.parametrize("suite", ["one-node", "composed-2"])
def test_tasks_are_written_and_read_back_equal(suite: str, tmp_path: Path) -> None:
    tasks = suite_tasks(suite, "sim")[:: 29 if suite == "one-node" else 5]
    lost = write_folder(tasks, tmp_path)
    found = list(read_folder(tmp_path))
    assert [told(t) for t in tasks] == [replace(f.task, tags=()) for f in found]
    assert all("omnigym's own" in note for f in found for note in f.notes)
    assert lost["The oracle is not written."] == len(tasks)
    assert not list(tmp_path.glob("*.part"))


def test_an_entry_with_other_parameters_is_somebody_else_s() -> None:
    task = suite_tasks("one-node", "sim")[0]
    metadata, subtasks, _, _ = export_task(task)
    (name,) = subtasks
    other = {
        name: {**subtasks[name], "available_parameters": [{**subtasks[name]["available_parameters"][0], "x": "y"}]}
    }
    source = "def f():\n    if not check_mouse_clicks('x'):\n        return False\n    return True\n"
    assert import_task(metadata, other, {name: source}, "t").task.nodes[0].subtask == name


def test_oracles_are_written_as_trajectories(tmp_path: Path) -> None:
    device = SimDevice()
    task = next(t for t in suite_tasks("composed-2", "sim") if len(t.nodes) == 3)
    seen: list[str] = []
    found = demonstrate(task, device, seen=seen.append)
    data = export_task(task).metadata
    assert found.task.topological_order == data["successful_topo"][0]
    assert [s.subtask_id for s in found.subtasks] == found.task.topological_order
    assert [a for s in found.subtasks for a in s.actions] == found.task.actions
    assert seen == found.task.observations == [o for s in found.subtasks for o in s.observations]
    write_trajectory(found.task, tmp_path / "t.json")
    assert read_trajectory(tmp_path / "t.json") == found.task
    clicks = [a for a in found.task.actions if a.function == "click_input"]
    assert all(a.rect for a in clicks)
    assert any(a.control_text for a in clicks)
    write_folder([task], tmp_path / "x", lambda t: demonstrate(t, device))
    assert len((tmp_path / "x" / "subtask_trajectories.jsonl").read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("name", "line"), [("subtasks.jsonl", "{}"), ("tasks.jsonl", "{}"), ("tasks.jsonl", "nonsense")]
)
def test_a_damaged_folder_is_refused(tmp_path: Path, name: str, line: str) -> None:
    with pytest.raises(TaskFileError, match="There is no file"):
        list(read_folder(tmp_path))
    write_folder(suite_tasks("one-node", "sim")[:2], tmp_path)
    with (tmp_path / name).open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(TaskFileError, match=name):
        list(read_folder(tmp_path))


def test_apps_are_called_as_people_call_them() -> None:
    apps = {s.app for s in all_subtasks() if s.app}
    assert {app: app_name(application_name(app)) for app in apps if "windows" in _platforms(app)} == {
        app: app for app in apps if "windows" in _platforms(app)
    }
    assert application_name("todo") == "To Do"
    assert application_name("browser") == "Edge"
    for name in ("Edge", "Microsoft Edge", "microsoft edge"):
        assert app_name(name) == "browser"


def _platforms(app: str) -> set[str]:
    return {p for s in all_subtasks() if s.app == app for p in s.platforms}


def test_an_application_has_one_category() -> None:
    """And that of Table 11, but for three that are more than the paper's."""
    for app in {s.app for s in all_subtasks(None) if s.app}:
        categories = {s.category for s in all_subtasks(None) if s.app == app}
        assert categories == {category_of_app(app)}, app
        if "windows" in _platforms(app):
            assert category_of(application_name(app)) == category_of_app(app)
    printed = [(c, app_name(n)) for c, names in APPLICATIONS.items() for n in names]
    assert {app for c, app in printed if category_of_app(app) not in ("", c)} == {"photos", "calendar", "zotero"}


def test_the_49_applications_are_all_there() -> None:
    assert sum(map(len, APPLICATIONS.values())) == 49
    assert tuple(APPLICATIONS) == CATEGORIES


@pytest.mark.parametrize(
    ("condition", "near"),
    [
        (
            Condition("file_moved", {"path": "{a}/x", "to": "{b}/x"}),
            Condition(
                "all",
                {
                    "of": (
                        Condition("check_file_exists", {"file_path": "{b}/x"}),
                        negate(Condition("check_file_exists", {"file_path": "{a}/x"})),
                    )
                },
            ),
        ),
        (
            Condition("clipboard_holds_file", {"path": "{a}/{b}", "cut": False}),
            Condition("clipboard_contains_file", {"file_name": "{b}"}),
        ),
        (
            Condition("document_open", {"path": "{a}/{b}", "app": "word"}),
            Condition("check_text_exists_via_control", {"text": "{b}"}),
        ),
    ],
)
def test_checks_that_an_api_comes_close_to_are_written_as_it(condition: Condition, near: Condition) -> None:
    written = write_evaluation([condition], ["a", "b"])
    assert parse_evaluation(written.text) == (near,)


def test_a_control_without_a_name_is_left_out() -> None:
    written = write_evaluation([Condition("control_exists", {"role": "button"})])
    assert "left out" in written.losses[0]
    assert "No API" in written.text
