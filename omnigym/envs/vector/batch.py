"""The observations and masks of all environments, in memory that is allocated once.

There are a few slots, each with room for one step of all environments. The environments write their rows into a slot
without references, and what is handed out are views of it: they never change for as long as they are held, and nothing
is copied, as with the frames of a simulated device (`omnigym.sim.frame_buffers`).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from omnigym.envs.observer import Array
from omnigym.errors import ConfigError

__all__ = ["MASK", "Array", "Batch", "BatchPlan"]


#: The key of the action masks, in the memory and in ``info``.
MASK = "action_mask"

_ALIGNMENT = 64
_ARRAYS = (spaces.Box, spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)


class _Field(NamedTuple):
    """An array of one environment."""

    shape: tuple[int, ...]
    dtype: np.dtype


class BatchPlan:
    """The contents of a slot, as plain data that is sent to the workers.

    Args:
        space: The observations of one environment: a `Dict` of spaces of arrays, one level deep, or one such space.
        mask: The length of an action mask; None if the environments have none.
        num_envs: The number of environments.
        slots: The number of slots.
        screenshots: The keys of the observations of which a slot keeps what has not changed, so that they are handed
            out read-only.
        writable: Whether these may be written to once they were handed out.

    Raises:
        ConfigError: The observations are something else.
    """

    def __init__(
        self,
        space: spaces.Space[Any],
        mask: int | None,
        num_envs: int,
        slots: int,
        screenshots: Collection[str],
        writable: bool = False,
    ) -> None:
        parts = space.spaces if isinstance(space, spaces.Dict) else {"": space}
        self.plain = not isinstance(space, spaces.Dict)
        self.fields: dict[str, _Field] = {}
        for name, part in parts.items():
            if not isinstance(part, _ARRAYS) or part.shape is None or part.dtype is None:
                raise ConfigError(
                    f"Observations in a batch are arrays, or a Dict of arrays, got {name or 'the space'}={part}. "
                    "Flatten it with a wrapper."
                )
            self.fields[name] = _Field(part.shape, np.dtype(part.dtype))
        self.observed = tuple(self.fields)
        self.screenshots = tuple([name for name in screenshots if name in self.fields])
        if mask is not None:
            self.fields[f"_{MASK}"] = _Field((mask,), np.dtype(np.bool_))
        self.num_envs, self.slots, self.writable = num_envs, slots, writable
        self.offsets: dict[str, int] = {}
        at = 0
        for name, field in self.fields.items():
            self.offsets[name] = at
            at += math.prod((num_envs, *field.shape)) * field.dtype.itemsize
            at = -(-at // _ALIGNMENT) * _ALIGNMENT
        self.size = at

    def arrays(self, root: NDArray[np.uint8]) -> dict[str, Array]:
        """The arrays (num_envs, ...) in a slot, by name."""
        found = {}
        for name, (shape, dtype) in self.fields.items():
            start = self.offsets[name]
            count = math.prod((self.num_envs, *shape)) * dtype.itemsize
            found[name] = root[start : start + count].view(dtype).reshape(self.num_envs, *shape)
        return found


class Batch:
    """The slots of a batch.

    Args:
        plan: Their contents.
        memory: Where they are, of ``plan.size * plan.slots`` bytes; None for memory of this process alone.
        lends: Whether views of slots are handed out as they are. If not, there is one slot, and who keeps what it
            was given sees it change.
    """

    def __init__(self, plan: BatchPlan, memory: Any = None, *, lends: bool = True) -> None:
        self.plan, self._lends = plan, lends
        # Each its own array, and none a view of another: views of a slot then all refer to it, and are counted.
        self._roots = [
            np.zeros(plan.size, np.uint8)
            if memory is None
            else np.frombuffer(memory, np.uint8, plan.size, n * plan.size)
            for n in range(plan.slots)
        ]
        self.slots = [plan.arrays(root) for root in self._roots]
        self._free: list[int] = []
        self.current = 0

    def begin(self) -> None:
        """Start handing out slots; arrays that already look into the slots stay valid and count as no references."""
        self._free = [self._holders(slot) for slot in range(self.plan.slots)]

    def _holders(self, slot: int) -> int:
        return sys.getrefcount(self._roots[slot])

    def _is_free(self, slot: int) -> bool:
        return self._holders(slot) == self._free[slot]

    def next(self) -> int:
        """Return a slot without references for writing; `handed_out` ensures that one exists.

        It is the current one only where all others are held: then a copy of that was handed out.
        """
        if not self._lends:
            return 0
        others = [n for n in range(self.plan.slots) if n != self.current and self._is_free(n)]
        return others[0] if others else self.current

    def keep(self, slot: int, row: int) -> None:
        """Copy a row from the current slot to another slot."""
        if slot != self.current:
            for name, array in self.slots[slot].items():
                array[row] = self.slots[self.current][name][row]

    def row(self, slot: int, row: int) -> Array | dict[str, Array]:
        """Return a copy of an environment's observation."""
        found = {name: self.slots[slot][name][row].copy() for name in self.plan.observed}
        return found[""] if self.plan.plain else found

    def handed_out(self, slot: int) -> tuple[Array | dict[str, Array], Array | None]:
        """Make a slot the current one, and hand out its observations and masks.

        If no other slot were left to be written into, they are a copy.
        """
        self.current = slot
        arrays: Mapping[str, Array] = self.slots[slot]
        if self._lends and not any(self._is_free(n) for n in range(self.plan.slots) if n != slot):
            given = {name: array.copy() for name, array in arrays.items()}
        else:
            given = {name: array.view() for name, array in arrays.items()}
            for name in self.plan.screenshots:
                if self.plan.writable:
                    given[name] = arrays[name].copy()
                else:
                    given[name].setflags(write=False)
        mask = given.pop(f"_{MASK}", None)
        return (given[""] if self.plan.plain else given), mask

    def masks(self) -> Array | None:
        """Return a copy of the current masks, bool (num_envs, A)."""
        found = self.slots[self.current].get(f"_{MASK}")
        return None if found is None else found.copy()
