"""Steps of the radio of the phone that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Wait
from omnigym.errors import OracleError
from omnigym.tasks.step_library.phone import at_root, by_name, fill_in
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

#: Seconds for which each of some stations is listened to, and for which one waits for a place of a programme.
_LISTENS, _PATIENCE = 8, 120
#: Where in the span after a place it is acted: what a second of waiting leaves of it.
_SOON_MS = 2000


@word
def stations(ui: UI) -> Iterator[Action]:
    """The list of all stations."""
    yield from at_root(ui, "radio.tabs")
    yield ui.click("radio.tab.stations")


@word
def tune_in(ui: UI, station: str) -> Iterator[Action]:
    """A station on, over the whole screen."""
    yield from stations(ui)
    yield from by_name(ui, station)


@word
def listen_to_stations(ui: UI, station: str, start: str) -> Iterator[Action]:
    """Of the stations whose names begin so one after another is listened to, until it is that one.

    Raises:
        OracleError: It is not among them.
    """
    yield from stations(ui)
    listed = [n.name for n in ui.tree.nodes if n.role is Role.LIST_ITEM and n.name.startswith(start)]
    for name in listed:
        yield from tune_in(ui, name)
        for _ in range(_LISTENS):
            yield Wait(1.0)
        if name == station:
            return
    raise OracleError(f"The oracle expected {station!r} among the stations {listed}.")


@word
def listen_on_air(ui: UI, at_ms: int, seconds: int) -> Iterator[Action]:
    """Wait a second at a time until a place of a programme, as the studio clock tells it, has come.

    Raises:
        OracleError: It does not come.
    """
    for _ in range(_PATIENCE):
        clock = ui.find("radio.clock")
        hour, minute, second = [int(part) for part in (clock.value if clock is not None else "0:0:0").split(":")]
        place = 1000 * ((3600 * hour + 60 * minute + second) % seconds)
        if at_ms <= place < at_ms + _SOON_MS:
            return
        yield Wait(1.0)
    raise OracleError(f"The oracle expected the place {at_ms} of a programme of {seconds} s.")


@word
def text_studio(ui: UI, text: str) -> Iterator[Action]:
    """A text to the studio of the station that is on."""
    yield ui.click("radio.text")
    yield from fill_in(ui, "prompt.text", text)
    yield ui.click("prompt.yes")
