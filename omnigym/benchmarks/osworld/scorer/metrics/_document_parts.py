"""What documents say and how it looks, as plain values that do not depend on the program that saved them.

A property that a run or a paragraph does not say comes from its styles and the document's defaults, as programs move
such settings there when they save.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from PIL import Image

from omnigym.benchmarks.osworld.scorer.metrics.office_files import file_of, open_document
from omnigym.documents.docx import read_docx
from omnigym.documents.model import Document
from omnigym.documents.odt import read_odt
from omnigym.foreign import convert_errors, parse_xml, within
from omnigym.foreign.limits import PIXELS, TABLE_CELLS

__all__ = [
    "Paragraph",
    "Piece",
    "paragraphs_of",
    "parse_document",
    "picture_key",
    "pictures_of",
    "table_texts",
    "texts_of",
]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_V = "{urn:schemas-microsoft-com:vml}"
#: Styles that are based on each other.
_DEEPEST = 64


def texts_of(state: object) -> list[str]:
    """The texts of the paragraphs of a .docx or .odt file.

    Of a .docx file they are those of its body, of an .odt file those of tables and headings, too.

    Raises:
        UnreadableError: It is no such file.
        TooLargeError: It is larger than what is read.
    """
    file = file_of(state, ".docx", ".odt")
    if file.extension == ".odt":
        return [p.text for p in read_odt(file.content).paragraphs]
    document = open_document(file)
    with convert_errors(".docx file"):
        return [p.text for p in paragraphs_of(document)]


def parse_document(state: object) -> Document:
    """A .docx or .odt file as omnigym reads it; raises as `texts_of`."""
    file = file_of(state, ".docx", ".odt")
    return read_odt(file.content) if file.extension == ".odt" else read_docx(file.content)


# -- styles -----------------------------------------------------------------------------------------------------------

_ON = frozenset({"1", "true", "on"})
_HIGHLIGHTS = {
    "yellow": "FFFF00",
    "green": "00FF00",
    "cyan": "00FFFF",
    "magenta": "FF00FF",
    "blue": "0000FF",
    "red": "FF0000",
    "darkBlue": "000080",
    "darkCyan": "008080",
    "darkGreen": "008000",
    "darkMagenta": "800080",
    "darkRed": "800000",
    "darkYellow": "808000",
    "darkGray": "808080",
    "lightGray": "C0C0C0",
    "black": "000000",
    "white": "FFFFFF",
}


class Piece(NamedTuple):
    """Characters that look alike.

    Attributes:
        text: The characters.
        font: The family, or "" where the document does not say it.
        size: Points.
        bold, italic, underline, strike, subscript: Whether they are.
        color: Six hexadecimal digits; "" for the usual colour.
        highlight: The colour of the ground, or "".
    """

    text: str
    font: str = ""
    size: float = 10.0
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    subscript: bool = False
    color: str = ""
    highlight: str = ""


def _value(node: Any, default: str = "") -> str:
    return str(node.get(f"{_W}val", default))


def _run_looks(properties: Any) -> dict[str, Any]:
    """What the properties of a run say, under the names of a `Piece`."""
    said: dict[str, Any] = {}
    for node in properties if properties is not None else ():
        if node.tag in _RUN_READERS:
            name, read = _RUN_READERS[node.tag]
            value = read(node)
            if value is not None and not (name == "highlight" and said.get(name)):
                said[name] = value
    return said


def _font(node: Any) -> str | None:
    """The font of a run; one of the theme is "+major" or "+minor"."""
    of_theme = str(node.get(f"{_W}asciiTheme", ""))[:5]
    return node.get(f"{_W}ascii") or (f"+{of_theme}" if of_theme else None)


def _is_on(node: object) -> bool:
    return _value(node, "1") in _ON


def _color(node: object) -> str:
    value = _value(node, "auto").upper()
    return "" if value in ("AUTO", "000000") else value


def _highlight(node: object) -> str:
    value = _value(node, "none")
    return "" if value == "none" else _HIGHLIGHTS.get(value, value)


def _shade(node: Any) -> str:
    """The ground of a run: LibreOffice saves a highlight as one."""
    fill = str(node.get(f"{_W}fill", "auto")).upper()
    return "" if fill == "AUTO" else fill


_RUN_READERS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    f"{_W}rFonts": ("font", _font),
    f"{_W}sz": ("size", lambda node: float(_value(node, "20")) / 2),
    f"{_W}b": ("bold", _is_on),
    f"{_W}i": ("italic", _is_on),
    f"{_W}u": ("underline", lambda node: _value(node, "single") != "none"),
    f"{_W}strike": ("strike", _is_on),
    f"{_W}vertAlign": ("subscript", lambda node: _value(node) == "subscript"),
    f"{_W}color": ("color", _color),
    f"{_W}highlight": ("highlight", _highlight),
    f"{_W}shd": ("highlight", _shade),
}


def _paragraph_looks(properties: Any) -> dict[str, Any]:
    """What the properties of a paragraph say: "alignment" and "spacing"."""
    said: dict[str, Any] = {}
    for node in properties if properties is not None else ():
        if node.tag == f"{_W}jc":
            said["alignment"] = {"start": "left", "end": "right", "both": "justify"}.get(_value(node), _value(node))
        elif node.tag == f"{_W}spacing" and node.get(f"{_W}line") is not None:
            line = float(node.get(f"{_W}line"))
            # a multiple of single spacing; a fixed spacing is negative, in points
            said["spacing"] = round(line / 240, 2) if node.get(f"{_W}lineRule", "auto") == "auto" else -line / 20
    return said


def _theme_fonts(document: Any) -> dict[str, str]:
    """The fonts of a document's theme, as `_font` names them."""
    found: dict[str, str] = {}
    for relation in document.part.rels.values():
        if relation.reltype.endswith("/theme") and not relation.is_external:
            root = parse_xml(relation.target_part.blob)
            for name in ("major", "minor"):
                node = root.find(f".//{_A}{name}Font/{_A}latin")
                found[f"+{name}"] = node.get("typeface", "") if node is not None else ""
    return found


