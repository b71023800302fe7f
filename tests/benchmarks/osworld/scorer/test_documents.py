"""Metrics of text documents: each has a case that passes and near misses that do not."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK, WD_COLOR_INDEX, WD_TAB_ALIGNMENT
from docx.oxml import parse_xml
from docx.shared import Inches, Pt, RGBColor
from PIL import Image, ImageDraw

from omnigym.benchmarks.osworld.scorer.judging import Question, score_here
from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.documents.model import Format, Paragraph, Run
from omnigym.errors import MissingDependencyError, TaskFileError, UnreadableError

from .office_files import TEXTS, Change, document, each_run, odt, picture, table, with_picture, xml

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)
EQUATION = f"<m:oMath {_M}><m:r><m:t>a+b</m:t></m:r></m:oMath>"
OBJECT = f"<w:r {_W}><w:object/></w:r>"


def _set(**said: Any) -> Change:
    """A change of a run's font."""

    def change(run: Any) -> None:
        for name, value in said.items():
            setattr(run.font, name, value)

    return change


def _at(number: int, **said: Any) -> Change:
    """A change of a paragraph's format."""

    def change(made: Any) -> None:
        for name, value in said.items():
            setattr(made.paragraphs[number].paragraph_format, name, value)

    return change


def _all(*changes: Change) -> Change:
    def change(made: Any) -> None:
        for one in changes:
            one(made)

    return change


def _split(first: str, change: Change) -> Change:
    """A change of the first paragraph: so many letters of it in a run of their own, which is changed."""

    def apply(made: Any) -> None:
        paragraph = made.paragraphs[0]
        text = paragraph.text
        paragraph.runs[0].text = first
        rest = paragraph.add_run(text.removeprefix(first))
        change(paragraph.runs[0])
        assert rest.text

    return apply


def _normal(**said: Any) -> Change:
    """A change of the usual style's font."""

    def change(made: Any) -> None:
        for key, value in said.items():
            setattr(made.styles["Normal"].font, key, value)

    return change


def _shaded(run: Any) -> None:
    """Shade a run, as LibreOffice saves a highlight."""
    run._r.get_or_add_rPr().append(parse_xml(f'<w:shd {_W} w:val="clear" w:fill="FFFF00"/>'))


def _colored(run: Any) -> None:
    run.font.color.rgb = RGBColor(*(RED if run.text[0] in "aeiouAEIOU" else BLUE))


def _green(run: Any) -> None:
    run.font.color.rgb = RGBColor(*GREEN)


def _tabs(*positions: float, kind: Any = WD_TAB_ALIGNMENT.RIGHT) -> Change:
    def change(made: Any) -> None:
        for paragraph in made.paragraphs:
            for position in positions:
                paragraph.paragraph_format.tab_stops.add_tab_stop(Inches(position), kind)

    return change


def _footer(inside: str) -> Change:
    def change(made: Any) -> None:
        made.sections[0].footer.paragraphs[0]._p.append(parse_xml(inside))

    return change


def _linked(made: Any) -> None:
    """Add a section with a footer of its own."""
    made.add_section().footer.is_linked_to_previous = False


def _page_break(made: Any) -> None:
    made.paragraphs[0].add_run().add_break(WD_BREAK.PAGE)


def _line_break(made: Any) -> None:
    made.paragraphs[0].add_run().add_break(WD_BREAK.LINE)


def _xcu(font: str, path: str = "/org.openoffice.Office.Writer/DefaultFont", name: str = "Standard") -> File:
    text = (
        '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">'
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{font}</value></prop></item></oor:items>'
    )
    return File("registrymodifications.xcu", text.encode())


def _words(text: str, kind: str = "PNG") -> File:
    image = Image.new("RGB", (200, 48), "white")
    ImageDraw.Draw(image).text((8, 6), text, fill="black", font_size=28)
    out = io.BytesIO()
    image.save(out, kind)
    return File("shot.png", out.getvalue())


