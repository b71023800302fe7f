"""Successful episodes for learning, read from directories of recordings or from a Minari dataset of omnigym."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from omnigym.a11y import Tree
from omnigym.actions import Action, from_json
from omnigym.errors import (
    ActionError,
    ConfigError,
    MissingDependencyError,
    RecordingError,
    UnknownNameError,
    UnreadableError,
)
from omnigym.foreign import convert_errors, items_in, parse_json, read_text, show_value, within
from omnigym.foreign.limits import MAX_LINE, MAX_NODES, MAX_RECORD, MAX_TREE
from omnigym.recording.files import ARRAYS, find_trajectories
from omnigym.recording.minari_form import ABOUT, FORMAT, MAIN
from omnigym.recording.trajectory import Trajectory, read_trajectory

__all__ = ["Demonstration", "read_demonstrations"]

_METADATA = "metadata.json"
_ALL_TREES = 16 * MAX_TREE  # bytes of those of an episode, once they are unpacked
_ALL_SCREENS = 1 << 31  # the same of screenshots


@dataclass(frozen=True)
class Demonstration:
    """A successful episode.

    Attributes:
        task_id, instruction: Its task.
        parameters: Of each node of the task.
        device: The name of the device.
        actions: What was done.
        trees: What was on the screen before each action, in full. What did not change is the same object. Empty if
            they were not asked for.
        screens: The screenshot before each action, of the size that was recorded: uint8 (H, W, 3). Empty if they were
            not asked for.
    """

    task_id: str
    instruction: str
    parameters: tuple[Mapping[str, Any], ...]
    device: str
    actions: tuple[Action, ...]
    trees: tuple[Tree, ...] = ()
    screens: tuple[NDArray[np.uint8], ...] = ()


class _Node(BaseModel):
    model_config = ConfigDict(strict=True)

    parameters: dict[str, Any]


class _About(BaseModel):
    """What is known of an episode's task."""

    model_config = ConfigDict(strict=True)

    task_id: str
    instruction: str
    device: str
    nodes: Annotated[list[_Node], Field(max_length=MAX_NODES)]


def read_demonstrations(source: str | Path, trees: bool = True, screens: bool = False) -> Iterator[Demonstration]:
    """Read the successful episodes, one after another; others are skipped.

    Args:
        source: A directory with recordings in or below it, the directory of a Minari set, or the name of one.
        trees, screens: Whether the trees and the screenshots are read, which there have to be then.

    Raises:
        ConfigError: There is nothing of that name, or it is no set of omnigym's, one of another version, one
            without trees or screenshots, or of several devices.
        MissingDependencyError: It is the name of a set, and Minari is not installed.
        RecordingError: A recording lacks its trees or screenshots, or something is damaged; names it.
    """
    path = Path(source)
    if not path.is_dir():
        path = _set_of(str(source))
    for folder in (path, path / "data"):
        if (folder / _METADATA).is_file():
            yield from _of_set(folder, trees, screens)
            return
    recordings = find_trajectories(path)
    if not recordings:
        raise ConfigError(f"{path} has neither recordings nor a Minari set in it. Make some: omnigym record --trees")
    for recording in recordings:
        trajectory = read_trajectory(recording)
        _on_one(trajectory.devices, recording)
        if trajectory.info.get("is_success") is True:
            yield _of_recording(trajectory, trees, screens)


def _set_of(name: str) -> Path:
    try:
        import minari
        from minari.storage import get_dataset_path
    except ImportError as e:
        raise MissingDependencyError("minari", "Reading a Minari set", "pip install 'omnigym[record]'") from e
    folder = Path(get_dataset_path(name))
    if not folder.is_dir():
        raise UnknownNameError("directory or Minari set", name, minari.list_local_datasets())
    return folder


def _on_one(devices: Mapping[str, object], where: Path) -> None:
    if "" not in devices:
        raise ConfigError(
            f"{where} was recorded on several devices, {', '.join(devices)}, and a demonstration is of one. Leave it "
            "out, or read it with omnigym.recording.read_trajectory or Minari."
        )


def _of_recording(trajectory: Trajectory, trees: bool, screens: bool) -> Demonstration:
    steps = range(len(trajectory.steps))
    seen = [trajectory.whole_tree(n) for n in steps] if trees else None
    shots = [_screen(trajectory, n) for n in steps] if screens else None
    with _named(trajectory.path):
        about = _About.model_validate(trajectory.meta)
        return _demonstration(about, [s.action for s in trajectory.steps], seen, shots)


