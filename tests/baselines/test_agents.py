from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from contextlib import closing

import pytest

from omnigym.actions import Done, Fail, Press, Wait
from omnigym.baselines.agent import Agent, agent_names, make_agent
from omnigym.baselines.oracle import OracleAgent
from omnigym.envs import OmniEnv
from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task

MakeEnv = Callable[..., OmniEnv]


def test_agents_are_found_by_looking_through_the_package() -> None:
    assert {"noop", "random", "oracle"} <= set(agent_names())
    assert {"agent", "evaluate"}.isdisjoint(agent_names())


@pytest.mark.parametrize(
    "name", ["noop", "random", "random:elements", "random:ranked", "first_rank", "first_rank:turn", "sweep", "oracle"]
)
def test_an_agent_is_made_by_its_name(name: str) -> None:
    assert isinstance(make_agent(name), Agent)


@pytest.mark.parametrize("name", ["orcale", "agent", "evaluate", "", "../x", "no.such"])
def test_an_unknown_agent_is_refused_with_what_is_close(name: str) -> None:
    with pytest.raises(UnknownNameError, match="Unknown agent"):
        make_agent(name)


def test_a_wrong_spelling_names_the_right_one() -> None:
    with pytest.raises(UnknownNameError, match="'oracle'"):
        make_agent("orcale")


@pytest.mark.parametrize("name", ["noop:1", "oracle:x", "random:cells", "first_rank:2", "sweep:all"])
def test_an_argument_that_an_agent_does_not_take_is_refused(name: str) -> None:
    with pytest.raises(ConfigError):
        make_agent(name)


def test_an_agent_whose_package_is_missing_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "omnigym.baselines.sb3", raising=False)
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    with pytest.raises(MissingDependencyError, match=r"omnigym\[train\]"):
        make_agent("sb3:model.zip", trust=True)


def test_noop_waits(make_env: MakeEnv) -> None:
    observation, info = make_env().reset(seed=0)
    assert make_agent("noop").act(observation, info) == Wait()


def test_random_draws_from_the_whole_space_and_the_same_for_the_same_seed(make_env: MakeEnv) -> None:
    env = make_env()
    observation, info = env.reset(seed=0)
    drawn = []
    for seed in (3, 3, 4):
        agent = make_agent("random", seed)
        agent.reset(env, info)
        drawn.append([agent.act(observation, info) for _ in range(20)])
    assert all(a in env.action_space for a in drawn[0])
    types = [[int(a["type"]) for a in actions] for actions in drawn]
    assert types[0] == types[1] != types[2]


@pytest.mark.parametrize("name", ["random:elements", "random:ranked"])
def test_random_elements_draws_only_what_is_possible(make_env: MakeEnv, name: str) -> None:
    agent = make_agent(name, seed=1)
    env = agent.wrap(make_env())
    observation, info = env.reset(seed=0)
    for _ in range(50):
        action = agent.act(observation, info)
        assert env.get_wrapper_attr("action_masks")()[action]
        observation, _, terminated, truncated, info = env.step(action)
        assert info["invalid_action"] == ""
        if terminated or truncated:
            observation, info = env.reset()


def test_the_oracle_solves_the_graph(make_env: MakeEnv) -> None:
    env, agent, done = make_env(), OracleAgent(), False
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    while not done:
        observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
        done = terminated or truncated
    assert (info["end_reason"], info["steps"]) == ("success", 6)


@pytest.mark.parametrize("astray", [False, True])
def test_an_oracle_that_is_lost_gives_up_and_says_so_unless_it_was_led_astray(
    make_env: MakeEnv,
    make_task: Callable[..., Task],
    save_without_oracle: Subtask,
    caplog: pytest.LogCaptureFixture,
    *,
    astray: bool,
) -> None:
    env = make_env(tasks=make_task(save=save_without_oracle))
    agent = OracleAgent(astray)
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    assert agent.act(observation, info) == Done()
    assert [("fake/save" in record.message, record.levelname) for record in caplog.records] == (
        [] if astray else [(True, "WARNING")]
    )


def test_the_oracle_says_fail_of_a_task_that_cannot_be_done(make_env: MakeEnv, make_task: Callable[..., Task]) -> None:
    env, agent = make_env(tasks=dataclasses.replace(make_task(), infeasible=True)), OracleAgent()
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    assert agent.act(observation, info) == Fail()


def test_a_sweep_clicks_everything_that_it_has_not_clicked_yet(make_env: MakeEnv) -> None:
    agent = make_agent("sweep")
    env = agent.wrap(make_env())
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    clicked = []
    for _ in range(12):
        action = agent.act(observation, info)
        assert env.get_wrapper_attr("action_masks")()[action]
        choice = env.get_wrapper_attr("layout").choice(action)
        assert choice.verb == "click"
        clicked.append(env.get_wrapper_attr("a11y")().node(choice.node).key)
        observation, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break
    assert set(clicked[:4]) == {f"text_editor.{name}" for name in ("document", "save", "close")} | {
        "desktop.text_editor"
    }


def test_an_oracle_by_controls_does_without_most_shortcuts() -> None:
    """Each twentieth subtask of the desktop, by shortcuts and by what a screen shows instead."""
    pressed = {}
    with closing(OmniEnv("sim", "nodes:1 suite:one-node", split="train", observation="a11y")) as env:
        first = {task.subtasks[0].id: task.id for task in reversed(env.tasks)}
        for share in (0.0, 0.5, 1.0):
            agent, presses = OracleAgent(controls=share), 0
            for task in sorted(first.values())[::20]:
                observation, info = env.reset(seed=0, options={"task": task})
                agent.reset(env, info)
                ended = False
                while not ended:
                    action = agent.act(observation, info)
                    presses += isinstance(action, Press)
                    observation, _, terminated, truncated, info = env.step(action)
                    ended = terminated or truncated
                assert info["is_success"], task
            pressed[share] = presses
    assert pressed[1.0] < 0.4 * pressed[0.0]
    assert pressed[1.0] < pressed[0.5] < pressed[0.0]
