"""Tensors and a text in one safetensors file, which is untrusted data.

The file's metadata are ``format``, a name and a version; ``checkpoint``, a JSON text that says what the tensors are;
and ``sha256``, of that text and all tensors, so that a damaged file is told from a bad policy. A file is read whole,
checked and only then used: no part of it is code, names a class, or says where to write.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, TypeVar

import torch
from pydantic import BaseModel, ValidationError
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from omnigym.errors import CheckpointError, ConfigError
from omnigym.foreign import replace_file

__all__ = ["HasTensors", "document_of", "load_optimizer", "load_policy", "part_of", "read_tensors", "write_tensors"]

_M = TypeVar("_M", bound=BaseModel)


class HasTensors(Protocol):
    """The tensors of a network in a file: its weights, and the state of its optimizer, by their names."""

    @property
    def policy(self) -> Mapping[str, Tensor]:
        """The weights."""
        ...

    @property
    def optimizer(self) -> Mapping[str, Tensor]:
        """The optimizer's state: "INDEX/NAME"."""
        ...


_LARGEST = 1 << 30  # bytes of a file; the baseline's has about 5 million
_DTYPES = (torch.float32, torch.int64)


def write_tensors(path: Path, form: str, text: str, parts: Mapping[str, Mapping[str, Tensor]]) -> None:
    """Write a file atomically: after a kill it is the previous file or this one, complete.

    Args:
        path: The file.
        form: The format, such as "omnigym-checkpoint/1".
        text: What the tensors are.
        parts: The tensors of each part, by their names: those of "policy" become "policy/NAME".

    Raises:
        CheckpointError: It cannot be written there, or not all values are numbers.
    """
    tensors = {f"{part}/{name}": t.contiguous() for part, named in parts.items() for name, t in named.items()}
    _check_values(path, tensors)
    data = save(tensors, {"format": form, "checkpoint": text, "sha256": _digest(text, tensors)})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, data, sync=True)
    except OSError as e:
        raise CheckpointError(f"Cannot write {path}: {e.strerror}. What was written before is intact.") from e


def read_tensors(path: Path, form: str, train: str = "omnigym train") -> tuple[str, dict[str, Tensor]]:
    """Return the text and the tensors of a file.

    Args:
        path: The file.
        form: The format that it must have.
        train: The command that makes one.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is no such file, damaged, or of another version.
    """
    if not path.is_file():
        raise ConfigError(f"There is no model {str(path)!r}. Train one: {train} --out {path.parent}")
    if path.stat().st_size > _LARGEST:
        raise CheckpointError(f"{path} is no checkpoint: it has more than {_LARGEST >> 20} MB.")
    try:
        data = path.read_bytes()  # once: a run that goes on may replace the file at any moment
        tensors = load(data)
        metadata = _metadata(data)
        _check_format(path, metadata, form)
        _check_values(path, tensors)
    except (SafetensorError, OSError, RuntimeError, LookupError) as e:
        raise CheckpointError(
            f"{path} is no checkpoint of omnigym, or damaged: {e}. Train one: {train}. "
            f"A zip file of Stable-Baselines3 is read by --agent sb3:{path} --trust, which runs whatever code is in it."
        ) from None
    text = metadata.get("checkpoint", "")
    if _digest(text, tensors) != metadata.get("sha256"):
        raise CheckpointError(f"{path} is damaged: its content is not what was written. Use another copy.")
    return text, tensors


def document_of(model: type[_M], path: Path, text: str) -> _M:
    """Return the values in the JSON text of a file.

    Raises:
        CheckpointError: It does not fit the model.
    """
    try:
        return model.model_validate_json(text, strict=True)
    except ValidationError as e:
        error = e.errors()[0]
        where = ".".join(map(str, error["loc"])) or "its JSON text"
        raise CheckpointError(f"{path} is no usable checkpoint: {where}: {error['msg']}.") from None


def part_of(part: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the tensors of a part, by their names."""
    return {n.removeprefix(part + "/"): t for n, t in tensors.items() if n.startswith(part + "/")}


def _metadata(data: bytes) -> Mapping[str, str]:
    """The metadata of a file that was loaded: the library gives them of a path alone, which it opens several times."""
    size = int.from_bytes(data[:8], "little")
    found: Mapping[str, str] = json.loads(data[8 : 8 + size]).get("__metadata__", {})
    return found


def _check_format(path: Path, metadata: Mapping[str, str], form: str) -> None:
    found = metadata.get("format", "")
    if found == form:
        return
    if found.startswith(form.rpartition("/")[0] + "/"):
        raise CheckpointError(
            f"{path} is a checkpoint of another version: expected {form}, got {found}. "
            "Use the version of omnigym that wrote it."
        )
    raise CheckpointError(f"{path} is no checkpoint: expected a safetensors file of format {form}, got {found!r}.")


def _check_values(path: Path, tensors: Mapping[str, Tensor]) -> None:
    for name, tensor in tensors.items():
        if tensor.dtype not in _DTYPES or not tensor.isfinite().all():
            raise CheckpointError(f"{path} is no usable checkpoint: not all values of {name!r} are numbers.")


def _digest(text: str, tensors: Mapping[str, Tensor]) -> str:
    digest = hashlib.sha256(text.encode())
    for name, tensor in sorted(tensors.items()):
        digest.update(f"\n{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        digest.update(tensor.detach().reshape(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()


def load_policy(policy: torch.nn.Module, saved: HasTensors) -> None:
    """Load the weights of a policy.

    Raises:
        CheckpointError: They are not those of such a policy.
    """
    wanted = dict(policy.named_parameters())
    if {n: (t.shape, t.dtype) for n, t in saved.policy.items()} != {n: (p.shape, p.dtype) for n, p in wanted.items()}:
        raise CheckpointError(
            "The checkpoint's weights are not those of the policy that it describes. Use another copy."
        )
    with torch.no_grad():
        for name, parameter in wanted.items():
            parameter.copy_(saved.policy[name])


def load_optimizer(optimizer: torch.optim.Optimizer, saved: HasTensors) -> None:
    """Load the state of Adam.

    Raises:
        CheckpointError: It is not that of Adam for this policy.
    """
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    state: dict[int, dict[str, torch.Tensor]] = {}
    for name, tensor in saved.optimizer.items():
        index, _, key = name.partition("/")
        state.setdefault(int(index) if index.isdecimal() else -1, {})[key] = tensor
    if not all(0 <= i < len(parameters) and _is_adam(s, parameters[i]) for i, s in state.items()):
        raise CheckpointError(
            "The checkpoint's optimizer is not that of the policy that it describes. Use another copy."
        )
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def _is_adam(state: dict[str, torch.Tensor], parameter: torch.Tensor) -> bool:
    """Whether this is what Adam knows of a parameter."""
    if {n: t.shape for n, t in state.items()} != {
        "step": torch.Size(),
        "exp_avg": parameter.shape,
        "exp_avg_sq": parameter.shape,
    }:
        return False
    return bool(state["step"] >= 0 and (state["exp_avg_sq"] >= 0).all())
