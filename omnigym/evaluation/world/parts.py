"""The changed parts of a document, by name, so that an effect can permit some of them.

=========================================================== ============================================================
part                                                        change
=========================================================== ============================================================
text/added/LINE, text/removed/LINE                          a line of a text file, a paragraph of a document
text/order                                                  the same lines in another order
text/blank                                                  several more or fewer empty lines or paragraphs
look/FIELD/PARAGRAPH                                        a field of `omnigym.documents.Format` for some of a
                                                            paragraph's characters
paragraph/FIELD/PARAGRAPH                                   its style, alignment or list
cell/SHEET/A1                                               what was entered into a cell
look/SHEET/A1/FIELD                                         a field of `omnigym.documents.sheets.model.Style`
sheet/SHEET/FIELD                                           widths, hidden rows or filter of a sheet
chart/SHEET/added/TITLE, chart/SHEET/removed/TITLE          a chart
chart/SHEET/kind/TITLE, chart/SHEET/title/TITLE,            the kind, the title or the cells of a chart, by the title
chart/SHEET/series/TITLE                                    that it has now
sheets/added/NAME, sheets/removed/NAME, sheets/renamed/NAME a sheet, by the name that it has now if it is there; what is
                                                            in the cells of one that was added are changes, too
sheets/order                                                the same sheets in another order
slide/TITLE/FIELD                                           a slide's texts, notes, pictures or another field of `Slide`
slides                                                      the titles of the slides, or their order
theme                                                       the theme of a presentation
member/PATH                                                 a file in an archive, as the archive names it
comment                                                     the comment of an archive
content                                                     anything, in a file of another kind or one that cannot be
                                                            read
=========================================================== ============================================================

SHEET is its name, but "" for the first one, as for checks: who asks for the first sheet need not know its name.
A paragraph whose text was edited is held to be the one that stood in its place, so its looks are compared too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from omnigym.documents import Document, Format, Paragraph, plain, read_docx
from omnigym.documents.archives import read_zip
from omnigym.documents.odp import read_odp
from omnigym.documents.odt import read_odt
from omnigym.documents.pptx_read import read_deck
from omnigym.documents.sheets.model import Chart, Sheet, Workbook, cell_at, cell_name, used_size
from omnigym.documents.sheets.ods_read import read_ods
from omnigym.documents.sheets.tables import read_csv
from omnigym.documents.sheets.xlsx_read import read_xlsx
from omnigym.documents.slides import Deck, Slide, laid_out
from omnigym.documents.zip_outline import outline_of
from omnigym.errors import UnreadableError
from omnigym.foreign import within
from omnigym.foreign.limits import UNPACKED_BYTES

__all__ = ["changed_parts"]


def changed_parts(path: str, before: bytes, after: bytes) -> tuple[str, ...]:
    """Return the names of the parts that differ between two contents of a file, each once; () if none does.

    Args:
        path: Its ending tells what the file is.
        before, after: The contents.

    Raises:
        TooLargeError: One is larger than what is read.
        MissingDependencyError: The library that reads it is not installed.
    """
    compare = _COMPARED.get(path.rpartition(".")[2].casefold())
    if compare is None:
        return ("content",) if before != after else ()
    try:
        return tuple(dict.fromkeys(compare(before, after)))
    except UnreadableError:
        return ("content",)


def _text(content: bytes) -> Document:
    within(len(content), UNPACKED_BYTES, "bytes in a text")
    return plain(content.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n"))


def _documents(read: Callable[[bytes], Document]) -> Callable[[bytes, bytes], Iterator[str]]:
    def compare(before: bytes, after: bytes) -> Iterator[str]:
        was, now = read(before), read(after)
        old, new = _written(was), _written(now)
        lines = [*_lines([p.text for p in old], [p.text for p in new])]
        yield from lines
        blank = (len(now.paragraphs) - len(new)) - (len(was.paragraphs) - len(old))
        if abs(blank) > _FREE_BLANKS + len(lines):
            yield "text/blank"
        for a, b in _paired(old, new):
            yield from _looks(a, b)

    return compare


#: So many empty paragraphs more or fewer are no difference, and one for each line that is.
_FREE_BLANKS = 2


def _written(document: Document) -> list[Paragraph]:
    """The paragraphs but for empty ones, a few of which people neither see nor miss."""
    return [p for p in document.paragraphs if p.text.strip()]


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    yield from [f"text/removed/{line}" for line in gone]
    yield from [f"text/added/{line}" for line in come]
    if [line for line in old if not gone[line]] != [line for line in new if not come[line]]:
        yield "text/order"


def _paired(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> Iterator[tuple[Paragraph, Paragraph]]:
    """Paragraphs of the same text, wherever they are; and those that were edited, between the same neighbours."""
    theirs: dict[str, list[int]] = {}
    for place, paragraph in enumerate(old):
        theirs.setdefault(paragraph.text, []).append(place)
    same = {b: theirs[p.text].pop(0) for b, p in enumerate(new) if theirs.get(p.text)}
    yield from [(old[a], new[b]) for b, a in same.items()]
    taken, gap = set(same.values()), 0
    for b, paragraph in enumerate(new):
        if b in same:
            gap = same[b] + 1
        elif gap < len(old) and gap not in taken:
            yield old[gap], paragraph
            gap += 1


def _looks(old: Paragraph, new: Paragraph) -> Iterator[str]:
    for field in ("style", "alignment", "list"):
        if getattr(old, field) != getattr(new, field):
            yield f"paragraph/{field}/{new.text}"
    was = _words(old)
    for word, formats in _words(new).items():
        for a, b in zip(was.get(word, ()), formats, strict=False):
            if a != b:
                yield from [f"look/{f}/{new.text}" for f in a._fields if getattr(a, f) != getattr(b, f)]


def _words(paragraph: Paragraph) -> dict[tuple[str, int], list[Format]]:
    """The formats of each word's characters, by the word and the number of its occurrence; blanks show none."""
    characters = [(c, run.format) for run in paragraph.runs for c in run.text]
    seen: Counter[str] = Counter()
    found = {}
    for blank, group in groupby(characters, lambda c: c[0].isspace()):
        if not blank:
            word = list(group)
            text = "".join([c for c, _ in word])
            found[text, seen[text]] = [look for _, look in word]
            seen[text] += 1
    return found


