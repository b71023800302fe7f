"""A recorded episode on disk, and its reader.

One directory an episode:

* ``meta.json``: what was known when it began;
* ``steps.jsonl``: one line a step, appended and flushed when the step is complete;
* ``obs0000.png``, ...: the screen before the first action, then after each one; of several devices
  ``obs0000-phone.png``, and where a device looks as before there is no file, but the step's line says under ``shown``
  which observation's it is;
* ``arrays.bin``: the arrays of all observations (see `omnigym.recording.arrays`), if they were asked for;
* ``reference.bin``: what they are packed against (see `omnigym.recording.schema`);
* ``tree0000.json``, ...: the full trees, if they were asked for; of several devices as the screens;
* ``sound0001.wav``, ``film0001.mp4``, ...: what sounded since the observation before, and small frames of that time, if
  they were observed and time has passed; of several devices named as the screens, and there for each observation;
* ``trajectory.json``: the whole in the form of OmniBench C.2 (one subtask) or C.5, written when it has ended.

A line without its newline, or a file ending in ``.part``, is what a killed process left behind: it is passed over, so
that the episode reads up to its last complete step. Whatever else does not fit is a
`RecordingError` that names the file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from omnigym.a11y import Tree
from omnigym.actions import Action, On, from_json
from omnigym.devices.protocol import AUDIO_RATE
from omnigym.documents.sound import samples_of
from omnigym.errors import ActionError, RecordingError, UnknownNameError, UnreadableError
from omnigym.foreign import parse_json, place_of, read_text, show_value
from omnigym.foreign.limits import MAX_ARRAYS, MAX_LINE, MAX_RECORD
from omnigym.recording.files import (
    ARRAYS,
    MAX_SOUND,
    META,
    STEPS,
    bytes_in,
    damage_error,
    film_file,
    screen_file,
    screen_in,
    sound_file,
    tree_file,
    tree_in,
)
from omnigym.recording.schema import FIRST_FORMAT, SEVERAL_FORMAT, LineModel, MetaModel, SeveralMetaModel
from omnigym.spaces.multi_device import key_on

if TYPE_CHECKING:
    from omnigym.recording.arrays import ArraysReader

__all__ = [
    "RecordedStep",
    "Trajectory",
    "read_trajectory",
]


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step.

    Attributes:
        entry: The action in the form of C.2, the exact one under ``"action"``; of several devices ``"device"`` says
            on which it was done.
        reward, terminated, truncated, info: What the step returned.
        shown: Of each of several devices the observation whose files show it after the step.
    """

    entry: Mapping[str, Any]
    reward: float
    terminated: bool
    truncated: bool
    info: Mapping[str, Any]
    shown: Mapping[str, int] = field(default_factory=dict)

    @property
    def action(self) -> Action:
        """The action."""
        return from_json(dict(self.entry["action"]))

    @property
    def device(self) -> str:
        """The name of the device of the action; "" for a single device, or if the action belongs to no device."""
        return str(self.entry.get("device", ""))

    @property
    def value(self) -> Action | On:
        """The action that an environment with this number of devices takes for the same step."""
        return On(self.device, self.action) if self.device else self.action


