"""Wrong runs and other right ways for Excel's subtasks on tables: formulas, sorting, correcting, looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._steps import save_as
from omnigym.tasks.apps._variations import as_asked, spelled
from omnigym.tasks.apps.excel._steps import choose, open_sheet, put, rename_front
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ROWS = range(2, 7)


def _entered(ui: UI, path: str, *entries: tuple[str, str]) -> Iterator[Action]:
    """Things typed into cells of a workbook, and saved."""
    yield from open_sheet(ui, path)
    for cell, content in entries:
        yield from put(ui, cell, content)
    yield ui.press("s", "ctrl")


# -- total ----------------------------------------------------------------------------------------------------------

_NUMBERS = "A2:A13"
#: The same by other functions.
_EQUIVALENT = {
    "SUM": "+".join([f"A{row}" for row in range(2, 14)]),
    "AVERAGE": f"SUM({_NUMBERS})/COUNT({_NUMBERS})",
    "MAX": f"LARGE({_NUMBERS},1)",
    "MIN": f"SMALL({_NUMBERS},1)",
}


@right_way("excel/total")
def by_other_functions(ui: UI, function: str, folder: str, name: str, **_: object) -> Iterator[Action]:
    """A formula that comes to the same."""
    yield from _entered(ui, f"{folder}/{name}", ("A15", f"={_EQUIVALENT[function]}"))


@right_way("excel/total")
def of_more_cells(ui: UI, function: str, folder: str, name: str, **_: object) -> Iterator[Action]:
    """The head and a blank cell are in the area, and change nothing."""
    yield from _entered(ui, f"{folder}/{name}", ("A15", f"={function.lower()}($A$1:A14)"))


@right_way("excel/total")
def by_sum_product(ui: UI, function: str, folder: str, name: str, **_: object) -> Iterator[Action]:
    """SUMPRODUCT where it can say it; else the function of two halves of the column."""
    two = {"SUM": f"SUMPRODUCT({_NUMBERS})", "AVERAGE": f"SUMPRODUCT({_NUMBERS})/12"}
    yield from _entered(ui, f"{folder}/{name}", ("A15", f"={two.get(function, f'{function}(A2:A6,A7:A13)')}"))


def _total(kind: str, content: Callable[[str, int], Sequence[tuple[str, str]]]) -> None:
    def run(ui: UI, function: str, value: int, folder: str, name: str, **_: object) -> Iterator[Action]:
        yield from _entered(ui, f"{folder}/{name}", *content(function, value))

    run.__name__ = kind
    wrong_run("excel/total")(run)


_total("types_the_number", lambda _, value: [("A15", str(value))])
_total("types_it_as_a_formula", lambda _, value: [("A15", f"={value}+0")])
_total("hides_a_number_in_it", lambda _, value: [("A15", f"={value}+0*A2")])
_total("leaves_out_a_number", lambda function, _: [("A15", f"={function}(A2:A12)")])
_total("only_where_the_answer_is", lambda function, _: [("A15", f"={function}(A7,A11)")])
_total("changes_a_number", lambda function, _: [("A13", "13"), ("A15", f"={function}({_NUMBERS})")])
_total("in_another_cell", lambda function, _: [("B15", f"={function}({_NUMBERS})")])


# -- line totals ----------------------------------------------------------------------------------------------------

_PRODUCTS = (100, 42, 48, 72, 144)


def _lines(right: bool, name_: str, formula: Callable[[int], str], last: int = 6, headed: bool = True) -> None:
    def run(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
        lines = [(f"E{row}", formula(row)) for row in _ROWS if row <= last]
        yield from _entered(ui, f"{folder}/{name}", *[("E1", head)] * headed, *lines)

    run.__name__ = name_
    (right_way if right else wrong_run)("excel/line-totals")(run)


_lines(True, "by_product", lambda row: f"=PRODUCT(C{row}:D{row})")
_lines(True, "by_sum_product_of_a_row", lambda row: f"=SUMPRODUCT(C{row},D{row})")
_lines(True, "the_other_way_round", lambda row: f"=$D{row}*$C{row}")
_lines(False, "numbers_typed", lambda row: str(_PRODUCTS[row - 2]))
_lines(False, "numbers_as_formulas", lambda row: f"={_PRODUCTS[row - 2]}+0")
_lines(False, "one_row_left_out", lambda row: f"=C{row}*D{row}", last=5)
_lines(False, "without_a_head", lambda row: f"=C{row}*D{row}", headed=False)
_lines(False, "prices_as_numbers", lambda row: f"={_PRODUCTS[row - 2]}/D{row}*D{row}")


# -- marks ----------------------------------------------------------------------------------------------------------


def _marks(right: bool, name_: str, content: Callable[[int, int, str], str]) -> None:
    def run(ui: UI, folder: str, name: str, limit: int, marks: Sequence[str], **_: object) -> Iterator[Action]:
        words = ["yes" if mark == "y" else "no" for mark in marks]
        cells = [(f"E{row}", content(row, limit, word)) for row, word in zip(_ROWS, words, strict=True)]
        yield from _entered(ui, f"{folder}/{name}", *cells)

    run.__name__ = name_
    (right_way if right else wrong_run)("excel/mark-rows")(run)


_marks(True, "said_the_other_way", lambda row, limit, _: f'=IF(D{row}<={limit},"no","yes")')
_marks(True, "by_two_questions", lambda row, limit, _: f'=if({limit}<d{row},if(1=1,"Yes","No"),"No")')
_marks(False, "words_typed", lambda _row, _limit, word: word)
_marks(False, "words_as_formulas", lambda _row, _limit, word: f'="{word}"')
_marks(False, "if_of_nothing", lambda _row, _limit, word: f'=IF(1=1,"{word}","no")')
_marks(False, "at_the_limit_too", lambda row, limit, _: f'=IF(D{row}>={limit},"yes","no")')
_marks(False, "of_another_column", lambda row, _limit, word: f'=IF(C{row}<99,"{word}","no")')


# -- looks ----------------------------------------------------------------------------------------------------------


def _looks(subtask: str, right: bool, name_: str, cells: str, *buttons: str, saved: bool = True) -> None:
    """Cells chosen and buttons clicked; ``{colour}`` in one is the colour that is asked for."""

    def run(ui: UI, folder: str, name: str, colour: str = "", **_: object) -> Iterator[Action]:
        yield from open_sheet(ui, f"{folder}/{name}")
        for area in cells.split():
            yield from choose(ui, area)
            for button in buttons:
                if button == "fill_choice":
                    yield ui.click(button, colour=colour.lower().replace(" ", "_"))
                else:
                    yield ui.click(button)
        if saved:
            yield ui.press("s", "ctrl")

    run.__name__ = name_
    (right_way if right else wrong_run)(subtask)(run)


_looks("excel/bold-heads", True, "by_the_ribbon", "A1:D1", "bold")
_looks("excel/bold-heads", True, "cell_by_cell", "A1 B1 C1 D1", "bold")
_looks("excel/bold-heads", False, "bold_everywhere", "A1:D6", "bold")
_looks("excel/bold-heads", False, "bold_in_part", "A1:C1", "bold")
_looks("excel/bold-heads", False, "bold_without_saving", "A1:D1", "bold", saved=False)
_looks("excel/bold-heads", False, "italic_too", "A1:D1", "bold", "italic")
_looks("excel/colour-column", True, "only_filled_cells", "A1:A6", "fill_color", "fill_choice")
_looks("excel/colour-column", True, "in_two_steps", "A1:A3 A4:A6", "fill_color", "fill_choice")
_looks("excel/colour-column", False, "two_columns", "A1:B6", "fill_color", "fill_choice")
_looks("excel/colour-column", False, "without_the_head", "A2:A6", "fill_color", "fill_choice")
_looks("excel/colour-column", False, "without_saving", "A:A", "fill_color", "fill_choice", saved=False)

#: The shortcut of each format, by how many decimals that is too few, and its place in the list of formats.
_FORMATS = {"0.00": ("1", 0, 1), "$#,##0.00": ("4", 0, 2), "0.00%": ("5", 2, 4)}


def _formatted(right: bool, name_: str, cells: str, entry: tuple[str, str] | None = None, more: int = 0) -> None:
    def run(ui: UI, folder: str, name: str, number: str, **_: str) -> Iterator[Action]:
        key, decimals, place = _FORMATS[number]
        yield from open_sheet(ui, f"{folder}/{name}")
        yield from choose(ui, cells)
        yield ui.press(key, "ctrl", "shift")
        if ui.find("home_tab") is not None:
            yield ui.click("home_tab")
        if ui.find("more_decimals") is not None:
            for _step in range(decimals + more):
                yield ui.click("more_decimals")
        elif decimals or more:  # a narrow window has no room for it
            yield ui.click("number_format")
            yield ui.click("number_choice", index=place if not more else 0)
        if entry is not None:
            yield from put(ui, *entry)
        yield ui.press("s", "ctrl")

    run.__name__ = name_
    (right_way if right else wrong_run)("excel/format-prices")(run)


_formatted(True, "by_the_shortcut", "C2:C6")
_formatted(True, "the_whole_column", "C:C")
_formatted(False, "the_pieces_too", "C2:D6")
_formatted(False, "not_all_prices", "C2:C5")
_formatted(False, "more_decimals", "C2:C6", more=1)
_formatted(False, "another_price", "C2:C6", ("C3", "2"))


# -- rows and cells -------------------------------------------------------------------------------------------------


@right_way("excel/correct-cell")
def edited_in_place(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
    """F2, rubbed out, typed anew."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, cell)
    yield ui.press("f2")
    yield ui.press("backspace", count=3)
    yield ui.type(f"{pieces}\n")
    yield ui.press("s", "ctrl")


