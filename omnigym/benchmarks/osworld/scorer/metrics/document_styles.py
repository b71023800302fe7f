"""Metrics of how text documents look: fonts, colours, highlights, spacing, alignment, tab stops, page numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.benchmarks.osworld.scorer.given import library
from omnigym.benchmarks.osworld.scorer.metrics._document_parts import (
    Paragraph,
    Piece,
    paragraphs_of,
    parse_document,
    picture_key,
    pictures_of,
    table_texts,
)
from omnigym.benchmarks.osworld.scorer.metrics.documents import is_same_text
from omnigym.benchmarks.osworld.scorer.metrics.office_files import file_of, open_document
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.documents.model import Format
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, parse_xml

__all__ = [
    "check_highlighted_words",
    "check_italic_font_size_14",
    "check_tabstops",
    "compare_docx_exactly",
    "compare_font_names",
    "compare_highlighted_text",
    "compare_line_spacing",
    "compare_subscript_contains",
    "contains_page_break",
    "evaluate_alignment",
    "evaluate_colored_words_in_tables",
    "evaluate_conversion",
    "evaluate_spacing",
    "evaluate_strike_through_last_paragraph",
    "find_default_font",
    "has_page_numbers_in_footers",
    "is_first_line_centered",
]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_OOR = "{http://openoffice.org/2001/registry}"
_DEFAULT_FONTS = "/org.openoffice.Office.Writer/DefaultFont"


def _read(state: object) -> list[list[Piece]]:
    """The text of each paragraph of the body that has any."""
    document = open_document(state)
    with convert_errors(".docx file"):
        return [pieces for p in paragraphs_of(document) if (pieces := p.pieces())]


# -- fonts ------------------------------------------------------------------------------------------------------------


@metric("find_default_font")
def find_default_font(result: object, rules: Mapping[str, object]) -> float:
    """Return whether LibreOffice Writer's default font is ``font_name``, by its ``registrymodifications.xcu``."""
    with convert_errors("registrymodifications.xcu"):
        root = parse_xml(file_of(result).content)
    fonts = [
        node.findtext("value", "")
        for item in root.iter("item")
        if item.get(f"{_OOR}path") == _DEFAULT_FONTS
        for node in item.iter("prop")
        if node.get(f"{_OOR}name") == "Standard"
    ]
    return float(bool(fonts) and fonts[-1] == rules["font_name"])


@metric("compare_font_names")
def compare_font_names(result: object, rules: Mapping[str, object]) -> float:
    """Return whether all text of the body is in the font ``font_name``; without text it is not, as published."""
    fonts = {piece.font for pieces in _read(result) for piece in pieces if piece.text.strip()}
    return float(fonts == {str(rules["font_name"])})


@metric("check_italic_font_size_14")
def check_italic_font_size_14(result: object, expected: object) -> float:
    """Return whether two documents say the same and all italic text of the first, some at least, has 14 points."""
    sizes = {piece.size for pieces in _read(result) for piece in pieces if piece.italic and piece.text.strip()}
    return float(sizes == {14.0} and is_same_text(result, expected))


@metric("compare_subscript_contains")
def compare_subscript_contains(result: object, expected: object) -> float:
    """Return whether the same text is subscript in two documents, some at least.

    The published code passes any two runs of the same place.
    """
    first, second = [
        [piece.text for pieces in _read(state) for piece in pieces if piece.subscript] for state in (result, expected)
    ]
    if not second:
        raise UnreadableError("Expected a reference with subscript text, got one without.")
    return float(first == second)


@metric("evaluate_strike_through_last_paragraph")
def evaluate_strike_through_last_paragraph(result: object, expected: object) -> float:
    """Return whether two documents say the same and all of the first one's last text is struck through.

    That is the last paragraph with text; the published code passes an empty one.
    """
    lines = [pieces for pieces in _read(result) if any(piece.text.strip() for piece in pieces)]
    struck = bool(lines) and all(piece.strike for piece in lines[-1] if piece.text.strip())
    return float(struck and is_same_text(result, expected))


@metric("evaluate_conversion")
def evaluate_conversion(result: object) -> float:
    """Return whether no word of the text, in tables too, is in capitals; a document without text fails.

    A single letter is one only where it is all that a paragraph says. The published code asks whether a run is in
    capitals, so that a word among others passes, and not where a program began a run at it.
    """
    document = open_document(result)
    with convert_errors(".docx file"):
        texts = [p.text.strip() for p in paragraphs_of(document, all_of_them=True)]
    said = [text for text in texts if text]
    return float(bool(said) and not any(_is_shouted(word, text) for text in said for word in text.split()))


