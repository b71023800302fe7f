"""Export to Minari: a real dataset that ``minari.load_dataset`` reads back."""

from __future__ import annotations

import copy
import json
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import gymnasium
import numpy as np
from numpy.typing import NDArray

from omnigym.actions import Action, Click, Drag, On, Press, Scroll, Wait, from_json, to_json
from omnigym.errors import ActionError, ConfigError, MissingDependencyError, RecordingError
from omnigym.recording.minari_form import ABOUT, FORMAT, MAIN, PackedFile
from omnigym.recording.trajectory import RecordedStep, Trajectory, read_trajectory
from omnigym.spaces.action import (
    CHARSET,
    MAX_COUNT,
    MAX_DURATION,
    MAX_SCROLL,
    MAX_TEXT,
    action_space,
    encode_action,
)
from omnigym.spaces.multi_device import encode_on, key_on, several_action_space

if TYPE_CHECKING:
    from minari.data_collector import EpisodeBuffer

__all__ = ["ExportReport", "MoreInfos", "check_dataset_id", "to_minari"]


_BATCH = 64  # steps, of at least one episode, that are in memory at once


class ExportReport(NamedTuple):
    """The result of an export.

    Attributes:
        dataset_id: Its name.
        episodes, steps: How many there are in it.
        changed_actions: How many actions the environment's space could not hold as they were, and are clipped in it.
    """

    dataset_id: str
    episodes: int
    steps: int
    changed_actions: int


class MoreInfos(Protocol):
    """Returns additional ``infos`` of an episode: arrays with a row for the reset and for each step."""

    def __call__(self, trajectory: Trajectory, /) -> Mapping[str, NDArray[np.generic]]:
        """Those of a recorded episode, by their names."""

    @property
    def about(self) -> Mapping[str, object]:
        """The description of these infos in the dataset's metadata under "omnigym", as plain values."""


def check_dataset_id(dataset_id: str) -> None:
    """Check that a dataset of that name can be made, before anything is recorded for it.

    Raises:
        MissingDependencyError: Minari is not installed.
        ConfigError: The name is none of Minari's, or taken.
    """
    try:
        import minari
        from minari.dataset.minari_dataset import parse_dataset_id
    except ImportError as e:
        raise MissingDependencyError("minari", "The export to Minari", "pip install 'omnigym[record]'") from e
    try:
        parse_dataset_id(dataset_id)
    except ValueError as e:
        raise ConfigError(f"{e} For example: omnibench/win11/oracle-v0.") from None
    if dataset_id in minari.list_local_datasets():
        raise ConfigError(f"There is a Minari dataset {dataset_id!r} already. Choose another name, or delete it.")


