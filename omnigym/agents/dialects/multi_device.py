"""An action space over several devices: each call names its device (CRAB 3.1, A.3, B.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from omnigym.actions import Action, Invalid, On
from omnigym.agents.dialects.declaring import ROOT_NAMES
from omnigym.agents.dialects.dialect import Arguments, Dialect, Function, Speech, one_of
from omnigym.errors import ActionError
from omnigym.foreign import show_value
from omnigym.spaces.multi_device import ROOT

__all__ = ["SeveralDialect", "on_device"]

#: Between a function's name and its device's, as CRAB's own agents have it.
_IN: Final = "__in__"
#: Arguments that are numbers of elements.
_LABELS: Final = ("element", "elem", "to_element")


class SeveralDialect(Speech):
    """The functions of several devices together.

    Where all devices have the same functions, these have an argument ``device``. Where they differ, as CRAB's do for a
    phone and a desktop, the device is in the name, ``tap__in__phone``. The number of an element says the device, too,
    since no two devices have the same numbers. All three are read wherever they are said, and have to agree. What ends
    an episode, answers or waits is of no device.

    Args:
        parts: By its name how each device is spoken to.
    """

    def __init__(self, parts: Mapping[str, Dialect]) -> None:
        self._parts = dict(parts)
        self._first = next(iter(self._parts.values()))
        self._own = {name: {f.name.lower() for f in part.functions()} for name, part in parts.items()}
        self._alike = all(part.functions() == self._first.functions() for part in parts.values())
        self._functions = tuple(self._offered())

    def functions(self) -> tuple[Function, ...]:
        """Return the functions of each device, then those of none."""
        return self._functions

    def _offered(self) -> Iterator[Function]:
        if self._alike:
            yield from [self._with_device(f) for f in self._first.functions() if not _is_root(f.name)]
        else:
            for name, part in self._parts.items():
                for f in part.functions():
                    if not _is_root(f.name):
                        yield replace(f, name=f"{f.name}{_IN}{name}", description=f"On {name}: {f.description}")
        of_none: dict[str, Function] = {}
        for part in self._parts.values():
            for f in part.functions():
                if _is_root(f.name):
                    of_none.setdefault(f.name, f)
        yield from of_none.values()

    def _with_device(self, f: Function) -> Function:
        numbered = "element" in f.parameters
        device = one_of(tuple(self._parts), "the device; not needed with element" if numbered else "the device")
        return replace(
            f, parameters={**f.parameters, "device": device}, required=f.required + (() if numbered else ("device",))
        )

    def places(self) -> str:
        """Return the description of positions, per device if they differ."""
        told = {name: part.places() for name, part in self._parts.items()}
        if len(set(told.values())) == 1:
            return self._first.places()
        return "\n".join([f"On {name}: {text}" for name, text in told.items()])

    def naming(self) -> str:
        """Return how a call names its device, for the prompt."""
        how = "its argument device" if self._alike else f"the end of its name, such as {self._functions[0].name},"
        also = " The number of an element says it, too: each device has numbers of its own." * self._first.marked
        return f"A call says by {how} on which device it is done.{also} What waits, answers or ends is of no device."

    # -- reading -------------------------------------------------------------------------------------------------------

    def read(self, name: str, arguments: object) -> tuple[Action | On, ...]:
        """Return the actions of a call on their device, or one `Invalid`, for any input."""
        try:
            bare, device, rest = self._addressed(name, arguments)
        except ActionError as e:
            return (Invalid(f"{name}({show_value(arguments)})", str(e)),)
        return on_device(device, self._parts[device].read(bare, rest))

    def _addressed(self, name: str, arguments: object) -> tuple[str, str, object]:
        """The function, the device, and the other arguments.

        Raises:
            ActionError: There is no such function or device, or it is not clear which is meant.
        """
        bare, _, place = name.partition(_IN)
        having = [d for d, own in self._own.items() if bare.lower() in own]
        if not having:
            names = ", ".join(f.name for f in self._functions)
            raise ActionError(f"there is no function {show_value(name)}: expected one of {names}")
        rest = dict(arguments) if isinstance(arguments, Mapping) else arguments
        said = [d for d in (place, rest.pop("device", None) if isinstance(rest, dict) else None) if d]
        if _is_root(bare):
            return bare, having[0], rest
        for device in said:
            if not isinstance(device, str) or device not in self._parts:
                raise ActionError(f"there is no device {show_value(device)}: {self._choice(having)}")
        labels = [rest[n] for n in _LABELS if rest.get(n) is not None] if isinstance(rest, dict) else []
        owners = {str(label): self._owner(label) for label in labels}
        meant = list(dict.fromkeys([*said, *owners.values()]))
        if not meant:
            raise ActionError(f"{bare} names no device: {self._choice(having)}")
        if len(meant) > 1:
            where = "".join([f"; element {label} is on {owner}" for label, owner in owners.items()])
            raise ActionError(f"{name} is of several devices, {' and '.join(meant)}{where}. Name one.")
        if meant[0] not in having:
            own = ", ".join(f.name for f in self._parts[meant[0]].functions())
            raise ActionError(f"there is no function {bare!r} on {meant[0]}: expected one of {own}")
        return bare, meant[0], rest

    def _choice(self, devices: list[str]) -> str:
        return f"expected one of {', '.join(devices)}"

    def _owner(self, label: object) -> str:
        for name, part in self._parts.items():
            try:
                part.view.label(label)
            except ActionError:
                continue  # it may be another one's
            return name
        count = sum(len(part.view.marks) for part in self._parts.values())
        raise ActionError(
            f"there is no element {show_value(label)}: {f'they are 1 to {count}' if count else 'none is numbered'}"
        )

    # -- saying --------------------------------------------------------------------------------------------------------

    def say(self, action: Action | On) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return the calls that do an action on its device.

        Raises:
            ActionError: The space cannot say it, or there is no such device.
        """
        inner, device = (action.action, action.device) if isinstance(action, On) else (action, next(iter(self._parts)))
        if device not in self._parts:
            raise ActionError(f"there is no device {device!r}: {self._choice(list(self._parts))}")
        return tuple([self._named(name, arguments, device) for name, arguments in self._parts[device].say(inner)])

    def _named(self, name: str, arguments: dict[str, Any], device: str) -> tuple[str, dict[str, Any]]:
        if _is_root(name):
            return name, arguments
        return (name, {**arguments, "device": device}) if self._alike else (f"{name}{_IN}{device}", arguments)

    def to_json(self, name: str, arguments: Arguments) -> dict[str, Any]:
        """Return a call as a JSON object, like its device's dialect."""
        return self._first.to_json(name, arguments)

    def from_json(self, data: Mapping[str, Any]) -> tuple[str, object]:
        """Return the name and arguments of a JSON object, like its device's dialect."""
        return self._first.from_json(data)


def on_device(device: str, actions: tuple[Action | On, ...]) -> tuple[Action | On, ...]:
    """Return actions in the form of several devices: each on its device, except those of none.

    Args:
        device: The name; "" of the only one, whose actions stay as they are.
        actions: What is done; what is on a device already stays there.
    """
    return tuple([a if not device or isinstance(a, (On, *ROOT)) else On(device, a) for a in actions])


def _is_root(name: str) -> bool:
    return name.lower() in ROOT_NAMES