def _workbooks(read: Callable[[bytes], Workbook]) -> Callable[[bytes, bytes], Iterator[str]]:
    def compare(before: bytes, after: bytes) -> Iterator[str]:
        old, new = read(before).sheets, read(after).sheets
        pairs = _paired_sheets(old, new)
        yield from [f"sheets/removed/{s.name}" for i, s in enumerate(old) if i not in pairs.values()]
        for added in [s for i, s in enumerate(new) if i not in pairs]:
            yield f"sheets/added/{added.name}"
            yield from _cells(Sheet(added.name), added, added.name)
        yield from [f"sheets/renamed/{new[b].name}" for b, a in pairs.items() if old[a].name != new[b].name]
        places = [pairs[b] for b in sorted(pairs)]
        if places != sorted(places):
            yield "sheets/order"
        for b, a in pairs.items():
            yield from _cells(old[a], new[b], "" if b == 0 else new[b].name)

    return compare


def _paired_sheets(old: Sequence[Sheet], new: Sequence[Sheet]) -> dict[int, int]:
    """Index now -> index before: by name, else by content, else in the order of what is left."""
    pairs: dict[int, int] = {}
    for same in (_same_name, _same_rows, _any):
        for a, before in enumerate(old):
            left = [b for b, now in enumerate(new) if b not in pairs and same(before, now)]
            if left and a not in pairs.values():
                pairs[left[0]] = a
    return pairs


def _same_name(a: Sheet, b: Sheet) -> bool:
    return a.name == b.name


def _same_rows(a: Sheet, b: Sheet) -> bool:
    return a.rows == b.rows


def _any(_a: Sheet, _b: Sheet) -> bool:
    return True


