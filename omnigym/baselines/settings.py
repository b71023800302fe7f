"""The settings of each learner of the pointer policy, and their parser for the command line.

They are plain data: the options of a learner are shown without PyTorch, which its trainer imports.
"""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

import gymnasium
from pydantic import ConfigDict, TypeAdapter, ValidationError

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.envs.vector import OmniVectorEnv
from omnigym.errors import ConfigError

__all__ = ["BCConfig", "GRPOConfig", "PPOConfig", "Progress", "SB3Config", "Settings", "parse"]

#: Is called with the steps so far and a word on how it goes.
Progress: TypeAlias = Callable[[int, str], object]
_S = TypeVar("_S", bound="Settings")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The common settings of all learners.

    Attributes:
        env_id: The environment's id.
        device: The environment's device; "" for the id's own.
        tasks: A query, such as "suite:hello level:1".
        split: "train", "heldout", or "" for both.
        reward: "completion" (each node's weight), "progress" (potential-based) or "sparse".
        max_steps: Limit of an episode; 0 for each task's own.
        variation: Variation of the screen by the seed: "none", "layout" or "all"; "" for the environment's own.
        env_kwargs: Further arguments of ``gymnasium.make``, as a JSON object.
        workers: Worker processes of the environments; 1 steps them in this process.
        seed: Seed of weights, samples and environments: the same seed gives the same weights.
        threads: Threads of PyTorch.
        save_every: Updates between two checkpoints.
        resume: Continue the run in ``out`` with its settings, weights, Adam's state and count of steps.
        tensorboard: Log to TensorBoard, in ``out/tensorboard``.
        wandb: Log to this project of Weights & Biases; "" for none.
        out: Output directory, for ``model.safetensors`` and ``curve.csv``.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")
    #: Whether this learner can go on with a run: its models hold Adam's state and the count of steps.
    CAN_RESUME: ClassVar[bool] = False

    env_id: str = "OmniBench-Win11-v0"
    device: str = ""
    tasks: str = "suite:hello level:1"
    split: str = "train"
    reward: str = "completion"
    max_steps: int = 0
    variation: str = ""
    env_kwargs: dict[str, object] = dataclasses.field(default_factory=dict)
    workers: int = 1
    seed: int = 0
    threads: int = 1
    save_every: int = 20
    resume: bool = False
    tensorboard: bool = False
    wandb: str = ""
    out: str = "runs/train"

    def make_kwargs(self) -> dict[str, Any]:
        """Return the arguments of ``gymnasium.make`` besides the id."""
        names = ("device", "tasks", "split", "max_steps", "variation")
        given = {name: getattr(self, name) for name in names}
        return {
            "observation": "a11y",
            "reward": self.reward,
            **{k: v for k, v in given.items() if v},
            **self.env_kwargs,
        }

    def make_vec(self, count: int, **kwargs: object) -> OmniVectorEnv:
        """Return a number of environments with the pointer policy's actions, which reset automatically."""
        from omnigym.baselines import pointer_policy  # imports PyTorch

        return gymnasium.make_vec(  # type: ignore[return-value]
            self.env_id,
            count,
            num_workers=self.workers,
            autoreset_mode="SameStep",
            **{"wrap": pointer_policy.wrap, **self.make_kwargs(), **kwargs},
        )

    def about(self, algorithm: str, **more: object) -> dict[str, Any]:
        """Return the description of the run in a checkpoint."""
        return {"algorithm": algorithm, "config": dataclasses.asdict(self), **more}


@dataclass(frozen=True, kw_only=True)
class BCConfig(Settings):
    """Behaviour cloning of the oracles' demonstrations: tasks and hyperparameters.

    Attributes:
        epochs: Passes over the demonstrations.
        demonstrations: Maximum number of demonstrations; 0 for one of each task.
        learning_rate: Adam's learning rate.
        minibatch: Environment steps in a gradient step.
        gamma: Discount factor of the returns that the critic learns.
        value: Weight of the critic's loss.
        grad_norm: Maximum norm of a gradient, as in PPO, which continues with this Adam state.
    """

    tasks: str = "suite:one-node"
    epochs: int = 5
    demonstrations: int = 0
    learning_rate: float = 1e-3
    minibatch: int = 16
    gamma: float = 0.95
    value: float = 0.5
    grad_norm: float = 0.5
    out: str = "runs/bc"


@dataclass(frozen=True, kw_only=True)
class PPOConfig(Settings):
    """PPO with the pointer policy, from nothing or from a behaviour-cloned policy: tasks and hyperparameters.

    Attributes:
        steps: Environment steps in all.
        num_envs: Number of environments in the vector.
        rollout: Steps of each environment between two updates.
        learning_rate: Adam's learning rate at the start; 3e-4 suits a start from a behaviour-cloned policy.
        anneal: Let the learning rate fall to a tenth over all steps.
        gamma: Discount factor.
        lam: Lambda of GAE.
        epochs: Passes over a rollout.
        minibatch: Environment steps in a gradient step.
        clip: Clip range of the probability ratio.
        entropy: Weight of the entropy bonus.
        value: Weight of the value loss.
        grad_norm: Maximum norm of a gradient.
        target_kl: KL divergence in nats at which an update ends early.
        start: Checkpoint to start from, such as that of ``bc``; "" for random weights.
        stay: Weight of the KL divergence from the model of ``start``.
        critic_updates: First updates that train the critic alone, after a ``start``.
    """

    CAN_RESUME: ClassVar[bool] = True

    steps: int = 15_000
    num_envs: int = 8
    rollout: int = 32
    learning_rate: float = 2e-3
    anneal: bool = True
    gamma: float = 0.95
    lam: float = 0.9
    epochs: int = 4
    minibatch: int = 128
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    grad_norm: float = 0.5
    target_kl: float = 0.03
    start: str = ""
    stay: float = 0.1
    critic_updates: int = 4
    out: str = "runs/ppo"


@dataclass(frozen=True, kw_only=True)
class GRPOConfig(Settings):
    """GRPO with the pointer policy, credit node by node: tasks and hyperparameters.

    Attributes:
        steps: Environment steps in all, including those of redrawn groups.
        groups: Groups with a signal in an update.
        siblings: Episodes of a group.
        redraws: Maximum number of groups drawn for one with a signal.
        advantage: Credit of each "node", or of whole episodes: "coverage" or "sparse".
        learning_rate: Adam's learning rate.
        gamma: Discount factor, by which a shorter episode has a higher return.
        epochs: Passes over an update's groups.
        minibatch: Environment steps in a gradient step.
        clip: Clip range of the probability ratio.
        entropy: Weight of the entropy bonus.
        grad_norm: Maximum norm of a gradient.
        target_kl: KL divergence in nats at which an update ends early.
        start: Checkpoint to start from, such as that of ``bc``; "" for random weights.
        stay: Weight of the KL divergence from the model of ``start``.
    """

    CAN_RESUME: ClassVar[bool] = True

    steps: int = 15_000
    groups: int = 4
    siblings: int = 8
    redraws: int = 4
    advantage: Literal["node", "coverage", "sparse"] = "node"
    learning_rate: float = 1e-3
    gamma: float = 0.95
    epochs: int = 4
    minibatch: int = 128
    clip: float = 0.2
    entropy: float = 0.01
    grad_norm: float = 0.5
    target_kl: float = 0.03
    start: str = ""
    stay: float = 0.1
    out: str = "runs/grpo"


@dataclass(frozen=True, kw_only=True)
class SB3Config(Settings):
    """MaskablePPO of sb3-contrib with the pointer policy: tasks and hyperparameters.

    Attributes:
        steps: Environment steps in all.
        num_envs: Number of environments in the vector.
        rollout: Steps of each environment between two updates.
        learning_rate: Adam's learning rate.
        gamma: Discount factor.
        lam: Lambda of GAE.
        epochs: Passes over a rollout.
        minibatch: Environment steps in a gradient step.
        entropy: Weight of the entropy bonus.
        target_kl: KL divergence in nats at which an update ends early.
    """

    steps: int = 15_000
    num_envs: int = 8
    rollout: int = 32
    learning_rate: float = 2e-3
    gamma: float = 0.95
    lam: float = 0.9
    epochs: int = 4
    minibatch: int = 128
    entropy: float = 0.01
    target_kl: float = 0.05
    out: str = "runs/sb3"


def parse(kind: type[_S], argv: Sequence[str], prog: str | None = None) -> _S:
    """Parse settings from a command line: one option per field, whose help is the field's line in the docstring.

    With ``--resume`` what is not given is as in the run that is resumed.

    Args:
        kind: A dataclass of settings.
        argv: The arguments.
        prog: The name of the command, for its help.

    Raises:
        ConfigError: A value does not fit its field, or there is no run to resume.
        CheckpointError: The run to resume is damaged.
    """
    about = (inspect.getdoc(kind) or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog=prog, usage="%(prog)s [options]", description=about, allow_abbrev=False)
    own = parser.add_argument_group("options of this learner")
    common = parser.add_argument_group("options of every learner")
    shared = {field.name for field in dataclasses.fields(Settings)}
    says = field_help(kind)
    for field in dataclasses.fields(kind):
        default = getattr(kind(), field.name)
        group = common if field.name in shared else own
        flag = "--" + field.name.replace("_", "-")
        shown = f"{says[field.name]} (default: {default!r})".replace("%", "%%")
        if isinstance(default, bool):
            group.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=shown)
        else:
            group.add_argument(flag, default=None, metavar="VALUE", help=shown)
    given = {name: value for name, value in vars(parser.parse_args(argv)).items() if value is not None}
    if given.get("resume") and kind.CAN_RESUME:
        from omnigym.baselines.checkpoint import MODEL, load  # imports PyTorch

        known = load(Path(given.get("out", kind().out)) / MODEL).about["config"]
        given = {name: value for name, value in known.items() if name != "out"} | given
    return check_settings(kind, given)


