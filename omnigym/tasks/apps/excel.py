"""Steps, oracles and runs of excel that are no plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from omnigym.a11y import Role, State
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.steps import dismiss, in_front, open_path, save_as, scroll_to
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


def _settled(ui: UI) -> Iterator[Action]:
    """A window of Excel in front in which no cell is being edited: what is half typed may be no formula."""
    yield from in_front(ui)
    if ui.find("editor") is not None:
        yield ui.press("escape")


@word
def open_sheet(ui: UI, path: str) -> Iterator[Action]:
    """A workbook open in the window in front."""
    yield from _settled(ui)
    yield from open_path(ui, path)


@word
def new_workbook(ui: UI) -> Iterator[Action]:
    """A new workbook in front."""
    yield from dismiss(ui)
    opened = bool(ui.app_windows())
    yield from _settled(ui)
    if opened:
        yield ui.press("n", "ctrl")


@word
def choose_in_excel(ui: UI, cells: str) -> Iterator[Action]:
    """Cells selected: one by a click where it can be seen, else by its name in the Name Box."""
    if ":" not in cells and ui.find("cell", cell=cells) is not None:
        yield ui.click("cell", cell=cells)
        return
    yield ui.press("f5")
    yield ui.type(cells + "\n")


@word
def put(ui: UI, cell: str, content: str) -> Iterator[Action]:
    """Something entered into a cell."""
    yield from choose_in_excel(ui, cell)
    yield ui.type(content + "\n")


@word
def rename_front(ui: UI) -> Iterator[Action]:
    """The name of the sheet in front selected, to be typed over: a double click on its tab."""
    tabs = [n for n in ui.tree.nodes if n.role is Role.TAB and n.key.startswith("excel.sheet.")]
    front = next((n for n in tabs if n.has(State.SELECTED)), None)
    if front is None:
        raise OracleError(f"The oracle expected the tab of the sheet in front among {[n.name for n in tabs]}.")
    yield ui.double_click(front)


@wrong_run("excel/paste-number")
def another_number(ui: UI, folder: str, name: str, cell: str, number: str) -> Iterator[Action]:
    """One more than it is."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, cell, str(float(number) + 1))
    yield ui.press("s", "ctrl")


@oracle("excel/sort")
def sort(ui: UI, folder: str, name: str, column: str, order: str, **_: object) -> Iterator[Action]:
    """A cell of the column, then the ribbon."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose_in_excel(ui, f"{column}2")
    yield ui.click("data_tab")
    yield ui.click("data_sort_desc" if order in ("most first", "dearest first", "from Z to A") else "data_sort_asc")
    yield ui.press("s", "ctrl")


@oracle("excel/filter")
def filter_rows(ui: UI, folder: str, name: str, group: str) -> Iterator[Action]:
    """Arrows in the heads, then the other groups unticked."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose_in_excel(ui, "B2")
    yield ui.press("l", "ctrl", "shift")
    yield ui.click("filter_button", cell="B1")
    yield ui.click("filter_all")
    yield ui.click("filter_item", index=("Food", "Home").index(group))
    yield ui.press("enter")
    yield ui.press("s", "ctrl")


def _paths(folder: str, name: str, export: str = "", destination: str = "", source: str = "") -> tuple[str, str]:
    """What is opened, and what it is saved as."""
    return f"{folder}/{source or name}", f"{destination or folder}/{export or name}"


@right_way("excel/export-csv", "excel/export-pdf", "excel/from-csv")
def by_ctrl_shift_s(ui: UI, **parameters: str) -> Iterator[Action]:
    """The other shortcut of Save As."""
    source, copy = _paths(**parameters)
    yield from open_sheet(ui, source)
    yield from save_as(ui, copy, "s", "ctrl", "shift")


@right_way("excel/export-csv", "excel/export-pdf", "excel/from-csv")
def saved_twice(ui: UI, **parameters: str) -> Iterator[Action]:
    """Another cell chosen first, and the copy replaced by itself."""
    source, copy = _paths(**parameters)
    yield from open_sheet(ui, source)
    yield from choose_in_excel(ui, "C3")
    yield from save_as(ui, copy, "f12")
    yield from open_sheet(ui, source)
    yield from save_as(ui, copy, "f12")


