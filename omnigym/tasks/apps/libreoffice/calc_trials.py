"""Other right ways and wrong runs in Calc: other formulas that compute the same, and constants that do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from omnigym.actions import Action, Press, Wait
from omnigym.tasks.apps._real import replaced, right, right_on_xfce, shell, typed, typed_before, unfinished, wrong
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps._variations import as_asked, instead
from omnigym.tasks.apps.libreoffice._steps import cells, menu, new_file, office_open, office_save_as, put, save
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_CHANGING = (
    *("calc/total", "calc/line-totals", "calc/mark-rows", "calc/bold-heads", "calc/correct-cell", "calc/delete-row"),
    *("calc/sort", "calc/add-sheet", "calc/name-sheet"),
)
_OPENING = {"calc": "calc/open-workbook", "writer": "writer/open-document", "impress": "impress/open"}
_KEPT, _KEPT_AS = Press("s", ("ctrl",)), Press("s", ("ctrl", "shift"))
unfinished("without_saving", _KEPT.__eq__, *_CHANGING)
unfinished("without_saving", _KEPT_AS.__eq__, "calc/write-table", "calc/from-csv")
unfinished("without_copying", Press("c", ("ctrl",)).__eq__, "calc/copy-table")
unfinished("the_first_cell_alone", Press("end", ("ctrl", "shift")).__eq__, "calc/copy-table")
instead("calc/add-sheet", "calc/name-sheet", values=("title",))
instead("calc/open-workbook", "writer/open-document", "impress/open")
replaced("saved_by_menu", _KEPT, lambda ui: menu(ui, "File", "Save"), *_CHANGING)
replaced(
    *("saved_by_menu", _KEPT_AS, lambda ui: menu(ui, "File", "Save As...")),
    *("calc/write-table", "calc/export-csv", "calc/from-csv"),
)
replaced("copied_by_menu", Press("c", ("ctrl",)), lambda ui: menu(ui, "Edit", "Copy"), "calc/copy-table")
replaced("bold_by_menu", Press("b", ("ctrl",)), lambda ui: menu(ui, "Format", "Text", "Bold"), "calc/bold-heads")
typed_before(
    *("right", "calc/add-sheet", "calc/name-sheet", "calc/sort", "calc/copy-table", "calc/export-pdf"),
    after_a_look_at_files="ls -l {folder}",
)


@right("calc/open-workbook", "writer/open-document", "impress/open")
def after_a_new_one(ui: UI, **given: str) -> Iterator[Action]:
    """Another window, empty, is there first."""
    yield from new_file(ui)
    yield from as_asked(_OPENING[ui.app], ui, **given)


@right("calc/open-workbook", "writer/open-document", "impress/open")
def opened_again(ui: UI, folder: str, name: str, **given: str) -> Iterator[Action]:
    """Open already when it is opened."""
    yield from as_asked(_OPENING[ui.app], ui, folder=folder, name=name, **given)
    yield ui.press("o", "ctrl")
    yield Wait(0.5)
    yield from name_file(ui, f"{folder}/{name}")


@wrong("calc/open-workbook", "writer/open-document", "impress/open")
def listed_only(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Seen in a terminal."""
    yield from shell(ui, "ls -l {folder}/{name}", folder=folder, name=name)