RIGHT = WD_ALIGN_PARAGRAPH.RIGHT
PARAGRAPHS = [Paragraph((Run(text),)) for text in TEXTS]
TRAINS = ("08:00,T1,S,4", "08:05,T2,S,4", "08:10,T1,S,5")
KEPT = TRAINS[:2]
REFERENCES = ("Text.", "References", "Adams, A title of 1999.", "Baker, Another one of 2001.")
FOLD = {"ignore_case": True}
WHOLE = {"ignore_blanks": False}
FONT = {"font_name": "Arial"}
ARIAL = each_run(_set(name="Arial"))
YELLOW = Run("now", Format(highlight="yellow"))
SAID = "one two three\tfour five. six seven eight\tnine"
PAGE = f'<w:fldSimple {_W} w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>'
SPACES = _all(_at(0, line_spacing=1.0), _at(1, line_spacing=2.0), _at(2, line_spacing=1.5))
STRUCK = each_run(_set(strike=True), 3)
ITALIC = each_run(_set(italic=True, size=Pt(14)), 1)
CAPITALS = table(("small", "other"))
COLORED = table(("apple", "pear tree"), change=_colored)


def _d(*texts: str) -> File:
    return document(texts=texts)


#: Metric, expected, options, results that pass, results that do not.
CASES: list[tuple[str, Any, Mapping[str, Any], list[Any], list[Any]]] = [
    (
        *("compare_docx_files", document(), {}),
        [document(), _d(*TEXTS, "", " "), document(ARIAL)],
        [
            _d(*TEXTS[:2]),
            _d(*TEXTS, "more"),
            _d(*TEXTS[:-1], "and a third."),
            odt(*PARAGRAPHS),
        ],
    ),
    (
        "compare_docx_files",
        document(),
        WHOLE,
        [document()],
        [_d(*TEXTS, ""), _d(*TEXTS[:2]), _d(*TEXTS[:3], "And  a third.")],
    ),
    ("compare_docx_files", document(), FOLD, [_d(*[t.upper() for t in TEXTS])], [_d(), _d("A"), _d(*TEXTS[:2])]),
    (
        *("compare_docx_files", document(), {"ignore_order": True}),
        [_d(*TEXTS[::-1])],
        [_d(*TEXTS[1:]), _d(*TEXTS, "A first line of text."), _d(*TEXTS[:3], "And a Third.")],
    ),
    (
        *("compare_docx_files", document(), {**WHOLE, "delete_empty_lines": True}),
        [_d(*TEXTS, "", "  ")],
        [_d(*TEXTS[1:]), _d(*TEXTS, "x"), _d(TEXTS[0] + " ", *TEXTS[1:])],
    ),
    (
        *("compare_docx_files", odt(Paragraph((Run("a"), YELLOW)), Paragraph((Run("head"),), "Heading 1")), {}),
        [odt(Paragraph((Run("anow"),)), Paragraph((Run("head"),)))],
        [
            odt(Paragraph((Run("a"), YELLOW))),
            odt(Paragraph((Run("anow"),)), Paragraph((Run("tail"),))),
            _d("anow", "head"),
        ],
    ),
    (
        *("compare_docx_files_and_ignore_new_lines", document(), WHOLE),
        [document(), _d("", *TEXTS, "", "")],
        [_d(*TEXTS[:2]), _d(*TEXTS, "x"), _d(*TEXTS[:3], "And a  third.")],
    ),
    (
        *("compare_init_lines", _d("one", "two"), {}),
        [_d("one", "two"), _d("one", "two", "three")],
        [_d(), _d("one"), _d("one", "Two"), _d("zero", "one", "two")],
    ),
    (
        *("compare_docx_lines", _d("one", "two"), {}),
        [_d("two", "", " one ")],
        [_d("one"), _d("one", "two", "two"), _d("one", "Two"), _d()],
    ),
    (
        *("compare_docx_tables", document(table(("a", "b"), ("c", "d"))), {}),
        [document(table(("a", "b"), ("c", "d "))), document(table(("a", "b"), ("c", "d")), texts=())],
        [
            document(),
            document(table(("a", "b"))),
            document(table(("a", "b"), ("c", "e"))),
            document(table(("a",), ("c",))),
        ],
    ),
    (
        *("compare_docx_images", document(with_picture(picture(RED)), with_picture(picture(BLUE), 1)), {}),
        [document(with_picture(picture(RED, kind="BMP")), with_picture(picture(BLUE), 3))],
        [
            document(with_picture(picture(RED))),
            document(with_picture(picture(BLUE)), with_picture(picture(RED), 1)),
            document(with_picture(picture(RED)), with_picture(picture(BLUE, 9), 1)),
        ],
    ),
    (
        *("compare_contains_image", document(with_picture(picture(RED), 1)), {}),
        [document(with_picture(picture(BLUE), 1)), document(with_picture(picture(RED), 1), texts=(*TEXTS, ""))],
        [document(), document(with_picture(picture(RED))), document(with_picture(picture(RED), 1), texts=TEXTS[:2])],
    ),
    (
        *("compare_insert_equation", document(xml(EQUATION)), {}),
        [document(xml(EQUATION)), document(xml(OBJECT, 1))],
        [document(), document(xml(EQUATION), xml(EQUATION)), document(xml(EQUATION), texts=TEXTS[:1])],
    ),
    (
        *("check_no_duplicates", _d(*TRAINS), {}),
        [_d(*KEPT), _d("Head", *KEPT)],
        [_d(*TRAINS), _d(KEPT[0]), _d(*KEPT, "08:30,T3,S,4")],
    ),
    (
        *("compare_unique_train_records", [_d(*KEPT), _d(*TRAINS)], {}),
        [_d(*KEPT), _d(*TRAINS[1:])],
        [_d(*TRAINS), _d(KEPT[0]), _d(KEPT[0], "09:00,T2,S,4"), _d(*KEPT, KEPT[0])],
    ),
    (
        "find_default_font",
        FONT,
        {},
        [_xcu("Arial")],
        [_xcu("Times"), _xcu("Arial", "/other"), _xcu("Arial", name="Heading")],
    ),
    (
        *("compare_font_names", FONT, {}),
        [document(ARIAL), document(_normal(name="Arial"))],
        [document(), document(each_run(_set(name="Arial"), 0, 1)), document(each_run(_set(name="Arial Black"))), _d()],
    ),
    (
        *("check_italic_font_size_14", document(), {}),
        [document(ITALIC), document(each_run(_set(italic=True), 0), _normal(size=Pt(14)))],
        [
            document(),
            document(each_run(_set(italic=True, size=Pt(13)), 1)),
            document(ITALIC, each_run(_set(italic=True), 0)),
            document(ITALIC, texts=TEXTS[:2]),
        ],
    ),
    (
        *("compare_subscript_contains", document(_split("A first", _set(subscript=True))), {}),
        [document(_split("A first", _set(subscript=True)))],
        [document(), document(_split("A", _set(subscript=True))), document(_split("A first", _set(superscript=True)))],
    ),
    (
        *("evaluate_strike_through_last_paragraph", document(), {}),
        [document(STRUCK), document(STRUCK, texts=(*TEXTS, ""))],
        [document(), document(each_run(_set(strike=True), 1)), document(STRUCK, texts=(*TEXTS[:3], "other"))],
    ),
    (
        *("evaluate_colored_words_in_tables", document(COLORED), {}),
        [document(table(("apple", "pear tree"), change=_colored))],
        [
            document(table(("apple", "pear tree"))),
            document(table(("apple", "pear tree"), change=_green)),
            document(table(("apple", "pear"), change=_colored)),
            document(table(("apple", "pear egg"), change=_colored)),
            document(),
        ],
    ),
    (
        *("check_highlighted_words", odt(Paragraph((Run("till "), Run("now")))), {}),
        [odt(Paragraph((Run("till now"),)))],
        [
            odt(Paragraph((Run("till "), YELLOW))),
            odt(Paragraph((Run("till"),))),
            odt(Paragraph((Run("till "), YELLOW)), Paragraph((Run("more"),))),
        ],
    ),
    (
        *("compare_highlighted_text", document(_split("A first", _set(highlight_color=WD_COLOR_INDEX.YELLOW))), {}),
        [document(_split("A first", _shaded)), document(_split("A first", _set(highlight_color=WD_COLOR_INDEX.RED)))],
        [document(), document(_split("A", _shaded)), document(each_run(_shaded, 1)), document(each_run(_shaded))],
    ),
    (
        *("compare_line_spacing", document(_at(1, line_spacing=2.0)), {}),
        [document(_at(1, line_spacing=2.0), ARIAL)],
        [
            document(),
            document(_at(0, line_spacing=2.0)),
            document(_at(1, line_spacing=Pt(24))),
            document(_at(1, line_spacing=2.0), texts=TEXTS[:3]),
        ],
    ),
    (
        *("check_tabstops", document(_tabs(2)), {}),
        [document(_tabs(2)), document(_tabs(0, kind=WD_TAB_ALIGNMENT.LEFT), _tabs(2))],
        [
            document(),
            document(_tabs(2, kind=WD_TAB_ALIGNMENT.LEFT)),
            document(_tabs(2, 3)),
            document(_tabs(2), texts=TEXTS[:2]),
        ],
    ),
    (
        *("check_tabstops", document(_tabs(2), texts=("a b c\td",)), {"word_number_split_by_tabstop": 3}),
        [document(_tabs(2), texts=("a b c\td",))],
        [document(_tabs(2), texts=(t,)) for t in ("a b\tc d", "a b c d", "a b c d\te")],
    ),
    (
        *("compare_docx_exactly", document(_split("A", _set(bold=True)), with_picture(picture(RED))), {}),
        [document(_split("A", _set(bold=True)), with_picture(picture(RED)))],
        [
            document(_split("A first", _set(bold=True)), with_picture(picture(RED))),
            document(_split("A", _set(bold=True)), with_picture(picture(BLUE))),
            document(_split("A", _set(bold=True)), with_picture(picture(RED), width=1.2)),
            document(_split("A", _set(bold=True)), with_picture(picture(RED)), _at(1, alignment=RIGHT)),
            document(_split("A", _set(bold=True)), with_picture(picture(RED)), texts=TEXTS[:3]),
        ],
    ),
]

