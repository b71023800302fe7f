"""Agents that talk with a script instead of a model, on the simulated devices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import ChatConfig
from omnigym.agents.model import Answer, Call, PromptMessage, Tool


class ScriptedModel:
    """Gives its answers one after another, and keeps what it was asked."""

    def __init__(self, *answers: Answer | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[PromptMessage, ...]] = []
        self.tools: list[tuple[Tool, ...]] = []

    def answer(self, messages: Sequence[PromptMessage], tools: Sequence[Tool] = ()) -> Answer:
        self.asked.append(tuple(messages))
        self.tools.append(tuple(tools))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def config(**options: Any) -> ChatConfig:
    return ChatConfig(**{"model": "m", "url": "http://127.0.0.1:1/v1", "screenshot": False, "tree": 2000, **options})


def call(name: str, arguments: str = "{}") -> Answer:
    return Answer(calls=(Call(name, arguments, "a"),))


class Playing:
    """An agent in the middle of an episode."""

    def __init__(self, agent: ChatAgent, env_id: str, task: str | None) -> None:
        self.agent = agent
        self.env = agent.wrap(gymnasium.make(env_id, observation=agent.observation))
        self.observation, self.info = self.env.reset(seed=0, options={"task": task} if task else None)
        agent.seed(0)
        agent.reset(self.env, self.info)
        self.ended = False

    def step(self) -> Any:
        action = self.agent.act(self.observation, self.info)
        self.observation, _, terminated, truncated, self.info = self.env.step(action)
        self.ended = terminated or truncated
        return action


@pytest.fixture
def begin() -> Iterator[Callable[..., Playing]]:
    made = []

    def playing(
        *answers: Answer | Exception, env: str = "OmniBench-Win11-v0", task: str | None = None, **options: Any
    ) -> tuple[Playing, ScriptedModel]:
        model = ScriptedModel(*answers)
        made.append(Playing(ChatAgent(config(**options), model), env, task))
        return made[-1], model

    yield playing
    for p in made:
        p.env.close()
