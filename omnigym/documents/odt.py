"""Documents to and from the bytes of a .odt file (OpenDocument 1.2 text).

What is written is minimal but genuine: LibreOffice and odfpy open it. What is read may come from any program; what
`Document` cannot say (notes, frames of text) is passed over, the text of table cells is kept as paragraphs. As in a
.docx file, a format is what was set on characters themselves, not what their style has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count, groupby
from typing import TypeAlias
from xml.etree import ElementTree as ET

from omnigym.documents._odf import (
    Look,
    attribute,
    image_xml,
    length_px,
    looks_of,
    packed,
    picture_in,
    pieces,
    style_name,
    tag,
    text_properties,
    text_xml,
)
from omnigym.documents.model import (
    PICTURE,
    Alignment,
    Document,
    Format,
    ListKind,
    Paragraph,
    Picture,
    Run,
    merge_runs,
    normalise,
)
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, convert_errors, package_weight, remember_contents, within
from omnigym.foreign.limits import UNPACKED_BYTES

__all__ = ["read_odt", "write_odt"]

_PARAGRAPHS = (tag("text:p"), tag("text:h"))
_LIST = tag("text:list")
#: What holds paragraphs of the text; what else there is (footnotes, changes that were tracked) is none of it.
_HOLDERS = frozenset(
    tag(name)
    for name in (
        "text:list-item",
        "text:list-header",
        "text:section",
        "table:table",
        "table:table-header-rows",
        "table:table-rows",
        "table:table-row",
        "table:table-cell",
    )
)
_ALIGNMENTS: Mapping[str, Alignment] = {"center": "center", "end": "right", "right": "right", "justify": "justify"}
_WRITTEN: Mapping[Alignment, str] = {"left": "start", "center": "center", "right": "end", "justify": "justify"}
#: What other programs call styles, by the names that OpenDocument has.
_STYLES = {"Standard": "Normal", "Default Paragraph Style": "Normal", "Text body": "Body Text"}
_FILE_STYLES = {"Normal": "Standard", "Body Text": "Text body"}
#: Above the lists' own depth nothing is nested by a person.
_DEEPEST = 64


_Layout: TypeAlias = tuple[str, Alignment, bool]
#: A text, the name of the style of its span, and the picture that it stands for.
_Piece: TypeAlias = tuple[str, str, Picture | None]
#: A pixel in points, and the width and height of a picture that does not say it, in pixels.
_POINTS, _UNKNOWN = 0.75, 200.0


# -- reading ----------------------------------------------------------------------------------------------------------


@remember_contents(64, package_weight)
def read_odt(content: bytes) -> Document:
    """Return the document in the bytes of a .odt file.

    Raises:
        UnreadableError: They are not those of a .odt file.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors(".odt file"), Package(content) as package:
        root = package.xml("content.xml")
        body = root.find(f"{tag('office:body')}/{tag('office:text')}")
        if body is None:
            raise UnreadableError("Expected the bytes of a .odt file, got one without a text.")
        looks, kinds = looks_of(package), _list_kinds(package)
        length, paragraphs = 0, list[Paragraph]()
        for node, kind in _paragraphs(body, kinds, "", 0):
            runs = list[_Piece]()
            for piece, span in pieces(node):
                shown = None if isinstance(piece, str) else _picture(piece, package)
                text = piece if isinstance(piece, str) else PICTURE if shown is not None else ""
                length += len(text)
                within(length, UNPACKED_BYTES, "characters in a document")
                runs.append((text, span, shown))
            paragraph, broken = _paragraph(node, runs, kind, looks)
            if broken and paragraphs:
                before = paragraphs[-1]
                paragraphs[-1] = before._replace(runs=(*before.runs, Run("\f")))
            paragraphs.append(paragraph)
        return normalise(Document(tuple(paragraphs)))


def _picture(frame: ET.Element, package: Package) -> Picture | None:
    """The picture in a frame, None for a frame of something else."""
    member = picture_in(frame, package)
    if not member:
        return None
    w, h = (length_px(attribute(frame, name)) or _UNKNOWN for name in ("svg:width", "svg:height"))
    return Picture(package.read(member), round(w * _POINTS, 1), round(h * _POINTS, 1))


def _list_kinds(package: Package) -> dict[str, ListKind]:
    """The kind of a list style's first level, by its name."""
    kinds: dict[str, ListKind] = {}
    for part in ("styles.xml", "content.xml"):
        if part in package:
            for style in package.xml(part).iter(tag("text:list-style")):
                numbered = len(style) > 0 and style[0].tag == tag("text:list-level-style-number")
                kinds[attribute(style, "style:name")] = "number" if numbered else "bullet"
    return kinds


