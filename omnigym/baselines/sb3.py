"""An agent from a model that Stable-Baselines3 saved with ``model.save("model.zip")``, as in docs/how/train.md.

Such a file holds pickles, and reading one runs whatever code its author put in. So this agent is made only where
somebody said that the file is trusted: ``--trust`` on the command line, ``make_agent(spec, trust=True)`` in a program.
"""

from __future__ import annotations

import pickle
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from omnigym.baselines.agent import Agent, Env
from omnigym.baselines.sb3_ppo import PointerView
from omnigym.errors import CheckpointError, ConfigError
from omnigym.wrappers import ElementActions, RankedElements

__all__ = ["RUNS_CODE", "SB3Agent", "make_agent"]

RUNS_CODE = True
_NOT_THAT = (
    pickle.UnpicklingError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    ImportError,
    RuntimeError,
    EOFError,
)


class SB3Agent(Agent):
    """MaskablePPO on element actions, `PointerView` or ranked elements, acting greedily.

    Args:
        path: A zip file of Stable-Baselines3 that is trusted.
        seed: Seeds the draw of actions.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is no model of MaskablePPO.
    """

    def __init__(self, path: Path, seed: int = 0) -> None:
        if not path.is_file():
            raise ConfigError(f"There is no model {str(path)!r}. Train one and keep it with model.save({str(path)!r}).")
        if not zipfile.is_zipfile(path):
            raise CheckpointError(f"{path} is no zip file of Stable-Baselines3. Is it --agent ppo:{path}?")
        torch.manual_seed(seed)
        try:
            self._model = MaskablePPO.load(path, device="cpu")
        except _NOT_THAT as e:
            raise CheckpointError(f"{path} is no model of MaskablePPO: {e}") from e
        self._masks: Callable[[], NDArray[np.bool_]]

    def wrap(self, env: Env) -> Env:
        """Add element actions, those of `PointerView`, or ranked elements with the model's number of ranks.

        Raises:
            CheckpointError: The environment has other spaces than the one that the model was trained on.
        """
        known = cast("spaces.Dict", self._model.observation_space)
        elements: ElementActions | PointerView | RankedElements
        if known.keys() == {"elements"}:
            elements = RankedElements(env, k=(known["elements"].shape or (1,))[0])
        else:
            view = PointerView(env)  # what `omnigym.baselines.sb3_ppo` trains on
            elements = view if self._model.action_space == view.action_space else ElementActions(env)
        given = elements.observation_space
        if self._model.action_space != elements.action_space:
            raise CheckpointError(
                f"The model was trained on another action space: {self._model.action_space}, got "
                f"{elements.action_space}. Use the environment that it was trained on."
            )
        if not isinstance(given, spaces.Dict) or any(given.get(n) != space for n, space in known.items()):
            raise CheckpointError(
                f"The model was trained on another observation space: {known}, got {given}. "
                "Use the environment that it was trained on."
            )
        self._masks = elements.action_masks
        return elements

    def act(self, observation: Any, info: Mapping[str, object]) -> int:
        """Return the model's choice among the actions that the mask allows."""
        del info
        known = {name: observation[name] for name in cast("spaces.Dict", self._model.observation_space)}
        action, _ = self._model.predict(known, action_masks=self._masks(), deterministic=True)
        return int(action)


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent of the model at the path ``argument``, which is trusted."""
    return SB3Agent(Path(argument or "model.zip"), seed)
