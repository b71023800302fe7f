"""Metrics of workbooks and .csv files: each rule has a case that passes and near misses that do not."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Mapping
from typing import Any

import openpyxl
import pytest
from openpyxl.formatting.rule import ColorScaleRule, FormulaRule
from openpyxl.styles import Font, PatternFill

from omnigym.benchmarks.osworld.scorer.judging import Question, score_here
from omnigym.benchmarks.osworld.scorer.metrics.sheet_print import display
from omnigym.benchmarks.osworld.scorer.metrics.value_rules import is_matched
from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.errors import ConfigError, TaskFileError, TooLargeError, UnreadableError

from .office_files import Change, line, pivot, put, repacked, saved, scatter, sparkline, workbook

BOTH = {"sheet_idx0": 0, "sheet_idx1": "EI0"}
MORE = {"sheet_idx0": "RNMore", "sheet_idx1": "ENMore"}
ALL = ["number_format", "font_name", "font_color", "font_bold", "font_italic", "font_underline", "font_size"]
ALL += ["fill_type", "bgcolor", "hyperlink", "merge"]
CHART = {"type": "chart", **BOTH, "chart_props": ["title", "type", "direction", "xtitle", "ytitle", "legend"]}
PIVOT = {"type": "pivot_table", **MORE, "pivot_props": ["row_fields", "col_fields", "data_fields", "filter"]}
LIST = {"type": {"method": "eq", "ref": "list"}, "formula1": {"method": "str_set_eq", "ref": ["no", "yes"]}}
PLACED = {**LIST, "ranges": {"method": "spreadsheet_range", "ref": ["D2:D4", "D1:D9"]}}


def _book(change: Change) -> Change:
    """A change of the first sheet."""
    return lambda book: change(book["Data"])


def _renamed(name: str) -> Change:
    return lambda book: setattr(book["Data"], "title", name)


def _font(place: str, **said: Any) -> Change:
    return lambda book: setattr(book["Data"][place], "font", Font(**{"name": "Arial", "bold": True, **said}))


def _attribute(path: str, value: Any) -> Change:
    """A change of something of the first sheet, by its path."""

    def change(book: Any) -> None:
        found: Any = book["Data"]
        *parts, last = path.split(".")
        for part in parts:
            found = (
                found[int(part) if part.isdigit() else part] if isinstance(found, dict | list) else getattr(found, part)
            )
        setattr(found, last, value)

    return change


def _conditional(formula: str, color: str = "FFFF0000") -> Change:
    fill = PatternFill("solid", bgColor=color)
    return lambda book: book["Data"].conditional_formatting.add("A2:A4", FormulaRule(formula=[formula], fill=fill))


def _scale(ref: str) -> Change:
    """A change that adds a conditional format which no formula says."""
    rule = ColorScaleRule(start_type="min", start_color="FFFFFFFF", end_type="max", end_color="FF00FF00")
    return lambda book: book["Data"].conditional_formatting.add(ref, rule)


def _filtered(*texts: str) -> Change:
    def change(book: Any) -> None:
        book["Data"].auto_filter.filterColumn[:] = []
        book["Data"].auto_filter.add_filter_column(0, list(texts))

    return change


def _no_validations(book: Any) -> None:
    book["Data"].data_validations.dataValidation[:] = []


def _no_charts(book: Any) -> None:
    book["Data"]._charts[:] = []


def _csv(text: str, name: str = "book-Data.csv") -> File:
    return File(name, text.encode())


#: A rule, what is expected, results that pass, results that do not.
CASES: list[tuple[Mapping[str, Any], Any, list[Any], list[Any]]] = [
    (
        {"type": "sheet_name"},
        workbook(),
        [workbook(put("A1", "x"))],
        [
            workbook(_renamed("data")),
            workbook(lambda b: b.create_sheet("x")),
            workbook(lambda b: b.move_sheet("More", -1)),
        ],
    ),
    (
        {"type": "sheet_data", **BOTH},
        workbook(),
        [workbook(line, _renamed("x")), workbook(put("B2", 12.50000001)), workbook(put("Z9", ""))],
        [
            workbook(put("B2", 12.501)),
            workbook(put("B2", "12.5")),
            workbook(put("A2", "bonn")),
            workbook(put("Z9", 0)),
            workbook(lambda b: b["Data"].insert_rows(2)),
            workbook(put("B3", True)),
            workbook(put("B3", dt.datetime(1900, 1, 7))),
        ],
    ),
    (
        {"type": "sheet_data", **BOTH, "precision": 1, "ignore_blanks": True},
        workbook(),
        [workbook(put("A2", " Bonn\n")), workbook(put("B2", 12.51))],
        [workbook(put("A2", "Bo nn")), workbook(put("B2", 12.6)), workbook(put("A2", None))],
    ),
    (
        {"type": "sheet_data", "sheet_idx0": "RNMore", "sheet_idx1": "EI1"},
        workbook(),
        [workbook(put("A2", "other"))],
        [workbook(put("A1", "b", "More")), workbook(put("B1", 2, "More")), workbook(lambda b: b.remove(b["More"]))],
    ),
    (
        {"type": "sheet_print", **BOTH},
        [workbook(), _csv("City,Sales,Share\nBonn,12.5,25%\nKöln,7,14%\nAachen,30.125,61%\n")],
        [
            workbook(),
            [
                workbook(put("A2", "x")),
                _csv('"City","Sales","Share"\r\nBonn,12.5,25%,\nKöln,7,14%\nAachen,30.125,61%\n\n'),
            ],
            workbook(put("C2", 0.2501)),
        ],
        [
            workbook(put("C2", 0.26)),
            workbook(_book(lambda s: setattr(s["C2"], "number_format", "0.0%"))),
            workbook(put("A2", "bonn")),
            [workbook(), _csv("City,Sales,Share\nBonn,12.5,0.25\nKöln,7,14%\nAachen,30.125,61%\n")],
        ],
    ),
    (
        {"type": "sheet_print", **BOTH, "ignore_case": True},
        workbook(),
        [workbook(put("A2", "BONN"))],
        [workbook(put("A2", "Bon")), workbook(put("A2", None)), workbook(put("D4", 1))],
    ),
    (
        {
            "type": "sheet_fuzzy",
            **BOTH,
            "rules": [
                {"range": ["A1:A2", "C2"], "type": "exact_match", "ignore_case": True},
                {"range": ["A3:A3"], "type": "fuzzy_match", "threshold": 70},
                {"range": ["A4"], "type": "includes", "trim_leadings": "+ ", "ignore_chars": "()-"},
            ],
        },
        workbook(),
        [workbook(put("A2", "BONN"), put("A3", "Koln"), put("A4", "+ (Bad) Aach-en"), put("B2", 1))],
        [
            workbook(put("A2", "Bon")),
            workbook(put("A3", "Cologne")),
            workbook(put("A4", "Aach")),
            workbook(put("C2", 0.3)),
        ],
    ),
    (
        {
            "type": "sheet_fuzzy",
            **BOTH,
            "rules": [{"range": "A4", "type": "included_by", "normalization": [["Bad ", ""]]}],
        },
        workbook(),
        [workbook(put("A4", "Bad Aach"))],
        [workbook(put("A4", "Aachen Nord")), workbook(put("A4", "aach")), workbook(put("A4", None))],
    ),
    (
        {"type": "sparkline", **BOTH},
        sparkline(workbook()),
        [sparkline(workbook(put("A1", "x")), "'Data'!$B$2:$C$2")],
        [workbook(), sparkline(workbook(), "Data!B2:B4"), sparkline(workbook(), place="D3")],
    ),
    (
        CHART,
        workbook(),
        [workbook(put("A1", "x"), scatter(2))],
        [
            workbook(line),
            workbook(_no_charts),
            workbook(_attribute("_charts.0.title", "Sale")),
            workbook(_attribute("_charts.0.x_axis.title", "cities")),
            workbook(_attribute("_charts.0.barDir", "bar")),
            workbook(_attribute("_charts.0.legend", None)),
            workbook(lambda b: b["Data"]._charts.append(copy.deepcopy(b["Data"]._charts[0]))),
        ],
    ),
    (
        {"type": "chart", **MORE},
        workbook(scatter(2)),
        [workbook(scatter(2))],
        [workbook(), workbook(scatter(3)), workbook(scatter(2), scatter(2))],
    ),
    (
        {"type": "chart", **BOTH, "chart_props": ["anchor", "width", "height"]},
        workbook(),
        [workbook(put("A1", "x"))],
        [
            workbook(_attribute("_charts.0.width", 20)),
            workbook(_attribute("_charts.0.height", 20)),
            workbook(_attribute("_charts.0.anchor", "I2")),
        ],
    ),
    (
        {"type": "style", **BOTH, "props": ALL},
        workbook(),
        [
            workbook(line, lambda b: b["Data"].cell(40, 40)),
            workbook(_book(lambda s: setattr(s["C2"], "number_format", "0\\%;@"))),
        ],
        [
            workbook(_font("A1", color="FF0000FE")),
            workbook(_font("A1", color="FF0000FF", italic=True)),
            workbook(_font("A1", color="FF0000FF", name="Ariel")),
            workbook(_book(lambda s: setattr(s["C2"], "number_format", "0.0%"))),
            workbook(_book(lambda s: setattr(s["B3"], "fill", PatternFill("solid", fgColor="FFFFFF00")))),
            workbook(_book(lambda s: s.unmerge_cells("E1:F1"))),
            workbook(_book(lambda s: setattr(s["A2"], "hyperlink", "http://example.org"))),
            workbook(put("B3", 11)),
        ],
    ),
    (
        {"type": "style", **BOTH, "props": ["bgcolor"]},
        workbook(_conditional("B2>10")),
        [workbook(_conditional("$B2>=12")), workbook(_conditional("B2>10"), put("A1", "x"))],
        [workbook(), workbook(_conditional("B2>15")), workbook(_conditional("B2>10", "FF00FF00"))],
    ),
    (
        {"type": "style", **BOTH, "props": [*ALL, "number_format"]},
        workbook(_scale("C2:C4")),
        [workbook(_scale("C2:C4"), line)],
        [workbook(), workbook(_scale("C2:C3")), workbook(_scale("C2:C4"), _scale("B2:B4"))],
    ),
    (
        {"type": "freeze", **BOTH},
        workbook(),
        [workbook(_attribute("sheet_view.pane.topLeftCell", "B9"))],
        [workbook(_attribute("freeze_panes", at)) for at in ("A2", "B3", None)],
    ),
    (
        {"type": "zoom", "sheet_idx": 0, "method": "range.te", "ref": [140, 150]},
        None,
        [workbook()],
        [workbook(_attribute("sheet_view.zoomScale", scale)) for scale in (140, 151, None)],
    ),
    (
        {"type": "data_validation", "sheet_idx": "RI0", "dv_props": [PLACED]},
        None,
        [workbook()],
        [
            workbook(_no_validations),
            workbook(_attribute("data_validations.dataValidation.0.formula1", '"yes"')),
            workbook(_attribute("data_validations.dataValidation.0.type", "whole")),
            workbook(_attribute("data_validations.dataValidation.0.sqref", "D2:D3")),
            workbook(_attribute("data_validations.dataValidation.0.sqref", "D2:E4")),
        ],
    ),
    (
        {"type": "row_props", **BOTH, "props": ["hidden", "height"]},
        workbook(),
        [workbook(put("A9", 1))],
        [
            workbook(_book(lambda s: setattr(s.row_dimensions[3], "hidden", False))),
            workbook(_book(lambda s: setattr(s.row_dimensions[2], "hidden", True))),
            repacked(
                workbook(),
                "xl/worksheets/sheet1.xml",
                lambda p: p.replace(b'<row r="2"', b'<row r="2" ht="40" customHeight="1"'),
            ),
        ],
    ),
    (
        {"type": "col_props", **BOTH, "props": ["hidden", "width"]},
        workbook(),
        [workbook(put("A9", 1))],
        [
            workbook(_book(lambda s: setattr(s.column_dimensions["B"], "width", 21))),
            workbook(_book(lambda s: setattr(s.column_dimensions["B"], "hidden", True))),
            workbook(_book(lambda s: setattr(s.column_dimensions["C"], "width", 20))),
        ],
    ),
    (
        {"type": "filter", **BOTH},
        workbook(),
        [workbook(_filtered("Köln", "Bonn"))],
        [workbook(_filtered("Bonn")), workbook(_attribute("auto_filter.ref", "A1:C3")), workbook(_filtered())],
    ),
    (
        PIVOT,
        workbook(pivot()),
        [workbook(pivot())],
        [
            workbook(),
            workbook(pivot(rows=1)),
            workbook(pivot(data="count")),
            workbook(pivot(hidden=True)),
            workbook(pivot(page=2)),
        ],
    ),
    (
        {
            "type": "check_cell",
            "sheet_idx": 0,
            "coordinate": "B2",
            "props": {"value": {"method": "approx:0.1", "ref": 12.45}},
        },
        None,
        [workbook()],
        [workbook(put("B2", 12.7)), workbook(put("B2", "x")), workbook(put("B2", None))],
    ),
    (
        {
            "type": "check_cell",
            "sheet_idx": "RNData",
            "coordinate": "A1",
            "props": {
                "value": {"method": "re.I", "ref": "^city$"},
                "font_color": {"method": "eq", "ref": "FF0000FF"},
                "bgcolor": {"method": "eq", "ref": "FFFFFF00"},
                "merge": {"method": "eq", "ref": False},
                "number_format": {"method": "eq", "ref": None},
            },
        },
        None,
        [workbook(), workbook(put("A1", "CITY"))],
        [workbook(put("A1", "Cit")), workbook(_font("A1", color="FFFF0000")), workbook(_renamed("Dat"))],
    ),
]


@pytest.mark.parametrize(("rule", "expected", "passing", "failing"), CASES)
def test_near_misses(rule: Mapping[str, Any], expected: Any, passing: list[Any], failing: list[Any]) -> None:
    compare = get_metric("compare_table")
    given = () if expected is None else (expected,)
    assert [compare(result, *given, rules=[rule]) for result in passing] == [1.0] * len(passing)
    assert [n for n, result in enumerate(failing) if compare(result, *given, rules=[rule])] == []
    assert len(failing) > 2


def test_all_rules_are_kept() -> None:
    kept, broken = {"type": "sheet_name"}, {"type": "zoom", "sheet_idx": 0, "method": "eq", "ref": 1}
    compare = get_metric("compare_table")
    assert [compare(workbook(), workbook(), rules=r) for r in ([kept, kept], [kept, broken], [broken, kept])] == [
        1,
        0,
        0,
    ]


@pytest.mark.parametrize(
    "rules",
    [
        [],
        [{"type": "sheet_date", **BOTH}],
        [{"type": "sheet_data", "sheet_idx0": 0}],
        [{"type": "sheet_data", "sheet_idx0": 0, "sheet_idx1": "X0"}],
        [{"type": "style", **BOTH, "props": ["font_weight"]}],
        [{"type": "zoom", "sheet_idx": 0, "method": "same", "ref": 1}],
        [{**CHART, "chart_props": ["colour"]}],
        [{"type": "data_validation", "sheet_idx": 0, "dv_props": [{"__class__": {"method": "eq", "ref": 1}}]}],
        [{"type": "check_cell", "sheet_idx": 0, "coordinate": "99", "props": {}}],
        [{"type": "sheet_fuzzy", **BOTH, "rules": [{"range": "A1", "type": "like"}]}],
    ],
)
def test_faults_of_the_task(rules: list[Mapping[str, Any]]) -> None:
    with pytest.raises((ConfigError, TaskFileError)):
        get_metric("compare_table")(workbook(), workbook(), rules=rules)


def test_a_sheet_that_the_reference_lacks_is_its_fault() -> None:
    rule = {"type": "sheet_data", "sheet_idx0": 0, "sheet_idx1": "ENGone"}
    assert score_here(Question("compare_table", workbook(), workbook(), {"rules": [rule]})).broken
    assert not score_here(
        Question("compare_table", File("a.xlsx", b""), workbook(), {"rules": [{"type": "sheet_name"}]})
    ).broken


def _merged(ref: str) -> File:
    return repacked(
        workbook(), "xl/worksheets/sheet1.xml", lambda part: part.replace(b'ref="E1:F1"', f'ref="{ref}"'.encode())
    )


@pytest.mark.parametrize(
    ("file", "error"),
    [
        (_merged("A1:XFD1048576"), TooLargeError),
        (_merged("A1:"), UnreadableError),
        (repacked(workbook(), "xl/workbook.xml", lambda p: b"<!DOCTYPE a [<!ENTITY b 'c'>]>" + p), UnreadableError),
        (
            repacked(workbook(), "xl/workbook.xml", lambda p: p + b"<!--" + b"x" * (5 << 20) + b"-->"),
            TooLargeError,
        ),
        (File("book.xlsx", b"PK\3\4"), UnreadableError),
        (File("book.xlsx", b""), UnreadableError),
    ],
)
def test_hostile_workbooks(file: File, error: type[Exception]) -> None:
    with pytest.raises(error):
        get_metric("compare_table")(file, workbook(), rules=[{"type": "sheet_data", **BOTH}])


def test_a_far_cell_costs_nothing() -> None:
    far = workbook(put("XFD1048576", 1))
    for rule in ({"type": "sheet_data", **BOTH}, {"type": "style", **BOTH, "props": ALL}):
        assert get_metric("compare_table")(far, workbook(), rules=[rule]) == 0
    with pytest.raises(TooLargeError):
        get_metric("compare_table")(far, workbook(), rules=[{"type": "sheet_print", **BOTH}])


# -- values as they are shown -----------------------------------------------------------------------------------------

#: As LibreOffice 24 exports them.
SHOWN: list[tuple[float | bool | str, str, str]] = [
    (1 / 3, "General", "0.333333333333333"),
    (1234567.891, "#,##0.00", "1,234,567.89"),
    (0.256, "0%", "26%"),
    (-5.0, "0.00;[Red]-0.00", "-5.00"),
    (-5.0, "0.00;(0.00)", "(5.00)"),
    (0.0, '0.00;-0.00;"zero"', "zero"),
    (12345678.0, '0.0,,"M"', "12.3M"),
    (1234567890.0, '[>=1000000000]0.0,,," B";[>=1000000]0.0,," M";0', "1.2 B"),
    (45730.5, "yyyy-mm-dd hh:mm:ss", "2025-03-14 12:00:00"),
    (45730.75, "h:mm AM/PM", "6:00 PM"),
    (1.5, "[h]:mm", "36:00"),
    (45730.0, "d-mmm-yy", "14-Mar-25"),
    (45730.0, "dddd, mmmm d, yyyy", "Friday, March 14, 2025"),
    (1234.5, '"$"#,##0.00', "$1,234.50"),
    (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
    (123456.0, "0.00E+00", "1.23E+05"),
    (7.0, "0000000", "0000007"),
    (1e-7, "General", "0.0000001"),
    (1e20, "General", "1E+020"),
    (0.1 + 0.2, "General", "0.3"),
    (True, "General", "TRUE"),
    ("text", '"<"@">"', "<text>"),
    (2.5, "0", "3"),
    (-0.001, "0.00", "0.00"),
    (5551234567.0, "(000) 000-0000", "(555) 123-4567"),
    (12.0, "#.##", "12"),
    (0.05, "mm:ss.0", "12:00.0"),
]


@pytest.mark.parametrize(("value", "number_format", "shown"), SHOWN)
def test_values_are_shown_as_libreoffice_exports_them(
    value: float | bool | str, number_format: str, shown: str
) -> None:
    assert display(value, number_format) == shown


@pytest.mark.parametrize(
    ("value", "number_format"), [(0.5, "# ?/?"), (-1.0, "yyyy"), (1.0, "0" * 300), (float("nan"), "0")]
)
def test_what_cannot_be_shown(value: float, number_format: str) -> None:
    with pytest.raises(UnreadableError):
        display(value, number_format)


# -- rules of values --------------------------------------------------------------------------------------------------

MATCHES: list[tuple[str, Any, list[Any], list[Any]]] = [
    ("eq", 1, [1, 1.0], [2, "1", None]),
    ("ne", 1, [2, None], [1]),
    ("le", 2, [1, 2], [3, "1", None]),
    ("gt", 2, [3], [2, "3", None]),
    ("re", "^a", ["ab"], ["ba", "Ab", None, 1]),
    ("re.I.M", "^a", ["x\nAb"], ["xa"]),
    ("approx:0.5", 10, [10.5, "9.7"], [10.6, "x", None]),
    ("range.te", [0, 2], [2, 1], [0, 2.5, "1"]),
    ("str_list_eq", ["a", "b"], ['"a,b"', "a, b"], ["b,a", "a", None]),
    ("str_set_eq", ["a", "b"], ['"b,a"'], ["a", "a,b,c"]),
    ("spreadsheet_range", ["B2:B3", "A1:C9"], ["B1:B4", "$B$2:$B$3 C1"], ["B2", "B1:D4", "x", ""]),
]


@pytest.mark.parametrize(("method", "ref", "matching", "others"), MATCHES)
def test_rules_of_values(method: str, ref: Any, matching: list[Any], others: list[Any]) -> None:
    rule = {"method": method, "ref": ref}
    assert all(is_matched(value, rule) for value in matching)
    assert not any(is_matched(value, rule) for value in others)


# -- lists of cities and .csv files -----------------------------------------------------------------------------------


def _cities(*names: str | None) -> File:
    book = openpyxl.Workbook()
    for row, name in enumerate(names, 2):
        book.active.cell(row, 3, name)
    return File("cities.xlsx", saved(book))


def test_cities_in_order() -> None:
    compare, wanted = get_metric("compare_conference_city_in_order"), {"expected": ["Zürich", ["Montréal", "Montreal"]]}
    assert [compare(_cities(*n), wanted) for n in (("Zurich, CH", "Montreal"), ("ZÜRICH", "Montréal (CA)", "x"))] == [
        1,
        1,
    ]
    for names in (("Montreal", "Zürich"), ("Zürich",), ("Zürich", None, "Montreal"), ()):
        assert compare(_cities(*names), wanted) == 0
    for empty in ([], [[]]):
        with pytest.raises(TaskFileError):
            compare(_cities("Zürich"), {"expected": empty})


CSV = "a,b\n1,Two\n"


@pytest.mark.parametrize(
    ("options", "passing", "failing"),
    [
        ({}, [CSV, "\ufeffa,b\r\n1,Two\r\n"], ["a,b\n1,Two\n\n", "a,b\n1,two\n", " a,b\n1,Two", ""]),
        ({"strict": False}, [" a,b \n1,Two"], ["a, b\n1,Two", "a,b", "A,b\n1,Two"]),
        ({"ignore_case": True}, ["A,B\n1,TWO"], ["A,B\n1,TW", "", "A,B\n1,TWO "]),
    ],
)
def test_csv_lines(options: Mapping[str, bool], passing: list[str], failing: list[str]) -> None:
    compare, wanted = get_metric("compare_csv"), [_csv("other"), _csv(CSV)]
    assert [compare(_csv(text), wanted, **options) for text in passing] == [1.0] * len(passing)
    assert not any(compare(_csv(text), wanted, **options) for text in failing)
    assert compare(_csv(CSV), _csv("other"), **options) == 0


def test_csv_rows() -> None:
    check = get_metric("check_csv")
    rules = {"expect": [{"a": "1", "b": "x"}], "unexpect": [{"a": "2"}]}
    assert check(_csv("a,b,c\n1,x,9\n3,y,9\n"), rules) == 1
    for text in ("a,b\n1,y\n3,x\n", "a,b\n1,x\n2,y\n", "b,a\n1,x\n", "", "1,x\n"):
        assert check(_csv(text), rules) == 0
    with pytest.raises(TaskFileError):
        check(_csv(CSV), {})
    with pytest.raises(TooLargeError):
        check(_csv("a\n" * 200_000), rules)
