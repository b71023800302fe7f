"""Runs on disk: a line an episode, the same report however it came about, resumed only as the very same run."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from omnigym.agents.model import Answer, Call
from omnigym.agents.serving import ChatServer
from omnigym.runs import RunDirectory

Run = Callable[..., Result]
MAIN = "import omnigym.cli; omnigym.cli.main()"
QUERY = ("--tasks", "suite:one-node app:text_editor")


@pytest.fixture
def options(fake_env: str, task_file: Path) -> tuple[Any, ...]:
    return "--env", fake_env, "--agent", "random:elements", "--tasks", task_file


def cut(run: Path, lines: int, more: str = "") -> None:
    """What a kill leaves: the first lines, and some of the next."""
    path = run / "episodes.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:lines]) + more)


def test_a_run_has_a_line_an_episode_and_says_what_it_is(run: Run, options: tuple[Any, ...], tmp_path: Path) -> None:
    assert run("evaluate", *options, "--episodes", 3, "--seed", 5, "--out", tmp_path / "a").exit_code == 0
    header = json.loads((tmp_path / "a" / "run.json").read_text())
    assert (header["format"], header["episodes"], header["seed"]) == ("omnigym-run/1", 3, 5)
    assert {"omnigym", "python"} <= header["versions"].keys()
    assert len(header["task_set"]) == 64
    lines = [json.loads(line) for line in (tmp_path / "a" / "episodes.jsonl").read_text().splitlines()]
    assert [(line["episode"], line["seed"], line["trajectory"]) for line in lines] == [
        (i, 5 + i, None) for i in range(3)
    ]


def test_a_run_that_was_cut_off_goes_on_to_the_same_report(run: Run, options: tuple[Any, ...], tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for out in (whole, broken):
        assert run("evaluate", *options, "--episodes", 4, "--record", "--out", out).exit_code == 0
    cut(broken, 2, '{"episode": 2, "ta')
    (broken / "report.json").unlink()
    result = run("evaluate", "--resume", broken)
    assert result.exit_code == 0, result.output
    assert (broken / "report.json").read_bytes() == (whole / "report.json").read_bytes()
    assert (broken / "episodes.jsonl").read_bytes() == (whole / "episodes.jsonl").read_bytes()
    recorded = [sorted(p.name for p in (out / "trajectories").iterdir()) for out in (whole, broken)]
    assert recorded[0] == recorded[1]
    assert len(recorded[0]) == 4


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--agent", "noop"), "agent is 'random:elements' there and 'noop' here"),
        (("--seed", 1, "--episodes", 9), "episodes is 3 there and 9 here; seed is 0 there and 1 here"),
        (("--out", "elsewhere"), "Leave --out out"),
    ],
)
def test_another_run_is_not_gone_on_with(
    run: Run, options: tuple[Any, ...], tmp_path: Path, given: tuple[Any, ...], says: str
) -> None:
    run("evaluate", *options, "--episodes", 3, "--out", tmp_path / "a")
    result = run("evaluate", "--resume", tmp_path / "a", *given)
    assert result.exit_code == 2
    assert says in result.stderr
    assert run("evaluate", *options, "--out", tmp_path / "a").exit_code == 2  # nor written over


def test_other_tasks_or_another_version_are_said(
    run: Run, options: tuple[Any, ...], task_file: Path, tmp_path: Path
) -> None:
    run("evaluate", *options, "--episodes", 1, "--out", tmp_path / "a")
    task_file.write_text(task_file.read_text().replace("untitled.txt", "other.txt"))
    assert "the hash of the task set is" in run("evaluate", "--resume", tmp_path / "a").stderr
    header = tmp_path / "a" / "run.json"
    header.write_text(header.read_text().replace('"numpy": "', '"numpy": "9'))
    assert "versions.numpy is '9" in run("evaluate", "--resume", tmp_path / "a").stderr


def test_a_run_of_a_model_is_gone_on_with_by_the_same_model_alone(
    run: Run, options: tuple[Any, ...], tmp_path: Path
) -> None:
    out, file = tmp_path / "a", tmp_path / "agent.toml"
    with ChatServer(lambda _: Answer("That is all.", (Call("done", "{}"),))) as server:
        text = f'model = "small"\nurl = "{server.url}"\ntree = 500\n[request]\ntemperature = 0\n'
        file.write_text(text)
        agent = ("--agent", f"chat:{file}")
        assert run("evaluate", *options, *agent, "--episodes", 2, "--record", "--out", out).exit_code == 0
        for old, new, says in (
            ('"small"', '"large"', "about.model is 'small' there and 'large' here"),
            ("temperature = 0", "temperature = 1", "about.request is {'temperature': 0} there"),
            ("tree = 500", "marks = true", "about.marks is False there"),
        ):
            file.write_text(text.replace(old, new))
            assert says in run("evaluate", "--resume", out).stderr
        cut(out, 1)
        file.write_text(text.replace(server.url, f"{server.url}/"))  # where it is says nothing of what it is
        assert run("evaluate", "--resume", out).exit_code == 0
    for name in ("agent.jsonl", "tree0000.json"):
        assert len(list(out.glob(f"trajectories/*/{name}"))) == 2


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda run: (run / "run.json").unlink(), "There is no run in"),
        (lambda run: (run / "run.json").write_text("{"), "run.json"),
        (lambda run: (run / "run.json").write_text('{"format": "omnigym-run/2"}'), "format"),
        (lambda run: cut(run, 1, '{"episode": -1}\n'), "episodes.jsonl, line 2"),
        (lambda run: cut(run, 1, "null\n"), "episodes.jsonl, line 2"),
    ],
)
def test_a_damaged_run_is_one_line(
    run: Run, options: tuple[Any, ...], tmp_path: Path, damage: Callable[[Path], object], says: str
) -> None:
    run("evaluate", *options, "--episodes", 2, "--out", tmp_path / "a")
    damage(tmp_path / "a")
    result = run("evaluate", "--resume", tmp_path / "a")
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("field", ["agent", "env"])
def test_a_run_does_not_choose_what_is_imported(
    run: Run, options: tuple[Any, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    run("evaluate", *options, "--episodes", 1, "--out", tmp_path / "a")
    (tmp_path / "forged_module.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    header = json.loads((tmp_path / "a" / "run.json").read_text())
    (tmp_path / "a" / "run.json").write_text(json.dumps(header | {field: "forged_module:Forged-v0"}))
    result = run("evaluate", "--resume", tmp_path / "a")
    assert result.exit_code == 2
    assert "forged_module" in result.stderr
    assert "forged_module" not in sys.modules


def test_two_do_not_go_on_with_one_run(run: Run, options: tuple[Any, ...], tmp_path: Path) -> None:
    run("evaluate", *options, "--episodes", 1, "--out", tmp_path / "a")
    with RunDirectory(tmp_path / "a").going_on():
        assert "Another process" in run("evaluate", "--resume", tmp_path / "a").stderr


def test_json_to_standard_output_is_nothing_but_json(run: Run, options: tuple[Any, ...], tmp_path: Path) -> None:
    result = run("evaluate", *options, "--episodes", 1, "--json", "-")
    assert json.loads(result.stdout)["episodes"] == 1
    assert not Path("-").exists()


@pytest.mark.parametrize(("how", "plays"), [(("--all",), 7), (("--times", 2), 14)])
def test_each_task_is_played_so_often(run: Run, how: tuple[Any, ...], plays: int, tmp_path: Path) -> None:
    query = ("--tasks", "subtask:text/append-line", "--agent", "noop", "--json", tmp_path / "out.json")
    count = int(run("tasks", "list", "subtask:text/append-line", "--device", "sim", "--count").stdout)
    assert run("evaluate", *query, *how).exit_code == 0
    assert json.loads((tmp_path / "out.json").read_text())["episodes"] == plays * count / 7
    assert run("evaluate", *query, *how, "--episodes", 3).exit_code == 2


@pytest.mark.slow
def test_as_many_processes_as_one_likes_give_the_same_run(run: Run, tmp_path: Path) -> None:
    for workers in (1, 3):
        out = ("--out", tmp_path / str(workers), "--workers", workers)
        assert run("evaluate", *QUERY, "--episodes", 6, "--record", *out).exit_code == 0
    one, three = (tmp_path / name for name in ("1", "3"))
    assert (one / "report.json").read_bytes() == (three / "report.json").read_bytes()
    lines = [sorted((out / "episodes.jsonl").read_text().splitlines()) for out in (one, three)]
    assert lines[0] == lines[1]
    for path in sorted(one.rglob("steps.jsonl")):
        assert path.read_bytes() == (three / path.relative_to(one)).read_bytes()


def start(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", MAIN, "evaluate", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_for_episodes(process: subprocess.Popen[str], run: Path, number: int) -> None:
    path = run / "episodes.jsonl"
    while not path.exists() or path.read_bytes().count(b"\n") < number:
        assert process.poll() is None
        try:
            process.wait(0.02)
        except subprocess.TimeoutExpired:
            continue


def in_group(group: int) -> list[str]:
    """The processes of a process group that live."""
    done = subprocess.run(["ps", "-o", "stat=", "-g", str(group)], capture_output=True, text=True, check=False)
    return [line for line in done.stdout.split() if not line.startswith("Z")]


def assert_gone(group: int) -> None:
    """A process that was killed may need a processor once more to end."""
    while in_group(group):
        time.sleep(0.05)


@pytest.mark.slow
def test_a_run_that_is_killed_again_and_again_ends_with_the_same_report(run: Run, tmp_path: Path) -> None:
    """``scripts/kill_runs.py`` does it twenty times."""
    options = (*QUERY, "--episodes", 12, "--workers", 2, "--record")
    assert run("evaluate", *options, "--out", tmp_path / "whole").exit_code == 0
    killed, chance = tmp_path / "killed", random.Random(0)
    process = start(*options, "--out", killed)
    for _ in range(2):
        had = len(RunDirectory(killed).played()) if (killed / "run.json").exists() else 0
        wait_for_episodes(process, killed, had + chance.randint(1, 4))
        process.kill()
        process.communicate()
        while in_group(process.pid):  # the workers see that it is gone
            os.sched_yield()
        process = start("--resume", killed, "--workers", 2)
    _, stderr = process.communicate()
    assert process.returncode == 0, stderr
    assert (killed / "report.json").read_bytes() == (tmp_path / "whole" / "report.json").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_reports_on_what_was_played(number: int, code: int, tmp_path: Path) -> None:
    out = tmp_path / "run"
    handler = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    command = [sys.executable, "-c", handler + MAIN, "evaluate", *QUERY, "--episodes", "5000", "--out", str(out)]
    process = subprocess.Popen([*command, "--workers", "2"], stdout=-1, stderr=-1, text=True, start_new_session=True)
    wait_for_episodes(process, out, 2)
    os.kill(process.pid, number)
    stdout, stderr = process.communicate()
    assert process.returncode == code, stderr
    assert f"go on with: omnigym evaluate --resume {out}" in stderr
    played = len(RunDirectory(out).played())
    assert json.loads((out / "report.json").read_text())["episodes"] == played >= 2
    assert "success rate" in stdout
    assert_gone(process.pid)


@pytest.mark.parametrize(
    "name", ["episodes.jsonl", "episodes.jsonl.lock", "report.json", "run.json.part", "trajectories"]
)
def test_links_in_a_run_of_somebody_else_lead_nowhere(
    run: Run, options: tuple[Any, ...], tmp_path: Path, name: str
) -> None:
    """A run is resumed in the directory that somebody sent, whose files are links to yours."""
    out, mine = tmp_path / "a", tmp_path / "mine"
    assert run("evaluate", *options, "--episodes", 2, "--record", "--out", out).exit_code == 0
    cut(out, 1)
    mine.mkdir()
    (mine / "000000-x").mkdir()
    file = mine / "000000-x" / "file"
    file.write_text((out / name).read_text() if name.endswith((".jsonl", ".json")) else "mine")
    before = file.read_text()
    if name == "trajectories":
        (out / name).rename(tmp_path / "moved")
        (out / name).symlink_to(mine)
    else:
        (out / name).unlink(missing_ok=True)
        (out / name).symlink_to(file)
    result = run("evaluate", "--resume", out)
    assert file.read_text() == before and [p.name for p in mine.iterdir()] == ["000000-x"]
    assert result.exit_code == (2 if name.endswith(("lock", "trajectories")) else 0), result.stderr
    if result.exit_code:
        assert "link" in result.stderr
