"""Metrics of presentations: each passes on what is right and fails on near misses."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from PIL import Image
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.shapes import MSO_SHAPE
from pptx.enum.text import PP_ALIGN
from pptx.oxml import parse_xml
from pptx.util import Emu, Inches, Pt

from omnigym.benchmarks.osworld.scorer.choice import ScorerKind, TaskVersion, WhichScorer
from omnigym.benchmarks.osworld.scorer.decks import DeckLook, read_deck
from omnigym.benchmarks.osworld.scorer.registry import File, get_metric, sort_options
from omnigym.errors import TaskFileError, UnreadableError

_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"


def _picture(colour: tuple[int, int, int] = (10, 200, 30)) -> io.BytesIO:
    out = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(out, "PNG")
    return out


def _deck(change: Callable[[Any], object] = lambda _: None) -> File:
    """Three slides: title and bullets with a note; title, text box and picture; a table."""
    deck = Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text, first.placeholders[1].text = "Product Comparison", "one\ntwo"
    first.notes_slide.notes_text_frame.text = "say hello"
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Second"
    box = second.shapes.add_textbox(Inches(1), Inches(2), Inches(3), Inches(1))
    run = box.text_frame.paragraphs[0].add_run()
    run.text, run.font.size, run.font.bold = "Hello you", Pt(24), True
    second.shapes.add_picture(_picture(), Inches(3), Inches(3), Inches(2))
    third = deck.slides.add_slide(deck.slide_layouts[6])
    table = third.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    table.cell(0, 0).text = "a"
    change(deck)
    out = io.BytesIO()
    deck.save(out)
    return File("deck.pptx", out.getvalue())


def _run(deck: Any) -> Any:
    return deck.slides[1].shapes[1].text_frame.paragraphs[0].runs[0]


def _body(deck: Any) -> Any:
    return deck.slides[0].placeholders[1].text_frame.paragraphs


def _move(slide: int, shape: int, **sides: int) -> Callable[[Any], None]:
    def change(deck: Any) -> None:
        found = deck.slides[slide].shapes[shape]
        # the first value that is set makes a placeholder forget the places that it inherits
        kept = {side: getattr(found, side) for side in ("left", "top", "width", "height")}
        for side, value in (kept | sides).items():
            setattr(found, side, value)

    return change


def _fonts(**values: Any) -> Callable[[Any], None]:
    def change(deck: Any) -> None:
        for name, value in values.items():
            setattr(_run(deck).font, name, value)

    return change


def _colour(deck: Any) -> None:
    _run(deck).font.color.rgb = RGBColor(255, 0, 0)


def _strike(how: str = "sngStrike", slide: int = 1, shape: int = 1) -> Callable[[Any], None]:
    def change(deck: Any) -> None:
        for paragraph in deck.slides[slide].shapes[shape].text_frame.paragraphs:
            for run in paragraph.runs:
                run.font._element.set("strike", how)

    return change


def _another_run(deck: Any) -> None:
    run = deck.slides[1].shapes[1].text_frame.paragraphs[0].add_run()
    run.text, run.font.size = " and more", Pt(24)


def _split(deck: Any) -> None:
    """The same letters in two runs."""
    _run(deck).text = "Hello "
    run = deck.slides[1].shapes[1].text_frame.paragraphs[0].add_run()
    run.text, run.font.size, run.font.bold = "you", Pt(24), True


def _spelt_out(deck: Any) -> None:
    """What the layout says anyway."""
    for paragraph in _body(deck):
        for run in paragraph.runs:
            run.font.size, run.font.name, run.font.bold = Pt(32), "Calibri", False


def _background(*colour: int, slides: int = 3) -> Callable[[Any], None]:
    def change(deck: Any) -> None:
        for slide in list(deck.slides)[:slides]:
            slide.background.fill.solid()
            slide.background.fill.fore_color.rgb = RGBColor(*colour)

    return change


def _bullet(deck: Any) -> None:
    _body(deck)[0]._p.get_or_add_pPr().append(parse_xml(f'<a:buNone xmlns:a="{_A}"/>'))


def _all(*changes: Callable[[Any], object]) -> Callable[[Any], None]:
    def change(deck: Any) -> None:
        for one in changes:
            one(deck)

    return change


def _set(find: Callable[[Any], Any], name: str, value: Any) -> Callable[[Any], None]:
    return lambda deck: setattr(find(deck), name, value)


#: A change, and the option that sees it.
SEEN: list[tuple[str, Callable[[Any], object]]] = [
    ("examine_number_of_slides", lambda d: d.slides.add_slide(d.slide_layouts[6])),
    ("examine_shape", _move(1, 1, left=Inches(1.1))),
    ("examine_shape", _move(2, 0, height=Inches(1.2))),
    ("examine_text", _set(_run, "text", "Hello You")),
    ("examine_text", _set(lambda d: d.slides[2].shapes[0].table.cell(1, 1), "text", "b")),
    ("examine_text", _another_run),
    ("examine_indent", _set(lambda d: _body(d)[1], "level", 2)),
    ("examine_alignment", _set(lambda d: _body(d)[1], "alignment", PP_ALIGN.RIGHT)),
    ("examine_font_name", _fonts(name="Courier New")),
    ("examine_font_size", _fonts(size=Pt(25))),
    ("examine_font_bold", _fonts(bold=None)),
    ("examine_font_italic", _fonts(italic=True)),
    ("examine_color_rgb", _colour),
    ("examine_font_underline", _fonts(underline=True)),
    ("examine_strike_through", _strike()),
    ("examine_bullets", _bullet),
    ("examine_background_color", _background(0, 128, 0, slides=1)),
    ("examine_note", _set(lambda d: d.slides[0].notes_slide.notes_text_frame, "text", "say bye")),
    ("examine_image_size", _move(1, 2, width=Inches(3))),
    ("examine_modify_height", _move(1, 2, height=Inches(3))),
    ("examine_shape_for_shift_size", _move(0, 0, top=Inches(1))),
]


@pytest.mark.parametrize(("option", "change"), SEEN, ids=[f"{n}-{o}" for n, (o, _) in enumerate(SEEN)])
def test_each_option_sees_its_change_alone(option: str, change: Callable[[Any], object]) -> None:
    compare, before, after = get_metric("compare_pptx_files"), _deck(), _deck(change)
    off = {name: False for name, _ in SEEN}
    assert compare(after, before, **off | {option: True}) == 0
    assert compare(before, before, **off | {option: True}) == 1
    assert compare(after, before, **off) == 1


@pytest.mark.parametrize("change", [_split, _spelt_out, _strike("noStrike"), _move(1, 1, left=Inches(1) + 700)])
def test_what_readers_do_not_see_is_no_difference(change: Callable[[Any], object]) -> None:
    assert get_metric("compare_pptx_files")(_deck(change), _deck()) == 1


def _dated(date: str) -> Callable[[Any], None]:
    about = 'id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="datetime1"'
    xml = f'<a:fld xmlns:a="{_A}" {about}><a:t>{date}</a:t></a:fld>'
    return lambda deck: _body(deck)[1]._p.append(parse_xml(xml))


def test_the_day_of_saving_is_no_difference() -> None:
    compare = get_metric("compare_pptx_files")
    assert compare(_deck(_dated("1/2/24")), _deck(_dated("03.04.2025"))) == 1


def _first_look(layout: int, idx: int) -> DeckLook:
    """The look of a text in a placeholder of the default presentation."""
    deck, out = Presentation(), io.BytesIO()
    deck.slides.add_slide(deck.slide_layouts[layout]).placeholders[idx].text = "x"
    deck.save(out)
    return read_deck(out.getvalue()).slides[0].shapes[idx].paragraphs[0].runs[0].look


@pytest.mark.parametrize(
    ("layout", "idx", "look"),
    [
        (0, 0, DeckLook("Calibri", 44.0, colour=(0, 0, 0))),
        (0, 1, DeckLook("Calibri", 32.0, colour=(137, 137, 137))),  # black, mixed with 75 % of white
        (1, 1, DeckLook("Calibri", 32.0, colour=(0, 0, 0))),
        (3, 2, DeckLook("Calibri", 28.0, colour=(0, 0, 0))),  # the master's second placeholder is a date
        (4, 1, DeckLook("Calibri", 24.0, bold=True, colour=(0, 0, 0))),
    ],
)
def test_looks_that_are_inherited(layout: int, idx: int, look: DeckLook) -> None:
    assert _first_look(layout, idx) == look


def test_letters_in_a_shape_have_the_colour_of_its_style() -> None:
    deck, out = Presentation(), io.BytesIO()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    shapes.add_shape(MSO_SHAPE.RECTANGLE, 0, 0, 9, 9).text_frame.text = "x"
    deck.save(out)
    assert read_deck(out.getvalue()).slides[0].shapes[0].paragraphs[0].runs[0].look.colour == (255, 255, 255)


_LOW, _FAR, _HIGH = Emu(4_000_000), Emu(5_000_000), Emu(1_000_000)
#: An option of places, what passes it, and near misses.
PLACES: list[tuple[str, Callable[[Any], object], list[Callable[[Any], object]]]] = [
    (
        "examine_title_bottom_position",
        _move(0, 0, top=_LOW),
        [lambda _: None, _move(0, 0, top=Emu(3_000_000)), _all(_move(0, 0, top=_LOW), _move(1, 1, left=0))],
    ),
    (
        "examine_table_bottom_position",
        _move(2, 0, top=_LOW),
        [lambda _: None, _move(2, 0, top=Emu(3_000_000)), _all(_move(2, 0, top=_LOW), _move(1, 1, left=0))],
    ),
    (
        "examine_right_position",
        _move(1, 2, left=_FAR),
        [lambda _: None, _move(1, 2, left=Emu(4_000_000)), _move(0, 0, left=_FAR)],
    ),
    (
        "examine_top_position",
        _move(1, 2, top=_HIGH),
        [lambda _: None, _move(1, 2, top=Emu(2_500_000)), _move(1, 1, top=_HIGH)],
    ),
]


@pytest.mark.parametrize(("option", "right", "wrong"), PLACES, ids=[p[0] for p in PLACES])
def test_shapes_that_should_move(
    option: str, right: Callable[[Any], object], wrong: list[Callable[[Any], object]]
) -> None:
    def compare(change: Callable[[Any], object]) -> float:
        return get_metric("compare_pptx_files")(_deck(change), _deck(), examine_shape=False, **{option: True})

    assert compare(right) == 1
    assert [compare(change) for change in wrong] == [0, 0, 0]


def _numbered(*colours: str) -> File:
    """A slide for each colour, with its number in that colour."""
    deck = Presentation()
    for n, colour in enumerate(colours):
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        slide.shapes._spTree.append(
            parse_xml(
                f'<p:sp xmlns:p="{_P}" xmlns:a="{_A}"><p:nvSpPr><p:cNvPr id="{n + 9}" name="n"/><p:cNvSpPr/><p:nvPr>'
                f'<p:ph type="sldNum" idx="12"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p>'
                f'<a:fld id="{{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}}" type="slidenum"><a:rPr><a:solidFill>'
                f'<a:srgbClr val="{colour}"/></a:solidFill></a:rPr><a:t>{n + 1}</a:t></a:fld></a:p></p:txBody></p:sp>'
            )
        )
    out = io.BytesIO()
    deck.save(out)
    return File("deck.pptx", out.getvalue())


def _stretched(left: float = 0, width: float = 10, colour: tuple[int, int, int] = (10, 200, 30)) -> File:
    return _pictured(colour, Inches(left), 0, Inches(width), Inches(7.5))


def _pictured(colour: tuple[int, int, int], *box: int) -> File:
    deck = Presentation()
    deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_picture(_picture(colour), *box)
    out = io.BytesIO()
    deck.save(out)
    return File("deck.pptx", out.getvalue())


def _portrait(deck: Any) -> None:
    deck.slide_width, deck.slide_height = deck.slide_height, deck.slide_width


def _square(deck: Any) -> None:
    deck.slide_width = deck.slide_height


def _transition(kind: str, slide: int = 1) -> Callable[[Any], None]:
    xml = f'<p:transition xmlns:p="{_P}"><p:{kind}/></p:transition>'
    return lambda deck: deck.slides[slide]._element.append(parse_xml(xml))


_STRUCK = {"slide_index_s": [1], "shape_index_s": [1], "paragraph_index_s": [0]}
#: A metric, its rules, a right presentation, and near misses.
FACTS: list[tuple[str, tuple[Any, ...], File, list[File]]] = [
    ("check_slide_orientation_Portrait", (), _deck(_portrait), [_deck(), _deck(_square), _numbered()]),
    (
        "check_strikethrough",
        (_STRUCK,),
        _deck(_strike()),
        [
            _deck(),
            _deck(_strike("noStrike")),
            _deck(_all(_strike(), _another_run)),
            _deck(_strike(slide=0)),
            _numbered(),
        ],
    ),
    (
        "check_transition",
        ({"slide_idx": 1, "transition_type": "dissolve"},),
        _deck(_transition("dissolve")),
        [_deck(), _deck(_transition("fade")), _deck(_transition("dissolve", 0)), _numbered()],
    ),
    (
        "check_slide_numbers_color",
        (),
        _numbered("FF0000", "FF0000"),
        [_numbered("FF0000", "0000FF"), _numbered("FE0000"), _deck()],
    ),
    (
        "check_page_number_colors",
        ({"color": "blue"},),
        _numbered("1010F0", "0000FF"),
        [_numbered("FF0000"), _numbered("0000FF", "000000"), _numbered("606090")],
    ),
    (
        "check_page_number_colors",
        ({"color": "black"},),
        _numbered("101010"),
        [_numbered("FF0000"), _numbered("404040"), _numbered("000000", "FFFFFF")],
    ),
    (
        "check_image_stretch_and_center",
        (_stretched(2, 4),),
        _stretched(),
        [_stretched(2, 4), _stretched(1, 9), _stretched(colour=(0, 0, 0)), _deck()],
    ),
]


@pytest.mark.parametrize(("name", "rules", "right", "wrong"), FACTS, ids=[f"{n}-{f[0]}" for n, f in enumerate(FACTS)])
def test_single_facts(name: str, rules: tuple[Any, ...], right: File, wrong: list[File]) -> None:
    assert get_metric(name)(right, *rules) == 1
    assert [get_metric(name)(file, *rules) for file in wrong] == [0] * len(wrong)


@pytest.mark.parametrize(
    ("change", "rules", "score"),
    [
        (_background(0, 0, 255), {}, 1.0),
        (_background(0, 0, 255), {"original_rgb": [255, 0, 0]}, 1.0),
        (_background(0, 0, 255, slides=1), {}, pytest.approx(1 / 3 + 2 / 3 * (1 - (2 / 3) ** 0.5))),
        (_background(0, 0, 255), {"original_rgb": [0, 0, 255]}, 0.0),
        (_background(255, 255, 0), {}, 0.0),
    ],
)
def test_backgrounds_near_a_colour(change: Callable[[Any], object], rules: Mapping[str, Any], score: object) -> None:
    metric = get_metric("evaluate_presentation_fill_to_rgb_distance")
    assert metric(_deck(change), {"rgb": [0, 0, 255], **rules}) == score


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("check_strikethrough", _STRUCK | {"shape_index_s": []}),
        ("check_page_number_colors", {"color": "mauve"}),
    ],
)
def test_rules_that_would_pass_anything_are_refused(name: str, rules: Mapping[str, Any]) -> None:
    with pytest.raises(TaskFileError, match="got"):
        get_metric(name)(_numbered("000000"), rules)


def test_unknown_options_are_refused_where_they_are_given_and_named_where_they_are_sorted() -> None:
    with pytest.raises(TaskFileError, match="examine_colour"):
        get_metric("compare_pptx_files")(_deck(), _deck(), examine_colour=True)
    found = sort_options("compare_pptx_files", {"examine_colour": True, "examine_shape": False}, expected=True)
    assert found == ({"examine_shape": False}, ("examine_colour",))


@pytest.mark.parametrize(("version", "score"), [("2024", 0.0), ("verified", 1.0)])
@pytest.mark.parametrize("kind", ["omnigym", "published"])
def test_a_level_of_1_for_0_is_none_in_verified(kind: ScorerKind, version: TaskVersion, score: float) -> None:
    def of(level: int) -> File:
        return _deck(_set(lambda d: _body(d)[1], "level", level))

    compare = get_metric("compare_pptx_files", WhichScorer(kind, version))
    for level, expected in ((0, 1.0), (1, score), (2, 0.0)):  # a level has a size and a sign of its own
        assert compare(of(level), of(0), examine_font_size=False, examine_bullets=False) == expected


@pytest.mark.parametrize("kind", ["omnigym", "published"])
def test_colours_2_of_255_apart_differ(kind: ScorerKind) -> None:
    def of(red: int) -> File:
        return _deck(lambda d: setattr(_run(d).font.color, "rgb", RGBColor(red, 0, 0)))

    compare = get_metric("compare_pptx_files", WhichScorer(kind))
    assert (compare(of(200), of(200)), compare(of(202), of(200))) == (1.0, 0.0)


@pytest.mark.parametrize("value", [None, "deck.pptx", File("deck.pptx", b""), File("deck.pptx", b"PK\x03\x04")])
def test_what_is_no_presentation(value: object) -> None:
    with pytest.raises(UnreadableError):
        get_metric("compare_pptx_files")(value, _deck())
