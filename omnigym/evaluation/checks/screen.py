"""Checks of what is on the screen (OmniBench Appendix E.2)."""

from __future__ import annotations

from functools import lru_cache

from omnigym.a11y import Block, Role, State
from omnigym.evaluation import ocr
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import contains
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["control_exists", "text_exists", "text_exists_via_control", "text_exists_via_ocr"]


@lru_cache(maxsize=1024)
def _block_contains(block: Block, text: str) -> bool:
    """Pure, as a block never changes: only the part of the screen that changed is looked at again."""
    return any(contains(shown, text) for column in (block.names, block.values) for shown in column if shown)


@check("check_text_exists_via_control")
def text_exists_via_control(probe: Probe, text: str) -> Verdict:
    """OmniBench's check of that name: a control on the screen has the text, in its name or its content."""
    if any(_block_contains(b, text) for b in probe.tree().blocks):
        return passed()
    return not_yet(f"No control on the screen has the text {text!r}.")


@check("check_text_exists_via_ocr", prepare=ocr.load_engine)
def text_exists_via_ocr(probe: Probe, text: str) -> Verdict:
    """OmniBench's check of that name: the text can be read on the screenshot."""
    lines = ocr.read_lines(probe.screenshot())
    if any(contains(line, text) for line in lines) or contains(" ".join(lines), text):
        return passed()
    return not_yet(f"The text {text!r} cannot be read on the screen.")


@check("check_text_exists")
def text_exists(probe: Probe, text: str) -> Verdict:
    """OmniBench's check of that name: by the tree where the device has one, by OCR where it has none."""
    if probe.can("a11y"):
        return text_exists_via_control(probe, text)
    return text_exists_via_ocr(probe, text)


@check("control_exists")
def control_exists(probe: Probe, name: str = "", role: str = "", value: str | None = None, states: str = "") -> Verdict:
    """A control is on the screen.

    Args:
        probe: The device.
        name: Its name, exactly; empty is any.
        role: A name of `omnigym.a11y.Role`, in lower case; empty is any.
        value: Its value, exactly; None is any.
        states: Names of `omnigym.a11y.State` in lower case, separated by spaces, that must all hold.
    """
    wanted = State.NONE
    for state in states.split():
        wanted |= State[state.upper()]
    found = probe.tree().find_all(Role[role.upper()] if role else None, name or None, states=wanted)
    if any(value is None or n.value == value for n in found):
        return passed()
    return not_yet(f"No control {role} {name!r} with value {value!r} and states {states!r} is on the screen.")