def check_settings(kind: type[_S], given: dict[str, Any]) -> _S:
    """Settings from values or texts by the names of their fields.

    Raises:
        ConfigError: A value does not fit its field.
    """
    try:
        if isinstance(given.get("env_kwargs"), str):
            given = {**given, "env_kwargs": json.loads(given["env_kwargs"])}
        made = TypeAdapter(kind).validate_python(given)
    except json.JSONDecodeError as e:
        raise ConfigError(f"env_kwargs must be a JSON object, such as '{{\"max_steps\": 20}}': {e}.") from None
    except ValidationError as e:
        error = e.errors()[0]
        where = ".".join(map(str, error["loc"]))
        raise ConfigError(f"Cannot train with {where}={error['input']!r}: {error['msg']}.") from None
    if made.resume and not kind.CAN_RESUME:
        raise ConfigError("This learner cannot resume a run: its model has no state of the optimiser. Train anew.")
    return made


def field_help(kind: type) -> dict[str, str]:
    """Return the text of each field in the docstrings of a dataclass and its bases, without the last full stop."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        entries = inspect.cleandoc(one.__doc__ or "").partition("Attributes:")[2]
        for name, text in re.findall(r"^    (\w+): (.*(?:\n {5,}.*)*)", entries, re.MULTILINE):
            found[name] = " ".join(text.split()).rstrip(".").replace("``", "")
    return found
