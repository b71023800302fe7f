"""Presentations for comparison: every slide's shapes, with the looks that readers see.

A look is resolved as programs do it: a run's own properties, then those of its shape, its layout, its master and the
presentation. So a file that spells out what another one inherits has the same looks.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from omnigym.benchmarks.osworld.scorer.given import library
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, convert_errors, remember_contents, within
from omnigym.foreign.limits import ARCHIVE_BYTES, SHAPES, TEXT_BYTES, UNPACKED_BYTES

__all__ = [
    "EMU_OF_POINT",
    "Box",
    "Colour",
    "DeckLook",
    "DeckParagraph",
    "DeckRun",
    "ScoredDeck",
    "ScoredSlide",
    "Shape",
    "open_presentation",
    "read_deck",
]

#: English Metric Units in a point.
EMU_OF_POINT = 12_700

Colour: TypeAlias = tuple[int, int, int]
#: Left, top, width and height in English Metric Units; None for what no layout says.
Box: TypeAlias = tuple[int | None, int | None, int | None, int | None]

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_MARKED = re.compile(rb"<!(?:ENTITY|DOCTYPE)")
_TITLES = frozenset({"title", "ctrTitle"})
#: Placeholders whose text has the style "other" of their master.
_FIELDS = frozenset({"dt", "ftr", "hdr", "sldNum"})
_COLOUR_MAP: Mapping[str, str] = MappingProxyType({"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"})
_PRESETS: Mapping[str, Colour] = MappingProxyType(
    {
        "black": (0, 0, 0),
        "blue": (0, 0, 255),
        "green": (0, 128, 0),
        "red": (255, 0, 0),
        "white": (255, 255, 255),
        "yellow": (255, 255, 0),
    }
)
#: The size of a text that nothing gives one, in hundredths of a point.
_USUAL_SIZE = "1800"
#: Fonts of symbols have their characters in this area; a program that saves may choose another font for the same sign.
_PRIVATE = range(0xE000, 0xF900)


class DeckLook(NamedTuple):
    """The look of letters."""

    font: str = ""
    size: float = 0.0
    bold: bool = False
    italic: bool = False
    colour: Colour | None = None
    underline: str = "none"
    strike: str = "noStrike"


class DeckRun(NamedTuple):
    """Letters of one look."""

    text: str
    look: DeckLook


class DeckParagraph(NamedTuple):
    """A paragraph; ``bullet`` is "" for none, a character, or "auto:" with how it counts."""

    text: str
    level: int
    alignment: str
    bullet: str
    runs: tuple[DeckRun, ...]


class Shape(NamedTuple):
    """A shape on a slide.

    Attributes:
        kind: "sp" for what may have text, "pic", "table", "graphicFrame", "cxnSp" or "grpSp".
        box: Where it is.
        freeform: Whether it was drawn by hand.
        text: Its text; None where it can have none.
        paragraphs: Of its text.
        cells: Of a table: the paragraphs of each cell, row by row.
        picture: The bytes of a picture's file.
        field: The kind of a placeholder for what programs put on slides: "sldNum"; else "".
        inside: The shapes of a group.
    """

    kind: str
    box: Box
    freeform: bool = False
    text: str | None = None
    paragraphs: tuple[DeckParagraph, ...] = ()
    cells: tuple[tuple[tuple[DeckParagraph, ...], ...], ...] = ()
    picture: bytes = b""
    field: str = ""
    inside: tuple[Shape, ...] = ()


class ScoredSlide(NamedTuple):
    """A slide; ``background`` is a colour, or the name of another filling, and ``transitions`` are names."""

    shapes: tuple[Shape, ...]
    background: Colour | str
    notes: str
    transitions: tuple[str, ...]

    def texts(self) -> Iterator[Shape]:
        """All shapes that may have text, those in groups too."""
        todo = list(reversed(self.shapes))
        while todo:
            shape = todo.pop()
            todo += reversed(shape.inside)
            if shape.text is not None:
                yield shape


class ScoredDeck(NamedTuple):
    """A presentation: its slides, their size, and the colours of slide numbers on its masters."""

    slides: tuple[ScoredSlide, ...]
    width: int
    height: int
    number_colours: tuple[Colour | None, ...]


@remember_contents(4)
def read_deck(content: bytes) -> ScoredDeck:
    """Return the presentation in the bytes of a .pptx file.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors(".pptx file"):
        found = open_presentation(content)
        slides, count = [], 0
        for slide in found.slides:
            style = _Style(found, slide)
            shapes = tuple([_shape(shape, style) for shape in slide.shapes])
            count += 1 + len(slide._element.findall(f".//{_P}cNvPr"))
            within(count, SHAPES, "shapes and slides in a presentation")
            transitions = [c.tag.rpartition("}")[2] for t in slide._element.iter(f"{_P}transition") for c in t]
            slides.append(ScoredSlide(shapes, style.background(), _notes(slide), tuple(transitions)))
        return ScoredDeck(tuple(slides), int(found.slide_width), int(found.slide_height), tuple(_on_masters(found)))


