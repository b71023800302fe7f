"""The published scorer: each twin scores as the published function does, where omnigym's own does not."""

from __future__ import annotations

import inspect
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import docx
import numpy as np
import openpyxl
import pytest
from PIL import Image

from omnigym.benchmarks.osworld.importing import read_osworld
from omnigym.benchmarks.osworld.scorer.choice import TaskVersion, WhichScorer, scorer_named
from omnigym.benchmarks.osworld.scorer.judging import Question, score_here
from omnigym.benchmarks.osworld.scorer.registry import (
    PUBLISHED_INDEX,
    File,
    get_getter,
    get_metric,
    metric_names,
    modules_of_published,
)
from omnigym.benchmarks.osworld.suite import left_out, osworld_tasks, read_folder
from omnigym.cli.options import with_folder_options
from omnigym.errors import ConfigError, TaskFileError, UnknownNameError

_E = "expected"


def _text(text: str, name: str = "a.txt") -> File:
    return File(name, text.encode())


def _saved(made: Any, name: str) -> File:
    out = io.BytesIO()
    made.save(out)
    return File(name, out.getvalue())


def _document(*lines: str, footer: str = "") -> File:
    made = docx.Document()
    for line in lines:
        made.add_paragraph(line)
    made.sections[0].footer.paragraphs[0].text = footer
    return _saved(made, "a.docx")


def _book(*rows: tuple[object, ...], pane: str = "", scrolled: str = "") -> File:
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    if pane:
        made.active.freeze_panes = pane
    if scrolled:
        made.active.sheet_view.pane.topLeftCell = scrolled
    return _saved(made, "a.xlsx")


def _picture(pixels: Any, kind: str = "PNG") -> File:
    out = io.BytesIO()
    Image.fromarray(np.asarray(pixels, dtype=np.uint8)).save(out, kind)
    return File(f"a.{kind.lower()}", out.getvalue())


def _rules(**rule: Any) -> dict[str, Any]:
    return {"rules": [{"sheet_idx0": 0, "sheet_idx1": "EI0", **rule}]}


_SCENE = np.random.default_rng(0).integers(0, 256, (40, 40, 3))
_A, _B = _book(("n", "t"), (1, "a"), (2, "b")), _book(("n", "t"), (1.00001, "a"), (2, "b"))

#: A function, its arguments and options, and the score of omnigym's own, of "verified" and of 2024.
CASES: list[tuple[str, list[Any], dict[str, Any], tuple[float, float, float]]] = [
    ("compare_result_files", [_text("41"), _text("1")], {}, (0, 1, 1)),
    ("compare_text_file", [_text("\ufeffa"), _text("a")], {}, (1, 0, 0)),
    ("check_include_exclude", ["a", {"include": ["a"], "exclude": ["b"]}], {}, (1, 1, 1)),
    ("check_json_settings", [_text('// mine\n{"a": 1}'), {_E: {"a": 1}}], {}, (1, 0, 0)),
    ("check_json_keybindings", [_text('// mine\n[{"a": 1}]'), {_E: {"a": 1}}], {}, (1, 1, 1)),
    ("is_included_all_json_objects", [_text("{}"), _text('{"a": 1}')], {}, (0, 1, 1)),
    ("compare_python_pure_text", [_text("if a:\n  b\n"), _text("if a:\n    b\n")], {}, (0, 0, 1)),
    ("compare_config", [_text('{"a": 1, "b": 2}'), {_E: '{"a": 1}'}], {}, (1, 1, 0)),
    ("check_line_number", [_text("a 23:59:60\n"), {_E: "1"}], {}, (1, 1, 0)),
    ("is_extension_installed", ["a.b-more", {"type": "contain", _E: "a.b"}], {}, (0, 1, 1)),
    ("is_expected_active_tab", ["https://a.org/x", {"type": "url", "url": "https://a.com/x"}], {}, (0, 1, 0)),
    (
        "is_expected_tabs",
        [[{"url": "http://a.com"}, {"url": "http://b.com"}], {"type": "url", "urls": ["http://a.com", "http://a.com"]}],
        {},
        (0, 1, 1),
    ),
    ("is_shortcut_on_desktop", [{"a": "Name=My Maps\n"}, {"type": "name", "name": "Maps"}], {}, (0, 1, 0)),
    ("is_cookie_deleted", [[{"domain": "b.a.com"}], {"type": "domains", "domains": ["a.com"]}], {}, (0, 1, 1)),
    ("check_direct_json_object", ['{"a": "it\'s"}', {_E: {"a": "it's"}}], {}, (1, 0, 0)),
    ("has_page_numbers_in_footers", [_document("a", footer="Page 1")], {}, (0, 1, 1)),
    ("compare_init_lines", [_document(), _document("a")], {}, (0, 1, 1)),
    ("compare_docx_lines", [_document("a", "a"), _document("a")], {}, (0, 1, 1)),
    ("compare_references", [_document("a"), _document("a")], {}, (0, 1, 1)),
    ("compare_docx_files", [_document("a", "", "b"), _document("a", "b")], {"ignore_blanks": False}, (0, 0, 0)),
    (
        "compare_docx_files",
        [_document("a", "", "b"), _document("a", "b")],
        {"ignore_blanks": False, "delete_empty_lines": True},
        (1, 1, 0),
    ),
    ("compare_table", [_A, _B], _rules(type="sheet_data"), (1, 0, 0)),
    ("compare_table", [_A, _B], {"rules": []}, (0, 1, 1)),
    (
        "compare_table",
        [_book((1,), pane="A2", scrolled="A9"), _book((1,), pane="A2")],
        _rules(type="freeze"),
        (1, 1, 0),
    ),
    ("check_image_file_size", [File("a.jpg", b""), {"max_size": 9}], {}, (0, 1, 1)),
    ("check_textbox_on_leftside", [_picture(np.zeros((9, 9, 3)))], {}, (0, 1, 1)),
    ("decrease_brightness", [_picture(_SCENE), _picture(np.zeros((40, 40, 3)))], {}, (0, 1, 1)),
    ("check_structure_sim", [_picture(_SCENE[..., 0]), _picture(_SCENE[..., 0])], {}, (1, 1, 1)),
    ("compare_image_list", [[_picture(_SCENE)], [_picture(_SCENE), _picture(_SCENE)]], {}, (0, 1, 1)),
    ("check_config_status", [_text("(a 1)\n(a 2)\n"), {"key": "a", "value": "1"}], {}, (0, 1, 1)),
    ("check_qt_max_volume", [_text("#qt-max-volume=200\n"), {"expected_qt_max_volume": 200}], {}, (0, 1, 1)),
    ("check_thunderbird_folder", [_text("From - x\na"), _text("From - x\nb")], {}, (0, 1, 1)),
    ("check_step_actions", [[], {_E: [{"action_type": "TYPING", "parameters": {"text": "a"}}]}], {}, (0, 1, 1)),
    ("compare_pdfs", [File("a.pdf", b"none"), File("b.pdf", b"none")], {}, (0, 0, 0)),
]


