"""omnigym for verifiers 0.4: the module that its `load_environment` finds by the id ``omnigym_verifiers``.

    pip install omnigym "verifiers>=0.4" uv
    PYTHONPATH=examples/trainers vf-eval omnigym_verifiers --env.taskset.tasks suite:hello -r 8 \
        --env.player.harness.id null --env.player.runtime.type subprocess \
        --client.base-url http://localhost:8000/v1 -m MODEL --no-push

The harness `null` talks, and runs no code, so the runtime may be a process of this machine. With ``--env.taskset.url
tcp://HOST:8660`` the desktops are those of `omnigym serve`, whose token is in ``OMNIGYM_SERVE_TOKEN``.

The environment plays the user: it tells the instruction and the screen, reads an action as JSON from each answer, and
records the sum of the rewards. An episode in which the device failed raises, and verifiers does not score it. One that
the model's server broke off has no reward either; one that a limit of verifiers ended has that of its steps.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

import gymnasium
import verifiers.v1 as vf

import omnigym
from omnigym.agents.tool_env import ToolEnv
from omnigym.errors import DeviceLostError
from omnigym.tasks.suites import list_tasks

__all__ = ["ComputerEnv", "ComputerTaskset"]

FORM = """You operate a computer. Answer each screen with one JSON object in a block of its own:
```json
{"name": "click", "arguments": {"element": 7}}
```
Functions: click(element, count), type(text), press(key), scroll(element, dy), submit(answer), done(), fail().
The task: """


class ComputerData(vf.TaskData):
    """A task of omnigym."""

    env: str
    url: str
    task_id: str
    seed: int


class ComputerConfig(vf.TasksetConfig):
    """Which tasks are played where."""

    env: str = "OmniBench-Win11-v0"
    url: str = ""
    tasks: str = "suite:hello"
    seeds: int = 1


class ComputerTask(vf.Task[ComputerData]):
    """A task of omnigym."""


class ComputerEnvConfig(vf.EnvConfig):
    """Who plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class ComputerEnv(vf.Env[ComputerEnvConfig]):
    """Plays an episode with the agent ``player``."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play one."""
        data = task.data
        make = partial(omnigym.connect, data.url) if data.url else gymnasium.make
        made = await asyncio.to_thread(make, data.env, observation="a11y", tasks=data.task_id)
        with ToolEnv(made) as env:
            seen = await asyncio.to_thread(env.reset, data.seed, data.task_id)
            said = FORM + seen.text
            async with agents.player.interaction(task) as interaction:
                while env.running:
                    segment = await interaction.turn(said)
                    if segment.terminated:
                        break
                    said = (await asyncio.to_thread(env.say, segment.last_reply)).text
                if env.score is None:
                    raise DeviceLostError("device", "step", "the episode tells nothing about the agent")
                if not interaction.trace.errors:
                    interaction.trace.record_reward("omnigym", env.score)


class ComputerTaskset(vf.Taskset[ComputerTask, ComputerConfig]):
    """The tasks of a query, each with so many seeds."""

    def load(self) -> Iterator[ComputerTask]:
        """All of them."""
        for task in list_tasks(self.config.tasks):
            for seed in range(self.config.seeds):
                data = ComputerData(
                    name=f"{task.id}#{seed}",
                    prompt=None,
                    env=self.config.env,
                    url=self.config.url,
                    task_id=task.id,
                    seed=seed,
                )
                yield ComputerTask(data, self.config.task)
