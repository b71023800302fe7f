"""Snapshots of environments: a moment of an episode, to which you can return as often as you like.

```python
from omnigym.envs import snapshots

kept = snapshots.take(env)                              # microseconds: references to what never changes
observation, info = snapshots.restore(env, kept)        # the same moment again
env.reset(options={"snapshot": kept})                   # the same, for whoever only resets: vector environments
kept = snapshots.Snapshot.from_bytes(bytes(kept))       # in another process
```

A restored snapshot continues exactly like the moment itself, byte for byte: screen, tree, rewards, infos, limits,
disturbances, and the tasks that later resets draw. One environment's snapshot is good for
any other that has such a device, also with other observations, rewards and limits.

**Wrappers** take part. One that keeps something of an episode has a method ``snapshot_state()``, which returns it as a
value that never changes, and its ``reset`` takes it back by `state_in`. A wrapper without it that has a ``step`` or a
``reset`` of its own is refused, since its state is unknown; `gymnasium.wrappers.TimeLimit` is known. Its count
comes back by `restore`; by ``reset`` it begins anew, since Gymnasium's wrappers know nothing of the option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol, Self, runtime_checkable

import gymnasium
import numpy as np
from gymnasium.wrappers import OrderEnforcing, PassiveEnvChecker, TimeLimit

from omnigym.envs.episode import Counters
from omnigym.envs.observer import Env, InfoDict
from omnigym.errors import ConfigError, UnreadableError
from omnigym.evaluation.evaluator import EvaluatorState
from omnigym.foreign import convert_errors, dump_plain, load_plain
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line, loads_task

__all__ = [
    "HasEpisodeState",
    "Layer",
    "SealedSnapshot",
    "Snapshot",
    "check_snapshot",
    "read_snapshot",
    "restore",
    "state_in",
]
__all__ += ["take", "take_anywhere"]

_FORMAT = "omnigym-snapshot/1"
_SEALED = "omnigym-sealed-snapshot/1"
#: What wrappers of Gymnasium's keep of an episode: names of attributes.
_KEPT: Mapping[type, tuple[str, ...]] = {OrderEnforcing: (), PassiveEnvChecker: (), TimeLimit: ("_elapsed_steps",)}
_BASES = (gymnasium.Wrapper, gymnasium.ObservationWrapper, gymnasium.RewardWrapper, gymnasium.ActionWrapper)
_PLAIN = {getattr(base, name) for base in _BASES for name in ("reset", "step")}


@runtime_checkable
class HasEpisodeState(Protocol):
    """A wrapper that takes part in snapshots."""

    def snapshot_state(self) -> object:
        """Return the wrapper's state of the episode: an immutable value of plain parts (`omnigym.foreign.plain`).

        None if it keeps nothing, or finds it again in the observation and info of a reset.

        Raises:
            ConfigError: It cannot go on from a snapshot.
        """
        ...


class Layer(NamedTuple):
    """The state of one wrapper.

    Attributes:
        wrapper: Name of its class.
        state: The value of its ``snapshot_state``.
    """

    wrapper: str
    state: object


class Snapshot(NamedTuple):
    """A moment of an episode: references to immutable values, so it is small and takes a few look-ups.

    Attributes:
        task: The task of the episode.
        device: The value of the device's own ``snapshot``; of several devices a mapping of these by name.
        progress: The state of the evaluator.
        counters: The counters of the episode.
        random: The state of the environment's ``np_random``, from which the next resets draw.
        layers: The states of its wrappers, from the innermost.
    """

    task: Task
    device: Any
    progress: EvaluatorState
    counters: Counters
    random: Mapping[str, Any]
    layers: tuple[Layer, ...] = ()

    @property
    def task_id(self) -> str:
        """The id of the task."""
        return self.task.id

    def __bytes__(self) -> bytes:
        """The snapshot for another process or machine with the same version of omnigym.

        Raises:
            ConfigError: The device's snapshots are bound to the process, or a wrapper's state is not plain.
            TaskFileError: The task cannot be written, as it has a host.
            TooLargeError: It is more than is read.
        """
        return dump_plain((_FORMAT, dumps_line(self.task), *self[1:-1], self.layers))

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Read a snapshot from bytes.

        They may be anybody's: they are read as data, within limits, and nothing in them is run. The state of the device
        in them is trusted, though: a forged one may hold any state of it, or one that ends in a device error.

        Raises:
            UnreadableError: They are damaged, another version's, or something else.
            TooLargeError: They are more than is read.
            TaskFileError: The task in them cannot be used.
        """
        return cls._of(load_plain(content, "snapshot"))

    @classmethod
    def _of(cls, found: Any) -> Self:
        with convert_errors("snapshot"):
            mark, text, device, progress, counters, random, layers = found
            sound = (
                mark == _FORMAT
                and isinstance(text, str)
                and type(progress) is EvaluatorState
                and type(counters) is Counters
                and all(type(layer) is Layer for layer in layers)
            )
            if not sound:
                raise UnreadableError("Expected the bytes of a snapshot, got those of something else.")
            np.random.PCG64().state = random
        return cls(loads_task(text, "snapshot"), device, progress, counters, random, layers)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled, it goes by its bytes."""
        return type(self).from_bytes, (bytes(self),)

    def __copy__(self) -> Self:
        """It never changes."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """It never changes."""
        return self


class SealedSnapshot(NamedTuple):
    """A moment of a server's environment (`omnigym.serve`); only the server that made it can read it.

    Attributes:
        task_id: The id of the task.
        content: Bytes of the server's.
        layers: The states of the wrappers on the client's side, from the innermost.
    """

    task_id: str
    content: bytes
    layers: tuple[Layer, ...] = ()

    def __bytes__(self) -> bytes:
        """The snapshot for another process, such as a run that goes on.

        Raises:
            ConfigError: A wrapper's state is not plain.
            TooLargeError: It is more than is read.
        """
        return dump_plain((_SEALED, *self))


def read_snapshot(content: bytes) -> Snapshot | SealedSnapshot:
    """Read a snapshot of either kind from bytes.

    Raises:
        UnreadableError: See `Snapshot.from_bytes`.
        TaskFileError: See `Snapshot.from_bytes`.
    """
    match load_plain(content, "snapshot"):
        case (mark, str(task_id), bytes(sealed), tuple(layers)) if mark == _SEALED:
            if all(type(layer) is Layer for layer in layers):
                return SealedSnapshot(task_id, sealed, layers)
            raise UnreadableError("Expected the bytes of a snapshot, got those of something else.")
        case found:
            return Snapshot._of(found)


def take(env: Env) -> Snapshot:
    """A snapshot of an environment of this process with all its wrappers.

    Args:
        env: An environment of omnigym, wrapped or not.

    Raises:
        OmnigymError: See `take_anywhere`.
    """
    snapshot = take_anywhere(env)
    if not isinstance(snapshot, Snapshot):
        raise ConfigError("The environment is on a server, which alone can read its snapshots: take_anywhere(env).")
    return snapshot


def take_anywhere(env: Env) -> Snapshot | SealedSnapshot:
    """A snapshot of an environment of this process or of a server, with all its wrappers.

    Args:
        env: An environment of omnigym, wrapped or not.

    Raises:
        CapabilityError: The device has no snapshots, or the task is judged outside of it.
        ConfigError: It is no environment of omnigym, or the state of a wrapper is unknown.
        ResetNeeded: No episode has begun.
        DeviceError: The device failed.
    """
    layers = tuple([Layer(type(w).__name__, _state_of(w)) for w in reversed(list(_wrappers(env)))])
    base: object = env.unwrapped
    if not hasattr(base, "snapshot"):
        raise ConfigError(f"Only environments of omnigym have snapshots, got {type(base).__name__}.")
    snapshot: Snapshot | SealedSnapshot = base.snapshot()
    return snapshot._replace(layers=layers)


def restore(env: Env, snapshot: Snapshot | SealedSnapshot) -> tuple[Any, InfoDict]:
    """Bring an environment with all its wrappers back to a moment.

    Args:
        env: The environment from which the snapshot was taken, or another one with such a device. Wrappers beyond those
            that the snapshot knows begin anew.
        snapshot: The moment.

    Returns:
        Observation and info of the moment; ``info["newly_completed"]`` is empty.

    Raises:
        ConfigError: The snapshot is of another kind of device, or was taken through other wrappers.
        CapabilityError: The device has no snapshots.
        DeviceError: The device failed.
    """
    observation, info = env.reset(options={"snapshot": snapshot})
    for wrapper in _wrappers(env):
        kept = _layer_of(wrapper, snapshot) if type(wrapper) in _KEPT else None
        if isinstance(kept, tuple):
            for name, value in zip(_KEPT[type(wrapper)], kept, strict=True):
                setattr(wrapper, name, value)
    return observation, info


def state_in(options: Mapping[str, object] | None, wrapper: gymnasium.Wrapper) -> Any:
    """Return the state that a wrapper restores in a ``reset``: the value of its ``snapshot_state``.

    Args:
        options: The options of the ``reset``.
        wrapper: The wrapper.

    Returns:
        None where the episode begins anew, or the snapshot was taken inside of the wrapper.

    Raises:
        ConfigError: The snapshot was taken through other wrappers.
    """
    snapshot = (options or {}).get("snapshot")
    return _layer_of(wrapper, snapshot) if isinstance(snapshot, Snapshot | SealedSnapshot) else None


def _wrappers(env: Env) -> Iterator[gymnasium.Wrapper]:
    """The wrappers, from the outermost."""
    while isinstance(env, gymnasium.Wrapper):
        yield env
        env = env.env


def _state_of(wrapper: gymnasium.Wrapper) -> object:
    kind = type(wrapper)
    if isinstance(wrapper, HasEpisodeState):
        return wrapper.snapshot_state()
    if kind in _KEPT:
        return tuple([getattr(wrapper, name) for name in _KEPT[kind]])
    if kind.reset not in _PLAIN or kind.step not in _PLAIN:
        raise ConfigError(
            f"Nobody knows what the wrapper {kind.__name__} keeps of an episode. Give it a method snapshot_state() "
            "(see omnigym.envs.snapshots), or take the snapshot inside of it: snapshots.take(env.env)."
        )
    return None


def _layer_of(wrapper: gymnasium.Wrapper, snapshot: Snapshot | SealedSnapshot) -> object:
    inside = sum(1 for _ in _wrappers(wrapper.env))
    if inside >= len(snapshot.layers):
        return None
    layer = snapshot.layers[inside]
    if layer.wrapper != type(wrapper).__name__:
        raise ConfigError(
            f"The snapshot was taken through a {layer.wrapper} where there is a {type(wrapper).__name__} now. Restore "
            "it in an environment with the same wrappers, or take it of the unwrapped one."
        )
    return layer.state


def check_snapshot(snapshot: object) -> Snapshot:
    """Check that an option of ``reset`` is a snapshot, and return it.

    Raises:
        ConfigError: It is none.
    """
    if not isinstance(snapshot, Snapshot):
        kind = type(snapshot).__name__
        raise ConfigError(f"The option 'snapshot' must be a Snapshot of omnigym.envs.snapshots, got {kind}.")
    return snapshot