@right_way("excel/correct-cell")
def with_decimals(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
    """The same number, spelled otherwise, and a formula that comes to it."""
    yield from _entered(ui, f"{folder}/{name}", (cell, f"{pieces}.0"))


def _correction(name_: str, entries: Callable[[str, int], Sequence[tuple[str, str]]]) -> None:
    def run(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
        yield from _entered(ui, f"{folder}/{name}", *entries(cell, pieces))

    run.__name__ = name_
    wrong_run("excel/correct-cell")(run)


_correction("another_number", lambda cell, pieces: [(cell, str(pieces + 1))])
_correction("in_the_next_column", lambda cell, pieces: [(f"E{cell[1:]}", str(pieces))])
_correction("the_price_too", lambda cell, pieces: [(cell, str(pieces)), (f"C{cell[1:]}", str(pieces))])
_correction("of_all_items", lambda _, pieces: [(f"D{row}", str(pieces)) for row in _ROWS])


def _sorted_by(ui: UI, path: str, column: str, order: str, *, turned: bool = False) -> Iterator[Action]:
    yield from open_sheet(ui, path)
    yield from choose(ui, f"{column}2")
    yield ui.click("data_tab")
    down = order in ("most first", "dearest first", "from Z to A")
    yield ui.click("data_sort_desc" if down != turned else "data_sort_asc")


@right_way("excel/sort")
def from_the_last_row(ui: UI, folder: str, name: str, column: str, order: str, **_: object) -> Iterator[Action]:
    """Sorted the other way round first."""
    yield from _sorted_by(ui, f"{folder}/{name}", column, order, turned=True)
    yield from _sorted_by(ui, f"{folder}/{name}", column, order)
    yield ui.press("s", "ctrl")


@right_way("excel/sort")
def typed_in_order(ui: UI, folder: str, name: str, rows: Sequence[Sequence[str]], **_: object) -> Iterator[Action]:
    """Each row typed where it belongs."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "A2")
    yield ui.type("".join(["\t".join(row) + "\n" for row in rows[1:]]))
    yield ui.press("s", "ctrl")


@wrong_run("excel/sort")
def sorted_the_other_way(ui: UI, folder: str, name: str, column: str, order: str, **_: object) -> Iterator[Action]:
    """The last one first."""
    yield from _sorted_by(ui, f"{folder}/{name}", column, order, turned=True)
    yield ui.press("s", "ctrl")


@wrong_run("excel/sort")
def tears_rows_apart(
    ui: UI, folder: str, name: str, rows: Sequence[Sequence[str]], column: str, **_: object
) -> Iterator[Action]:
    """Only the column itself is in order."""
    at = "ABCD".index(column)
    cells = [(f"{column}{row}", rows[row - 1][at]) for row in _ROWS]
    yield from _entered(ui, f"{folder}/{name}", *cells)


@wrong_run("excel/sort")
def loses_a_row(ui: UI, folder: str, name: str, column: str, order: str, **_: object) -> Iterator[Action]:
    """Sorted, and the last row deleted."""
    yield from _sorted_by(ui, f"{folder}/{name}", column, order)
    yield ui.right_click("row_head", row=6)
    yield ui.click("menu_delete_rows")
    yield ui.press("s", "ctrl")


def _deleted(ui: UI, path: str, *rows: int) -> Iterator[Action]:
    yield from open_sheet(ui, path)
    for row in rows:
        yield ui.right_click("row_head", row=row)
        yield ui.click("menu_delete_rows")
    yield ui.press("s", "ctrl")


@right_way("excel/delete-row")
def saved_by_its_name(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """Save As, over itself."""
    yield from _deleted(ui, f"{folder}/{name}", row)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@right_way("excel/delete-row")
def by_ctrl_and_minus(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """The row chosen by its number, and the shortcut."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield ui.click("row_head", row=row)
    yield ui.press("-", "ctrl")
    yield ui.press("s", "ctrl")


@right_way("excel/delete-row")
def the_others_moved_up(
    ui: UI, folder: str, name: str, row: int, rows: Sequence[Sequence[str]], **_: object
) -> Iterator[Action]:
    """The rows below typed one higher, and the last one cleared."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, f"A{row}")
    if row <= len(rows):
        yield ui.type("".join(["\t".join(line) + "\n" for line in rows[row - 1 :]]))
    yield from choose(ui, "A6:D6")
    yield ui.press("delete")
    yield ui.press("s", "ctrl")


@wrong_run("excel/delete-row")
def only_its_content(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """The row is there still, and blank."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, f"A{row}:D{row}")
    yield ui.press("delete")
    yield from put(ui, "A9", "-")
    yield ui.press("s", "ctrl")


@wrong_run("excel/delete-row")
def another_row(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """The one beside it."""
    yield from _deleted(ui, f"{folder}/{name}", row + 1 if row < 6 else row - 1)


@wrong_run("excel/delete-row")
def two_rows(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """And one more."""
    yield from _deleted(ui, f"{folder}/{name}", row, 2 if row != 2 else 3)


@wrong_run("excel/sort", "excel/delete-row")
def with_a_colour(ui: UI, folder: str, name: str, **values: Any) -> Iterator[Action]:
    """A cell beside the table is filled first."""
    yield from _filled(ui, f"{folder}/{name}", "F2:F4")
    yield from as_asked("excel/delete-row" if "row" in values else "excel/sort", ui, folder=folder, name=name, **values)


@wrong_run("excel/sort", "excel/delete-row")
def with_another_look(ui: UI, folder: str, name: str, **values: Any) -> Iterator[Action]:
    """Heads and a price are filled first."""
    yield from _filled(ui, f"{folder}/{name}", "A1:C2")
    yield from as_asked("excel/delete-row" if "row" in values else "excel/sort", ui, folder=folder, name=name, **values)


def _filled(ui: UI, path: str, area: str) -> Iterator[Action]:
    yield from open_sheet(ui, path)
    yield from choose(ui, area)
    if ui.find("home_tab") is not None:
        yield ui.click("home_tab")
    yield ui.click("fill_color")
    yield ui.click("fill_choice", colour="yellow")


# -- sheets ---------------------------------------------------------------------------------------------------------


def _sheet(ui: UI, path: str, title: str, *, new: bool, by_key: bool = False) -> Iterator[Action]:
    """A sheet added or not, and the one in front named."""
    yield from open_sheet(ui, path)
    if new:
        yield ui.press("f11", "shift") if by_key else ui.click("new_sheet")
    yield from rename_front(ui)
    yield ui.press("a", "ctrl")
    yield ui.type(title + "\n")


spelled("in_capitals", str.upper, "title", "excel/add-sheet", "excel/name-sheet")
spelled("in_small_letters", str.lower, "title", "excel/add-sheet", "excel/name-sheet")


@right_way("excel/add-sheet")
def by_shift_f11(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """The shortcut."""
    yield from _sheet(ui, f"{folder}/{name}", title, new=True, by_key=True)
    yield ui.press("s", "ctrl")


@right_way("excel/add-sheet", "excel/name-sheet")
def named_twice(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """Misspelled first; for a new sheet and for the first one the name in front is that in question."""
    yield from open_sheet(ui, f"{folder}/{name}")
    if title in ("Risks", "Holidays", "Week 2", "Discounts", "Altos", "Seeds"):
        yield ui.click("new_sheet")
    for word in ("Draft", title):
        yield from rename_front(ui)
        yield ui.press("a", "ctrl")
        yield ui.type(word + "\n")
    yield ui.press("s", "ctrl")


@right_way("excel/name-sheet")
def saved_over_itself(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """Save As."""
    yield from _sheet(ui, f"{folder}/{name}", title, new=False)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("excel/add-sheet")
def renames_the_one_there_is(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """The first sheet gets the name, a new one is added beside it."""
    yield from _sheet(ui, f"{folder}/{name}", title, new=False)
    yield ui.click("new_sheet")
    yield ui.press("s", "ctrl")


@wrong_run("excel/name-sheet")
def adds_it_instead(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """The first sheet has its old name."""
    yield from _sheet(ui, f"{folder}/{name}", title, new=True)
    yield ui.press("s", "ctrl")


@wrong_run("excel/add-sheet", "excel/name-sheet")
def under_another_title(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """Almost the name."""
    yield from _sheet(ui, f"{folder}/{name}", f"{title}x", new=True)
    yield ui.press("s", "ctrl")


@wrong_run("excel/add-sheet", "excel/name-sheet")
def writes_into_the_table(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """The title is in a cell, too."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, "A1", title)
    yield from _sheet(ui, f"{folder}/{name}", title, new=True)
    yield ui.press("s", "ctrl")


# -- filter ---------------------------------------------------------------------------------------------------------


def _filtered(ui: UI, path: str, cell: str, group: str) -> Iterator[Action]:
    yield from open_sheet(ui, path)
    yield from choose(ui, cell)
    yield ui.click("data_tab")
    yield ui.press("l", "ctrl", "shift")
    yield ui.click("filter_button", cell="B1")
    yield ui.click("filter_item", index=("Food", "Home").index(group))
    yield ui.press("enter")


@right_way("excel/filter")
def the_other_unticked(ui: UI, folder: str, name: str, group: str) -> Iterator[Action]:
    """The other group unticked, from a cell of another column."""
    yield from _filtered(ui, f"{folder}/{name}", "D4", "Home" if group == "Food" else "Food")
    yield ui.press("s", "ctrl")


@right_way("excel/filter")
def saved_as_itself(ui: UI, folder: str, name: str, group: str) -> Iterator[Action]:
    """Save As, over itself."""
    yield from _filtered(ui, f"{folder}/{name}", "A1", "Home" if group == "Food" else "Food")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("excel/filter")
def the_other_group(ui: UI, folder: str, name: str, group: str) -> Iterator[Action]:
    """What should be shown is hidden."""
    yield from _filtered(ui, f"{folder}/{name}", "B2", group)
    yield ui.press("s", "ctrl")


@wrong_run("excel/filter")
def deletes_the_others(ui: UI, folder: str, name: str, group: str) -> Iterator[Action]:
    """Their rows are gone instead of hidden."""
    yield from _deleted(ui, f"{folder}/{name}", *((5, 3) if group == "Food" else (6, 4, 2)))


@wrong_run("excel/filter")
def arrows_only(ui: UI, folder: str, name: str, group: str) -> Iterator[Action]:  # noqa: ARG001
    """Nothing is filtered out."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "B2")
    yield ui.press("l", "ctrl", "shift")
    yield ui.press("s", "ctrl")
