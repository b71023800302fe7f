"""Documents of every type that OSWorld's files are judged by, each with near misses, for `scripts.compare_osworld`.

A *pool* is a list of labelled files of one type: the first is the original, each other one has one change. All are made
here, in code; the same seed gives the same bytes.
"""

from __future__ import annotations

import csv
import io
import random
import shutil
import subprocess
import tarfile
import tempfile
import wave
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import docx
import numpy as np
import openpyxl
import pptx
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK, WD_COLOR_INDEX, WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Inches as DocxInches
from docx.shared import Pt as DocxPt
from docx.shared import RGBColor as DocxColor
from openpyxl.chart import BarChart, LineChart, Reference, ScatterChart, Series
from openpyxl.formatting.rule import CellIsRule, FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageOps
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.text import PP_ALIGN
from pptx.util import Emu, Inches, Pt

from omnigym.documents.pdf import pdf_of_text

__all__ = ["Made", "pool", "workbooks"]


class Made(NamedTuple):
    """A file: what was changed in it, and its bytes."""

    label: str
    content: bytes


Change = Callable[[Any], object]


def _saved(document: Any) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@cache
def pool(kind: str) -> tuple[Made, ...]:
    """The files of a type, by its extension: "docx", "png"...; none of an unknown one."""
    made = _POOLS.get(kind)
    return tuple(made()) if made is not None else ()


# -- text documents ---------------------------------------------------------------------------------------------------

_TEXTS = (
    "The Committee on References",
    "Alpha beta gamma delta epsilon zeta. Eta theta iota kappa lambda.",
    "A SECOND paragraph with one loud word.",
    "",
    "08:15:00,T100,S1,4",
    "09:30:00,T200,S2,2",
    "10:45:00,T300,S3,1",
    "The last paragraph before the list.",
    "References",
    "Adams, J. (2001). On the nature of things. Journal of Things, 12, 1-20.",
    "Brown, K. (2010). A second look at things. Journal of Things, 21, 30-41.",
)
_WORDS = (("apple", "banana"), ("orange", "cherry"))


def _document(*changes: Change) -> bytes:
    found = docx.Document()
    for text in _TEXTS:
        found.add_paragraph(text)
    table = found.add_table(len(_WORDS), 2)
    for row, words in zip(table.rows, _WORDS, strict=True):
        for cell, word in zip(row.cells, words, strict=True):
            cell.text = ""
            run = cell.paragraphs[0].add_run(word)
            run.font.color.rgb = DocxColor(255, 0, 0) if word[0] in "aeiou" else DocxColor(0, 0, 255)
    for change in changes:
        change(found)
    return _saved(found)


def _said(number: int, text: str) -> Change:
    def change(found: Any) -> None:
        found.paragraphs[number].runs[0].text = text

    return change


def _runs(change: Change, *numbers: int) -> Change:
    def every(found: Any) -> None:
        for at, paragraph in enumerate(found.paragraphs):
            if not numbers or at in numbers:
                for run in paragraph.runs:
                    change(run)

    return every


def _set(name: str, value: object) -> Change:
    """A change of a property by its path: "font.bold"."""

    def change(holder: Any) -> None:
        *path, last = name.split(".")
        for part in path:
            holder = getattr(holder, part)
        setattr(holder, last, value)

    return change


def _at(number: int, change: Change) -> Change:
    return lambda found: change(found.paragraphs[number])


def _moved(found: Any) -> None:
    element = found.paragraphs[1]._p
    element.getnext().addnext(element)


def _dropped(number: int) -> Change:
    return lambda found: found.paragraphs[number]._p.getparent().remove(found.paragraphs[number]._p)


def _added(found: Any, text: str = "") -> None:
    found.paragraphs[3].insert_paragraph_before(text)


def _split(found: Any) -> None:
    """One run made two."""
    paragraph = found.paragraphs[1]
    text = paragraph.runs[0].text
    paragraph.runs[0].text = text[:10]
    paragraph.add_run(text[10:])


def _tabbed(*stops: tuple[float, Any]) -> Change:
    def change(found: Any) -> None:
        for number in (1, 2):
            paragraph = found.paragraphs[number]
            words = paragraph.text.split()
            paragraph.runs[0].text = " ".join(words[:3]) + "\t" + " ".join(words[3:])
        for paragraph in found.paragraphs:
            for inches, kind in stops:
                paragraph.paragraph_format.tab_stops.add_tab_stop(DocxInches(inches), kind)

    return change


def _footer(text: str, field: bool = False) -> Change:
    def change(found: Any) -> None:
        paragraph = found.sections[0].footer.paragraphs[0]
        paragraph.text = text
        if field:
            node = OxmlElement("w:fldSimple")
            node.set(qn("w:instr"), "PAGE")
            paragraph._p.append(node)

    return change


def _picture(content: bytes, number: int = 1) -> Change:
    return lambda found: found.paragraphs[number].add_run().add_picture(io.BytesIO(content), DocxInches(1))


def _embedded(found: Any) -> None:
    found.paragraphs[1].add_run()._r.append(OxmlElement("w:object"))


def _spaced(*values: float | None) -> Change:
    def change(found: Any) -> None:
        for paragraph, value in zip(found.paragraphs, values, strict=False):
            paragraph.paragraph_format.line_spacing = value

    return change


def _coloured(color: DocxColor) -> Change:
    def change(found: Any) -> None:
        found.tables[0].cell(0, 0).paragraphs[0].runs[0].font.color.rgb = color

    return change


def _italic(size: int | None) -> Change:
    def change(found: Any) -> None:
        run = found.paragraphs[1].runs[0]
        run.italic = True
        run.font.size = None if size is None else DocxPt(size)

    return change


def _broken(found: Any) -> None:
    found.paragraphs[2].add_run().add_break(WD_BREAK.PAGE)