#: Metrics of the result alone.
ALONE: list[tuple[str, list[Any], list[Any]]] = [
    (
        "is_first_line_centered",
        [document(_at(0, alignment=WD_ALIGN_PARAGRAPH.CENTER))],
        [
            document(),
            document(_at(1, alignment=WD_ALIGN_PARAGRAPH.CENTER)),
            _d(),
            document(_at(0, alignment=RIGHT)),
        ],
    ),
    (
        "evaluate_conversion",
        [document(CAPITALS), _d("I am here"), document(_split("A", _set(bold=True)))],
        [document(table(("LOUD", "x"))), _d("quiet", "LOUD WORDS"), _d("one LOUD word"), _d(), _d("A")],
    ),
    (
        "evaluate_spacing",
        [document(SPACES)],
        [document(), document(SPACES, _at(1, line_spacing=1.5)), _d("a", "b")],
    ),
    (
        "evaluate_alignment",
        [_d(SAID), _d("one two three  four five"), _d("one two three \tfour")],
        [_d("one two three four five"), _d("one two\tthree four"), _d(SAID, "a b c d e"), _d("one two"), _d()],
    ),
    (
        "contains_page_break",
        [document(_page_break), document(_page_break, _page_break)],
        [document(), document(_line_break), _d()],
    ),
    (
        "has_page_numbers_in_footers",
        [
            document(_footer(PAGE)),
            document(
                _footer(f"<w:r {_W}><w:instrText>PA</w:instrText></w:r>"),
                _footer(f"<w:r {_W}><w:instrText>GE</w:instrText></w:r>"),
            ),
        ],
        [
            document(),
            document(_footer(f"<w:r {_W}><w:t>Page 1</w:t></w:r>")),
            document(_footer(PAGE.replace("PAGE", "NUMPAGES"))),
            document(_footer(PAGE), _linked),
        ],
    ),
]


