"""What the three kinds of OpenDocument files have in common: names, packing, and how texts are written in XML."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from omnigym.documents.model import Format
from omnigym.foreign import Package, within
from omnigym.foreign.limits import UNPACKED_BYTES
from omnigym.foreign.xml_text import escape

__all__ = [
    "NAMES",
    "Look",
    "attribute",
    "image_xml",
    "legal_text",
    "length_px",
    "line_of",
    "looks_of",
    "packed",
    "picture_in",
    "pieces",
    "style_name",
    "tag",
    "text_properties",
    "text_xml",
    "texts",
]

_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
#: The prefixes that are declared in every part that is written, and what they stand for.
NAMES: Mapping[str, str] = {
    "office": f"{_OASIS}:office:1.0",
    "style": f"{_OASIS}:style:1.0",
    "text": f"{_OASIS}:text:1.0",
    "table": f"{_OASIS}:table:1.0",
    "draw": f"{_OASIS}:drawing:1.0",
    "presentation": f"{_OASIS}:presentation:1.0",
    "number": f"{_OASIS}:datastyle:1.0",
    "fo": f"{_OASIS}:xsl-fo-compatible:1.0",
    "svg": f"{_OASIS}:svg-compatible:1.0",
    "of": f"{_OASIS}:of:1.2",
    "xlink": "http://www.w3.org/1999/xlink",
    "dc": "http://purl.org/dc/elements/1.1/",
}
_DECLARED = " ".join([f'xmlns:{prefix}="{name}"' for prefix, name in NAMES.items()])
_XML = '<?xml version="1.0" encoding="UTF-8"?>'
_EPOCH = (2025, 1, 1, 0, 0, 0)
_CHART_MEDIA = "application/vnd.oasis.opendocument.chart"
_MANIFEST = f"{_OASIS}:manifest:1.0"

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
}
_NAME_OF_HIGHLIGHT = {color: name for name, color in _HIGHLIGHTS.items()}
_COLOR = re.compile("#([0-9A-Fa-f]{6})")
_LENGTH = re.compile(r"(\d{1,6}(?:\.\d{1,9})?)(cm|mm|in|pt|px)")
_PX = {"cm": 96 / 2.54, "mm": 96 / 25.4, "in": 96.0, "pt": 96 / 72, "px": 1.0}
#: Points of the largest size that a text can have.
_LARGEST = 1638.0


def tag(name: str) -> str:
    """The tag of an element as `xml.etree` has it: "text:p" -> "{urn:...}p"."""
    prefix, _, local = name.partition(":")
    return f"{{{NAMES[prefix]}}}{local}"


def attribute(node: ET.Element | None, name: str, default: str = "") -> str:
    """An attribute of an element by its prefixed name."""
    return default if node is None else node.get(tag(name), default)


def packed(
    kind: str,
    content: str,
    styles: str,
    files: Mapping[str, bytes] | None = None,
    charts: Sequence[str] = (),
) -> bytes:
    """The bytes of a file. Parts are stored under a fixed date, so equal contents are equal bytes.

    Args:
        kind: "text", "spreadsheet" or "presentation".
        content: What is in ``office:document-content``.
        styles: What is in ``office:document-styles``.
        files: Further members by name, such as pictures (.png, .jpg).
        charts: What is in ``office:document-content`` of each chart; the first is "Object 1".
    """
    objects = {f"Object {n}/": chart for n, chart in enumerate(charts, 1)}
    media = f"application/vnd.oasis.opendocument.{kind}"
    parts = {
        "content.xml": _part("document-content", content),
        "styles.xml": _part("document-styles", styles),
        **(files or {}),
        **{f"{name}content.xml": _part("document-content", chart) for name, chart in objects.items()},
    }
    entries = "".join(
        [f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{_media(name)}"/>' for name in parts]
        + [
            f'<manifest:file-entry manifest:full-path="{name}" manifest:version="1.2" '
            f'manifest:media-type="{_CHART_MEDIA}"/>'
            for name in objects
        ]
    )
    manifest = (
        f'{_XML}<manifest:manifest xmlns:manifest="{_MANIFEST}" manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="{media}"/>'
        f"{entries}</manifest:manifest>"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as package:
        # The type comes first and as it is, so that it can be told from the first bytes of the file.
        everything = {"mimetype": media.encode(), **parts, "META-INF/manifest.xml": manifest.encode()}
        for name, part in everything.items():
            package.writestr(zipfile.ZipInfo(name, _EPOCH), part)
    return buffer.getvalue()


def _part(root: str, inside: str) -> bytes:
    return f'{_XML}<office:{root} {_DECLARED} office:version="1.2">{inside}</office:{root}>'.encode()


def _media(name: str) -> str:
    end = name.rpartition(".")[2]
    return {"xml": "text/xml", "png": "image/png", "jpg": "image/jpeg"}.get(end, "")


# -- texts ------------------------------------------------------------------------------------------------------------


def text_xml(text: str) -> str:
    """A text as it stands in a paragraph: spaces in a row, tabs and line breaks are elements."""
    out, at = "", 0
    for match in re.finditer(r" {2,}|^ | $|[\t\n\f]", text):
        out += escape(legal_text(text[at : match.start()]))
        found, at = match[0], match.end()
        if found in ("\t", "\n", "\f"):
            out += {"\t": "<text:tab/>", "\n": "<text:line-break/>"}.get(found, "")
        else:
            out += f'<text:s text:c="{len(found)}"/>'
    return out + escape(legal_text(text[at:]))


def legal_text(text: str) -> str:
    """The characters of a text that XML can hold."""
    return "".join([c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff"])


_SIGNS = {tag("text:line-break"): "\n", tag("text:tab"): "\t"}
_SPACES = tag("text:s")
#: What stands in a paragraph without being its text.
_ASIDE = frozenset({tag("office:annotation"), tag("text:note"), tag("text:tracked-changes")})
_FRAME = tag("draw:frame")
_MEMBER = re.compile(r"(?:\./)?(Pictures/[\w.-]{1,100})")


def texts(node: ET.Element) -> Iterator[tuple[str, str]]:
    """The texts among the `pieces` of a paragraph."""
    for piece, style in pieces(node):
        if isinstance(piece, str):
            yield piece, style


def pieces(node: ET.Element, style: str = "") -> Iterator[tuple[str | ET.Element, str]]:
    """The texts and frames of a paragraph, each with the name of the style of the span that it is in.

    Raises:
        TooLargeError: There are more spaces in a row than is read.
    """
    yield node.text or "", style
    for child in node:
        if child.tag == _SPACES:
            count = int(attribute(child, "text:c", "1"))
            within(count, UNPACKED_BYTES, "spaces in a row")
            yield " " * count, style
        elif child.tag in _SIGNS:
            yield _SIGNS[child.tag], style
        elif child.tag == _FRAME:
            yield child, style
        elif child.tag not in _ASIDE:
            yield from pieces(child, attribute(child, "text:style-name") or style)
        yield child.tail or "", style


def picture_in(frame: ET.Element, package: Package) -> str:
    """The name of the member that a frame shows as a picture; "" where it shows none that is there."""
    image = frame.find(tag("draw:image"))
    member = _MEMBER.fullmatch(attribute(image, "xlink:href")) if image is not None else None
    return member[1] if member is not None and member[1] in package else ""


def image_xml(member: str) -> str:
    """The element of a picture, for a frame."""
    return f'<draw:image xlink:href="{member}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>'


def line_of(nodes: Iterator[ET.Element] | list[ET.Element]) -> str:
    """The text of paragraphs, one a line."""
    return "\n".join(["".join([piece for piece, _ in texts(p)]) for p in nodes])


# -- looks ------------------------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """A style as a file says it: ``format`` is what it says itself, not what it has from its parent.

    Attributes:
        family: "text", "paragraph", "table-cell", "graphic"...
        parent: The name of the style that it is made from, or "".
        automatic: Whether it is the program's own, of which a person knows nothing.
        name: What a person calls it.
        node: All of it.
    """

    family: str
    parent: str
    automatic: bool
    name: str
    node: ET.Element
    format: Format


def looks_of(package: Package) -> dict[tuple[str, str], Look]:
    """The styles of a file by family and name."""
    found: dict[tuple[str, str], Look] = {}
    for part in ("styles.xml", "content.xml"):
        if part not in package:
            continue
        root = package.xml(part)
        fonts = {
            attribute(face, "style:name"): attribute(face, "svg:font-family").strip("'\"")
            for face in root.iter(tag("style:font-face"))
        }
        for group, automatic in (("office:styles", False), ("office:automatic-styles", True)):
            for node in root.findall(f"{tag(group)}/{tag('style:style')}"):
                name, family = attribute(node, "style:name"), attribute(node, "style:family")
                shown = attribute(node, "style:display-name") or name
                parent = attribute(node, "style:parent-style-name")
                written = node.find(tag("style:text-properties"))
                found[family, name] = Look(family, parent, automatic, shown, node, _format(written, fonts))
    return found


def _format(node: ET.Element | None, fonts: Mapping[str, str]) -> Format:
    if node is None:
        return Format()
    font, color = attribute(node, "style:font-name"), _COLOR.fullmatch(attribute(node, "fo:color"))
    ground = _COLOR.fullmatch(attribute(node, "fo:background-color"))
    shade = ground[1].upper() if ground is not None else ""
    size = _LENGTH.fullmatch(attribute(node, "fo:font-size"))
    return Format(
        bold=attribute(node, "fo:font-weight") in ("bold", "600", "700", "800", "900"),
        italic=attribute(node, "fo:font-style") in ("italic", "oblique"),
        underline=attribute(node, "style:text-underline-style", "none") != "none",
        strike=attribute(node, "style:text-line-through-style", "none") != "none",
        font=fonts.get(font, font) or attribute(node, "fo:font-family").strip("'\""),
        size=min(float(size[1]), _LARGEST) if size is not None and size[2] == "pt" else 0.0,
        color=color[1].upper() if color is not None else "",
        highlight=_NAME_OF_HIGHLIGHT.get(shade, shade),
    )


def text_properties(f: Format) -> str:
    """The element that says how characters look; "" where they look as usual."""
    said = {
        "fo:font-weight": "bold" if f.bold else "",
        "fo:font-style": "italic" if f.italic else "",
        "style:text-underline-style": "solid" if f.underline else "",
        "style:text-line-through-style": "solid" if f.strike else "",
        "style:font-name": escape(legal_text(f.font), {'"': "&quot;"}),
        "fo:font-size": f"{f.size:g}pt" if f.size else "",
        "fo:color": f"#{f.color.lower()}" if f.color else "",
        "fo:background-color": f"#{_HIGHLIGHTS.get(f.highlight, 'FFFF00').lower()}" if f.highlight else "",
    }
    listed = " ".join([f'{name}="{value}"' for name, value in said.items() if value])
    return f"<style:text-properties {listed}/>" if listed else ""


def style_name(name: str) -> str:
    """The name of a style as files have it: "Heading 1" -> "Heading_20_1"."""
    return "".join([c if c.isalnum() and c.isascii() else f"_{ord(c):x}_" for c in name])


def length_px(text: str) -> float | None:
    """A length in pixels of 1/96 inch, or None where it is none.

    >>> length_px("2.54cm"), length_px("wide")
    (96.0, None)
    """
    found = _LENGTH.fullmatch(text)
    return float(found[1]) * _PX[found[2]] if found is not None else None
