"""What an agent of language models adds to a step, without the model, in milliseconds of processor time.

    python benchmarks/agent_step.py [--steps 200] [--id OmniBench-Win11-v0]

A model that answers at once has the agent click on one element after another; the same actions are then done in an
environment without it. The difference is what the agent takes: numbers, pictures, texts, prompts, reading the answer.
With ``http`` the model is a local server in another thread, whose own time is not counted.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import gymnasium
from rich.console import Console
from rich.table import Table

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Action, On
from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import ChatConfig
from omnigym.agents.model import Answer, Call, PromptMessage, Tool
from omnigym.agents.serving import ChatServer

KINDS: Mapping[str, Mapping[str, Any]] = {
    "text": {"screenshot": False, "tree": 3000},
    "text, http": {"screenshot": False, "tree": 3000},
    "picture": {"tree": 0},
    "picture 640x480": {"tree": 0, "size": (640, 480)},
    "picture, jpeg": {"tree": 0, "picture": "jpeg"},
    "set of marks": {"marks": True},
    "set of marks, text, http": {"marks": True, "tree": 3000},
}


class Clicker:
    """Clicks on one place after another, of several devices on each in turn.

    Args:
        devices: Their names; "" is the only one's.
    """

    def __init__(self, devices: Sequence[str]) -> None:
        self._devices, self._number = devices, 0

    def answer(self, messages: Sequence[PromptMessage], tools: Sequence[Tool] = ()) -> Answer:
        """A call."""
        del messages, tools
        self._number += 1
        at: dict[str, object] = {"x": 37 * self._number % 500, "y": 53 * self._number % 400}
        device = self._devices[self._number % len(self._devices)]
        at |= {"device": device} if device else {}
        return Answer("Next.", (Call("click", json.dumps(at), f"c{self._number}"),))

    def respond(self, body: Mapping[str, Any]) -> Answer:
        """The same, to the body of a request."""
        del body
        return self.answer(())


def with_agent(agent: ChatAgent, env_id: str, steps: int) -> tuple[float, list[Action | On]]:
    """Seconds of this thread's processor time, and what was done."""
    env = agent.wrap(gymnasium.make(env_id, observation=agent.observation, max_steps=10**6, limits=ENDLESS))
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    done: list[Action | On] = []
    began = 0.0
    for n in range(steps + 10):
        if n == 10:  # what is made once is not counted
            began = time.thread_time()
        done.append(agent.act(observation, info))
        observation, _, _, _, info = env.step(done[-1])
    seconds = time.thread_time() - began
    env.close()
    return seconds, done


def without(observation_mode: str, env_id: str, actions: Sequence[Action | On]) -> float:
    """Seconds for the same actions in a bare environment."""
    env = gymnasium.make(env_id, observation=observation_mode, max_steps=10**6, limits=ENDLESS)
    env.reset(seed=0)
    began = 0.0
    for n, action in enumerate(actions):
        if n == 10:
            began = time.thread_time()
        env.step(action)
    seconds = time.thread_time() - began
    env.close()
    return seconds


ENDLESS = {"max_idle_steps": 10**9, "max_invalid": 10**9}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--id", default="OmniBench-Win11-v0")
    given = parser.parse_args()
    first = gymnasium.make(given.id)
    devices = first.get_wrapper_attr("device_names")
    first.close()
    table = Table("what the model is shown", "step with agent", "without", "agent, ms")
    for name, options in KINDS.items():
        with ExitStack() as stack:
            clicker, url = Clicker(devices), "http://127.0.0.1:1/v1"
            if "http" in name:
                url = stack.enter_context(ChatServer(clicker.respond)).url
            config = ChatConfig(model="clicker", url=url, turns=10, **options)
            agent = ChatAgent(config, config.endpoint() if "http" in name else clicker)
            long, actions = with_agent(agent, given.id, given.steps)
        short = without(agent.observation, given.id, actions)
        row = [f"{1000 * s / given.steps:.2f}" for s in (long, short, long - short)]
        table.add_row(name, *row)
    Console().print(table)


if __name__ == "__main__":
    main()
