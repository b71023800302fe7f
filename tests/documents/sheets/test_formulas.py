"""Formulas: what they come to, and what becomes of them when cells move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.documents.sheets import Cell, Sheet, Workbook, calculate, read_csv, recalculate, write_xlsx
from omnigym.documents.sheets.finding import normalise_formula
from omnigym.documents.sheets.formulas import parse
from omnigym.documents.sheets.model import cell_at, place_of, put_cells
from omnigym.documents.sheets.references import reshape_formula, shift_formula
from omnigym.documents.sheets.tables import shown_text
from omnigym.documents.sheets.xlsx_read import day_of_xlsx

TABLE = "4,apple,TRUE\n8,pear,\n15,Apple,x\n,,\n"


def value_of(formula: str, table: str = TABLE) -> str:
    """What a formula in H9 shows, over a table."""
    sheet = put_cells(read_csv(table), {(8, 7): Cell(formula)})
    return shown_text(calculate(Workbook((sheet, read_csv("7,9", "Other one")))), 0, 8, 7)


@pytest.mark.parametrize(
    ("formula", "shows"),
    [
        ("=1+2*3-4/2", "5"),
        ("=(1+2)*3^2", "27"),
        ("=-2^2", "4"),
        ("=50%*A2", "4"),
        ("=A1&B1&1.5", "4apple1.5"),
        ("=A1<A2", "TRUE"),
        ('=B1="APPLE"', "TRUE"),
        ("=SUM(A1:A4)", "27"),
        ("=SUM(A:A,1)", "28"),
        ("=AVERAGE(A1:A4)", "9"),
        ("=AVERAGE(D1:D4)", "#DIV/0!"),
        ("=COUNT(A1:C4)", "3"),
        ("=COUNTA(A1:C4)", "8"),
        ("=MIN(A1:A3)+MAX(A1:A3)", "19"),
        ("=MEDIAN(A1:A3)", "8"),
        ('=IF(A1>5,"many",IF(A1>3,"some","few"))', "some"),
        ("=IF(FALSE,1/0,2)", "2"),
        ("=IFERROR(1/0,9)", "9"),
        ("=AND(A1>1,A2>1)", "TRUE"),
        ("=OR(A1>5,FALSE)", "FALSE"),
        ("=ROUND(2.345,2)", "2.35"),
        ("=ROUND(-2.5,0)", "-3"),
        ('=COUNTIF(B1:B3,"apple")', "2"),
        ('=COUNTIF(A1:A3,">=8")', "2"),
        ('=SUMIF(B1:B3,"apple",A1:A3)', "19"),
        ("=VLOOKUP(8,A1:B3,2,FALSE)", "pear"),
        ("=LEFT(B2,2)&UPPER(RIGHT(B2,1))", "peR"),
        ("='Other one'!A1*'Other one'!B1", "63"),
        ("=Nowhere!A1", "#REF!"),
        ("=1/0", "#DIV/0!"),
        ("=B1+1", "#VALUE!"),
        ("=NOSUCH(1)", "#NAME?"),
        ("=A1:A2", "#VALUE!"),
        ("=D4", "0"),
        ("=10^400", "#NUM!"),
        ("=INDEX(A1:B3,2,2)", "pear"),
        ("=INDEX(A1:A9,8)", "0"),
        ("=INDEX(A1:A3,4)", "#REF!"),
        ("=INDEX(A1:C1,2)", "apple"),
        ("=SUM(INDEX(A:B,0,1))", "27"),
        ('=MATCH("PEAR",B1:B3,0)', "2"),
        ('=MATCH("p*",B1:B3,0)', "2"),
        ('=MATCH("plum",B1:B3,0)', "#N/A"),
        ("=MATCH(9,A1:A3)", "2"),
        ("=MATCH(1,A1:A3,1)", "#N/A"),
        ("=MATCH(8,A1:B3,0)", "#N/A"),
        ('=INDEX(A:A,MATCH("pear",B:B,0))', "8"),
        ('=SUMIFS(A1:A3,B1:B3,"apple",A1:A3,">5")', "15"),
        ('=SUMIFS(A:A,B:B,"*p*",A:A,"<>15")', "12"),
        ('=SUMIFS(A1:A3,B1:B2,"apple")', "#VALUE!"),
        ('=COUNTIFS(B1:B3,"apple",A1:A3,"<5")', "1"),
        ('=COUNTIF(B1:B3,"?ear")', "1"),
        ('=COUNTIF(B1:B3,"~*")', "0"),
        ('=AVERAGEIFS(A1:A3,B1:B3,"apple")', "9.5"),
        ('=AVERAGEIFS(A1:A3,B1:B3,"plum")', "#DIV/0!"),
        ("=ROUNDUP(2.111,1)", "2.2"),
        ("=ROUNDUP(-2.1)", "-3"),
        ("=ROUNDUP(1.1*3,1)", "3.3"),
        ("=ROUNDUP(1234,-2)", "1300"),
        ("=ROUNDDOWN(-2.19,1)", "-2.1"),
        ("=ROUNDDOWN(B1,1)", "#VALUE!"),
        ("=TODAY()", "45730"),
        ("=TODAY(1)", "#VALUE!"),
    ],
)
def test_what_formulas_come_to(formula: str, shows: str) -> None:
    assert value_of(formula) == shows


def test_stars_are_sought_in_a_time_that_grows_with_the_text() -> None:
    assert value_of(f'=COUNTIF(A1,"{"*a" * 60}b")', "a" * 5000) == "0"
    assert value_of(f'=COUNTIF(A1,"{"*a" * 60}")', "a" * 5000) == "1"


def test_today_is_the_day_of_the_calculation_and_kept_in_the_file() -> None:
    book = calculate(Workbook((read_csv("=TODAY()+1"),)), 45_800.0)
    assert book.value(0, 0, 0) == 45_801.0
    later = recalculate(book, book.workbook, [(0, 0, 0)])
    assert later.value(0, 0, 0) == 45_801.0
    assert day_of_xlsx(write_xlsx(book)) == 45_800.0
    assert day_of_xlsx(write_xlsx(calculate(Workbook()))) == 45_730.0


@pytest.mark.parametrize("text", ["=", "=1+", "=(1", "=1 2", "=SUM(1,", "=)", "=" + "(" * 200 + "1" + ")" * 200])
def test_what_is_no_formula(text: str) -> None:
    assert parse(text) is None


@given(st.text(alphabet='=+-*/^&<>(),:$"%.!AB12 SUM', max_size=25))
def test_reading_never_raises(text: str) -> None:
    found = parse("=" + text)
    if found is not None:
        value_of("=" + text)


def test_copies_move_what_no_dollar_holds() -> None:
    assert shift_formula("=$A1+A$1+'My A1'!B2&\"A1\"", 2, 1) == "=$A3+B$1+'My A1'!C4&\"A1\""
    assert shift_formula("=A1", -1, 0) == "=#REF!"


def test_inserted_and_deleted_rows() -> None:
    assert reshape_formula("=SUM(A2:A5)+A9", "S", "S", 0, 3, 1) == "=SUM(A2:A6)+A10"
    assert reshape_formula("=SUM(A2:A5)+A9", "S", "S", 0, 2, -2) == "=SUM(A2:A3)+A7"
    assert reshape_formula("=SUM(A2:A5)", "S", "S", 0, 0, -9) == "=SUM(#REF!)"
    assert reshape_formula("=A2+T!A2", "S", "T", 0, 0, 1) == "=A2+T!A3"
    assert reshape_formula("=SUM(B:C)", "S", "S", 1, 0, 1) == "=SUM(C:D)"


def test_spelling_is_put_right() -> None:
    assert normalise_formula('=sum(a1:b2)*len("sum(a1"') == '=SUM(A1:B2)*LEN("sum(a1")'
    assert normalise_formula("=average(other!c1") == "=AVERAGE(other!C1)"


def test_what_depends_on_itself_comes_to_zero() -> None:
    book = calculate(Workbook((read_csv("=B1,=A1+1,=B1+5"),)))
    assert [book.value(0, 0, c) for c in range(3)] == [0.0, 0.0, 0.0]
    assert book.circular == {(0, 0, 0), (0, 0, 1), (0, 0, 2)}
    sheet = put_cells(book.workbook.sheets[0], {(0, 0): Cell(1.0)})
    mended = recalculate(book, Workbook((sheet,)), [(0, 0, 0)])
    assert [mended.value(0, 0, c) for c in range(3)] == [1.0, 2.0, 7.0]
    assert not mended.circular


_CELLS = st.sampled_from(["A1", "A2", "B1", "B2", "C1", "C2", "C3"])
_CONTENTS = st.one_of(
    st.integers(-9, 9).map(float),
    st.none(),
    st.sampled_from(["x", "=A1+B1", "=SUM(A1:B2)", "=C1*2", "=IF(A2>0,B2,C2)", "=C3", "=COUNT(A:C)", "=nonsense("]),
)


@given(st.lists(st.tuples(_CELLS, _CONTENTS), max_size=12))
def test_calculating_what_changed_is_calculating_all(changes: list[tuple[str, float | str | None]]) -> None:
    book = calculate(Workbook((Sheet(),)))
    for name, content in changes:
        place = place_of(name)
        assert place is not None
        workbook = Workbook((put_cells(book.workbook.sheets[0], {place: Cell(content)}),))
        book = recalculate(book, workbook, [(0, *place)])
        fresh = calculate(workbook)
        assert book.results == fresh.results and book.circular == fresh.circular
        assert cell_at(workbook.sheets[0], *place).content == content