def _score(name: str, arguments: list[Any], options: Mapping[str, Any], scorer: WhichScorer) -> float:
    result, expected = (*arguments, None)[:2]
    try:
        return score_here(Question(name, result, expected, options, True, scorer)).value
    except (ConfigError, TaskFileError):  # a rule that omnigym's own refuses
        return 0.0


@pytest.mark.parametrize(
    ("name", "arguments", "options", "scores"), CASES, ids=[f"{n}: {c[0]}" for n, c in enumerate(CASES)]
)
def test_scores(name: str, arguments: list[Any], options: dict[str, Any], scores: tuple[float, float, float]) -> None:
    scorers = WhichScorer(), WhichScorer("published"), WhichScorer("published", "2024")
    assert tuple(_score(name, arguments, options, scorer) for scorer in scorers) == scores


def test_each_twin_is_of_a_metric_and_takes_its_options() -> None:
    names = set(metric_names())
    for name in modules_of_published():
        assert name in names, name
        twin = inspect.signature(get_metric(name, WhichScorer("published")))
        own = inspect.signature(get_metric(name))
        assert len(twin.parameters) >= 1
        required = [p.name for p in twin.parameters.values() if p.default is p.empty and p.kind is p.KEYWORD_ONLY]
        assert set(required) <= set(own.parameters), name


def test_the_index_is_true() -> None:
    assert PUBLISHED_INDEX.file.read_text("utf-8") == PUBLISHED_INDEX.text(modules_of_published())


def test_a_getter_has_a_twin() -> None:
    name = "data_delete_automacally"
    assert get_getter(name) is not get_getter(name, WhichScorer("published"))
    assert get_getter("vm_file") is get_getter("vm_file", WhichScorer("published"))
    with pytest.raises(UnknownNameError):
        get_metric("nothing", WhichScorer("published"))


# -- the choice -------------------------------------------------------------------------------------------------------

_FILE = {
    "id": "a",
    "instruction": "Say milk.",
    "related_apps": ["gedit"],
    "evaluator": {
        "func": "compare_config",
        "result": {"type": "vm_file", "path": "/home/user/a.json", "dest": "a.json"},
        "expected": {"type": "rule", "rules": {"expected": "{}"}},
        "options": {"_note": "any", "containment_ok": False},
    },
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "os").mkdir()
    (tmp_path / "os" / "a.json").write_text(json.dumps(_FILE))
    return tmp_path


@pytest.mark.parametrize(
    ("options", "scorer"),
    [
        ("", WhichScorer()),
        ("?version=2024", WhichScorer("omnigym", "2024")),
        ("?scorer=published", WhichScorer("published", "verified")),
        ("?version=2024&scorer=published", WhichScorer("published", "2024")),
    ],
)
def test_a_query_names_version_and_scorer(folder: Path, options: str, scorer: WhichScorer) -> None:
    assert read_folder(f"{folder}{options}") == (folder, scorer)
    (task,) = osworld_tasks(f"{folder}{options}")
    parameters = task.nodes[0].parameters
    assert (parameters["scorer"], parameters["version"]) == scorer
    assert parameters["options"] == [{"containment_ok": False}]
    assert left_out(f"{folder}{options}").startswith("1 of 1")


@pytest.mark.parametrize("options", ["?version=2023", "?scorer=mine", "?seed=1", "?version="])
def test_unknown_options_are_errors(folder: Path, options: str) -> None:
    with pytest.raises(ConfigError):
        osworld_tasks(f"{folder}{options}")


@pytest.mark.parametrize("query", [None, "app:word", "mine/"])
def test_options_of_a_command_go_with_a_folder_of_files(query: str | None) -> None:
    assert with_folder_options(query, version=None) == query
    with pytest.raises(ConfigError, match="--osworld-version"):
        with_folder_options(query, version="2024")
    both = "osworld:a?version=2024&scorer=published"
    assert with_folder_options("osworld:a?version=2024", scorer="published") == both


def test_an_option_that_is_passed_over_is_a_note(folder: Path) -> None:
    _, report = read_osworld(folder / "os" / "a.json")
    assert report.runs
    assert report.notes == ("compare_config knows no option '_note'; it is passed over.",)


def test_the_scorer_of_a_name() -> None:
    version: TaskVersion = "2024"
    assert scorer_named("published", version) == WhichScorer("published", "2024")
    with pytest.raises(ConfigError, match="omnigym or published"):
        scorer_named("other")
