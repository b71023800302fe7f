"""A reader of presentations from the bytes of a .pptx file (ECMA-376 PresentationML) of any program.

What `Slide` cannot say (places, charts, looks of single letters) is passed over.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple
from xml.etree import ElementTree as ET

from omnigym.documents.slides import LAYOUTS, TRANSITIONS, Deck, Slide, Table
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, convert_errors, package_weight, remember_contents, within
from omnigym.foreign.limits import ARCHIVE_BYTES, SHAPES

__all__ = [
    "PRESENTATION",
    "LinkedFile",
    "SlidePicture",
    "pptx_background",
    "pptx_pictures",
    "pptx_sounds",
    "read_deck",
    "read_pptx",
]

PRESENTATION = "ppt/presentation.xml"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
#: Placeholders for what a program puts on every slide.
_FIELDS = frozenset({"dt", "ftr", "hdr", "sldNum"})
_TITLES = frozenset({"title", "ctrTitle"})
_LAYOUT_OF = {kind: name for name, (kind, _) in LAYOUTS.items()}
_USUAL = ("Title Slide", "Title and Content")
_OFF = frozenset({"0", "false"})
#: How PNG files begin, with how many bytes up to the end of their size (ISO/IEC 15948, 5.2 and 11.2.2).
_PNG, _HEADER = b"\x89PNG\r\n\x1a\n", 24
#: A sign in an empty frame is so large at most, in pixels, and out of shape by more than this factor.
_SIGN, _STRETCHED = 100, 1.2


class SlidePicture(NamedTuple):
    """A picture on a slide.

    Attributes:
        page: The number of its slide, from 0.
        x, y: Its upper left corner in English Metric Units, or None where the slide's layout says it.
        content: The bytes of its file.
    """

    page: int
    x: int | None
    y: int | None
    content: bytes


class LinkedFile(NamedTuple):
    """A file that a slide uses.

    Attributes:
        target: Its address where it lies outside of the presentation; else the name of its part.
        content: Its bytes; None where it lies outside.
    """

    target: str
    content: bytes | None


def read_pptx(content: bytes) -> tuple[Slide, ...]:
    """Return the slides of a .pptx file.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It is larger than what is read.
    """
    return read_deck(content).slides


@remember_contents(64, package_weight)
def read_deck(content: bytes) -> Deck:
    """Return the presentation in a .pptx file; raises the errors of `read_pptx`."""
    with convert_errors(".pptx file"), Package(content) as package:
        slides, count = [], 0
        for at, part in enumerate(_slide_parts(package)):
            root = package.xml(part)
            shapes = list(islice(_shapes(root), SHAPES))
            count += 1 + len(shapes)
            within(count, SHAPES, "shapes and slides in a presentation")
            slides.append(_read(package, part, root, shapes, at))
        return Deck(tuple(slides), _theme(package))


@remember_contents(32, package_weight)
def pptx_pictures(content: bytes) -> tuple[SlidePicture, ...]:
    """Return the pictures of a .pptx file with their places, in file order; raises the errors of `read_pptx`."""
    with convert_errors(".pptx file"), Package(content) as package:
        found = []
        for page, part in enumerate(_slide_parts(package)):
            targets = _targets(package, part)
            for count, shape in enumerate(_shapes(package.xml(part))):
                within(count, SHAPES, "shapes on a slide")
                picture = _picture(package, targets, shape)
                if picture is not None and not _is_sign(shape, picture):
                    at = shape.find(f"{_P}spPr/{_A}xfrm/{_A}off")
                    x, y = (int(at.get("x", "0")), int(at.get("y", "0"))) if at is not None else (None, None)
                    found.append(SlidePicture(page, x, y, picture))
        return tuple(found)


def pptx_sounds(content: bytes, page: int) -> tuple[LinkedFile, ...]:
    """Return the sounds of a slide, by its number from 0; none if the slide does not exist. Raises as `read_pptx`."""
    with convert_errors(".pptx file"), Package(content, ARCHIVE_BYTES) as package:
        return tuple([found for kind, _, found in _linked(package, page) if kind == "audio"])


def pptx_background(content: bytes, page: int) -> LinkedFile | None:
    """Return the picture behind a slide's contents, by its number from 0, if the slide itself has one.

    Raises as `read_pptx`.
    """
    with convert_errors(".pptx file"), Package(content, ARCHIVE_BYTES) as package:
        for _, blip, found in _linked(package, page, f"{_P}cSld/{_P}bg/{_P}bgPr/{_A}blipFill/{_A}blip"):
            if blip:
                return found
        return None


# -- parts ------------------------------------------------------------------------------------------------------------


def _targets(package: Package, part: str) -> dict[str, tuple[str, str]]:
    """The parts that a part refers to, by the name of the relation: what sort of relation it is, and the part."""
    folder, name = posixpath.split(part)
    relations = f"{folder}/_rels/{name}.rels"
    if relations not in package:
        return {}
    found = {}
    for node in package.xml(relations):
        target = posixpath.normpath(posixpath.join("/", folder, node.get("Target", ""))).lstrip("/")
        found[node.get("Id", "")] = node.get("Type", "").rpartition("/")[2], target
    return found


def _linked(package: Package, page: int, used: str = "") -> Iterator[tuple[str, bool, LinkedFile]]:
    """The files that a slide refers to: the sort of the relation, whether the element ``used`` names it, the file."""
    parts = _slide_parts(package)
    if not 0 <= page < len(parts):
        return
    folder, name = posixpath.split(parts[page])
    relations = f"{folder}/_rels/{name}.rels"
    element = package.xml(parts[page]).find(used) if used else None
    named = set() if element is None else {element.get(f"{_R}embed"), element.get(f"{_R}link")}
    for node in package.xml(relations) if relations in package else ():
        kind, target = node.get("Type", "").rpartition("/")[2], node.get("Target", "")
        if node.get("TargetMode") == "External":
            yield kind, node.get("Id") in named, LinkedFile(target, None)
            continue
        target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        # The contents are read of what is asked for alone: a presentation may have large films.
        if target in package and (node.get("Id") in named if used else kind == "audio"):
            yield kind, node.get("Id") in named, LinkedFile(target, package.read(target))


def _of_kind(package: Package, part: str, kind: str) -> str:
    """The first part of a kind that a part refers to, or ""."""
    return next((t for sort, t in _targets(package, part).values() if sort == kind and t in package), "")


def _slide_parts(package: Package) -> list[str]:
    if PRESENTATION not in package:
        raise UnreadableError(f"Expected the bytes of a .pptx file, got one without {PRESENTATION}.")
    targets = _targets(package, PRESENTATION)
    listed = package.xml(PRESENTATION).iter(f"{_P}sldId")
    parts = [targets.get(node.get(f"{_R}id", ""), ("", ""))[1] for node in listed]
    within(len(parts), SHAPES, "slides in a presentation")
    return [part for part in parts if part in package]


def _theme(package: Package) -> str:
    master = _of_kind(package, PRESENTATION, "slideMaster")
    theme = _of_kind(package, master, "theme") if master else ""
    return package.xml(theme).get("name", "") if theme else ""


# -- a slide ----------------------------------------------------------------------------------------------------------


def _shapes(root: ET.Element) -> Iterator[ET.Element]:
    """All shapes, those in groups too."""
    tree = root.find(f"{_P}cSld/{_P}spTree")
    return _inside(tree) if tree is not None else iter(())


def _inside(group: ET.Element) -> Iterator[ET.Element]:
    for child in group:
        if child.tag == f"{_P}grpSp":
            yield from _inside(child)
        elif child.tag in (f"{_P}sp", f"{_P}pic", f"{_P}graphicFrame"):
            yield child


def _read(package: Package, part: str, root: ET.Element, shapes: list[ET.Element], at: int) -> Slide:
    targets = _targets(package, part)
    title: str | None = None
    texts: list[str] = []
    pictures: list[bytes] = []
    tables: list[Table] = []
    plain: list[str] = []
    for shape in shapes:
        picture, table = _picture(package, targets, shape), shape.find(f".//{_A}tbl")
        place = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
        kind = place.get("type", "obj") if place is not None else ""
        if picture is not None:
            pictures += [] if _is_sign(shape, picture) else [picture]
        elif table is not None:
            tables.append(_table(table))
        elif kind in _TITLES and title is None:
            title = _text(shape)
        elif kind not in _FIELDS:
            text = _text(shape)
            if text:
                if place is not None and place.get("idx") == "2" and not texts:
                    texts.append("")  # of two contents the first one is empty
                texts.append(text)
            elif place is None and shape.find(f"{_P}nvSpPr/{_P}cNvSpPr[@txBox='1']") is None:
                form = shape.find(f"{_P}spPr/{_A}prstGeom")
                plain += [form.get("prst", "")] if form is not None else []
    layout = _layout(package, part)
    if layout == "Blank" and title is not None:
        layout = ""  # LibreOffice names it so where it knows no layout for what is there
    return Slide(
        title or "",
        tuple(texts),
        _notes(package, part),
        tuple(pictures),
        tuple(tables),
        tuple(plain),
        "" if layout == _USUAL[min(at, 1)] else layout,
        root.get("show", "1") in _OFF,
        _transition(root),
    )


def _picture(package: Package, targets: dict[str, tuple[str, str]], shape: ET.Element) -> bytes | None:
    blip = shape.find(f"{_P}blipFill/{_A}blip") if shape.tag == f"{_P}pic" else None
    part = targets.get(blip.get(f"{_R}embed", ""), ("", ""))[1] if blip is not None else ""
    return package.read(part) if part in package else None


def _is_sign(shape: ET.Element, content: bytes) -> bool:
    """Whether a picture is the sign that LibreOffice draws in an empty frame, which it exports as a picture.

    It has no name, is a small PNG file, and is stretched over a frame of another shape.
    """
    about, frame = shape.find(f"{_P}nvPicPr/{_P}cNvPr"), shape.find(f"{_P}spPr/{_A}xfrm/{_A}ext")
    if about is None or about.get("name") or frame is None or not content.startswith(_PNG) or len(content) < _HEADER:
        return False
    wide, tall = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    shapes = [int(frame.get("cx", "0")) * tall, int(frame.get("cy", "0")) * wide]
    return max(wide, tall) <= _SIGN and max(shapes) > _STRETCHED * min(shapes)


def _table(table: ET.Element) -> Table:
    rows = [tuple([_text(cell) for cell in row.findall(f"{_A}tc")]) for row in table.findall(f"{_A}tr")]
    within(sum(map(len, rows)), SHAPES, "cells in a table on a slide")
    return tuple(rows)


def _text(shape: ET.Element) -> str:
    """The text of a shape or cell, a paragraph a line."""
    return "\n".join(["".join(_pieces(p)) for p in shape.iter(f"{_A}p")]).strip()


def _pieces(paragraph: ET.Element) -> Iterator[str]:
    for child in paragraph:
        if child.tag in (f"{_A}r", f"{_A}fld"):
            yield child.findtext(f"{_A}t") or ""
        elif child.tag == f"{_A}br":
            yield "\n"


def _notes(package: Package, part: str) -> str:
    notes = _of_kind(package, part, "notesSlide")
    for shape in _shapes(package.xml(notes)) if notes else ():
        place = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
        if place is not None and place.get("type") == "body":
            return _text(shape)
    return ""


def _layout(package: Package, part: str) -> str:
    """The slide's layout, where it is one that is known; other programs' are as if they were the usual one."""
    layout = _of_kind(package, part, "slideLayout")
    return _LAYOUT_OF.get(package.xml(layout).get("type", "") if layout else "", "")


def _transition(root: ET.Element) -> str:
    found = next(root.iter(f"{_P}transition"), None)
    kinds = [child.tag.rpartition("}")[2] for child in found] if found is not None else []
    return next((kind for kind in kinds if kind in TRANSITIONS), "")