@dataclass(frozen=True)
class Trajectory:
    """A recorded episode. Observation ``n`` is what was seen before step ``n``; the last one is after the last step.

    Attributes:
        path: Its directory.
        meta: What was known when it began: trajectory_id, task_id, instruction, intent, nodes, edges, info; of one
            device its size, of several ``devices``...
        steps: The complete steps.
    """

    path: Path
    meta: Mapping[str, Any]
    steps: tuple[RecordedStep, ...] = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether the episode was recorded to its end."""
        return bool(self.steps) and (self.steps[-1].terminated or self.steps[-1].truncated)

    @cached_property
    def devices(self) -> Mapping[str, Mapping[str, Any]]:
        """The data of each device (device, size, frame_is_observed), by its name; a single device is named ""."""
        several = self.meta.get("format") == SEVERAL_FORMAT
        known: Mapping[str, Mapping[str, object]] = self.meta["devices"] if several else {"": self.meta}
        return known

    @property
    def size(self) -> tuple[int, int]:
        """The (width, height) of the only device's screen in pixels.

        Raises:
            UnknownNameError: There are several.
        """
        return self.size_of("")

    def size_of(self, device: str) -> tuple[int, int]:
        """Return the (width, height) of a device's screen in pixels.

        Raises:
            UnknownNameError: There is no such device.
        """
        if device not in self.devices:
            raise UnknownNameError("device", device, self.devices)
        width, height = self.devices[device]["size"]
        return width, height

    def shown_by(self, n: int, device: str = "") -> int:
        """Return the observation whose files show a device at observation ``n``; an earlier one if unchanged."""
        return self.steps[n - 1].shown.get(device, n) if device and 0 < n <= len(self.steps) else n

    @cached_property
    def total_reward(self) -> float:
        """The undiscounted return."""
        return float(sum(s.reward for s in self.steps))

    @property
    def info(self) -> Mapping[str, Any]:
        """The last info."""
        last: Mapping[str, object] = self.steps[-1].info if self.steps else self.meta["info"]
        return last

    def frame(self, n: int, device: str = "") -> NDArray[np.uint8] | None:
        """Return the screen of observation ``n``, uint8 (H, W, 3), or None if none was recorded.

        Args:
            n: Of the observation.
            device: The name of one of several devices.

        Raises:
            RecordingError: The picture is damaged, or not of the screen's size.
            UnknownNameError: There is no such device.
        """
        expected = self.size_of(device)
        return screen_in(self.path / screen_file(self.shown_by(n, device), device), expected)

    def tree(self, n: int, device: str = "") -> Tree | None:
        """Return the tree of observation ``n``, or None if none was recorded.

        Args:
            n: Of the observation.
            device: The name of one of several devices.

        Raises:
            RecordingError: The file is damaged.
        """
        return tree_in(self.path / tree_file(self.shown_by(n, device), device))

    def sound(self, n: int, device: str = "") -> NDArray[np.int16] | None:
        """Return the sound between the observations ``n - 1`` and ``n``, int16 (S,) at 16 kHz, or None if not recorded.

        Args:
            n: Of the observation.
            device: The name of one of several devices.

        Raises:
            RecordingError: The file is damaged.
            UnknownNameError: There is no such device.
        """
        self.size_of(device)
        path = self.path / sound_file(n, device)
        content = bytes_in(path, MAX_SOUND)
        if content is None:
            return None
        rate, samples = samples_of(content)
        if rate != AUDIO_RATE or not len(samples):
            raise damage_error(path, f"expected a .wav file of {AUDIO_RATE} samples a second")
        return samples

    def film(self, n: int, device: str = "") -> Path | None:
        """Return the MP4 of the frames between the observations ``n - 1`` and ``n``, or None if none was recorded.

        Args:
            n: Of the observation.
            device: The name of one of several devices.

        Raises:
            UnknownNameError: There is no such device.
        """
        self.size_of(device)
        path = self.path / film_file(n, device)
        return path if path.is_file() else None

    def whole_tree(self, n: int, device: str = "") -> Tree:
        """Return the tree of observation ``n``, as `tree`, which must exist.

        Raises:
            RecordingError: It was not recorded, or is damaged.
        """
        tree = self.tree(n, device)
        if tree is None:
            raise RecordingError(
                f"{self.path} lacks the accessibility tree of observation {n}. Record with RecordTrajectory(env, ..., "
                "trees=True), or: omnigym record --trees"
            )
        return tree

    def observation(self, n: int) -> dict[str, NDArray[np.generic]]:
        """Return observation ``n`` as the environment returned it, all arrays new.

        Raises:
            RecordingError: The arrays were not recorded, or are damaged.
        """
        path = self.path / ARRAYS
        try:
            observation = self._arrays.read(n)
        except IndexError:
            raise damage_error(path, f"it ends before observation {n}") from None
        except UnreadableError as e:
            raise damage_error(path, str(e)) from None
        for device, known in self.devices.items():
            frame = self.frame(n, device) if known.get("frame_is_observed") else None
            if frame is not None:
                observation[key_on(device, "screenshot")] = frame
        keys = self.meta.get("observation_keys", ())
        missing = [k for k in keys if k not in observation]
        if missing:
            raise damage_error(path, f"it lacks {show_value(missing[0])} of what was observed")
        return {k: observation[k] for k in keys}

    @cached_property
    def _arrays(self) -> ArraysReader:
        path = self.path / ARRAYS
        from omnigym.recording.arrays import ArraysReader

        content = bytes_in(path, MAX_ARRAYS)
        if content is None:
            raise RecordingError(f"{self.path} holds no {ARRAYS}. Record with RecordTrajectory(env, ..., arrays=True).")
        reference = self._reference()
        try:
            return ArraysReader(content, reference)
        except UnreadableError as e:
            raise damage_error(path, str(e)) from None

    def _reference(self) -> bytes:
        """What the arrays are packed against."""
        from omnigym.recording.schema import REFERENCE, read_reference

        if self.meta.get("format", FIRST_FORMAT) == FIRST_FORMAT:
            return b""
        path = self.path / REFERENCE
        try:
            return read_reference(path)
        except FileNotFoundError:
            raise damage_error(path, f"it is missing, and {ARRAYS} is packed against it") from None
        except UnreadableError as e:
            raise damage_error(path, str(e)) from None

    def to_omnibench(self) -> dict[str, object]:
        """Return the trajectory in the form of C.2 if the task is one subtask, else in that of C.5.

        Of several devices an observation has the name of a file by each of theirs, and an action says its ``device``.
        The suffix of ``trajectory_id`` is the number of the recording: topological orders are not enumerated.
        """
        first = next(iter(self.devices))
        count = len(self.steps) + 1 if (self.path / screen_file(0, first)).exists() else 0
        meta = self.meta
        body = {
            "instruction": meta.get("instruction", ""),
            "observations": [self._screens(n) for n in range(count)],
            "actions": [dict(s.entry) for s in self.steps],
        }
        if len(meta["nodes"]) == 1:
            return {
                "trajectory_id": meta.get("trajectory_id", ""),
                **body,
                "subtask_id": meta["nodes"][0].get("subtask", ""),
            }
        done = self._completed()
        return {
            "trajectory_id": meta.get("trajectory_id", ""),
            "task_id": meta.get("task_id", ""),
            "topological_order": [*done, *(n for n in meta.get("topological_order", ()) if n not in done)],
            "intent": meta.get("intent", ""),
            **body,
        }

    def _screens(self, n: int) -> str | dict[str, str]:
        names = {device: screen_file(self.shown_by(n, device), device) for device in self.devices}
        return names.get("") or names

    def _completed(self) -> list[str]:
        """The task's nodes in the order in which they were completed: one of several parts with the last of these."""
        places = {name: k for k, name in enumerate(n for s in self.steps for n in s.info.get("newly_completed", ()))}
        parts = {n["id"]: n.get("parts") or [n["id"]] for n in self.meta["nodes"]}
        last = {node: max(places[p] for p in own) for node, own in parts.items() if places.keys() >= set(own)}
        return sorted(last, key=last.__getitem__)