def open_presentation(content: bytes) -> Any:
    """Return the presentation in the bytes of a .pptx file, as python-pptx reads it; raises as `read_deck`."""
    with convert_errors(".pptx file"):
        _charge(content)
        return library("pptx").Presentation(BytesIO(content))


def _charge(content: bytes) -> None:
    """See that a file is no more than is read: XML grows when it is parsed, pictures stay as they are."""
    with Package(content, ARCHIVE_BYTES) as package:
        xml = [m for m in package.members if m.filename.lower().endswith((".xml", ".rels"))]
        within(sum([m.file_size for m in xml]), UNPACKED_BYTES, "bytes of XML in a presentation")
        for member in xml:
            within(member.file_size, TEXT_BYTES, "bytes of XML")
            if _MARKED.search(package.read(member)):
                raise UnreadableError("Expected XML without a document type, got one that declares it or entities.")


def _notes(slide: Any) -> str:
    frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    return "" if frame is None else str(frame.text).strip()


def _on_masters(found: Any) -> Iterator[Colour | None]:
    """The colour of the slide number on each master that has one."""
    for master in found.slide_masters:
        style = _Style(found, None, master)
        for shape in master.placeholders:
            if _field(shape) == "sldNum":
                runs = [run for p in _shape(shape, style).paragraphs for run in p.runs]
                yield runs[0].look.colour if runs else None


def _field(shape: Any) -> str:
    place = shape._element.find(f".//{_P}nvPr/{_P}ph")
    kind = "" if place is None else place.get("type", "")
    return kind if kind in _FIELDS else ""


# -- shapes -----------------------------------------------------------------------------------------------------------


def _shape(shape: Any, style: _Style) -> Shape:
    element = shape._element
    kind = element.tag.rpartition("}")[2]
    box: Box = shape.left, shape.top, shape.width, shape.height
    if kind == "grpSp":
        return Shape(kind, box, inside=tuple([_shape(s, style) for s in shape.shapes]))
    table = element.find(f".//{_A}tbl") if kind == "graphicFrame" else None
    if table is not None:
        rows = [[style.paragraphs(cell, ()) for cell in row.findall(f"{_A}tc")] for row in table.findall(f"{_A}tr")]
        return Shape("table", box, cells=tuple(map(tuple, rows)))
    if kind == "pic":
        return Shape(kind, box, picture=_picture(shape))
    if kind != "sp":
        return Shape(kind, box)
    paragraphs = style.paragraphs(element, style.inherited(element))
    freeform = element.find(f"{_P}spPr/{_A}custGeom") is not None
    text = "\n".join([p.text for p in paragraphs])
    return Shape(kind, box, freeform, text, paragraphs, field=_field(shape))


def _picture(shape: Any) -> bytes:
    """The file of a picture; nothing for one that is linked, or is no picture at all, as of a film."""
    try:
        return bytes(shape.image.blob)
    except (AttributeError, KeyError, ValueError):
        return b""


# -- looks ------------------------------------------------------------------------------------------------------------


