"""Metrics of presentations (.pptx)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import Parameter, Signature, signature
from math import dist
from typing import Any, TypeAlias

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.decks import (
    Colour,
    DeckLook,
    DeckParagraph,
    DeckRun,
    ScoredDeck,
    ScoredSlide,
    Shape,
    read_deck,
)
from omnigym.benchmarks.osworld.scorer.given import content_of
from omnigym.benchmarks.osworld.scorer.registry import Metric, metric
from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import show_value

__all__ = [
    "check_image_stretch_and_center",
    "check_page_number_colors",
    "check_slide_numbers_color",
    "check_slide_orientation_portrait",
    "check_strikethrough",
    "check_transition",
    "compare_pptx_files",
    "evaluate_presentation_fill_to_rgb_distance",
]

#: LibreOffice keeps places in hundredths of a millimetre, so that saving moves a shape by up to this many EMU.
_ROUNDED = 3600
#: How far a stretched picture may be off, in EMU: half an inch.
_STRETCHED = 457_200
#: What the options below are bound to: the published ones know one file each, and this text or slide of it.
_LOWERED_TITLE, _LOWERED_TABLE, _LOWEST = "Product Comparison", 2, 3_600_000
_MOVED_SLIDE, _RIGHTMOST, _TOPMOST = 1, 4_320_000, 1_980_000
_FREE_TEXT = "Elaborate on what you want to discuss."

#: Whether a position option is about a shape, on a slide of an index; and whether that shape has moved as it should.
_Concerns: TypeAlias = Callable[[int, Shape, Shape], bool]
_Moved: TypeAlias = Callable[[Shape, Shape], bool]


@dataclass(frozen=True, slots=True)
class _Options:
    """The options of `compare_pptx_files`, with the values that they have by default."""

    approximately_tolerance: float = 0.005
    enable_debug: bool = False
    examine_alignment: bool = True
    examine_background_color: bool = True
    examine_bullets: bool = True
    examine_color_rgb: bool = True
    examine_font_bold: bool = True
    examine_font_italic: bool = True
    examine_font_name: bool = True
    examine_font_size: bool = True
    examine_font_underline: bool = True
    examine_image_size: bool = False
    examine_indent: bool = True
    examine_modify_height: bool = False
    examine_note: bool = True
    examine_number_of_slides: bool = True
    examine_right_position: bool = False
    examine_run_count: bool = True
    examine_shape: bool = True
    examine_shape_for_shift_size: bool = False
    examine_strike_through: bool = True
    examine_table_bottom_position: bool = False
    examine_text: bool = True
    examine_title_bottom_position: bool = False
    examine_top_position: bool = False
    #: Which version's levels of paragraphs count: in "verified" 0 and 1 look the same.
    version: TaskVersion = "verified"


_KNOWN = frozenset(f.name for f in fields(_Options)) - {"version"}


def _with_options(function: Metric) -> Metric:
    """The function with its options in its signature, by which a task's are checked before it is played."""
    states = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("result", "expected")]
    options = [p.replace(kind=Parameter.KEYWORD_ONLY) for p in signature(_Options).parameters.values()]
    function.__signature__ = Signature([*states, *options])  # type: ignore[attr-defined]
    return function


@metric("compare_pptx_files", versioned=True)
@_with_options
def compare_pptx_files(result: Any, expected: Any, **options: Any) -> float:
    """Return whether two presentations agree in all that the options name, slide by slide and shape by shape.

    Looks are compared as readers see them, inherited ones too, letter by letter, so that ``examine_run_count`` has no
    meaning. The published function compares what the two files spell out, run by run. That of 2024 passes over slides,
    paragraphs and runs that only one of them has; that of "verified" passes over moved shapes without text. Shapes that
    a position option is about must be there.

    Args:
        result, expected: The files.
        options: ``examine_...`` by name; those of places are off by default, all others on. And ``version``, that of
            the task files: in "verified" the levels 0 and 1 of a paragraph are equal.

    Raises:
        TaskFileError: An option is unknown.
    """
    unknown = sorted(options.keys() - _KNOWN - {"version"})
    if unknown:
        raise TaskFileError(
            f"compare_pptx_files has no option {show_value(unknown[0])}. It has {', '.join(sorted(_KNOWN))}."
        )
    chosen = _Options(**options)
    found, wanted = read_deck(content_of(result)), read_deck(content_of(expected))
    if chosen.examine_number_of_slides and len(found.slides) != len(wanted.slides):
        return 0.0
    if bool(found.slides) != bool(wanted.slides):
        return 0.0
    # Without that option the common slides alone are compared.
    pairs = list(zip(found.slides, wanted.slides, strict=False))
    same = all(_same_slide(a, b, chosen) for a, b in pairs)
    return float(same and _moved(pairs, chosen))