@wrong_run("excel/export-csv", "excel/export-pdf", "excel/from-csv")
def changes_it_first(ui: UI, **parameters: str) -> Iterator[Action]:
    """What is passed on is not what was there."""
    source, copy = _paths(**parameters)
    yield from open_sheet(ui, source)
    yield from put(ui, "B2", "?")
    yield from save_as(ui, copy, "f12")


@wrong_run("excel/export-csv", "excel/export-pdf", "excel/from-csv")
def makes_the_original_short(ui: UI, **parameters: str) -> Iterator[Action]:
    """Both are the same in the end, and a row is lost."""
    source, copy = _paths(**parameters)
    yield from open_sheet(ui, source)
    yield from choose_in_excel(ui, "A3:D6")
    yield ui.press("delete")
    yield ui.press("s", "ctrl")
    yield from save_as(ui, copy, "f12")


@wrong_run("excel/export-csv", "excel/export-pdf", "excel/from-csv")
def saves_something_else(ui: UI, **parameters: str) -> Iterator[Action]:
    """A new workbook under that name."""
    yield from new_workbook(ui)
    yield ui.type("Item\tGroup\n")
    yield from save_as(ui, _paths(**parameters)[1], "f12")


_ROWS = range(2, 7)


@word
def entered(ui: UI, path: str, *entries: tuple[str, str]) -> Iterator[Action]:
    """Things typed into cells of a workbook, and saved."""
    yield from open_sheet(ui, path)
    for cell, content in entries:
        yield from put(ui, cell, content)
    yield ui.press("s", "ctrl")


_NUMBERS = "A2:A13"


@right_way("excel/total")
def by_sum_product(ui: UI, function: str, folder: str, name: str, **_: object) -> Iterator[Action]:
    """SUMPRODUCT where it can say it; else the function of two halves of the column."""
    two = {"SUM": f"SUMPRODUCT({_NUMBERS})", "AVERAGE": f"SUMPRODUCT({_NUMBERS})/12"}
    yield from entered(ui, f"{folder}/{name}", ("A15", f"={two.get(function, f'{function}(A2:A6,A7:A13)')}"))


def _total(kind: str, content: Callable[[str, int], Sequence[tuple[str, str]]]) -> None:
    def run(ui: UI, function: str, value: int, folder: str, name: str, **_: object) -> Iterator[Action]:
        yield from entered(ui, f"{folder}/{name}", *content(function, value))

    run.__name__ = kind
    wrong_run("excel/total")(run)


_total("types_the_number", lambda _, value: [("A15", str(value))])


_total("types_it_as_a_formula", lambda _, value: [("A15", f"={value}+0")])


_total("hides_a_number_in_it", lambda _, value: [("A15", f"={value}+0*A2")])


_total("leaves_out_a_number", lambda function, _: [("A15", f"={function}(A2:A12)")])


_total("only_where_the_answer_is", lambda function, _: [("A15", f"={function}(A7,A11)")])


_total("changes_a_number", lambda function, _: [("A13", "13"), ("A15", f"={function}({_NUMBERS})")])


_total("in_another_cell", lambda function, _: [("B15", f"={function}({_NUMBERS})")])


_PRODUCTS = (100, 42, 48, 72, 144)


