"""The checkpoint: one safetensors file that is data and nothing else, whoever it comes from.

Its tensors are ``policy/NAME``, the weights, and ``optimizer/INDEX/NAME``, the state of Adam. Its metadata are

- ``format``: ``omnigym-checkpoint/1``;
- ``checkpoint``: a JSON text, which `Checkpoint` describes;
- ``sha256``: of that text and all tensors, so that a damaged file is told from a bad policy.

A file is read whole, checked and only then used: no part of it is code, names a class, or says where to write.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import torch
from gymnasium import spaces
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from omnigym.a11y import Role, State
from omnigym.baselines._config import TrainConfig
from omnigym.errors import CheckpointError, ConfigError
from omnigym.wrappers import ElementLayout

__all__ = ["FORMAT", "ArrayModel", "Checkpoint", "CurveModel", "Saved", "read_checkpoint", "write_checkpoint"]

FORMAT = "omnigym-checkpoint/1"
_FAMILY = FORMAT.rpartition("/")[0] + "/"
_LARGEST = 1 << 30  # bytes of a file; the baseline's has about 5 million
_MOST_ACTIONS = 1 << 20
_DTYPES = (torch.float32, torch.int64)
_ROLES, _STATES = tuple(r.name for r in Role), tuple(str(s.name) for s in State)


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ArrayModel(_Model):
    """A part of the observation that the policy looks at."""

    shape: tuple[int, ...]
    dtype: str

    @classmethod
    def of(cls, space: spaces.Space[Any]) -> ArrayModel:
        """The description of a space."""
        return cls(shape=space.shape or (), dtype=str(space.dtype))

    def __str__(self) -> str:
        return f"{self.dtype} {self.shape}"


class CurveModel(_Model):
    """The learning curve so far.

    Attributes:
        rows: The lines of ``curve.csv``, without its heading.
        last: Success and Coverage Rate of the last episodes, which the next lines are the mean of.
    """

    rows: tuple[tuple[str, ...], ...] = ()
    last: tuple[tuple[bool, float], ...] = ()


def _few_actions(layout: ElementLayout) -> ElementLayout:
    if layout.size > _MOST_ACTIONS:
        raise ValueError(f"{layout.size} actions are more than {_MOST_ACTIONS}")
    return layout


class Checkpoint(_Model):
    """All of a checkpoint but its tensors.

    Attributes:
        omnigym: The version that wrote it.
        config: What the run was told, but for where it writes.
        actions: How the actions are numbered.
        observations: What the policy looks at.
        roles, states: The accessibility vocabulary, in the order that the weights know.
        epochs, steps: How far the run is: epochs of cloning and steps of PPO that are done.
        curve: The learning curve so far.
    """

    omnigym: str = Field(default_factory=lambda: version("omnigym"))
    config: TrainConfig
    actions: Annotated[ElementLayout, AfterValidator(_few_actions)]
    observations: dict[str, ArrayModel]
    roles: tuple[str, ...] = _ROLES
    states: tuple[str, ...] = _STATES
    epochs: int = Field(ge=0)
    steps: int = Field(ge=0)
    curve: CurveModel

    def check_spaces(self, observations: spaces.Dict, actions: ElementLayout) -> None:
        """See that the policy fits an environment.

        Raises:
            CheckpointError: It has another action space, or observes less or something else.
        """
        if actions != self.actions:
            raise CheckpointError(
                f"The checkpoint was trained on another action space: expected {self.actions}, got {actions}. "
                "Use the environment that it was trained on."
            )
        for name, wanted in self.observations.items():
            got = ArrayModel.of(observations[name]) if name in observations.spaces else None
            if got != wanted:
                raise CheckpointError(
                    f"The checkpoint was trained on another observation space: expected {name} to be {wanted}, got "
                    f"{got or 'none'}. Use the environment that it was trained on."
                )


class Saved(NamedTuple):
    """What a file holds: `Checkpoint`, weights and optimizer state by their names."""

    checkpoint: Checkpoint
    policy: dict[str, Tensor]
    optimizer: dict[str, Tensor]


def write_checkpoint(path: Path, saved: Saved) -> None:
    """Write a checkpoint; whenever the process is killed, the file is the last one or this one, whole.

    Raises:
        CheckpointError: It cannot be written there.
    """
    parts = {"policy": saved.policy, "optimizer": saved.optimizer}
    tensors = {f"{part}/{name}": t.contiguous() for part, named in parts.items() for name, t in named.items()}
    _check_values(path, tensors)
    text = saved.checkpoint.model_dump_json()
    data = save(tensors, {"format": FORMAT, "checkpoint": text, "sha256": _digest(text, tensors)})
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as e:
        raise CheckpointError(f"Cannot write {path}: {e.strerror}. What was written before is intact.") from e


def read_checkpoint(path: Path) -> Saved:
    """Read a checkpoint, and check all that can be checked without an environment.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is no checkpoint, damaged, or of another version.
    """
    if not path.is_file():
        raise ConfigError(f"There is no model {str(path)!r}. Train one: omnigym train --out {path.parent}")
    if path.stat().st_size > _LARGEST:
        raise CheckpointError(f"{path} is no checkpoint: it has more than {_LARGEST >> 20} MB.")
    try:
        with safe_open(path, framework="pt") as file:
            metadata: Mapping[str, str] = file.metadata() or {}
            _check_format(path, metadata)
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - not a mapping
            _check_values(path, tensors)
    except (SafetensorError, OSError, RuntimeError) as e:
        raise CheckpointError(
            f"{path} is no checkpoint of omnigym, or damaged: {e}. Train one: omnigym train. "
            f"A zip file of Stable-Baselines3 is read by --agent sb3:{path} --trust, which runs whatever code is in it."
        ) from None
    text = metadata.get("checkpoint", "")
    if _digest(text, tensors) != metadata.get("sha256"):
        raise CheckpointError(f"{path} is damaged: its content is not what was written. Use another copy.")
    return Saved(_document(path, text), _part("policy", tensors), _part("optimizer", tensors))


def _check_format(path: Path, metadata: Mapping[str, str]) -> None:
    found = metadata.get("format", "")
    if found == FORMAT:
        return
    if found.startswith(_FAMILY):
        raise CheckpointError(
            f"{path} is a checkpoint of another version: expected {FORMAT}, got {found}. "
            "Use the version of omnigym that wrote it."
        )
    raise CheckpointError(f"{path} is no checkpoint: expected a safetensors file of format {FORMAT}, got {found!r}.")


def _document(path: Path, text: str) -> Checkpoint:
    try:
        checkpoint = Checkpoint.model_validate_json(text, strict=True)
    except ValidationError as e:
        error = e.errors()[0]
        where = ".".join(map(str, error["loc"])) or "its JSON text"
        raise CheckpointError(f"{path} is no usable checkpoint: {where}: {error['msg']}.") from None
    for kind, got, known in (("roles", checkpoint.roles, _ROLES), ("states", checkpoint.states, _STATES)):
        if got != known[: len(got)]:  # newer ones are only ever appended
            unknown = ", ".join(sorted(set(got) - set(known))[:5]) or "another order"
            raise CheckpointError(
                f"{path} was written by omnigym {checkpoint.omnigym!r}, whose accessibility {kind} are not those of "
                f"omnigym {version('omnigym')}: it has {unknown}. Use the version that wrote it."
            )
    return checkpoint


def _check_values(path: Path, tensors: Mapping[str, Tensor]) -> None:
    for name, tensor in tensors.items():
        if tensor.dtype not in _DTYPES or not tensor.isfinite().all():
            raise CheckpointError(f"{path} is no usable checkpoint: not all values of {name!r} are numbers.")


def _part(part: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {n.removeprefix(part + "/"): t for n, t in tensors.items() if n.startswith(part + "/")}


def _digest(text: str, tensors: Mapping[str, Tensor]) -> str:
    digest = hashlib.sha256(text.encode())
    for name, tensor in sorted(tensors.items()):
        digest.update(f"\n{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        digest.update(tensor.detach().reshape(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()
