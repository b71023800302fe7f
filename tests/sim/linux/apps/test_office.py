"""Writer, Calc and Impress, used as a person does; what they save is read by the libraries that read LibreOffice's."""

from __future__ import annotations

import io
from typing import Any

import pytest
from odf import opendocument, teletype
from odf import text as odf_text

from omnigym.a11y import Role
from omnigym.documents import Document, Paragraph, plain, read_docx
from omnigym.documents.odp import read_odp, write_odp
from omnigym.documents.odt import read_odt, write_odt
from omnigym.documents.pdf import pdf_text
from omnigym.documents.pptx_read import read_pptx
from omnigym.documents.sheets import Workbook, calculate, read_csv, read_xlsx, write_xlsx
from omnigym.documents.sheets.model import Sheet
from omnigym.documents.sheets.ods_read import read_ods
from omnigym.documents.sheets.ods_write import write_ods
from omnigym.documents.slides import Slide
from omnigym.pictures import scene_file

LETTER = "Dear Anna\nThank you for the book."


# -- Writer -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def writer(user: Any) -> Any:
    """Writer showing a letter."""
    user.device.write_file("Documents/letter.odt", write_odt(plain(LETTER)))
    user.device.launch("writer", "Documents/letter.odt")
    return user


@pytest.mark.parametrize(
    ("ending", "read"),
    [("odt", read_odt), ("docx", read_docx), ("txt", lambda b: plain(b.decode())), ("pdf", None)],
)
def test_a_new_document_is_kept_as_its_ending_says(user: Any, ending: str, read: Any) -> None:
    user.device.launch("writer")
    assert user.title() == "Untitled 1 — LibreOffice Writer"
    user.type("Hello\nworld")
    content = user.save_as(f"Documents/a.{ending}")
    assert (pdf_text(content) if read is None else read(content).text).strip() == "Hello\nworld"
    kept = "Untitled 1" if ending == "pdf" else f"a.{ending}"
    assert user.title() == f"{kept} — LibreOffice Writer"


FORMATS: dict[str, tuple[tuple[str, ...], Any]] = {
    "bold": (("Format", "Text", "Bold"), lambda p: p.runs[0].format.bold),
    "italic": (("Format", "Text", "Italic"), lambda p: p.runs[0].format.italic),
    "underline": (("Format", "Text", "Single Underline"), lambda p: p.runs[0].format.underline),
    "centred": (("Format", "Align Text", "Centered"), lambda p: p.alignment == "center"),
    "bullets": (("Format", "Lists", "Unordered List"), lambda p: p.list == "bullet"),
    "numbers": (("Format", "Lists", "Ordered List"), lambda p: p.list == "number"),
    "heading": (("Styles", "Heading 1"), lambda p: p.style == "Heading 1"),
}


@pytest.mark.parametrize("name", FORMATS)
def test_menus_format_what_is_selected(writer: Any, name: str) -> None:
    entries, holds = FORMATS[name]
    writer.press("a", "ctrl")
    writer.menu(*entries)
    writer.press("s", "ctrl")
    read = read_odt(writer.device.read_file("Documents/letter.odt"))
    assert all(holds(p) for p in read.paragraphs) and read.text == LETTER


def test_another_library_reads_what_writer_wrote(writer: Any) -> None:
    writer.press("end", "ctrl")
    writer.type("\nYours\tBen")
    writer.press("s", "ctrl")
    whole = opendocument.load(io.BytesIO(writer.device.read_file("Documents/letter.odt")))
    assert [teletype.extractText(p) for p in whole.getElementsByType(odf_text.P)][-1] == "Yours\tBen"


@pytest.mark.parametrize(
    ("answer", "open_then", "changed"),
    [("message.save", False, True), ("message.dont_save", False, False), ("message.cancel", True, False)],
)
def test_closing_asks_what_becomes_of_changes(writer: Any, answer: str, open_then: bool, changed: bool) -> None:
    writer.type("New. ")
    writer.press("q", "ctrl")
    writer.click(answer)
    assert bool(writer.device.windows()) == open_then
    text = read_odt(writer.device.read_file("Documents/letter.odt")).text
    assert text.startswith("New. ") == changed


def test_a_word_is_replaced_everywhere(writer: Any) -> None:
    writer.press("h", "ctrl")
    writer.type("the")
    writer.click("writer.find.with")
    writer.type("a")
    writer.click("writer.find.replace_all")
    writer.press("s", "ctrl")
    assert read_odt(writer.device.read_file("Documents/letter.odt")).text == "Dear Anna\nThank you for a book."


# -- Calc -------------------------------------------------------------------------------------------------------------