def _is_shouted(word: str, text: str) -> bool:
    return word.isupper() and (sum(map(str.isalpha, word)) > 1 or word == text)


# -- colours ----------------------------------------------------------------------------------------------------------

_RED, _BLUE = "FF0000", "0000FF"
_VOWELS = frozenset("aeiou")


@metric("evaluate_colored_words_in_tables")
def evaluate_colored_words_in_tables(result: object, expected: object, *, threshold: float = 3.5) -> float:
    """Return whether two documents say the same, and the words of the first one's tables are red or blue.

    Red are those that begin with a vowel. A document without words in tables fails; the published code passes it.

    Args:
        result: The document.
        expected: The reference.
        threshold: The largest difference of a colour (CIEDE2000) that counts as none.
    """
    document = open_document(result)
    if not is_same_text(result, expected) or table_texts(document) != table_texts(open_document(expected)):
        return 0.0
    with convert_errors(".docx file"):
        paragraphs = [p for p in paragraphs_of(document, all_of_them=True) if _is_in_table(p)]
        words = [word for paragraph in paragraphs for word in _words(paragraph.pieces())]
    known: dict[tuple[str, str], bool] = {}
    for word, colors in words:
        wanted = _RED if word[0].lower() in _VOWELS else _BLUE
        for color in colors:
            if (color, wanted) not in known:
                known[color, wanted] = _distance(color, wanted) <= threshold
            if not known[color, wanted]:
                return 0.0
    return float(bool(words))


def _is_in_table(paragraph: Paragraph) -> bool:
    return next(paragraph.node.iterancestors(f"{_W}tc"), None) is not None


def _words(pieces: list[Piece]) -> Iterator[tuple[str, set[str]]]:
    """The words of a paragraph, each with the colours of its letters."""
    text = "".join([piece.text for piece in pieces])
    colors = [piece.color or "000000" for piece in pieces for _ in piece.text]
    for match in re.finditer(r"\S+", text):
        yield match[0], set(colors[match.start() : match.end()])


def _distance(a: str, b: str) -> float:
    """How different two colours look."""
    color = library("skimage.color")
    first, second = [color.rgb2lab([[[int(c[i : i + 2], 16) / 255 for i in (0, 2, 4)]]]) for c in (a, b)]
    return float(color.deltaE_ciede2000(first, second)[0, 0])


@metric("check_highlighted_words")
def check_highlighted_words(result: object, expected: object) -> float:
    """Return whether two documents say the same, and nothing of the first is highlighted in yellow any more."""
    document = parse_document(result)
    yellow = any(_is_yellow(run.format) for paragraph in document.paragraphs for run in paragraph.runs)
    return float(not yellow and is_same_text(result, expected))


def _is_yellow(looks: Format) -> bool:
    return looks.highlight in ("yellow", "FFFF00")


@metric("compare_highlighted_text")
def compare_highlighted_text(result: object, expected: object) -> float:
    """Return whether the same text is highlighted in two documents, in whatever colour.

    LibreOffice saves a highlight as a shade, of which the published code knows nothing.
    """
    first, second = [
        ["".join(text) for pieces in _read(state) if (text := [p.text for p in pieces if p.highlight])]
        for state in (result, expected)
    ]
    return float(first == second)


# -- paragraphs and pages ---------------------------------------------------------------------------------------------


@metric("is_first_line_centered")
def is_first_line_centered(result: object) -> float:
    """Return whether the first paragraph is centred, by itself or by its style."""
    document = open_document(result)
    with convert_errors(".docx file"):
        first = paragraphs_of(document)[:1]
        return float(bool(first) and first[0].alignment == "center")


@metric("compare_line_spacing")
def compare_line_spacing(result: object, expected: object) -> float:
    """Return whether two documents say the same with the same spacing of lines, paragraph by paragraph."""
    first, second = [_spacings(state) for state in (result, expected)]
    return float(first == second and is_same_text(result, expected))


def _spacings(state: object) -> list[float]:
    document = open_document(state)
    with convert_errors(".docx file"):
        return [paragraph.line_spacing for paragraph in paragraphs_of(document)]


@metric("evaluate_spacing")
def evaluate_spacing(result: object) -> float:
    """Return whether the first three paragraphs have lines of 1, 2 and 1.5 times the single spacing."""
    return float(_spacings(result)[:3] == [1.0, 2.0, 1.5])


@metric("evaluate_alignment")
def evaluate_alignment(result: object) -> float:
    """Return whether each sentence has its first three words apart from the rest: by a tab or several blanks.

    The published code passes any sentence whose words are a blank apart. A document without sentences fails.
    """
    document = open_document(result)
    with convert_errors(".docx file"):
        sentences = [s for p in paragraphs_of(document) for s in p.text.split(".") if len(s.split()) > _WORDS]
    return float(bool(sentences) and all(_APART.fullmatch(s.strip()) for s in sentences))


