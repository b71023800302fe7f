"""A promise of a device, and the run that tries each: one that is broken, or a device that dies, ends no report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from omnigym.devices.conformance.trial import NotTriedError, Trial
from omnigym.devices.protocol import CAPABILITIES, Frame
from omnigym.errors import DeviceError, OmnigymError

__all__ = ["BrokenPromiseError", "Figures", "Promise", "PromiseOutcome", "equal", "expect", "run"]

#: What a promise has measured, by name; JSON values.
Figures: TypeAlias = Mapping[str, object]
State: TypeAlias = Literal["pass", "fail", "not tried"]
#: What is said of a failure at most, in characters.
_MOST: Final = 600


class BrokenPromiseError(AssertionError):
    """A promise is not kept: what was expected, and what came."""


def expect(kept: object, problem: str) -> None:
    """Fail with what went wrong, unless something is so.

    Raises:
        BrokenPromiseError: It is not.
    """
    if not kept:
        raise BrokenPromiseError(problem)


def equal(found: object, expected: object, what: str) -> None:
    """Fail unless two values are equal.

    Raises:
        BrokenPromiseError: They are not.
    """
    expect(found == expected, f"{what}: expected {_short(expected)}, got {_short(found)}")


@dataclass(frozen=True, slots=True)
class Promise:
    """One thing that every device does that has what is needed.

    Attributes:
        name: Its group and its own name: "pointer.click".
        keeps: What is promised, in a sentence without a full stop.
        check: Tries it, and returns what it measured.
        needs: Names of `omnigym.devices.protocol.CAPABILITIES` without which it cannot be tried.
    """

    name: str
    keeps: str
    check: Callable[[Trial], Figures | None]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PromiseOutcome:
    """What came of a promise.

    Attributes:
        name, keeps: As of the promise.
        state: "pass", "fail" or "not tried".
        detail: What was wrong, or why it was not tried.
        figures: What was measured.
        seconds: How long it took.
        picture: The screen after a failure; None where there is none.
    """

    name: str
    keeps: str
    state: State
    detail: str = ""
    figures: Figures = field(default_factory=dict)
    seconds: float = 0.0
    picture: Frame | None = field(default=None, repr=False, compare=False)


def run(trial: Trial, promises: Sequence[Promise]) -> Iterator[PromiseOutcome]:
    """Try each, in order. A device that failed is reset; if that fails, the rest is not tried.

    Args:
        trial: The device, and what is known of it.
        promises: What is tried.
    """
    gone = ""
    for promise in promises:
        if gone:
            yield PromiseOutcome(promise.name, promise.keeps, "not tried", f"the device is gone: {gone}")
            continue
        outcome = _tried(trial, promise)
        yield outcome
        if trial.broken:
            try:
                trial.renew()
            except OmnigymError as e:
                gone = _line(e)


def _tried(trial: Trial, promise: Promise) -> PromiseOutcome:
    name, keeps, start = promise.name, promise.keeps, time.perf_counter()
    lacking = [c for c in promise.needs if not isinstance(trial.device, CAPABILITIES[c])]
    if lacking:
        return PromiseOutcome(name, keeps, "not tried", f"the device has no {', '.join(lacking)}")
    try:
        figures = promise.check(trial) or {}
    except NotTriedError as e:
        return PromiseOutcome(name, keeps, "not tried", _line(e), {}, time.perf_counter() - start)
    except (AssertionError, OmnigymError, OSError, ArithmeticError, LookupError, TypeError, ValueError) as e:
        trial.broken = trial.broken or isinstance(e, DeviceError)
        said = _line(e) if isinstance(e, AssertionError) else f"{type(e).__name__}: {_line(e)}"
        return PromiseOutcome(name, keeps, "fail", said, {}, time.perf_counter() - start, _picture(trial))
    return PromiseOutcome(name, keeps, "pass", "", figures, time.perf_counter() - start)


def _picture(trial: Trial) -> Frame | None:
    try:
        return trial.device.screenshot()
    except OmnigymError:
        trial.broken = True
        return None


def _line(error: BaseException) -> str:
    said = " ".join(str(error).split()) or type(error).__name__
    return said if len(said) <= _MOST else f"{said[:_MOST]}..."


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:160]}..."