def grid(book: Workbook, sheet: int = 0) -> list[list[Any]]:
    return [[cell.content for cell in row] for row in book.sheets[sheet].rows]


@pytest.mark.parametrize(("ending", "read"), [("ods", read_ods), ("xlsx", read_xlsx)])
def test_a_table_is_kept_as_its_ending_says(user: Any, ending: str, read: Any) -> None:
    user.device.launch("calc")
    user.type('Item\tPieces\nPears\t3\nApples\t5\n=SUM(B2:B3)\t=IF(B2>2;"many";"few")\n')
    book = read(user.save_as(f"Documents/t.{ending}"))
    assert grid(book) == [
        ["Item", "Pieces"],
        ["Pears", 3.0],
        ["Apples", 5.0],
        ["=SUM(B2:B3)", '=IF(B2>2,"many","few")'],
    ]


def test_text_is_exported_after_a_question(user: Any) -> None:
    user.device.write_file("Documents/t.ods", write_ods(calculate(Workbook((read_csv("a,1\nb,2\n"),)))))
    user.device.launch("calc", "Documents/t.ods")
    user.press("s", "ctrl", "shift")
    user.name_file("/home/user/Documents/t.csv")
    assert user.device.tree().find(**user.device.locate("calc", "export")) is not None
    assert user.device.stat("Documents/t.csv") is None
    user.press("enter")
    assert user.device.read_file("Documents/t.csv").decode().split() == ["a,1", "b,2"]


@pytest.fixture
def calc(user: Any) -> Any:
    """Calc showing a table."""
    user.device.write_file("Documents/t.xlsx", write_xlsx(calculate(Workbook((read_csv("n,v\nb,2\na,3\nc,1\n"),)))))
    user.device.launch("calc", "Documents/t.xlsx")
    return user


def _to(user: Any, area: str) -> None:
    user.press("t", "ctrl", "shift")
    user.type(f"{area}\n")


def test_rows_are_sorted_and_deleted(calc: Any) -> None:
    _to(calc, "B2")
    calc.click("calc.sort_up")
    _to(calc, "A3")
    calc.press("space", "shift")
    calc.press("-", "ctrl")
    calc.press("s", "ctrl")
    assert grid(read_xlsx(calc.device.read_file("Documents/t.xlsx"))) == [["n", "v"], ["c", 1.0], ["a", 3.0]]


def test_sheets_are_added_and_renamed(calc: Any) -> None:
    calc.menu("Sheet", "Insert Sheet at End...")
    calc.press("a", "ctrl")
    calc.type("Plan\n")
    assert calc.node("calc.sheet.1").name == "Plan"
    calc.menu("Sheet", "Rename Sheet...")
    calc.press("a", "ctrl")
    calc.type("Sheet1\n")
    assert calc.device.tree().find(key="message.text") is not None, "the name is taken"
    calc.press("escape")
    calc.press("s", "ctrl")
    names = [s.name for s in read_xlsx(calc.device.read_file("Documents/t.xlsx")).sheets]
    assert len(names) == 2 and names[1] == "Plan"


def test_a_filter_hides_rows(calc: Any) -> None:
    calc.click("calc.filter", "calc.grid.A1.button", "calc_filter.item.0", "calc_filter.ok")
    content = calc.save_as("Documents/f.ods")
    sheet: Sheet = read_ods(content).sheets[0]
    assert sheet.hidden == {2} and sheet.filter is not None and sheet.filter.chosen == ((0, ("b", "c")),)


# -- Impress ----------------------------------------------------------------------------------------------------------

DECK = (Slide("Our garden", ("A plan",)), Slide("Beds", ("Beans",)), Slide("Tools", ("A spade",)))


@pytest.fixture
def impress(user: Any) -> Any:
    """Impress showing three slides."""
    user.device.write_file("Documents/d.odp", write_odp(DECK))
    user.device.launch("impress", "Documents/d.odp")
    return user


def deck(user: Any) -> tuple[Slide, ...]:
    user.press("s", "ctrl")
    return read_odp(user.device.read_file("Documents/d.odp"))


@pytest.mark.parametrize(("ending", "read"), [("odp", read_odp), ("pptx", read_pptx)])
def test_a_presentation_is_kept_as_its_ending_says(user: Any, ending: str, read: Any) -> None:
    user.device.write_file("Pictures/cat.jpg", scene_file("cat", "cat.jpg"))
    user.device.launch("impress")
    user.press("enter", "ctrl")
    user.type("Hello")
    user.press("escape", count=2)
    user.click("impress.text.0", count=2)
    user.type("One\nTwo")
    user.menu("Insert", "Image...")
    user.name_file("/home/user/Pictures/cat.jpg")
    (slide,) = read(user.save_as(f"Documents/p.{ending}"))
    assert slide[:3] == ("Hello", ("One\nTwo",), "") and slide.pictures == (scene_file("cat", "cat.jpg"),)


