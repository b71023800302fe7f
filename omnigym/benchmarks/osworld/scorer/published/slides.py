"""Published metrics of presentations, which compare what files spell out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.decks import open_presentation
from omnigym.benchmarks.osworld.scorer.given import content_of
from omnigym.benchmarks.osworld.scorer.published._values import Rule, Untyped
from omnigym.benchmarks.osworld.scorer.registry import published_metric
from omnigym.foreign import Package, convert_errors, parse_xml

__all__: list[str] = []

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_SIDES = ("left", "top", "width", "height")
#: Kinds of shapes, fillings by their numbers in python-pptx.
_PICTURE, _TABLE, _FREEFORM, _SOLID, _INHERITED = 13, 19, 5, 1, 5
#: What the position options are bound to.
_LOWERED_TITLE, _LOWERED_TABLE, _LOWEST = "Product Comparison", 3, 3_600_000
_MOVED_SLIDE, _RIGHTMOST, _TOPMOST = 2, 4_320_000, 1_980_000
_FREE_TEXT = "Elaborate on what you want to discuss."
_STRETCHED = 457_200


@dataclass(frozen=True, slots=True)
class _Examined:
    """The options of a comparison by their names without ``examine_``, and the version."""

    version: TaskVersion
    tolerance: float
    alignment: bool
    background_color: bool
    bullets: bool
    color_rgb: bool
    font_bold: bool
    font_italic: bool
    font_name: bool
    font_size: bool
    font_underline: bool
    image_size: bool
    indent: bool
    modify_height: bool
    note: bool
    right_position: bool
    run_count: bool
    shape: bool
    shape_for_shift_size: bool
    strike_through: bool
    table_bottom_position: bool
    text: bool
    title_bottom_position: bool
    top_position: bool

    @property
    def is_old(self) -> bool:
        """Whether it is the function of 2024."""
        return self.version == "2024"

    def near(self, a: Untyped, b: Untyped) -> bool:
        """Whether two lengths are equal, in "verified" within the tolerance of the larger one."""
        if a == b or self.is_old:
            return bool(a == b)
        return bool(a != 0 and b != 0 and abs(a - b) / max(abs(a), abs(b)) <= self.tolerance)


@published_metric("compare_pptx_files")
def compare_pptx_files(
    version: TaskVersion,
    result: object,
    expected: object,
    approximately_tolerance: float = 0.005,
    enable_debug: bool = True,
    examine_alignment: bool = True,
    examine_background_color: bool = True,
    examine_bullets: bool = True,
    examine_color_rgb: bool = True,
    examine_font_bold: bool = True,
    examine_font_italic: bool = True,
    examine_font_name: bool = True,
    examine_font_size: bool = True,
    examine_font_underline: bool = True,
    examine_image_size: bool = False,
    examine_indent: bool = True,
    examine_modify_height: bool = False,
    examine_note: bool = True,
    examine_number_of_slides: bool = True,
    examine_right_position: bool = False,
    examine_run_count: bool = True,
    examine_shape: bool = True,
    examine_shape_for_shift_size: bool = False,
    examine_strike_through: bool = True,
    examine_table_bottom_position: bool = False,
    examine_text: bool = True,
    examine_title_bottom_position: bool = False,
    examine_top_position: bool = False,
) -> float:
    """Return whether two presentations spell out the same, slide by slide, shape by shape and run by run.

    In 2024 shapes, paragraphs and runs that only one of them has are passed over, and lengths and looks are equal or
    not. In "verified" their numbers count, lengths have a tolerance, and a missing look is "left" or "no".
    """
    del enable_debug
    examined = _Examined(
        version,
        approximately_tolerance,
        examine_alignment,
        examine_background_color,
        examine_bullets,
        examine_color_rgb,
        examine_font_bold,
        examine_font_italic,
        examine_font_name,
        examine_font_size,
        examine_font_underline,
        examine_image_size,
        examine_indent,
        examine_modify_height,
        examine_note,
        examine_right_position,
        examine_run_count,
        examine_shape,
        examine_shape_for_shift_size,
        examine_strike_through,
        examine_table_bottom_position,
        examine_text,
        examine_title_bottom_position,
        examine_top_position,
    )
    found, wanted = open_presentation(content_of(result)), open_presentation(content_of(expected))
    if examine_number_of_slides and len(found.slides) != len(wanted.slides):
        return 0.0
    pairs = enumerate(zip(found.slides, wanted.slides, strict=False), 1)
    return float(all(_same_slide(number, a, b, examined) for number, (a, b) in pairs))


def _same_slide(number: int, a: Untyped, b: Untyped, examined: _Examined) -> bool:
    if examined.background_color and not examined.is_old and _background(a) != _background(b):
        return False
    if examined.note and _notes(a) != _notes(b):
        return False
    if not examined.is_old and len(a.shapes) != len(b.shapes):
        return False
    shapes = zip(a.shapes, b.shapes, strict=False)
    if not all(_same_shape(number, x, y, examined) for x, y in shapes):
        return False
    return examined.is_old or _same_texts(list(_text_shapes(a.shapes)), list(_text_shapes(b.shapes)), examined)


def _background(slide: Untyped) -> Untyped:
    """The colour of a slide's background, or of its master's; None for any other."""
    fill = _shown_fill(slide)
    return None if fill is None else fill.fore_color.rgb


def _shown_fill(slide: Untyped) -> Untyped:
    for fill in (slide.background.fill, slide.slide_layout.slide_master.background.fill):
        if fill.type == _SOLID:
            return fill
        if fill.type != _INHERITED:
            return None
    return None


def _notes(slide: Untyped) -> str:
    """The notes of a slide; one without gets some, which are empty."""
    return str(slide.notes_slide.notes_text_frame.text).strip()


def _text_shapes(shapes: Untyped) -> Iterator[Untyped]:
    """All shapes with texts, those in groups too."""
    for shape in shapes:
        if hasattr(shape, "text") and hasattr(shape, "text_frame"):
            yield shape
        if hasattr(shape, "shapes"):
            yield from _text_shapes(shape.shapes)


def _same_texts(a: Sequence[Untyped], b: Sequence[Untyped], examined: _Examined) -> bool:
    """Whether all texts agree, those in groups too, and are aligned in the same way."""
    if len(a) != len(b) or not examined.alignment:
        return len(a) == len(b)
    for x, y in zip(a, b, strict=True):
        if examined.text and x.text.strip() != y.text.strip():
            return False
        first, second = x.text_frame.paragraphs, y.text_frame.paragraphs
        if [_alignment(p) for p in first] != [_alignment(p) for p in second]:
            return False
    return True


def _alignment(paragraph: Untyped) -> str:
    return "LEFT" if paragraph.alignment is None else str(paragraph.alignment.name)


# -- shapes -----------------------------------------------------------------------------------------------------------


def _same_shape(number: int, a: Untyped, b: Untyped, examined: _Examined) -> bool:
    if not _same_place(number, a, b, examined):
        return False
    if not examined.is_old and a.shape_type == _TABLE and not _same_table(a.table, b.table, examined):
        return False
    if not (hasattr(a, "text") and hasattr(b, "text")):
        return True
    if examined.text and a.text.strip() != b.text.strip():
        return False
    first, second = a.text_frame.paragraphs, b.text_frame.paragraphs
    if not examined.is_old and len(first) != len(second):
        return False
    return all(_same_paragraph(x, y, examined) for x, y in zip(first, second, strict=False))


def _same_place(number: int, a: Untyped, b: Untyped, examined: _Examined) -> bool:
    texts = [getattr(shape, "text", None) for shape in (a, b)]
    at_place = all(examined.near(getattr(a, side), getattr(b, side)) for side in _SIDES)
    if not _has_moved(number, a, b, examined, at_place=at_place):
        return False
    if examined.shape_for_shift_size and not at_place and not texts[0] == texts[1] == _FREE_TEXT:
        return False
    if examined.shape and not at_place and (examined.is_old or any((text or "").strip() for text in texts)):
        return False
    if examined.image_size:
        pictures = a.shape_type == b.shape_type == _PICTURE
        sized = all(examined.near(getattr(a, side), getattr(b, side)) for side in _SIDES[2:])
        if not (sized if pictures else at_place):
            return False
    if examined.modify_height:
        drawn = texts == [None, None] or a.shape_type == b.shape_type == _FREEFORM
        return examined.near(a.height, b.height) if drawn else at_place
    return True


def _has_moved(number: int, a: Untyped, b: Untyped, examined: _Examined, *, at_place: bool) -> bool:
    """Whether a shape that a position option is about has moved; of two options the others are to stay."""
    texts = [getattr(shape, "text", None) for shape in (a, b)]
    lower = a.top > b.top and a.top >= _LOWEST
    wanted = []
    if examined.title_bottom_position:
        same = texts[0] is not None and texts[0] == texts[1]
        wanted.append(texts[0] != _LOWERED_TITLE or lower if same else at_place)
    if examined.table_bottom_position:
        tables = number == _LOWERED_TABLE and a.shape_type == b.shape_type == _TABLE
        wanted.append(lower if tables else at_place)
    if examined.right_position and number == _MOVED_SLIDE and texts == [None, None]:
        wanted.append(a.left > b.left and a.left >= _RIGHTMOST)
    if examined.top_position:
        pictures = number == _MOVED_SLIDE and a.shape_type == b.shape_type == _PICTURE
        wanted.append(a.top < b.top and a.top <= _TOPMOST if pictures else at_place or not examined.is_old)
    return all(wanted)


def _same_table(a: Untyped, b: Untyped, examined: _Examined) -> bool:
    """Whether two tables have as many cells, paragraphs and runs, and these the same colours and shapes of letters."""
    sizes = [(len(table.rows), len(table.columns)) for table in (a, b)]
    if sizes[0] != sizes[1]:
        return False
    rows, columns = sizes[0]
    for row in range(rows):
        for column in range(columns):
            first, second = (table.cell(row, column).text_frame.paragraphs for table in (a, b))
            if len(first) != len(second):
                return False
            for x, y in zip(first, second, strict=True):
                runs, others = _runs(x, y)
                if examined.run_count and len(runs) != len(others):
                    return False
                if not all(_same_cell_run(*pair, examined) for pair in zip(runs, others, strict=False)):
                    return False
    return True


def _same_cell_run(a: Untyped, b: Untyped, examined: _Examined) -> bool:
    if examined.color_rgb and not _same_colour(a, b):
        return False
    return bool(a.font.bold) == bool(b.font.bold) and bool(a.font.italic) == bool(b.font.italic) and _same_line(a, b)


# -- texts ------------------------------------------------------------------------------------------------------------


def _runs(a: Untyped, b: Untyped) -> tuple[list[Untyped], list[Untyped]]:
    """The runs of two paragraphs; of two without text those that say something."""
    runs = list(a.runs), list(b.runs)
    if not a.text.strip() and not b.text.strip():
        runs = [run for run in runs[0] if run.text.strip()], [run for run in runs[1] if run.text.strip()]
    return runs


def _same_paragraph(a: Untyped, b: Untyped, examined: _Examined) -> bool:
    if examined.alignment:
        same = a.alignment == b.alignment if examined.is_old else _alignment(a) == _alignment(b)
        if not same:
            return False
    if examined.text and a.text != b.text:
        return False
    if examined.indent and a.level != b.level and (examined.is_old or {a.level, b.level} != {0, 1}):
        return False
    runs, others = (a.runs, b.runs) if examined.is_old else _runs(a, b)
    if not examined.is_old and examined.run_count and len(runs) != len(others):
        return False
    return all(_same_run(x, y, examined) for x, y in zip(runs, others, strict=False))


def _same_run(a: Untyped, b: Untyped, examined: _Examined) -> bool:
    one, other = a.font, b.font

    def flag(x: Untyped, y: Untyped) -> bool:
        return bool(x == y if examined.is_old else bool(x) == bool(y))

    wanted = [
        not examined.font_name or one.name == other.name,
        not examined.font_size or one.size == other.size,
        not examined.font_bold or flag(one.bold, other.bold),
        not examined.font_italic or flag(one.italic, other.italic),
        not examined.color_rgb or _same_colour(a, b),
        not examined.font_underline or (one.underline == other.underline if examined.is_old else _same_line(a, b)),
        not examined.strike_through or _strike(a) == _strike(b),
    ]
    return all(wanted) and (not examined.bullets or _same_bullets(a, b, examined))


def _same_colour(a: Untyped, b: Untyped) -> bool:
    """Whether two runs spell out one colour; one that spells out none, or a colour of the theme, is passed over."""
    one, other = a.font.color, b.font.color
    return not (hasattr(one, "rgb") and hasattr(other, "rgb")) or one.rgb == other.rgb


def _same_line(a: Untyped, b: Untyped) -> bool:
    """Whether two runs are underlined alike; a run that says nothing differs from a plain line alone."""
    one, other = a.font.underline, b.font.underline
    if one is None or other is None:
        return one is other or (one is not True and other is not True)
    return bool(one == other)


def _strike(run: Untyped) -> str:
    return str(run.font._element.get("strike", "noStrike"))


def _same_bullets(a: Untyped, b: Untyped, examined: _Examined) -> bool:
    """Whether the slides of two runs have the same bullets; "verified" passes over slides that it cannot read."""
    try:
        first, second = (list(_bullets(run.part._element, examined)) for run in (a, b))
    except TypeError:
        if examined.is_old:
            raise
        return True
    return first == second


def _bullets(root: Untyped, examined: _Examined) -> Iterator[tuple[object, ...]]:
    for paragraph in root.iter(f"{_A}p"):
        said = paragraph.find(f"{_A}pPr")
        text = "".join([node.text for node in paragraph.iter(f"{_A}t")])
        if said is None:
            level, sign, colour = "No Level", "No Bullet", "No Color"
        else:
            mark, shade = said.find(f"{_A}buChar"), said.find(f"{_A}buClr/{_A}srgbClr")
            level = said.get("lvl")
            sign = "No Bullet" if mark is None else mark.get("char")
            colour = "No Color" if shade is None else shade.get("val")
        if examined.is_old:
            yield level, sign, text, colour
        elif text.strip():
            yield ("" if sign == "No Bullet" else level or "0"), sign, text


# -- single facts -----------------------------------------------------------------------------------------------------


@published_metric("check_image_stretch_and_center")
def check_image_stretch_and_center(_: TaskVersion, result: object, original: object) -> float:
    """Return whether the last copy of the original's first picture fills the slide, within half an inch."""
    deck, before = open_presentation(content_of(result)), open_presentation(content_of(original))
    pictures = [shape for shape in before.slides[0].shapes if shape.shape_type == _PICTURE]
    if not pictures:
        return 0.0
    blob = pictures[0].image.blob
    copies = [s for s in deck.slides[0].shapes if s.shape_type == _PICTURE and s.image.blob == blob]
    if not copies:
        return 0.0
    width, height, copy = before.slide_width, before.slide_height, copies[-1]
    off = (
        copy.width - width,
        copy.height - height,
        copy.left - (width - copy.width) / 2,
        copy.top - (height - copy.height) / 2,
    )
    return float(max(map(abs, off)) <= _STRETCHED)


