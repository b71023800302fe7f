"""Tables as comma-separated values, heads in the first row."""

from __future__ import annotations

from omnigym.tasks.worlds.draw import Draw
from omnigym.tasks.worlds.vocabulary import FIRST_NAMES, SLOTS

__all__ = ["table"]

#: What a table lists: the head of its first column and what stands below, the heads of groups, of numbers.
_LISTED = (
    ("Name", FIRST_NAMES),
    ("Customer", SLOTS["firm"]),
    ("Town", SLOTS["place"]),
    ("Month", SLOTS["month"]),
    ("Article", tuple(thing.removeprefix("the ").capitalize() for thing in SLOTS["thing"])),
)
_GROUPS = (
    ("Region", ("North", "South", "East", "West")),
    ("Team", ("Green", "Silver", "Violet")),
    ("Status", ("open", "paid", "late")),
    ("Class", ("basic", "extra", "prime")),
)
_COUNTS = ("Boxes", "Nights", "Orders", "Points", "Seats", "Stock", "Visits")
_MEASURES = ("Amount", "Budget", "Distance", "Fee", "Length", "Price", "Weight")
#: As many as in every table of ours, so that whoever works with one knows where it ends.
_ROWS = 5


def table(draw: Draw) -> str:
    """Five rows below the heads; a column each of texts, of groups, of whole numbers and of others."""
    head, entries = draw.pick(_LISTED)
    group, values = draw.pick(_GROUPS)
    rows = [[head, group, draw.pick(_COUNTS), draw.pick(_MEASURES)]]
    for entry in draw.some([e for e in entries if not draw.says(e)], _ROWS):
        rows.append([entry, draw.pick(values), str(draw.between(2, 480)), f"{draw.between(4, 380) / 4:.12g}"])
    return "\n".join(map(",".join, rows))