def to_minari(
    trajectories: Sequence[Trajectory | str | Path],
    dataset_id: str,
    env: gymnasium.Env,
    *,
    algorithm: str = "",
    description: str = "",
    trees: bool = False,
    more: MoreInfos | None = None,
    advance: Callable[[int], object] = lambda _: None,
) -> ExportReport:
    """Write recorded episodes as a Minari dataset.

    Args:
        trajectories: Recordings made with ``RecordTrajectory(..., arrays=True)``, or their directories.
        dataset_id: Such as ``"omnibench/win11/oracle-v0"``; there must be no dataset of that name.
        env: The environment they were made in, for its spaces and its spec.
        algorithm: Who acted.
        description: For a person.
        trees: Whether each episode's ``infos`` have the full accessibility trees too, recorded with ``trees=True``.
        more: Gives what its ``infos`` have besides, such as `omnigym.wrappers.node_infos.NodeInfos`.
        advance: Called with the number of episodes that were written since its last call.

    Each episode's ``infos`` are ``coverage_rate``, ``is_success``, ``newly_completed`` (nodes, separated by spaces),
    ``end_reason`` and ``action`` (the exact one that led here, as JSON; empty of the reset), of the reset and of each
    step. With ``trees``, ``tree`` is the JSON text of the tree then (`Tree.from_json`), in bytes. The metadata of an
    episode say under "omnigym" what task it was. What is written is packed, without loss.

    Of several devices there is a tree of each, ``phone_tree``, and an action says its ``device``
    (`omnigym.actions.on_from_json`) unless it is of none.

    Raises:
        MissingDependencyError: Minari is not installed.
        ConfigError: The name is none of Minari's, or taken; there is no step to export; the recordings were made in
            another environment.
        RecordingError: A recording lacks its arrays or trees, or the data set cannot be written; then there is none.
    """
    check_dataset_id(dataset_id)
    import minari
    from minari.dataset.minari_storage import MinariStorage
    from minari.storage.datasets_root_dir import get_dataset_path

    recordings = [t if isinstance(t, Trajectory) else read_trajectory(t) for t in trajectories]
    recordings = [t for t in recordings if t.steps]
    if not recordings:
        raise ConfigError("There is no recorded step to export.")
    for t in recordings:
        if list(t.devices) != list(recordings[0].devices):
            here, there = (", ".join(filter(None, x.devices)) or "one device" for x in (t, recordings[0]))
            raise ConfigError(f"{t.path} was recorded on {here}, and the first one on {there}. Export them apart.")
    base = env.unwrapped
    names = [name for name in recordings[0].devices if name]
    # A demonstration may say DONE, whatever its environment samples: the data and the environment made of them know it.
    actions = several_action_space(names, end_actions=True) if names else action_space(end_actions=True)
    spec = copy.deepcopy(base.spec)  # without wrappers: whoever makes it again does not want to record
    if spec is not None:
        spec.kwargs["end_actions"] = True
    with warnings.catch_warnings():
        # the environment of the data is that of an evaluation too; one built without an id has no spec
        warnings.filterwarnings("ignore", message=".*(eval_env|env_spec).*")
        try:
            dataset = minari.create_dataset_from_buffers(
                dataset_id,
                [],
                env=spec,
                observation_space=env.observation_space,
                action_space=actions,
                algorithm_name=algorithm or "omnigym",
                author="omnigym",
                author_email="none",
                code_permalink="none",
                description=description or f"{len(recordings)} episodes of {base.spec.id if base.spec else 'omnigym'}.",
                jpeg_encoding=False,  # what is read back is what was seen
            )
        except OSError as e:  # Minari deletes no half of one
            shutil.rmtree(get_dataset_path(dataset_id), ignore_errors=True)
            raise _unwritten(dataset_id, e) from e
    steps = changed = 0
    packed = dataset.storage.data_path / MAIN
    try:
        with tempfile.TemporaryDirectory(dir=packed.parent) as folder, PackedFile(packed) as file:
            # some episodes at once are written by Minari beside the data set, and from there packed
            raw = MinariStorage.new(folder, env.observation_space, actions, jpeg_encoding=False)
            for batch in _batches(recordings):
                buffers = [_buffer(t, env, _more(t, trees, more)) for t in batch]
                steps += sum(len(t.steps) for t in batch)
                changed += sum(clipped for _, clipped in buffers)
                (raw.data_path / MAIN).write_bytes(b"")
                raw.update_episodes([buffer for buffer, _ in buffers])
                raw.update_episode_metadata([{ABOUT: _about(t)} for t in batch], range(len(batch)))
                file.append(raw.data_path / MAIN)
                advance(len(batch))
        about = {"format": FORMAT, "trees": trees, **({"devices": names} if names else {})}
        dataset.storage.update_metadata({ABOUT: {**about, **(more.about if more else {})}})
        dataset.storage.update_metadata({"total_episodes": len(recordings), "total_steps": steps})
        dataset.storage.update_metadata({"dataset_size": dataset.storage.get_size()})
    except BaseException as e:  # half a data set would look like a whole one
        minari.delete_dataset(dataset_id)
        if isinstance(e, OSError):
            raise _unwritten(dataset_id, e) from e
        raise
    return ExportReport(dataset_id, len(recordings), steps, changed)