@published_metric("check_slide_numbers_color")
def check_slide_numbers_color(_: TaskVersion, result: object) -> float:
    """Return whether the number on the masters is red, if any slide shows a text of digits.

    Raises:
        TypeError: No slide shows one.
    """
    deck = open_presentation(content_of(result))
    shown = any(hasattr(s, "text") and s.text.isdigit() for slide in deck.slides for s in slide.shapes)
    if not shown:
        raise TypeError("expected a text of digits on a slide, got none")
    numbers = [
        shape
        for master in deck.slide_masters
        for shape in master.placeholders
        if shape.has_text_frame and shape.text == "<number>"
    ]
    if not numbers:
        return 0.0
    colour = numbers[0].text_frame.paragraphs[0].font.color
    return float(bool(colour) and colour.rgb == (255, 0, 0))


@published_metric("check_page_number_colors")
def check_page_number_colors(version: TaskVersion, result: object, rules: Mapping[str, str]) -> float:
    """Return whether a colour of the first master is the rule's; a colour of unknown name passes.

    In 2024 it is the last colour but one. In "verified" it is the last one of a text, or of anything, that is not
    black, else the last one.
    """
    with convert_errors(".pptx file"), Package(content_of(result)) as package:
        members = {m.filename: m for m in package.members}
        root = parse_xml(package.read(members["ppt/slideMasters/slideMaster1.xml"]))
    every = list(_colours(root))
    if version == "2024":
        # the code of the colour is read from its second character on
        red, green, blue = (int(every[-2][at : at + 2], 16) for at in (1, 3, 5))
    else:
        texts = [colour for run in root.iter(f"{_A}rPr") for colour in _colours(run)]
        seen = [colour for group in (texts, every) for colour in reversed(group) if colour != "000000"]
        chosen = (seen or every[-1:] or [""])[0].lstrip("#")
        if len(chosen) != 6:
            return 0.0
        red, green, blue = (int(chosen[at : at + 2], 16) for at in (0, 2, 4))
    named = {"red": (red, green, blue), "green": (green, red, blue), "blue": (blue, red, green)}
    if rules["color"] == "black":
        return float(max(red, green, blue) < 50)
    first, *others = named.get(rules["color"], (255, 0, 0))
    return float(all(first > other + 50 for other in others))