def _same_slide(a: ScoredSlide, b: ScoredSlide, chosen: _Options) -> bool:
    if chosen.examine_background_color and a.background != b.background:
        return False
    if chosen.examine_note and a.notes != b.notes:
        return False
    if len(a.shapes) != len(b.shapes):
        return False
    if not all(_same_place(x, y, chosen) for x, y in zip(a.shapes, b.shapes, strict=True)):
        return False
    texts, others = list(a.texts()), list(b.texts())
    if len(texts) != len(others) or not all(_same_text(x, y, chosen) for x, y in zip(texts, others, strict=True)):
        return False
    return all(_same_table(x, y, chosen) for x, y in zip(a.shapes, b.shapes, strict=True))


# -- places -----------------------------------------------------------------------------------------------------------


def _same_place(a: Shape, b: Shape, chosen: _Options) -> bool:
    """Whether a shape is where it should be, for all options but those of `_moved`."""
    at_place = all(_near(x, y, chosen) for x, y in zip(a.box, b.box, strict=True))
    wanted = []
    if chosen.examine_shape:
        wanted.append(at_place and a.kind == b.kind)
    if chosen.examine_shape_for_shift_size:
        wanted.append(at_place or a.text == b.text == _FREE_TEXT)
    if chosen.examine_image_size:
        pictures = a.kind == b.kind == "pic"
        wanted.append(
            all(_near(x, y, chosen) for x, y in zip(a.box[2:], b.box[2:], strict=True)) if pictures else at_place
        )
    if chosen.examine_modify_height:
        drawn = (a.text is None and b.text is None) or (a.freeform and b.freeform)
        wanted.append(_near(a.box[3], b.box[3], chosen) if drawn else at_place)
    return all(wanted)


def _near(a: int | None, b: int | None, chosen: _Options) -> bool:
    if a is None or b is None:
        return a == b
    return abs(a - b) <= max(_ROUNDED, chosen.approximately_tolerance * max(abs(a), abs(b)))


def _moved(pairs: Sequence[tuple[ScoredSlide, ScoredSlide]], chosen: _Options) -> bool:
    """Whether the shapes that the position options are about have moved, and, for two of them, no others."""
    shapes = [(at, x, y) for at, (a, b) in enumerate(pairs) for x, y in zip(a.shapes, b.shapes, strict=True)]

    def title(_at: int, a: Shape, b: Shape) -> bool:
        return a.text == b.text == _LOWERED_TITLE

    def table(at: int, a: Shape, b: Shape) -> bool:
        return at == _LOWERED_TABLE and a.kind == b.kind == "table"

    def plain(at: int, a: Shape, b: Shape) -> bool:
        return at == _MOVED_SLIDE and a.text is None and b.text is None

    def picture(at: int, a: Shape, b: Shape) -> bool:
        return at == _MOVED_SLIDE and a.kind == b.kind == "pic"

    def lower(a: Shape, b: Shape) -> bool:
        return _at(a, 1) > _at(b, 1) and _at(a, 1) >= _LOWEST

    def right(a: Shape, b: Shape) -> bool:
        return _at(a, 0) > _at(b, 0) and _at(a, 0) >= _RIGHTMOST

    def higher(a: Shape, b: Shape) -> bool:
        return _at(a, 1) < _at(b, 1) and _at(a, 1) <= _TOPMOST

    examined: list[tuple[bool, _Concerns, _Moved, bool]] = [
        (chosen.examine_title_bottom_position, title, lower, True),
        (chosen.examine_table_bottom_position, table, lower, True),
        (chosen.examine_right_position, plain, right, False),
        (chosen.examine_top_position, picture, higher, False),
    ]
    for asked, concerns, has_moved, alone in examined:
        if not asked:
            continue
        concerned = [(a, b) for at, a, b in shapes if concerns(at, a, b)]
        others = [(a, b) for at, a, b in shapes if not concerns(at, a, b)]
        if not concerned or not all(has_moved(a, b) for a, b in concerned):
            return False
        if alone and not all(_near(x, y, chosen) for a, b in others for x, y in zip(a.box, b.box, strict=True)):
            return False
    return True


