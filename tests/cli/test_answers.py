"""``omnigym answers`` prints how answers are read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from omnigym.agents.answer_reading import spaces_that_read

SAMPLES = Path(__file__).parents[1] / "agents" / "dialects" / "answers.jsonl"
Run = Callable[..., Result]
TAP = 'do(action="Tap", element=[500, 500])'


def test_lines_say_their_own_space(run: Run) -> None:
    said = run("answers", SAMPLES, "--json", "-")
    assert said.exit_code == 1  # the last sample is to be refused
    rows = json.loads(said.stdout)
    assert [row["actions"][0]["type"] for row in rows[:3]] == ["Click"] * 3
    assert rows[0]["thought"].startswith("Should it be <tool_call>")
    assert "share of the screen" in rows[-1]["actions"][0]["reason"]


def test_what_is_not_read_names_the_spaces_that_would(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "answer.txt"
    file.write_text(f"I tap it.\n{TAP}\n")
    said = run("answers", file, "--space", "autoglm")
    assert said.exit_code == 0 and "Click(at=(0.5, 0.5)" in said.stdout
    said = run("answers", file, "--space", "qwen")
    assert said.exit_code == 1
    assert "not read: there is no <tool_call>" in said.stdout and "space=autoglm" in said.stdout
    assert spaces_that_read(TAP) == ("space=autoglm",)


@pytest.mark.parametrize("option", [("--space", "any"), ("--form", "any"), ("--platform", "any"), ("--size", "0x3")])
def test_wrong_options_say_so(option: tuple[str, str], run: Run) -> None:
    said = run("answers", SAMPLES.with_name("test_answers.py"), *option)
    assert said.exit_code == 2 and said.stderr.count("\n") == 1