@pytest.mark.parametrize(("name", "expected", "options", "passing", "failing"), CASES)
def test_near_misses(
    name: str, expected: Any, options: Mapping[str, Any], passing: list[Any], failing: list[Any]
) -> None:
    function = get_metric(name)
    assert [function(result, expected, **options) for result in passing] == [1.0] * len(passing)
    assert [n for n, result in enumerate(failing) if function(result, expected, **options) > 0] == []
    assert len(failing) > 2


@pytest.mark.parametrize(("name", "passing", "failing"), ALONE)
def test_near_misses_without_a_reference(name: str, passing: list[Any], failing: list[Any]) -> None:
    function = get_metric(name)
    assert [function(result) for result in passing] == [1.0] * len(passing)
    assert [n for n, result in enumerate(failing) if function(result) > 0] == []
    assert len(failing) > 2


def test_page_breaks_are_counted() -> None:
    function = get_metric("contains_page_break")
    assert function(document(_page_break, _page_break), {"page_break_count": 2}) == 1
    assert [function(document(*[_page_break] * n), {"page_break_count": 2}) for n in (0, 1, 3)] == [0, 0, 0]


def test_similar_texts() -> None:
    function = get_metric("compare_docx_files")
    for options in ({"content_only": True}, {"fuzzy_match": True}, {"fuzzy_match": True, "ignore_blanks": False}):
        near = function(_d(*TEXTS[:3], "And a fourth."), document(), **options)
        assert 0.8 < near < 1 == function(document(), document(), **options)
        assert function(_d("xyz"), document(), **options) < 0.2


