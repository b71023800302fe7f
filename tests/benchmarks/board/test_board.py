"""The board: its tasks are frozen and held out; its files are whole, unchanged and by the rules, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from omnigym.benchmarks.board.submission import check_rules, dump, read, submission_of
from omnigym.benchmarks.board.suite import BUDGET, LEVELS, PLATFORM_NAMES, board_suite, digest, find, task_digests
from omnigym.benchmarks.board.tables import board_tables, read_folder
from omnigym.errors import SubmissionError
from omnigym.runs import RunDirectory
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import list_tasks, load_task
from tests.benchmarks.board.runs import write_run
from tests.docs.examples import ROOT

AGENT = "chat:lab/tiny@http://10.0.0.7:8000/v1,form=json,tree=2000"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which every second task is a success, as if it had been played."""
    return write_run(tmp_path_factory.mktemp("board") / "run", AGENT)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (path / "episodes.jsonl").read_text("utf-8").splitlines()]


def copy(path: Path, out: Path, change: Callable[[dict[str, Any]], object], *, header: bool = False) -> Path:
    """A run with a change of each line, or of its header; a line of which the change is False is left out."""
    out.mkdir()
    plain, lines = json.loads((path / "run.json").read_text("utf-8")), lines_of(path)
    kept = lines
    if header:
        change(plain)
    else:
        kept = [line for line in lines if change(line) is not False]
    (out / "run.json").write_text(json.dumps(plain), encoding="utf-8")
    (out / "episodes.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in kept), encoding="utf-8")
    return out


# -- the suite --------------------------------------------------------------------------------------------------------


def test_it_has_200_tasks_as_many_of_each_platform_and_level() -> None:
    assert tuple(task_digests()) == tuple(PLATFORM_NAMES)
    for levels in task_digests().values():
        assert {level: len(names) for level, names in levels.items()} == {k: n for k, (_, n) in LEVELS.items()}
    tasks = board_suite("")
    assert len({t.id for t in tasks}) == len(tasks) == 200
    assert all(t.suite == "board" and t.step_limit == BUDGET and t.max_idle_steps is None for t in tasks)
    assert [len(list_tasks(f"suite:board level:{level}")) for level in LEVELS] == [68, 68, 64]
    assert len(list_tasks("suite:board", device="phone")) == 50


def test_its_tasks_are_frozen() -> None:
    """A change of parameters or graphs that reaches a task of the board needs a new version of the board."""
    changed = [
        name
        for levels in task_digests().values()
        for names in levels.values()
        for name, said in names.items()
        if digest(load_task(name)) != said
    ]
    assert changed == []


def test_its_tasks_are_disjoint_from_training_tasks() -> None:
    tasks = board_suite("")
    assert {split_of(task) for task in tasks} <= {"heldout", "test"}
    trained = {digest(t) for name in ("one-node", "hello", "composed-2", "crab") for t in _train(name)}
    assert len(trained) > 3000 and not trained & {digest(task) for task in tasks}


def _train(name: str) -> tuple[Any, ...]:
    return list_tasks(f"suite:{name}", split="train")


def test_a_task_is_found_by_its_id_alone() -> None:
    first = board_suite("linux")[0]
    assert find(first.id) == (first,) and load_task(first.id) == first
    assert find("board/files/rename") == ()


# -- files ------------------------------------------------------------------------------------------------------------


def test_a_run_becomes_a_file_that_is_checked(run: Callable[..., Result], made: Path, tmp_path: Path) -> None:
    file = tmp_path / "tiny.json"
    result = run("leaderboard", "submit", made, "--by", "A | B", "--out", file)
    assert result.exit_code == 0, result.output
    assert "chat:tiny, 50.0% success (95 % CI 43.1% to 56.9%), 0 unscored" in result.stdout
    assert run("leaderboard", "check", file).stdout == result.stdout
    text = file.read_text("utf-8")
    assert not [word for word in ("10.0.0.7", "my secret") if word in text]
    plain = json.loads(text)
    assert plain["run"]["agent"] == "chat:lab/tiny@http://model,form=json,tree=2000"
    assert (plain["budget"], len(plain["results"]), plain["figures"]["tokens"]) == (50, 200, 20_000)
    assert plain["figures"]["cost"] == 2.0 and set(plain["figures"]["platforms"]) == set(PLATFORM_NAMES.values())
    table = board_tables(read_folder(tmp_path))
    assert "| chat:tiny | A &#124; B | 50.0 (43-57) |" in table and "| $2.00 |" in table
    assert dump(read(file)) == text


def test_the_file_has_a_name_of_its_own(
    run: Callable[..., Result], made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "chat-tiny.json: chat:tiny" in run("leaderboard", "submit", made).stdout
    assert [path.name for path in tmp_path.iterdir()] == ["chat-tiny.json"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda plain: plain["results"][0].update(actions=1), "its content has the hash"),
        (lambda plain: plain.update(format="omnigym-board/2"), "expected the format omnigym-board/1, got"),
        (lambda plain: plain.pop("by"), "by: Field required"),
        (lambda plain: plain.update(more=1), "more: Extra inputs"),
        (lambda plain: plain["run"].pop("env"), "env: Field required"),
        (lambda plain: plain["results"][3].update(actions=-1), "actions"),
        (lambda plain: plain["results"][3].update(completed=[{"node": "x", "step": 1}]), "Completed nodes"),
    ],
)
def test_a_changed_file_is_one_clear_error(
    change: Callable[[dict[str, Any]], object], message: str, made: Path, tmp_path: Path, run: Callable[..., Result]
) -> None:
    plain = json.loads(dump(submission_of(RunDirectory(made))))
    change(plain)
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(plain), encoding="utf-8")
    with pytest.raises(SubmissionError, match=message):
        read(file)
    result = run("leaderboard", "check", file)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b'{"format": 1}', b'"x"', b'{"a": NaN}'])
