"""A group of environments in one process, stepped one after the other."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeAlias

from gymnasium import Space
from gymnasium.vector import AutoresetMode

from omnigym.devices.protocol import UpdatesFrames
from omnigym.envs.episodic import EpisodicEnv
from omnigym.envs.vector.batch import MASK, Batch
from omnigym.envs.vector.infos import Changes, InfoDelta
from omnigym.errors import ConfigError, DeviceError
from omnigym.spaces.multi_device import key_on

__all__ = ["Env", "ErrorCapture", "Group", "GroupReport", "GroupSpec", "screenshots_of"]

from omnigym.envs.observer import Array, Env, InfoDict

#: Reward, terminated, truncated, observation, info.
_Step: TypeAlias = tuple[float, bool, bool, Any, InfoDict]


def screenshots_of(env: Env) -> dict[str, str]:
    """Return the keys of the screenshots in an environment's observations, and the device of each."""
    base = env.unwrapped
    names = base.device_names if isinstance(base, EpisodicEnv) else ("",)
    return {key_on(name, "screenshot"): name for name in names}


class ErrorCapture:
    """A ``with`` block that keeps its exceptions for the caller, maybe in another process, to raise.

    Attributes:
        error: The exception, with the traceback as a note of it, which goes to another process with it.
    """

    error: Exception | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Exception):
            return False
        error.add_note("In the environment:\n" + "".join(traceback.format_tb(trace)))
        error.__cause__ = error.__context__ = None
        self.error = error.with_traceback(None)
        return True


class GroupReport(NamedTuple):
    """The result of one environment's reset or step without the batch, or the error that it raised."""

    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    info: InfoDelta = InfoDelta({})
    error: Exception | None = None


class GroupSpec(NamedTuple):
    """The way to make and use a group's environments: plain data and functions, which are sent to a worker.

    Attributes:
        makers: A function for each environment.
        first: The row of the first one in the batch.
        spaces: Observation and action space of each.
        mode: When an environment that has ended is reset.
        ended: Whether they take the place of others whose episodes are over, so that their next step is a reset.
        seeds: Of that reset.
    """

    makers: Sequence[Callable[[], Env]]
    first: int
    spaces: tuple[Space[Any], Space[Any]]
    mode: AutoresetMode
    ended: bool = False
    seeds: Sequence[int | None] = ()


