"""Checks of the contents of the screen (OmniBench Appendix E.2)."""

from __future__ import annotations

from functools import lru_cache

from omnigym.a11y import Block, Role, State
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import contains
from omnigym.perception import texts as ocr

__all__ = ["control_exists", "text_exists", "text_exists_via_control", "text_exists_via_ocr"]


@lru_cache(maxsize=1024)
def _block_contains(block: Block, text: str) -> bool:
    """Whether a control in a block has the text. Cached, since blocks are immutable: only changed ones are searched."""
    return any(contains(shown, text) for column in (block.names, block.values) for shown in column if shown)


@check("check_text_exists_via_control")
def text_exists_via_control(probe: Probe, text: str) -> Verdict:
    """A control on the screen contains the text (OmniBench's ``check_text_exists_via_control``)."""
    if any(_block_contains(b, text) for b in probe.tree().blocks):
        return passed()
    return not_yet(f"No control on the screen has the text {text!r}.")


@check("check_text_exists_via_ocr", prepare=ocr.load_engine)
def text_exists_via_ocr(probe: Probe, text: str) -> Verdict:
    """OCR finds the text on the screenshot (OmniBench's ``check_text_exists_via_ocr``)."""
    lines = ocr.read_lines(probe.screenshot())
    if any(contains(line, text) for line in lines) or contains(" ".join(lines), text):
        return passed()
    return not_yet(f"The text {text!r} cannot be read on the screen.")


@check("check_text_exists")
def text_exists(probe: Probe, text: str) -> Verdict:
    """The screen shows the text, by the tree if the device has one, else by OCR (OmniBench's ``check_text_exists``)."""
    if probe.can("a11y"):
        return text_exists_via_control(probe, text)
    return text_exists_via_ocr(probe, text)


@check("control_exists")
def control_exists(probe: Probe, name: str = "", role: str = "", value: str | None = None, states: str = "") -> Verdict:
    """A control is on the screen.

    Args:
        probe: Reads the device.
        name: Its exact name; "" for any.
        role: A name of `omnigym.a11y.Role` in lower case; "" for any.
        value: Its exact value; None for any.
        states: Names of `omnigym.a11y.State` in lower case, separated by spaces; it must have all of them.
    """
    wanted = State.NONE
    for state in states.split():
        wanted |= State[state.upper()]
    found = probe.tree().find_all(Role[role.upper()] if role else None, name or None, states=wanted)
    if any(value is None or n.value == value for n in found):
        return passed()
    return not_yet(f"No control {role} {name!r} with value {value!r} and states {states!r} is on the screen.")
