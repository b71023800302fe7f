"""The page on evaluation is so: its commands work, one after another, and so does its program."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omnigym.cli import app
from tests.docs.examples import blocks, page

PAGE = page("docs/evaluation.md")


@pytest.mark.slow
def test_its_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for block in blocks(PAGE, "console") for line in block.text.splitlines()]
    assert len(lines) > 5
    said = {}
    for line in lines:
        program, *arguments = shlex.split(line)
        result = CliRunner().invoke(app, arguments, catch_exceptions=False)
        assert (program, result.exit_code) == ("omnigym", 0), f"{line}\n{result.output}"
        said[line] = result.stdout
    assert (tmp_path / "task.schema.json").is_file()
    (board,) = [line for line in lines if line.startswith("omnigym leaderboard")]
    table = said[board].splitlines()[2:]
    assert [row.split(" | ")[0] for row in table if row.startswith("|")] == [
        "| agent",
        "| ---",
        "| oracle",
        "| random:elements",
    ]


def test_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = blocks(PAGE, "python")
    exec(block.text, {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == "1.0\n"