def test_what_is_no_such_file_is_a_clear_error(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    with pytest.raises(SubmissionError, match=r"broken\.json"):
        read(file)
    with pytest.raises(SubmissionError, match="no such file"):
        read(tmp_path / "none.json")


def test_figures_with_a_new_hash_still_have_to_follow(made: Path, tmp_path: Path) -> None:
    from omnigym.benchmarks.board import submission

    plain = json.loads(dump(submission_of(RunDirectory(made))))
    plain["figures"]["success_rate"] = 0.99
    del plain["sha256"]
    plain["sha256"] = submission._hash(plain)
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(plain), encoding="utf-8")
    with pytest.raises(SubmissionError, match=r"figures is .*, and follows as"):
        read(file)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda line: line["episode"] != 7, "has no result of board/"),
        (lambda line: line.update(task_id="files/rename@0") if line["episode"] == 7 else None, "has no result of"),
        (lambda line: line.update(actions=51), "took 51 steps of 50"),
        (lambda line: line.update(unscored=line["episode"] < 5), "5 episodes have no score, and 4 are the most"),
        (lambda line: [node.update(subtask="other/one") for node in line["nodes"]], "other nodes than the task"),
    ],
)
def test_results_that_break_a_rule(
    change: Callable[[dict[str, Any]], object], message: str, made: Path, tmp_path: Path
) -> None:
    with pytest.raises(SubmissionError, match=message):
        check_rules(submission_of(RunDirectory(copy(made, tmp_path / "run", change))))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"variation": "all"}, "variation is 'all', and the board takes 'none' alone"),
        ({"device": "x11"}, "device is 'x11'"),
        ({"env": "OmniBench-Win11-v0"}, "env is 'OmniBench-Win11-v0'"),
        ({"disturbances": True}, "disturbances is True"),
        ({"task_set": "0" * 64, "versions": {"omnigym": "0.0.9"}}, r"another version of the tasks \(omnigym 0.0.9"),
    ],
)
def test_settings_that_break_a_rule(changed: dict[str, Any], message: str, made: Path, tmp_path: Path) -> None:
    broken = copy(made, tmp_path / "run", lambda header: header.update(changed), header=True)
    with pytest.raises(SubmissionError, match=message):
        check_rules(submission_of(RunDirectory(broken)))


def test_a_file_names_no_path(made: Path, tmp_path: Path) -> None:
    agent = "ppo:/home/me/runs/wide/model.safetensors"
    other = copy(made, tmp_path / "run", lambda header: header.update(agent=agent), header=True)
    submission = submission_of(RunDirectory(other))
    assert (submission.name, submission.header.agent) == ("ppo:wide", "ppo:wide")


def test_controls_are_in_the_name(made: Path, tmp_path: Path) -> None:
    blind = copy(made, tmp_path / "run", lambda header: header.update(blind=True), header=True)
    assert submission_of(RunDirectory(blind)).name == "chat:tiny, blind"


def test_versions_of_the_tasks_never_share_a_table(made: Path, tmp_path: Path) -> None:
    other = copy(made, tmp_path / "run", lambda header: header.update(task_set="f" * 64), header=True)
    text = board_tables([submission_of(RunDirectory(path)) for path in (made, other)])
    assert text.count("| agent |") == 2 and "tasks `ffffffff`" in text


def test_every_file_of_the_board_is_whole() -> None:
    found = read_folder(ROOT / "leaderboard")
    assert {"oracle", "random:elements", "sweep", "noop"} <= {submission.name for submission in found}
