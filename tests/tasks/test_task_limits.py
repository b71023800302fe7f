"""Task files from outside: each value has a type and a largest size, and what is larger is refused at once."""

from __future__ import annotations

import contextlib
import io
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from omnigym.benchmarks.omnibench import import_task, parse_evaluation
from omnigym.documents.sound import tone
from omnigym.errors import ConfigError, TaskFileError
from omnigym.foreign.limits import MAX_EDGES, MAX_NODES, MAX_QUERY, MAX_TASK_FILE
from omnigym.pictures import scene_file
from omnigym.tasks.complexity import shape
from omnigym.tasks.query import parse_query
from omnigym.tasks.setup import AddRow, WriteFile, check_step, step_from_json, step_to_json
from omnigym.tasks.suites import suite_tasks
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import loads_task, read_task

DEFINITION: dict[str, Any] = {
    "id": "m/f",
    "app": "notes",
    "instruction": "Make {name}.",
    "parameters": [{"name": "a"}],
    "conditions": [{"check": "file_exists", "args": {"path": "{name}"}}],
}


def nodes(count: int) -> list[dict[str, Any]]:
    return [{"id": str(i), "subtask": "m/f", "parameters": {"name": f"x{i}"}} for i in range(count)]


def load(definition: dict[str, Any] | None = None, **changes: Any) -> Task:
    data = {"id": "t", "nodes": nodes(1), "subtasks": [{**DEFINITION, **(definition or {})}], **changes}
    return loads_task(json.dumps(data), "t.json")