def read_trajectory(path: str | Path) -> Trajectory:
    """Read the recording in a directory, up to its last complete step.

    Raises:
        RecordingError: The directory holds no recording, one of another version, or a damaged one; names the file, and
            of steps the line.
    """
    path = Path(path)
    try:
        text = read_text(path / META, MAX_RECORD)
    except (FileNotFoundError, UnreadableError) as e:
        raise RecordingError(f"{path} holds no recording: {e}. Expected a directory with {META} and {STEPS}.") from None
    meta = _checked(_meta_model, text, path / META, "Remove the directory, or bring the file back")
    trajectory = Trajectory(path, meta, ())
    return replace(trajectory, steps=tuple(_steps(path / STEPS, trajectory.devices)))


def _meta_model(data: object) -> type[BaseModel]:
    several = isinstance(data, dict) and data.get("format") == SEVERAL_FORMAT
    return SeveralMetaModel if several else MetaModel


def _line_model(_: object) -> type[BaseModel]:
    return LineModel


def _steps(path: Path, devices: Collection[str]) -> Iterator[RecordedStep]:
    """The steps of a file's complete lines. The last line may lack its end: it was being written when all ended.

    Args:
        path: The file.
        devices: The names of those on which something may be done.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return  # killed before the first step
    except OSError as e:
        raise RecordingError(f"{path} cannot be read: {e.strerror or e}. Give it back its permissions.") from None
    with file:
        for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
            place, advice = (
                f"{path}, line {number}",
                f"Cut the file off before this line to keep the {number - 1} steps",
            )
            if len(line) > MAX_LINE:
                raise RecordingError(f"{place}: a line has at most {MAX_LINE:,} bytes. {advice}.")
            if not line.endswith(b"\n"):
                return
            data = _checked(_line_model, line.decode("utf-8", "replace"), place, advice)
            flags = data["terminated"], data["truncated"]
            step = RecordedStep(data["entry"], float(data["reward"]), *flags, data["info"], data.get("shown", {}))
            try:
                _ = step.action
            except (ActionError, LookupError, ValueError, TypeError, OverflowError) as e:
                raise RecordingError(
                    f"{place}, entry.action: it is no action: {show_value(str(e))}. {advice}."
                ) from None
            if step.device not in ("", *devices):
                named = f"expected one of {', '.join(filter(None, devices)) or 'none'}, got {show_value(step.device)}"
                raise RecordingError(f"{place}, entry.device: {named}. {advice}.")
            later = [n for n in step.shown.values() if n > number]
            if later:
                raise RecordingError(f"{place}, shown: observation {later[0]} comes after step {number}. {advice}.")
            yield step


def _checked(model_of: Callable[[object], type[BaseModel]], text: str, place: object, advice: str) -> dict[str, Any]:
    """The JSON object of a text, of the form of the model that it belongs to."""
    try:
        data = parse_json(text)
        model_of(data).model_validate(data)
    except UnreadableError as e:
        raise RecordingError(f"{place}: {e}. {advice}.") from None
    except ValidationError as e:
        error = e.errors(include_url=False)[0]
        where = place_of(error["loc"]) or "whole"
        raise RecordingError(f"{place}, {where}: {error['msg']}, got {show_value(error['input'])}. {advice}.") from None
    out: dict[str, object] = data
    return out