def _at(shape: Shape, side: int) -> int:
    return shape.box[side] or 0


# -- texts ------------------------------------------------------------------------------------------------------------


def _same_text(a: Shape, b: Shape, chosen: _Options) -> bool:
    return _same_paragraphs(a.paragraphs, b.paragraphs, chosen)


def _same_table(a: Shape, b: Shape, chosen: _Options) -> bool:
    if [len(row) for row in a.cells] != [len(row) for row in b.cells]:
        return False
    cells = zip([c for row in a.cells for c in row], [c for row in b.cells for c in row], strict=True)
    return all(_same_paragraphs(x, y, chosen) for x, y in cells)


def _same_paragraphs(a: Sequence[DeckParagraph], b: Sequence[DeckParagraph], chosen: _Options) -> bool:
    """Empty paragraphs at the end are no difference: programs add and drop them."""
    a, b = _written(a), _written(b)
    if len(a) != len(b):
        return not chosen.examine_text and _same_looks(a, b, chosen)
    return all(_same_paragraph(x, y, chosen) for x, y in zip(a, b, strict=True))


def _written(paragraphs: Sequence[DeckParagraph]) -> list[DeckParagraph]:
    count = max((n for n, p in enumerate(paragraphs, 1) if p.text.strip()), default=0)
    return list(paragraphs[:count])


def _same_paragraph(a: DeckParagraph, b: DeckParagraph, chosen: _Options) -> bool:
    if chosen.examine_text and a.text.rstrip() != b.text.rstrip():
        return False
    if chosen.examine_alignment and a.alignment != b.alignment:
        return False
    if chosen.examine_indent and a.level != b.level and (chosen.version == "2024" or {a.level, b.level} != {0, 1}):
        return False
    if chosen.examine_bullets and a.text.strip() and b.text.strip() and a.bullet != b.bullet:
        return False
    if a.text.rstrip() != b.text.rstrip():
        return _same_looks([a], [b], chosen)
    letters = zip(_letters(a.runs), _letters(b.runs), strict=False)  # what is left is spaces at the end
    return all(x is y or _same_look(x, y, chosen) for x, y in letters)


def _letters(runs: Sequence[DeckRun]) -> Iterator[DeckLook]:
    """The look of each letter but spaces, which nobody sees."""
    return (run.look for run in runs for letter in run.text if not letter.isspace())


def _same_look(a: DeckLook, b: DeckLook, chosen: _Options) -> bool:
    return _examined(a, chosen) == _examined(b, chosen)


def _same_looks(a: Sequence[DeckParagraph], b: Sequence[DeckParagraph], chosen: _Options) -> bool:
    """Whether two texts that differ have the same looks in them; one without letters has none."""
    first, second = _looks(a, chosen), _looks(b, chosen)
    return not first or not second or first == second


def _looks(paragraphs: Sequence[DeckParagraph], chosen: _Options) -> set[DeckLook]:
    return {_examined(run.look, chosen) for p in paragraphs for run in p.runs if run.text.strip()}


def _examined(look: DeckLook, chosen: _Options) -> DeckLook:
    """A look without what is not examined."""
    usual = DeckLook()
    return DeckLook(
        look.font.casefold() if chosen.examine_font_name else usual.font,
        look.size if chosen.examine_font_size else usual.size,
        look.bold if chosen.examine_font_bold else usual.bold,
        look.italic if chosen.examine_font_italic else usual.italic,
        look.colour if chosen.examine_color_rgb else usual.colour,
        look.underline if chosen.examine_font_underline else usual.underline,
        look.strike if chosen.examine_strike_through else usual.strike,
    )


# -- single facts -----------------------------------------------------------------------------------------------------


@metric("check_image_stretch_and_center")
def check_image_stretch_and_center(result: object, original: object) -> float:
    """Return whether the first picture of the original's first slide now fills its slide, within half an inch."""
    found, before = read_deck(content_of(result)), read_deck(content_of(original))
    pictures = [s.picture for s in _slide(before, 0).shapes if s.picture]
    if not pictures:
        raise UnreadableError("Expected a picture on the first slide of the original, got none.")
    wanted = (0, 0, before.width, before.height)
    boxes = [s.box for s in _slide(found, 0).shapes if s.picture == pictures[0]]
    return float(any(all(abs((x or 0) - y) <= _STRETCHED for x, y in zip(b, wanted, strict=True)) for b in boxes))