_WORDS = 3
_APART = re.compile(r"\S+ \S+ \S+(?:[ ]*\t\s*|[ ]{2,})\S+(?: \S+)*")


@metric("check_tabstops")
def check_tabstops(
    result: object, expected: object, *, word_number_split_by_tabstop: int | None = None, index: int = 0
) -> float:
    """Return how near the tab stops of two documents are, relative to the width of the text.

    Args:
        result: The document.
        expected: The reference.
        word_number_split_by_tabstop: How many words each paragraph of the result has in one of its parts, if given.
        index: The number of that part, between tabs.
    """
    given, wanted = open_document(result), open_document(expected)
    with convert_errors(".docx file"):
        first = [p for p in given.paragraphs if p.text.strip()]
        second = [p for p in wanted.paragraphs if p.text.strip()]
        section = wanted.sections[0]
        width = float(section.page_width - section.left_margin - section.right_margin)
        if not second or width <= 0:
            raise UnreadableError("Expected a reference with text between its margins, got one without.")
        if len(first) != len(second):
            return 0.0
        number = word_number_split_by_tabstop
        if number is not None and not all(_has_words(p.text, index, number) for p in first):
            return 0.0
        stops = [([*_stops(a)], [*_stops(b)]) for a, b in zip(first, second, strict=True)]
    if any([kind for kind, _ in a] != [kind for kind, _ in b] for a, b in stops):
        return 0.0
    off = sum(abs(x - y) for a, b in stops for (_, x), (_, y) in zip(a, b, strict=True))
    return max(0.0, 1 - off / width / len(second))


def _has_words(text: str, index: int, number: int) -> bool:
    parts = text.split("\t")
    return 0 <= index < len(parts) and len(parts[index].split()) == number


def _stops(paragraph: Any) -> Iterator[tuple[str, int]]:
    """The tab stops of a paragraph but for those that clear one, and the one at its left edge."""
    for stop in paragraph.paragraph_format.tab_stops:
        kind = str(stop.alignment.name)
        if kind != "CLEAR" and (kind, int(stop.position)) != ("LEFT", 0):
            yield kind, int(stop.position)


@metric("contains_page_break")
def contains_page_break(result: object, rules: Mapping[str, Any] | None = None) -> float:
    """Return whether a document has page breaks, ``page_break_count`` of them if the rules say so."""
    count = (rules or {}).get("page_break_count")
    body = open_document(result).element.body
    breaks = sum(node.get(f"{_W}type") == "page" for node in body.iter(f"{_W}br"))
    return float(breaks > 0 and (count is None or breaks == int(count)))


@metric("has_page_numbers_in_footers")
def has_page_numbers_in_footers(result: object) -> float:
    """Return whether the footer of every section has the page number field; the published code accepts any digit."""
    document = open_document(result)
    with convert_errors(".docx file"):
        footers = [section.footer.part.element for section in document.sections]
        return float(bool(footers) and all(any(map(_is_page_field, _fields(f))) for f in footers))


def _fields(footer: Any) -> Iterator[str]:
    """The instructions of the fields of a part."""
    for node in footer.iter(f"{_W}fldSimple"):
        yield node.get(f"{_W}instr", "")
    yield "".join([node.text or "" for node in footer.iter(f"{_W}instrText")])


def _is_page_field(instruction: str) -> bool:
    return re.search(r"\bPAGE\b", instruction, re.IGNORECASE) is not None


# -- everything -------------------------------------------------------------------------------------------------------

#: English Metric Units of a hundredth of an inch.
_HUNDREDTH = 9144


@metric("compare_docx_exactly")
def compare_docx_exactly(result: object, expected: object, *, verbose: bool = False) -> float:
    """Return whether two documents are equal in text, looks and alignment, and in their pictures and their sizes.

    The published code looks at the first run of a paragraph alone, and no further than the shorter document.

    Args:
        result: The document.
        expected: The reference.
        verbose: Without meaning; task files have it.
    """
    del verbose
    first, second = _everything(result), _everything(expected)
    return float(first == second)


def _everything(state: object) -> object:
    document = open_document(state)
    with convert_errors(".docx file"):
        lines = [(p.pieces(), p.alignment) for p in paragraphs_of(document)]
        sizes = [
            tuple(round(int(node.get(axis, "0")) / _HUNDREDTH) for axis in ("cx", "cy"))
            for node in document.element.body.iter(f"{_WP}extent")
        ]
        pictures = [picture_key(content) for content in pictures_of(document)]
        return [line for line in lines if line[0]], table_texts(document), sizes, pictures