def _lines(right: bool, name_: str, formula: Callable[[int], str], last: int = 6, headed: bool = True) -> None:
    def run(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
        lines = [(f"E{row}", formula(row)) for row in _ROWS if row <= last]
        yield from entered(ui, f"{folder}/{name}", *[("E1", head)] * headed, *lines)

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


def _marks(right: bool, name_: str, content: Callable[[int, int, str], str]) -> None:
    def run(ui: UI, folder: str, name: str, limit: int, marks: Sequence[str], **_: object) -> Iterator[Action]:
        words = ["yes" if mark == "y" else "no" for mark in marks]
        cells = [(f"E{row}", content(row, limit, word)) for row, word in zip(_ROWS, words, strict=True)]
        yield from entered(ui, f"{folder}/{name}", *cells)

    run.__name__ = name_
    (right_way if right else wrong_run)("excel/mark-rows")(run)


_marks(True, "said_the_other_way", lambda row, limit, _: f'=IF(D{row}<={limit},"no","yes")')


_marks(True, "by_two_questions", lambda row, limit, _: f'=if({limit}<d{row},if(1=1,"Yes","No"),"No")')


_marks(False, "words_typed", lambda _row, _limit, word: word)


_marks(False, "words_as_formulas", lambda _row, _limit, word: f'="{word}"')


_marks(False, "if_of_nothing", lambda _row, _limit, word: f'=IF(1=1,"{word}","no")')


_marks(False, "at_the_limit_too", lambda row, limit, _: f'=IF(D{row}>={limit},"yes","no")')


_marks(False, "of_another_column", lambda row, _limit, word: f'=IF(C{row}<99,"{word}","no")')


#: The shortcut of each format, by how many decimals that is too few, and its place in the list of formats.
_FORMATS = {"0.00": ("1", 0, 1), "$#,##0.00": ("4", 0, 2), "0.00%": ("5", 2, 4)}


def _formatted(right: bool, name_: str, cells: str, entry: tuple[str, str] | None = None, more: int = 0) -> None:
    def run(ui: UI, folder: str, name: str, number: str, **_: str) -> Iterator[Action]:
        key, decimals, place = _FORMATS[number]
        yield from open_sheet(ui, f"{folder}/{name}")
        yield from choose_in_excel(ui, cells)
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


def _correction(name_: str, entries: Callable[[str, int], Sequence[tuple[str, str]]]) -> None:
    def run(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
        yield from entered(ui, f"{folder}/{name}", *entries(cell, pieces))

    run.__name__ = name_
    wrong_run("excel/correct-cell")(run)


_correction("another_number", lambda cell, pieces: [(cell, str(pieces + 1))])


_correction("in_the_next_column", lambda cell, pieces: [(f"E{cell[1:]}", str(pieces))])


_correction("the_price_too", lambda cell, pieces: [(cell, str(pieces)), (f"C{cell[1:]}", str(pieces))])


_correction("of_all_items", lambda _, pieces: [(f"D{row}", str(pieces)) for row in _ROWS])


@word
def sorted_by(ui: UI, path: str, column: str, order: str, *, turned: bool = False) -> Iterator[Action]:
    """The table sorted by a column."""
    yield from open_sheet(ui, path)
    yield from choose_in_excel(ui, f"{column}2")
    yield ui.click("data_tab")
    down = order in ("most first", "dearest first", "from Z to A")
    yield ui.click("data_sort_desc" if down != turned else "data_sort_asc")


@right_way("excel/sort")
def typed_in_order(ui: UI, folder: str, name: str, rows: Sequence[Sequence[str]], **_: object) -> Iterator[Action]:
    """Each row typed where it belongs."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose_in_excel(ui, "A2")
    yield ui.type("".join(["\t".join(row) + "\n" for row in rows[1:]]))
    yield ui.press("s", "ctrl")


@wrong_run("excel/sort")
def tears_rows_apart(
    ui: UI, folder: str, name: str, rows: Sequence[Sequence[str]], column: str, **_: object
) -> Iterator[Action]:
    """Only the column itself is in order."""
    at = "ABCD".index(column)
    cells = [(f"{column}{row}", rows[row - 1][at]) for row in _ROWS]
    yield from entered(ui, f"{folder}/{name}", *cells)


@word
def deleted(ui: UI, path: str, *rows: int) -> Iterator[Action]:
    """Rows deleted by the menu of their heads; saved."""
    yield from open_sheet(ui, path)
    for row in rows:
        yield ui.right_click("row_head", row=row)
        yield ui.click("menu_delete_rows")
    yield ui.press("s", "ctrl")


@right_way("excel/delete-row")
def the_others_moved_up(
    ui: UI, folder: str, name: str, row: int, rows: Sequence[Sequence[str]], **_: object
) -> Iterator[Action]:
    """The rows below typed one higher, and the last one cleared."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose_in_excel(ui, f"A{row}")
    if row <= len(rows):
        yield ui.type("".join(["\t".join(line) + "\n" for line in rows[row - 1 :]]))
    yield from choose_in_excel(ui, "A6:D6")
    yield ui.press("delete")
    yield ui.press("s", "ctrl")


@wrong_run("excel/delete-row")
def another_row(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """The one beside it."""
    yield from deleted(ui, f"{folder}/{name}", row + 1 if row < 6 else row - 1)


@wrong_run("excel/delete-row", "excel/sort")
def with_a_colour(ui: UI, folder: str, name: str, **values: object) -> Iterator[Action]:
    """A cell beside the table is filled first."""
    yield from _filled(ui, f"{folder}/{name}", "F2:F4")
    yield from as_asked("excel/delete-row" if "row" in values else "excel/sort", ui, folder=folder, name=name, **values)


@wrong_run("excel/delete-row", "excel/sort")
def with_another_look(ui: UI, folder: str, name: str, **values: object) -> Iterator[Action]:
    """Heads and a price are filled first."""
    yield from _filled(ui, f"{folder}/{name}", "A1:C2")
    yield from as_asked("excel/delete-row" if "row" in values else "excel/sort", ui, folder=folder, name=name, **values)


def _filled(ui: UI, path: str, area: str) -> Iterator[Action]:
    yield from open_sheet(ui, path)
    yield from choose_in_excel(ui, area)
    if ui.find("home_tab") is not None:
        yield ui.click("home_tab")
    yield ui.click("fill_color")
    yield ui.click("fill_choice", colour="yellow")


@word
def sheet(ui: UI, path: str, title: str, *, new: bool, by_key: bool = False) -> Iterator[Action]:
    """A sheet added or not, and the one in front named."""
    yield from open_sheet(ui, path)
    if new:
        yield ui.press("f11", "shift") if by_key else ui.click("new_sheet")
    yield from rename_front(ui)
    yield ui.press("a", "ctrl")
    yield ui.type(title + "\n")


@right_way("excel/add-sheet", "excel/name-sheet")
def named_twice(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """Misspelled first; for a new sheet and for the first one the name in front is that in question."""
    yield from open_sheet(ui, f"{folder}/{name}")
    if title in ("Risks", "Holidays", "Week 2", "Discounts", "Altos", "Seeds"):
        yield ui.click("new_sheet")
    for said in ("Draft", title):
        yield from rename_front(ui)
        yield ui.press("a", "ctrl")
        yield ui.type(said + "\n")
    yield ui.press("s", "ctrl")


@word
def filtered(ui: UI, path: str, cell: str, group: str) -> Iterator[Action]:
    """Only the rows of a group shown."""
    yield from open_sheet(ui, path)
    yield from choose_in_excel(ui, cell)
    yield ui.click("data_tab")
    yield ui.press("l", "ctrl", "shift")
    yield ui.click("filter_button", cell="B1")
    yield ui.click("filter_item", index=("Food", "Home").index(group))
    yield ui.press("enter")


@wrong_run("excel/filter")
def deletes_the_others(ui: UI, folder: str, name: str, group: str) -> Iterator[Action]:
    """Their rows are gone instead of hidden."""
    yield from deleted(ui, f"{folder}/{name}", *((5, 3) if group == "Food" else (6, 4, 2)))


@wrong_run("excel/add-sheet")
def with_a_word_on_it(ui: UI, **values: str) -> Iterator[Action]:
    """The new sheet is not empty."""
    for action in as_asked("excel/add-sheet", ui, **values):
        if action == ui.press("s", "ctrl"):
            yield ui.type("note\n")
        yield action


@word
def insert_chart(ui: UI, kind: str, title: str, cells: str = "A1") -> Iterator[Action]:
    """A chart of some cells, or of the table around one, with a title."""
    yield from choose_in_excel(ui, cells)
    yield ui.click("insert_tab")
    yield ui.click("chart_insert", kind=kind)
    yield from title_chart(ui, title)


@word
def title_chart(ui: UI, title: str) -> Iterator[Action]:
    """A title for the selected chart."""
    if ui.find("chart_title") is None:
        yield ui.click("chart_tab")
    yield ui.click("chart_title")
    yield ui.press("a", "ctrl")
    yield ui.type(title + "\n")


@word
def choose_chart(ui: UI, number: int = 0) -> Iterator[Action]:
    """A chart selected, and its tab in front."""
    yield from scroll_to(ui, "chart", "grid", number=str(number))
    yield ui.click("chart", number=number)
    if ui.find("chart_title") is None:
        yield ui.click("chart_tab")
