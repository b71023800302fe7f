"""The cloud behind the devices of an episode: a change in a shared folder of one device reaches the others.

It is there only for tasks that ask for it (`omnigym.tasks.task.Task.shares`), and for devices whose states are values,
so it keeps nothing but a reference to what all have: whoever holds something else has changed it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from omnigym.devices.cloud import CloudKind, HasCloud
from omnigym.devices.protocol import Device
from omnigym.errors import CapabilityError
from omnigym.evaluation.evaluator import GraphEvaluator

__all__ = ["Cloud"]


class Cloud:
    """A cloud that keeps shared data equal on all devices of an episode.

    Args:
        kinds: What is shared.
        devices: The devices by name.

    Raises:
        CapabilityError: Fewer than two of them can share something of a kind.
    """

    def __init__(self, kinds: Sequence[CloudKind], devices: Mapping[str, Device]) -> None:
        clients = devices.items() if kinds else ()  # asking what a device can costs microseconds of a reset
        self._devices = {name: device for name, device in clients if isinstance(device, HasCloud)}
        self._sharing = {kind: [n for n, d in self._devices.items() if kind in d.cloud_kinds()] for kind in kinds}
        for kind, names in self._sharing.items():
            if len(names) < 2:
                has = f"only {names[0]!r} has" if names else "none has"
                raise CapabilityError(f"The task shares {kind} between its devices, of which {has} any. Use others.")
        self._common: dict[CloudKind, object] = {}

    def begin(self) -> None:
        """Give each device the data that any of them has; for the same name, the first device wins."""
        self._common = dict.fromkeys(self._sharing)
        self._share("", None)

    def resume(self) -> None:
        """Continue from a moment at which all devices had the same data."""
        self._common = {kind: self._devices[names[0]].cloud_state(kind) for kind, names in self._sharing.items()}

    def carry(self, acted: str, evaluator: GraphEvaluator) -> None:
        """Send the changes of an action to the other devices.

        A change that came from another device is judged there, and is nobody's doing here.

        Args:
            acted: The name of the device that was acted on: where two changed one thing, it is as there.
            evaluator: That of the episode.
        """
        self._share(acted, evaluator)

    def _share(self, first: str, evaluator: GraphEvaluator | None) -> None:
        for kind, names in self._sharing.items():
            base = self._common[kind]
            states = {name: self._devices[name].cloud_state(kind) for name in names}
            if all(state is base for state in states.values()):
                continue
            whole = None
            for name in sorted(names, key=lambda name: name != first):  # stable: the others in their order
                state = states[name]
                whole = state if whole is None else self._devices[name].cloud_merged(base, whole, state)
            for name, state in states.items():
                if state is not whole:
                    device = self._devices[name]
                    device.set_cloud_state(kind, whole)
                    if evaluator is not None:
                        evaluator.adopt(name, partial(device.cloud_in, kind=kind, base=state, state=whole))
            self._common[kind] = whole
