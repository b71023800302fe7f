"""Files of the pointer policy's weights and of Adam's state, the start of a run, and an agent that plays a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, Protocol

import numpy as np
import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor

from omnigym.baselines import pointer_policy
from omnigym.baselines.agent import Agent, Env
from omnigym.baselines.policy.tensor_file import (
    document_of,
    load_optimizer,
    load_policy,
    part_of,
    read_tensors,
    write_tensors,
)
from omnigym.errors import CheckpointError, ConfigError
from omnigym.wrappers.element_actions import ElementLayout

__all__ = ["MODEL", "PointerAgent", "RunStart", "begin", "load", "make_pointer_agent", "save"]

FORMAT: Final = "omnigym-pointer/1"
#: The name of a model's file in the directory of its run.
MODEL: Final = "model.safetensors"


class Checkpoint(NamedTuple):
    """The content of a file.

    Attributes:
        about: How the model was trained: JSON.
        policy: The weights.
        optimizer: Adam's state by "INDEX/NAME"; {} if there is none.
        layout, width: Of the policy.
    """

    about: dict[str, Any]
    policy: dict[str, Tensor]
    optimizer: dict[str, Tensor]
    layout: ElementLayout
    width: int

    def model(self) -> pointer_policy.PointerNetwork:
        """A policy with these weights, new.

        Raises:
            CheckpointError: They are not those of such a policy.
        """
        model = pointer_policy.PointerNetwork(self.layout, self.width)
        load_policy(model, self)
        return model


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    layout: ElementLayout
    width: Annotated[int, Field(ge=1, le=4096)]
    about: dict[str, Any]


def save(
    path: Path,
    model: pointer_policy.PointerNetwork,
    about: Mapping[str, object],
    optimizer: torch.optim.Optimizer | None = None,
) -> None:
    """Write weights, and Adam's state, into a safetensors file, atomically.

    Raises:
        CheckpointError: It cannot be written there, or not all weights are numbers.
    """
    parts = {"policy": {name: p.detach() for name, p in model.named_parameters()}}
    if optimizer is not None:
        state = optimizer.state_dict()["state"].items()
        parts["optimizer"] = {f"{i}/{n}": t for i, values in state for n, t in values.items()}
    document = _Document(layout=model.layout, width=model.width, about=dict(about))
    write_tensors(path, FORMAT, document.model_dump_json(), parts)


def load(path: Path) -> Checkpoint:
    """Read such a file, which is data and not code.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is damaged, or another kind of file.
    """
    text, found = read_tensors(path, FORMAT)
    document = document_of(_Document, path, text)
    policy, optimizer = part_of("policy", found), part_of("optimizer", found)
    saved = Checkpoint(document.about, policy, optimizer, document.layout, document.width)
    saved.model()  # the weights are those of such a policy
    return saved


class _Run(Protocol):
    """The settings that say where a run begins."""

    @property
    def out(self) -> str: ...
    @property
    def resume(self) -> bool: ...
    @property
    def start(self) -> str: ...
    @property
    def learning_rate(self) -> float: ...


class RunStart(NamedTuple):
    """The start of a run, new or resumed.

    Attributes:
        model: The policy.
        held: The policy to stay near; None if the run began from nothing.
        optimizer: Adam, with its state where a file has it.
        steps, updates: How many are done.
    """

    model: pointer_policy.PointerNetwork
    held: pointer_policy.PointerNetwork | None
    optimizer: torch.optim.Optimizer
    steps: int
    updates: int


def begin(layout: ElementLayout, run: _Run) -> RunStart:
    """Begin a run from nothing, from the file ``start``, or from the interrupted run in ``out``.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is damaged, or of another action space.
    """
    path = Path(run.out) / MODEL
    saved = load(path) if run.resume else load(Path(run.start)) if run.start else None
    held = load(Path(run.start)).model() if run.start else None
    if saved is not None and saved.layout != layout:
        raise CheckpointError(f"The model to begin from has {saved.layout}, got {layout}. Use the same nodes=.")
    model = pointer_policy.PointerNetwork(layout) if saved is None else saved.model()
    optimizer = torch.optim.Adam(model.parameters(), run.learning_rate)
    if saved is None:
        return RunStart(model, held, optimizer, 0, 0)
    load_optimizer(optimizer, saved)
    if not run.resume:
        return RunStart(model, held, optimizer, 0, 0)
    if "updates" not in saved.about:
        raise ConfigError(f"{path} is not an interrupted run of PPO or GRPO. Begin from it: --start {path}")
    return RunStart(model, held, optimizer, int(saved.about["steps"]), int(saved.about["updates"]))


class PointerAgent(Agent):
    """An agent that plays a model's most likely action, or samples one.

    Args:
        path: A file of `save`.
        seed: Seeds the draws.
        drawn: Whether actions are drawn.
    """

    def __init__(self, path: Path, seed: int = 0, *, drawn: bool = False) -> None:
        torch.set_num_threads(1)  # several are slower on a network as small as this
        self._path, self._model, self._drawn = path, load(path).model(), drawn
        self._rng = torch.Generator().manual_seed(seed)
        self._eye = pointer_policy.Eye(self._model.layout)

    def wrap(self, env: Env) -> Env:
        """Add element actions to an environment.

        Raises:
            CheckpointError: The environment's are not those of the model.
        """
        wrapped = pointer_policy.wrap(env)
        if wrapped.layout != self._model.layout:
            raise CheckpointError(
                f"{self._path} was trained on {self._model.layout}, got {wrapped.layout}. Use the same nodes=."
            )
        return wrapped

    def seed(self, seed: int) -> None:
        """Seed the draws of an episode."""
        self._rng.manual_seed(seed)

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Forget the last episode."""
        del env, info
        self._eye.forget(np.ones(1, np.bool_))

    @torch.no_grad()
    def act(self, observation: Any, info: Mapping[str, Any]) -> int:
        """Return the number of an element action."""
        batch = {name: np.asarray(array)[None] for name, array in observation.items()}
        logits, _ = self._model(pointer_policy.tensors(self._eye.see(batch, info["action_mask"][None])))
        drawn = torch.multinomial(logits.softmax(1), 1, generator=self._rng)[:, 0]
        return int(self._eye.act((drawn if self._drawn else logits.argmax(1)).numpy())[0])


def make_pointer_agent(argument: str, seed: int) -> PointerAgent:
    """Make the agent of ``PATH`` or ``PATH,drawn``."""
    path, _, how = argument.partition(",")
    return PointerAgent(Path(path), seed, drawn=how == "drawn")
