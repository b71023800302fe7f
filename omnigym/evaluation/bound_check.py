"""Bound checks: runnable conditions, each a pure function over an episode's steps and events with immutable state.

A condition on the device's state judges the current state only. A condition on events remembers whether its event
happened, and the text typed so far, so that letters typed one by one are compared as one text. A condition on the
history looks back to the start of the episode, whenever its turn comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from pydantic import TypeAdapter, ValidationError

from omnigym.devices.fault_boundary import Boundary
from omnigym.devices.userdata import Row, UserData
from omnigym.errors import DeviceError, TaskFileError, UnknownNameError
from omnigym.evaluation.condition import Condition, Verdict, cannot_tell, not_yet, passed
from omnigym.evaluation.events import Event, TextEvent, merge_events
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import CheckSpec, get_check, judging
from omnigym.evaluation.world.effects import Effect, all_match, inverse
from omnigym.evaluation.world.records import changed_columns, has
from omnigym.foreign import show_value

__all__ = ["BoundCheck", "BoundStep", "bind", "describe", "effects_of", "makers", "negates", "was_made"]


# -- made -------------------------------------------------------------------------------------------------------------

# Whether a record was made: one that was there from the start is not what a task that asks for making it is about.


def makers(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Return the effects of a check of which one has occurred if the requested object was made.

    They add so many records to a table, or change so many instead; () where the check asks for no new record.
    """
    told = tuple([e for e in effects if e.most and e.how != "remove" and e.at.startswith("content://")])
    return told if any(e.how == "add" for e in told) else ()


def was_made(effects: Sequence[Effect], probe: Probe) -> bool:
    """Return whether one of these effects has occurred since one of the probe's earlier moments.

    True too where nobody can tell: the device does not say what was there, or has no record that the effects speak of.

    Args:
        effects: Those of `makers`.
        probe: Reads the device.

    Raises:
        TooLargeError: The user's data is more than is read.
    """
    now = probe.user_data() if probe.earlier else None
    known = [e for e in effects if now is not None and e.at in now.tables]
    found = [(e, row) for e in known if now is not None for row in now.rows(e.at) if has(row, e.row)]
    if now is None or not found:
        return True
    return any(_came(effect, row, then, now) for effect, row in found for then in probe.earlier)


def _came(effect: Effect, row: Row, then: UserData, now: UserData) -> bool:
    """Whether an effect has come about since a moment with a record of which it speaks."""
    if effect.at not in then.tables:
        return True
    key, olds = then.tables[effect.at].key, then.rows(effect.at)
    if not key:  # a row is all its values, so only their number tells
        return now.rows(effect.at).count(row) > olds.count(row)
    same = [old for old in olds if old.get(key) == row.get(key)]
    if effect.how == "change":
        return any(all_match((name,), effect.parts) for old in same for name in changed_columns(old, row))
    return not any(has(old, effect.row) for old in same)


# -- bound check ------------------------------------------------------------------------------------------------------

#: The state of a bound check: immutable, and known only to the check itself.
CheckState: TypeAlias = Any


class BoundStep(NamedTuple):
    """The result of a step of a bound check.

    Attributes:
        state: The new state, to be passed to the next step.
        verdict: The verdict of this step.
        used: The number of events that were needed to pass; the next condition sees the ones after them.
    """

    state: CheckState
    verdict: Verdict
    used: int = 0


class BoundCheck(Protocol):
    """A runnable condition.

    Attributes:
        wants_events: Whether it looks at events, of which it sees those that come while it is being judged.
        wants_history: Whether it looks at all events of the episode, through `Probe.history`.
        wants_opening: Whether its first step is to be made as its node becomes open, before any action.
        final: Whether it can be judged at the end alone (`omnigym.evaluation.registry.CheckSpec.final`).
        initial: Its state before the first step.
    """

    wants_events: bool
    wants_history: bool
    wants_opening: bool
    final: bool
    initial: CheckState

    def step(self, state: CheckState, events: Sequence[Event], probe: Probe) -> BoundStep:
        """Evaluate the device's current state and the events since the last step.

        Args:
            state: The state that the last step returned, or `initial`.
            events: The events since the last step.
            probe: Reads the device.
        """
        ...


class _StateFold:
    """A check of the device's state or of the history; if it fails, the verdict is "cannot tell"."""

    wants_events = False
    wants_opening = False
    initial: CheckState = None

    def __init__(
        self, function: Callable[[Probe], Verdict], name: str, *, wants_history: bool = False, final: bool = False
    ) -> None:
        self._function, self.wants_history, self.final = function, wants_history, final
        self._boundary = Boundary("check", name, once=True)

    def step(self, state: CheckState, _events: Sequence[Event], probe: Probe) -> BoundStep:
        try:
            with self._boundary:
                return BoundStep(state, self._function(probe))
        except DeviceError as e:
            return BoundStep(state, cannot_tell(str(e), by_agent=e.by_agent))


