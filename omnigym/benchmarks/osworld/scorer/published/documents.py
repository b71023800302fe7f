"""Published metrics of text documents."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence

from PIL import Image
from rapidfuzz import fuzz

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.given import content_of, library
from omnigym.benchmarks.osworld.scorer.metrics.office_files import file_of, open_document
from omnigym.benchmarks.osworld.scorer.published._values import Rule, Untyped
from omnigym.benchmarks.osworld.scorer.registry import published_metric
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, convert_errors, parse_xml, within
from omnigym.foreign.limits import EDITED_BYTES, PIXELS

__all__: list[str] = []

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_TEXT, _STYLE, _FO = f"{{{_ODF}text:1.0}}", f"{{{_ODF}style:1.0}}", f"{{{_ODF}xsl-fo-compatible:1.0}}"
_BLANKS = re.compile(r"\s+")
_RED, _BLUE = (255, 0, 0), (0, 0, 255)
#: A record of a train is a line of four fields, the second of which is its id.
_FIELDS, _ID = 4, 1
_WORDS, _GAIN = 3, 0.01


def _texts(state: object) -> list[str]:
    return [paragraph.text for paragraph in open_document(state).paragraphs]


def _squeezed(texts: Iterable[str]) -> str:
    return _BLANKS.sub(" ", "\n".join(texts)).strip()


def _similar(a: str, b: str) -> float:
    within(max(len(a), len(b)), EDITED_BYTES, "characters of a text that is compared")
    return float(fuzz.ratio(a, b)) / 100


# -- what a document says ---------------------------------------------------------------------------------------------


@published_metric("compare_docx_files")
def compare_docx_files(
    version: TaskVersion,
    result: Untyped,
    expected: Untyped,
    ignore_blanks: bool = True,
    ignore_case: bool = False,
    ignore_order: bool = False,
    content_only: bool = False,
    fuzzy_match: bool = False,
    delete_empty_lines: bool = False,
) -> float:
    """Compare the texts of the paragraphs of two .docx or two .odt files.

    Headings of an .odt file and what lies deeper in its spans do not count. 2024 knows neither ``fuzzy_match`` nor
    ``delete_empty_lines``.
    """
    if not result or not expected:
        return 0.0
    kinds = {file_of(state).name.rpartition(".")[2] for state in (result, expected)}
    if kinds not in ({"docx"}, {"odt"}):
        return 0.0
    first, second = (_texts(s) if kinds == {"docx"} else _odt_texts(s) for s in (result, expected))
    if ignore_order:
        first, second = sorted(first), sorted(second)
    if delete_empty_lines and version == "verified":
        first, second = ([text for text in texts if text.strip()] for texts in (first, second))
    if ignore_case:
        first, second = ([text.lower() for text in texts] for texts in (first, second))
    fuzzy = fuzzy_match and version == "verified"
    if content_only or ignore_blanks:
        a, b = _squeezed(first), _squeezed(second)
        return _similar(a, b) if content_only or fuzzy else float(a == b)
    if not fuzzy or len(first) != len(second):
        return float(first == second)
    return sum(map(_similar, first, second)) / len(first) if first else 1.0


def _same_texts(result: object, expected: object) -> bool:
    return compare_docx_files("verified", result, expected) == 1.0


def _odt_root(state: object, member: str) -> Untyped:
    with convert_errors(".odt file"), Package(content_of(state)) as package:
        found = {m.filename: m for m in package.members}
        if member not in found:
            raise UnreadableError(f"Expected an .odt file with {member}, got one without.")
        return parse_xml(package.read(found[member]))


def _odt_texts(state: object) -> list[str]:
    roots = [_odt_root(state, member) for member in ("styles.xml", "content.xml")]
    return ["".join(_odt_pieces(node)) for root in roots for node in root.iter(f"{_TEXT}p")]


def _odt_pieces(node: Untyped) -> Iterator[str]:
    yield node.text or ""
    for child in node:
        if child.tag == f"{_TEXT}span":
            yield child.text or ""
            yield from (inner.tail or "" for inner in child)
        yield child.tail or ""


@published_metric("compare_docx_files_and_ignore_new_lines")
def compare_docx_files_and_ignore_new_lines(
    _: TaskVersion, result: Untyped, expected: Untyped, ignore_blanks: bool = True
) -> float:
    """Return whether two .docx files have the same paragraphs, those without a letter left out."""
    if not result or not expected:
        return 0.0
    first, second = ([text for text in _texts(state) if text] for state in (result, expected))
    return float(_squeezed(first) == _squeezed(second) if ignore_blanks else first == second)


@published_metric("compare_init_lines")
def compare_init_lines(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two documents have the same paragraphs, to the end of the shorter one."""
    if not result or not expected:
        return 0.0
    return float(all(a == b for a, b in zip(_texts(result), _texts(expected), strict=False)))