def test_references_are_scored_by_their_likeness() -> None:
    function, expected = get_metric("compare_references"), _d(*REFERENCES)
    near = function(
        _d(*REFERENCES[:3], "Baker, Another one of 2011."), expected, reference_base_result=0.6, content_only=True
    )
    assert function(_d(*REFERENCES), expected) == 1 > near > 0.9
    for texts in (REFERENCES[:3], REFERENCES[:1], ("References", "xyz", "qqq"), (*REFERENCES, "Celan, A third.")):
        assert function(_d(*texts), expected) == 0
    assert score_here(Question("compare_references", _d(*REFERENCES), _d("Text."))).broken


def test_tab_stops_are_scored_by_their_distance() -> None:
    near = get_metric("check_tabstops")(document(_tabs(2.3)), document(_tabs(2)))
    assert near == pytest.approx(0.95, abs=0.001)
    assert get_metric("check_tabstops")(document(_tabs(400)), document(_tabs(2))) == 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("compare_insert_equation", document()),
        ("compare_subscript_contains", document()),
        ("check_no_duplicates", document()),
        ("compare_unique_train_records", [document(), document()]),
        ("check_tabstops", document(texts=())),
    ],
)
def test_a_reference_without_what_is_looked_for_is_broken(name: str, expected: Any) -> None:
    assert score_here(Question(name, document(), expected)).broken


@pytest.mark.parametrize(
    ("given", "expected", "score"),
    [
        (document(), None, 1.0),
        ([None, document()], "text.docx", 1.0),
        (document(), {"filename": "text.docx"}, 1.0),
        (None, None, 0.0),
        ([None], "text.docx", 0.0),
        (document(), "other.docx", 0.0),
    ],
)
def test_a_file_is_there(given: Any, expected: Any, score: float) -> None:
    assert get_metric("check_file_exists")(given, expected) == score


def test_text_on_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    function, rule = get_metric("compare_image_text"), {"type": "text", "text": "Hello"}
    try:
        scores = [function(_words(text), rule) for text in ("Hello there", "Jelly", "", "hold")]
    except MissingDependencyError:
        pytest.skip("the extra ocr is not installed")
    assert scores == [1.0, 0.0, 0.0, 0.0]
    for bad in ({"type": "image", "text": "x"}, {"type": "text"}, {"type": "text", "text": ""}):
        with pytest.raises(TaskFileError):
            function(_words("x"), bad)


def test_fonts_of_the_theme_have_their_names() -> None:
    theme = [
        get_metric("compare_font_names")(document(), {"font_name": name}) for name in ("Cambria", "+minor", "Calibri")
    ]
    assert theme == [1, 0, 0]


def test_styles_in_a_circle() -> None:
    def circle(made: Any) -> None:
        made.styles["Title"].base_style = made.styles["Subtitle"]
        made.styles["Subtitle"].base_style = made.styles["Title"]
        made.paragraphs[0].style = made.styles["Title"]

    assert get_metric("compare_font_names")(document(circle), FONT) == 0


@pytest.mark.parametrize("content", [b"", b"PK\3\4", b"<a/>", b"PK\5\6" + bytes(18)])
@pytest.mark.parametrize(
    "name", ["compare_docx_files", "compare_docx_tables", "compare_line_spacing", "check_no_duplicates"]
)
def test_what_is_no_document(name: str, content: bytes) -> None:
    with pytest.raises(UnreadableError):
        get_metric(name)(File("text.docx", content), document())