_PASSED = passed()


def _looking_back(probe: Probe, /, function: Callable[[Sequence[Event]], bool], description: str) -> Verdict:
    """A check of the history, as one of the state."""
    return _PASSED if function(probe.history()) else not_yet(f"{description} is not in the history of this episode.")


class _EventFold:
    """A check of events. Its state is (verdict so far, text typed since the last event of another kind).

    If the check fails on an event, that may have been the wanted one: the verdict is "cannot tell" from then on, unless
    a later event passes.
    """

    wants_events = True
    wants_history = False
    wants_opening = False
    final = False

    def __init__(self, function: Callable[[Event], bool], name: str, description: str) -> None:
        self._function = function
        self._boundary = Boundary("check", name, once=True)
        self.initial: CheckState = (not_yet(f"{description} has not happened."), "")

    def step(self, state: CheckState, events: Sequence[Event], _probe: Probe) -> BoundStep:
        known, before = state
        if known:  # passed before: an event that happened stays happened
            return BoundStep(state, known)
        run = before
        for n, event in enumerate(merge_events(events, before)):
            run = event.text if type(event) is TextEvent else ""
            try:
                with self._boundary:
                    came = self._function(event)
            except DeviceError as e:
                known = cannot_tell(str(e), by_agent=e.by_agent)
                continue
            if came:
                return BoundStep((_PASSED, ""), _PASSED, n + 1)
        return BoundStep((known, run), known)


class _Combined:
    """``all``, ``any`` or ``not`` of other bound checks; its state is the tuple of their states."""

    def __init__(self, kind: str, parts: Sequence[BoundCheck]) -> None:
        self._kind, self._parts = kind, tuple(parts)
        self.wants_events = any(p.wants_events for p in parts)
        self.wants_history = any(p.wants_history for p in parts)
        self.wants_opening = any(p.wants_opening for p in parts)
        self.final = any(p.final for p in parts)
        self.initial: CheckState = tuple(p.initial for p in parts)

    def step(self, state: CheckState, events: Sequence[Event], probe: Probe) -> BoundStep:
        steps = [part.step(s, events, probe) for part, s in zip(self._parts, state, strict=True)]
        verdict = _COMBINE[self._kind]([s.verdict for s in steps])
        return BoundStep(tuple(s.state for s in steps), verdict, max((s.used for s in steps), default=0))


class _AnotherCame:
    """``another_came``: one of several conditions came to hold since the first step, or holds once more.

    Its state is the states of the conditions, which of them hold, and whether one came.
    """

    wants_opening = True

    def __init__(self, parts: Sequence[BoundCheck]) -> None:
        self._parts = tuple(parts)
        self.wants_events = any(p.wants_events for p in parts)
        self.wants_history = any(p.wants_history for p in parts)
        self.final = any(p.final for p in parts)
        self.initial: CheckState = (tuple(p.initial for p in parts), None, False)

    def step(self, state: CheckState, events: Sequence[Event], probe: Probe) -> BoundStep:
        states, held, came = state
        steps = [part.step(s, events, probe) for part, s in zip(self._parts, states, strict=True)]
        holds = tuple([bool(s.verdict) for s in steps])
        came = came or (held is not None and any(now and not before for now, before in zip(holds, held, strict=True)))
        new = tuple(s.state for s in steps), holds, came
        return BoundStep(new, _PASSED if came else not_yet("Another choice has not been made."))


@judging
def _making(probe: Probe, /, function: Callable[[Probe], Verdict], effects: Sequence[Effect]) -> Verdict:
    """A check that asks for making a record, for which none counts that was there from the start."""
    verdict = function(probe)
    if not verdict or was_made(effects, probe):
        return verdict
    return not_yet("What is asked for was there from the start: it is to be made.")


def _all(verdicts: Sequence[Verdict]) -> Verdict:
    open_ = [v for v in verdicts if not v]
    if not open_:
        return _PASSED
    share = (len(verdicts) - len(open_)) / len(verdicts)
    # If one condition definitely fails, it does not matter that another one is unknown.
    definite = next((v for v in open_ if v.status == "not_yet"), None)
    return not_yet(definite.message, share) if definite else open_[0]


def _any(verdicts: Sequence[Verdict]) -> Verdict:
    if any(verdicts):
        return _PASSED
    # None passed, so an unknown one decides: it might have.
    unknown = next((v for v in verdicts if v.status == "cannot_tell"), None)
    return unknown or not_yet("; ".join(v.message for v in verdicts), max(v.progress for v in verdicts))