CHAIN = [[str(i), str(i + 1)] for i in range(MAX_NODES - 1)]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"type": "WriteFile", "path": 5}, r"\[0\].path: .*string, got 5"),
        ({"type": "WriteFile", "path": "a", "content": {"a": 1}}, r"\[0\].content: .*got {'a': 1}"),
        ({"type": "WriteFile", "path": "a", "content": ["a"]}, "content"),
        ({"type": "WriteFile", "path": "a", "content": True}, "content"),
        ({"type": "WriteFile", "path": "a.wav", "content": "999999"}, "1 to 1800 seconds"),
        ({"type": "WriteFile", "path": "a.WAV", "content": "²"}, "seconds"),
        ({"type": "WriteFile", "path": "a.wav", "content": "-1"}, "seconds"),
        ({"type": "WriteFile", "path": "a.wav"}, "seconds"),
        ({"type": "WriteFile", "path": "a.png", "content": "no scene"}, "Unknown picture"),
        ({"type": "WriteFile", "path": "a.pdf", "content": "\f" * 600}, "500 pages"),
        ({"type": "WriteFile", "path": "a.pptx", "content": "a\n\n" * 600}, "500 pages"),
        ({"type": "WriteFile", "path": "a.docx", "content": "a\n" * 20_000}, "10,000 lines"),
        ({"type": "WriteFile", "path": "a.docx", "content": "\x01"}, "control characters"),
        ({"type": "WriteFile", "path": "a.xlsx", "content": "1\n" * 20_000}, "10,000 lines"),
        ({"type": "WriteFile", "path": "a.xlsx", "content": "1," * 200_000}, "100,000 cells"),
        ({"type": "WriteFile", "path": "a.xlsx", "content": "1\n" * 9000 + "1," * 99}, "100,000 cells"),
        ({"type": "WriteFile", "path": "a.xlsx", "content": "a\rb"}, "comma-separated"),
        ({"type": "WriteFile", "path": "a", "hex": "zz"}, r"\[0\].hex: expected bytes"),
        ({"type": "WriteFile", "path": "a", "hex": 5}, "hex"),
        ({"type": "WriteFile", "path": "a", "hex": "00", "content": ""}, "got both"),
        ({"type": "MakeDir", "path": "a", "hex": "00"}, "Unknown field 'hex'"),
        ({"type": "MakeDir", "path": "a/" * 500}, "32 folders"),
        ({"type": "MakeDir", "path": "a/" * 5000}, "1024 characters"),
        ({"type": "MakeDir", "path": "é" * 200}, "255 bytes"),
        ({"type": "MakeDir", "path": "a/../b"}, r"no '\.\.'"),
        ({"type": "MakeDir", "path": "a\\..\\b"}, r"no '\.\.'"),
        ({"type": "MakeDir", "path": "a\0b"}, "control characters"),
        ({"type": "MakeDir", "path": "a\udc80"}, "UTF-16"),
        ({"type": "MakeDir", "path": ""}, "names something"),
        ({"type": "MakeDir"}, r"\[0\].path: this field is missing"),
        ({"type": ["MakeDir"], "path": "a"}, "Unknown setup step"),
        ({"path": "a"}, "Unknown setup step"),
        ({"type": "AddRow", "path": "a", "columns": ["a", "b"], "values": ["x"]}, "each of 2 columns, got 1"),
        ({"type": "AddRow", "path": "a", "columns": ["a", "a"], "values": ["x", "y"]}, "different names"),
        ({"type": "AddRow", "path": "a", "columns": ["id"], "values": [1]}, "none of them 'id'"),
        ({"type": "AddRow", "path": "a", "columns": [], "values": []}, "at least 1"),
        ({"type": "AddRow", "path": "a", "columns": "ab", "values": "xy"}, "columns"),
        ({"type": "AddRow", "path": "a", "columns": ["a"], "values": [{"x": 1}]}, "values"),
        ({"type": "AddRow", "path": "a", "columns": ["a"], "values": [[[[["x"]]]]]}, "values"),
        ({"type": "Launch", "app": ""}, "1 to 100 characters"),
        ({"type": "Launch", "app": True}, r"\[0\].app"),
        ({"type": "Launch", "app": "a", "path": "javascript://x"}, "an address begins with"),
        ({"type": "Launch", "app": "a", "path": "http://a b"}, "no blanks"),
        ({"type": "SetClipboard", "files": "ab"}, "files"),
        ({"type": "SetClipboard", "files": ["../x"]}, r"no '\.\.'"),
        ({"type": "SetClipboard", "files": ["a"] * 300}, "256 files"),
        ({"type": "SetClipboard", "image": "x"}, "Unknown picture"),
        ({"type": "SetClipboard", "text": None}, "text"),
        ({"type": "SetSetting", "key": "k", "value": True}, r"\[0\].value"),
    ],
)
def test_a_setup_step_has_types_and_limits_wherever_it_stands(step: dict[str, Any], said: str) -> None:
    for place, changes in (
        ("setup", {"setup": [step]}),
        ("post_config", {"post_config": [step]}),
        ("subtasks[0].setup", {"definition": {"setup": [step]}}),
        (
            "subtasks[0].needs[0].unless_provided",
            {"definition": {"needs": [{"resource": {"kind": "k", "value": "v"}, "unless_provided": [step]}]}},
        ),
    ):
        with pytest.raises(TaskFileError, match=said) as e:
            load(**changes)  # type: ignore[arg-type]
        assert str(e.value).startswith("t.json")
        assert f"{place}[0]" in str(e.value)
        assert len(str(e.value)) < 500


