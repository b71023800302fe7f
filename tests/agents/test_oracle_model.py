"""A model that answers rightly scores 1.0 in every action space that can say what is to be done.

`scripts/rehearse.py` plays twenty tasks of each id in every space, form and structure; here are a few of each.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Action, OpenApp, Submit
from omnigym.agents.dialects import FORMS, SPACES, calls_in, make_dialect, written
from omnigym.agents.dialects.declaring import Inside
from omnigym.agents.oracle_model import OracleModel, RehearsedAgent, rehearse
from omnigym.agents.serving import ChatServer
from tests.agents.conftest import config

IDS = ("OmniBench-Win11-v0", "OmniBench-Android-v0")
#: Spaces of desktops have no words for a phone, and the other way round.
ELSEWHERE = {("OmniBench-Win11-v0", "omnigui"), ("OmniBench-Android-v0", "omnibench")}


@pytest.mark.parametrize("action", [OpenApp("text_editor"), Submit("It's 4")])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("space", SPACES)
def test_where_nothing_on_the_screen_opens_an_application_every_space_can(
    space: str, form: Any, action: Action
) -> None:
    dialect = make_dialect(space, "linux", marked=False)
    for said_by in (dialect, Inside(dialect)) if isinstance(action, OpenApp) else (dialect,):
        (said,) = calls_in(written(action, said_by, form), said_by, form)
        assert said.actions == (action,)


def test_where_there_is_a_launcher_a_paper_s_space_is_the_paper_s() -> None:
    assert "open_app" not in {f.name for f in make_dialect("computer13", "windows", marked=False).functions()}


@pytest.mark.parametrize("env_id", IDS)
def test_right_answers_score(env_id: str) -> None:
    base = gymnasium.make(env_id, observation="a11y", tasks="nodes:1")
    tasks = base.unwrapped.tasks
    for n, (space, form) in enumerate(product(SPACES, FORMS)):
        agent = RehearsedAgent(config(space=space, form=form, max_actions=100))
        scores = [rehearse(agent.wrap(base), agent, t.id) for t in tasks[n :: len(tasks) // 4][:4]]
        assert False not in scores, (space, form, scores)
        assert True in scores or (env_id, space) in ELSEWHERE, (space, form, scores)
    base.close()


@pytest.mark.parametrize("structure", ["by-functionality", "by-environment"])
@pytest.mark.parametrize("form", FORMS)
def test_in_each_structure_too(structure: str, form: str) -> None:
    agent = RehearsedAgent(config(structure=structure, form=form))
    env = agent.wrap(gymnasium.make(IDS[0], observation=agent.observation, tasks="nodes:2-3"))
    assert rehearse(env, agent, env.unwrapped.tasks[0].id) is True
    env.close()


def test_over_http_with_pictures_and_marks() -> None:
    oracle = OracleModel()
    with ChatServer(oracle.respond) as server:
        options = config(url=server.url, screenshot=True, marks=True, size=(512, 384), tree=500)
        agent = RehearsedAgent(options, options.endpoint(), oracle)
        env = agent.wrap(gymnasium.make(IDS[0], observation=agent.observation, tasks="nodes:1"))
        assert rehearse(env, agent, env.unwrapped.tasks[0].id) is True
        assert server.requests
        env.close()


def test_what_cannot_be_said_is_no_failure() -> None:
    oracle = OracleModel()
    with ChatServer(oracle.respond) as server:
        options = config(url=server.url, space="omnibench")
        for model in (None, options.endpoint()):
            agent = RehearsedAgent(options, model, oracle)
            env = agent.wrap(gymnasium.make(IDS[1], observation=agent.observation, tasks="nodes:1"))
            assert rehearse(env, agent, env.unwrapped.tasks[0].id) is None
            env.close()
