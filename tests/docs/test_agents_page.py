"""The page for who brings an agent: its programs run, its files are read."""

from __future__ import annotations

import runpy
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from omnigym.actions import Click, Done
from omnigym.agents.config import read_config
from omnigym.agents.dialects import MODEL_SPACES, SPACES
from omnigym.baselines.agent import Agent, make_agent
from tests.docs.examples import blocks, files_of, page, write_files

PAGE = page("docs/agents.md")


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    write_files(files_of(PAGE), tmp_path)
    yield tmp_path
    for name in ("lab", "lab.clicker", "omnigym_agent_clicker"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("spec", ["lab.clicker:Clicker", "lab/clicker.py", "lab/clicker.py:Clicker"])
def test_the_class_of_two_methods_is_an_agent(lab: Path, spec: str) -> None:
    agent = make_agent(spec, trust=True)
    assert isinstance(agent, Agent)
    agent.reset(None, {})  # type: ignore[arg-type]
    assert [agent.act(None, {}) for _ in range(3)] == [Click((0.5, 0.5)), Click((0.5, 0.5)), Done()]


@pytest.mark.parametrize("name", ["loop", "rehearsal"])
def test_the_programs_run(lab: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    end = runpy.run_path(str(lab / "lab" / f"{name}.py"))
    assert end["info"]["steps"] == 3 if name == "loop" else capsys.readouterr().out == "false_completion\n"


def test_the_options_are_read(lab: Path) -> None:
    options, entry = blocks(PAGE, "toml")
    (lab / "agent.toml").write_text(options.text)
    config = read_config("agent.toml,form=code")
    assert (config.space, config.form, config.request["max_tokens"]) == ("computer13", "code", 2000)
    assert tomllib.loads(entry.text)["project"]["entry-points"]["omnigym.agents"] == {"clicker": "lab.clicker:Clicker"}


def test_every_space_is_named() -> None:
    named = [line.split("`")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    assert named == ["space", *SPACES, "space", *MODEL_SPACES]
