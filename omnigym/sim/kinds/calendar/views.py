"""Calendars drawn: days by their hours, in which events are dragged, and months.

Looks are the app's: ``calendar_slot``, ``calendar_now`` and, for each colour of a calendar, ``calendar_COLOUR`` of
boxes. An hour sends ``("new_at", day, minute)``, an event ``("open", id)``, and while it is dragged ``("moved", id,
edge, phase, x, y)`` (`omnigym.sim.input.dragging`); the name of a day sends ``("to_day", day)``.
"""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.kinds.calendar.events import Shown
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, stack, state_flags
from omnigym.sim.ui.widgets import button, scroll, separator, spacer, text

#: Logical pixels: an hour, the names of the hours, the scrollbar beside them.
HOUR_H, GUTTER, BAR = 48, 58, 14
HOURS = "calendar.hours"
_SUNDAYS = calendar.Calendar(calendar.SUNDAY)
#: So many events are written into a day of a month.
_MOST = 3


class Block(NamedTuple):
    """An event as a view draws it.

    Attributes:
        id, title, note: What it is, and what stands below.
        day, start, end, time: As of `Shown`.
        all_day: Whether it stands above the hours.
        colour: Of its calendar.
        chosen: Whether it is the one that is shown.
        lane, lanes: Its place among those at the same time.
    """

    id: int
    title: str
    note: str
    day: date
    start: int
    end: int
    time: str
    all_day: bool
    colour: str
    chosen: bool = False
    lane: int = 0
    lanes: int = 1


def long_day(day: date) -> str:
    """A day as a person says it: "Tuesday, March 18, 2025"."""
    return f"{day:%A, %B} {day.day}, {day.year}"