@wrong("calc/copy-table")
def a_row_less(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """All but the row of the heads."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, "A2")
    yield ui.press("end", "ctrl", "shift")
    yield ui.press("c", "ctrl")


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


# -- formulas ---------------------------------------------------------------------------------------------------------

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
        yield from put(ui, "A15", _SAME[function][n])
        yield from save(ui)

    return trial


for _n, _name in enumerate(("in_two_parts", "by_another_function", "by_a_function_of_the_program")):
    _trial = _by_formula(_n)
    _trial.__name__, _trial.__doc__ = _name, "Another formula that comes to the same whatever the numbers are."
    (right_on_xfce if _n == 2 else right)("calc/total")(_trial)  # the simulated program has fewer functions


def _by_constant(formula: Callable[[str, int], str]) -> Callable[..., Iterator[Action]]:
    def trial(ui: UI, function: str, folder: str, name: str, value: int, **_: object) -> Iterator[Action]:
        yield from office_open(ui, f"{folder}/{name}")
        yield from put(ui, "A15", formula(function, value))
        yield from save(ui)

    return trial


for _name, _formula in _STANDING.items():
    _trial = _by_constant(_formula)
    _trial.__name__, _trial.__doc__ = _name, "It shows the right number, and would with other numbers too."
    wrong("calc/total")(_trial)


@right("calc/line-totals")
def by_product(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
    """PRODUCT, in each row by itself."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, "E1", "\n".join((head, *[f"=PRODUCT(C{row}:D{row})" for row in range(2, 7)])))
    yield from save(ui)


@right("calc/line-totals")
def the_other_way_round(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
    """Pieces times price, and a format of its own is not asked for; saved by the menu."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, "E1", "\n".join((head, *[f"=D{row}*C{row}" for row in range(2, 7)])))
    yield from menu(ui, "File", "Save")


@wrong("calc/line-totals")
def numbers_typed(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
    """What the products are now."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, "E1", f"{head}\n100\n42\n48\n72\n144")
    yield from save(ui)


@wrong("calc/line-totals")
def all_but_the_last(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
    """One row is without it."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, "E1", "\n".join((head, *[f"=D{row}*C{row}" for row in range(2, 6)])))
    yield from save(ui)


def _marking(name_of: str, formula: str, *, good: bool) -> None:
    def trial(ui: UI, folder: str, name: str, limit: int, marks: Sequence[str], **_: object) -> Iterator[Action]:
        words = ["yes" if mark.startswith("y") else "no" for mark in marks]
        yield from office_open(ui, f"{folder}/{name}")
        rows = zip(range(2, 7), words, strict=True)
        yield from put(ui, "E2", "\n".join(formula.format(row=r, limit=limit, word=word) for r, word in rows))
        yield from save(ui)

    trial.__name__, trial.__doc__ = name_of, f"By {formula}."
    (right if good else wrong)("calc/mark-rows")(trial)


_marking("the_other_way_round", '=IF(D{row}<={limit};"no";"yes")', good=True)
_marking("with_not", '=IF(NOT(D{row}>{limit});"no";"yes")', good=True)
_marking("words_typed", "{word}", good=False)
_marking("an_if_that_is_true", '=IF(D{row}=D{row};"{word}")', good=False)
_marking("at_the_limit_too", '=IF(D{row}>={limit};"yes";"no")', good=False)

# -- tables -----------------------------------------------------------------------------------------------------------


@right("calc/write-table")
def cell_by_cell(ui: UI, first: str, second: str, label: str, number: int, name: str, folder: str) -> Iterator[Action]:
    """Column by column."""
    yield from new_file(ui)
    yield from put(ui, "B1", f"{second}\n{number}")
    yield from put(ui, "A1", f"{first}\n{label}")
    yield from office_save_as(ui, f"{folder}/{name}")


@wrong("calc/write-table")
def without_heads(ui: UI, label: str, number: int, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The second row alone."""
    yield from new_file(ui)
    yield from put(ui, "A2", f"{label}\t{number}")
    yield from office_save_as(ui, f"{folder}/{name}")


@wrong("calc/write-table")
def in_one_column(ui: UI, first: str, second: str, label: str, number: int, name: str, folder: str) -> Iterator[Action]:
    """All below each other."""
    yield from new_file(ui)
    yield from put(ui, "A1", f"{first}\n{second}\n{label}\n{number}")
    yield from office_save_as(ui, f"{folder}/{name}")


@right("calc/correct-cell")
def rubbed_out_first(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
    """The cell emptied, and then written."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, cell)
    yield ui.press("delete")
    yield ui.type(f"{pieces}\n")
    yield from menu(ui, "File", "Save")


@wrong("calc/correct-cell")
def as_a_text(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
    """What looks like the number and is none."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, cell, f"'{pieces}")
    yield from save(ui)


@wrong("calc/correct-cell")
def one_more(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
    """Another number."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, cell, str(pieces + 1))
    yield from save(ui)


@right("calc/delete-row")
def by_menu(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """The menu Sheet."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"B{row}")
    yield from menu(ui, "Sheet", "Delete Rows")
    yield from save(ui)


@wrong("calc/delete-row")
def emptied_only(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """The row is there still, and nothing in it; a dash below tells that of the last row, too."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"A{row}:Z{row}")
    yield ui.press("delete")
    yield from put(ui, "A9", "-")
    yield from save(ui)


@wrong("calc/delete-row")
def the_one_above(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """Another row."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"A{row - 1}")
    yield ui.press("space", "shift")
    yield ui.press("-", "ctrl")
    yield from save(ui)


@right("calc/bold-heads")
def the_whole_row(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The row chosen by a key."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, "A1")
    yield ui.press("space", "shift")
    yield ui.press("b", "ctrl")
    yield from menu(ui, "File", "Save")


@wrong("calc/bold-heads")
def the_first_head_alone(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """One cell."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, "A1")
    yield ui.press("b", "ctrl")
    yield from save(ui)


@wrong("calc/bold-heads")
def all_of_it(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The rows below too."""
    yield from office_open(ui, f"{folder}/{name}")
    yield ui.press("a", "ctrl")
    yield ui.press("b", "ctrl")
    yield from save(ui)


@wrong("calc/sort")
def only_its_column(ui: UI, folder: str, name: str, column: str, **_: object) -> Iterator[Action]:
    """The heads stay and the column alone is filled with what stands at its top."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"{column}2:{column}6")
    yield ui.press("d", "ctrl")
    yield from save(ui)


@wrong("calc/sort")
def the_other_way(ui: UI, folder: str, name: str, column: str, order: str, **_: object) -> Iterator[Action]:
    """The last first."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"{column}2")
    up = order in ("most first", "dearest first", "from Z to A")
    yield from ui.wait_for("sort_down")
    yield ui.click("sort_up" if up else "sort_down")
    yield from save(ui)


@wrong("calc/export-csv")
def left_at_the_question(ui: UI, folder: str, name: str, export: str) -> Iterator[Action]:
    """Named, and not saved: Escape is the answer to the question that follows."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from office_save_as(ui, f"{folder}/{export}")
    yield from ui.wait_for("export")
    yield ui.press("escape")


typed(
    "wrong",
    "calc/from-csv",
    the_same_under_its_name="cp {folder}/{source} {folder}/{name}",
    an_empty_file="touch {folder}/{name}",
)
typed(
    "wrong",
    "calc/export-csv",
    the_workbook_under_its_name="cp {folder}/{name} {folder}/{export}",
    an_empty_file="touch {folder}/{export}",
)
_CONVERT = "soffice --headless -env:UserInstallation=file:///tmp/lo --convert-to"
typed(
    "right",
    "calc/from-csv",
    by_a_command=f"(cd /tmp; {_CONVERT} xlsx ~/{{folder}}/{{source}} > /dev/null; mv *.xlsx ~/{{folder}}/{{name}})",
)
typed(
    "right",
    "calc/export-csv",
    by_a_command=f"(cd /tmp; {_CONVERT} csv ~/{{folder}}/{{name}} > /dev/null; mv *.csv ~/{{folder}}/{{export}})",
)