def _unwritten(dataset_id: str, e: OSError) -> RecordingError:
    return RecordingError(
        f"Cannot write the Minari data set {dataset_id!r}: {e.strerror or e}. The recordings are intact: free space "
        "or set MINARI_DATASETS_PATH to another directory, and export them again."
    )


def _batches(recordings: Sequence[Trajectory]) -> Iterator[list[Trajectory]]:
    """Episodes of some steps together, as Minari writes all that it knows of a data set anew each time."""
    batch: list[Trajectory] = []
    for t in recordings:
        batch.append(t)
        if sum(len(b.steps) for b in batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _about(t: Trajectory) -> str:
    """What is known of an episode's task, as JSON."""
    of_nodes: tuple[str, ...] = ("id", "subtask", "parameters")
    meta: dict[str, object] = {name: t.meta.get(name, "") for name in ("task_id", "instruction")}
    if "" in t.devices:
        meta["device"] = t.meta.get("device", "")
    else:
        meta["devices"] = {name: known.get("device", "") for name, known in t.devices.items()}
        of_nodes += ("device",)
    nodes = [{name: node.get(name) for name in of_nodes} for node in t.meta["nodes"]]
    return json.dumps({**meta, "nodes": nodes})


def _more(t: Trajectory, trees: bool, more: MoreInfos | None) -> dict[str, NDArray[np.generic]]:
    """What the infos of an episode have besides."""
    found = dict(more(t)) if more is not None else {}
    for device in t.devices if trees else ():
        seen = [t.whole_tree(n, device) for n in range(len(t.steps) + 1)]
        texts = [tree.to_json().encode(errors="backslashreplace") for tree in seen]
        found[key_on(device, "tree")] = np.array(texts)
    return found


def _buffer(t: Trajectory, env: gymnasium.Env, more: Mapping[str, object]) -> tuple[EpisodeBuffer, int]:
    """An episode in Minari's form, and how many of its actions are clipped in it."""
    from minari.data_collector import EpisodeBuffer

    names = tuple(filter(None, t.devices))
    fields = [_fields(step, names) for step in t.steps]
    infos = [t.meta["info"], *(s.info for s in t.steps)]
    buffer = EpisodeBuffer(
        seed=t.meta.get("seed"),
        options={"task": t.meta.get("task_id", "")},
        observations=_columns(_observations(t, env)),
        actions=_columns([action for action, _ in fields]),
        rewards=[s.reward for s in t.steps],
        terminations=[s.terminated for s in t.steps],
        # a recording that was cut off is a truncated episode
        truncations=[s.truncated or (not t.complete and s is t.steps[-1]) for s in t.steps],
        infos={
            "coverage_rate": [float(i.get("coverage_rate", 0.0)) for i in infos],
            "is_success": [bool(i.get("is_success", False)) for i in infos],
            "newly_completed": [" ".join(i.get("newly_completed", ())) for i in infos],
            "end_reason": [i.get("end_reason") or "" for i in infos],
            "action": np.array([b"", *(json.dumps(to_json(s.value)).encode() for s in t.steps)]),
            **more,
        },
    )
    return buffer, sum(not exact for _, exact in fields)


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


def _fields(step: RecordedStep, devices: Sequence[str]) -> tuple[dict[str, object], bool]:
    """A step's action in the environment's space, and whether it is exactly what was done.

    Args:
        step: The step.
        devices: The names of several devices; empty of one.
    """

    def encoded(action: Action) -> dict[str, object]:
        if not devices:
            return encode_action(action)
        return encode_on(On(step.device, action) if step.device else action, devices)

    action = step.action
    try:
        return encoded(action), True
    except ActionError:
        return encoded(_clipped(action)), False


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