def _paragraphs(
    node: ET.Element, kinds: Mapping[str, ListKind], kind: ListKind, depth: int
) -> Iterator[tuple[ET.Element, ListKind]]:
    """The paragraphs in a node, with the kind of the list that they are items of."""
    within(depth, _DEEPEST, "lists and tables in each other")
    for child in node:
        if child.tag in _PARAGRAPHS:
            yield child, kind
        elif child.tag == _LIST:
            yield from _paragraphs(
                child, kinds, kinds.get(attribute(child, "text:style-name"), kind or "bullet"), depth + 1
            )
        elif child.tag in _HOLDERS:
            yield from _paragraphs(child, kinds, kind, depth + 1)


def _paragraph(
    node: ET.Element, pieces: list[_Piece], kind: ListKind, looks: Mapping[tuple[str, str], Look]
) -> tuple[Paragraph, bool]:
    """A paragraph, and whether a page begins with it."""
    name = attribute(node, "text:style-name")
    own = looks.get(("paragraph", name))
    alignment: Alignment = "left"
    ground = Format()
    broken = False
    if own is not None and own.automatic:
        ground, name = own.format, own.parent
        said = own.node.find(tag("style:paragraph-properties"))
        alignment = _ALIGNMENTS.get(attribute(said, "fo:text-align"), "left")
        broken = attribute(said, "fo:break-before") == "page"
    known = looks.get(("paragraph", name))
    shown = known.name if known is not None else name.replace("_20_", " ")
    shown = _STYLES.get(shown, shown) or "Normal"
    if node.tag == tag("text:h") and shown == "Normal":
        shown = f"Heading {attribute(node, 'text:outline-level', '1')[:1]}"
    if kind and shown in ("List Paragraph", "List"):
        shown = "Normal"
    runs = []
    for (span, picture), group in groupby(pieces, lambda piece: piece[1:]):
        look = looks.get(("text", span))
        over = look.format if look is not None and look.automatic else Format()
        format_ = _over(ground, over)._replace(picture=picture)
        runs.append(Run("".join([piece[0] for piece in group]), format_))
    return Paragraph(merge_runs(runs), shown, alignment, kind), broken


def _over(ground: Format, own: Format) -> Format:
    """What characters look like in a paragraph of a look."""
    return Format._make([mine or theirs for mine, theirs in zip(own, ground, strict=True)])


# -- writing ----------------------------------------------------------------------------------------------------------

_HEADINGS = {"Title": (28, True), "Subtitle": (18, False), "Heading 1": (18, True), "Heading 2": (16, True)}
_HEADINGS = {**_HEADINGS, "Heading 3": (14, True)}


def _named_styles() -> str:
    out = '<style:style style:name="Standard" style:family="paragraph" style:class="text"/>'
    for name, (size, bold) in _HEADINGS.items():
        level = f' style:default-outline-level="{name[-1]}"' if name[-1].isdigit() else ""
        weight = ' fo:font-weight="bold"' * bold
        out += (
            f'<style:style style:name="{style_name(name)}" style:display-name="{name}" style:family="paragraph" '
            f'style:parent-style-name="Standard" style:next-style-name="Standard"{level}>'
            f'<style:paragraph-properties fo:margin-top="0.17in" fo:margin-bottom="0.08in"/>'
            f'<style:text-properties fo:font-size="{size}pt"{weight}/></style:style>'
        )
    return out + (
        '<style:style style:name="Caption" style:family="paragraph" style:parent-style-name="Standard" '
        'style:class="extra"><style:text-properties fo:font-style="italic"/></style:style>'
        '<style:style style:name="No_20_Spacing" style:display-name="No Spacing" style:family="paragraph" '
        'style:parent-style-name="Standard"/>'
    )


#: Of pictures: they stand on the line.
_FRAMES = (
    '<style:style style:name="fr1" style:family="graphic"><style:graphic-properties style:vertical-pos="top" '
    'style:vertical-rel="baseline" fo:margin="0cm" fo:padding="0cm" fo:border="none"/></style:style>'
)
_PAGE = (
    '<office:automatic-styles><style:page-layout style:name="pm1"><style:page-layout-properties '
    'fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-top="2cm" fo:margin-bottom="2cm" fo:margin-left="2cm" '
    'fo:margin-right="2cm"/></style:page-layout></office:automatic-styles><office:master-styles>'
    '<style:master-page style:name="Standard" style:page-layout-name="pm1"/></office:master-styles>'
)
_BULLETS = (
    '<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="•">'
    '<style:list-level-properties text:space-before="0.25in" text:min-label-width="0.25in"/>'
    "</text:list-level-style-bullet></text:list-style>"
)
_NUMBERS = (
    '<text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="1" '
    'style:num-suffix="."><style:list-level-properties text:space-before="0.25in" text:min-label-width="0.25in"/>'
    "</text:list-level-style-number></text:list-style>"
)
_LIST_STYLES: Mapping[ListKind, str] = {"bullet": "L1", "number": "L2"}


