"""Alarms, the world clock and timers of the phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._rows import row_gone, row_is
from omnigym.tasks.apps.phone._milestones import asked, button, filled
from omnigym.tasks.apps.phone._steps import (
    PHONE,
    at_root,
    by_name,
    fill_in,
    pick_time,
    reach,
    set_switch,
    table,
)
from omnigym.tasks.subtask import UI, AddRow, Need, Resource, subtask

__all__: list[str] = []

_CLOCK: Mapping[str, object] = {
    **PHONE,
    "capabilities": ("content", "settings", "files", "apps", "a11y"),
    "app": "clock",
}
_ALARMS = "/data/data/com.google.android.deskclock/alarms.json"


def _alarm(time: str, *, enabled: bool = True, consumes: bool = False) -> Need:
    """An alarm that rings once."""
    return Need(Resource("alarm", time), (AddRow(_ALARMS, ("time", "enabled"), (time, enabled)),), consumes)


_TIMES = ("06:15", "05:40", "13:30", "18:05", "20:50", "22:25")
_SETS = tuple([{"time": time} for time in _TIMES])
#: An alarm shows its details. Which one cannot be told: how its time is written depends on the clock's format.
_DETAILS = button("Label")


def _tab(ui: UI, tab: str) -> Iterator[Action]:
    yield from at_root(ui, "clock.tabs")
    yield ui.click(f"clock.tab.{tab}")


def _opened(ui: UI, time: str) -> Iterator[Action]:
    """The details of an alarm. Its row is known by what it says of the time."""
    yield from _tab(ui, "alarm")
    hour, minute = map(int, time.split(":"))
    half = f"{hour % 12 or 12}:{minute:02} {'AM' if hour < 12 else 'PM'}"
    whole = any(n.name.startswith(f"{time}, ") for n in ui.tree.nodes)
    yield from by_name(ui, time if whole else half)


def _part(ui: UI, part: str) -> str:
    """The key of a button of the alarm that is open: the only one that shows its details."""
    node = next((n for n in ui.tree.nodes if n.key.startswith("clock.alarm.") and n.key.endswith(f".{part}")), None)
    return node.key if node is not None else f"clock.alarm.0.{part}"


@subtask(
    **_CLOCK,
    id="phone-clock/set-alarm",
    instruction="Set an alarm for {time} on the phone.",
    parameters=_SETS,
    conditions=(row_is("clock/alarms", time="{time}", enabled=True, days=""),),
    produces=(Resource("alarm", "{time}"),),
    milestones=(asked("Select time"),),
    tags=("alarm",),
)
def set_alarm(ui: UI, time: str) -> Iterator[Action]:
    """The dialog of a time."""
    yield from _tab(ui, "alarm")
    yield ui.click("clock.add_alarm")
    yield from pick_time(ui, time)


@subtask(
    **_CLOCK,
    id="phone-clock/label-alarm",
    instruction="Give the alarm at {time} the label '{label}'.",
    parameters=tuple(
        [
            {**row, "label": label}
            for row, label in zip(
                _SETS, ("Swimming", "Train", "Lunch with Ana", "Yoga", "Call home", "Medicine"), strict=True
            )
        ]
    ),
    draws={"label": "title", "time": "listed"},
    conditions=(row_is("clock/alarms", any_case=True, was={"time": "{time}"}, time="{time}", label="{label}"),),
    needs=(_alarm("{time}"),),
    milestones=(_DETAILS, asked("Add label"), filled("Label", "{label}")),
    tags=("alarm", "text"),
)
def label_alarm(ui: UI, time: str, label: str) -> Iterator[Action]:
    """The dialog of the label."""
    yield from _opened(ui, time)
    yield ui.click(_part(ui, "label"))
    yield from fill_in(ui, "prompt.text", label)
    yield ui.press("enter")


@subtask(
    **_CLOCK,
    id="phone-clock/repeat-alarm",
    implied=("days",),
    instruction="Let the alarm at {time} ring every {first} and {second}.",
    parameters=tuple(
        [
            {**row, "first": a, "second": b, "days": f"{a[:3]} {b[:3]}"}
            for row, (a, b) in zip(
                _SETS,
                (
                    ("Monday", "Thursday"),
                    ("Tuesday", "Friday"),
                    ("Wednesday", "Saturday"),
                    ("Monday", "Sunday"),
                    ("Thursday", "Saturday"),
                    ("Tuesday", "Sunday"),
                ),
                strict=True,
            )
        ]
    ),
    conditions=(row_is("clock/alarms", was={"time": "{time}"}, time="{time}", days="{days}"),),
    needs=(_alarm("{time}"),),
    milestones=(_DETAILS,),
    tags=("alarm", "days"),
)
def repeat_alarm(ui: UI, time: str, days: str, **_: str) -> Iterator[Action]:
    """Its days."""
    yield from _opened(ui, time)
    for day in days.split():
        yield ui.click(_part(ui, day.lower()))


@subtask(
    **_CLOCK,
    id="phone-clock/turn-on-alarm",
    instruction="The alarm at {time} is off. Turn it on.",
    parameters=_SETS,
    conditions=(row_is("clock/alarms", was={"time": "{time}"}, time="{time}", enabled=True),),
    needs=(Need(Resource("silent_alarm", "{time}"), (AddRow(_ALARMS, ("time", "enabled"), ("{time}", False)),)),),
    covers=("phone-clock/set-alarm",),
    produces=(Resource("alarm", "{time}"),),
    milestones=(_DETAILS,),
    tags=("alarm", "switch"),
)
def turn_on_alarm(ui: UI, time: str) -> Iterator[Action]:
    """Its switch."""
    yield from _opened(ui, time)
    yield from set_switch(ui, _part(ui, "label").replace(".label", ".switch"), True)


@subtask(
    **_CLOCK,
    id="phone-clock/delete-alarm",
    instruction="Delete the alarm at {time}.",
    parameters=_SETS,
    conditions=(row_gone("clock/alarms", time="{time}"),),
    needs=(_alarm("{time}", consumes=True),),
    milestones=(_DETAILS,),
    tags=("alarm", "delete"),
)
def delete_alarm(ui: UI, time: str) -> Iterator[Action]:
    """The button in its details."""
    yield from _opened(ui, time)
    yield ui.click(_part(ui, "delete"))


@subtask(
    **_CLOCK,
    id="phone-clock/add-city",
    implied=("zone",),
    instruction="Add {city} to the world clock of the phone.",
    parameters=table(
        "city zone",
        ("Tokyo", "Asia/Tokyo"),
        ("Berlin", "Europe/Berlin"),
        ("Sydney", "Australia/Sydney"),
        ("Nairobi", "Africa/Nairobi"),
        ("Shanghai", "Asia/Shanghai"),
        ("Kolkata", "Asia/Kolkata"),
    ),
    conditions=(row_is("clock/cities", zone="{zone}"),),
    produces=(Resource("city", "{city}"),),
    milestones=(button("Add city"), asked("Add city")),
    tags=("choice",),
)
def add_city(ui: UI, zone: str, **_: str) -> Iterator[Action]:
    """The list of cities."""
    yield from _tab(ui, "clock")
    yield ui.click("clock.add_city")
    yield from reach(ui, f"choose.{zone}")
    yield ui.click(f"choose.{zone}")


@subtask(
    **_CLOCK,
    id="phone-clock/start-timer",
    implied=("seconds",),
    instruction="Start a timer of {minutes} minutes on the phone.",
    parameters=tuple([{"minutes": m, "seconds": 60 * m} for m in (3, 7, 12, 25, 40, 55)]),
    conditions=(row_is("clock/timers", seconds="{seconds}", running=True),),
    produces=(Resource("timer", "{minutes}"),),
    milestones=(button("Start timer"),),
    tags=("timer", "keypad"),
)
def start_timer(ui: UI, minutes: int, **_: int) -> Iterator[Action]:
    """Its digits, and start."""
    yield from _tab(ui, "timer")
    if ui.find("clock.key.1") is None:
        yield ui.click("clock.add_timer")
    typed = ui.find("clock.typed")
    for _digit in typed.value if typed is not None else "":
        yield ui.click("clock.key.erase")
    for digit in str(minutes):
        yield ui.click(f"clock.key.{digit}")
    yield ui.click("clock.key.00")
    yield ui.click("clock.start_timer")
