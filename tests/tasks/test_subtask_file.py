"""Files of subtasks: what they can say, and what is refused with its line."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from omnigym.actions import Type
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import TaskFileError
from omnigym.evaluation.condition import Condition
from omnigym.tasks.counterexamples import Counterexample
from omnigym.tasks.oracle import UI
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import AddRow, MakeDir, WriteFile
from omnigym.tasks.steps import Book, Run
from omnigym.tasks.subtask_file import FileContents, json_schema, read_subtasks
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import loads_task

YEAR = """
["files/year-folder"]
app = "file_manager"
instruction = "Make a folder for the year {year} in Documents."
parameters = [["year"], ["2019"], ["2020"], ["2021"], ["2022"], ["2023"], ["2024"], ["2025"]]
check = [{ folder_exists = "Documents/{year}" }]
produces = [{ folder = "Documents/{year}" }]
do = [{ go = "Documents" }, { press = "ctrl+shift+n" }, { type = "{year}\\n" }]
"""
#: The same in a file that says all that one can.
FULL = """
[defaults]
app = "file_manager"
platforms = ["windows"]

[needs]
folder = { folder = "{folder}", made = true }

[conditions]
made = { folder_exists = "{folder}/{name}" }

[maps]
toward = { up = "above", else = "below" }

[parameters]
names = [["folder", "name", "text"], ["Documents", "Plans", "a"], ["Music", "Dances", "b"]]

[steps]
new.takes = ["name"]
new.do = [{ press = "ctrl+shift+n" }, { type = "{name}\\n" }]

["files/plain"]
instruction = "Make a folder {name} in {folder}."
parameters = { of = "names", columns = ["folder", "name"] }
check = ["made", { not = { file_exists = "{folder}/{name}" } }, { all = ["made", { folder_exists = "{folder}" }] }]
needs = ["folder", { file = "{folder}/a.txt", made = "{name}", consumes = true }]
setup = [{ add_row = "t.json", row = { title = "{name}", n = 2 } }]
effects = [{ add = "{folder}/*", why = "Anything." }]
do = [{ go = "{folder}" }, { new = "{name}" }]
right.in_capitals = { as_asked = { name = "{name|upper}" } }
wrong.nothing = { why = "It waits.", do = [{ wait = 1.0 }], idle = true }
another = ["name"]
instead = [{ name = "Other" }, true]

["files/wordy"]
instruction = "Make a folder {name} in {folder}, {text}."
parameters = "names"
check = ["made"]
do = [{ as_asked = { folder = "{folder}", name = "{name}" }, subtask = "files/plain" }]

