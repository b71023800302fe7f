"""Infos of many environments in Gymnasium's format: one array per key, and a mask of the environments with the key.

Infos of omnigym have the same keys at every step, and most values stay. So a worker sends only changed values of each
environment (`Changes`), and the arrays are kept (`Columns`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.envs.observer import Array, InfoDict

__all__ = ["Changes", "Columns", "InfoDelta", "lost_with"]

#: A key whose values stay as they are, though they are mappings: observations, as Gymnasium has it.
_WHOLE = "final_obs"
_PLAIN = frozenset((str, int, float, bool, type(None)))
_DTYPES: dict[type, type] = {bool: np.bool_, int: np.int64, float: np.float64}


class InfoDelta(NamedTuple):
    """The difference between an info and the info of the previous step.

    Attributes:
        values: The new and changed values.
        gone: The keys that are there no more.
    """

    values: InfoDict
    gone: tuple[str, ...] = ()


def lost_with(problem: str) -> InfoDict:
    """Return the info values of an episode that lost its worker and was truncated; the others keep their last values.

    Args:
        problem: The reason of the loss.
    """
    ended = {"end_reason": "device_error", "unscored": True, "is_success": False, "device_error": problem}
    return {**ended, "newly_completed": "", "invalid_action": ""}


class Changes:
    """The changes in the infos of one environment, from step to step."""

    def __init__(self) -> None:
        self._last: InfoDict = {}

    def of(self, info: InfoDict) -> InfoDelta:
        """Return the changes since the last call.

        Of values that cannot be compared cheaply, all that are another object.
        """
        last, self._last = self._last, info
        values = {k: v for k, v in info.items() if k not in last or _other(last[k], v)}
        if last.keys() == info.keys():
            return InfoDelta(values)
        return InfoDelta(values, tuple([k for k in last if k not in info]))


def _other(old: object, new: object) -> bool:
    if old is new:
        return False
    kind = type(new)
    return kind not in _PLAIN or type(old) is not kind or old != new


class Columns:
    """The infos of all environments.

    Args:
        num_envs: The number of environments.
    """

    def __init__(self, num_envs: int) -> None:
        self._n = num_envs
        self._values: dict[str, Array] = {}
        self._has: dict[str, NDArray[np.bool_]] = {}
        self._groups: dict[str, Columns] = {}  # of values that are themselves infos

    def update(self, env: int, changed: InfoDelta) -> None:
        """Store an environment's info of this step."""
        for key in changed.gone:
            self._has[key][env] = False
            if key in self._groups:
                self._groups[key].clear(env)
            else:
                self._values[key][env] = None if self._values[key].dtype == object else 0
        for key, value in changed.values.items():
            self._put(env, key, value)

    def _put(self, env: int, key: str, value: object) -> None:
        has = self._has.get(key)
        if has is None:
            has = self._has[key] = np.zeros(self._n, np.bool_)
        has[env] = True
        if isinstance(value, Mapping) and key != _WHOLE:
            group = self._groups.get(key)
            if group is None:
                group = self._groups[key] = Columns(self._n)
            group.clear(env)
            group.update(env, InfoDelta(dict(value)))
            return
        column = self._values.get(key)
        if column is None:
            column = self._values[key] = _column(self._n, value)
        elif column.dtype != object and not _fits(column, value):
            column = self._values[key] = column.astype(object)
        column[env] = value

    def clear(self, env: int) -> None:
        """Forget the info of an environment."""
        here = tuple([key for key, has in self._has.items() if has[env]])
        self.update(env, InfoDelta({}, here))

    def info(self, env: int) -> InfoDict:
        """Return an environment's info, without nested infos."""
        return {key: column[env] for key, column in self._values.items() if self._has[key][env]}

    def batch(self) -> InfoDict:
        """Return the infos of this step, all arrays new; keys that no environment has now are left out."""
        found: InfoDict = {}
        for key, has in self._has.items():
            if has.any():
                group = self._groups.get(key)
                found[key] = self._values[key].copy() if group is None else group.batch()
                found[f"_{key}"] = has.copy()
        return found


def _column(n: int, value: object) -> Array:
    """An empty column for values such as this one, of the type that Gymnasium would give it."""
    if isinstance(value, np.ndarray):
        return np.zeros((n, *value.shape), value.dtype)
    if isinstance(value, np.generic):
        return np.zeros(n, value.dtype)
    dtype = _DTYPES.get(type(value))
    return np.full(n, None, object) if dtype is None else np.zeros(n, dtype)


def _fits(column: Array, value: object) -> bool:
    if isinstance(value, np.ndarray):
        return bool(value.dtype == column.dtype and value.shape == column.shape[1:])
    if isinstance(value, np.generic):
        return bool(value.dtype == column.dtype and column.ndim == 1)
    return column.ndim == 1 and _DTYPES.get(type(value)) is column.dtype.type
