"""What the dialog Find and Replace looks like."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.common.spreadsheet.finding import VALUES
from omnigym.devices.sim.common.spreadsheet.state import Find
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, checkbox, combo, field, scroll, spacer, tab, text
from omnigym.documents.sheets.finding import Search

__all__ = ["FIND_W", "LOOK_IN", "WANTED", "find_dialog"]

#: Width of the dialog in logical pixels, and of its labels.
FIND_W, _LABEL_W = 430, 96
WANTED, _NEW = "excel.find.text", "excel.find.with"
#: Where is looked: in what was entered, or in what is shown.
LOOK_IN = ("Formulas", VALUES)


def _line(label: str, child: Node) -> Node:
    return row(text(label, w=_LABEL_W, role=None), child, gap=8)


def _options(search: Search) -> Node:
    return row(
        column(
            checkbox("excel.find.case", "Match case", checked=search.match_case, click=("find_case",)),
            checkbox("excel.find.whole", "Match entire cell contents", checked=search.whole, click=("find_whole",)),
            w=FILL,
            gap=2,
        ),
        text("Look in:", role=None),
        combo("excel.find.look_in", LOOK_IN[search.values], LOOK_IN, name="Look in", w=110, change=("find_look_in",)),
        gap=8,
    )


def _buttons(find: Find) -> Node:
    nothing = not find.search.wanted
    replacing = (
        button("excel.find.replace_all", "Replace All", disabled=nothing, click=("replace_all",)),
        button("excel.find.replace", "Replace", disabled=nothing, click=("replace_one",)),
    )
    return row(
        *(replacing if find.replacing else ()),
        spacer(),
        button("excel.find.all", "Find All", disabled=nothing, click=("find_all",)),
        button("excel.find.next", "Find Next", disabled=nothing, click=("find_next",)),
        button("excel.find.done", "Close", click=("find_close",)),
        gap=6,
    )


def _listed(cells: tuple[tuple[str, str], ...]) -> Node:
    lines = [
        button(f"excel.find.at.{name}", f"{name}    {shown}", style="list", w=FILL, click=("find_at", name))
        for name, shown in cells
    ]
    return column(
        scroll("excel.find.list", column(*lines), h=84, style="pane"),
        text(f"{len(cells)} cell(s) found", style="caption", key="excel.find.count"),
        gap=4,
    )


def find_dialog(find: Find) -> Node:
    """The dialog."""
    search = find.search
    return column(
        row(
            text("Find and Replace", style="strong"),
            spacer(),
            button("excel.find.close", icon="close", name="Close", style="tab_close", click=("find_close",)),
        ),
        row(
            tab("excel.find.tab.find", "Find", selected=not find.replacing, style="excel", click=("find",)),
            tab("excel.find.tab.replace", "Replace", selected=find.replacing, style="excel", click=("replace",)),
            spacer(),
            role=Role.TAB_LIST,
            name="Find and Replace",
        ),
        _line("Find what:", _field(WANTED, search.wanted, "Find what", "find_text")),
        _line("Replace with:", _field(_NEW, find.new, "Replace with", "find_with")) if find.replacing else None,
        _options(search) if find.options else None,
        row(
            spacer(),
            button(
                "excel.find.options",
                "Options <<" if find.options else "Options >>",
                style="subtle",
                click=("find_options",),
            ),
        ),
        _buttons(find),
        _listed(find.listed) if find.listed is not None else None,
        style="menu",
        w=FIND_W,
        pad=(14, 10),
        gap=8,
        role=Role.DIALOG,
        name="Find and Replace",
    )


def _field(key: str, value: str, name: str, change: str) -> Node:
    return field(key, value, name=name, change=(change,), submit=("find_next",), cancel=("find_close",))