class _Styles:
    """The styles of a document: what each says with all that it is based on and the defaults.

    Attributes:
        theme_fonts: The fonts of the theme, as `_font` names them.
    """

    def __init__(self, document: Any) -> None:
        self.theme_fonts = _theme_fonts(document)
        self._nodes: dict[str, Any] = {}
        self._usual, self._run_defaults, self._paragraph_defaults = "", {}, {}
        self._known: dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]]] = {}
        root = document.part.styles.element
        for style in root.iterchildren(f"{_W}style"):
            identity = str(style.get(f"{_W}styleId", ""))
            self._nodes[identity] = style
            if style.get(f"{_W}type") == "paragraph" and style.get(f"{_W}default") in _ON:
                self._usual = identity
        defaults = root.find(f"{_W}docDefaults")
        if defaults is not None:
            self._run_defaults = _run_looks(defaults.find(f"{_W}rPrDefault/{_W}rPr"))
            self._paragraph_defaults = _paragraph_looks(defaults.find(f"{_W}pPrDefault/{_W}pPr"))

    def of(self, paragraph_style: str, run_style: str = "") -> tuple[dict[str, Any], dict[str, Any]]:
        """What runs and paragraphs of some styles have."""
        key = paragraph_style or self._usual, run_style
        if key not in self._known:
            run, paragraph = dict(self._run_defaults), dict(self._paragraph_defaults)
            for style in (*self._chain(key[0]), *self._chain(key[1])):
                run |= _run_looks(style.find(f"{_W}rPr"))
                paragraph |= _paragraph_looks(style.find(f"{_W}pPr"))
            self._known[key] = run, paragraph
        return self._known[key]

    def _chain(self, identity: str) -> list[Any]:
        """A style and those that it is based on, the first one first; a circle of them is cut."""
        found: list[Any] = []
        while identity in self._nodes and len(found) < _DEEPEST:
            found.append(self._nodes[identity])
            based = found[-1].find(f"{_W}basedOn")
            identity = _value(based) if based is not None else ""
        return found[::-1]


# -- paragraphs -------------------------------------------------------------------------------------------------------

#: What runs of a paragraph lie in. Tracked deletions are no part of it.
_AROUND_RUNS = frozenset(f"{_W}{n}" for n in ("hyperlink", "ins", "smartTag", "sdt", "sdtContent", "fldSimple"))
_SIGNS = {f"{_W}tab": "\t", f"{_W}ptab": "\t", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}