def _screen(trajectory: Trajectory, n: int) -> NDArray[np.uint8]:
    """The full screen of an observation; of a recording without them the screenshot that was observed."""
    shot = trajectory.frame(n)
    if shot is None and (trajectory.path / ARRAYS).is_file():
        shot = trajectory.observation(n).get("screenshot")  # type: ignore[assignment] # it is checked with the others
    if shot is None:
        raise RecordingError(
            f"{trajectory.path} lacks the screenshot of observation {n}. Record with RecordTrajectory(env, ..., "
            "screenshots=True), or: omnigym record, without --no-screens"
        )
    return shot


def _of_set(folder: Path, trees: bool, screens: bool) -> Iterator[Demonstration]:
    try:
        about = parse_json(read_text(folder / _METADATA, MAX_RECORD)).get(ABOUT)
    except (UnreadableError, AttributeError) as e:
        raise _damaged(folder / _METADATA, e) from None
    if not isinstance(about, dict) or about.get("format") != FORMAT or not isinstance(about.get("trees"), bool):
        came = "none" if about is None else show_value(about)
        raise ConfigError(
            f"{folder} is no Minari set of this omnigym: under {ABOUT!r} its metadata say {came}, expected the format "
            f"{FORMAT!r}. Record it anew: omnigym record --trees --minari ID"
        )
    _on_one(dict.fromkeys(map(str, items_in(about.get("devices")))) or {"": None}, folder)
    if trees and not about["trees"]:
        raise ConfigError(f"The Minari set in {folder} lacks trees. Record it anew: omnigym record --trees --minari ID")
    import h5py

    path = folder / MAIN
    with _named(path):
        file = h5py.File(path, "r")
    with file:
        for n in range(len(file)):
            with _named(path, f"episode_{n}"):
                group = file[f"episode_{n}"]
                bare = screens and "screenshot" not in group["observations"]
                found = None if bare else _episode(group, trees, screens)
            if bare:
                raise ConfigError(
                    f"The Minari set in {folder} lacks screenshots. Record it anew, with --observation pixels or both."
                )
            if found is not None:
                yield found


def _episode(group: Any, trees: bool, screens: bool) -> Demonstration | None:
    """The demonstration in a group of the file; None if it did not succeed."""
    infos = group["infos"]
    if not infos["is_success"][-1]:
        return None
    for name, most in (("action", MAX_LINE), *([("tree", MAX_TREE)] if trees else [])):
        if infos[name].dtype.kind != "S" or infos[name].ndim != 1:
            raise ValueError(f"infos/{name} has to be texts, got {infos[name].dtype}")
        within(infos[name].dtype.itemsize, most, f"bytes of infos/{name}")
        within(infos[name].nbytes, _ALL_TREES, f"bytes of all of infos/{name}")
    actions = [from_json(parse_json(text.decode())) for text in infos["action"][1:]]
    seen: list[Tree] = []
    texts = infos["tree"][:-1] if trees else ()
    for n, text in enumerate(texts):
        seen.append(seen[-1] if n and text == texts[n - 1] else Tree.from_json(text.decode()))
    shots: list[NDArray[np.uint8]] = []
    if screens:
        shot = group["observations"]["screenshot"]
        within(shot.nbytes, _ALL_SCREENS, "bytes of all of observations/screenshot")
        shots = list(shot[:-1])
    about = _About.model_validate(parse_json(str(group.attrs[ABOUT])))
    return _demonstration(about, actions, seen if trees else None, shots if screens else None)


def _demonstration(
    about: _About,
    actions: Sequence[Action],
    trees: Sequence[Tree] | None,
    screens: Sequence[NDArray[np.uint8]] | None,
) -> Demonstration:
    for what, seen in (("trees", trees), ("screenshots", screens)):
        if seen is not None and (len(actions) != len(seen) or not actions):
            raise ValueError(f"there are {len(actions)} actions and {len(seen)} {what} before them")
    for shot in screens or ():
        if shot.dtype != np.uint8 or shot.ndim != 3 or shot.shape[2] != 3 or 0 in shot.shape:
            raise ValueError(f"a screenshot has to be uint8 (H, W, 3), got {shot.dtype} {shot.shape}")
    same: list[Tree] = []
    for tree in trees or ():
        same.append(same[-1] if same and (tree is same[-1] or tree.nodes == same[-1].nodes) else tree)
    parameters = tuple([node.parameters for node in about.nodes])
    known = about.task_id, about.instruction, parameters, about.device
    return Demonstration(*known, tuple(actions), tuple(same), tuple(screens or ()))


@contextmanager
def _named(path: Path, part: str = "") -> Iterator[None]:
    """What cannot be read is an error with its place."""
    try:
        with convert_errors("recorded episode"):
            yield
    except (UnreadableError, ActionError) as e:
        raise _damaged(path, e, part) from None


def _damaged(path: Path, problem: object, part: str = "") -> RecordingError:
    where = f"{path}, {part}" if part else str(path)
    return RecordingError(f"{where}: {problem} Bring it back, or leave it out.")
