"""Metrics of workbooks and text documents over damaged files: a score or a typed error, whatever the bytes are."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from docx.shared import Pt

from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.documents.model import Paragraph, Run
from omnigym.errors import UnreadableError
from omnigym.foreign.damage import damaged

from .office_files import document, each_run, odt, picture, pivot, sparkline, table, with_picture, workbook

TRAINS = ("08:00,T1,S,4", "08:05,T2,S,4", "References", "Adams, A title of 1999.")
ITALIC = each_run(lambda run: setattr(run.font, "italic", True) or setattr(run.font, "size", Pt(14)))
BOOK = sparkline(workbook(pivot()))
TEXT = document(ITALIC, table(("a", "b")), with_picture(picture((255, 0, 0))), texts=TRAINS)
OPEN = odt(Paragraph((Run("a line"),)), Paragraph((Run("another"),)))
SHEETS = {"sheet_idx0": 0, "sheet_idx1": "EI0"}
RULES: list[Mapping[str, Any]] = [
    *({"type": name, **SHEETS} for name in ("sheet_data", "sheet_print", "sparkline", "freeze", "filter")),
    {"type": "chart", **SHEETS, "chart_props": ["title", "legend", "anchor", "width", "type", "direction", "xtitle"]},
    {"type": "style", **SHEETS, "props": ["number_format", "font_name", "font_color", "bgcolor", "hyperlink", "merge"]},
    {"type": "row_props", **SHEETS, "props": ["hidden", "height"]},
    {"type": "col_props", **SHEETS, "props": ["hidden", "width"]},
    {
        "type": "pivot_table",
        "sheet_idx0": 1,
        "sheet_idx1": "EI1",
        "pivot_props": ["row_fields", "data_fields", "filter"],
    },
    {"type": "check_cell", "sheet_idx": 0, "coordinate": "A1", "props": {"value": {"method": "eq", "ref": "City"}}},
    {"type": "data_validation", "sheet_idx": 0, "dv_props": [{"type": {"method": "eq", "ref": "list"}}]},
    {"type": "zoom", "sheet_idx": 0, "method": "eq", "ref": 150},
]
CSV = File("a.csv", b"a,b\n1,2\n")
#: Metric, a file, what is expected (None for nothing), options.
CASES: list[tuple[str, File, Any, Mapping[str, Any]]] = [
    *(("compare_table", BOOK, BOOK, {"rules": [rule]}) for rule in RULES),
    ("compare_conference_city_in_order", BOOK, {"expected": ["Share"]}, {}),
    ("compare_csv", CSV, CSV, {}),
    ("check_csv", CSV, {"expect": [{"a": "1"}]}, {}),
    *(
        (name, TEXT, TEXT, {})
        for name in (
            *(
                "compare_docx_files",
                "compare_docx_files_and_ignore_new_lines",
                "compare_docx_lines",
                "compare_init_lines",
            ),
            *("compare_docx_tables", "compare_docx_images", "compare_contains_image", "compare_references"),
            *("check_no_duplicates", "check_italic_font_size_14", "compare_highlighted_text", "compare_line_spacing"),
            *("check_tabstops", "compare_docx_exactly", "evaluate_colored_words_in_tables", "check_highlighted_words"),
            *("evaluate_strike_through_last_paragraph",),
        )
    ),
    ("compare_unique_train_records", TEXT, [TEXT, TEXT], {}),
    ("compare_docx_files", OPEN, OPEN, {"fuzzy_match": True}),
    ("check_highlighted_words", OPEN, OPEN, {}),
    ("compare_font_names", TEXT, {"font_name": "Cambria"}, {}),
    *(
        (name, TEXT, None, {})
        for name in (
            *("is_first_line_centered", "evaluate_conversion", "evaluate_spacing", "evaluate_alignment"),
            *("contains_page_break", "has_page_numbers_in_footers"),
        )
    ),
]


@pytest.mark.parametrize(("name", "file", "expected", "options"), CASES)
def test_damaged_files(name: str, file: File, expected: Any, options: Mapping[str, Any]) -> None:
    rng = random.Random(f"{name} {options}")
    function = get_metric(name)
    given = () if expected is None else (expected,)
    errors = 0
    for _ in range(12):
        try:
            score = function(File(file.name, damaged(file.content, rng)), *given, **options)
        except UnreadableError:
            errors += 1
        else:
            assert 0 <= score <= 1
    assert errors or name in ("compare_csv", "check_csv")
