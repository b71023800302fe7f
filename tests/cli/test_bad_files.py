"""Every command that takes a file says what is wrong with it in one short line, without a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from omnigym.recording import TrajectoryWriter

Run = Callable[..., Result]

FILES: dict[str, bytes] = {
    "empty": b"",
    "no text": b"\xff\xfe\x00",
    "no JSON": b"{'id': 1}",
    "a list": b"[]",
    "deep": b"[" * 100_000,
    "digits": b'{"id": ' + b"9" * 5000 + b"}",
    "NaN": b'{"id": NaN}',
    "twice": b'{"id": "a", "id": "b"}',
    "half a pair": b'{"id": "\\ud800"}',
    "markup": b'{"id": "t", "nodes": [{"id": "[bold]\\u001b[31m", "subtask": "[/]"}]}',
    "no subtask": b'{"id": "t", "nodes": [{"id": "1", "subtask": "files/nope"}]}',
    "large": json.dumps({"id": "t", "nodes": [{"id": str(n), "subtask": "x"} for n in range(2000)]}).encode(),
    "step": b'{"id": "t", "nodes": [{"id": "1", "subtask": "x"}], "setup": [{"type": "WriteFile", "path": 5}]}',
}
COMMANDS = {
    "tasks show": ("tasks", "show", "{}"),
    "tasks list": ("tasks", "list", "--tasks", "{}"),
    "tasks verify": ("tasks", "verify", "--tasks", "{}"),
    "evaluate": ("evaluate", "--agent", "noop", "--tasks", "{}"),
    "record": ("record", "--agent", "noop", "--tasks", "{}"),
    "play": ("play", "--port", "0", "--task", "{}"),
}


def one_line(result: Result) -> str:
    lines = result.stderr.splitlines()
    assert result.exit_code == 2
    assert len(lines) == 1, result.stderr
    assert len(lines[0]) < 1000
    assert lines[0].startswith("error: ")
    assert "\x1b" not in lines[0]
    return lines[0]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", FILES)
def test_a_bad_task_file_is_one_line(run: Run, tmp_path: Path, command: str, kind: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(FILES[kind])
    assert "bad.json" in one_line(run(*(part.replace("{}", str(path)) for part in COMMANDS[command])))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_not_there_or_a_directory_is_one_line(run: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "folder.json").mkdir()
    for name in ("none.json", "folder.json", "x" * 3000 + ".json"):
        one_line(run(*(part.replace("{}", str(tmp_path / name)) for part in COMMANDS[command])))


@pytest.mark.parametrize("query", ["app:word " * 5000, f"nodes:{'9' * 5000}", "'", f"nodes>{'9' * 5000}"])
def test_an_absurd_query_is_one_line(run: Run, query: str) -> None:
    one_line(run("tasks", "list", "--tasks", query))


@pytest.mark.parametrize("nodes", [513, 10**9])
def test_a_graph_too_large_to_be_composed_is_one_line(run: Run, nodes: int) -> None:
    assert "at most 512 nodes" in one_line(run("tasks", "compose", "--nodes", nodes))


@pytest.mark.parametrize("arguments", [("evaluate", "--episodes", 1, "--json"), ("tasks", "compose", "-o")])
def test_what_cannot_be_written_is_one_line(
    run: Run, tmp_path: Path, fake_env: str, task_file: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("")
    more = ("--env", fake_env, "--agent", "noop", "--tasks", task_file) if arguments[0] == "evaluate" else ()
    assert "Cannot write" in one_line(run(*arguments, tmp_path / "file" / "out.json", *more))


def test_a_large_graph_is_shown_without_a_drawing(run: Run, tmp_path: Path) -> None:
    definition = {"id": "m/f", "app": "a", "instruction": "Do.", "conditions": [{"check": "clipboard_contains_image"}]}
    nodes = [{"id": str(n), "subtask": "m/f"} for n in range(500)]
    edges = [[str(a), str(b)] for b in range(500) for a in range(max(0, b - 8), b)]
    (tmp_path / "t.json").write_text(json.dumps({"id": "t", "nodes": nodes, "edges": edges, "subtasks": [definition]}))
    result = run("tasks", "show", tmp_path / "t.json")
    assert result.exit_code == 0
    assert "too large to be drawn" in result.stdout


META = {"info": {}, "size": [64, 48], "nodes": [], "edges": []}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("meta.json", b"", "meta.json"),
        ("meta.json", b'{"format": "omnigym-trajectory/9"}', "format"),
        ("steps.jsonl", b"x\n", "line 1"),
        ("obs0000.png", b"", "obs0000.png"),
        ("none", b"", "no screenshots"),
    ],
)
def test_a_damaged_recording_is_one_line(run: Run, tmp_path: Path, name: str, content: bytes, said: str) -> None:
    TrajectoryWriter(tmp_path / "a", META)
    (tmp_path / "a" / name).write_bytes(content)
    assert said in one_line(run("replay", tmp_path / "a"))
    assert said in one_line(run("replay", tmp_path))


def test_replay_needs_a_recording(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "none", tmp_path / "file"):
        assert "no record" in one_line(run("replay", path))


def test_replay_goes_on_past_an_episode_that_cannot_be_drawn(
    run: Run, tmp_path: Path, fake_env: str, task_file: Path
) -> None:
    out = tmp_path / "runs"
    arguments = ("--env", fake_env, "--tasks", task_file, "--agent", "noop", "--episodes", 2, "-o", out)
    assert run("record", *arguments).exit_code == 0
    TrajectoryWriter(out / "000000-a", META)  # the first, so that there is something to go on to
    result = run("replay", out)
    assert result.exit_code == 1
    assert len(list(out.rglob("replay.gif"))) == len(result.stdout.split()) == 2
    said, summary = result.stderr.splitlines()
    assert "000000-a has no screenshots" in said
    assert summary == "error: 1 episode of 3 could not be drawn."


def test_a_terminal_is_not_told_what_to_do(run: Run, tmp_path: Path) -> None:
    assert "\\x1b[31m" in one_line(run("tasks", "show", tmp_path / "\x1b[31m.json"))
