"""Agents that users bring: from modules, files and entry points."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from omnigym.baselines import custom_agents
from omnigym.baselines.agent import Agent, LogsSteps, agent_names, make_agent
from omnigym.errors import ConfigError, UnknownNameError

PLAIN = """
from omnigym.actions import Wait

class Waiter:
    def __init__(self, argument="", seed=0):
        self.argument, self.made_with = argument, seed
    def reset(self, env, info):
        self.task = info["task_id"]
    def act(self, observation, info):
        return Wait(2.0)
    def log_fields(self):
        return {"thought": "wait"}
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "") or "").startswith(str(tmp_path)) or name == "lab":
            del sys.modules[name]


def write(here: Path, text: str, name: str = "mine.py") -> None:
    path = here / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize("spec", ["mine.py", "./mine.py", "mine.py:Waiter", "mine.py:Waiter:fast"])
def test_a_class_of_two_methods_in_a_file_is_an_agent(here: Path, spec: str) -> None:
    write(here, PLAIN)
    agent = make_agent(spec, seed=7, trust=True)
    assert isinstance(agent, Agent) and isinstance(agent, LogsSteps)
    assert (agent.observation, vars(agent)) == ("both", {"argument": spec[15:], "made_with": 7})
    agent.seed(1)


def test_a_file_is_code_that_has_to_be_trusted(here: Path) -> None:
    write(here, "raise SystemExit('it ran')")
    with pytest.raises(ConfigError, match=r"runs whatever code is in mine\.py.*--trust"):
        make_agent("mine.py")


def test_a_module_below_the_directory_is_found_after_installed_ones(here: Path) -> None:
    write(here, PLAIN, "lab/agents.py")
    write(here, "raise SystemExit('it ran')", "numpy.py")
    assert type(make_agent("lab.agents:Waiter")).__name__ == "Waiter"
    assert str(here) not in sys.path
    with pytest.raises(ConfigError, match="no class"):
        make_agent("numpy:abs")


def test_an_agent_stays_what_it_is(here: Path) -> None:
    write(here, "from omnigym.baselines.noop import NoopAgent\nclass Mine(NoopAgent):\n    observation = 'pixels'\n")
    agent = make_agent("mine.py", trust=True)
    assert (agent.observation, type(agent).__mro__[1].__name__) == ("pixels", "NoopAgent")


def test_an_entry_point_is_a_name(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here, PLAIN, "offered.py")
    monkeypatch.syspath_prepend(here)
    offered = EntryPoints([EntryPoint("waiter", "offered:Waiter", custom_agents.GROUP)])
    monkeypatch.setattr(custom_agents, "entry_points", lambda **kwargs: offered.select(**kwargs))
    assert "waiter" in agent_names()
    assert vars(make_agent("waiter:slow"))["argument"] == "slow"


@pytest.mark.parametrize(
    ("text", "spec", "match"),
    [
        (PLAIN, "other.py", "no file other.py"),
        (PLAIN, "mine.py:Waitress", "no Waitress in mine.py.*Waiter"),
        (PLAIN.replace("act(", "acts("), "mine.py", "found none"),
        (PLAIN.replace("act(", "acts("), "mine.py:Waiter", "no method act"),
        (PLAIN.replace("reset(", "begin("), "mine.py", "no method reset"),
        (PLAIN.replace("observation, info", "observation"), "mine.py", "with two arguments"),
        (PLAIN + "class B(Waiter): pass", "mine.py", "found Waiter, B.*mine.py:CLASS"),
        (PLAIN.replace('argument="", seed=0', "model"), "mine.py", "cannot be made"),
        (PLAIN.replace('argument="", seed=0', "seed"), "mine.py:Waiter:fast", "takes no argument"),
        ("def f(:", "mine.py", "SyntaxError"),
        ("import no_such_package_at_all", "mine.py", "no_such_package_at_all"),
        ("1 / 0", "mine.py", "ZeroDivisionError"),
        ("Mine = 3", "mine.py:Mine", "is no class"),
        ("from enum import EnumMeta\nclass M(type): pass\nclass A(metaclass=M):\n act = reset = lambda s, a, b: 0",
         "mine.py", "Derive it from"),
        (PLAIN, "no.such.module:Agent", "no module 'no'"),
        ("import no_such_package_at_all", "mine:Agent", "no_such_package_at_all"),
    ],
)  # fmt: skip
def test_what_is_no_agent_says_what_was_expected(here: Path, text: str, spec: str, match: str) -> None:
    write(here, text)
    with pytest.raises(ConfigError, match=match):
        make_agent(spec, trust=True)


def test_one_called_agent_is_meant_where_there_are_several(here: Path) -> None:
    write(here, PLAIN + "class Agent(Waiter): pass\n")
    assert type(make_agent("mine.py", trust=True)).__name__ == "Agent"


@pytest.mark.parametrize("spec", ["orcale", "orcale:", "chatt:x", "no.such", "../x", ":x"])
def test_a_name_that_is_none_is_unknown(spec: str) -> None:
    with pytest.raises(UnknownNameError, match="Unknown agent"):
        make_agent(spec)