def _cells(old: Sheet, new: Sheet, sheet: str) -> Iterator[str]:
    rows, columns = (max(pair) for pair in zip(used_size(old), used_size(new), strict=True))
    for row in range(rows):
        a = old.rows[row] if row < len(old.rows) else ()
        b = new.rows[row] if row < len(new.rows) else ()
        if a == b:
            continue
        for column in range(columns):
            was, now = cell_at(old, row, column), cell_at(new, row, column)
            name = f"{sheet}/{cell_name(row, column)}"
            if was.content != now.content:
                yield f"cell/{name}"
            if was.style != now.style:
                fields = [f for f in was.style._fields if getattr(was.style, f) != getattr(now.style, f)]
                yield from [f"look/{name}/{field}" for field in fields]
    for field in ("widths", "hidden", "filter"):
        if getattr(old, field) != getattr(new, field):
            yield f"sheet/{sheet}/{field}"
    if old.charts != new.charts:
        yield from _charts(old.charts, new.charts, sheet)


def _charts(old: Sequence[Chart], new: Sequence[Chart], sheet: str) -> Iterator[str]:
    """Changed charts; one whose place alone is another is as it was."""
    gone, come = list(old), list(new)
    for same in (_CHART_FIELDS, ("title",), ("series",), ("kind",)):
        for chart in list(come):
            was = next((c for c in gone if all(getattr(c, f) == getattr(chart, f) for f in same)), None)
            if was is not None:
                gone.remove(was)
                come.remove(chart)
                differ = [f for f in _CHART_FIELDS if getattr(was, f) != getattr(chart, f)]
                yield from [f"chart/{sheet}/{field}/{chart.title}" for field in differ]
    yield from [f"chart/{sheet}/added/{c.title}" for c in come]
    yield from [f"chart/{sheet}/removed/{c.title}" for c in gone]


#: The fields of a chart that people notice.
_CHART_FIELDS = ("kind", "title", "series")


def _csv(content: bytes) -> Workbook:
    return Workbook((read_csv(content.decode("utf-8", "replace")),))


def _slides(read: Callable[[bytes], Deck]) -> Callable[[bytes, bytes], Iterator[str]]:
    def compare(before: bytes, after: bytes) -> Iterator[str]:
        (was_slides, was_theme), (slides, theme) = read(before), read(after)
        old, new = laid_out(was_slides), laid_out(slides)
        if was_theme != theme:
            yield "theme"
        if [s.title for s in old] != [s.title for s in new]:
            yield "slides"
        for slide, was in _paired_slides(old, new):
            fields = [f for f in Slide._fields if getattr(was, f) != getattr(slide, f)]
            yield from [f"slide/{slide.title}/{field}" for field in fields]

    return compare


def _paired_slides(old: Sequence[Slide], new: Sequence[Slide]) -> Iterator[tuple[Slide, Slide]]:
    """Each slide that there is, with what it was: one of its title, else one whose title is gone and that had the most
    in common with it; one that is new was empty.
    """
    theirs, ours = {s.title: s for s in old}, {s.title for s in new}
    gone = [s for s in old if s.title not in ours]
    for slide in new:
        was = theirs.get(slide.title)
        if was is None:
            shared = [_shared(s, slide) for s in gone]
            if any(shared):
                was = gone.pop(shared.index(max(shared)))
        yield slide, was or Slide(slide.title, layout=slide.layout)


def _shared(a: Slide, b: Slide) -> int:
    """In how many fields, from the texts to the shapes, two slides have something, and the same."""
    return sum([bool(x) and x == y for x, y in zip(a[1:6], b[1:6], strict=True)])


def _members(before: bytes, after: bytes) -> Iterator[str]:
    old, new = read_zip(before), read_zip(after)
    for path in sorted(old.keys() | new.keys()):
        if path not in old or path not in new or old[path].content != new[path].content:
            yield f"member/{path}"
    if outline_of(before).comment != outline_of(after).comment:
        yield "comment"


_COMPARED: Mapping[str, Callable[[bytes, bytes], Iterator[str]]] = {
    "txt": _documents(_text),
    "md": _documents(_text),
    "docx": _documents(read_docx),
    "odt": _documents(read_odt),
    "ods": _workbooks(read_ods),
    "xlsx": _workbooks(read_xlsx),
    "csv": _workbooks(_csv),
    "odp": _slides(lambda content: Deck(read_odp(content))),
    "pptx": _slides(read_deck),
    "zip": _members,
}
