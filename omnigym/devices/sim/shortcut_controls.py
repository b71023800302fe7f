"""The controls that do what a keyboard shortcut does: what a person clicks who does not know the shortcut."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple, Protocol

from omnigym.a11y import Node, Role, State
from omnigym.actions import Button, Click, Press, point_of
from omnigym.devices.protocol import Device, HasAccessibilityTree, HasSnapshots
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.keyboard import combo_of
from omnigym.sim.scene.menus import levels, selectable
from omnigym.sim.state import Registers, Window
from omnigym.sim.ui.nodes import Msg
from omnigym.sim.vfs import Entry, File

__all__ = ["ShortcutControls"]

#: What is no control but a thing of the user's: a click on it chooses it.
_THINGS = frozenset({Role.CELL, Role.ROW, Role.LIST_ITEM, Role.TREE_ITEM, Role.IMAGE, Role.DOCUMENT, Role.CANVAS})
#: Controls that are tried at most, and menus within menus.
_MOST_TRIED, _MOST_LEVELS = 150, 2
_SLOTS = Registers.__slots__
#: What the toolkit keeps of a field in which all is selected: from the first character to the last.
_ALL = (0, -1)
#: Registers in which a click differs from a key whatever it does.
_OF_INPUT = frozenset({"clock_ms", "pointer", "hover", "drag", "click", "journal", "agenda"})


class _Device(Device, HasAccessibilityTree, HasSnapshots, Protocol):
    """All that is asked of a device here."""


class _Step(NamedTuple):
    """A click on the control of a key."""

    key: str
    button: Button = "left"
    times: int = 1


class ShortcutControls:
    """The ways to do without shortcuts, which are found by trying and remembered.

    A way counts only if it comes to the same state as the shortcut: the same windows with the same content and focus,
    the same files, settings and clipboard. So nothing that follows can tell them apart.

    Args:
        device: Is left as it was.
        desk: The desktop that it shows.
    """

    def __init__(self, device: _Device, desk: Desktop) -> None:
        self._device, self._desk = device, desk
        self._known: dict[tuple[str, str], list[tuple[_Step, ...]]] = {}
        self._none: set[tuple[str, str, str]] = set()

    def find(self, press: Press) -> tuple[Click, ...] | None:
        """Return the clicks that come to the same as a shortcut: none if it changes nothing.

        Returns:
            The clicks, or None if there is no such way from here, or it is no single shortcut.
        """
        desk = self._desk
        window = desk.regs.windows.get(desk.regs.active)
        if window is None or press.count != 1 or not (press.modifiers or len(press.key) > 1):
            return None
        combo = combo_of(press.key, press.modifiers)
        here = (window.app, combo, window.focus)
        state = self._device.snapshot()
        try:
            self._device.act(press)
            goal = desk.regs.save()
            self._device.restore(state)
            if self._met(goal):  # the shortcut does nothing
                return ()
            known = self._known.setdefault(here[:2], [])
            for way in chain(known, () if here in self._none else self._candidates(state, goal, combo)):
                clicks = self._click(state, way)
                if clicks and self._met(goal):
                    if way not in known:
                        known.append(way)
                    return clicks
            self._none.add(here)
            return None
        finally:
            self._device.restore(state)

    def _met(self, goal: tuple[Any, ...]) -> bool:
        """Whether the device has come to a state."""
        blank = frozenset([n.key for n in self._device.tree().nodes if n.key and not n.value])
        return _equal(self._desk.regs.save(), goal, blank)

    def _candidates(self, state: Hashable, goal: tuple[Any, ...], combo: str) -> Iterator[tuple[_Step, ...]]:
        """The ways that may come to it: controls first, then what the menus and pages have that they open."""
        desk = self._desk
        self._device.restore(state)
        window = desk.regs.windows[desk.regs.active]
        message = dict(desk.apps[window.app].keys).get(combo)
        first = [_Step(n.key) for n in self._controls()[:_MOST_TRIED]]
        if window.focus:
            first += [_Step(window.focus, "right"), _Step(window.focus, "left", 3)]
        opened: list[tuple[_Step, ...]] = []
        for step in first:
            if not self._click(state, (step,)):
                continue
            if desk.regs.menu is not None:
                opened += [(step, *more) for more in self._lines(message, combo)]
                continue
            if message is not None:
                opened += [(step, _Step(n.key)) for n in self._controls() if self._message(n) == message]
            if self._met(goal):
                yield (step,)
        yield from opened

    def _controls(self) -> list[Node]:
        """The controls of the window in front, without the things that it shows."""
        desk = self._desk
        window = desk.regs.active
        known = desk.shape()
        return [
            n
            for n in self._device.tree().nodes
            if n.key
            and n.role not in _THINGS
            and n.has(State.ENABLED)
            and not n.key.startswith("window.")
            and known.find(window, n.key) is not None
        ]

    def _message(self, node: Node) -> Msg | None:
        desk = self._desk
        found = desk.shape().find(desk.regs.active, node.key)
        return found[1].message("click") if found is not None else None

    def _lines(self, message: Msg | None, combo: str) -> list[tuple[_Step, ...]]:
        """The lines of the open menu that send the message or name the shortcut, with those that lead to them."""
        menu = self._desk.regs.menu
        assert menu is not None
        shown = combo.replace("+", "").lower()

        def within(items: tuple[Any, ...], depth: int) -> Iterator[tuple[_Step, ...]]:
            for item in items:
                if not selectable(item):
                    continue
                if item.items and depth < _MOST_LEVELS:
                    yield from ((_Step(item.key), *more) for more in within(item.items, depth + 1))
                elif (message is not None and item.msg == message) or item.shortcut.replace("+", "").lower() == shown:
                    yield (_Step(item.key),)

        return list(within(levels(menu)[0], 0))

    def _click(self, state: Hashable, way: tuple[_Step, ...]) -> tuple[Click, ...]:
        """Click on controls one after another from a state; none if one is not there."""
        self._device.restore(state)
        out: list[Click] = []
        for step in way:
            node = self._device.tree().find(key=step.key)
            if node is None or not node.has(State.ENABLED):
                return ()
            out.append(Click(point_of(node.center, self._device.size), step.button, step.times))
            self._device.act(out[-1])
        return tuple(out)


def _equal(one: tuple[Any, ...], other: tuple[Any, ...], blank: Collection[str]) -> bool:
    """Whether two states of the registers differ by nothing but the input that led to them.

    Args:
        one, other: The states.
        blank: Keys of fields without text: it is the same whether nothing is selected in them, or all.
    """
    active = one[_SLOTS.index("active")]
    for name, mine, theirs in zip(_SLOTS, one, other, strict=True):
        if mine is theirs or name in _OF_INPUT:
            continue
        if name == "windows":
            same = _equal_windows(mine, theirs, active, blank)
        else:
            same = _equal_entries(mine.root, theirs.root) if name == "vfs" else mine == theirs
        if not same:
            return False
    return True


def _equal_windows(one: Mapping[str, Window], other: Mapping[str, Window], active: str, blank: Collection[str]) -> bool:
    """Whether windows are equal, but for the focus of those that have not the keyboard: a dialog is before them."""

    def seen(window: Window) -> Window:
        ui = {key: kept for key, kept in window.ui.items() if key not in blank or kept != _ALL}
        return window._replace(ui=ui, focus=window.focus if window.id == active else "")

    return one.keys() == other.keys() and all(
        mine is other[wid] or seen(mine) == seen(other[wid]) for wid, mine in one.items()
    )


def _equal_entries(one: Entry, other: Entry) -> bool:
    """Whether files are equal, but for when they were changed: a click takes longer than a key."""
    if one is other:
        return True
    if isinstance(one, File) or isinstance(other, File):
        return isinstance(one, File) and isinstance(other, File) and one[:2] == other[:2]
    return one.entries.keys() == other.entries.keys() and all(
        _equal_entries(entry, other.entries[name]) for name, entry in one.entries.items()
    )