def _slide(deck: ScoredDeck, at: int) -> ScoredSlide:
    if not -len(deck.slides) <= at < len(deck.slides):
        raise UnreadableError(f"Expected a slide of index {at}, got {len(deck.slides)} slides.")
    return deck.slides[at]


@metric("check_slide_numbers_color")
def check_slide_numbers_color(result: object) -> float:
    """Return whether all slide numbers are pure red."""
    colours = _number_colours(read_deck(content_of(result)))
    return float(bool(colours) and all(c == (255, 0, 0) for c in colours))


def _number_colours(deck: ScoredDeck) -> list[Colour | None]:
    """The colours of the slide numbers that are shown; where slides have none of their own, of the masters'."""
    shapes = [s for slide in deck.slides for s in slide.texts()]
    shapes = [s for s in shapes if s.field == "sldNum"] or [s for s in shapes if (s.text or "").strip().isdigit()]
    shown_ = [run.look.colour for s in shapes for p in s.paragraphs for run in p.runs if run.text.strip()]
    return shown_ or list(deck.number_colours)


@metric("check_page_number_colors")
def check_page_number_colors(result: object, rules: Mapping[str, object]) -> float:
    """Return whether all slide numbers have the rule's ``color``: red, green or blue higher by 50, or black.

    The published function takes the last colour but one of the first master's file for that of the numbers, and passes
    any colour whose name it does not know.

    Raises:
        TaskFileError: The colour is none of the four.
    """
    name = rules["color"]
    if name not in ("red", "green", "blue", "black"):
        raise TaskFileError(f"Expected the color red, green, blue or black, got {show_value(name)}. Change the rule.")
    colours = _number_colours(read_deck(content_of(result)))
    return float(bool(colours) and all(c is not None and _is_called(c, name) for c in colours))


def _is_called(colour: Colour, name: str) -> bool:
    if name == "black":
        return max(colour) < 50
    at = ("red", "green", "blue").index(name)
    return all(colour[at] > other + 50 for n, other in enumerate(colour) if n != at)


@metric("check_strikethrough")
def check_strikethrough(result: Any, rules: Mapping[str, Any]) -> float:
    """Return whether the paragraphs of ``slide_index_s``, ``shape_index_s``, ``paragraph_index_s`` are struck through.

    The published function looks at the first run alone, takes "not struck" for struck, and passes empty lists.

    Raises:
        TaskFileError: A list is empty.
    """
    slides, shapes, paragraphs = (rules[f"{part}_index_s"] for part in ("slide", "shape", "paragraph"))
    if not slides or not shapes or not paragraphs:
        raise TaskFileError("check_strikethrough expects indices of slides, shapes and paragraphs, got an empty list.")
    deck = read_deck(content_of(result))
    try:
        chosen = [deck.slides[s].shapes[t].paragraphs[p] for s in slides for t in shapes for p in paragraphs]
    except IndexError:
        return 0.0
    return float(all(p.text.strip() and all(x.strike != "noStrike" for x in _letters(p.runs)) for p in chosen))


@metric("check_slide_orientation_Portrait")
def check_slide_orientation_portrait(result: object) -> float:
    """Return whether the slides are higher than wide."""
    deck = read_deck(content_of(result))
    return float(deck.width < deck.height)


@metric("evaluate_presentation_fill_to_rgb_distance")
def evaluate_presentation_fill_to_rgb_distance(result: Any, rules: Mapping[str, Any]) -> float:
    """Return how near the backgrounds are to the rule's ``rgb``, in [0, 1], on average of all slides.

    A slide without a plain colour counts 0, and so does one that still has ``original_rgb``.
    """
    wanted, before = [int(c) for c in rules["rgb"]], rules.get("original_rgb")
    deck = read_deck(content_of(result))
    if not deck.slides:
        return 0.0
    near = [_nearness(slide.background, wanted, before) for slide in deck.slides]
    return sum(near) / len(near)


def _nearness(found: Colour | str, wanted: Sequence[int], before: Sequence[int] | None) -> float:
    if isinstance(found, str) or (before is not None and list(found) == list(before)):
        return 0.0
    return 1.0 - dist(found, wanted) / dist((0, 0, 0), (255, 255, 255))


@metric("check_transition")
def check_transition(result: Any, rules: Mapping[str, Any]) -> float:
    """Return whether slide ``slide_idx`` of the rule has the transition ``transition_type``, as files name it."""
    deck = read_deck(content_of(result))
    at = int(rules["slide_idx"])
    return float(0 <= at < len(deck.slides) and rules["transition_type"] in deck.slides[at].transitions)