@pytest.mark.parametrize(
    ("template", "value", "said"),
    [
        ({"type": "WriteFile", "path": "{name}"}, 5, r"path: .*string, got 5"),
        ({"type": "WriteFile", "path": "a/{name}"}, "..", r"no '\.\.'"),
        ({"type": "WriteFile", "path": "a.wav", "content": "{name}"}, "x", "seconds"),
        ({"type": "WriteFile", "path": "a", "content": "{name}" * 2000}, "x" * 1000, "1,000,000 characters"),
        ({"type": "MakeDir", "path": "{name}"}, ["a"], "path"),
        ({"type": "Launch", "app": "{name}"}, {"a": 1}, "app"),
        ({"type": "SetSetting", "key": "k", "value": "{name}"}, 1.5, "value"),
    ],
)
def test_a_template_is_judged_when_it_is_filled(template: dict[str, Any], value: Any, said: str) -> None:
    """In the parameters of the definition, and in those of a node alone."""
    check = {"check": "file_exists", "args": {"path": "a"}}
    definition = {"parameters": [{"name": value}], "setup": [template], "conditions": [check]}
    node = {"id": "1", "subtask": "m/f", "parameters": {"name": value}}
    with pytest.raises(TaskFileError, match=said):
        load(definition, nodes=[node])
    if isinstance(value, str):
        good = "1" if "wav" in template["path"] else "b"
        with pytest.raises(TaskFileError, match=said) as e:
            load({**definition, "parameters": [{"name": good}]}, nodes=[node])
        assert "Node '1'" in str(e.value) or "characters" in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"nodes": nodes(100_000)}, "at most 512, got 100,000"),
        ({"nodes": nodes(5000), "edges": [[str(i), str(i + 1)] for i in range(4999)]}, "at most 512, got 5,000"),
        ({"edges": [["0", "0"]] * (MAX_EDGES + 1)}, "at most 4,096"),
        ({"edges": [["0", "0"]]}, "no cycle, got 0 -> 0"),
        ({"edges": [["0", 1]]}, r"edges\[0\]\[1\]"),
        ({"edges": [["0", "1", "2"]]}, r"edges\[0\]"),
        ({"edges": {"0": "1"}}, "edges"),
        ({"nodes": nodes(2) * 2}, "Node ids must differ"),
        ({"nodes": nodes(MAX_NODES), "edges": [*CHAIN, [str(MAX_NODES - 1), "0"]]}, "no cycle"),
        ({"nodes": [{"id": True, "subtask": "m/f"}]}, r"nodes\[0\].id"),
        ({"nodes": [{"id": "a\nb", "subtask": "m/f"}]}, r"nodes\[0\].id"),
        ({"id": "x" * 10_000}, "id: .*200 characters"),
        ({"limits": {"max_steps": True}}, "max_steps"),
        ({"limits": {"max_steps": 10**9}}, "max_steps"),
        ({"setup": [{"type": "MakeDir", "path": f"a{n}"} for n in range(5000)]}, "4,096 setup steps"),
        ({"subtasks": [DEFINITION, DEFINITION]}, "subtasks: ids must differ"),
        ({"definition": {"parameters": [{"name": "a"}, {"name": 5}]}}, r"parameters\[1\].*a string"),
        ({"definition": {"conditions": [{"all": [], "args": {"a": 1}}]}}, r"conditions\[0\].args"),
        ({"definition": {"conditions": [{"not": {"check": "file_exists", "any": []}}]}}, r"conditions\[0\].not"),
        ({"definition": {"conditions": [{"check": "nope"}]}}, r"subtasks\[0\].conditions\[0\]: Unknown check"),
        (
            {"definition": {"conditions": [{"check": "check_mouse_clicks", "args": {"text": "a", "clicks": True}}]}},
            "int",
        ),
    ],
)
def test_a_graph_or_definition_that_cannot_be_is_refused_at_once(changes: dict[str, Any], said: str) -> None:
    text = json.dumps({"id": "t", "nodes": nodes(1), "subtasks": [DEFINITION]})
    data = {**json.loads(text), **{k: v for k, v in changes.items() if k != "definition"}}
    data["subtasks"] = [{**DEFINITION, **changes["definition"]}] if "definition" in changes else data["subtasks"]
    text = json.dumps(data)
    before = time.process_time()
    with pytest.raises(TaskFileError, match=said) as e:
        loads_task(text, "t.json")
    assert time.process_time() - before < 3
    assert len(str(e.value)) < 500


def test_the_largest_graphs_take_no_time() -> None:
    dense = [[str(i), str(i + k)] for i in range(MAX_NODES - 8) for k in range(1, 9)]
    before = time.process_time()
    widths = [load(nodes=nodes(MAX_NODES), edges=edges).dag.width for edges in (CHAIN, dense, [])]
    assert widths == [1, 8, MAX_NODES]
    assert time.process_time() - before < 8


