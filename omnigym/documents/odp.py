"""Presentations to and from the bytes of a .odp file (OpenDocument 1.2 presentation).

What is written is minimal but genuine: LibreOffice and odfpy open it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from omnigym.documents._odf import attribute, image_xml, line_of, packed, picture_in, tag, text_xml
from omnigym.documents.slides import Slide
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, convert_errors, package_weight, remember_contents, within
from omnigym.foreign.limits import SHAPES

__all__ = ["read_odp", "write_odp"]

_TEXTS = frozenset({tag("text:p"), tag("text:h")})
#: What is no text of a slide: the number, date and foot that a program puts on each, and the small slide of the notes.
_FIELDS = frozenset({"page-number", "date-time", "footer", "header", "page"})
_GROUP = tag("draw:g")


@remember_contents(64, package_weight)
def read_odp(content: bytes) -> tuple[Slide, ...]:
    """Return the slides of a .odp file.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors(".odp file"), Package(content) as package:
        body = package.xml("content.xml").find(f"{tag('office:body')}/{tag('office:presentation')}")
        if body is None:
            raise UnreadableError("Expected the bytes of a .odp file, got one without a presentation.")
        slides, count = [], 0
        for page in body.findall(tag("draw:page")):
            shapes = list(_shapes(page))
            count += 1 + len(shapes)
            within(count, SHAPES, "shapes and slides in a presentation")
            slides.append(_read(page, shapes, package))
        return tuple(slides)


def _shapes(node: ET.Element) -> Iterator[ET.Element]:
    """All shapes on a page, those in groups too."""
    for child in node:
        if child.tag == _GROUP:
            yield from _shapes(child)
        elif child.tag != tag("presentation:notes"):
            yield child


def _read(page: ET.Element, shapes: Sequence[ET.Element], package: Package) -> Slide:
    title, texts, pictures = "", [], []
    for shape in shapes:
        kind = attribute(shape, "presentation:class")
        member = picture_in(shape, package)
        if member:
            pictures.append(package.read(member))
            continue
        text = _text(shape)
        if not text or kind in _FIELDS or attribute(shape, "presentation:placeholder") == "true":
            continue
        if kind == "title" and not title:
            title = text
        else:
            texts.append(text)
    notes = ""
    found = page.find(tag("presentation:notes"))
    for shape in _shapes(found) if found is not None else ():
        if attribute(shape, "presentation:class") == "notes" and attribute(shape, "presentation:placeholder") != "true":
            notes = notes or _text(shape)
    return Slide(title, tuple(texts), notes, tuple(pictures))


def _text(shape: ET.Element) -> str:
    return line_of([node for node in shape.iter() if node.tag in _TEXTS]).strip()


# -- writing ----------------------------------------------------------------------------------------------------------

#: Where the shapes of a slide of 28 by 15.75 cm are: x, y, width, height.
_TITLE, _FIRST_TITLE = (1.4, 0.63, 25.2, 2.63), (3.5, 4.0, 21.0, 3.5)
_BODY, _FIRST_BODY = (1.4, 3.7, 25.2, 9.1), (3.5, 8.0, 21.0, 3.0)
_PICTURE, _NOTES = (16.5, 4.2, 10.0, 8.0), (2.1, 14.1, 16.8, 13.4)
_STYLE_OF = {"outline": "outline1"}
_STYLES = (
    "<office:styles>"
    '<style:style style:name="standard" style:family="graphic"><style:text-properties fo:font-size="18pt"/>'
    "</style:style>"
    + "".join(
        [
            f'<style:style style:name="Default-{kind}" style:family="presentation"><style:graphic-properties '
            f'draw:fill="none" draw:stroke="none"/><style:text-properties fo:font-size="{size}pt"/></style:style>'
            for kind, size in (("title", 44), ("subtitle", 32), ("outline1", 28), ("notes", 20))
        ]
    )
    + "</office:styles>"
    '<office:automatic-styles><style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="28cm" '
    'fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles>'
    '<office:master-styles><style:master-page style:name="Default" style:page-layout-name="PM1"/>'
    "</office:master-styles>"
)


def write_odp(slides: Sequence[Slide]) -> bytes:
    """Return the bytes of a .odp file. Characters that XML cannot hold are left out.

    The first slide is laid out as a title with a line below, all others as a title and text.
    """
    files: dict[str, bytes] = {}
    pages = []
    for number, slide in enumerate(slides, 1):
        inside = _frame(_FIRST_TITLE if number == 1 else _TITLE, slide.title, "title")
        rest = slide.texts or ("",)
        for at, text in enumerate(rest):
            x, y, w, h = _FIRST_BODY if number == 1 else _BODY
            share = h / len(rest)
            kind = "subtitle" if number == 1 and at == 0 else "outline" if at == 0 else ""
            inside += _frame((x, y + at * share, w, share), text, kind)
        for at, picture in enumerate(slide.pictures):
            end = "png" if picture.startswith(b"\x89PNG") else "jpg"
            name = f"Pictures/{number}-{at + 1}.{end}"
            files[name] = picture
            (x, y, w, h), count = _PICTURE, len(slide.pictures)
            place = (x + at * w / count, y, w / count, h / count)  # side by side
            inside += f'<draw:frame draw:layer="layout" {_place(place)}>{image_xml(name)}</draw:frame>'
        notes = f"<presentation:notes>{_frame(_NOTES, slide.notes, 'notes')}</presentation:notes>"
        pages.append(f'<draw:page draw:name="page{number}" draw:master-page-name="Default">{inside}{notes}</draw:page>')
    return packed(
        "presentation",
        f"<office:body><office:presentation>{''.join(pages)}</office:presentation></office:body>",
        _STYLES,
        files,
    )


def _place(where: tuple[float, float, float, float]) -> str:
    x, y, w, h = where
    return f'svg:x="{x:g}cm" svg:y="{y:g}cm" svg:width="{w:g}cm" svg:height="{h:g}cm"'


def _frame(where: tuple[float, float, float, float], text: str, kind: str) -> str:
    """A shape with a text; one without is a place where a person may write."""
    said = ' presentation:placeholder="true"' * (not text)
    if kind:
        # A shape without such a style is to LibreOffice an ordinary one, whatever its class.
        said += f' presentation:class="{kind}" presentation:style-name="Default-{_STYLE_OF.get(kind, kind)}"'
    lines = "".join([f"<text:p>{text_xml(line)}</text:p>" for line in text.split("\n")]) if text else ""
    return f'<draw:frame draw:layer="layout"{said} {_place(where)}><draw:text-box>{lines}</draw:text-box></draw:frame>'