class Group:
    """Environments that are made and stepped together, and whose observations are written into a batch.

    Args:
        made: How they are made.
        batch: Where observations and masks go.
        envs: The first environments, if they are there already.

    Raises:
        ConfigError: They have different spaces.
    """

    def __init__(self, made: GroupSpec, batch: Batch, envs: Sequence[Env] = ()) -> None:
        self.envs: list[Env] = list(envs)
        try:
            for make in made.makers[len(self.envs) :]:
                self.envs.append(make())
            for env in self.envs:
                if (env.observation_space, env.action_space) != made.spaces:
                    raise ConfigError(
                        "The environments of a batch need the same spaces, got "
                        f"{made.spaces[0]}, {made.spaces[1]} and {env.observation_space}, {env.action_space}."
                    )
        except BaseException:
            self.close()
            raise
        self._first, self._mode = made.first, made.mode
        self._ended = [made.ended] * len(self.envs)
        self._seeds = list(made.seeds) or [None] * len(self.envs)
        self._changes = [Changes() for _ in self.envs]
        rows = range(made.first, made.first + len(self.envs))
        # By slot, then environment: the row of each array, in a batch of one.
        self._rows = [[{k: a[row : row + 1] for k, a in slot.items()} for row in rows] for slot in batch.slots]
        # The frames in them: always the same objects, by which a device knows them.
        kept = batch.plan.screenshots
        self._frames = [[{key: row[key][0] for key in kept} for row in slot] for slot in self._rows]
        self._shows = [screenshots_of(env) for env in self.envs]
        self._plain = batch.plan.plain
        self._masks = [
            env.get_wrapper_attr("action_masks") if f"_{MASK}" in batch.plan.fields else None for env in self.envs
        ]

    @property
    def ended(self) -> list[bool]:
        """Whether the next step of each environment, in the mode ``NextStep``, is a reset."""
        return list(self._ended)

    def reset(
        self, slot: int, calls: Iterable[tuple[int | None, Mapping[str, object] | None] | None]
    ) -> list[GroupReport]:
        """Reset the environments, each with a seed and options; an environment whose call is None is left unchanged."""
        return [
            GroupReport() if call is None else self._try(slot, n, self._reset, *call) for n, call in enumerate(calls)
        ]

    def step(self, slot: int, actions: Iterable[object]) -> list[GroupReport]:
        """Step the environments, or reset those that have ended, as the autoreset mode requires."""
        return [self._try(slot, n, self._step, action) for n, action in enumerate(actions)]

    def call(self, name: str | Callable[..., Any], args: tuple[object, ...], kwargs: Mapping[str, object]) -> list[Any]:
        """Return each environment's attribute ``name``, or its result if it is callable; or call a function on each."""
        if not isinstance(name, str):
            return [name(env, *args, **kwargs) for env in self.envs]
        found = [env.get_wrapper_attr(name) for env in self.envs]
        return [f(*args, **kwargs) if callable(f) else f for f in found]

    def set_attr(self, name: str, values: Sequence[object]) -> None:
        """Set an attribute of each environment."""
        for env, value in zip(self.envs, values, strict=True):
            env.set_wrapper_attr(name, value)

    def close(self) -> None:
        """Close the environments; may be called twice."""
        envs, self.envs = self.envs, []
        for env in envs:
            env.close()

    # -- one environment ----------------------------------------------------------------------------------------------

    def _try(self, slot: int, n: int, do: Callable[..., _Step], *args: object) -> GroupReport:
        with ErrorCapture() as caught:
            reward, terminated, truncated, observation, info = do(n, *args)
            if self._masks[n] is not None:
                info.pop(MASK, None)  # it is in the batch
            self._write(slot, n, observation)
            return GroupReport(reward, terminated, truncated, self._changes[n].of(info))
        return GroupReport(error=caught.error)

    def _reset(self, n: int, seed: int | None, options: Mapping[str, object] | None) -> _Step:
        observation, info = self.envs[n].reset(seed=seed, options=None if options is None else dict(options))
        self._ended[n] = False
        return 0.0, False, False, observation, info

    def _step(self, n: int, action: object) -> _Step:
        if self._ended[n] and self._mode is AutoresetMode.NEXT_STEP:
            seed, self._seeds[n] = self._seeds[n], None
            return self._reset(n, seed, None)
        observation, reward, terminated, truncated, info = self.envs[n].step(action)
        self._ended[n] = bool(terminated or truncated)
        if self._ended[n] and self._mode is AutoresetMode.SAME_STEP:
            final = {"final_obs": observation, "final_info": info}
            *_, observation, info = self._reset(n, None, None)
            info = {**info, **final}
        return float(reward), bool(terminated), bool(truncated), observation, info

    def _write(self, slot: int, n: int, observation: Any) -> None:
        row = self._rows[slot][n]
        if self._plain:
            row[""][0] = observation
        else:
            frames = self._frames[slot][n]
            for name, value in observation.items():
                if name not in frames or not self._updated(n, self._shows[n][name], value, frames[name]):
                    row[name][0] = value
        masks = self._masks[n]
        if masks is not None:
            try:
                row[f"_{MASK}"][0] = masks()
            except DeviceError:  # the episode has just ended by it, and nothing is known of the screen
                row[f"_{MASK}"][0] = True

    def _updated(self, n: int, name: str, shown: Array, kept: Array) -> bool:
        """Whether the device of a name itself made ``kept`` equal to what it shows."""
        env = self.envs[n].unwrapped
        device: object = env.devices[name] if isinstance(env, EpisodicEnv) else None
        return isinstance(device, UpdatesFrames) and device.update_frame(shown, kept)
