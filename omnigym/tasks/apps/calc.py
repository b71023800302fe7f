"""Steps, oracles and runs of calc that are no plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.libreoffice import (
    cells,
    menu,
    office_open,
    office_save_as,
    put_in_libreoffice,
    save_in_libreoffice,
)
from omnigym.tasks.step_library.linux import right, right_on_xfce, wrong
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def calc_chart(ui: UI, kind: str, title: str, area: str = "A1:B7") -> Iterator[Action]:
    """A chart of some cells, with a kind and a title, by the button on the toolbar."""
    yield from cells(ui, area)
    yield ui.click("chart_tool")
    yield from answer_chart(ui, kind, title)


@word
def answer_chart(ui: UI, kind: str, title: str) -> Iterator[Action]:
    """The dialog about a chart answered."""
    yield ui.click("chart_kind", kind=kind)
    yield ui.click("chart_title")
    yield ui.press("a", "ctrl")
    yield ui.type(title + "\n")


@oracle("calc/sort")
def sort(ui: UI, folder: str, name: str, column: str, order: str, **_: object) -> Iterator[Action]:
    """A cell of the column, then the button."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"{column}2")
    down = order in ("most first", "dearest first", "from Z to A")
    yield from ui.wait_for("sort_down")
    yield ui.click("sort_down" if down else "sort_up")
    yield from save_in_libreoffice(ui)


_CHANGING = (
    *("calc/total", "calc/line-totals", "calc/mark-rows", "calc/bold-heads", "calc/correct-cell", "calc/delete-row"),
    *("calc/sort", "calc/add-sheet", "calc/name-sheet"),
)


def _losing(subtask: str) -> None:
    """The trials of a subtask that changes a workbook: right but for a cell that is lost, or in a copy."""

    @wrong(subtask)
    def loses_a_cell(ui: UI, folder: str, name: str, **given: object) -> Iterator[Action]:
        """A cell of the table is emptied on the way."""
        yield from office_open(ui, f"{folder}/{name}")
        yield from cells(ui, "A3" if given.get("row") != 3 else "A2")
        yield ui.press("delete")
        yield from as_asked(subtask, ui, folder=folder, name=name, **given)

    @wrong(subtask)
    def in_a_copy(ui: UI, folder: str, name: str, **given: object) -> Iterator[Action]:
        """The workbook itself is as it was."""
        yield from office_open(ui, f"{folder}/{name}")
        yield from office_save_as(ui, f"{folder}/Copy of {name}")
        yield from as_asked(subtask, ui, folder=folder, name=f"Copy of {name}", **given)

    @wrong(subtask)
    def with_another_look(ui: UI, folder: str, name: str, **given: object) -> Iterator[Action]:
        """A column in italics, which nobody asked for."""
        yield from office_open(ui, f"{folder}/{name}")
        yield from cells(ui, "A1:A6")
        yield ui.press("i", "ctrl")
        yield from as_asked(subtask, ui, folder=folder, name=name, **given)


for _subtask in _CHANGING:
    _losing(_subtask)


#: For each function other formulas that come to the same whatever the numbers are.
_SAME: Mapping[str, tuple[str, str, str]] = {
    "SUM": ("=SUM(A2:A7)+SUM(A8:A13)", "=SUMPRODUCT(A2:A13)", "=AGGREGATE(9;0;A2:A13)"),
    "AVERAGE": ("=SUM(A2:A13)/COUNT(A2:A13)", "=SUM(A2:A13)/12", "=AGGREGATE(1;0;A2:A13)"),
    "MAX": ("=LARGE(A2:A13;1)", "=MAX(A2:A6;A7:A13)", "=AGGREGATE(4;0;A2:A13)"),
    "MIN": ("=SMALL(A2:A13;1)", "=MIN(A2:A6;A7:A13)", "=AGGREGATE(5;0;A2:A13)"),
}


#: What comes to the right number now, and to another one with other numbers.
_STANDING: Mapping[str, Callable[[str, int], str]] = {
    "the_number": lambda _f, value: str(value),
    "a_constant": lambda _f, value: f"={value}",
    "a_constant_that_refers": lambda _f, value: f"={value}+0*A2",
    "a_constant_that_refers_to_all": lambda _f, value: f"={value}+0*SUM(A2:A13)",
    "a_constant_by_a_function_of_the_program": lambda _f, value: f"={value}+0*AGGREGATE(9;0;A2:A13)",
    "a_constant_in_an_array": lambda _f, value: f"=SUM({{{value}|0}})+0*AGGREGATE(9;0;A2:A13)",
    "by_chance": lambda _f, value: f"=IF(AGGREGATE(9;0;A2:A13)=180;{value};0)",
    "of_some_of_them": lambda f, value: f"={f}(A2:A12)-{f}(A2:A12)+{value}",
    "of_the_time": lambda _f, value: f"={value}+0*NOW()*AGGREGATE(9;0;A2:A13)",
}