def _colours(root: Untyped) -> Iterator[str]:
    for fill in root.iter(f"{_A}solidFill"):
        for colour in fill.iter(f"{_A}srgbClr"):
            yield str(colour.get("val"))


@published_metric("check_strikethrough")
def check_strikethrough(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether the first runs of the paragraphs say anything of striking, "not struck" too."""
    deck = open_presentation(content_of(result))
    slides, shapes, paragraphs = (rules[f"{part}_index_s"] for part in ("slide", "shape", "paragraph"))
    runs = [
        deck.slides[slide].shapes[shape].text_frame.paragraphs[paragraph].runs[0]
        for slide in slides
        for shape in shapes
        for paragraph in paragraphs
    ]
    return float(all("strike" in run.font._element.attrib for run in runs))


@published_metric("evaluate_presentation_fill_to_rgb_distance")
def evaluate_presentation_fill_to_rgb_distance(version: TaskVersion, result: object, rules: Rule) -> float:
    """Return how near the backgrounds are to the rule's ``rgb``, on average; 2024 knows no ``original_rgb``."""
    deck = open_presentation(content_of(result))
    before = rules.get("original_rgb") if version == "verified" else None
    fills = [_shown_fill(slide) for slide in deck.slides]
    colours = [None if f is None else f.fore_color.rgb if version == "2024" else _colour(f) for f in fills]
    far = [_distance(colour, rules["rgb"], before) for colour in colours]
    return 1 - sum(far) / len(far)


def _colour(fill: Untyped) -> Untyped:
    """The colour of a filling; None for one of the theme."""
    return getattr(fill.fore_color, "rgb", None)


def _distance(found: Untyped, wanted: Sequence[int], before: Sequence[int] | None) -> float:
    if found is None or (before is not None and tuple(found) == tuple(before)):
        return 1.0
    return dist(tuple(found), wanted) / dist((0, 0, 0), (255, 255, 255))


@published_metric("check_transition")
def check_transition(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether the file of slide ``slide_idx`` has the transition anywhere."""
    with convert_errors(".pptx file"), Package(content_of(result)) as package:
        members = {m.filename: m for m in package.members}
        name = f"ppt/slides/slide{rules['slide_idx'] + 1}.xml"
        if name not in members:
            return 0.0
        transition = next(parse_xml(package.read(members[name])).iter(f"{_P}transition"), None)
    return float(transition is not None and transition.find(f".//{_P}{rules['transition_type']}") is not None)