def step(day: date, mode: str, way: int) -> date:
    """The day that an arrow leads to: so many days, weeks or months on."""
    if mode != "month":
        return date.fromordinal(day.toordinal() + way * (1 if mode == "day" else 7))
    month = day.year * 12 + day.month - 1 + way
    year, month = divmod(month, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def blocks(shown: Iterable[Shown], colours: Mapping[str, str], other: str, chosen: int) -> tuple[Block, ...]:
    """Events as blocks, those at the same time side by side.

    Args:
        shown: They.
        colours: Of calendars, by name.
        other: The colour of what is in none of these.
        chosen: The number of the event that is shown.
    """
    found = [
        Block(
            s.event.id,
            s.event.title,
            s.event.location,
            s.day,
            s.start,
            s.end,
            s.time,
            s.event.all_day or s.end - s.start >= 1440,
            colours.get(s.event.calendar, other),
            s.event.id == chosen,
        )
        for s in shown
    ]
    days = sorted({b.day for b in found})
    return tuple([b for day in days for b in _in_lanes([b for b in found if b.day == day])])


def _in_lanes(found: list[Block]) -> list[Block]:
    """The blocks of a day; each group that overlaps shares the width."""
    done: list[Block] = [b for b in found if b.all_day]
    group: list[Block] = []
    until = 0
    for block in sorted([b for b in found if not b.all_day], key=lambda b: (b.start, -b.end, b.id)):
        if group and block.start >= until:
            done, group = [*done, *_shared(group)], []
        taken = {b.lane for b in group if b.end > block.start}
        group.append(block._replace(lane=next(n for n in range(len(group) + 1) if n not in taken)))
        until = max(until, _bottom(block))
    return [*done, *_shared(group)]


def _shared(group: list[Block]) -> list[Block]:
    lanes = 1 + max([b.lane for b in group], default=0)
    return [b._replace(lanes=lanes) for b in group]


def _bottom(block: Block) -> int:
    """The minute at which the drawing of an event ends: one is never too low to be read."""
    return max(block.end, block.start + 25)


# -- days by their hours ------------------------------------------------------------------------------------------


def hours_view(days: tuple[date, ...], found: tuple[Block, ...], today: date, now: int, w: int) -> Node:
    """Days side by side.

    Args:
        days: They.
        found: What is on them.
        today, now: The day and its minute at which the line of the present is drawn.
        w: Room for all of it.
    """
    each = (w - GUTTER - BAR) // len(days)
    whole = tuple([b for b in found if b.all_day])
    columns = [
        panel(
            _day,
            day,
            tuple([b for b in found if b.day == day and not b.all_day]),
            now if day == today else -1,
            each,
            w=each,
        )
        for day in days
    ]
    names = [memo(_hour_name, hour) for hour in range(24)]
    inside = row(column(*names, w=GUTTER), *columns, align="start")
    return column(panel(_heads, days, whole, today, each), separator(), scroll(HOURS, inside, name="Hours"), h=FILL)


def _heads(days: tuple[date, ...], whole: tuple[Block, ...], today: date, each: int) -> Node:
    heads = [
        column(
            button(
                f"calendar.head.{day}",
                f"{day:%a} {day.day}",
                name=long_day(day),
                style="calendar_today" if day == today else "calendar_head",
                click=("to_day", day),
                w=each,
            ),
            *[_bar(b, each - 4) for b in whole if b.day == day],
            w=each,
            gap=2,
            pad=(0, 0, 0, 3),
        )
        for day in days
    ]
    return row(spacer(w=GUTTER), *heads, align="start", role=Role.GROUP, name="All day")


def _hour_name(hour: int) -> Node:
    shown = f"{hour % 12 or 12} {'AM' if hour < 12 else 'PM'}"
    return row(
        text(shown, style="caption", role=None), w=GUTTER, h=HOUR_H, align="start", justify="end", pad=(0, 2, 8, 0)
    )


def _day(day: date, found: tuple[Block, ...], now: int, w: int) -> Node:
    line = column(spacer(h=now * HOUR_H // 60), row(style="calendar_now", h=2), h=24 * HOUR_H) if now >= 0 else None
    return stack(
        memo(_slots, day, w), *[memo(_placed, b, w) for b in found], line, w=w, role=Role.LIST, name=long_day(day)
    )


def _slots(day: date, w: int) -> Node:
    hours: list[Element] = []
    for half in range(48):
        minute = 30 * half
        at = f"{minute // 60:02}:{minute % 60:02}"
        slot = row(
            key=f"calendar.slot.{day}.{at}",
            role=Role.BUTTON,
            name=f"{long_day(day)}, {clock(minute)}",
            style="calendar_slot",
            h=FILL,
            click=("new_at", day, minute),
        )
        hours.append(column(separator() if minute % 60 == 0 else None, slot, h=HOUR_H // 2))
    return row(separator(vertical=True), column(*hours, w=FILL), w=w, h=24 * HOUR_H, align="stretch")


def clock(minute: int) -> str:
    """A minute of the day as a clock shows it: "2:30 PM"."""
    hour = minute // 60 % 24
    return f"{hour % 12 or 12}:{minute % 60:02} {'AM' if hour < 12 else 'PM'}"


def _placed(block: Block, w: int) -> Node:
    room = (w - 10) // block.lanes
    high = max(20, (block.end - block.start) * HOUR_H // 60 - 2)
    when = f"{clock(block.start)} – {clock(block.end)}"
    lines = [text(block.title, style="calendar_event", w=FILL, role=None)]
    lines += [text(when, style="calendar_note", w=FILL, role=None)] if high >= 38 else []
    lines += [text(block.note, style="calendar_note", w=FILL, role=None)] if high >= 56 and block.note else []
    edge = row(
        key=f"calendar.end.{block.id}.{block.day}",
        h=6,
        track=("moved", block.id, "end"),
        role=Role.SEPARATOR,
        name=f"End of {block.title}",
    )
    event = column(
        column(*lines, h=FILL, pad=(7, 2, 3, 0)),
        edge,
        style=_style(block),
        key=f"calendar.event.{block.id}.{block.day}",
        role=Role.LIST_ITEM,
        name=block.title,
        flags=state_flags(selected=block.chosen),
        w=room - 2,
        h=high,
        click=("open", block.id),
        context=("menu", block.id),
        track=("moved", block.id, "start"),
    )._replace(value=f"{when}{f', {block.note}' if block.note else ''}", focusable=True)
    left = spacer(w=3 + room * block.lane)
    return column(spacer(h=block.start * HOUR_H // 60 + 1), row(left, event, align="start"), w=w, h=24 * HOUR_H)


def _style(block: Block) -> str:
    return f"calendar_{block.colour}{'_chosen' * block.chosen}"


def _bar(block: Block, w: int = FILL) -> Node:
    """An event in one line: of whole days, or in a month."""
    shown = block.title if block.all_day else f"{_short(block.start)} {block.title}"
    return row(
        text(shown, style="calendar_event", w=FILL, role=None),
        style=_style(block),
        key=f"calendar.event.{block.id}.{block.day}",
        role=Role.LIST_ITEM,
        name=block.title,
        flags=state_flags(selected=block.chosen),
        w=w,
        h=20,
        pad=(6, 0, 2, 0),
        drag=("event", block.id),
        click=("open", block.id),
        context=("menu", block.id),
    )._replace(value="All day" if block.all_day else clock(block.start))


def _short(minute: int) -> str:
    hour = minute // 60
    return f"{hour % 12 or 12}{f':{minute % 60:02}' if minute % 60 else ''}{'a' if hour < 12 else 'p'}"


# -- months ---------------------------------------------------------------------------------------------------------


def month_view(shown: date, found: tuple[Block, ...], today: date) -> Node:
    """A month; an event that is dropped on a day sends ``("dropped", day, ("event", id))``."""
    weeks = _SUNDAYS.monthdatescalendar(shown.year, shown.month)
    by_day: dict[date, list[Block]] = {}
    for block in found:
        by_day.setdefault(block.day, []).append(block)
    names = [text(f"{day:%A}", style="caption", w=FILL, role=None) for day in weeks[0]]
    lines = [
        row(
            *[memo(_cell, d, shown.month, d == today, tuple(by_day.get(d, ())), w=FILL, h=FILL) for d in week],
            h=FILL,
            align="stretch",
        )
        for week in weeks
    ]
    return column(row(*names, h=26, pad=(8, 0)), *lines, h=FILL, role=Role.CALENDAR, name=f"{shown:%B %Y}")


def _cell(day: date, month: int, today: bool, found: tuple[Block, ...]) -> Node:
    ordered = sorted(found, key=lambda b: (not b.all_day, b.start, b.id))
    more = len(ordered) - _MOST
    style = "calendar_today" if today else "calendar_head" if day.month == month else "calendar_other"
    return column(
        button(f"calendar.head.{day}", str(day.day), name=long_day(day), style=style, click=("to_day", day)),
        *[_bar(b) for b in ordered[:_MOST]],
        text(f"+{more} more", style="caption", role=None) if more > 0 else None,
        style="calendar_cell",
        key=f"calendar.cell.{day}",
        role=Role.GROUP,
        name=f"{long_day(day)}, {count_of(len(found), 'event')}",
        w=FILL,
        h=FILL,
        gap=2,
        pad=(3, 2),
        click=("new_at", day, 540),
        drop=("dropped", day),
    )


def mini_month(shown: date, chosen: date, today: date) -> Node:
    """The small month at the side: a day sends ``("to_day", day)``, its arrows ``("turn", -1)`` and ``("turn", 1)``."""
    weeks = _SUNDAYS.monthdatescalendar(shown.year, shown.month)
    head = row(
        text(f"{shown:%B %Y}", style="strong", w=FILL, role=Role.HEADING),
        button("calendar.turn_back", icon="chevron-up", name="Previous month", style="tool", click=("turn", -1)),
        button("calendar.turn_on", icon="chevron-down", name="Next month", style="tool", click=("turn", 1)),
        h=34,
        pad=(8, 0, 0, 0),
    )
    names = [text(letter, style="weekday", w=FILL, role=None) for letter in ("Su", "Mo", "Tu", "We", "Th", "Fr", "Sa")]

    def cell(day: date) -> Node:
        style = "calendar_today" if day == today else "calendar_chosen" if day == chosen else "calendar_head"
        other = "calendar_other" if day.month != shown.month and day != today else style
        return button(
            f"calendar.day.{day}", str(day.day), name=long_day(day), style=other, click=("to_day", day), w=FILL, h=26
        )

    lines = [row(*[cell(day) for day in week]) for week in weeks]
    return column(head, row(*names, h=24, pad=(6, 0, 0, 0)), *lines, role=Role.CALENDAR, name=f"{shown:%B %Y}")