def test_slides_are_moved_deleted_and_added(impress: Any) -> None:
    impress.click("impress.slides.2")
    impress.menu("Slide", "Move", "Slide to Start")
    assert [s.title for s in deck(impress)] == ["Tools", "Our garden", "Beds"]
    impress.click("impress.slides.1")
    impress.press("delete")
    impress.click("impress.slides.1")
    impress.menu("Slide", "New Slide")
    impress.press("enter", "ctrl")
    impress.type("End")
    assert deck(impress) == (DECK[2], DECK[1], Slide("End"))
    impress.press("z", "ctrl")
    assert [s.title for s in deck(impress)] == ["Tools", "Beds", ""]


def test_notes_belong_to_their_slide(impress: Any) -> None:
    impress.click("impress.slides.1")
    impress.menu("View", "Notes")
    impress.press("enter", "ctrl")
    impress.type("Speak up.")
    impress.press("escape")
    assert [s.notes for s in deck(impress)] == ["", "Speak up.", ""]


def test_a_show_goes_from_slide_to_slide(impress: Any) -> None:
    impress.press("f5")
    impress.click("impress.next")
    assert impress.device.tree().find(role=Role.TEXT, name="Beds") is not None
    impress.press("escape")
    assert impress.node("impress.page").name.startswith("PageShape")


# -- all of them ------------------------------------------------------------------------------------------------------

DAMAGED = {
    "writer": ("a.odt", "b.docx"),
    "calc": ("a.ods", "b.xlsx"),
    "impress": ("a.odp", "b.pptx"),
}


@pytest.mark.parametrize("content", [b"none", write_odt(Document((Paragraph(),)))[:300]], ids=["none", "cut off"])
@pytest.mark.parametrize(("app", "name"), [(app, name) for app, names in DAMAGED.items() for name in names])
def test_a_damaged_file_is_refused_with_a_message(user: Any, app: str, name: str, content: bytes) -> None:
    user.device.write_file(f"Documents/{name}", content)
    user.device.launch(app, f"Documents/{name}")
    assert "corrupt" in user.node("message.text").name
    user.press("escape")
    assert user.title().startswith("Untitled 1")


@pytest.mark.parametrize("app", DAMAGED)
def test_opening_goes_to_another_window_where_something_is_open(user: Any, app: str) -> None:
    files = {"writer": write_odt(plain("x")), "calc": write_ods(calculate(Workbook())), "impress": write_odp(DECK)}
    for name in "ab":
        user.device.write_file(f"Documents/{name}{DAMAGED[app][0][1:]}", files[app])
    user.device.launch(app)
    for name in "ab":
        user.press("o", "ctrl")
        user.name_file(f"/home/user/Documents/{name}{DAMAGED[app][0][1:]}")
    assert sorted(w.title[0] for w in user.device.windows()) == ["a", "b"]


def test_an_empty_document_of_each_kind_opens(user: Any) -> None:
    for app, names in DAMAGED.items():
        for name in names:
            user.device.write_file(f"Documents/{name}", b"")
            user.device.launch(app, f"Documents/{name}")
            assert user.title().startswith(name)


def test_a_chart_by_the_wizard_changed_and_kept(user: Any) -> None:
    user.device.write_file(
        "Documents/a.ods", write_ods(calculate(Workbook((read_csv("Month,Sales\nJan,3\nFeb,5\n"),))))
    )
    user.device.launch("calc", "Documents/a.ods")
    user.click("calc.grid.A2", "calc.chart_tool", "calc_chart.kind.line")
    user.type("Sales a month\n")
    assert user.node("calc.chart.0").value == "Line chart. Sales: Jan 3, Feb 5"
    user.click("calc.chart.0", count=2)
    assert user.node("calc_chart.title").value == "Sales a month"
    user.click("calc_chart.kind.pie", "calc_chart.ok")
    user.press("s", "ctrl")
    chart = read_ods(user.device.read_file("Documents/a.ods")).sheets[0].charts[0]
    assert (chart.kind, chart.title, chart.series[0].values) == ("pie", "Sales a month", "=Sheet1!$B$2:$B$3")
    objects = opendocument.load(io.BytesIO(user.device.read_file("Documents/a.ods"))).childobjects
    assert [o.mimetype for o in objects] == ["application/vnd.oasis.opendocument.chart"]
    user.click("calc.chart.0")
    user.press("delete")
    assert user.device.tree().find(key="calc.chart.0") is None
