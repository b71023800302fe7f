"""Values that are tried one after another: what was given up, and how long the last one has to hold."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from omnigym.devices.userdata import TableInfo, TakenData
from omnigym.documents import Document, Format, Paragraph, Run, write_docx
from omnigym.evaluation.world.effects import Effect
from omnigym.evaluation.world.trials import Reader, Trials, choices_of, tried_files, tried_tables, tried_values

_NOTES = "content://sticky/notes"
_FILE = "Documents/a.docx"
_CORRECTED = 1


def _rows(values: Sequence[str | None], column: str = "colour") -> Trials:
    """What was tried of a note whose column had these values after one action each; with None it is gone."""
    data = [
        TakenData(
            {},
            records={
                _NOTES: () if value is None else ({"id": "1", "colour": "yellow", column: value, "edited_ms": str(n)},)
            },
            tables={_NOTES: TableInfo("id", usual={"colour": "yellow"})},
        )
        for n, value in enumerate(values)
    ]
    made = values[0] is None
    effects = [Effect("add", _NOTES, row={column: "x"})] if made else [Effect("change", _NOTES, ("*",))]
    trials = Trials({}, {})
    traces = [Effect("change", _NOTES, ("edited_ms",))]
    for n, moment in enumerate(data):
        trials = tried_tables(trials, choices_of(effects), data[0], Reader.of(moment), n, traces)
    return trials


@pytest.mark.parametrize(
    ("values", "more"),
    [
        (["yellow", "pink"], 0),
        (["yellow", "blue", "pink"], 0),  # one correction
        (["yellow", "blue", "green", "pink"], 1),
        (["yellow", "blue", "blue", "green", "pink"], 2),  # as long as the first one, and one more
        (["yellow", "blue", "yellow", "green", "yellow", "pink"], 1),  # what was found is no try
        (["yellow", "", "blue", "", "green", "", "pink"], 1),
        (["yellow", "blue", "green", "pink", "pink"], 0),
        (["yellow", "pink", "blue", "pink"], 0),
        (["", "M", "Mi", "Mil", "Milk"], 0),  # typed letter by letter
        (["Old", "Ol", "O", "", "N", "Ne", "New"], 0),
        (["1", "10", "100"], 0),
        (["1", "2", "3", "4"], 1),
        (["[]", '["a"]', '["a", "b"]', '["a", "b", "c"]'], 0),  # one item more each time
        (["[]", '["a"]', '["b"]', '["c"]'], 1),
        ([None, "yellow", "blue", "pink"], 0),
        ([None, "yellow", "blue", "green", "pink"], 1),
        ([None, "blue", None, "green", None, "pink"], 1),  # made anew each time
    ],
)
def test_records(values: list[str | None], more: int) -> None:
    column = "colour"
    assert _rows(values, column).more(len(values) - 1, _CORRECTED) == more


def _document(text: str, bold: bool = False, size: float | None = None) -> bytes:
    return write_docx(Document((Paragraph((Run(text, Format(bold=bold, size=size)),)),)))


@pytest.mark.parametrize(
    ("contents", "more"),
    [
        ([_document("a"), _document("a", size=12), _document("a", size=14)], 0),
        ([_document("a"), *[_document("a", size=n) for n in (10, 12, 14)]], 1),
        ([_document("a"), _document("a", size=10), _document("a"), _document("a", size=12)], 0),
        ([_document("a"), _document("b"), _document("c"), _document("d")], 1),
        ([_document("a"), _document("ab"), _document("abc"), _document("abcd")], 0),
        ([_document("a"), _document("a", bold=True), _document("a", True, 12), _document("b", True, 12)], 0),
        ([None, _document("a"), _document("b"), _document("c")], 1),
        ([None, _document("a"), _document("b")], 0),
        ([_document("a"), None, _document("b")], 0),
    ],
)
def test_files(contents: list[bytes | None], more: int) -> None:
    moments = [TakenData({} if c is None else {_FILE: c}, {} if c is None else {_FILE: c}) for c in contents]
    trials = Trials({}, {})
    for n, moment in enumerate(moments):
        effects = [Effect("change", _FILE), Effect("add", _FILE)]
        trials = tried_files(trials, choices_of(effects), moments[0], Reader.of(moment), n)
    assert trials.more(len(contents) - 1, _CORRECTED) == more


def test_each_setting_has_its_own_tries() -> None:
    """Two that are set one after another: what is there meanwhile was not tried."""
    trials = None
    for action, (theme, speed) in enumerate([("light", "1"), ("dark", "1"), ("dark", "2"), ("dark", "3")]):
        trials = tried_values(trials, {("theme",): theme, ("speed",): speed}, action, counts=True)
    assert trials is not None
    assert trials.places["theme",].more(3, 0) == 0
    assert trials.places["speed",].more(3, 0) == 1
