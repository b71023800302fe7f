"""Promises of the pointer: places, buttons, counts, drags, the wheel."""

from __future__ import annotations

from functools import partial
from typing import Final

from omnigym.actions import BUTTONS, Click, Drag, MouseDown, MouseUp, Move, Scroll
from omnigym.devices.conformance.promise import Figures, Promise, equal, expect
from omnigym.devices.conformance.trial import Events, Trial
from omnigym.devices.conformance.witness import FIELD
from omnigym.devices.protocol import HasPointer

__all__ = ["PROMISES"]

#: Places in the doctor's window, in pixels of it.
_PLACES: Final = ((FIELD[0] + 3, FIELD[1] + 5), (300, 240), (577, 357), (41, 301))
_NUMBERS: Final = {"left": 1, "middle": 2, "right": 3}
_LEAST_MOVES: Final = 3


def _of(events: Events, *kinds: str) -> Events:
    return [e for e in events if e["what"] in kinds]


def _brief(events: Events) -> list[tuple[object, ...]]:
    return [(e["what"], e["button"], tuple(e["at"])) for e in events]


def _moves(trial: Trial) -> Figures:
    witness = trial.witness()
    for place in _PLACES:
        events = witness.after(Move(witness.point(*place)), last=lambda found: _of(found, "move"))
        moved = _of(events, "move")
        expect(moved, f"a move to {witness.pixel(*place)} did not reach the window")
        equal(tuple(moved[-1]["at"]), witness.pixel(*place), "the pointer's pixel")
    return {"places": len(_PLACES)}


def _told(trial: Trial) -> None:
    device, witness = trial.device, trial.witness()
    assert isinstance(device, HasPointer)
    device.act(Move(witness.point(300, 240)))
    device.screenshot()
    pointer = device.pointer()
    expect(pointer is not None, "the device says that the pointer is hidden")
    assert pointer is not None
    equal(pointer.at, witness.pixel(300, 240), "where the device says that its pointer is")
    expect(pointer.image.ndim == 3 and pointer.image[..., 3].any(), "the pointer's picture is empty")


def _clicks(trial: Trial) -> Figures:
    witness = trial.witness()
    for button in BUTTONS:
        for place in _PLACES:
            action = Click(witness.point(*place), button)
            events = _of(witness.after(action, last=lambda found: _of(found, "up")), "down", "up")
            at, number = witness.pixel(*place), _NUMBERS[button]
            equal(_brief(events), [("down", number, at), ("up", number, at)], f"a click of the {button} button")
    return {"clicks": len(BUTTONS) * len(_PLACES)}


def _counts(trial: Trial) -> None:
    witness = trial.witness()
    at = witness.point(300, 240)
    for count in (2, 3):
        trial.pause(0.6)
        events = witness.after(Click(at, count=count), last=partial(_released, count))
        counts = [e["clicks"] for e in _of(events, "down")]
        equal(counts, list(range(1, count + 1)), f"a click of count {count}, as the window counts it")


def _apart(trial: Trial) -> None:
    """Clicks of two actions are no double click, however soon one follows the other."""
    witness = trial.witness()
    at = witness.point(300, 240)
    trial.pause(0.6)
    events = witness.after(Click(at), Click(at), Click(at), last=partial(_released, 3))
    equal([e["clicks"] for e in _of(events, "down")], [1, 1, 1], "three clicks of three actions")


def _with_modifiers(trial: Trial) -> None:
    witness = trial.witness()
    for modifiers in (("shift",), ("ctrl",), ("ctrl", "shift")):
        events = witness.after(Click(witness.point(300, 240), modifiers=modifiers), last=lambda found: _of(found, "up"))
        pressed = _of(events, "down")
        expect(pressed, "the click did not reach the window")
        held = sorted(s for s in pressed[0]["state"] if s in ("shift", "ctrl", "alt"))
        equal(held, sorted(modifiers), f"what a click with {'+'.join(modifiers)} holds")
    events = witness.after(Click(witness.point(300, 240)), last=lambda found: _of(found, "up"))
    equal(_of(events, "down")[0]["state"], [], "what the next click holds")


def _drags(trial: Trial) -> Figures:
    witness = trial.witness()
    start, end = (60, 140), (420, 300)
    events = witness.after(Drag(witness.point(*start), witness.point(*end)), last=lambda found: _of(found, "up"))
    ends = _of(events, "down", "up")
    expected = [("down", 1, witness.pixel(*start)), ("up", 1, witness.pixel(*end))]
    equal(_brief(ends), expected, "where a drag begins and ends")
    moves = [e for e in _of(events, "move") if "left" in e["state"]]
    places = {tuple(e["at"]) for e in moves}
    expect(
        len(places) >= _LEAST_MOVES,
        f"a drag moves the pointer to {len(places)} places with the button held; programs that follow need some",
    )
    return {"moves": len(places)}


def _holds(trial: Trial) -> None:
    witness = trial.witness()
    start, end = witness.point(60, 140), witness.point(420, 300)
    events = witness.after(
        MouseDown(start), Move(witness.point(200, 200)), MouseUp(end), last=lambda found: _of(found, "up")
    )
    kinds = [e["what"] for e in events if e["what"] != "move" or "left" in e["state"]]
    expect(
        kinds[:1] == ["down"] and "move" in kinds and kinds[-1:] == ["up"],
        f"a button that is held while the pointer moves: expected down, moves, up, got {', '.join(kinds) or 'nothing'}",
    )


def _turned(trial: Trial, sideways: bool) -> Figures:
    witness = trial.witness()
    measured = {}
    for notches in (1, -1, 3):
        at = witness.point(300, 240)
        action = Scroll(at, dx=notches) if sideways else Scroll(at, dy=notches)
        events = witness.after(action, last=partial(_has_turned, abs(notches)))
        turns = _of(events, "wheel")
        expect(turns, f"{notches} notches of the wheel did not reach the window")
        along = sum(e["dx" if sideways else "dy"] / e["notch"] for e in turns)
        across = sum(e["dy" if sideways else "dx"] / e["notch"] for e in turns)
        expect(not across, f"a turn by {notches} turned the other wheel by {across:g} notches")
        equal(along, float(notches), f"notches that the window counts of {notches}")
        measured[str(notches)] = along
    return {"notches": measured}


def _released(count: int, events: Events) -> bool:
    return len(_of(events, "up")) >= count


def _has_turned(notches: int, events: Events) -> bool:
    return bool(sum((abs(e["dx"]) + abs(e["dy"])) / e["notch"] for e in _of(events, "wheel")) >= notches)


PROMISES = (
    Promise("pointer.move", "the pointer goes to the pixel that is named", _moves),
    Promise("pointer.told", "the device says where its pointer is", _told, ("pointer",)),
    Promise("pointer.click", "each button is pressed and released at the pixel that is named", _clicks),
    Promise("pointer.double", "two and three clicks of an action are a double and a triple click", _counts),
    Promise("pointer.apart", "clicks of two actions are no double click", _apart),
    Promise("pointer.modifiers", "a click holds its modifiers, and the next one none", _with_modifiers),
    Promise("pointer.drag", "a drag goes from pixel to pixel with the button held", _drags),
    Promise("pointer.hold", "a button that is pressed is held until it is released", _holds),
    Promise("scroll.vertical", "a notch is a notch, down is down", lambda trial: _turned(trial, False)),
    Promise("scroll.horizontal", "a notch is a notch, right is right", lambda trial: _turned(trial, True)),
)
