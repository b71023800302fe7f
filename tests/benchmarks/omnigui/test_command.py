"""``omnigym omnigui score``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from omnigym.agents.model import Answer
from omnigym.agents.serving import ChatServer
from tests.benchmarks.omnigui.making import write_set

Run = Callable[..., Result]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return write_set(tmp_path / "set")


def test_agents_and_their_tables(run: Run, directory: Path) -> None:
    said = run("omnigui", "score", directory, "--agent", "gold", "--markdown").stdout
    assert "| gold, paper | 100.0 | 100.0 | 100.0 | 100.0 |" in said
    assert "| gold, published | 100.0 | 75.0 | 50.0 | 50.0 |" in said
    assert "| Gemini 3 Pro * | 80.0 | 63.6 | 33.4 | 43.6 |" in said and "* published by the paper" in said
    assert "| Gemini 3 Pro, I+V * | 74.4 |" in said and "| Qwen3-Omni, spoken * | 55.7 |" in said
    assert "| total | 4 | 12 | 1 | 0 | 1 | 1 | 1 | 2 | 1 | 1 |" in said
    assert "| total * | 709 | 2579 | 145 | 137 | 141 | 156 | 130 | 211 | 230 | 268 |" in said
    told = run("omnigui", "score", directory, "--agent", "none", "--json", "-", "--beside", "none").stdout
    report = json.loads(told)["runs"]["none"]
    assert report["rules"]["published"]["overall"]["metrics"]["EM"] == 0.0
    assert report["errors"] | {"auditory neglect": 5, "wrong primitive": 5} == report["errors"]
    assert json.loads(told)["published"]["models"] == []


def test_answers_are_kept_resumed_and_compared(run: Run, directory: Path, tmp_path: Path) -> None:
    full, deaf = tmp_path / "full.jsonl", tmp_path / "deaf.jsonl"
    assert (
        "10 steps of 12 not scored: no answer"
        in run(*("omnigui", "score", directory, "--agent", "gold", "--out", full, "--episodes", "1")).stderr
    )
    full.write_text(full.read_text("utf-8") + '{"id": "T05', "utf-8")  # it was killed while it wrote
    run("omnigui", "score", directory, "--agent", "gold", "--out", full)
    assert len(full.read_text("utf-8").splitlines()) == 12
    run("omnigui", "score", directory, "--agent", "none", "--no-sound", "--out", deaf)
    said = run("omnigui", "score", directory, full, deaf, "--markdown", "--rule", "paper").stdout
    assert "| deaf, I+V | 28.6 (-71.4) |" in said and "published, " not in said
    other = run("omnigui", "score", directory, "--agent", "gold", "--no-film", "--out", full)
    assert other.exit_code == 2 and "Name another file" in other.stderr


def test_a_model_behind_a_server(run: Run, directory: Path) -> None:
    with ChatServer(lambda _: Answer('```json\n{"action_type": 10}\n```')) as server:
        said = run(
            *("omnigui", "score", directory, "--agent", f"omni:m@{server.url}", "--no-film", "--at-once", "4"),
            *("--json", "-"),
        ).stdout
    (report,) = json.loads(said)["runs"].values()
    assert report["rules"]["paper"]["overall"]["metrics"]["EM"] == 1 / 12 and report["inputs"] == "I+A"


def test_a_server_that_is_not_there_is_no_zero(run: Run, directory: Path, tmp_path: Path) -> None:
    agent = "omni:m@http://127.0.0.1:9/v1,retries=0"
    out = tmp_path / "out.jsonl"
    lost = run("omnigui", "score", directory, "--agent", agent, "--no-film", "--out", out)
    assert lost.exit_code == 2 and "10 steps failed one after the other" in lost.stderr
    assert all(json.loads(line)["error"].startswith("ModelLostError") for line in out.read_text().splitlines())
    assert run("omnigui", "score", directory, out).exit_code == 2  # nothing to score


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "Name files of answers"),
        (("--agent", "gold", "a.jsonl"), "Name files of answers"),
        (("a.jsonl",), "no file a.jsonl"),
        (("--agent", "god"), "Did you mean 'gold'"),
        (("--agent", "gold", "--rule", "papers"), "Did you mean 'paper'"),
        (("--agent", "gold", "--language", "fr"), "native, zh"),
        (("--agent", "gold", "--beside", "GPT-9"), "Unknown published model"),
        (("--agent", "gold", "--spoken", "nowhere"), "no directory nowhere"),
    ],
)
def test_wrong_arguments_are_one_line(run: Run, directory: Path, arguments: tuple[str, ...], why: str) -> None:
    said = run("omnigui", "score", directory, *arguments)
    assert said.exit_code == 2 and why in said.stderr


def test_no_set(run: Run, tmp_path: Path) -> None:
    said = run("omnigui", "score", tmp_path, "--agent", "gold")
    assert said.exit_code == 2 and "is no set of OmniGUI" in said.stderr


def test_a_name_from_a_file_does_not_command_the_terminal(run: Run, directory: Path) -> None:
    path = directory / "TED" / "localization.jsonl"
    path.write_text(path.read_text("utf-8").replace('"TED"', '"\\u001b[31mTED"'), "utf-8")
    said = run("omnigui", "score", directory, "--agent", "none").stdout
    assert "\x1b[31mTED" not in said and "\\x1b[31mTED" in said