def _documents() -> Iterator[Made]:
    red, other = _png(lambda _: Image.new("RGB", (8, 8), (255, 0, 0))), _png(lambda _: Image.new("RGB", (8, 8), "blue"))
    yield Made("original", _document())
    changes: Mapping[str, Sequence[Change]] = {
        "a letter": (_said(1, _TEXTS[1].replace("beta", "betta")),),
        "a capital": (_said(1, _TEXTS[1].upper()),),
        "two blanks": (_said(1, _TEXTS[1].replace(" ", "  ")),),
        "a blank at the end": (_said(1, _TEXTS[1] + " "),),
        "an empty line more": (_added,),
        "a line of blanks more": (lambda d: _added(d, "  "),),
        "a line more": (lambda d: _added(d, "One more line."),),
        "a line less": (_dropped(2),),
        "the last line less": (_dropped(10),),
        "another order": (_moved,),
        "a line twice": (lambda d: _added(d, _TEXTS[5]),),
        "no references": (_dropped(8),),
        "a reference less": (_dropped(9),),
        "a reference changed": (_said(9, _TEXTS[9].replace("2001", "2002").replace("things", "thongs")),),
        "two runs": (_split,),
        "no capitals": (_said(2, _TEXTS[2].lower()),),
        "bold": (_runs(_set("bold", True), 1),),
        "italic of 14 points": (_italic(14),),
        "italic of 12 points": (_italic(12),),
        "italic": (_italic(None),),
        "all Arial": (_runs(_set("font.name", "Arial")),),
        "all but one Arial": (_runs(_set("font.name", "Arial"), *range(1, 11)),),
        "all Times New Roman": (_runs(_set("font.name", "Times New Roman")),),
        "subscript": (_split, lambda d: _set("font.subscript", True)(d.paragraphs[1].runs[1])),
        "another subscript": (_split, lambda d: _set("font.subscript", True)(d.paragraphs[1].runs[0])),
        "last line struck": (_runs(_set("font.strike", True), 10),),
        "two lines struck": (_runs(_set("font.strike", True), 9, 10),),
        "highlighted": (_runs(_set("font.highlight_color", WD_COLOR_INDEX.YELLOW), 1),),
        "highlighted in green": (_runs(_set("font.highlight_color", WD_COLOR_INDEX.GREEN), 1),),
        "a red first letter blue": (_coloured(DocxColor(0, 0, 255)),),
        "a red nearly red": (_coloured(DocxColor(250, 2, 2)),),
        "centred": (_at(0, _set("paragraph_format.alignment", WD_ALIGN_PARAGRAPH.CENTER)),),
        "right": (_at(0, _set("paragraph_format.alignment", WD_ALIGN_PARAGRAPH.RIGHT)),),
        "spacing 1, 2, 1.5": (_spaced(1.0, 2.0, 1.5),),
        "spacing 2": (_spaced(*[2.0] * 11),),
        "spacing 2 but one": (_spaced(*[2.0] * 9, 1.0, 2.0),),
        "spacing 1": (_spaced(*[1.0] * 11),),
        "a page break": (_broken,),
        "two page breaks": (_broken, _broken),
        "a page number": (_footer("1"),),
        "a page number field": (_footer("", True),),
        "a footer without number": (_footer("Page"),),
        "a picture": (_picture(red),),
        "another picture": (_picture(other),),
        "a picture elsewhere": (_picture(red, 2),),
        "an object": (_embedded,),
        "tabs": (_tabbed((2, WD_TAB_ALIGNMENT.LEFT)),),
        "tabs elsewhere": (_tabbed((2.5, WD_TAB_ALIGNMENT.LEFT)),),
        "tabs to the right": (_tabbed((2, WD_TAB_ALIGNMENT.LEFT), (6, WD_TAB_ALIGNMENT.RIGHT)),),
        "a cell": (lambda d: _set("text", "grape")(d.tables[0].cell(1, 1)),),
        "a blank in a cell": (lambda d: _set("text", "cherry ")(d.tables[0].cell(1, 1)),),
        "a row more": (lambda d: d.tables[0].add_row(),),
        "no table": (lambda d: d.tables[0]._tbl.getparent().remove(d.tables[0]._tbl),),
    }
    yield from (Made(label, _document(*some)) for label, some in changes.items())
    words = docx.Document()
    words.add_paragraph("Paris  Rome")
    words.add_paragraph("Berlim")
    yield Made("three words", _saved(words))
    yield Made("empty", _saved(docx.Document()))
    yield from _resaved("docx", {"original": _document(), "spacing 2": _document(_spaced(*[2.0] * 11))})
    yield Made("no document", b"PK\x03\x04 not a document")


def _odts() -> Iterator[Made]:
    changes: Mapping[str, Sequence[Change]] = {
        "original": (),
        "a letter": (_said(1, _TEXTS[1].replace("beta", "betta")),),
        "highlighted": (_runs(_set("font.highlight_color", WD_COLOR_INDEX.YELLOW), 1),),
        "highlighted in green": (_runs(_set("font.highlight_color", WD_COLOR_INDEX.GREEN), 1),),
        "bold": (_runs(_set("bold", True), 1),),
        "two blanks": (_said(1, _TEXTS[1].replace(" ", "  ")),),
        "an empty line more": (_added,),
        "a heading": (lambda d: d.add_heading("Results", 1),),
    }
    sources = {label: _document(*some) for label, some in changes.items()}
    for made in _resaved("docx", sources, target="odt"):
        yield made._replace(label=made.label.removeprefix("saved again: "))


def _resaved(kind: str, sources: Mapping[str, bytes], target: str = "") -> Iterator[Made]:
    """Files as LibreOffice saves them again, in a format; none without LibreOffice."""
    program = shutil.which("soffice")
    if program is None:
        return
    target = target or kind
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        for number, content in enumerate(sources.values()):
            Path(folder, f"{number}.{kind}").write_bytes(content)
        files = [str(Path(folder, f"{number}.{kind}")) for number in range(len(sources))]
        home = f"-env:UserInstallation=file://{folder}/profile"
        subprocess.run(
            [program, home, "--headless", "--convert-to", target, "--outdir", str(out), *files],
            check=False,
            capture_output=True,
            timeout=300,
        )
        for number, label in enumerate(sources):
            made = out / f"{number}.{target}"
            if made.is_file():
                yield Made(f"saved again: {label}", made.read_bytes())


# -- presentations ----------------------------------------------------------------------------------------------------