@published_metric("compare_docx_lines")
def compare_docx_lines(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two documents have the same lines, however often."""
    if not result or not expected:
        return 0.0
    first, second = ({text.strip() for text in _texts(state) if text.strip()} for state in (result, expected))
    return float(first == second)


@published_metric("compare_docx_tables")
def compare_docx_tables(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two documents have the same tables, cell by cell, without blanks around texts."""
    if not result or not expected:
        return 0.0
    first, second = (list(map(_cells, open_document(state).tables)) for state in (result, expected))
    return float(first == second)


def _cells(table: Untyped) -> list[list[str]]:
    width = len(table.columns)
    return [[table.cell(i, j).text.strip() for j in range(width)] for i in range(len(table.rows))]


# -- pictures and equations -------------------------------------------------------------------------------------------


@published_metric("compare_docx_images")
def compare_docx_images(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two documents hold the same pictures in the order of their relations."""
    if not result or not expected:
        return 0.0
    first, second = (list(map(_pixels, _pictures(open_document(state)))) for state in (result, expected))
    return float(first == second)


def _pictures(document: Untyped) -> list[bytes]:
    return [relation.target_part.blob for relation in document.part.rels.values() if "image" in relation.reltype]


def _pixels(content: bytes) -> bytes:
    with convert_errors("picture"), Image.open(io.BytesIO(content)) as image:
        within(image.width * image.height, PIXELS, "pixels in a picture")
        return image.tobytes()


def _run_pairs(result: object, expected: object) -> Iterator[tuple[Untyped, Untyped]]:
    """The runs of the same place of two documents, to the ends of the shorter ones."""
    documents = open_document(result), open_document(expected)
    for first, second in zip(*(document.paragraphs for document in documents), strict=False):
        yield from zip(first.runs, second.runs, strict=False)


@published_metric("compare_contains_image")
def compare_contains_image(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether of the runs of the same place both have a picture or neither."""
    if not result or not expected:
        return 0.0
    pairs = _run_pairs(result, expected)
    return float(all(("graphicData" in a.element.xml) == ("graphicData" in b.element.xml) for a, b in pairs))


@published_metric("compare_insert_equation")
def compare_insert_equation(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two documents say the same, and runs of the same place have an embedded object."""
    if not result or not expected or not _same_texts(result, expected):
        return 0.0
    pairs = _run_pairs(result, expected)
    return float(any(a.element.xpath(".//w:object") and b.element.xpath(".//w:object") for a, b in pairs))


@published_metric("compare_subscript_contains")
def compare_subscript_contains(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether any two runs of the same place are subscript, whatever they say."""
    if not result or not expected:
        return 0.0
    return float(any(a.font.subscript and b.font.subscript for a, b in _run_pairs(result, expected)))


# -- looks ------------------------------------------------------------------------------------------------------------


@published_metric("compare_line_spacing")
def compare_line_spacing(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two documents say the same, and their paragraphs spell out the same spacing of lines."""
    if not result or not expected or not _same_texts(result, expected):
        return 0.0
    first, second = (
        [paragraph.paragraph_format.line_spacing for paragraph in open_document(state).paragraphs]
        for state in (result, expected)
    )
    return float(first == second)


@published_metric("evaluate_spacing")
def evaluate_spacing(_: TaskVersion, result: object) -> float:
    """Return whether the first three paragraphs spell out spacings of 1, 2 and 1.5."""
    if not result:
        return 0.0
    paragraphs = open_document(result).paragraphs
    return float([paragraphs[n].paragraph_format.line_spacing for n in range(3)] == [1.0, 2.0, 1.5])


@published_metric("compare_font_names")
def compare_font_names(_: TaskVersion, result: object, rules: Rule) -> float:
    """Return whether all runs spell out the font; a document without runs passes."""
    if not result:
        return 0.0
    return float(all(run.font.name == rules["font_name"] for p in open_document(result).paragraphs for run in p.runs))


@published_metric("check_italic_font_size_14")
def check_italic_font_size_14(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two documents say the same, and all italic runs, if any, spell out 14 points."""
    if not result or not expected or not _same_texts(result, expected):
        return 0.0
    italic = [run for p in open_document(result).paragraphs for run in p.runs if run.italic]
    return float(all(run.font.size is not None and run.font.size.pt == 14 for run in italic))


@published_metric("evaluate_strike_through_last_paragraph")
def evaluate_strike_through_last_paragraph(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two documents say the same, and all runs of the last paragraph, if any, are struck through."""
    if not result or not expected or not _same_texts(result, expected):
        return 0.0
    return float(all(run.font.strike for run in open_document(result).paragraphs[-1].runs))


@published_metric("evaluate_conversion")
def evaluate_conversion(_: TaskVersion, result: object) -> float:
    """Return whether no whole run is in capitals, in tables neither."""
    if not result:
        return 0.0
    document = open_document(result)
    return float(not any(run.text.isupper() for p in [*_in_tables(document), *document.paragraphs] for run in p.runs))


def _in_tables(document: Untyped) -> Iterator[Untyped]:
    for table in document.tables:
        for row in table.rows:
            for cell in row.cells:
                yield from cell.paragraphs


@published_metric("evaluate_colored_words_in_tables")
def evaluate_colored_words_in_tables(_: TaskVersion, result: object, expected: object, threshold: float = 3.5) -> float:
    """Return whether two documents say the same, and the runs in tables are red or blue by their first letters.

    A document without words in tables passes.
    """
    if not result or not expected or not _same_texts(result, expected):
        return 0.0
    runs = [run for p in _in_tables(open_document(result)) for run in p.runs if run.text]
    return float(
        all(
            _distance(run.font.color.rgb, _RED if run.text[0].lower() in "aeiou" else _BLUE) <= threshold
            for run in runs
        )
    )


def _distance(a: Sequence[int], b: Sequence[int]) -> float:
    color = library("skimage.color")
    first, second = (color.rgb2lab([channel / 255 for channel in rgb]) for rgb in (a, b))
    return float(color.deltaE_ciede2000(first, second))


@published_metric("check_highlighted_words")
def check_highlighted_words(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether two .odt files say the same, and no span of the first has a yellow background."""
    if not result or not expected or not _same_texts(result, expected):
        return 0.0
    root = _odt_root(result, "content.xml")
    yellow = {
        style.get(f"{_STYLE}name")
        for styles in root.iter(f"{{{_ODF}office:1.0}}automatic-styles")
        for style in styles
        if any(child.get(f"{_FO}background-color") == "#ffff00" for child in style)
    }
    return float(not any(span.get(f"{_TEXT}style-name") in yellow for span in root.iter(f"{_TEXT}span")))


@published_metric("compare_highlighted_text")
def compare_highlighted_text(_: TaskVersion, result: object, expected: object) -> float:
    """Return whether the same texts have a highlight of Word's kind, however often."""
    if not result or not expected:
        return 0.0
    first, second = (set(_highlighted(open_document(state).element)) for state in (result, expected))
    return float(first == second)


def _highlighted(root: Untyped) -> Iterator[str | None]:
    for run in root.iter(f"{_W}r"):
        mark, text = run.find(f".//{_W}highlight"), run.find(f".//{_W}t")
        if mark is not None and mark.get(f"{_W}val") != "none" and text is not None:
            yield text.text


# -- paragraphs and pages ---------------------------------------------------------------------------------------------


@published_metric("is_first_line_centered")
def is_first_line_centered(_: TaskVersion, result: object) -> float:
    """Return whether the first paragraph spells out that it is centred."""
    if not result:
        return 0.0
    alignment = open_document(result).paragraphs[0].paragraph_format.alignment
    return float(alignment is not None and alignment.name == "CENTER")


@published_metric("evaluate_alignment")
def evaluate_alignment(_: TaskVersion, result: object) -> float:
    """Return whether of each sentence its first three words, a blank apart, stand before the rest of them."""
    if not result:
        return 0.0
    for paragraph in open_document(result).paragraphs:
        for sentence in paragraph.text.split("."):
            words = sentence.split()
            first, rest = " ".join(words[:_WORDS]), " ".join(words[_WORDS:])
            if len(words) < _WORDS:
                continue
            if first not in sentence or rest not in sentence or sentence.find(first) >= sentence.find(rest):
                return 0.0
    return 1.0


@published_metric("check_tabstops")
def check_tabstops(
    _: TaskVersion,
    result: object,
    expected: object,
    word_number_split_by_tabstop: int | None = None,
    index: int = 0,
) -> float:
    """Return how near the tab stops of two documents are, relative to the width of the text; it may be below 0."""
    if not result or not expected:
        return 0.0
    given, wanted = open_document(result), open_document(expected)
    first, second = ([p for p in document.paragraphs if p.text.strip()] for document in (given, wanted))
    if len(first) != len(second):
        return 0.0
    number = word_number_split_by_tabstop
    if number is not None and any(len(p.text.split("\t")[index].split()) != number for p in first):
        return 0.0
    section = wanted.sections[0]
    width = section.page_width - section.left_margin - section.right_margin
    off = 0.0
    for a, b in zip(first, second, strict=True):
        stops, others = _stops(a), _stops(b)
        if [kind for kind, _ in stops] != [kind for kind, _ in others]:
            return 0.0
        off += sum(abs(x - y) for (_, x), (_, y) in zip(stops, others, strict=True)) / width
    return 1 - off / len(first)


def _stops(paragraph: Untyped) -> list[tuple[str, int]]:
    stops = [(str(stop.alignment.name), int(stop.position)) for stop in paragraph.paragraph_format.tab_stops]
    return [stop for stop in stops if stop[0] != "CLEAR" and stop != ("LEFT", 0)]


@published_metric("contains_page_break")
def contains_page_break(version: TaskVersion, result: object, rules: Rule | None = None) -> float:
    """Return whether the runs of a document have page breaks; "verified" counts them if the rules do."""
    if not result:
        return 0.0
    runs = [run for paragraph in open_document(result).paragraphs for run in paragraph.runs]
    breaks = sum(node.get(f"{_W}type") == "page" for run in runs for node in run.element.iter(f"{_W}br"))
    wanted = (rules or {}).get("page_break_count") if version == "verified" else None
    return float(breaks > 0 and wanted in (None, breaks))


@published_metric("has_page_numbers_in_footers")
def has_page_numbers_in_footers(_: TaskVersion, result: object) -> float:
    """Return whether the first line of every footer has a digit."""
    if not result:
        return 0.0
    footers = [section.footer.paragraphs for section in open_document(result).sections]
    return float(all(lines and any(c.isdigit() for c in lines[0].text) for lines in footers))


# -- references and records -------------------------------------------------------------------------------------------


@published_metric("compare_references")
def compare_references(
    version: TaskVersion,
    result: object,
    expected: object,
    reference_indicator: str = "References",
    reference_base_result: float = 0.5,
    content_only: bool = True,
) -> float:
    """Return how similar the lists of references are, entry by entry; two documents without a list are equal."""
    del content_only
    if not result or not expected:
        return 0.0
    texts = [_texts(state) for state in (result, expected)]
    listed = [reference_indicator in lines for lines in texts]
    if not all(listed):
        return float(not any(listed))
    first, second = (
        [text for text in lines[lines.index(reference_indicator) + 1 :] if text.strip()] for lines in texts
    )
    if len(first) != len(second):
        return 0.0
    mean = sum(map(_similar, first, second)) / len(first)
    least = reference_base_result + (_GAIN if version == "verified" else 0)
    return (mean - reference_base_result) / (1 - reference_base_result) if mean >= least else 0.0


def _train_ids(texts: Iterable[str]) -> list[str]:
    records = [text.split(",") for text in texts]
    return [record[_ID].strip() for record in records if len(record) == _FIELDS]


@published_metric("check_no_duplicates")
def check_no_duplicates(_: TaskVersion, initial: object, processed: object) -> float:
    """Return whether the second document has a record of each train of the first one, and one alone."""
    if not initial or not processed:
        return 0.0
    before, after = _train_ids(_texts(initial)), _train_ids(_texts(processed))
    return float(len(after) == len(set(after)) and set(after) == set(before))


@published_metric("compare_unique_train_records")
def compare_unique_train_records(_: TaskVersion, result: object, expected: Untyped) -> float:
    """Return whether a document keeps lines of the initial one, with the trains of the reference, each once."""
    if not result or not isinstance(expected, list | tuple) or len(expected) < 2:
        return 0.0
    given, gold, initial = (
        [text.strip() for text in _texts(state) if text.strip()] for state in (result, *expected[:2])
    )
    ids = _train_ids(given)
    unique = len(ids) == len(set(ids)) and set(ids) == set(_train_ids(gold))
    return float(set(given) <= set(initial) and unique and len(given) == len(gold))
