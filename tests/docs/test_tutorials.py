"""The tutorials: their commands work, one after another, with fewer steps and episodes.

The commands that play the board's 200 tasks are not run here: a run as if it had been played takes its place.
"""

from __future__ import annotations

import runpy
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omnigym.agents.serving import ChatServer
from omnigym.cli import app
from tests.benchmarks.board.runs import write_run
from tests.docs.examples import ROOT, blocks, page

pytestmark = pytest.mark.slow
FEW = {"--steps 10000": "--steps 512", "--episodes 60": "--episodes 3", "--episodes 20": "--episodes 3"}


def follow(name: str, changed: Mapping[str, str]) -> dict[str, str]:
    """The output of each command of a tutorial, by its line."""
    said = {}
    for line in (line for block in blocks(page(name), "console") for line in block.text.splitlines()):
        run = line
        for old, new in changed.items():
            run = run.replace(old, new)
        program, *arguments = shlex.split(run)
        if "board" in arguments and "evaluate" in arguments:
            write_run(Path("runs/board"), arguments[arguments.index("--agent") + 1])
            continue
        result = CliRunner(env={"COLUMNS": "200"}).invoke(app, arguments, catch_exceptions=False)
        assert (program, result.exit_code) == ("omnigym", 0), f"{run}\n{result.output}"
        said[line] = result.stdout
    return said


def only(said: Mapping[str, str], word: str) -> str:
    (found,) = [text for line, text in said.items() if word in line]
    return found


def test_reinforcement_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    said = follow("docs/tutorial-rl.md", FEW)
    assert only(said, "--count").strip().isdecimal()
    assert "| ppo:hello |" in only(said, "leaderboard runs/random")
    assert "ppo-hello.json: ppo:hello, 50.0% success" in only(said, "leaderboard check")


@pytest.fixture
def url() -> Iterator[str]:
    """The address of the stand-in."""
    with ChatServer(runpy.run_path(str(ROOT / "examples" / "stand_in_model.py"))["answer"]) as server:
        yield server.url


def test_a_language_model(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (answer,) = blocks(page("docs/tutorial-llm.md"), "text")
    Path("answer.txt").write_text(answer.text, encoding="utf-8")
    said = follow("docs/tutorial-llm.md", {**FEW, "http://127.0.0.1:8000/v1": url})
    assert "success rate" in only(said, "--out runs/first")
    assert "Click(at=(0.5" in only(said, "answer.txt")
    assert Path("episode.html").stat().st_size > 10_000
    assert "stand-in.json: chat:stand-in, 50.0% success" in only(said, "leaderboard check")