def _by_formula(n: int) -> Callable[..., Iterator[Action]]:
    def trial(ui: UI, function: str, folder: str, name: str, **_: object) -> Iterator[Action]:
        yield from office_open(ui, f"{folder}/{name}")
        yield from put_in_libreoffice(ui, "A15", _SAME[function][n])
        yield from save_in_libreoffice(ui)

    return trial


for _n, _name in enumerate(("in_two_parts", "by_another_function", "by_a_function_of_the_program")):
    _trial = _by_formula(_n)
    _trial.__name__, _trial.__doc__ = _name, "Another formula that comes to the same whatever the numbers are."
    (right_on_xfce if _n == 2 else right)("calc/total")(_trial)  # the simulated program has fewer functions


def _by_constant(formula: Callable[[str, int], str]) -> Callable[..., Iterator[Action]]:
    def trial(ui: UI, function: str, folder: str, name: str, value: int, **_: object) -> Iterator[Action]:
        yield from office_open(ui, f"{folder}/{name}")
        yield from put_in_libreoffice(ui, "A15", formula(function, value))
        yield from save_in_libreoffice(ui)

    return trial


for _name, _formula in _STANDING.items():
    _trial = _by_constant(_formula)
    _trial.__name__, _trial.__doc__ = _name, "It shows the right number, and would with other numbers too."
    wrong("calc/total")(_trial)


@right_way("calc/line-totals", platforms=("linux",))
def by_product(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
    """PRODUCT, in each row by itself."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put_in_libreoffice(ui, "E1", "\n".join((head, *[f"=PRODUCT(C{row}:D{row})" for row in range(2, 7)])))
    yield from save_in_libreoffice(ui)


@right_way("calc/line-totals", platforms=("linux",))
def the_other_way_round(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
    """Pieces times price, and a format of its own is not asked for; saved by the menu."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put_in_libreoffice(ui, "E1", "\n".join((head, *[f"=D{row}*C{row}" for row in range(2, 7)])))
    yield from menu(ui, "File", "Save")


@wrong_run("calc/line-totals", platforms=("linux",))
def all_but_the_last(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
    """One row is without it."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put_in_libreoffice(ui, "E1", "\n".join((head, *[f"=D{row}*C{row}" for row in range(2, 6)])))
    yield from save_in_libreoffice(ui)


def _marking(name_of: str, formula: str, *, good: bool) -> None:
    def trial(ui: UI, folder: str, name: str, limit: int, marks: Sequence[str], **_: object) -> Iterator[Action]:
        words = ["yes" if mark.startswith("y") else "no" for mark in marks]
        yield from office_open(ui, f"{folder}/{name}")
        rows = zip(range(2, 7), words, strict=True)
        yield from put_in_libreoffice(
            ui, "E2", "\n".join(formula.format(row=r, limit=limit, word=word) for r, word in rows)
        )
        yield from save_in_libreoffice(ui)

    trial.__name__, trial.__doc__ = name_of, f"By {formula}."
    (right if good else wrong)("calc/mark-rows")(trial)


_marking("the_other_way_round", '=IF(D{row}<={limit};"no";"yes")', good=True)


_marking("with_not", '=IF(NOT(D{row}>{limit});"no";"yes")', good=True)


_marking("words_typed", "{word}", good=False)


_marking("an_if_that_is_true", '=IF(D{row}=D{row};"{word}")', good=False)


_marking("at_the_limit_too", '=IF(D{row}>={limit};"yes";"no")', good=False)


@wrong_run("calc/correct-cell", platforms=("linux",))
def one_more(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
    """Another number."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put_in_libreoffice(ui, cell, str(pieces + 1))
    yield from save_in_libreoffice(ui)


@wrong_run("calc/delete-row", platforms=("linux",))
def the_one_above(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """Another row."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"A{row - 1}")
    yield ui.press("space", "shift")
    yield ui.press("-", "ctrl")
    yield from save_in_libreoffice(ui)


@wrong_run("calc/sort", platforms=("linux",))
def the_other_way(ui: UI, folder: str, name: str, column: str, order: str, **_: object) -> Iterator[Action]:
    """The last first."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"{column}2")
    up = order in ("most first", "dearest first", "from Z to A")
    yield from ui.wait_for("sort_down")
    yield ui.click("sort_up" if up else "sort_down")
    yield from save_in_libreoffice(ui)