def test_a_shape_too_large_is_refused_before_it_is_made() -> None:
    with pytest.raises(ConfigError, match="at most 512 nodes, got 1,000,000,000"):
        shape("chain", 10**9)


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(100 * MAX_TASK_FILE)  # takes no room
    with pytest.raises(TaskFileError, match="8,388,608 are the most"):
        read_task(tmp_path / "large.json")
    with pytest.raises(TaskFileError, match="path cannot be used"):
        read_task("a\0.json")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("app:word " * MAX_QUERY, "at most 10,000 characters"),
        (f"nodes:{'9' * 5000}", "a number or a range"),
        (f"nodes>{'9' * 5000}", "compares"),
        (f"nodes:{'9' * 5000}-{'9' * 4000}", "a number or a range"),
        ('"' + "x" * 5000, "Cannot read the query"),
        ("x" * 5000 + ":y", "Unknown query key"),
    ],
)
def test_an_absurd_query_is_refused_in_a_short_line(query: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as e:
        parse_query(query)
    assert len(str(e.value)) < 400


@given(st.text(max_size=60))
def test_any_query_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(ConfigError):
        parse_query(text)


@pytest.mark.parametrize(
    "source",
    [
        "x" * 200_000,
        "def f(a):\n    if not check_file_exists(" + "(" * 5000 + "): return 1",
        "def f(a):\n    if not check_file_exists('a'" + "+'a'" * 4000 + "):\n        return False\n    return True",
        "def f(a):\n    if not check_file_exists(0x" + "f" * 9000 + "):\n        return False\n    return True",
        "def f(a):\n    if " + "not " * 4000 + "check_file_exists('a'):\n        return False\n    return True",
        "def f(a):\0",
        "def f(a): '\ud800'",
        None,
        5,
    ],
)
def test_an_evaluation_that_is_no_program_is_refused(source: Any) -> None:
    with pytest.raises(TaskFileError, match=r"e\.py") as e:
        parse_evaluation(source, "e.py")
    assert len(str(e.value)) < 1000


METADATA: dict[str, Any] = {"task_instruction": "Do.", "dag": {"nodes": ["a"], "edges": {}}}
SUBTASK: dict[str, Any] = {"id": "a", "instruction_template": "Do.", "application": "Word"}
EVALUATION = "def f():\n    if not check_file_exists('a'):\n        return False\n    return True\n"


@pytest.mark.parametrize(
    ("metadata", "subtask"),
    [
        ([], SUBTASK),
        ({**METADATA, "dag": {"nodes": [str(i) for i in range(1000)]}}, SUBTASK),
        ({**METADATA, "dag": {"nodes": ["a"], "edges": {"a": [{"b": 1}]}}}, SUBTASK),
        ({**METADATA, "dag": {"nodes": ["a"], "edges": {"a": [["a"]]}}}, SUBTASK),
        ({**METADATA, "dag": {"nodes": ["a", "a"]}}, SUBTASK),
        ({**METADATA, "dag": {"nodes": [5]}}, SUBTASK),
        (METADATA, 5),
        (METADATA, {**SUBTASK, "instruction_template": "Do {x}."}),
        (METADATA, {**SUBTASK, "available_parameters": [{"n": float("nan")}]}),
        (METADATA, {**SUBTASK, "available_parameters": [{"n": 1}, {"n": "x"}]}),
    ],
)
def test_omnibenchs_files_are_checked_too(metadata: Any, subtask: Any) -> None:
    with pytest.raises(TaskFileError):
        import_task(metadata, {"a": subtask}, {"a": EVALUATION}, "t")


def test_omnibenchs_files_that_can_be_used_are() -> None:
    assert import_task(METADATA, {"a": SUBTASK}, {"a": EVALUATION}, "t").task.id == "t"


def test_pictures_as_bytes_have_a_largest_size() -> None:
    check_step(WriteFile("a.png", scene_file("cat", "a.png")), "setup[0]")
    large = io.BytesIO()
    Image.new("1", (5000, 5000)).save(large, "PNG")
    with pytest.raises(TaskFileError, match="16,000,000 pixels, got 5000 x 5000"):
        check_step(WriteFile("a.png", large.getvalue()), "setup[0]")


def test_a_sound_of_the_longest_time_is_allowed() -> None:
    check_step(WriteFile("a.wav", "1800"), "setup[0]")
    assert len(tone(1800)) < 16_000_000


def test_all_steps_that_ship_are_within_the_limits() -> None:
    steps = {step for suite in ("one-node", "composed") for task in suite_tasks(suite) for step in task.setup_steps}
    assert len(steps) > 1000
    for step in steps:
        assert step_from_json(json.loads(json.dumps(step_to_json(step)))) == step


class _Files:
    """One file."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def read_file(self, _path: str) -> bytes:
        return self.content

    def write_file(self, _path: str, content: bytes) -> None:
        self.content = content


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff", "no table"),
        (b"[]", "no table"),
        (b'{"rows": 5}', "no table"),
        (b'{"rows": [{"id": "x"}]}', "no table"),
        (b'{"rows": [{"name": "x"}]}', "no table"),
        (b'{"rows": [{"id": 1, "name": "x"}]}', "Unknown column 'nam'.*'name'"),
    ],
)
def test_a_row_that_does_not_fit_its_table_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(TaskFileError, match=said):
        AddRow("t.json", ("nam",), ("y",)).apply(_Files(content))


def test_a_row_is_added_and_what_else_is_in_the_file_stays() -> None:
    files = _Files(b'{"version": 2, "rows": [{"id": 4, "name": "x"}]}')
    AddRow("t.json", ("name",), ("y",)).apply(files)
    assert json.loads(files.content) == {"version": 2, "rows": [{"id": 4, "name": "x"}, {"id": 5, "name": "y"}]}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["{name}", "..", "a.wav"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
FIELDS = ("id", "nodes", "edges", "setup", "post_config", "limits", "tags", "subtasks", "evaluate", "network")
OF_STEP = ("type", "path", "content", "hex", "columns", "values", "app", "text", "files", "image", "key", "value")
KINDS = ("WriteFile", "MakeDir", "AddRow", "Launch", "SetClipboard", "SetSetting")


def is_task_or_refused(data: object) -> None:
    try:
        loads_task(json.dumps(data), "t.json")
    except TaskFileError as e:
        assert str(e).startswith("t.json")  # noqa: PT017 - what is raised is the one thing that may be


@given(JSON | st.dictionaries(st.sampled_from(FIELDS), JSON))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_json_is_a_task_or_refused(value: object) -> None:
    is_task_or_refused(value)
    if isinstance(value, dict):
        is_task_or_refused({"id": "t", "nodes": nodes(2), "subtasks": [DEFINITION], **value})


@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(OF_STEP), JSON, max_size=3))
def test_any_step_is_one_or_refused(kind: str, values: dict[str, Any]) -> None:
    step = {"type": kind, "path": "a", "app": "a", "key": "a", "columns": ["a"], "value": "a", "values": [1], **values}
    names = {"WriteFile": "path", "MakeDir": "path", "AddRow": "path columns values", "Launch": "path app"}
    kept = ("type", *names.get(kind, "key value" if kind == "SetSetting" else "").split(), *values)
    data = {"id": "t", "nodes": nodes(1), "subtasks": [{**DEFINITION, "setup": [{k: step[k] for k in kept}]}]}
    is_task_or_refused(data)


@given(
    st.sampled_from(["parameters", "conditions", "needs", "produces", "milestones", "platforms", "tags", "app"]), JSON
)
def test_any_definition_is_one_or_refused(name: str, value: object) -> None:
    is_task_or_refused({"id": "t", "nodes": nodes(1), "subtasks": [{**DEFINITION, name: value}]})
    is_task_or_refused({"id": "t", "nodes": nodes(1), "subtasks": [{**DEFINITION, name: [value]}]})
