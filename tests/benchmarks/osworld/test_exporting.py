"""Export: what came from a file is that file again; of other tasks what is lost is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from omnigym.assets import Asset, add_asset
from omnigym.benchmarks.osworld import export_osworld, read_osworld
from omnigym.tasks.setup import Act, Launch, MakeDir, PutAsset, RunCommand, SetClipboard, WriteFile
from omnigym.tasks.suites import load_task
from omnigym.tasks.task_file import dumps_task, loads_task

Write = Callable[..., Path]
LIST = {"type": "command", "parameters": {"command": "ls"}}


def test_a_file_comes_back_value_for_value(write: Write) -> None:
    path = write(
        level="l2",
        proxy=True,
        possibility_of_env_change="low",
        config=[
            {"type": "sleep", "parameters": {"seconds": 0.5}},
            {"type": "command", "parameters": {"command": "ls"}},
        ],
    )
    task, _ = read_osworld(path)
    assert task is not None
    exported = export_osworld(loads_task(dumps_task(task)))  # also when it was a file of omnigym's meanwhile
    assert exported == (json.loads(path.read_text()), ())
    assert export_osworld(replace(task, instruction="Other.")).file["instruction"] == "Other."


def test_another_task_says_what_is_lost(tmp_path: Path) -> None:
    content = add_asset(b"a")
    setup = (
        MakeDir("a"),
        Launch("text_editor", "a/b.txt"),
        PutAsset("c", content),
        RunCommand(("ls", "-l"), until_code=0, keep="x"),
        RunCommand(("serve",), background=True),
        Act(('{"type": "Press", "key": "s", "modifiers": ["ctrl"], "count": 1}',)),
        WriteFile("d.txt", "d"),
        SetClipboard(text="e"),
    )
    task = replace(load_task("files/create-folder@0"), setup=setup, level="L1")
    exported = export_osworld(task, {"https://a.example.org/c": Asset(content, 1)})
    assert [step["type"] for step in exported.file["config"]][:6] == [
        *("execute", "launch", "download", "execute", "launch", "execute")
    ]
    assert exported.file["config"][2]["parameters"]["files"] == [
        {"url": "https://a.example.org/c", "path": "/home/user/c"}
    ]
    assert "pyautogui.hotkey('ctrl', 's')" in exported.file["config"][5]["parameters"]["command"][2]
    losses = " ".join(exported.losses)
    for lost in ("WriteFile", "SetClipboard", "folder_exists", "after each step"):
        assert lost in losses
    unknown = export_osworld(task)
    assert any("PutAsset" in loss for loss in unknown.losses)


def test_what_is_written_is_read_again(write: Write, tmp_path: Path) -> None:
    task, _ = read_osworld(write(config=[{"type": "command", "parameters": {"command": ["ls"]}}]))
    assert task is not None
    (definition,) = task.definitions
    node = replace(task.nodes[0], parameters={k: v for k, v in task.nodes[0].parameters.items() if k != "file"})
    plain = {k: v for k, v in definition.parameters[0].items() if k != "file"}
    definition = replace(definition, parameters=(plain,), implied=tuple(plain))
    exported = export_osworld(replace(task, nodes=(node,), definitions=(definition,)))
    again = tmp_path / "os" / "again.json"
    again.write_text(json.dumps(exported.file))
    found, report = read_osworld(again)
    assert found is not None, report
    assert found.setup == task.setup
    assert {**found.nodes[0].parameters, "file": None} == {**task.nodes[0].parameters, "file": None}