def _deck(*changes: Change) -> bytes:
    found = pptx.Presentation()
    layouts = found.slide_layouts
    first = found.slides.add_slide(layouts[1])
    first.shapes.title.text = "Product Comparison"
    body = first.placeholders[1].text_frame
    body.text = "First point"
    for text, level in (("Second point", 0), ("A detail", 1)):
        paragraph = body.add_paragraph()
        paragraph.text, paragraph.level = text, level
    picture = io.BytesIO(_png(lambda _: Image.new("RGB", (40, 30), (200, 30, 30))))
    first.shapes.add_picture(picture, Inches(6), Inches(4), Inches(2), Inches(1.5))
    first.notes_slide.notes_text_frame.text = "Say hello."
    second = found.slides.add_slide(layouts[5])
    second.shapes.title.text = "Pictures"
    picture.seek(0)
    second.shapes.add_picture(picture, Inches(1), Inches(3), Inches(2), Inches(1.5))
    box = second.shapes.add_textbox(Inches(1), Inches(5), Inches(4), Inches(1)).text_frame
    box.text = "Elaborate on what you want to discuss."
    run = box.paragraphs[0].add_run()
    run.text, run.font.bold, run.font.size = " Loud", True, Pt(24)
    run.font.color.rgb = RGBColor(10, 20, 200)
    group = second.shapes.add_group_shape()
    group.shapes.add_textbox(Inches(5), Inches(5), Inches(2), Inches(1)).text_frame.text = "In a group"
    third = found.slides.add_slide(layouts[6])
    table = third.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(6), Inches(1)).table
    for row in range(2):
        for column in range(2):
            table.cell(row, column).text = f"cell {row}{column}"
    number = third.shapes.add_textbox(Inches(8), Inches(7), Inches(1), Inches(0.4))
    number.text_frame.text = "3"
    third.background.fill.solid()
    third.background.fill.fore_color.rgb = RGBColor(255, 255, 0)
    third.shapes.add_textbox(Inches(3), Inches(3), Inches(1), Inches(1))
    for change in changes:
        change(found)
    return _saved(found)


def _shape(slide: int, shape: int, change: Change) -> Change:
    return lambda found: change(found.slides[slide].shapes[shape])


def _run(change: Change, slide: int = 1, shape: int = 2, run: int = 1) -> Change:
    return lambda found: change(found.slides[slide].shapes[shape].text_frame.paragraphs[0].runs[run])


def _paragraph(change: Change, slide: int = 0, shape: int = 1, number: int = 1) -> Change:
    return lambda found: change(found.slides[slide].shapes[shape].text_frame.paragraphs[number])


def _pushed(side: str, by: int) -> Change:
    return lambda shape: setattr(shape, side, getattr(shape, side) + by)


def _bullet(sign: str | None) -> Change:
    def change(paragraph: Any) -> None:
        properties = paragraph._p.get_or_add_pPr()
        node = properties.makeelement(
            "{http://schemas.openxmlformats.org/drawingml/2006/main}" + ("buNone" if sign is None else "buChar"),
            {} if sign is None else {"char": sign},
        )
        properties.append(node)

    return change


def _cell(change: Change, row: int = 0, column: int = 0) -> Change:
    return lambda found: change(found.slides[2].shapes[0].table.cell(row, column))


def _ground(slide: int, color: RGBColor) -> Change:
    def change(found: Any) -> None:
        fill = found.slides[slide].background.fill
        fill.solid()
        fill.fore_color.rgb = color

    return change


def _grounds(color: RGBColor) -> Change:
    def change(found: Any) -> None:
        for number in range(len(found.slides)):
            _ground(number, color)(found)

    return change


def _master(change: Change) -> Change:
    return lambda found: change(found.slide_master)


def _master_ground(master: Any) -> None:
    master.background.fill.solid()
    master.background.fill.fore_color.rgb = RGBColor(0, 0, 200)


def _master_number(color: RGBColor, text: str = "<number>") -> Change:
    def change(found: Any) -> None:
        for shape in found.slide_master.placeholders:
            if shape.placeholder_format.idx == 4 or "Number" in shape.name:
                shape.text_frame.text = text
                paragraph = shape.text_frame.paragraphs[0]
                paragraph.font.color.rgb = color
                for run in paragraph.runs:
                    run.font.color.rgb = color

    return change


def _transition(name: str, slide: int = 1) -> Change:
    def change(found: Any) -> None:
        space = "http://schemas.openxmlformats.org/presentationml/2006/main"
        element = found.slides[slide]._element
        node = element.makeelement(f"{{{space}}}transition", {})
        node.append(node.makeelement(f"{{{space}}}{name}", {}))
        element.append(node)

    return change


def _without(slide: int, shape: int) -> Change:
    def change(found: Any) -> None:
        element = found.slides[slide].shapes[shape]._element
        element.getparent().remove(element)

    return change


def _slide_less(found: Any) -> None:
    found.slides._sldIdLst.remove(found.slides._sldIdLst[2])


def _filled(found: Any) -> None:
    picture = found.slides[0].shapes[2]
    picture.left, picture.top = Emu(0), Emu(0)
    picture.width, picture.height = found.slide_width, found.slide_height


def _portrait(found: Any) -> None:
    found.slide_width, found.slide_height = found.slide_height, found.slide_width


def _halved(found: Any) -> None:
    """A run made two of one look."""
    paragraph = found.slides[0].shapes[1].text_frame.paragraphs[0]
    paragraph.runs[0].text = "First "
    paragraph.add_run().text = "point"


_STRIKE = {"no strike": "noStrike", "struck": "sngStrike"}


def _struck(kind: str, slide: int = 0, shape: int = 1, number: int = 1) -> Change:
    def change(found: Any) -> None:
        runs = found.slides[slide].shapes[shape].text_frame.paragraphs[number].runs
        runs[0]._r.get_or_add_rPr().set("strike", kind)

    return change


