"""What a screen gives to the data set: its boxes, and gold scripts that were run and reach what nothing else reaches.

Everything that may be worth trying is tried from the same state, and the facts that hold afterwards are kept
(`omnigym.benchmarks.omniact.outcomes`). The outcome of a script is as few of its new facts as tell it apart from all
the other scripts, from its own beginning alone, and from itself with a point off its box. Where another script cannot
be told apart, both do the same: it is noted with the gold one, and never another point of this screen.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Node, Role, Tree
from omnigym.actions import Invalid, Wait
from omnigym.benchmarks.omniact.candidate_actions import (
    CALLS,
    FIELDS,
    CandidateDeed,
    LabelledControl,
    boxes_of,
    deeds_on,
    shifted_scripts,
)
from omnigym.benchmarks.omniact.outcomes import Fact, Outcome, facts_of
from omnigym.benchmarks.omniact.recipe import WORDINGS
from omnigym.benchmarks.omniact.screens import Screen, open_screen
from omnigym.benchmarks.omniact.wordings import Speaker, text_for
from omnigym.codecs import PyAutoGUICodec
from omnigym.codecs.pyautogui_script import Call, write_script
from omnigym.devices.protocol import Device, HasAccessibilityTree, HasSnapshots
from omnigym.errors import ActionError, CapabilityError
from omnigym.values import Frame

__all__ = ["CollectedScreen", "Gold", "collect_screen", "run_script"]

#: An outcome has at most so many facts.
_MOST_FACTS = 6
#: So many other scripts may do the same as a gold one.
_MOST_ALSO = 3
#: Time that passes in which nothing is done: what comes about then is nobody's doing.
_STANDS_S = 2.0
#: Rare kinds choose first.
_ORDER: Sequence[str] = tuple(CALLS)[::-1]
#: Of these another way to the same end is noted; where one does what a more special script does, that is pointless.
_SIMPLE = ("click", "press", "hotkey", "write", "write and enter", "replace", "scroll", "drag")
#: Deeds of two halves, and what the halves are.
_PAIRED = {"two clicks": "click", "two writes": "write"}
#: The most scripts of each kind on a screen: on a desktop, on a phone, and where each costs seconds.
_DESKTOP: Mapping[str, int] = {
    "click": 10,
    "two clicks": 4,
    "write": 5,
    "write and enter": 5,
    "replace": 2,
    "type": 3,
    "type and enter": 3,
    "two writes": 3,
    "press": 8,
    "click and press": 4,
    "hotkey": 2,
    "click and hotkey": 1,
    "double": 1,
    "right": 1,
    "move": 1,
    "drag": 2,
    "scroll": 5,
    "hscroll": 2,
}
_PHONE: Mapping[str, int] = {
    "click": 13,
    "two clicks": 6,
    "write": 4,
    "write and enter": 4,
    "replace": 1,
    "type": 3,
    "type and enter": 3,
    "two writes": 2,
    "scroll": 4,
}
_SLOW: Mapping[str, int] = {"click": 4, "write": 1, "write and enter": 1, "scroll": 1}
#: So many pairs are tried for each that is wanted.
_PAIRS = 3
#: On devices that cannot go back at once, scripts tried besides those that are wanted, and moved points of each.
_TRIED_SLOWLY, _MOVED_SLOWLY = 6, 1

_Facts: TypeAlias = frozenset[Fact]


class Gold(NamedTuple):
    """A script that does something, and how it is asked for.

    Attributes:
        kind: Of `omnigym.benchmarks.omniact.candidate_actions.CALLS`.
        calls: The script.
        labels: The boxes of its points, in their order.
        instructions: `WORDINGS` and one more.
        outcome: What it brings about. Nothing else that was tried on the screen does, but ``also``.
        also: Other scripts that do the same. The published score pays the gold one alone.
    """

    kind: str
    calls: tuple[Call, ...]
    labels: tuple[str, ...]
    instructions: tuple[str, ...]
    outcome: Outcome
    also: tuple[str, ...] = ()

    @property
    def script(self) -> str:
        """The script as text."""
        return write_script(self.calls)


@dataclass(frozen=True, eq=False)
class CollectedScreen:
    """A screen with its points.

    Attributes:
        screen: The recipe.
        frame: The screenshot, uint8 (H, W, 3).
        boxes: The controls.
        golds: Scripts with instructions and outcomes.
    """

    screen: Screen
    frame: Frame
    boxes: tuple[LabelledControl, ...]
    golds: tuple[Gold, ...]


def run_script(device: Device, script: str) -> None:
    """Do a script on a device, action by action.

    Raises:
        ActionError: It cannot be read, or it has an action that devices do not do.
    """
    for action in PyAutoGUICodec(device.size).decode(script):
        if isinstance(action, Invalid):
            raise ActionError(f"The script cannot be run: {action.reason}")
        device.act(action)


def collect_screen(
    screen: Screen, seed: int = 0, quota: Mapping[str, int] | None = None, device: Device | None = None
) -> CollectedScreen:
    """Collect one screen: a function of its arguments alone, on simulated devices.

    Args:
        screen: The recipe.
        seed: Draws which scripts are taken, what is written, and the words.
        quota: The most scripts of each kind of `omnigym.benchmarks.omniact.candidate_actions.CALLS`; None for all. It
            changes neither which scripts come first nor what is said of them.
        device: A device of the screen's name to use again; by default one is built and closed.

    Raises:
        CapabilityError: The device has no accessibility tree.
        OracleError: The screen cannot be brought about here.
        DeviceError: The device broke.
    """
    given = device is not None
    device = open_screen(screen, device)
    try:
        return _Collector(screen, device, random.Random(f"{seed} {screen.name}")).collect(quota)
    finally:
        if not given:
            device.close()


class _Bench:
    """Runs scripts from one state of a device, and keeps which facts hold after each."""

    def __init__(self, screen: Screen, device: Device) -> None:
        if not isinstance(device, HasAccessibilityTree):
            raise CapabilityError(f"The device {device.name!r} has no accessibility tree, of which boxes are made.")
        self.screen, self.device = screen, device
        self.tree: Tree = device.tree()
        self.frame: Frame = device.screenshot().copy()
        self.start = facts_of(device)
        self.cheap = isinstance(device, HasSnapshots)
        self._snapshot = device.snapshot() if isinstance(device, HasSnapshots) else None
        self._known: dict[tuple[Call, ...], _Facts] = {}
        self._spoiled = False

    def back(self) -> None:
        """Go back to the state in which the screen was opened."""
        if isinstance(self.device, HasSnapshots):
            self.device.restore(self._snapshot)
        elif self._spoiled:
            open_screen(self.screen, self.device)
        self._spoiled = False

    def after(self, calls: tuple[Call, ...], *, again: bool = False) -> _Facts:
        """The facts that hold after a script."""
        if again or calls not in self._known:
            self.back()
            run_script(self.device, write_script(calls))
            now = facts_of(self.device)
            self._spoiled = now != self.start or any(call.function in ("write", "hotkey", "press") for call in calls)
            if again:
                return now
            self._known[calls] = now
        return self._known[calls]

    def stood(self) -> _Facts:
        """The facts that hold after a while in which nothing was done."""
        self.back()
        self.device.act(Wait(_STANDS_S))
        return facts_of(self.device)


class _Collector:
    def __init__(self, screen: Screen, device: Device, rng: random.Random) -> None:
        self._bench = _Bench(screen, device)
        self._screen, self._device, self._rng = screen, device, rng
        self._boxes = boxes_of(self._bench.tree)
        self._speaker = Speaker(self._bench.tree, self._boxes, self._bench.frame, device.platform)
        self._deeds = [
            deed
            for deed in deeds_on(self._bench.tree, self._boxes, device.platform, rng, lambda node: text_for(node, rng))
            if all(map(self._speaker.says, deed.at))
        ]
        self._order = {(n.role.name.lower(), n.name, n.key): n.index for n in reversed(self._bench.tree.nodes)}
        windows = [n.layer for n in self._bench.tree.nodes if n.role in (Role.WINDOW, Role.DIALOG)]
        front = min(windows, default=self._bench.tree.blocks[-1].layer)
        self._aside = {n for n, b in enumerate(self._boxes) if b.node.layer > front or b.node.key.startswith("window.")}
        self._noise = self._bench.stood() ^ self._bench.start
        self._golds: list[tuple[Gold, _Facts]] = []

    def collect(self, quota: Mapping[str, int] | None) -> CollectedScreen:
        most_of = _SLOW if not self._bench.cheap else _PHONE if self._device.platform == "android" else _DESKTOP
        tried = self._tried(most_of)
        self._others = [(write_script(deed.calls), self._bench.after(deed.calls)) for deed in tried]
        for kind in _ORDER:
            most = most_of.get(kind, 0)
            for deed in self._of_kind(kind, tried, most):
                if sum(gold.kind == kind for gold, _ in self._golds) >= most:
                    break
                self._take(deed)
        self._bench.back()
        golds: list[Gold] = []
        for kind in CALLS:
            of = [gold for gold, _ in self._golds if gold.kind == kind]
            golds += of if quota is None else of[: quota.get(kind, 0)]
        return CollectedScreen(self._screen, self._bench.frame, self._boxes, tuple(golds))

    def _tried(self, most_of: Mapping[str, int]) -> list[CandidateDeed]:
        """The deeds that are run: all, or where each costs seconds, some more than are wanted."""
        if self._bench.cheap:
            return self._deeds
        tried: list[CandidateDeed] = []
        for kind, most in most_of.items():
            of_kind = [d for d in self._deeds if d.kind == kind]
            tried += self._rng.sample(of_kind, min(len(of_kind), most + 1))
        clicks = [d for d in self._deeds if d.kind == "click" and d not in tried]
        return tried + self._rng.sample(clicks, min(len(clicks), _TRIED_SLOWLY))

    def _of_kind(self, kind: str, tried: Sequence[CandidateDeed], most: int) -> list[CandidateDeed]:
        if kind in _PAIRED:
            return self._pairs(kind, [d for d in tried if d.kind == _PAIRED[kind]], most)
        of_kind = [d for d in tried if d.kind == kind]
        return self._in_front(self._rng.sample(of_kind, len(of_kind)))

    def _in_front(self, deeds: list[CandidateDeed]) -> list[CandidateDeed]:
        """First what is done in the window in front: a taskbar is on every screen."""
        return sorted(deeds, key=lambda deed: not self._aside.isdisjoint(deed.at))

    def _new(self, calls: tuple[Call, ...]) -> _Facts:
        return self._bench.after(calls) - self._bench.start - self._noise

    def _pairs(self, kind: str, tried: Sequence[CandidateDeed], most: int) -> list[CandidateDeed]:
        """Two clicks, or two writes, of which each does what it does alone."""
        cells = {n for n, box in enumerate(self._boxes) if box.node.role is Role.CELL}
        clicks = [d for d in tried if _weighty(self._new(d.calls)) and not cells.intersection(d.at)]
        self._rng.shuffle(clicks)
        clicks = self._in_front(clicks)
        turns = max(len(clicks), 1)
        pairs = ((clicks[i], clicks[(i + step) % turns]) for step in range(1, turns // 2 + 1) for i in range(turns))
        found: list[CandidateDeed] = []
        for a, b in islice(pairs, _PAIRS * most if self._bench.cheap else most):
            if len(found) >= 2 * most:
                break
            both = CandidateDeed(kind, a.calls + b.calls, a.at + b.at)
            new = self._new(both.calls)
            only_a = _weighty(new & self._new(a.calls)) - self._new(b.calls)
            only_b = _weighty(new & self._new(b.calls)) - self._new(a.calls)
            if only_a and only_b:
                found.append(both)
        return found

    def _take(self, deed: CandidateDeed) -> None:
        """Make a gold script of a deed, if it holds."""
        after = self._bench.after(deed.calls)
        new = self._new(deed.calls)
        if deed.kind != "move":
            own = {f.opposite for n in deed.at for f in self._shown(n) if f not in after}
            new = frozenset(f for f in new if f.kind != "pointer") | own  # gone itself, as what was deleted
        if any(call.text is not None and not _says(new, call.text) for call in deed.calls):
            return
        wrong = [self._bench.start, *[self._bench.after(calls) for calls in self._wrong_ways(deed)]]
        script = write_script(deed.calls)
        others = [other for other in self._others if other[0] != script]
        others += [(gold.script, facts) for gold, facts in self._golds if gold.kind in _PAIRED]
        outcome = self._outcome(deed, new, after, wrong, [facts for _, facts in others])
        if outcome is None:
            return
        also = tuple(sorted({script for script, facts in others if _holds(outcome, facts)}))
        if len(also) > (_MOST_ALSO if deed.kind in _SIMPLE else 0):
            return
        if any(gold.script in also or _holds(gold.outcome, after) for gold, _ in self._golds):
            return
        if not self._bench.cheap and not _holds(outcome, self._bench.after(deed.calls, again=True)):
            return
        states = frozenset(f.text for f in new if f.kind == "state" and deed.at and self._is_of(f, deed.at[0]))
        instructions = self._speaker.wordings(deed, states, self._rng, WORDINGS + 1)
        if len(instructions) <= WORDINGS:
            return
        labels = tuple([self._boxes[n].label for n in deed.at])
        self._golds.append((Gold(deed.kind, deed.calls, labels, instructions, outcome, also), after))

    def _wrong_ways(self, deed: CandidateDeed) -> Iterator[tuple[Call, ...]]:
        """The script cut short, with its points off their boxes, and writing into another field."""
        for end in range(1, len(deed.calls)):
            yield deed.calls[:end]
        if deed.kind in _PAIRED:
            yield deed.calls[len(deed.calls) // 2 :]
        off = shifted_scripts(deed, self._boxes, self._device.size)
        yield from off if self._bench.cheap else islice(off, _MOVED_SLOWLY * max(len(deed.at), 1))
        if any(call.function == "write" for call in deed.calls):
            fields = [b for n, b in enumerate(self._boxes) if b.node.role in FIELDS and n not in deed.at]
            for box in fields[: 3 if self._bench.cheap else 1]:
                rest = deed.calls[1:] if deed.at else deed.calls
                yield (Call("click", box.middle), *rest)

    def _outcome(
        self, deed: CandidateDeed, new: _Facts, after: _Facts, wrong: Sequence[_Facts], others: Sequence[_Facts]
    ) -> Outcome | None:
        """As few facts as tell a deed from what is wrong and from others; None if that cannot be told."""
        ranked = sorted(new, key=lambda fact: self._rank(fact, deed))
        if not ranked:
            return None
        chosen = [ranked[0]]
        if deed.kind in _PAIRED:
            half = len(deed.calls) // 2
            parts = [self._new(calls) for calls in (deed.calls[:half], deed.calls[half:])]
            chosen = [next(f for f in ranked if f in part and f not in other) for part, other in (parts, parts[::-1])]
        left = [facts for facts in (*wrong, *others) if _holds(chosen, facts)]
        while left and len(chosen) < _MOST_FACTS:
            best = self._telling(ranked, after, left, deed)
            if best is None:
                break
            chosen.append(best)
            left = [facts for facts in left if _holds((best,), facts)]
        if any(_holds(chosen, facts) for facts in wrong):
            return None
        kept = 2 if deed.kind in _PAIRED else 1
        apart = [facts for facts in (*wrong, *others) if not _holds(chosen, facts)]
        for fact in chosen[: kept - 1 : -1]:  # what later ones made needless
            fewer = [f for f in chosen if f != fact]
            if not any(_holds(fewer, facts) for facts in apart):
                chosen = fewer
        return tuple(chosen)

    def _telling(self, new: Sequence[Fact], after: _Facts, left: Sequence[_Facts], deed: CandidateDeed) -> Fact | None:
        """The fact that most of the others do not share.

        A new one is best, then one of a node that was acted on or changed. What holds elsewhere comes last: who reaches
        the same in an unusual way may have changed that.
        """
        still, not_now = self._besides(after, left, deed)
        changed = {fact[1:4] for fact in new}
        near = [
            [f for f in facts if f[1:4] in changed or any(self._is_of(f, n) for n in deed.at)]
            for facts in (still, not_now)
        ]
        solid = [[f for f in facts if not _is_weak(f)] for facts in (new, *near, still, not_now)]
        for facts in (*solid[:3], new, *solid[3:], [*still, *not_now]):
            counts = [(sum((f._replace(holds=True) in o) != f.holds for o in left), f) for f in facts]
            most = max((count for count, _ in counts), default=0)
            if most:
                return next(f for count, f in counts if count == most)
        return None

    def _besides(self, after: _Facts, left: Sequence[_Facts], deed: CandidateDeed) -> tuple[list[Fact], list[Fact]]:
        """What still holds, and did not have to; what does not hold, and might have."""
        still = {f for other in left for f in (self._bench.start & after) - other if f not in self._noise}
        not_now = {f for other in left for f in other - after - self._noise}
        by_rank, denied = (
            sorted((f for f in facts if f.kind != "pointer"), key=lambda f: self._rank(f, deed))
            for facts in (still, not_now)
        )
        return by_rank, [f.opposite for f in denied]

    def _rank(self, fact: Fact, deed: CandidateDeed) -> tuple[object, ...]:
        """The lower, the more a fact says of what was asked for."""
        own = any(self._is_of(fact, n) for n in deed.at)
        written = deed.text and deed.text in (fact.text, fact.name) and deed.calls[-1].function != "press"
        if deed.kind == "move":
            place = 0 if fact.kind == "pointer" and own else 9
        elif written or fact.kind == "clipboard":
            place = 0
        elif fact.text in ("focused", "active"):
            place = 6
        elif own and fact.kind != "shown":
            place = 1
        elif fact.kind == "shown" and fact.role in _OPENED:
            place = 2
        elif own and not fact.holds:
            place = 3
        else:
            place = 4 if fact.kind == "state" else 5
        return place, self._order.get(fact[1:4], -1), fact

    def _shown(self, n: int) -> Iterator[Fact]:
        """That a control is on the screen, as a fact of the beginning."""
        return (f for f in self._bench.start if f.kind == "shown" and self._is_of(f, n))

    def _is_of(self, fact: Fact, n: int) -> bool:
        node: Node = self._boxes[n].node
        return (fact.role, fact.key) == (node.role.name.lower(), node.key) and fact.name == node.name


_OPENED = frozenset(
    role.name.lower() for role in (Role.WINDOW, Role.DIALOG, Role.ALERT, Role.MENU, Role.NOTIFICATION, Role.TOOLTIP)
)


def _holds(outcome: Iterable[Fact], facts: Collection[Fact]) -> bool:
    return all((fact._replace(holds=True) in facts) == fact.holds for fact in outcome)


def _is_weak(fact: Fact) -> bool:
    """Whether a fact says no more than where one clicked last."""
    return fact.kind == "pointer" or fact.text in ("focused", "active")


def _weighty(facts: _Facts) -> _Facts:
    return frozenset(f for f in facts if not _is_weak(f))


def _says(facts: _Facts, text: str) -> bool:
    """Whether a text that was written is there: in the clear, or as the hash of a long one."""
    said = (f.text if f.kind == "value" else f.name for f in facts if f.kind in ("value", "shown"))
    return any(text.casefold() in words.casefold() or words.startswith("sha256:") for words in said)
