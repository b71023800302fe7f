"""OmniBench's files: the paper's own examples, what is refused, and what is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.errors import TaskFileError
from omnigym.evaluation.condition import Condition, all_of, any_of, negate
from omnigym.tasks.omnibench import (
    export_subtask,
    export_task,
    import_subtask,
    import_task,
    parse_evaluation,
    read_trajectory,
    write_evaluation,
    write_trajectory,
)
from omnigym.tasks.omnibench.applications import APPLICATIONS
from omnigym.tasks.subtask import CATEGORIES, Subtask
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
    data, losses = export_task(Task(id="t", nodes=nodes, edges=(("0", "1"),), definitions=pool))
    assert data["dag"]["edges"] == {"0": ["1"], "1": [[]]}
    assert any("twice" in loss for loss in losses)


def test_a_wide_task_does_not_list_factorially_many_orders(pool: tuple[Subtask, ...]) -> None:
    sets = [(s, p) for s in pool for p in s.parameters][:14]
    nodes = tuple(TaskNode(str(n), s.id, p) for n, (s, p) in enumerate(sets))
    data, losses = export_task(Task(id="t", nodes=nodes, definitions=pool))
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