def _decks() -> Iterator[Made]:
    red, blue = RGBColor(255, 0, 0), RGBColor(0, 0, 255)
    changes: Mapping[str, Sequence[Change]] = {
        "a letter": (_shape(0, 0, _set("text", "Product Comparisons")),),
        "a blank at the end": (_shape(0, 0, _set("text", "Product Comparison ")),),
        "bold": (_run(_set("font.bold", True), run=0),),
        "not bold": (_run(_set("font.bold", False), run=0),),
        "italic": (_run(_set("font.italic", True)),),
        "not italic": (_run(_set("font.italic", False)),),
        "underlined": (_run(_set("font.underline", True)),),
        "not underlined": (_run(_set("font.underline", False)),),
        "another colour": (_run(_set("font.color.rgb", red)),),
        "a colour 2 of 255 off": (_run(_set("font.color.rgb", RGBColor(12, 20, 198))),),
        "a colour of the theme": (_run(_set("font.color.theme_color", MSO_THEME_COLOR.ACCENT_1)),),
        "a colour more": (_run(_set("font.color.rgb", red), run=0),),
        "another font": (_run(_set("font.name", "Arial")),),
        "another size": (_run(_set("font.size", Pt(25))),),
        "struck": (_struck("sngStrike"),),
        "said not to be struck": (_struck("noStrike"),),
        "two lines struck": (_struck("sngStrike"), _struck("sngStrike", number=2)),
        "centred": (_paragraph(_set("alignment", PP_ALIGN.CENTER)),),
        "said to be left": (_paragraph(_set("alignment", PP_ALIGN.LEFT)),),
        "centred in a group": (
            lambda d: _set("alignment", PP_ALIGN.CENTER)(d.slides[1].shapes[3].shapes[0].text_frame.paragraphs[0]),
        ),
        "level 1 for 0": (_paragraph(_set("level", 1)),),
        "level 0 for 1": (_paragraph(_set("level", 0), number=2),),
        "level 2 for 1": (_paragraph(_set("level", 2), number=2),),
        "a bullet": (_paragraph(_bullet("-")),),
        "another bullet": (_paragraph(_bullet("*")),),
        "no bullet": (_paragraph(_bullet(None)),),
        "other notes": (lambda d: _set("text", "Say bye.")(d.slides[0].notes_slide.notes_text_frame),),
        "a blank after the notes": (lambda d: _set("text", "Say hello. ")(d.slides[0].notes_slide.notes_text_frame),),
        "notes more": (lambda d: _set("text", "More")(d.slides[1].notes_slide.notes_text_frame),),
        "a background": (_ground(0, blue),),
        "red backgrounds": (_grounds(red),),
        "green backgrounds": (_grounds(RGBColor(0, 128, 0)),),
        "nearly red backgrounds": (_grounds(RGBColor(250, 4, 4)),),
        "a background of the master": (_master(_master_ground),),
        "a shape 100 EMU off": (_shape(1, 2, _pushed("left", 100)),),
        "a shape 0.3 % off": (_shape(1, 2, _pushed("left", 2_700)),),
        "a shape 2 % off": (_shape(1, 2, _pushed("left", 20_000)),),
        "a shape lower": (_shape(1, 2, _pushed("top", 400_000)),),
        "a higher shape": (_shape(1, 2, _pushed("height", 200_000)),),
        "an empty box elsewhere": (_shape(2, 2, _pushed("left", 500_000)),),
        "the title lower": (_shape(0, 0, _pushed("top", 3_700_000)),),
        "the title a little lower": (_shape(0, 0, _pushed("top", 90_000)),),
        "the table lower": (_shape(2, 0, _pushed("top", 3_000_000)),),
        "the table a little lower": (_shape(2, 0, _pushed("top", 90_000)),),
        "the picture to the right": (_shape(1, 1, _pushed("left", 4_000_000)),),
        "the picture to the top": (_shape(1, 1, _pushed("top", -2_000_000)),),
        "the picture a little higher": (_shape(1, 1, _pushed("top", -60_000)),),
        "a larger picture": (_shape(0, 2, _pushed("width", 500_000)),),
        "a higher picture": (_shape(0, 2, _pushed("height", 500_000)),),
        "the picture fills the slide": (_filled,),
        "a shape less": (_without(1, 2),),
        "a picture less": (_without(0, 2),),
        "a slide less": (_slide_less,),
        "a slide more": (lambda d: d.slides.add_slide(d.slide_layouts[6]),),
        "a paragraph more": (_shape(0, 1, lambda s: s.text_frame.add_paragraph()),),
        "a line more": (_shape(0, 1, lambda s: _set("text", "More")(s.text_frame.add_paragraph())),),
        "two runs": (_halved,),
        "an empty run": (_paragraph(lambda p: p.add_run()),),
        "other words in a group": (lambda d: _set("text", "No group")(d.slides[1].shapes[3].shapes[0].text_frame),),
        "a cell": (_cell(_set("text", "Cell 00")),),
        "a bold cell": (_cell(lambda c: _set("font.bold", True)(c.text_frame.paragraphs[0].runs[0])),),
        "a red cell": (_cell(lambda c: _set("font.color.rgb", red)(c.text_frame.paragraphs[0].runs[0])),),
        "a line more in a cell": (_cell(lambda c: c.text_frame.add_paragraph()),),
        "red numbers": (_master_number(red),),
        "blue numbers": (_master_number(blue),),
        "black numbers": (_master_number(RGBColor(0, 0, 0)),),
        "red digits": (_master_number(red, "4"),),
        "dissolve": (_transition("dissolve"),),
        "another transition": (_transition("wipe"),),
        "a transition elsewhere": (_transition("dissolve", 0),),
        "portrait": (_portrait,),
    }
    yield Made("original", _deck())
    yield from (Made(label, _deck(*some)) for label, some in changes.items())
    some = {"original": _deck(), "italic": _deck(*changes["italic"]), "red numbers": _deck(*changes["red numbers"])}
    yield from _resaved("pptx", some)
    yield Made("empty", _saved(pptx.Presentation()))
    yield Made("no presentation", b"PK\x03\x04 not a deck")


# -- workbooks --------------------------------------------------------------------------------------------------------

_HEADINGS = ("Name", "Age", "Share", "State", "Day", "Code", "Note", "Sum")
_ROWS = 29


def _rows(rng: random.Random) -> Iterator[tuple[object, ...]]:
    from datetime import datetime

    for number in range(_ROWS):
        yield (
            f"Person {number}",
            20 + rng.randrange(40),
            round(rng.random(), 4),
            rng.choice(("Pass", "Fail", "Held")),
            datetime(2024, 1, 1 + number % 28),
            f"{number:03d}",
            None if number % 5 == 0 else f"note {number}",
            rng.randrange(1000) / 8,
        )