def _not(verdicts: Sequence[Verdict]) -> Verdict:
    (verdict,) = verdicts
    if verdict.status == "cannot_tell":
        return verdict
    return not_yet(f"It should not hold: {verdict.message or 'the negated condition'}") if verdict else _PASSED


_COMBINE: Mapping[str, Callable[[Sequence[Verdict]], Verdict]] = {"all": _all, "any": _any, "not": _not}


@cache
def _adapter(hint: Any) -> TypeAdapter[object]:
    return TypeAdapter(hint)


def bind(condition: Condition, negated: bool = False) -> BoundCheck:
    """Make a condition runnable, after checking its arguments.

    Args:
        condition: A condition with all templates filled.
        negated: Whether it is not to hold: then what was there from the start counts as well.

    Raises:
        TaskFileError: The check is unknown (the message has similar names), or an argument is missing, unknown or of
            the wrong type.
    """
    if condition.check in _COMBINE:
        negated = negated or condition.check == "not"
        return _Combined(condition.check, [bind(c, negated) for c in _parts(condition)])
    if condition.check == "another_came":
        named = zip(condition.args["names"], _parts(condition), strict=True)
        return _AnotherCame([bind(c, negated=True) for name, c in named if name != condition.args["than"]])
    try:
        spec = get_check(condition.check)
    except UnknownNameError as e:
        raise TaskFileError(str(e)) from None
    function = partial(spec.function, **_arguments(spec, condition.args))
    if spec.prepare is not None:
        spec.prepare()
    if spec.subject == "state":
        new = () if negated else makers(effects_of(condition))
        function = partial(_making, function=function, effects=new) if new else function
        return _StateFold(function, spec.name, final=spec.final)
    if spec.subject == "history":
        over = partial(_looking_back, function=function, description=describe(condition))
        return _StateFold(over, spec.name, wants_history=True, final=spec.final)
    return _EventFold(function, spec.name, describe(condition))


def _parts(condition: Condition) -> tuple[Condition, ...]:
    of = condition.args.get("of")
    if condition.check == "not":
        of = (of,)
    if not isinstance(of, list | tuple) or not of or not all(isinstance(c, Condition) for c in of):
        wanted = "one condition" if condition.check == "not" else "a list of conditions"
        raise TaskFileError(f"Combinator {condition.check!r} expects 'of': {wanted}, got {show_value(condition.args)}.")
    return tuple(of)


def _arguments(spec: CheckSpec, args: Mapping[str, object]) -> dict[str, object]:
    for name in args:
        if name not in spec.parameters:
            raise TaskFileError(f"Check {spec.name!r}: {UnknownNameError('argument', name, spec.parameters)}")
    out = {}
    for name, parameter in spec.parameters.items():
        if name not in args:
            if parameter.required:
                raise TaskFileError(f"Check {spec.name!r} lacks its argument {name!r}. Add it.")
            continue
        try:
            out[name] = _adapter(parameter.type).validate_python(args[name], strict=True)
        except ValidationError as e:
            problem = e.errors()[0]["msg"]
            raise TaskFileError(
                f"Check {spec.name!r}, argument {name!r}: {problem}, got {show_value(args[name])}. Change it."
            ) from None
    return out


def effects_of(condition: Condition) -> tuple[Effect, ...]:
    """Return the changes to the user's data that may fulfil a condition whose templates are filled.

    Raises:
        TaskFileError: As `bind`.
    """
    if condition.check == "not":
        return tuple([inverse(e) for part in _parts(condition) for e in effects_of(part)])
    if condition.check == "another_came":
        return ()
    if condition.check in _COMBINE:
        return tuple([e for part in _parts(condition) for e in effects_of(part)])
    try:
        spec = get_check(condition.check)
    except UnknownNameError as e:
        raise TaskFileError(str(e)) from None
    return () if spec.effects is None else tuple(spec.effects(**_arguments(spec, condition.args)))


def negates(condition: Condition) -> bool:
    """Return whether a condition, or a part of it, requires the absence of something."""
    if condition.check not in _COMBINE:
        return False
    return condition.check == "not" or any(negates(part) for part in _parts(condition))


def describe(condition: Condition) -> str:
    """Return a condition as a text for a person: ``mouse_clicks(text='Open')``."""
    if "of" in condition.args:
        return f"{condition.check}({', '.join(describe(c) for c in _parts(condition))})"
    return f"{condition.check}({', '.join(f'{k}={v!r}' for k, v in condition.args.items())})"
