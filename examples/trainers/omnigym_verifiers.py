"""omnigym for verifiers 0.4: the module that its `load_environment` finds by the id ``omnigym_verifiers``.

    pip install 'omnigym[serve]' "verifiers>=0.4" uv
    PYTHONPATH=examples/trainers vf-eval omnigym_verifiers --env.taskset.tasks suite:hello -r 8 \
        --env.player.harness.id null --env.player.runtime.type subprocess \
        --client.base-url http://localhost:8000/v1 -m MODEL --no-push

The harness `null` talks, and runs no code, so the runtime may be a process of this machine. With ``--env.taskset.url
tcp://HOST:8660`` the desktops are those of `omnigym serve`, whose token is in ``OMNIGYM_SERVE_TOKEN``.
``--env.taskset.observation both`` shows screenshots, and ``--env.taskset.options size=640x480,space=qwen2.5`` has the
options of the agent ``chat``: the model reads the same prompts and pictures as in `omnigym evaluate`.

The environment plays the user: it says what the agent ``chat`` says, reads the answer in the space's grammar, and
records the sum of the rewards. An episode in which the device failed raises, and verifiers does not score it. One that
the model's server broke off has no reward either; one that a limit of verifiers ended has that of its steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, Literal

import verifiers.v1 as vf

from omnigym.agents.apis import ChatCompletions
from omnigym.agents.model import Answer, PromptMessage
from omnigym.errors import DeviceLostError
from omnigym.serve.trainer_episodes import TrainerEpisodes

__all__ = ["ComputerEnv", "ComputerTaskset"]


class ComputerData(vf.TaskData):
    """A task of omnigym."""

    where: dict[str, Any]
    task_id: str
    seed: int


class ComputerConfig(vf.TasksetConfig):
    """Which tasks are played where, as of `omnigym.serve.trainer_episodes.TrainerEpisodes`."""

    env: str = TrainerEpisodes.env
    url: str = ""
    tasks: str = TrainerEpisodes.tasks
    split: Literal["train", "heldout", "test"] | None = None
    observation: Literal["a11y", "pixels", "both"] = "a11y"
    options: str = ""
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
        async with agents.player.interaction(task) as interaction:

            async def ask(messages: Sequence[PromptMessage]) -> Answer | None:
                said = ChatCompletions().body("", messages, ())["messages"]
                segment = await interaction.turn(said)
                return None if segment.terminated else Answer(segment.last_reply or "")

            record = await TrainerEpisodes(**data.where).converse(ask, data.task_id, data.seed)
            if record.unscored:
                raise DeviceLostError("device", "step", record.problem or "the episode tells nothing about the agent")
            if not interaction.trace.errors:
                interaction.trace.record_reward("omnigym", record.reward)


class ComputerTaskset(vf.Taskset[ComputerTask, ComputerConfig]):
    """The tasks of a query that the environment plays, each with so many seeds."""

    def load(self) -> Iterator[ComputerTask]:
        """All of them."""
        where = {f.name: getattr(self.config, f.name) for f in fields(TrainerEpisodes) if f.init}
        for task in TrainerEpisodes(**where).task_ids():
            for seed in range(self.config.seeds):
                data = ComputerData(name=f"{task}#{seed}", prompt=None, where=where, task_id=task, seed=seed)
                yield ComputerTask(data, self.config.task)
