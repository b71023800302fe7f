"""What a training run is told; the same that its file says, so that it can go on (`_run_file`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from omnigym.errors import ConfigError, UnknownNameError

__all__ = ["TrainConfig"]

# The bounds hold for what is read from a file; they are far above what a run can use.
_Count = Annotated[int, Field(ge=1, le=10**12)]
_Some = Annotated[int, Field(ge=1, le=10**6)]
_Rate = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
_Amount = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """What to train on, for how long, and where the result goes.

    Attributes:
        env_id, device, tasks, split: As ``gymnasium.make`` takes them; None keeps the environment's default.
        steps: Environment steps that are learned from, in all; those of the judging are not counted.
        n_envs, processes: Environments that step side by side, and in how many processes.
        max_steps: The limit of an episode.
        groups, siblings: An update learns from so many groups of so many episodes that begin alike.
        advantages: What a step is compared with: the siblings of its episode, or what a critic expected.
        hidden: The share of groups whose task's own words are hidden, all or some of them, as in cloning.
        middling: Whether tasks of middling success are preferred (`omnigym.baselines.curriculum`).
        learning_rate, batch, epochs, clip, gamma: PPO's.
        trace: Lambda of the critic's advantages.
        critic_learning_rate: Adam's, for the critic.
        warm_up: Updates in which the critic learns alone.
        near: Nats a step within which the policy is held to the clone: the weight of the distance is doubled where
            it is much larger and halved where it is much smaller.
        weight: That weight at the start.
        most_moved: Nats a step by which one update may move the policy; beyond, its remaining epochs are left out.
        judge_every, judged: After so many updates the policy and the best one so far play so many episodes, the same.
        seed: Seeds chance and environments; the result is the same on the same machine and packages.
        threads: Of PyTorch; more than one pays only where nothing else runs on the machine.
        tensorboard: Whether the curve is written for TensorBoard, too.
        out: Directory for ``model.safetensors``, ``run.safetensors`` and ``curve.csv``.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    env_id: str = "OmniBench-Win11-v0"
    device: str | None = None
    tasks: str | None = "nodes:1"
    split: str | None = "train"
    steps: _Count = 20_000
    n_envs: Annotated[int, Field(ge=1, le=1024)] = 16
    processes: Annotated[int, Field(ge=1, le=1024)] = 2
    max_steps: _Some = 20
    groups: _Some = 16
    siblings: Annotated[int, Field(ge=2, le=1024)] = 4
    advantages: Literal["siblings", "critic"] = "siblings"
    hidden: _Rate = 0.8
    middling: bool = True
    learning_rate: _Rate = 2e-4
    batch: _Some = 128
    epochs: _Some = 2
    clip: _Rate = 0.2
    gamma: _Rate = 0.95
    trace: _Rate = 0.9
    critic_learning_rate: _Rate = 1e-3
    warm_up: Annotated[int, Field(ge=0, le=10**6)] = 4
    near: _Amount = 0.1
    weight: _Amount = 0.05
    most_moved: _Amount = 0.05
    judge_every: _Some = 8
    judged: _Some = 128
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    threads: Annotated[int, Field(ge=1, le=1024)] = 1
    tensorboard: bool = False
    out: Annotated[Path, Field(exclude=True)] = field(default=Path("runs/train"))

    def check(self) -> None:
        """See that a file can hold it.

        Raises:
            ConfigError: A value is out of its bounds.
        """
        self.changed({})

    def changed(self, texts: Mapping[str, str]) -> TrainConfig:
        """This with other values.

        Args:
            texts: Values by the names of their fields, as they are written on a command line.

        Raises:
            ConfigError: There is no such field, or a value is out of its bounds.
        """
        for name in texts:
            if name not in self.__slots__:
                raise UnknownNameError("field of TrainConfig", name, self.__slots__)
        try:
            return _CONFIG.validate_python({**{f: getattr(self, f) for f in self.__slots__}, **texts})
        except ValidationError as e:
            error = e.errors()[0]
            where = ".".join(map(str, error["loc"]))
            raise ConfigError(f"Cannot train with {where}={error['input']!r}: {error['msg']}.") from None

    def make(self) -> dict[str, Any]:
        """The arguments for ``gymnasium.make``."""
        given = {"device": self.device, "tasks": self.tasks, "split": self.split}
        known = {name: value for name, value in given.items() if value is not None}
        fixed = {"observation": "a11y", "reward": "progress", "gamma": self.gamma, "max_steps": self.max_steps}
        return {"id": self.env_id, **fixed, **known}


_CONFIG = TypeAdapter(TrainConfig)
