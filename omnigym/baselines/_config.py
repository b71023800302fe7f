"""What a training run is told; the same that its checkpoint says, so that it can go on (`_checkpoint`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from omnigym.errors import ConfigError

__all__ = ["TrainConfig"]

# The bounds hold for what is read from a file; they are far above what a run can use.
_Count = Annotated[int, Field(ge=1, le=10**12)]
_Some = Annotated[int, Field(ge=1, le=10**6)]
_Amount = Annotated[int, Field(ge=0, le=10**6)]
_Rate = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """What to train on, for how long, and where the result goes.

    Attributes:
        env_id, device, tasks, split: As ``gymnasium.make`` takes them; None keeps the environment's default.
        steps: Environment steps in all.
        n_envs: Environments that step side by side in this process.
        max_steps: The limit of a training episode, in element actions of the learner's own.
        demonstrations: Oracle episodes that the policy is cloned from before PPO begins; 0 starts from nothing.
        clone_epochs, clone_learning_rate: How often each of their steps is seen, and how fast it is learned.
        nodes: How many nodes, front ones first, the policy looks at.
        seed: Seeds network, sampling and environments; the result is the same on the same machine and packages.
        out: Directory for ``model.safetensors`` and ``curve.csv``.
        checkpoint_every: The model is written after so many steps, at the end of a rollout; all environments then
            begin new episodes, so that a run that goes on from there is the same as one that was never interrupted.
        learning_rate, entropy, gamma, rollout, batch, epochs: PPO's.
        threads: Of PyTorch; more than one pays only where nothing else runs on the machine.
        env_options: More arguments for ``gymnasium.make``, of JSON's types.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    env_id: str = "OmniBench-Win11-v0"
    device: str | None = None
    tasks: str | None = None
    split: str | None = "train"
    steps: _Count = 20_480
    n_envs: Annotated[int, Field(ge=1, le=1024)] = 16
    max_steps: _Some = 12
    demonstrations: _Amount = 400
    clone_epochs: _Amount = 30
    clone_learning_rate: _Rate = 2e-3
    nodes: Annotated[int, Field(ge=1, le=4096)] = 96
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    out: Annotated[Path, Field(exclude=True)] = Path("runs/train")
    checkpoint_every: _Count = 10_240
    learning_rate: _Rate = 3e-4
    entropy: _Rate = 0.003
    gamma: _Rate = 0.95
    rollout: _Some = 64
    batch: _Some = 256
    epochs: _Some = 4
    threads: Annotated[int, Field(ge=1, le=1024)] = 1
    env_options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def work(self) -> int:
        """What training reports to ``advance``, all in all."""
        return self.steps + self.demonstrations * self.clone_epochs

    def check(self) -> None:
        """See that a checkpoint can hold it.

        Raises:
            ConfigError: A value is out of its bounds, or ``env_options`` are not of JSON's types.
        """
        try:
            _CONFIG.validate_python({f: getattr(self, f) for f in self.__slots__})
            _OPTIONS.validate_python(dict(self.env_options), strict=True)
        except ValidationError as e:
            error = e.errors()[0]
            where = ".".join(map(str, error["loc"]))
            raise ConfigError(f"Cannot train with {where}={error['input']!r}: {error['msg']}.") from None


_CONFIG = TypeAdapter(TrainConfig)
_OPTIONS = TypeAdapter(dict[str, JsonValue])