[[runs]]
wrong = "renamed_twice"
subtasks = ["files/*"]
but = ["files/wordy"]
do = [{ as_asked = true }, { press = "f2" }]
"""


def load(tmp_path: Path, text: str) -> FileContents:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return read_subtasks(path)


def stage_of(loaded: FileContents, subtask: str, device: SimDevice) -> Stage:
    known = loaded.subtasks[subtask]
    nodes = (TaskNode("1", subtask, known.parameters[0]),)
    return Stage(Task(id="t", nodes=nodes, intent="t", definitions=tuple(loaded.subtasks.values())), device)


def test_ten_lines_are_a_subtask_that_is_proved(tmp_path: Path) -> None:
    loaded = load(tmp_path, YEAR)
    known = loaded.subtasks["files/year-folder"]
    assert known.conditions == (Condition("folder_exists", {"path": "Documents/{year}"}),)
    stage = stage_of(loaded, known.id, SimDevice())
    assert stage.play(stage.oracle()).coverage == 1.0
    proof = verify_task(stage.task, SimDevice())
    assert proof.failures == ()


def test_all_that_a_file_can_say(tmp_path: Path) -> None:
    loaded = load(tmp_path, FULL)
    plain = loaded.subtasks["files/plain"]
    assert plain.parameters == ({"folder": "Documents", "name": "Plans"}, {"folder": "Music", "name": "Dances"})
    assert [c.check for c in plain.conditions] == ["folder_exists", "not", "all"]
    assert plain.needs[0].unless_provided == (MakeDir("{folder}"),)
    assert plain.needs[1].unless_provided == (WriteFile("{folder}/a.txt", "{name}"),) and plain.needs[1].consumes
    assert plain.setup == (AddRow("t.json", ("title", "n"), ("{name}", 2)),)
    runs = {(t.kind, t.name) for t in loaded.counterexamples["files/plain"]}
    assert runs == {
        ("right", "in_capitals"),
        *[("wrong", f"{w}_another_{n}") for w, n in (("with", "name"), ("after", "name"), ("with", "set"))],
        *[("wrong", name) for name in ("nothing", "renamed_twice")],
    }, "the second `with_another_name` is the same run of other values"
    assert "files/wordy" not in loaded.counterexamples


@pytest.mark.parametrize("subtask", ["files/plain", "files/wordy"])
def test_what_it_says_is_played(tmp_path: Path, subtask: str) -> None:
    loaded = load(tmp_path, FULL)
    stage = stage_of(loaded, subtask, SimDevice())
    stage.play(stage.oracle())
    assert stage.acting.stat("Documents/Plans") is not None
    for trial in loaded.counterexamples.get(subtask, ()):
        assert isinstance(trial.run, Run)
        outcome = stage.play(stage.trial(trial))
        assert (outcome.problem or "") == "", f"{trial.name} breaks off"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('app = "file_manager"', 'ap = "file_manager"', r"line 3, .*Unknown field 'ap'.*'app'"),
        ("check = [{ folder_exists", "check = [{ folder_exist", r"line 6, .*check\[0\].*'folder_exists'"),
        ('"Documents/{year}" }]\nproduces', '"D", size = 2 }]\nproduces', r"line 6, .*argument 'size'"),
        ("{ go = ", "{ goo = ", r"line 8, .*do\[0\].*Unknown word 'goo'"),
        ('{ go = "Documents" }', '{ go = ["Documents", 2] }', r"line 8, .*go takes \(folder"),
        ('{ press = "ctrl+shift+n" }', '{ press = "n", twice = 2 }', r"line 8, .*'twice'.*'times'"),
        ('{ press = "ctrl+shift+n" }', '"ctrl+shift+n"', r"line 8, .*do"),
        ('["2019"]', '["2019", 3]', r"line 5, .*Row 1 has 2 values for 1 names"),
        ('{ go = "Documents" }', "{ as_asked = true }", r"line 8, .*not its own"),
        ('instruction = "Make a folder for the year {year} in Documents."', "", r"line 2, .*instruction.*missing"),
        ('["files/year-folder"]', '["files/year-folder"', r"no TOML"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in YEAR
    with pytest.raises(TaskFileError, match=rf"(?s)mine\.toml.*{said}"):
        load(tmp_path, YEAR.replace(old, new, 1))


def test_a_name_that_nobody_has_is_told_when_it_is_played(tmp_path: Path) -> None:
    loaded = load(tmp_path, YEAR.replace("{year}\\n", "{yeer}\\n"))
    stage = stage_of(loaded, "files/year-folder", SimDevice())
    with pytest.raises(TaskFileError, match=r"'{yeer}'.*'year'"):
        stage.play(stage.oracle())


def test_steps_that_call_one_another_for_ever_are_given_up(tmp_path: Path) -> None:
    text = YEAR.replace("{ go = ", "{ again = ") + '[steps]\nagain.takes = ["x"]\nagain.do = [{ again = "{x}" }]\n'
    stage = stage_of(load(tmp_path, text), "files/year-folder", SimDevice())
    with pytest.raises(TaskFileError, match="deep"):
        stage.play(stage.oracle())


def test_two_runs_of_one_name_stand_for_two_platforms(tmp_path: Path) -> None:
    runs = 'right.x = { do = [{ wait = 1 }], platforms = ["linux"] }\n[[runs]]\nright = "x"\n'
    loaded = load(tmp_path, f'{YEAR}{runs}subtasks = ["files/*"]\nplatforms = ["windows"]\ndo = [{{ wait = 2 }}]\n')
    assert [t.platforms for t in loaded.counterexamples["files/year-folder"]] == [("linux",), ("windows",)]
    assert all(isinstance(t, Counterexample) for t in loaded.counterexamples["files/year-folder"])


def test_a_task_file_can_hold_the_same(tmp_path: Path) -> None:
    node = {"id": "1", "subtask": "files/year-folder", "parameters": {"year": "2031"}}
    task = loads_task(json.dumps({"id": "mine", "nodes": [node], "subtasks": tomllib.loads(YEAR)}))
    stage = Stage(task, SimDevice())
    assert stage.play(stage.oracle()).coverage == 1.0
    with pytest.raises(TaskFileError, match=r"subtasks, files/year-folder.check.*'folder_exists'"):
        loads_task(
            json.dumps({"id": "m", "nodes": [node], "subtasks": tomllib.loads(YEAR.replace("_exists", "_exist"))})
        )


def test_a_plugin_is_a_file_of_subtasks(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(YEAR, encoding="utf-8")
    command = [sys.executable, "-m", "omnigym", "--plugin", str(path), "tasks", "verify", "files/year-folder"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7" in done.stdout


def test_the_schema_names_verbs_and_words() -> None:
    step = json_schema()["$defs"]["Step"]["properties"]
    assert "click" in step and "folder" in step["go"]["description"]


@pytest.mark.parametrize(
    ("each", "expected"),
    [
        ("keys", ["a", "b"]),  # the name of a parameter
        ("{keys}", ["a", "b"]),
        (3, ["1", "2", "3"]),
        ("3", ["1", "2", "3"]),
        ("count", ["2"]),  # the letters of a text, such as the digits of a telephone number
        ("number", ["3", "0", "7"]),
        ("{count}", ["1", "2"]),
        ("{count}0", [str(n) for n in range(1, 21)]),
        (0, []),
    ],
)
def test_steps_are_repeated_for_a_list_or_a_number(each: object, expected: list[str]) -> None:
    steps = ({"each": each, "as": "item", "do": [{"type": "{item}"}]},)
    run = Run("files/x", steps, "mine.toml", Book(get_subtask))
    actions = run(UI(SimDevice()), keys=["a", "b"], count="2", number="307")
    assert [action.text for action in actions if isinstance(action, Type)] == expected


@pytest.mark.parametrize("each", [1.5, True, -1, 1_001, "10000", "{name}", {"a": 1}])
def test_what_cannot_be_repeated_is_refused(each: object) -> None:
    steps = ({"each": each, "as": "item", "do": [{"type": "{item}"}]},)
    run = Run("files/x", steps, "mine.toml", Book(get_subtask))
    with pytest.raises(TaskFileError, match=r"'each' takes a list, a number|Unknown parameter 'Notes'"):
        list(run(UI(SimDevice()), name="Notes"))
