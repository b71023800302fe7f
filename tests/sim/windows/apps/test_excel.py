"""Excel, used as a person does."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import State
from omnigym.actions import Click, Drag, Scroll
from omnigym.devices.protocol import ClipboardContent
from omnigym.documents.sheets import Workbook, calculate, read_csv, read_xlsx, write_xlsx

TABLE = "Item,Group,Price\nTea,Food,3\nSoap,Home,2\nRice,Food,4\nLamp,Home,12\n"


@pytest.fixture
def book(hands: Any) -> Any:
    """A person with a workbook open."""
    hands.device.write_file("Documents/goods.xlsx", write_xlsx(calculate(Workbook((read_csv(TABLE),)))))
    hands.device.launch("excel", "Documents/goods.xlsx")
    return hands


def shows(hands: Any, cell: str) -> str:
    return str(hands.node(f"excel.grid.{cell}").value)


def column(hands: Any, letter: str, last: int = 5) -> list[str]:
    return [shows(hands, f"{letter}{row}") for row in range(2, last + 1)]


def go(hands: Any, cells: str) -> None:
    hands.press("f5")
    hands.type(cells + "\n")


def test_write_calculate_and_save(hands: Any) -> None:
    hands.open("excel")
    assert hands.title() == "Book1 - Excel"
    hands.type("Month\tRent\nMay\t600\nJune\t650\nTotal\t=sum(b2:b3\n")
    assert shows(hands, "B4") == "1250"
    hands.press("s", "ctrl")
    hands.type("rent\n")
    assert hands.title() == "rent.xlsx - Saved - Excel"
    sheet = read_xlsx(hands.device.read_file("Documents/rent.xlsx")).sheets[0]
    assert sheet.rows[3][1].content == "=SUM(B2:B3)"
    hands.click("excel.grid.B2")
    hands.type("700\n")
    assert shows(hands, "B4") == "1350"
    assert hands.title() == "rent.xlsx - Excel"


def test_editing_in_the_cell_and_in_the_bar(book: Any) -> None:
    book.click("excel.grid.A2", count=2)
    book.press("home")
    book.type("Green ")
    assert book.node("excel.formula").value == "Green Tea"
    book.press("enter")
    assert shows(book, "A2") == "Green Tea"
    book.press("f2")
    book.type("!")
    book.press("escape")
    assert shows(book, "A3") == "Soap"
    book.click("excel.formula")
    book.press("a", "ctrl")
    book.type("=C2*10")
    book.click("excel.enter")
    assert shows(book, "A3") == "30"
    book.press("delete")
    assert shows(book, "A3") == ""
    book.press("z", "ctrl")
    book.press("z", "ctrl")
    assert shows(book, "A3") == "Soap"
    book.press("y", "ctrl")
    assert shows(book, "A3") == "30"


def test_pointing_at_cells_while_a_formula_is_typed(book: Any) -> None:
    book.click("excel.grid.D2")
    book.type("=")
    book.click("excel.grid.C2")
    book.type("+SUM(")
    book.drag("excel.grid.C3", "excel.grid.C5")
    assert book.node("excel.formula").value == "=C2+SUM(C3:C5"
    book.press("enter")
    assert shows(book, "D2") == "21"


def test_today_is_a_date_of_the_desktop_s_clock(hands: Any) -> None:
    hands.open("excel")
    hands.type("=today()\n=A1*2\n")
    assert [shows(hands, c) for c in ("A1", "A2")] == ["3/14/2025", "91460"]
    hands.device._desk.tick(24 * 3600 * 1000)
    hands.click("excel.grid.A1")
    assert [shows(hands, c) for c in ("A1", "A2")] == ["3/15/2025", "91462"]


def test_what_is_no_formula_is_explained(book: Any) -> None:
    book.type("=1+\n")
    assert "problem with this formula" in book.node("message.text").name
    book.press("escape")
    book.press("escape")
    assert shows(book, "A1") == "Item"
    book.type("=A1\n")
    assert "circular" in book.node("message.text").name


def test_choosing_cells(book: Any) -> None:
    book.click("excel.grid.A2")
    book.click("excel.grid.C4", hold=("shift",))
    assert book.node("excel.status.sum").name == "Sum: 9"
    assert book.has("excel.grid.B3", State.SELECTED) and not book.has("excel.grid.B5", State.SELECTED)
    book.press("down", "ctrl")
    assert book.node("excel.name_box").value == "A5"
    book.press("end", "ctrl")
    assert book.node("excel.name_box").value == "C5"
    book.press("left")
    book.press("up", "shift")
    assert book.node("excel.status.count").name == "Count: 2"
    book.click("excel.grid.column.C")
    assert book.node("excel.status.average").name == "Average: 5.25"
    book.click("excel.grid.row.3")
    book.press("delete")
    assert column(book, "A") == ["Tea", "", "Rice", "Lamp"]
    go(book, "nowhere")
    assert "is not the name of a cell" in book.node("message.text").name


def test_a_blank_cell_in_a_column_that_is_not_in_use_is_clicked(hands: Any) -> None:
    hands.open("excel")
    hands.click("excel.grid.F15")
    assert hands.node("excel.name_box").value == "F15"
    assert hands.has("excel.grid.F15", State.SELECTED) and not hands.has("excel.grid.A15", State.SELECTED)
    hands.click("excel.grid.A15")
    hands.type("x\n")
    assert shows(hands, "A15") == "x"


def test_far_cells_are_scrolled_to(book: Any) -> None:
    go(book, "Z900")
    assert book.see("excel.grid.row.900") is not None and book.see("excel.grid.column.Z") is not None
    assert book.see("excel.grid.A1") is None
    book.press("home", "ctrl")
    assert book.see("excel.grid.A1") is not None
    w, h = book.device.size
    x, y = book.node("excel.grid.bar_y").bounds[:2]
    book.device.act(Drag(((x + 5) / w, (y + 5) / h), ((x + 5) / w, (y + 100) / h)))
    assert book.see("excel.grid.row.1") is None
    x, y = book.node("excel.grid.bar_x").bounds[:2]
    book.device.act(Drag(((x + 5) / w, (y + 5) / h), ((x + 205) / w, (y + 5) / h)))
    assert book.see("excel.grid.column.A") is None
    book.press("home", "ctrl")
    book.device.act(Scroll(book.at("excel.grid.B3"), 10))
    assert book.see("excel.grid.row.1") is None and book.see("excel.grid.row.31") is not None
    book.press("home", "ctrl")
    book.device.act(Scroll(book.at("excel.grid.B3"), dx=2))
    assert book.see("excel.grid.column.B") is None and book.see("excel.grid.column.C") is not None
    assert book.see("excel.grid.row.1") is not None
    book.device.act(Scroll(book.at("excel.grid.C3"), dx=-1))
    assert book.see("excel.grid.column.A") is None and book.see("excel.grid.column.B") is not None


def test_copies_keep_formulas_and_reach_other_apps(book: Any) -> None:
    book.click("excel.grid.D2")
    book.type("=C2*2\n")
    book.press("up")
    book.press("c", "ctrl")
    go(book, "D3:D5")
    book.press("v", "ctrl")
    assert column(book, "D") == ["6", "4", "8", "24"]
    go(book, "A1:B2")
    book.press("c", "ctrl")
    assert book.device.clipboard().text == "Item\tGroup\nTea\tFood"
    go(book, "A3")
    book.press("x", "ctrl")
    go(book, "E3")
    book.press("v", "ctrl")
    assert (shows(book, "A3"), shows(book, "E3")) == ("", "Soap")
    book.device.set_clipboard(ClipboardContent(text="1\t50%\n=A8+1\tx"))
    go(book, "A8")
    book.press("v", "ctrl")
    assert [shows(book, c) for c in ("A8", "B8", "A9", "B9")] == ["1", "50%", "2", "x"]


def test_sort_and_filter(book: Any) -> None:
    book.click("excel.grid.C3", "excel.tab.data", "excel.data.sort_desc")
    assert column(book, "A") == ["Lamp", "Rice", "Tea", "Soap"]
    book.press("l", "ctrl", "shift")
    book.click("excel.grid.B1.button", "excel_filter.item.0", "excel_filter.ok")
    assert [book.see(f"excel.grid.A{row}") is not None for row in range(1, 6)] == [True, True, False, False, True]
    book.press("s", "ctrl")
    assert read_xlsx(book.device.read_file("Documents/goods.xlsx")).sheets[0].hidden == {2, 3}
    book.click("excel.grid.A2")
    book.press("down")
    assert book.node("excel.name_box").value == "A5"
    book.press("l", "ctrl", "shift")
    assert column(book, "A") == ["Lamp", "Rice", "Tea", "Soap"]


def test_looks(book: Any) -> None:
    go(book, "A1:C1")
    book.click("excel.bold", "excel.fill_color", "excel.fill_color.yellow")
    go(book, "C2:C5")
    book.click("excel.currency", "excel.fewer_decimals")
    assert column(book, "C") == ["$3.0", "$2.0", "$4.0", "$12.0"]
    assert book.node("excel.number_format").value == "Currency"
    book.click("excel.align_center")
    book.press("s", "ctrl")
    rows = read_xlsx(book.device.read_file("Documents/goods.xlsx")).sheets[0].rows
    assert all(cell.style.bold and cell.style.fill == "FFFF00" for cell in rows[0])
    assert rows[1][2].style.number == "$#,##0.0" and rows[1][2].style.align == "center" and not rows[1][0].style.bold


def test_rows_columns_and_sheets(book: Any) -> None:
    book.click("excel.grid.row.3", button="right")
    book.click("excel.menu.delete_rows")
    assert column(book, "A", 4) == ["Tea", "Rice", "Lamp"]
    book.click("excel.grid.column.A", button="right")
    book.click("excel.menu.insert_columns")
    assert shows(book, "B2") == "Tea"
    book.click("excel.new_sheet")
    book.type("=Sheet1!D2*2\n")
    assert shows(book, "A1") == "6"
    book.click("excel.sheet.0", count=2)
    book.press("a", "ctrl")
    book.type("Goods\n")
    book.click("excel.sheet.1")
    book.click("excel.grid.A1")
    assert book.node("excel.formula").value == "=Goods!D2*2"
    book.click("excel.sheet.0", button="right")
    book.click("excel.menu.delete_sheet")
    assert shows(book, "A1") == "#REF!"


def test_auto_sum(book: Any) -> None:
    book.click("excel.grid.C6", "excel.autosum", "excel.auto.average")
    assert book.node("excel.formula").value == "=AVERAGE(C2:C5)"
    book.press("enter")
    assert shows(book, "C6") == "5.25"
    go(book, "C2:C5")
    book.press("=", "alt")
    assert shows(book, "C6") == "21"
    book.click("excel.grid.C6")
    book.press("delete")
    go(book, "C7")
    book.press("=", "alt")
    assert book.node("excel.formula").value == "=SUM(C2:C6)"


@pytest.mark.parametrize(("name", "begins"), [("goods.csv", b"Item,Group,Price\r\nTea"), ("goods.pdf", b"%PDF-1.4")])
def test_exports(book: Any, name: str, begins: bytes) -> None:
    book.press("f12")
    book.type(f"{name}\n")
    assert book.device.read_file(f"Documents/{name}").startswith(begins)
    assert book.title() == f"{'goods.xlsx' if name.endswith('pdf') else name} - Saved - Excel"


@pytest.mark.parametrize(("button", "price"), [("message.save", 9.0), ("message.dont_save", 3.0)])
def test_closing_asks(book: Any, button: str, price: float) -> None:
    book.click("excel.grid.C2")
    book.type("9")
    book.press("f4", "alt")
    book.click(button)
    assert book.device.windows() == ()
    assert read_xlsx(book.device.read_file("Documents/goods.xlsx")).sheets[0].rows[1][2].content == price


def test_sheets_open_from_explorer(hands: Any) -> None:
    hands.device.write_file("Documents/data.csv", TABLE.encode())
    hands.open("file_manager")
    hands.click("explorer.place.documents")
    hands.click("explorer.items.data.csv", count=2)
    assert hands.title() == "data.csv - Saved - Excel"
    assert shows(hands, "C5") == "12"
    hands.device.write_file("Documents/bad.xlsx", b"none")
    hands.press("o", "ctrl")
    hands.type("bad.xlsx\n")
    assert "format or extension is not valid" in hands.node("message.text").name


def handle(hands: Any, cell: str) -> tuple[float, float]:
    """Where the handle is of a selection that ends with a cell."""
    (x, y, w, h), (wide, tall) = hands.node(f"excel.grid.{cell}").bounds, hands.device.size
    return (x + w - 1.5) / wide, (y + h - 1.5) / tall


def test_the_handle_of_the_selection_fills(book: Any) -> None:
    book.click("excel.grid.D2")
    book.type("=C2*2\n")
    book.click("excel.grid.D2")
    book.device.act(Drag(handle(book, "D2"), book.at("excel.grid.D5")))
    assert column(book, "D") == ["6", "4", "8", "24"]
    assert book.node("excel.status.sum").name == "Sum: 42"
    book.press("z", "ctrl")
    assert column(book, "D") == ["6", "", "", ""]
    book.click("excel.grid.D2")
    book.device.act(Click(handle(book, "D2"), "left", 2))
    assert column(book, "D") == ["6", "4", "8", "24"]
    book.drag("excel.grid.C2", "excel.grid.C3")
    book.device.act(Drag(handle(book, "C3"), book.at("excel.grid.C6")))
    assert column(book, "C", 6) == ["3", "2", "1", "0", "-1"]
    book.device.act(Drag(handle(book, "C6"), book.at("excel.grid.C3")))
    assert column(book, "C", 6) == ["3", "2", "", "", ""]
    book.drag("excel.grid.A2", "excel.grid.A4")
    assert book.node("excel.status.count").name == "Count: 3"


def test_find_and_replace(book: Any) -> None:
    book.press("f", "ctrl")
    book.type("o\n")
    assert book.node("excel.name_box").value == "B1"
    book.click("excel.find.next")
    assert book.node("excel.name_box").value == "B2"
    book.click("excel.find.all")
    assert book.node("excel.find.count").name == "6 cell(s) found"
    book.click("excel.find.at.A3")
    assert book.node("excel.name_box").value == "A3"
    book.press("h", "ctrl")
    book.type("Home")
    book.click("excel.find.with")
    book.type("House")
    book.click("excel.find.replace")
    assert shows(book, "B3") == "Home" and book.node("excel.name_box").value == "B3"
    book.click("excel.find.replace")
    assert shows(book, "B3") == "House" and book.node("excel.name_box").value == "B5"
    book.click("excel.find.replace_all")
    assert book.node("message.text").name == "All done. We made 1 replacement."
    book.press("enter")
    assert column(book, "B") == ["Food", "House", "Food", "House"]
    book.click("excel.find.text")
    book.press("a", "ctrl")
    book.type("nothing such\n")
    assert "couldn't find" in book.node("message.text").name
    book.press("enter")
    book.press("escape")
    assert book.see("excel.find.text") is None
    book.press("z", "ctrl")
    assert shows(book, "B5") == "Home"


def choose(hands: Any, key: str, option: str) -> None:
    """Choose what a combo box offers, by its text."""
    hands.click(key)
    hands.click(next(n.key for n in hands.device.tree() if n.name == option and n.key.startswith(f"{key}.")))


def test_format_cells(book: Any) -> None:
    go(book, "C2:C5")
    book.press("1", "ctrl")
    book.click("excel_format.category.currency")
    choose(book, "excel_format.places", "1")
    choose(book, "excel_format.symbol", "€")
    assert book.node("excel_format.sample").name == "€3.0"
    book.click("excel_format.tab.font")
    choose(book, "excel_format.font", "Bold Italic")
    book.click("excel_format.tab.fill")
    choose(book, "excel_format.fill", "Yellow")
    book.click("excel_format.ok")
    assert column(book, "C") == ["€3.0", "€2.0", "€4.0", "€12.0"]
    book.press("s", "ctrl")
    style = read_xlsx(book.device.read_file("Documents/goods.xlsx")).sheets[0].rows[4][2].style
    assert style == ("€#,##0.0", True, True, False, "", "FFFF00", "")
    book.click("excel.grid.A2", button="right")
    book.click("excel.menu.format_cells", "excel_format.tab.alignment")
    choose(book, "excel_format.align", "Center")
    book.press("escape")
    book.press("escape")
    book.press("s", "ctrl")
    assert read_xlsx(book.device.read_file("Documents/goods.xlsx")).sheets[0].rows[1][0].style.align == ""


def charts_in(hands: Any, path: str = "Documents/goods.xlsx") -> list[tuple[str, str, list[str]]]:
    charts = read_xlsx(hands.device.read_file(path)).sheets[0].charts
    return [(c.kind, c.title, [s.values for s in c.series]) for c in charts]


def test_a_chart_is_inserted_changed_and_saved(book: Any) -> None:
    assert book.see("excel.tab.chart") is None
    book.click("excel.grid.A2", "excel.tab.insert", "excel.chart.insert.column")
    chart = book.node("excel.chart.0")
    assert (chart.name, chart.value) == ("Price", "Column chart. Price: Tea 3, Soap 2, Rice 4, Lamp 12")
    book.click("excel.chart.kind.pie")
    book.click("excel.chart.0", count=2)
    book.type("What it costs")
    book.click("excel.grid.A1")  # what is typed stays
    assert book.node("excel.chart.0").name == "What it costs"
    assert book.see("excel.tab.chart") is None
    book.press("s", "ctrl")
    assert charts_in(book) == [("pie", "What it costs", ["=Sheet1!$C$2:$C$5"])]
    book.click("excel.grid.C2")
    book.type("5\n")
    assert "Tea 5" in book.node("excel.chart.0").value
    book.device.launch("excel", "Documents/goods.xlsx")
    assert book.node("excel.chart.0").name == "What it costs"


def test_a_chart_is_deleted_by_the_key_and_comes_back(book: Any) -> None:
    go(book, "A1:C5")
    book.click("excel.tab.insert", "excel.chart.insert.bar")
    book.press("delete")
    assert book.see("excel.chart.0") is None
    assert shows(book, "A1") == "Item"
    book.press("z", "ctrl")
    assert book.node("excel.chart.0").value.startswith("Bar chart")
    book.click("excel.chart.0", button="right")
    book.click("excel.menu.chart_delete")
    assert book.see("excel.chart.0") is None


def test_escape_leaves_the_title_as_it_was(book: Any) -> None:
    book.click("excel.grid.A2", "excel.tab.insert", "excel.chart.insert.line", "excel.chart_title")
    book.type("Nonsense")
    book.press("escape")
    assert book.node("excel.chart.0").name == "Price"


def test_no_chart_of_texts(book: Any) -> None:
    go(book, "A1:B5")
    book.click("excel.tab.insert", "excel.chart.insert.line")
    assert book.see("excel.chart.0") is None
    assert "no numbers" in str([n.name for n in book.device.tree().nodes])
    book.press("enter")


def test_a_chart_scrolls_with_its_cells_and_hides_those_below(book: Any) -> None:
    book.click("excel.grid.A2", "excel.tab.insert", "excel.chart.insert.column")
    before = book.node("excel.chart.0").bounds
    book.device.act(Scroll(book.at("excel.grid.A9"), dy=1))
    after = book.node("excel.chart.0").bounds
    assert after[1] < before[1]
    assert after[0] == before[0]
    covered = [n for n in book.device.tree().nodes if n.key == "excel.grid.G8"]
    assert covered == []


def test_a_damaged_workbook_is_told_of(hands: Any) -> None:
    content = write_xlsx(calculate(Workbook((read_csv(TABLE),))))
    hands.device.write_file("Documents/broken.xlsx", content[: len(content) // 2])
    hands.device.launch("excel", "Documents/broken.xlsx")
    assert "Excel cannot open the file" in str([n.name for n in hands.device.tree().nodes])
