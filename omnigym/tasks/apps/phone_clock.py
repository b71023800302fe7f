"""Steps, oracles and runs of phone clock that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.phone import at_root, by_name, fill_in, pick_time, set_switch
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def tab(ui: UI, tab: str) -> Iterator[Action]:
    """A tab of Clock."""
    yield from at_root(ui, "clock.tabs")
    yield ui.click(f"clock.tab.{tab}")


def _opened(ui: UI, time: str) -> Iterator[Action]:
    """The details of an alarm. Its row is known by what it says of the time."""
    yield from tab(ui, "alarm")
    hour, minute = map(int, time.split(":"))
    half = f"{hour % 12 or 12}:{minute:02} {'AM' if hour < 12 else 'PM'}"
    whole = any(n.name.startswith(f"{time}, ") for n in ui.tree.nodes)
    yield from by_name(ui, time if whole else half)


def _part(ui: UI, part: str) -> str:
    """The key of a button of the alarm that is open: the only one that shows its details."""
    node = next((n for n in ui.tree.nodes if n.key.startswith("clock.alarm.") and n.key.endswith(f".{part}")), None)
    return node.key if node is not None else f"clock.alarm.0.{part}"


@oracle("phone-clock/label-alarm")
def label_alarm(ui: UI, time: str, label: str) -> Iterator[Action]:
    """The dialog of the label."""
    yield from _opened(ui, time)
    yield ui.click(_part(ui, "label"))
    yield from fill_in(ui, "prompt.text", label)
    yield ui.press("enter")


@oracle("phone-clock/repeat-alarm")
def repeat_alarm(ui: UI, time: str, days: str, **_: str) -> Iterator[Action]:
    """Its days."""
    yield from _opened(ui, time)
    for day in days.split():
        yield ui.click(_part(ui, day.lower()))


@oracle("phone-clock/turn-on-alarm")
def turn_on_alarm(ui: UI, time: str) -> Iterator[Action]:
    """Its switch."""
    yield from _opened(ui, time)
    yield from set_switch(ui, _part(ui, "label").replace(".label", ".switch"), True)


@oracle("phone-clock/delete-alarm")
def delete_alarm(ui: UI, time: str) -> Iterator[Action]:
    """The button in its details."""
    yield from _opened(ui, time)
    yield ui.click(_part(ui, "delete"))


@oracle("phone-clock/start-timer")
def start_timer(ui: UI, minutes: int, **_: int) -> Iterator[Action]:
    """Its digits, and start."""
    yield from tab(ui, "timer")
    if ui.find("clock.key.1") is None:
        yield ui.click("clock.add_timer")
    typed = ui.find("clock.typed")
    for _digit in typed.value if typed is not None else "":
        yield ui.click("clock.key.erase")
    for digit in str(minutes):
        yield ui.click(f"clock.key.{digit}")
    yield ui.click("clock.key.00")
    yield ui.click("clock.start_timer")


@wrong_run("phone-clock/label-alarm", "phone-clock/repeat-alarm")
def does_it_to_a_second_alarm(ui: UI, time: str, **values: str) -> Iterator[Action]:
    """Another one at the same time."""
    yield from as_asked("phone-clock/set-alarm", ui, time=time)
    part = "label" if "label" in values else "mon"
    node = next((n for n in ui.tree.nodes if n.key.startswith("clock.alarm.") and n.key.endswith(f".{part}")), None)
    if node is not None:
        yield ui.click(node)
        if "label" in values:
            yield from fill_in(ui, "prompt.text", values["label"])
            yield ui.press("enter")


@wrong_run("phone-clock/delete-alarm")
def sets_it_to_another_time(ui: UI, time: str) -> Iterator[Action]:
    """It is there still, a little later."""
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.alarm")
    hour, minute = map(int, time.split(":"))
    yield from by_name(ui, f"{hour % 12 or 12}:{minute:02} {'AM' if hour < 12 else 'PM'}")
    edit = next((n for n in ui.tree.nodes if n.key.startswith("clock.alarm.") and n.key.endswith(".edit")), None)
    yield ui.click(edit if edit is not None else "clock.alarm.0.edit")
    yield from pick_time(ui, "23:55")


@wrong_run("phone-clock/set-alarm")
def every_monday(ui: UI, time: str) -> Iterator[Action]:
    """The alarm is set for each week before it is right."""
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.alarm")
    yield ui.click("clock.add_alarm")
    yield from pick_time(ui, "03:33")
    node = next(n for n in ui.tree.nodes if n.key.startswith("clock.alarm.") and n.key.endswith(".mon"))
    yield ui.click(node)
    yield ui.click(node.key.removesuffix("mon") + "edit")
    yield from pick_time(ui, time)


@right_way("phone-clock/start-timer")
def with_three_digits(ui: UI, minutes: int, **_: int) -> Iterator[Action]:
    """Nought and nought instead of the key for both."""
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.timer")
    for digit in (*str(minutes), "0", "0"):
        yield ui.click(f"clock.key.{digit}")
    yield ui.click("clock.start_timer")