class _Style:
    """What the text of a slide inherits.

    Args:
        found: The presentation.
        slide: The slide; None for a master.
        master: The master; None for that of the slide.
    """

    def __init__(self, found: Any, slide: Any, master: Any = None) -> None:
        self._layers = [] if slide is None else [slide, slide.slide_layout]
        master = slide.slide_layout.slide_master if master is None else master
        self._layers.append(master)
        self._styles = master._element.find(f"{_P}txStyles")
        self._default = found._element.find(f"{_P}defaultTextStyle")
        self._map = dict(_COLOUR_MAP)
        mapped = master._element.find(f"{_P}clrMap")
        self._map |= {} if mapped is None else dict(mapped.attrib)
        self._theme = _theme(master)

    # -- where properties come from ---------------------------------------------------------------------------------

    def inherited(self, shape: Any) -> tuple[Any, ...]:
        """Return the lists of levels of a shape, nearest first: its placeholders', then its master's style."""
        place = shape.find(f".//{_P}nvPr/{_P}ph")
        lists = [shape.find(f"{_P}txBody/{_A}lstStyle"), shape.find(f"{_P}style/{_A}fontRef")]
        if place is None:
            style = "otherStyle"
        else:
            kind, idx, others = place.get("type", "obj"), place.get("idx"), []
            for layer in self._layers[1:]:
                found = _placeholder(layer, kind, idx)
                if found is not None:
                    # A layout may say of what kind a slide's placeholder is. A master has numbers of its own.
                    kind, idx = found.find(f".//{_P}nvPr/{_P}ph").get("type", "obj"), None
                    others.append(found)
            lists += [p.find(f"{_P}txBody/{_A}lstStyle") for p in others]
            lists += [p.find(f"{_P}txBody/{_A}p/{_A}pPr") for p in others if kind in _FIELDS]
            lists += [p.find(f"{_P}txBody/{_A}p/{_A}fld") for p in others if kind in _FIELDS]
            style = "titleStyle" if kind in _TITLES else "otherStyle" if kind in _FIELDS else "bodyStyle"
        lists.append(None if self._styles is None else self._styles.find(f"{_P}{style}"))
        return tuple([e for e in lists if e is not None])

    def paragraphs(self, shape: Any, lists: Sequence[Any]) -> tuple[DeckParagraph, ...]:
        """Return the paragraphs of a shape or a cell."""
        body = shape.find(f"{_P}txBody")
        body = shape.find(f"{_A}txBody") if body is None else body
        return tuple([self._paragraph(p, lists) for p in (() if body is None else body.findall(f"{_A}p"))])

    def _paragraph(self, element: Any, lists: Sequence[Any]) -> DeckParagraph:
        own = element.find(f"{_A}pPr")
        level = min(max(int("0" if own is None else own.get("lvl", "0")), 0), 8)
        above = [*lists, *([] if self._default is None else [self._default])]
        levels = [e for e in (own, *[_level(e, level) for e in above]) if e is not None]
        letters = [e for e in [_letters(e, level) for e in above] if e is not None]
        # A field has its look where its paragraph says how it begins.
        begins = None if own is None or element.find(f"{_A}fld") is None else own.find(f"{_A}defRPr")
        letters = letters if begins is None else [begins, *letters]
        looks: dict[Any, DeckLook] = {}
        runs = []
        for child in element:
            if child.tag in (f"{_A}r", f"{_A}fld"):
                said = child.find(f"{_A}rPr")
                if said not in looks:
                    looks[said] = self._look([*([] if said is None else [said]), *letters])
                # A date is that of the day on which the file was saved.
                dated = child.get("type", "").startswith("datetime")
                runs.append(DeckRun("" if dated else child.findtext(f"{_A}t") or "", looks[said]))
            elif child.tag == f"{_A}br":
                runs.append(DeckRun("\v", DeckLook()))
        text = "".join([run.text for run in runs])
        alignment = next((e.get("algn") for e in levels if e.get("algn")), "l")
        return DeckParagraph(text, level, alignment, _bullet(levels), tuple(runs))

    def _look(self, said: Sequence[Any]) -> DeckLook:
        """The look of letters, from properties that are nearest first."""

        def first(name: str, usual: str) -> str:
            return next((str(e.get(name)) for e in said if e.get(name) is not None), usual)

        latin = [e.find(f"{_A}latin") for e in said]
        font = next((str(e.get("typeface")) for e in latin if e is not None and e.get("typeface")), "+mn-lt")
        fills = [e if e.tag == f"{_A}fontRef" else e.find(f"{_A}solidFill") for e in said]
        fill = next((f for f in fills if f is not None and len(f)), None)
        return DeckLook(
            self._font(font),
            int(first("sz", _USUAL_SIZE)) / 100,
            first("b", "0") in ("1", "true"),
            first("i", "0") in ("1", "true"),
            self.colour(fill) if fill is not None else self._scheme("tx1"),
            first("u", "none"),
            first("strike", "noStrike"),
        )

    def _font(self, name: str) -> str:
        if name[:4] in ("+mn-", "+mj-") and self._theme is not None:
            kind = "minorFont" if name[1:3] == "mn" else "majorFont"
            latin = self._theme.find(f".//{_A}fontScheme/{_A}{kind}/{_A}latin")
            return name if latin is None else str(latin.get("typeface"))
        return name

    # -- colours ----------------------------------------------------------------------------------------------------

    def colour(self, fill: Any, *, themed: bool = False) -> Colour | None:
        """Return the colour in a filling; None where it has none that is known.

        Args:
            fill: The element that holds it.
            themed: Whether it is in the theme itself, where a colour of the theme would be one without end.
        """
        said = next(iter(fill), None)
        if said is None:
            return None
        kind, name = said.tag.rpartition("}")[2], said.get("val", "")
        if kind == "srgbClr":
            found: Colour | None = _rgb(name)
        elif kind == "schemeClr":
            found = None if themed else self._scheme(name)
        elif kind == "sysClr":
            found = _rgb(said.get("lastClr", "000000"))
        else:
            found = _PRESETS.get(name)
        return None if found is None else _changed(found, said)

    def _scheme(self, name: str) -> Colour | None:
        colours = None if self._theme is None else self._theme.find(f".//{_A}clrScheme/{_A}{self._map.get(name, name)}")
        return None if colours is None else self.colour(colours, themed=True)

    def background(self) -> Colour | str:
        """Return the filling behind everything: of the slide, else of its layout, else of its master."""
        for layer in self._layers:
            found = layer._element.find(f"{_P}cSld/{_P}bg")
            if found is None:
                continue
            styled = found.find(f"{_P}bgRef")
            fill = styled if styled is not None else found.find(f"{_P}bgPr/{_A}solidFill")
            if fill is not None:
                return self.colour(fill) or ""
            inside = next(iter(found.find(f"{_P}bgPr")), None)
            kind = "" if inside is None else inside.tag.rpartition("}")[2]
            if kind != "noFill":
                return str(kind)
        return (255, 255, 255)