class Paragraph:
    """A paragraph.

    Args:
        node: Its element.
        styles: Those of its document.
    """

    def __init__(self, node: Any, styles: _Styles) -> None:
        self.node, self._styles = node, styles
        self._properties = node.find(f"{_W}pPr")
        style = self._properties.find(f"{_W}pStyle") if self._properties is not None else None
        self._style = _value(style) if style is not None else ""

    @property
    def text(self) -> str:
        """Its characters."""
        return "".join([_run_text(run) for run in _runs(self.node)])

    def pieces(self) -> list[Piece]:
        """Its text in pieces that look alike."""
        found = [piece for run in _runs(self.node) if (piece := self._piece(run)).text]
        grouped = groupby(found, key=lambda piece: piece[1:])
        return [Piece("".join([p.text for p in same]), *look) for look, same in grouped]

    def _piece(self, run: Any) -> Piece:
        properties = run.find(f"{_W}rPr")
        style = properties.find(f"{_W}rStyle") if properties is not None else None
        inherited, _ = self._styles.of(self._style, _value(style) if style is not None else "")
        looks = {**inherited, **_run_looks(properties)}
        font = str(looks.get("font", ""))
        return Piece(_run_text(run), **{**looks, "font": self._styles.theme_fonts.get(font, font)})

    @property
    def alignment(self) -> str:
        """How its lines are aligned: "left", "center", "right", "justify"."""
        return str(self._looks().get("alignment", "left"))

    @property
    def line_spacing(self) -> float:
        """The spacing of its lines: a multiple of single, or, where it is fixed, minus so many points."""
        return float(self._looks().get("spacing", 1.0))

    def _looks(self) -> dict[str, Any]:
        return {**self._styles.of(self._style)[1], **_paragraph_looks(self._properties)}

    @property
    def drawings(self) -> int:
        """How many pictures and drawings it has."""
        return sum(1 for _ in self.node.iter(f"{_A}graphicData", f"{_V}imagedata"))


def paragraphs_of(document: Any, *, all_of_them: bool = False) -> list[Paragraph]:
    """The paragraphs of a document's body; with ``all_of_them`` also those in its tables and frames."""
    styles, body = _Styles(document), document.element.body
    nodes = body.iter(f"{_W}p") if all_of_them else body.iterchildren(f"{_W}p")
    return [Paragraph(node, styles) for node in nodes]


def _runs(node: Any) -> Iterator[object]:
    for child in node:
        if child.tag == f"{_W}r":
            yield child
        elif child.tag in _AROUND_RUNS:
            yield from _runs(child)


def _run_text(run: Any) -> str:
    out = []
    for node in run:
        if node.tag == f"{_W}t":
            out.append(node.text or "")
        elif node.tag == f"{_W}br":
            out.append("\n" if node.get(f"{_W}type", "textWrapping") == "textWrapping" else "")
        else:
            out.append(_SIGNS.get(node.tag, ""))
    return "".join(out)


# -- pictures ---------------------------------------------------------------------------------------------------------


def pictures_of(document: Any) -> list[bytes]:
    """The contents of the pictures in a document's body, in its order."""
    body, related = document.element.body, document.part.related_parts
    found = []
    for node in body.iter(f"{_A}blip", f"{_V}imagedata"):
        identity = node.get(f"{_R}embed") or node.get(f"{_R}id")
        if identity is not None and identity in related:
            found.append(related[identity].blob)
    return found


def picture_key(content: bytes) -> str:
    """What two pictures with the same pixels have in common; of one that is not of pixels, its bytes.

    Raises:
        TooLargeError: It has more pixels than are read.
    """
    try:
        image = Image.open(io.BytesIO(content))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return hashlib.sha256(content).hexdigest()
    with convert_errors("picture"), image:
        within(image.width * image.height, PIXELS, "pixels of a picture")
        pixels = image.convert("RGBA")
        return f"{pixels.size} {hashlib.sha256(pixels.tobytes()).hexdigest()}"


# -- tables -----------------------------------------------------------------------------------------------------------


def table_texts(document: Any) -> list[list[list[str]]]:
    """The tables of a document's body as rows of texts; a cell that spans columns or rows is in each of its places."""
    tables, count = [], 0
    for table in document.element.body.iterchildren(f"{_W}tbl"):
        rows: list[list[str]] = []
        for row in table.iterchildren(f"{_W}tr"):
            texts: list[str] = []
            for cell in row.iterchildren(f"{_W}tc"):
                span, text = _span(cell), _cell_text(cell)
                count += span
                within(count, TABLE_CELLS, "cells of tables")
                if _is_continued(cell) and rows and len(texts) < len(rows[-1]):
                    text = rows[-1][len(texts)]
                texts += [text] * span
            rows.append(texts)
        tables.append(rows)
    return tables


def _span(cell: Any) -> int:
    node = cell.find(f"{_W}tcPr/{_W}gridSpan")
    return max(int(node.get(f"{_W}val", "1")), 1) if node is not None else 1


def _is_continued(cell: Any) -> bool:
    node = cell.find(f"{_W}tcPr/{_W}vMerge")
    return node is not None and node.get(f"{_W}val", "continue") == "continue"


def _cell_text(cell: Any) -> str:
    lines = ["".join([_run_text(run) for run in _runs(p)]) for p in cell.iterchildren(f"{_W}p")]
    return "\n".join(lines).strip()
