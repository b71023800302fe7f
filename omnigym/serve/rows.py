"""The client's half of a step: from an action to a request, and from an answer to observation, reward and info.

Without sockets, so that transports in the server's process use it, too (`omnigym.serve.in_process_env`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from omnigym.a11y import Tree
from omnigym.devices.frame_rows import are_rows
from omnigym.devices.guest.wire import decode
from omnigym.envs.observer import Array, InfoDict
from omnigym.envs.vector.batch import Batch, BatchPlan
from omnigym.envs.vector.group import GroupReport
from omnigym.envs.vector.infos import InfoDelta, lost_with
from omnigym.errors import UnreadableError, WorkerLostError
from omnigym.serve.messages import error_of, pack, space_of, unpack

__all__ = ["SLOTS", "Description", "RemoteRows", "lost_info", "merge_info", "state_of", "step_body"]

#: Slots of a session's memory: what a loop holds before and after a step, and one to write into.
SLOTS: Final = 3
#: The types of a report's parts.
_REPORT: Final = (float, bool, bool, dict, list, type(None))
_OF_NUMPY: Final = (np.ndarray, np.generic)


class Description:
    """The server's description of an environment.

    Args:
        said: As plain data.

    Attributes:
        observation_space, action_space, render_mode, metadata: Of one environment.
        screenshots: The keys of its screenshots.
        writable: Whether these may be written to.
        devices: The names of its devices; "" is the only one's.

    Raises:
        UnreadableError: It is none.
    """

    def __init__(self, said: object) -> None:
        match said:
            case {
                "spaces": [observed, acted],
                "screenshots": [*shots],
                "writable": bool(writable),
                "render_mode": None | str() as mode,
                "metadata": dict(metadata),
                "devices": [*devices],
            } if all(isinstance(name, str) for name in [*shots, *devices]):
                pass
            case _:
                raise UnreadableError("Expected the description of an environment, got something else.")
        self.observation_space: spaces.Space[Any] = space_of(observed)
        self.action_space: spaces.Space[Any] = space_of(acted)
        self.render_mode: str | None = mode
        self.metadata: dict[str, object] = metadata
        self.screenshots, self.writable = shots, writable
        self.devices: tuple[str, ...] = tuple(devices)

    def plan(self, total: int) -> BatchPlan:
        """Return the memory plan of a number of environments."""
        return BatchPlan(self.observation_space, None, total, SLOTS, self.screenshots, self.writable)


class RemoteRows:
    """The observations of environments on a server.

    Args:
        plan: Their memory.
        memory: That which the server maps, too; None where arrays come in the answers.

    Attributes:
        batch: The memory.
        shared: Whether the server writes into it.
    """

    def __init__(self, plan: BatchPlan, memory: object = None) -> None:
        self.batch, self.shared = Batch(plan, memory), memory is not None
        self.batch.begin()
        self._plan = plan
        # What the server sent last; never handed out, so that nobody writes into it.
        self._mirror: Mapping[str, Array] = {} if self.shared else plan.arrays(np.zeros(plan.size, np.uint8))
        count = plan.num_envs
        # Of each slot and row, the rows of pixels that changed since it was written: all of them at first.
        whole = {name: [[0, len(self._mirror[name][0])]] for name in plan.screenshots} if not self.shared else {}
        self._stale = [[{n: list(runs) for n, runs in whole.items()} for _ in range(count)] for _ in range(plan.slots)]

    def take(self, body: bytes | bytearray, slot: int, first: int, count: int) -> list[GroupReport]:
        """Return the reports in an answer to a reset or step; its arrays go into a slot.

        Args:
            body: Of the answer.
            slot: Which one.
            first, count: Which rows these are.

        Raises:
            UnreadableError: It is no such answer.
        """
        said = unpack(body)
        if type(said) is not list or len(said) != 2 or type(said[0]) is not list or len(said[0]) != count:
            raise UnreadableError(f"Expected the reports of {count} environments, got something else.")
        reports, arrays = said
        if not self.shared:
            if not isinstance(arrays, list) or len(arrays) != count:
                raise UnreadableError(f"Expected the arrays of {count} environments, got something else.")
            for row, changed in enumerate(arrays, first):
                self._change(row, changed)
                self._bring(slot, row)
        return [_report(said) for said in reports]

    def _change(self, row: int, changed: object) -> None:
        if not isinstance(changed, dict) or not changed.keys() <= self._mirror.keys():
            raise UnreadableError("Expected the arrays that changed, got something else.")
        for name, said in changed.items():
            kept = self._mirror[name][row]
            if name not in self._plan.screenshots:
                if not isinstance(said, bytes) or len(said) != kept.nbytes:
                    raise UnreadableError(f"{name}: expected {kept.nbytes} bytes, got something else.")
                kept[...] = np.frombuffer(said, kept.dtype).reshape(kept.shape)
                continue
            match said:
                case [[*runs], bytes(content)] if are_rows(runs, len(kept)):
                    pass
                case _:
                    raise UnreadableError(f"{name}: expected rows of a screen, got something else.")
            if len(content) != sum(rows for _, rows in runs) * kept[0].nbytes:
                raise UnreadableError(f"{name}: expected as many bytes as its rows have, got others.")
            sent, at = np.frombuffer(content, kept.dtype).reshape(-1, *kept.shape[1:]), 0
            for top, rows in runs:
                kept[top : top + rows] = sent[at : at + rows]
                at += rows
            for slot in self._stale:
                slot[row][name] = [[0, len(kept)]] if runs == [[0, len(kept)]] else slot[row][name] + runs

    def _bring(self, slot: int, row: int) -> None:
        """Make a row of a slot what was sent last."""
        for name, array in self.batch.slots[slot].items():
            if name not in self._plan.screenshots:
                array[row] = self._mirror[name][row]
                continue
            for top, rows in self._stale[slot][row][name]:
                array[row, top : top + rows] = self._mirror[name][row, top : top + rows]
            self._stale[slot][row][name] = []

    def observation(self, slot: int) -> Array | dict[str, Array]:
        """Return the observation of the only environment."""
        given, _ = self.batch.handed_out(slot)
        return {name: array[0] for name, array in given.items()} if isinstance(given, dict) else given[0]


def _report(said: object) -> GroupReport:
    """A report; the types are compared one by one, since a pattern of six takes ten times as long."""
    if type(said) is list and len(said) == len(_REPORT):
        reward, terminated, truncated, values, gone, error = said
        if error is None and tuple(map(type, said)) == _REPORT:
            return GroupReport(reward, terminated, truncated, InfoDelta(values, tuple(gone)))
        if type(error) is dict:
            return GroupReport(error=error_of(error))
    raise UnreadableError("Expected the report of a step, got something else.")


def merge_info(last: Mapping[str, object], changed: InfoDelta) -> InfoDict:
    """Return the new, whole info of a step, in the server's order."""
    info = {**last, **changed.values}
    for key in changed.gone:
        info.pop(key, None)
    return info


def lost_info(last: Mapping[str, object], error: WorkerLostError) -> InfoDict:
    """Return the info of an episode that was truncated because its worker was lost; it says nothing about the agent."""
    return {**last, **lost_with(str(error))}


def state_of(said: dict[str, Any]) -> dict[str, Any]:
    """Return the state of an environment from an answer to ``STATE``, with its trees parsed."""
    blobs = [memoryview(blob) for blob in said.pop("blobs")]
    if said["trees"] is not None:
        said["trees"] = {name: decode(sent, Tree, blobs, "tree") for name, sent in said["trees"].items()}
    return dict(said)


def step_body(slot: int | None, actions: Sequence[object]) -> bytes:
    """Return the body of a ``STEP``."""
    return pack([slot, [_plain(action) for action in actions]])


def _plain(action: object) -> Any:
    """An action whose arrays are lists: much faster to pack, and the environment reads them just so."""
    if type(action) is not dict and not isinstance(action, Mapping):
        return action
    return {k: v.tolist() if isinstance(v, _OF_NUMPY) else v for k, v in action.items()}
