"""Steps, oracles and runs of phone calls that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.variations import as_asked, instead
from omnigym.tasks.subtask import UI

instead("phone-calls/dial", what="area", number=lambda v: f"999{v['number'][3:]}")


@right_way("phone-calls/call-back", "phone-calls/call-contact")
def on_the_keypad(ui: UI, phone: str = "", number: str = "", **_: str) -> Iterator[Action]:
    """Digit by digit."""
    digits = "".join(filter(str.isdecimal, phone or number))
    yield from as_asked("phone-calls/dial", ui, number=digits)