def _level(said: Any, level: int) -> Any:
    """What a list of levels says of the paragraphs of one; of a field, what stands before it."""
    return said if said.tag == f"{_A}pPr" else said.find(f"{_A}lvl{level + 1}pPr")


def _letters(said: Any, level: int) -> Any:
    """What a list of levels, a field or a shape's style says of letters."""
    if said.tag == f"{_A}fontRef":
        return said
    if said.tag == f"{_A}fld":
        return said.find(f"{_A}rPr")
    found = _level(said, level)
    return None if found is None else found.find(f"{_A}defRPr")


def _theme(master: Any) -> Any:
    for relation in master.part.rels.values():
        if relation.reltype.endswith("/theme"):
            return library("lxml.etree").fromstring(
                relation.target_part.blob, library("lxml.etree").XMLParser(resolve_entities=False, no_network=True)
            )
    return None


def _placeholder(layer: Any, kind: str, idx: str | None) -> Any:
    """The placeholder of a layout or master that one of a slide belongs to: of its number, else of its kind."""
    found = []
    for element in layer._element.iter(f"{_P}sp"):
        place = element.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
        if place is not None:
            found.append((place.get("idx"), place.get("type", "obj"), element))
    numbered = [e for number, _, e in found if idx is not None and number == idx and kind not in _FIELDS]
    same = [e for _, other, e in found if other == kind or (kind in _TITLES and other in _TITLES)]
    bodies = [e for _, other, e in found if other == "body" and kind in ("obj", "body", "subTitle", "tbl", "chart")]
    return next(iter(numbered or same or bodies), None)


def _bullet(levels: Sequence[Any]) -> str:
    for element in levels:
        for child in element:
            kind = child.tag.rpartition("}")[2]
            if kind == "buNone":
                return ""
            if kind == "buChar":
                sign = str(child.get("char", ""))
                return "•" if sign and ord(sign[0]) in _PRIVATE else sign
            if kind == "buAutoNum":
                return f"auto:{child.get('type', '')}"
            if kind == "buBlip":
                return "picture"
    return ""


def _rgb(digits: str) -> Colour:
    number = int(digits, 16)
    return number >> 16 & 255, number >> 8 & 255, number & 255


def _changed(colour: Colour, said: Any) -> Colour:
    """A colour with its modifications: of lightness (``lumMod``, ``lumOff``), and mixed with white or black."""
    red, green, blue = (c / 255 for c in colour)
    for child in said:
        kind = child.tag.rpartition("}")[2]
        share = int(child.get("val", "0")) / 100_000 if str(child.get("val", "0")).lstrip("-").isdigit() else 0.0
        hue, light, full = colorsys.rgb_to_hls(red, green, blue)
        if kind == "lumMod":
            light *= share
        elif kind == "lumOff":
            light += share
        elif kind in ("shade", "tint"):  # mixed with black or white, as light is
            mixed = 0.0 if kind == "shade" else 1 - share
            red, green, blue = [_shown(_light(c) * share + mixed) for c in (red, green, blue)]
            continue
        else:
            continue
        red, green, blue = colorsys.hls_to_rgb(hue, min(max(light, 0.0), 1.0), full)
    found = [round(min(max(c, 0.0), 1.0) * 255) for c in (red, green, blue)]
    return found[0], found[1], found[2]


def _light(value: float) -> float:
    """The light of a channel in [0, 1] (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _shown(light: float) -> float:
    """The channel that gives so much light."""
    light = min(max(light, 0.0), 1.0)
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
