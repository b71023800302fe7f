"""Promises of the screen and of settling: size, scale, exact pixels and colours, nothing returned too early."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omnigym.actions import Click, Move, Press
from omnigym.devices.conformance.promise import BrokenPromiseError, Figures, Promise, equal, expect
from omnigym.devices.conformance.trial import Trial, Witness
from omnigym.devices.conformance.witness import FIELD, PATCH, PATCHES, PATTERN, PATTERN_AT, WINDOW, colour, pattern
from omnigym.devices.protocol import HasAccessibilityTree

__all__ = ["PROMISES"]

#: How far off a pattern that is not at its place is looked for, in pixels.
_REACH: Final = 12
_CLICKS, _STEPS = 30, 20
_NAMES: Final = {(2, 1, 0): "red and blue are exchanged"}


def _pattern() -> NDArray[np.uint8]:
    return np.frombuffer(pattern(), np.uint8).reshape(PATTERN[1], PATTERN[0], 3)


def _shape(trial: Trial) -> None:
    frame = trial.device.screenshot()
    width, height = trial.config.size
    equal((frame.shape, str(frame.dtype)), ((height, width, 3), "uint8"), "the screenshot")
    equal(trial.device.size, (width, height), "the device's size")


def _same_again(trial: Trial) -> None:
    """No frame that somebody holds changes."""
    first = trial.device.screenshot()
    kept = first.copy()
    if first.flags.writeable:
        first[:] = 7
    trial.device.act(Move((0.5, 0.5)))
    second = trial.device.screenshot()
    expect(not np.shares_memory(first, second), "two screenshots share their memory")
    expect((second == kept).mean() > 0.5, "what was drawn into a screenshot is in the next one")


def _scale(trial: Trial) -> Figures:
    """Programs have the pixels that actions have: no scale comes in between."""
    witness = trial.witness()
    screen = tuple(witness.facts["screen"])
    figures = {name: witness.facts[name] for name in ("dpi", "tk", "system")} | {"screen": list(screen)}
    # Of several monitors, programs may be given the one that the window is on.
    expect(screen == trial.device.size, f"programs see a screen of {screen}, the device one of {trial.device.size}")
    return figures


def _shown(trial: Trial, witness: Witness, dx: int = 0, dy: int = 0) -> NDArray[np.uint8]:
    x, y = witness.pixel(*PATTERN_AT)
    return trial.device.screenshot()[y + dy : y + dy + PATTERN[1], x + dx : x + dx + PATTERN[0]]


def _exact(trial: Trial) -> Figures:
    witness = trial.witness()
    expected, found = _pattern(), _shown(trial, witness)
    if found.shape == expected.shape and (found == expected).all():
        return {"pixels": expected.size // 3}
    for order, name in _NAMES.items():
        expect(found.shape != expected.shape or not (found[..., order] == expected).all(), name)
    frame = trial.device.screenshot()
    left, top = witness.pixel(*PATTERN_AT)
    for dy in range(-_REACH, _REACH + 1):
        for dx in range(-_REACH, _REACH + 1):
            y, x = top + dy, left + dx
            there = frame[max(y, 0) : y + PATTERN[1], max(x, 0) : x + PATTERN[0]]
            expect(
                there.shape != expected.shape or not (there == expected).all(),
                f"the picture is shifted by ({dx}, {dy}) pixels",
            )
    expect(found.shape == expected.shape, "the window lies partly off the screenshot")
    apart = np.abs(found.astype(int) - expected)
    wrong = float((apart.max(axis=2) > 0).mean())
    raise BrokenPromiseError(
        f"{wrong:.1%} of the pixels differ, by {int(apart.max())} of 255 at most: scaled, or another colour space"
    )


def _colours(trial: Trial) -> Figures:
    witness = trial.witness()
    shown = _shown(trial, witness)
    middle = PATCH // 2
    wrong = {}
    for n, given in enumerate(PATCHES):
        found = tuple(int(v) for v in shown[middle, n * PATCH + middle])
        if found != given:
            wrong[given] = found
    expect(not wrong, "; ".join(f"{given} is shown as {found}" for given, found in wrong.items()))
    return {"colours": len(PATCHES)}


def _halves(trial: Trial, witness: Witness) -> tuple[tuple[int, ...], tuple[int, ...]]:
    frame = trial.device.screenshot()
    x, y = witness.pixel(FIELD[0], FIELD[1])
    middle = y + FIELD[3] // 2
    early, late = frame[middle, x + FIELD[2] // 4], frame[middle, x + 3 * FIELD[2] // 4]
    return tuple(int(v) for v in early), tuple(int(v) for v in late)


def _settled(trial: Trial) -> Figures:
    """After an action the screen shows what it did, also what a program draws a little later."""
    witness = trial.witness()
    counted = Counter[str]()
    shown = _halves(trial, witness)
    number = next((n for n in range(2000) if shown == (colour(n), colour(n, True))), None)
    expect(number is not None, f"the doctor's own window shows the colours {shown}, which are none of its own")
    assert number is not None
    times = []
    rng = np.random.default_rng(0)
    for _ in range(_CLICKS):
        number += 1
        x, y = FIELD[0] + rng.integers(20, FIELD[2] - 20), FIELD[1] + rng.integers(20, FIELD[3] - 20)
        start = time.perf_counter()
        trial.device.act(Click(witness.point(int(x), int(y))))
        times.append(time.perf_counter() - start)
        early, late = _halves(trial, witness)
        counted["early"] += early != colour(number)
        counted["late"] += late != colour(number, True)
        trial.pause(0.1)
        now = _halves(trial, witness)
        expect(
            now == (colour(number), colour(number, True)),
            f"a click had no effect: after {number} the window shows {now}",
        )
    figures = {"clicks": _CLICKS, "early": counted["early"], "early_of_late": counted["late"]}
    figures["median_ms"] = round(1e3 * float(np.median(times)))
    expect(
        not counted["early"] and not counted["late"],
        f"{counted['early']} of {_CLICKS} screenshots came before the effect of the click, {counted['late']} before "
        "what the program drew 20 ms later",
    )
    return figures


def _rest(trial: Trial) -> Figures:
    """A screen at rest gives the same picture."""
    witness = trial.witness()
    x, y = witness.pixel(0, 0)
    frames = []
    for _ in range(5):
        frames.append(trial.device.screenshot()[y : y + WINDOW[1], x : x + WINDOW[0]].copy())
        trial.pause()
    changed = sum(bool((frames[0] != frame).any()) for frame in frames[1:])
    expect(not changed, f"{changed} of 4 pictures of a window at rest differ: the pointer may be drawn into them")
    return {"pictures": len(frames)}


def _speed(trial: Trial) -> Figures:
    """A step of the editor: a key, the settled screenshot, the tree."""
    trial.editor()
    device, seconds = trial.device, []
    for n in range(_STEPS):
        start = time.perf_counter()
        device.act(Press("abcdefghij"[n % 10]))
        device.screenshot()
        if isinstance(device, HasAccessibilityTree):
            device.tree()
        seconds.append(time.perf_counter() - start)
    shots, trees = [], []
    for _ in range(5):
        start = time.perf_counter()
        device.screenshot()
        shots.append(time.perf_counter() - start)
        start = time.perf_counter()
        if isinstance(device, HasAccessibilityTree):
            device.tree()
            trees.append(time.perf_counter() - start)
    figures: dict[str, object] = {"steps_per_s": round(_STEPS / sum(seconds), 1)}
    figures["step_median_ms"] = round(1e3 * float(np.median(seconds)), 1)
    figures["step_p95_ms"] = round(1e3 * float(np.quantile(seconds, 0.95)), 1)
    figures["screenshot_ms"] = round(1e3 * float(np.median(shots)), 1)
    return figures | ({"tree_again_ms": round(1e3 * float(np.median(trees)), 1)} if trees else {})


PROMISES = (
    Promise("screen.size", "the screenshot has the size that was configured", _shape),
    Promise("screen.kept", "a screenshot that is held does not change", _same_again),
    Promise("screen.scale", "programs and the device mean the same pixels", _scale),
    Promise("screen.exact", "each pixel of a known picture is at its place", _exact),
    Promise("screen.colours", "pure colours and greys are shown as they are", _colours),
    Promise("screen.rest", "pictures of a window at rest are equal", _rest),
    Promise("settle.effect", "no screenshot comes before the effect of the action", _settled),
    Promise("speed.step", "an action, the screenshot and the tree are measured", _speed),
)
