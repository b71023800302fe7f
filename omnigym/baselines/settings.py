"""The common settings of all learners of the pointer policy, and their parser for the command line."""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import gymnasium
from pydantic import ConfigDict, TypeAdapter, ValidationError

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines import pointer_policy
from omnigym.baselines.checkpoint import MODEL, load
from omnigym.envs.vector import OmniVectorEnv
from omnigym.errors import ConfigError

__all__ = ["Progress", "Settings", "parse"]

#: Is called with the steps so far and a word on how it goes.
Progress: TypeAlias = Callable[[int, str], object]
_S = TypeVar("_S", bound="Settings")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The common settings of all learners.

    Attributes:
        env_id: The environment's id.
        device: Its device; "" for the id's own.
        tasks: A query, such as "suite:hello level:1".
        split: "train", "heldout", or "" for both.
        reward: "completion" (each node's weight), "progress" (potential-based) or "sparse".
        max_steps: Limit of an episode; 0 for each task's own.
        variation: What a seed varies: "none", "layout" or "all"; "" for the environment's own.
        env_kwargs: Further arguments of ``gymnasium.make``, as a JSON object.
        workers: Processes that the environments are in; 1 for none besides this.
        seed: Seeds weights, draws and environments: the same seed gives the same weights.
        threads: Of PyTorch.
        save_every: Updates between two checkpoints.
        resume: Continue the run in ``out``: its settings, weights, Adam's state and count of steps.
        tensorboard: Log to TensorBoard, in ``out/tensorboard``.
        wandb: Log to this project of Weights & Biases; "" for none.
        out: Directory of ``model.safetensors`` and ``curve.csv``.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

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
    about = (inspect.getdoc(inspect.getmodule(kind)) or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog=prog, description=about, allow_abbrev=False)
    says = _said(kind)
    for field in dataclasses.fields(kind):
        default = getattr(kind(), field.name)
        flag = "--" + field.name.replace("_", "-")
        shown = f"{says[field.name]} (default: {default!r})".replace("%", "%%")
        if isinstance(default, bool):
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=shown)
        else:
            parser.add_argument(flag, default=None, metavar="VALUE", help=shown)
    given = {name: value for name, value in vars(parser.parse_args(argv)).items() if value is not None}
    if given.get("resume"):
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
        return TypeAdapter(kind).validate_python(given)
    except json.JSONDecodeError as e:
        raise ConfigError(f"env_kwargs must be a JSON object, such as '{{\"max_steps\": 20}}': {e}.") from None
    except ValidationError as e:
        error = e.errors()[0]
        where = ".".join(map(str, error["loc"]))
        raise ConfigError(f"Cannot train with {where}={error['input']!r}: {error['msg']}.") from None


def _said(kind: type) -> dict[str, str]:
    """What the docstrings of a dataclass and its bases say of each field."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        text = " ".join(inspect.cleandoc(one.__doc__ or "").partition("Attributes:")[2].split("\n    "))
        for name, line in re.findall(r"(\w+): (.*?)(?=\s\w+: |$)", " ".join(text.split())):
            found[name] = line.rstrip(".")
    return found
