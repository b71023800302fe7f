"""The inputs that determine the episodes of a run."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from omnigym.devices.protocol import Variation
from omnigym.foreign import show_value
from omnigym.foreign.limits import MAX_EPISODES
from omnigym.tasks.parameter_sampling import Parameters
from omnigym.tasks.split import Split

__all__ = ["FORMAT", "RunHeader", "versions", "with_budget"]

Format: TypeAlias = Literal["omnigym-run/1"]
FORMAT: Format = "omnigym-run/1"

_PACKAGES = ("omnigym", "gymnasium", "numpy")


def versions() -> dict[str, str]:
    """Return the versions of the packages that compute episodes here."""
    return {**{name: version(name) for name in _PACKAGES}, "python": platform.python_version()}


class RunHeader(BaseModel):
    """The content of ``run.json``: runs with equal headers have equal episodes, except on real devices.

    Attributes:
        format: Of the directory.
        env, device: The environment's id and its device; None for the environment's own.
        agent: As ``--agent`` names it.
        tasks, split: The query and the split; None for all.
        episodes: How many there are to be.
        seed: Episode ``i`` has the seed ``seed + i``.
        disturbances: Whether there are any.
        variation: What the seed changes of the start of an episode.
        parameters: Whether those of tasks are drawn; None as ``variation`` has it.
        blind: Whether the agent plays through a `omnigym.wrappers.Blindfold`.
        click_only: Whether it plays in `omnigym.wrappers.ClickOnly`.
        perceived: Whether it plays in `omnigym.wrappers.PerceiveElements`.
        max_steps: The step limit of every episode; None for that of each task.
        record: Whether each episode is recorded.
        versions: Of omnigym, Python and what matters besides, by name.
        task_set: The `omnigym.tasks.fingerprint.fingerprint` of the tasks that are played.
        about: What the agent says of itself, if it does: its model and options.
    """

    model_config = ConfigDict(strict=True, frozen=True)

    format: Format = FORMAT
    env: str
    device: str | None = None
    agent: str
    tasks: str | None = None
    split: Split | None = None
    episodes: int = Field(ge=1, le=MAX_EPISODES)
    seed: int = Field(default=0, ge=0)
    disturbances: bool = False
    variation: Variation = "none"
    parameters: Parameters | None = None
    blind: bool = False
    click_only: bool = False
    perceived: bool = False
    max_steps: int | None = Field(default=None, ge=1)
    record: bool = False
    versions: Mapping[str, str] = Field(default_factory=versions)
    task_set: str = ""
    about: Mapping[str, Any] = {}

    @property
    def name(self) -> str:
        """The agent, with the step limit of its episodes if the run has one.

        >>> RunHeader(env="a", agent="chat:small@http://localhost/v1", episodes=1, max_steps=50).name
        'chat:small@http://localhost/v1, 50 steps'
        """
        return with_budget(self.agent, self.max_steps)

    @property
    def settings(self) -> dict[str, Any]:
        """The origin that a report states."""
        return self.model_dump(exclude={"format", "record", "versions", "task_set", "about"})

    def differences(self, other: RunHeader) -> list[str]:
        """Return the differences to another header, one clause per field.

        >>> RunHeader(env="a", agent="noop", episodes=1).differences(RunHeader(env="a", agent="oracle", episodes=1))
        ["agent is 'noop' there and 'oracle' here"]
        """
        mine, its = _flat(self.model_dump()), _flat(other.model_dump())
        return [
            f"{name} is {show_value(mine.get(name))} there and {show_value(its.get(name))} here"
            for name in dict.fromkeys((*mine, *its))
            if mine.get(name) != its.get(name)
        ]


def with_budget(agent: str, max_steps: int | None) -> str:
    """Name an agent with the step limit of its episodes."""
    return agent if max_steps is None else f"{agent}, {max_steps} steps"


def _flat(values: Mapping[str, object]) -> dict[str, Any]:
    """The fields, and the entries of those that are objects, under names that a person reads."""
    out = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            out.update({f"{name}.{key}": inner for key, inner in value.items()})
        else:
            out["the hash of the task set" if name == "task_set" else name] = value
    return out
