"""Export to Minari: a real dataset that ``minari.load_dataset`` reads back."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from omnigym.actions import Action, Click, Drag, Press, Scroll, Wait, from_json, to_json
from omnigym.errors import ActionError, ConfigError, MissingDependencyError
from omnigym.recording.trajectory import Trajectory, read_trajectory
from omnigym.spaces.action import CHARSET, MAX_COUNT, MAX_DURATION, MAX_SCROLL, MAX_TEXT, encode_action

__all__ = ["ExportReport", "to_minari"]


class ExportReport(NamedTuple):
    """What an export made.

    Attributes:
        dataset_id: Its name.
        episodes, steps: How many there are in it.
        changed_actions: How many actions the environment's space could not hold as they were, and are clipped in it.
    """

    dataset_id: str
    episodes: int
    steps: int
    changed_actions: int


def to_minari(
    trajectories: Sequence[Trajectory | str | Path],
    dataset_id: str,
    env: gymnasium.Env,
    *,
    algorithm: str = "",
    description: str = "",
) -> ExportReport:
    """Write recorded episodes as a Minari dataset.

    Args:
        trajectories: Recordings made with ``RecordTrajectory(..., arrays=True)``, or their directories.
        dataset_id: Such as ``"omnibench/win11/oracle-v0"``; there must be no dataset of that name.
        env: The environment they were made in, for its spaces and its spec.
        algorithm: Who acted.
        description: For a person.

    Raises:
        MissingDependencyError: Minari is not installed.
        ConfigError: The name is none of Minari's, or taken; there is no step to export; the recordings were made in
            another environment.
        RecordingError: A recording lacks its arrays.
    """
    try:
        import minari
        from minari.data_collector import EpisodeBuffer
        from minari.dataset.minari_dataset import parse_dataset_id
    except ImportError as e:
        raise MissingDependencyError("minari", "The export to Minari", "pip install 'omnigym[record]'") from e
    try:
        parse_dataset_id(dataset_id)
    except ValueError as e:
        raise ConfigError(f"{e} For example: omnibench/win11/oracle-v0.") from None
    recordings = [t if isinstance(t, Trajectory) else read_trajectory(t) for t in trajectories]
    recordings = [t for t in recordings if t.steps]
    if not recordings:
        raise ConfigError("There is no recorded step to export.")
    if dataset_id in minari.list_local_datasets():
        raise ConfigError(f"There is a Minari dataset {dataset_id!r} already. Choose another name, or delete it.")
    base = env.unwrapped
    changed = 0
    buffers: list[object] = []
    for t in recordings:
        actions = []
        for step in t.steps:
            fields, exact = _fields(step.action)
            actions.append(fields)
            changed += not exact
        ended = t.complete
        buffers.append(
            EpisodeBuffer(
                id=len(buffers),
                seed=t.meta.get("seed"),
                options={"task": t.meta.get("task_id", "")},
                observations=_columns(_observations(t, env)),
                actions=_columns(actions),
                rewards=[s.reward for s in t.steps],
                terminations=[s.terminated for s in t.steps],
                # a recording that was cut off is a truncated episode
                truncations=[s.truncated or (not ended and s is t.steps[-1]) for s in t.steps],
                infos={},
            )
        )
    with warnings.catch_warnings():
        # the environment of the data is that of an evaluation too; one built without an id has no spec
        warnings.filterwarnings("ignore", message=".*(eval_env|env_spec).*")
        minari.create_dataset_from_buffers(
            dataset_id,
            buffers,
            env=base.spec,  # without wrappers: whoever makes it again does not want to record
            observation_space=env.observation_space,
            action_space=base.action_space,
            algorithm_name=algorithm or "omnigym",
            author="omnigym",
            author_email="none",
            code_permalink="none",
            description=description or f"{len(buffers)} episodes of {base.spec.id if base.spec else 'omnigym'}.",
            jpeg_encoding=False,  # what is read back is what was seen
        )
    return ExportReport(dataset_id, len(buffers), sum(len(t.steps) for t in recordings), changed)


def _observations(t: Trajectory, env: gymnasium.Env) -> list[dict[str, NDArray[np.generic]]]:
    observations = []
    for n in range(len(t.steps) + 1):
        observations.append(t.observation(n))
        if observations[-1] not in env.observation_space:
            raise ConfigError(
                f"Observation {n} of {t.path} does not lie in the environment's observation space. Make the "
                "environment with the arguments of the recording."
            )
    return observations


def _columns(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A dict of lists, which is how Minari keeps a Dict space."""
    return {
        key: [row[key] for row in rows] if isinstance(rows[0][key], str) else np.stack([row[key] for row in rows])
        for key in rows[0]
    }


def _fields(action: Action) -> tuple[dict[str, object], bool]:
    """The action in the environment's space, and whether it is exactly what was done."""
    try:
        return encode_action(action), True
    except ActionError:
        return encode_action(_clipped(action)), False


def _clipped(action: Action) -> Action:
    """The nearest action that the space can hold."""
    match action:
        case Press(key, modifiers, count):
            return Press(key, modifiers, min(max(count, 1), MAX_COUNT))
        case Scroll(at, dy, dx, modifiers):
            return Scroll(at, _within(dy, MAX_SCROLL), _within(dx, MAX_SCROLL), modifiers)
        case Wait(duration):
            return Wait(min(duration, MAX_DURATION))
        case Drag(at, to, button, modifiers, duration):
            return Drag(at, to, button, modifiers, min(duration, MAX_DURATION))
        case Click(at, button, count, modifiers, duration):
            return Click(at, button, count, modifiers, min(duration, MAX_DURATION))
    data = to_json(action)
    for name in ("text", "app", "answer", "message", "raw"):
        if name in data:
            data[name] = "".join(c if c in CHARSET else "?" for c in str(data[name])[:MAX_TEXT])
    return from_json(data)


def _within(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