def _book(sheets: Sequence[str], cells: Mapping[tuple[str, str], object], *changes: Change) -> Any:
    book = openpyxl.Workbook()
    for number, name in enumerate(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        sheet.title = name
        sheet.append(_HEADINGS)
        for row in _rows(random.Random(number)):
            sheet.append(row)
        for cell in sheet[1]:
            cell.font = Font(name="Arial", bold=True, color="FF0000FF")
            cell.fill = PatternFill("solid", fgColor="FFFFFF00")
        sheet["C2"].number_format = "0.00%"
        sheet.row_dimensions[4].hidden = True
        sheet.column_dimensions["B"].width = 18
        sheet.auto_filter.ref = "A1:H30"
        sheet.conditional_formatting.add(
            "B2:B30", FormulaRule(formula=["B2>40"], font=Font(color="FFFF0000"), fill=PatternFill(bgColor="FFFF0000"))
        )
        _charted(sheet, BarChart)
    for (name, place), value in cells.items():
        book[name][place] = value
    for change in changes:
        change(book)
    return book


def _charted(sheet: Any, kind: type, title: str = "Sales") -> None:
    chart: Any = kind()
    chart.title = title
    data, names = Reference(sheet, min_col=2, min_row=1, max_row=9), Reference(sheet, min_col=1, min_row=2, max_row=9)
    if kind is ScatterChart:
        chart.series.append(Series(Reference(sheet, min_col=2, min_row=2, max_row=9), names))
    else:
        chart.add_data(data, titles_from_data=True)
        chart.set_categories(names)
    sheet.add_chart(chart, "K2")


def _recharted(kind: type, title: str = "Sales") -> Change:
    def change(sheet: Any) -> None:
        sheet._charts[:] = []
        _charted(sheet, kind, title)

    return change


def _validated(formula: str, ranges: str) -> Change:
    def change(sheet: Any) -> None:
        valid = DataValidation("list", formula1=formula, allow_blank=True)
        valid.add(ranges)
        sheet.add_data_validation(valid)

    return change


def _put(place: str, value: object) -> Change:
    return lambda sheet: sheet.__setitem__(place, value)


def _look(place: str, **looks: object) -> Change:
    def change(sheet: Any) -> None:
        for name, value in looks.items():
            setattr(sheet[place], name, value)

    return change


def _sheet_changes() -> Mapping[str, Change]:
    """Changes of one sheet."""
    blue = PatternFill("solid", fgColor="FF0000FF")
    return {
        "a number": _put("B3", 99),
        "a number with a point": _put("C3", 0.12345),
        "a fifth digit": lambda s: _put("C3", round(s["C3"].value + 0.00001, 6))(s),
        "a third digit": lambda s: _put("C3", s["C3"].value + 0.001)(s),
        "a whole number as a text": lambda s: _put("B3", str(s["B3"].value))(s),
        "a text": _put("A3", "Person one"),
        "a capital": _put("A3", "PERSON 1"),
        "a blank at the end": _put("A3", "Person 1 "),
        "a text less": _put("A3", None),
        "a text more": _put("G2", "new"),
        "a blank cell": _put("G2", ""),
        "N/A": _put("A3", "N/A"),
        "a yes": _put("D3", True),
        "a day": _put("E3", "2024-01-02"),
        "a row more": lambda s: s.append(["Person 99", 1]),
        "a column more": _put("I1", "More"),
        "another heading": _put("B1", "age"),
        "no rows": lambda s: s.delete_rows(2, _ROWS),
        "sorted otherwise": lambda s: [_put(f"B{row}", 70 - row)(s) for row in range(2, 31)],
        "not bold": _look("A1", font=Font(name="Arial", color="FF0000FF")),
        "another font colour": _look("A1", font=Font(name="Arial", bold=True, color="FFFF0000")),
        "a plain font": _look("A1", font=Font()),
        "another background": _look("A2", fill=blue),
        "a number format": _look("C2", number_format="0.0%"),
        "a link": _look("A2", hyperlink="https://example.org"),
        "merged": lambda s: s.merge_cells("A1:C1"),
        "frozen": lambda s: setattr(s, "freeze_panes", "A2"),
        "frozen columns": lambda s: setattr(s, "freeze_panes", "B1"),
        "frozen and scrolled": lambda s: (
            setattr(s, "freeze_panes", "A2"),
            setattr(s.sheet_view.pane, "topLeftCell", "A9"),
        ),
        "larger": lambda s: setattr(s.sheet_view, "zoomScale", 200),
        "largest": lambda s: setattr(s.sheet_view, "zoomScale", 260),
        "a list": _validated('"Pass,Fail,Held"', "D2:D29"),
        "a longer list": _validated('"Pass,Fail,Held"', "D2:D1048576"),
        "another list": _validated('"Pass,Fail"', "D2:D29"),
        "two lists": lambda s: (
            _validated('"Pass,Fail,Held"', "D2:D29")(s),
            _validated('"yes,no"', "G2:G9")(s),
        ),
        "lines": _recharted(LineChart),
        "points": _recharted(ScatterChart),
        "another title": _recharted(BarChart, "Sales by person"),
        "no title": lambda s: setattr(s._charts[0], "title", None),
        "columns for bars": lambda s: setattr(s._charts[0], "barDir", "bar"),
        "no legend": lambda s: setattr(s._charts[0], "legend", None),
        "two charts": lambda s: _charted(s, BarChart, "Twice"),
        "no chart": lambda s: s._charts.clear(),
        "another condition": lambda s: s.conditional_formatting.add(
            "B2:B30", FormulaRule(formula=["B2>30"], font=Font(color="FF00FF00"), fill=PatternFill(bgColor="FF00FF00"))
        ),
        "a condition of values": lambda s: s.conditional_formatting.add(
            "C2:C30", CellIsRule("lessThan", ["0.5"], font=Font(color="FF00FF00"), fill=PatternFill(bgColor="FF00FF00"))
        ),
        "a row shown": lambda s: setattr(s.row_dimensions[4], "hidden", False),
        "a row hidden": lambda s: setattr(s.row_dimensions[6], "hidden", True),
        "a column hidden": lambda s: setattr(s.column_dimensions["C"], "hidden", True),
        "a wider column": lambda s: setattr(s.column_dimensions["B"], "width", 30),
        "filtered": lambda s: s.auto_filter.add_filter_column(3, ["Pass"]),
        "no filter": lambda s: setattr(s.auto_filter, "ref", None),
    }


def _pivoted(sheet: str, *, rows: int = 0, data: str = "sum", hidden: bool = False, page: int | None = None) -> Change:
    from openpyxl.pivot.cache import CacheDefinition, CacheField, CacheSource, SharedItems, WorksheetSource
    from openpyxl.pivot.fields import Text
    from openpyxl.pivot.record import RecordList
    from openpyxl.pivot.table import DataField, FieldItem, Location, PageField, PivotField, RowColField, TableDefinition

    def change(book: Any) -> None:
        source = CacheSource(type="worksheet", worksheetSource=WorksheetSource(ref="A1:C9", sheet=book.sheetnames[0]))
        shared = [CacheField(name=n, sharedItems=SharedItems(_fields=[Text(v="x")])) for n in _HEADINGS[:3]]
        cache = CacheDefinition(cacheSource=source, cacheFields=shared)
        cache.records = RecordList()
        items = [FieldItem(x=0, h=hidden), FieldItem(t="default")]
        table = TableDefinition(
            name="Pivot",
            cacheId=1,
            dataCaption="Values",
            location=Location(ref="A40:B49", firstHeaderRow=1, firstDataRow=1, firstDataCol=1),
            pivotFields=[PivotField(axis="axisRow", items=items), PivotField(items=items), PivotField(items=items)],
            rowFields=[RowColField(x=rows)],
            dataFields=[DataField(name="Sum", fld=1, subtotal=data)],
            pageFields=[PageField(fld=page)] if page is not None else [],
        )
        table.cache = cache
        book[sheet].add_pivot(table)

    return change


class Workbook(NamedTuple):
    """A workbook, and the .csv files of its sheets as they are shown."""

    label: str
    content: bytes
    shown: Mapping[str, bytes]


def workbooks(
    sheets: Sequence[str], cells: Mapping[tuple[str, str], object], target: str
) -> list[Callable[[], Workbook]]:
    """An original workbook and near misses of it, which are made when they are called.

    Args:
        sheets: The names of its sheets.
        cells: Values of cells, by sheet and place.
        target: The sheet that is changed.
    """

    def made(label: str, change: Change) -> Callable[[], Workbook]:
        return lambda: _written(label, _book(sheets, cells, change))

    def of_sheet(change: Change) -> Change:
        return lambda book: change(book[target])

    changes: dict[str, Change] = {"original": lambda _: None}
    changes |= {label: of_sheet(change) for label, change in _sheet_changes().items()}
    changes |= {
        "a pivot table": _pivoted(target),
        "another pivot table": _pivoted(target, rows=1),
        "a pivot table that counts": _pivoted(target, data="count"),
        "a pivot table with a page": _pivoted(target, page=2),
        "a pivot table with a hidden item": _pivoted(target, hidden=True),
        "a sheet more": lambda book: book.create_sheet("More"),
        "a sheet of another name": lambda book: setattr(book[target], "title", f"{target} 2"),
        "sheets in another order": lambda book: book.move_sheet(book.sheetnames[-1], -1),
        "a wrong value": lambda book: [book[name].__setitem__(place, "wrong") for name, place in cells],
    }
    return [made(label, change) for label, change in changes.items()]


def _written(label: str, book: Any) -> Workbook:
    shown = {}
    for sheet in book.worksheets:
        out = io.StringIO()
        rows = [["" if v is None else str(v) for v in row] for row in sheet.iter_rows(values_only=True)]
        csv.writer(out, lineterminator="\n").writerows(rows)
        shown[sheet.title] = out.getvalue().encode()
    return Workbook(label, _saved(book), shown)


# -- texts ------------------------------------------------------------------------------------------------------------

_LINES = "Title,Count,State\nalpha,12,yes\nBeta,7.5,no\n\ngamma,10:20:30,late at 23:59:60\n"


def _text_changes(text: str) -> Iterator[Made]:
    lines = text.splitlines(keepends=True)
    yield Made("original", text.encode())
    yield Made("a letter", text.replace("a", "e", 1).encode())
    yield Made("capitals", text.upper().encode())
    yield Made("no newline at the end", text.rstrip("\n").encode())
    yield Made("a newline more", (text + "\n").encode())
    yield Made("blanks at the ends", text.replace("\n", "  \n").encode())
    yield Made("tabs for blanks", text.replace(" ", "\t").encode())
    yield Made("newlines of Windows", text.replace("\n", "\r\n").encode())
    yield Made("a mark at the beginning", b"\xef\xbb\xbf" + text.encode())
    yield Made("a line less", "".join(lines[:-1]).encode())
    yield Made("a line more", ("one more line\n" + text).encode())
    yield Made("another order", "".join(reversed(lines)).encode())
    yield Made("another text", b"something else\n")
    yield Made("empty", b"")
    yield Made("Western", (text + "caf\xe9\n").encode("latin-1"))
    yield Made("umlauts", (text + "Stra\xdfe\n").encode())


def _numbers() -> Iterator[Made]:
    yield from (
        Made(text, f"{text}\n".encode()) for text in ("42", "41", "42.0", "142", "The number is 42.", "4 2", "")
    )


def _programs() -> Iterator[Made]:
    yield from _text_changes("#!/usr/bin/env python\n# coding: utf-8\nimport os\n\ndef f(a):\n    return a + 1\n")
    yield Made("no coding", b"import os\n\ndef f(a):\n    return a + 1\n")
    yield Made("indented by tabs", b"import os\ndef f(a):\n\treturn a + 1\n")
    yield Made("indented by two", b"import os\ndef f(a):\n  return a + 1\n")


_PAGE = (
    "<!DOCTYPE html><html><head><title>Sales</title><style>body { background-image: url('a.png'); }</style></head>"
    '<body><h1 class="x y">Sales</h1><table><tr><td sdval="1" sdnum="1033;">1</td><td>two</td></tr></table>'
    "<p>Text <b>bold</b> more</p></body></html>"
)


def _pages() -> Iterator[Made]:
    yield Made("original", _PAGE.encode())
    for label, old, new in (
        ("a letter", "two", "too"),
        ("another format", "1033;", "1031;"),
        ("another attribute", 'class="x y"', 'class="x"'),
        ("another element", "<b>bold</b>", "<i>bold</i>"),
        ("an element more", "</body>", "<p>More</p></body>"),
        ("an element less", "<p>Text <b>bold</b> more</p>", ""),
        ("other quotes", "url('a.png')", 'url("a.png")'),
        ("another picture", "a.png", "b.png"),
        ("blanks", "<p>Text", "\n <p>Text"),
        ("a comment", "<table>", "<!-- here --><table>"),
    ):
        yield Made(label, _PAGE.replace(old, new).encode())


# -- pictures ---------------------------------------------------------------------------------------------------------


def _scene(size: tuple[int, int] = (160, 160)) -> Image.Image:
    """A picture with a bit of everything, without chance."""
    width, height = size
    y, x = np.mgrid[0:height, 0:width]
    waves = 120 + 60 * np.sin(x / 9) + 40 * np.cos(y / 13)
    channels = [waves, 255 - waves * 0.7, 80 + 0.5 * (x + y) * 255 / (width + height)]
    pixels = np.clip(np.stack(channels, axis=2), 0, 255).astype(np.uint8)
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    draw.rectangle((width // 8, height // 8, width // 3, height // 3), fill=(220, 40, 40))
    draw.ellipse((width // 2, height // 2, width - 20, height - 20), fill=(250, 240, 60))
    return image


def _png(change: Callable[[Image.Image], Image.Image], kind: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    change(_scene()).save(out, kind, **options)
    return out.getvalue()


def _padded(image: Image.Image) -> Image.Image:
    page = Image.new("RGBA", (200, 220), (0, 0, 0, 0))
    page.paste(image, (20, 30))
    return page


def _triangle(at: tuple[int, int], size: tuple[int, int] = (200, 200)) -> Callable[[Image.Image], Image.Image]:
    def draw(_: Image.Image) -> Image.Image:
        page = Image.new("RGB", size, (255, 255, 255))
        x, y = at
        ImageDraw.Draw(page).polygon([(x, y - 20), (x - 20, y + 20), (x + 20, y + 20)], fill=(250, 240, 10))
        page.putpixel((0, 0), (1, 2, 3))
        return page

    return draw


def _words(x: int, colour: tuple[int, int, int] = (0, 0, 0)) -> Callable[[Image.Image], Image.Image]:
    def draw(_: Image.Image) -> Image.Image:
        page = Image.new("RGB", (240, 80), (255, 255, 255))
        ImageDraw.Draw(page).text((x, 30), "A text in a box", fill=colour)
        return page

    return draw


def _object(ground: tuple[int, int, int], size: tuple[int, int] = (120, 120)) -> Callable[[Image.Image], Image.Image]:
    def draw(_: Image.Image) -> Image.Image:
        page = Image.new("RGB", size, ground)
        ImageDraw.Draw(page).rectangle((40, 30, 80, 90), fill=(0, 0, 0))
        return page

    return draw


def _brighter(factor: float) -> Callable[[Image.Image], Image.Image]:
    return lambda image: ImageEnhance.Brightness(image).enhance(factor)


_PICTURE_CHANGES: Mapping[str, Callable[[Image.Image], Image.Image]] = {
    "original": lambda i: i,
    "darker": _brighter(0.7),
    "a little darker": _brighter(0.97),
    "brighter": _brighter(1.3),
    "black": _brighter(0.0),
    "more saturation": lambda i: ImageEnhance.Color(i).enhance(1.6),
    "less saturation": lambda i: ImageEnhance.Color(i).enhance(0.4),
    "grey": lambda i: ImageOps.grayscale(i).convert("RGB"),
    "one channel": ImageOps.grayscale,
    "more contrast": lambda i: ImageEnhance.Contrast(i).enhance(1.5),
    "less contrast": lambda i: ImageEnhance.Contrast(i).enhance(0.6),
    "blurred": lambda i: i.filter(ImageFilter.GaussianBlur(2)),
    "sharpened": lambda i: i.filter(ImageFilter.SHARPEN),
    "mirrored": ImageOps.mirror,
    "flipped": ImageOps.flip,
    "turned": lambda i: i.rotate(90),
    "turned a little": lambda i: i.rotate(2),
    "a pixel": lambda i: (i.putpixel((5, 5), (0, 0, 0)), i)[1],
    "smaller": lambda i: i.resize((80, 80)),
    "512 high": lambda i: i.resize((512, 512)),
    "wider": lambda i: i.resize((200, 160)),
    "cropped": lambda i: i.crop((10, 10, 150, 150)),
    "with a palette": lambda i: i.convert("P", palette=Image.Palette.ADAPTIVE),
    "with transparency": _padded,
    "transparent": lambda _: Image.new("RGBA", (50, 50), (0, 0, 0, 0)),
    "transparent in part": lambda i: (i.putalpha(128), i)[1],
    "one colour": lambda _: Image.new("RGB", (160, 160), (90, 90, 90)),
    "tiny": lambda i: i.resize((5, 5)),
    "a triangle in the middle": _triangle((100, 100)),
    "a triangle at the side": _triangle((40, 60)),
    "a triangle near the middle": _triangle((106, 97)),
    "a triangle on a wide page": _triangle((60, 60), (301, 200)),
    "a text at the left": _words(4),
    "a text in the middle": _words(80),
    "a pale text at the left": _words(4, (200, 200, 200)),
    "an object on white": _object((255, 255, 255)),
    "an object on green": _object((20, 200, 30)),
    "an object on light green": _object((120, 130, 120)),
    "an object on green, wide": _object((20, 200, 30), (140, 120)),
}


def _pictures(kind: str, **options: Any) -> Callable[[], Iterator[Made]]:
    def made() -> Iterator[Made]:
        for label, change in _PICTURE_CHANGES.items():
            flat = kind == "JPEG"
            yield Made(label, _png((lambda i, c=change: c(i).convert("RGB")) if flat else change, kind, **options))
        yield Made("saved with losses", _png(lambda i: i, "JPEG", quality=60))
        yield Made("no picture", b"not a picture")
        yield Made("half a picture", _png(lambda i: i)[:900])

    return made


# -- PDF files, archives, books ---------------------------------------------------------------------------------------


def _pdfs() -> Iterator[Made]:
    text = "\n".join(_TEXTS)
    yield Made("original", pdf_of_text(text))
    yield Made("a letter", pdf_of_text(text.replace("beta", "betta")))
    yield Made("a line less", pdf_of_text("\n".join(_TEXTS[:-1])))
    yield Made("half", pdf_of_text("\n".join(_TEXTS[:5])))
    yield Made("another text", pdf_of_text("Something else altogether."))
    yield Made("two pages", pdf_of_text("\n".join([f"line {n}" for n in range(90)])))
    yield Made("three pages", pdf_of_text("\n".join([f"line {n}" for n in range(140)])))
    for label in ("original", "darker", "flipped", "black"):
        yield Made(f"a picture, {label}", _png(_PICTURE_CHANGES[label], "PDF"))
    yield from _resaved("docx", {"original": _document(), "a picture": _document(_picture(_png(lambda i: i)))}, "pdf")
    yield Made("no file", b"not a PDF file")


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def _tarred(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def _sets() -> Iterator[tuple[str, dict[str, bytes]]]:
    """Sets of files, in folders of the names that task files use."""
    texts = {"a.txt": b"alpha\n", "b.txt": b"beta\n", "c.pdf": pdf_of_text("A page of text.")}
    yield "original", texts
    yield "a letter", {**texts, "a.txt": b"alphA\n"}
    yield "another name", {"d.txt": b"alpha\n", "b.txt": b"beta\n", "c.pdf": texts["c.pdf"]}
    yield "a file less", {"a.txt": b"alpha\n", "c.pdf": texts["c.pdf"]}
    yield "a file more", {**texts, "d.txt": b"delta\n"}
    yield "another page", {**texts, "c.pdf": pdf_of_text("Another page.")}
    yield "in a folder", {f"in/{name}": content for name, content in texts.items()}
    yield "empty", {}


def _archives(pack: Callable[[Mapping[str, bytes]], bytes]) -> Callable[[], Iterator[Made]]:
    def made() -> Iterator[Made]:
        for label, files in _sets():
            yield Made(label, pack(files))
        yield Made("no archive", b"not an archive")

    return made


def _books() -> Iterator[Made]:
    page = "<html><body><h1>One</h1><p>A page of the book.</p></body></html>"
    parts = {
        "toc.ncx": "<ncx>\n<navPoint id='1'>\n<text>One</text>\n</ncx>\n",
        "content.opf": "<package>\n<dc:identifier>1</dc:identifier>\n<dc:title>Book</dc:title>\n</package>\n",
        "one.html": page,
        "two.html": page.replace("One", "Two"),
    }

    def book(**changed: str) -> bytes:
        files = {**parts, **{name.replace("_", "."): text for name, text in changed.items()}}
        return _zipped({name: text.encode() for name, text in files.items() if text})

    yield Made("original", book())
    yield Made("another identifier", book(content_opf=parts["content.opf"].replace(">1<", ">2<")))
    yield Made("another title", book(content_opf=parts["content.opf"].replace("Book", "Tale")))
    yield Made("another page", book(two_html=page.replace("A page", "No page")))
    yield Made("a page less", book(two_html=""))
    yield Made("a page more", book(zoo_html=page))
    yield Made("no contents", book(toc_ncx=""))
    yield Made("no book", b"not a book")


# -- sounds and films -------------------------------------------------------------------------------------------------

_RATE = 22_050


def _tune(seconds: float = 3.0, pitch: float = 1.0) -> np.ndarray[Any, np.dtype[np.float64]]:
    t = np.arange(int(seconds * _RATE)) / _RATE
    notes = np.array([261.6, 329.6, 392.0, 523.3])[(t * 2).astype(int) % 4] * pitch
    return 0.4 * np.sin(2 * np.pi * np.cumsum(notes) / _RATE) * (0.6 + 0.4 * np.sin(2 * np.pi * 1.5 * t))


def _waves() -> Iterator[tuple[str, np.ndarray[Any, np.dtype[np.float64]]]]:
    tune, rng = _tune(), np.random.default_rng(0)
    yield "original", tune
    yield "louder", tune * 1.8
    yield "with noise", tune + rng.normal(0, 0.02, len(tune))
    yield "later", np.concatenate([np.zeros(2000), tune])
    yield "shorter", tune[: len(tune) * 2 // 3]
    yield "higher", _tune(pitch=1.3)
    yield "backwards", tune[::-1]
    yield "noise", rng.normal(0, 0.2, len(tune))
    yield "silence", np.zeros(len(tune))


def _wav(samples: np.ndarray[Any, np.dtype[np.float64]]) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    return out.getvalue()


def _mp3(samples: np.ndarray[Any, np.dtype[np.float64]], **tags: str) -> bytes:
    import av

    out = io.BytesIO()
    with av.open(out, "w", format="mp3") as container:
        container.metadata.update(tags)
        stream = container.add_stream("libmp3lame", rate=_RATE)
        pcm = (np.clip(samples, -1, 1) * 32767).astype(np.int16)[None, :]
        frame = av.AudioFrame.from_ndarray(pcm, format="s16", layout="mono")
        frame.sample_rate = _RATE
        for packet in (*stream.encode(frame), *stream.encode(None)):
            container.mux(packet)
    return out.getvalue()


def _mp3s() -> Iterator[Made]:
    for label, samples in _waves():
        yield Made(label, _mp3(samples))
    yield Made("no sound", b"not a sound")


def _wavs() -> Iterator[Made]:
    for label, samples in _waves():
        yield Made(label, _wav(samples))
    yield Made("no sound", b"not a sound")
    yield Made("empty", b"")


def _film(change: Callable[[Image.Image, int], Image.Image], frames: int = 30) -> bytes:
    import av

    out = io.BytesIO()
    with av.open(out, "w", format="mp4") as container:
        stream: Any = container.add_stream("libx264", rate=10)
        stream.width = stream.height = 160
        stream.pix_fmt = "yuv420p"
        for number in range(frames):
            image = change(_scene().rotate(number * 4), number).convert("RGB").resize((160, 160))
            for packet in stream.encode(av.VideoFrame.from_image(image)):
                container.mux(packet)
        for packet in stream.encode(None):
            container.mux(packet)
    return out.getvalue()


def _films() -> Iterator[Made]:
    yield Made("original", _film(lambda i, _: i))
    yield Made("darker", _film(lambda i, _: _brighter(0.7)(i)))
    yield Made("mirrored", _film(lambda i, _: ImageOps.mirror(i)))
    yield Made("shorter", _film(lambda i, _: i, 25))
    yield Made("grey", _film(lambda i, _: ImageOps.grayscale(i)))
    yield Made("a few frames flipped", _film(lambda i, n: ImageOps.flip(i) if n in (3, 9, 12) else i))
    yield Made("many frames flipped", _film(lambda i, n: ImageOps.flip(i) if n % 3 == 0 else i))
    yield Made("no film", b"not a film")


def _mailboxes() -> Iterator[Made]:
    mail = (
        "From - Mon Jan 01 10:00:00 2024\nX-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\nX-Mozilla-Keys: \n"
        "Subject: {subject}\nMIME-Version: 1.0\n\nHello.\n\n"
    )
    one, two = mail.format(subject="One"), mail.format(subject="Two")
    yield Made("original", (one + two).encode())
    yield Made("another order", (two + one).encode())
    yield Made("one mail", one.encode())
    yield Made("another status", (one.replace("0001", "0000") + two).encode())
    yield Made("a deleted mail", (one + two.replace("0001", "0009")).encode())
    yield Made("another subject", (one + two.replace("Two", "Three")).encode())
    yield Made("capitals", (one + two).upper().encode())
    yield Made("empty", b"")


_POOLS: Mapping[str, Callable[[], Iterator[Made]]] = {
    "docx": _documents,
    "odt": _odts,
    "pptx": _decks,
    "txt": lambda: _text_changes(_LINES),
    "csv": lambda: _text_changes(_LINES),
    "number": _numbers,
    "py": _programs,
    "html": _pages,
    "png": _pictures("PNG"),
    "jpg": _pictures("JPEG", quality=95),
    "gif": _pictures("GIF"),
    "pdf": _pdfs,
    "zip": _archives(_zipped),
    "gz": _archives(_tarred),
    "epub": _books,
    "mp3": _mp3s,
    "wav": _wavs,
    "mp4": _films,
    "mbox": _mailboxes,
}