@lru_cache(maxsize=64)
def write_odt(document: Document) -> bytes:
    """Return the bytes of a .odt file with the content of ``document``.

    Characters that XML cannot hold are left out.
    """
    formats = {f: f"T{i}" for i, f in enumerate(dict.fromkeys(_formats(document)), 1)}
    files = {content: f"Pictures/{i}.{_ending(content)}" for i, content in enumerate(_contents(document), 1)}
    named = count(1)
    keys = _layouts(document)
    layouts = {key: f"P{i}" for i, key in enumerate(dict.fromkeys(keys), 1)}
    fonts = dict.fromkeys([f.font for f in formats if f.font])
    faces = "".join(
        [f'<style:font-face style:name="{_quoted(name)}" svg:font-family="{_quoted(name)}"/>' for name in fonts]
    )
    automatic = "".join(
        [
            f'<style:style style:name="{name}" style:family="text">{text_properties(f)}</style:style>'
            for f, name in formats.items()
        ]
    )
    automatic += "".join([_layout_xml(key, name) for key, name in layouts.items()])
    body = ""
    for kind, group in groupby(zip(document.paragraphs, keys, strict=True), lambda p: p[0].list):
        lines = [_paragraph_xml(p, layouts[key], formats, files, named) for p, key in group]
        if kind:
            items = "".join([f"<text:list-item>{line}</text:list-item>" for line in lines])
            body += f'<text:list text:style-name="{_LIST_STYLES[kind]}">{items}</text:list>'
        else:
            body += "".join(lines)
    content = (
        f"<office:font-face-decls>{faces}</office:font-face-decls>"
        f"<office:automatic-styles>{automatic}{_FRAMES * bool(files)}{_BULLETS}{_NUMBERS}"
        "</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body>"
    )
    return packed("text", content, f"<office:styles>{_named_styles()}</office:styles>{_PAGE}", _members(files))


def _members(files: Mapping[bytes, str]) -> dict[str, bytes]:
    return {name: content for content, name in files.items()}


def _contents(document: Document) -> list[bytes]:
    """The files of the pictures, each once."""
    shown = [run.format.picture for p in document.paragraphs for run in p.runs]
    return list(dict.fromkeys([picture.content for picture in shown if picture is not None]))


def _ending(content: bytes) -> str:
    kinds = ((b"\xff\xd8", "jpg"), (b"GIF8", "gif"), (b"BM", "bmp"))
    return next((end for start, end in kinds if content.startswith(start)), "png")


def _quoted(text: str) -> str:
    """A text as the value of an attribute."""
    return text_xml(text).replace('"', "&quot;")


def _formats(document: Document) -> Iterator[Format]:
    for paragraph in document.paragraphs:
        for run in paragraph.runs:
            look = run.format._replace(picture=None)
            if look != Format():
                yield look


def _layouts(document: Document) -> list[_Layout]:
    """What the automatic style of each paragraph says: its style, its alignment, whether a page begins with it."""
    broken = [False, *["\f" in p.text for p in document.paragraphs]]
    return [(p.style, p.alignment, b) for p, b in zip(document.paragraphs, broken, strict=False)]


def _layout_xml(key: _Layout, name: str) -> str:
    style, alignment, broken = key
    parent = style_name(_FILE_STYLES.get(style, style))
    said = f' fo:text-align="{_WRITTEN[alignment]}"' if alignment != "left" else ""
    said += ' fo:break-before="page"' * broken
    properties = f"<style:paragraph-properties{said}/>" if said else ""
    return (
        f'<style:style style:name="{name}" style:family="paragraph" style:parent-style-name="{parent}">'
        f"{properties}</style:style>"
    )


def _picture_xml(picture: Picture, files: Mapping[bytes, str], number: int) -> str:
    size = f'svg:width="{picture.w / 72:.4f}in" svg:height="{picture.h / 72:.4f}in"'
    return (
        f'<draw:frame draw:style-name="fr1" draw:name="Image{number}" text:anchor-type="as-char" {size} '
        f'draw:z-index="{number - 1}">{image_xml(files[picture.content])}</draw:frame>'
    )


def _paragraph_xml(
    paragraph: Paragraph, layout: str, formats: Mapping[Format, str], files: Mapping[bytes, str], named: Iterator[int]
) -> str:
    runs = ""
    for run in paragraph.runs:
        picture = run.format.picture
        if picture is not None:
            runs += "".join([_picture_xml(picture, files, next(named)) for _ in run.text])
            continue
        inside = text_xml(run.text)
        name = formats.get(run.format)
        runs += f'<text:span text:style-name="{name}">{inside}</text:span>' if name else inside
    level = paragraph.style[-1:]
    if paragraph.style.startswith("Heading ") and level.isdigit():
        return f'<text:h text:style-name="{layout}" text:outline-level="{level}">{runs}</text:h>'
    return f'<text:p text:style-name="{layout}">{runs}</text:p>'
