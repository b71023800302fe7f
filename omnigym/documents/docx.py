"""Documents to and from the bytes of a .docx file (ECMA-376 WordprocessingML).

What is written is minimal but genuine: Word, LibreOffice and python-docx open it. Parts are stored, not
compressed, under a fixed date, so equal documents are equal bytes. What is read may come from any of those
programs; what `Document` cannot say (headers, table borders) is passed over, the text of table cells
is kept as paragraphs.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from xml.etree import ElementTree as ET

from omnigym.documents._docx_parts import (
    FIXED_PARTS,
    STYLE_IDS,
    drawing_xml,
    media_of,
    picture_of,
    targets_of,
    with_relations,
)
from omnigym.documents.model import (
    PICTURE,
    Alignment,
    Document,
    Format,
    ListKind,
    Paragraph,
    Run,
    merge_runs,
    normalise,
)
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, convert_errors, package_weight, remember_contents
from omnigym.foreign.xml_text import escape, quoteattr

__all__ = ["read_docx", "write_docx"]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_EPOCH = (2025, 1, 1, 0, 0, 0)
_DOCUMENT_PART = "word/document.xml"

_JC_OF: dict[Alignment, str] = {"center": "center", "right": "right", "justify": "both"}
_ALIGNMENT_OF: dict[str, Alignment] = {"center": "center", "right": "right", "end": "right", "both": "justify"}
_NUM_ID: dict[ListKind, str] = {"bullet": "1", "number": "2"}
_NAME_OF_STYLE_ID = {style_id: name for name, style_id in STYLE_IDS.items()}
_WHOLE, _COLOR = re.compile("[0-9]{1,9}"), re.compile("[0-9A-Fa-f]{6}")
#: Half points of the largest size that Word knows.
_LARGEST = 3276
_OFF = frozenset({"0", "false", "off", "none"})


@lru_cache(maxsize=64)
def write_docx(document: Document) -> bytes:
    """Return the bytes of a .docx file with the content of ``document``.

    Characters that XML cannot hold are left out.
    """
    media = media_of(document)
    body = "".join([_paragraph_xml(p, media) for p in document.paragraphs])
    main = (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        f'<w:document xmlns:w="{_W[1:-1]}"><w:body>{body}'
        '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/>'
        '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720"'
        ' w:gutter="0"/>'
        "</w:sectPr></w:body></w:document>"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as package:
        for name, content in (*with_relations(FIXED_PARTS, media), (_DOCUMENT_PART, main)):
            package.writestr(zipfile.ZipInfo(name, _EPOCH), content.encode("utf-8"))
        for held, name in media.items():
            package.writestr(zipfile.ZipInfo(f"word/{name}", _EPOCH), held)
    return buffer.getvalue()


def _paragraph_xml(paragraph: Paragraph, media: Mapping[bytes, str]) -> str:
    properties = ""
    style = STYLE_IDS.get(paragraph.style, paragraph.style.replace(" ", ""))
    if paragraph.list and style == "Normal":
        style = "ListParagraph"
    if style != "Normal":
        properties += f"<w:pStyle w:val={quoteattr(style)}/>"
    if paragraph.list:
        properties += f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{_NUM_ID[paragraph.list]}"/></w:numPr>'
    if paragraph.alignment != "left":
        properties += f'<w:jc w:val="{_JC_OF[paragraph.alignment]}"/>'
    runs = "".join([_run_xml(run, media) for run in paragraph.runs])
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{runs}</w:p>"


def _run_xml(run: Run, media: Mapping[bytes, str]) -> str:
    f = run.format
    if f.picture is not None:
        return "".join([f"<w:r>{drawing_xml(f.picture, media)}</w:r>" for _ in run.text])
    properties = ""
    if f.font:
        font = quoteattr(f.font)
        properties += f"<w:rFonts w:ascii={font} w:hAnsi={font} w:cs={font}/>"
    properties += "<w:b/>" * f.bold + "<w:i/>" * f.italic + "<w:strike/>" * f.strike
    if f.color:
        properties += f"<w:color w:val={quoteattr(f.color)}/>"
    if f.size:
        half_points = round(f.size * 2)
        properties += f'<w:sz w:val="{half_points}"/><w:szCs w:val="{half_points}"/>'
    if f.highlight:
        properties += f"<w:highlight w:val={quoteattr(f.highlight)}/>"
    properties += '<w:u w:val="single"/>' * f.underline
    content = "".join([_text_xml(piece) for piece in _pieces(run.text)])
    return f"<w:r>{f'<w:rPr>{properties}</w:rPr>' if properties else ''}{content}</w:r>"


def _pieces(text: str) -> Iterator[str]:
    """``text`` cut before and after each tab, line break and page break."""
    start = 0
    for i, char in enumerate(text):
        if char in "\t\n\f":
            if start < i:
                yield text[start:i]
            yield char
            start = i + 1
    if start < len(text):
        yield text[start:]


def _text_xml(piece: str) -> str:
    if piece == "\t":
        return "<w:tab/>"
    if piece == "\n":
        return "<w:br/>"
    if piece == "\f":
        return '<w:br w:type="page"/>'
    legal = "".join([c for c in piece if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff"])
    return f'<w:t xml:space="preserve">{escape(legal)}</w:t>'


@remember_contents(64, package_weight)
def read_docx(content: bytes) -> Document:
    """Return the document in the bytes of a .docx file.

    Raises:
        UnreadableError: They are not those of a .docx file.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors(".docx file"), Package(content) as package:
        body = package.xml(_DOCUMENT_PART).find(f"{_W}body")
        if body is None:
            raise UnreadableError(f"Expected the bytes of a .docx file, got a {_DOCUMENT_PART} without a body.")
        styles = _style_names(package.xml("word/styles.xml")) if "word/styles.xml" in package else {}
        lists = _list_kinds(package.xml("word/numbering.xml")) if "word/numbering.xml" in package else {}
        files = targets_of(package)
        return normalise(Document(tuple([_read_paragraph(p, styles, lists, files) for p in body.iter(f"{_W}p")])))


def _style_names(root: ET.Element) -> dict[str, str]:
    """Style id -> the name that a person sees (the file says "heading 1" where Word shows "Heading 1")."""
    names = {}
    for style in root.iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        if name is not None:
            shown = name.get(f"{_W}val", "")
            names[style.get(f"{_W}styleId", "")] = shown[:1].upper() + shown[1:]
    return names


def _list_kinds(root: ET.Element) -> dict[str, ListKind]:
    """List number (``numId``) -> the kind of its first level."""
    formats: dict[str, str] = {}
    for abstract in root.iter(f"{_W}abstractNum"):
        number_format = abstract.find(f"{_W}lvl/{_W}numFmt")
        formats[abstract.get(f"{_W}abstractNumId", "")] = _value(number_format)
    kinds: dict[str, ListKind] = {}
    for num in root.iter(f"{_W}num"):
        chosen = formats.get(_value(num.find(f"{_W}abstractNumId")), "")
        kinds[num.get(f"{_W}numId", "")] = "bullet" if chosen == "bullet" else "number"
    return kinds


def _value(element: ET.Element | None) -> str:
    return "" if element is None else element.get(f"{_W}val", "")


def _is_on(properties: ET.Element, tag: str) -> bool:
    element = properties.find(_W + tag)
    return element is not None and element.get(f"{_W}val", "1") not in _OFF


def _read_paragraph(
    p: ET.Element, styles: dict[str, str], lists: dict[str, ListKind], files: Mapping[str, bytes]
) -> Paragraph:
    properties = p.find(f"{_W}pPr")
    style, alignment = "Normal", ""
    kind: ListKind = ""
    if properties is not None:
        style_id = _value(properties.find(f"{_W}pStyle")) or "Normal"
        style = styles.get(style_id) or _NAME_OF_STYLE_ID.get(style_id, style_id)
        alignment = _value(properties.find(f"{_W}jc"))
        kind = lists.get(_value(properties.find(f"{_W}numPr/{_W}numId")), "")
    if style.startswith(("List Bullet", "List Number")):
        kind = kind or ("bullet" if style.startswith("List Bullet") else "number")
    if kind and style.startswith("List "):
        style = "Normal"
    runs = merge_runs([run for r in p.iter(f"{_W}r") for run in _read_run(r, files)])
    return Paragraph(runs, style, _ALIGNMENT_OF.get(alignment, "left"), kind)


def _read_run(r: ET.Element, files: Mapping[str, bytes]) -> Iterator[Run]:
    text = ""
    for child in r:
        picture = picture_of(child, files)
        if picture is not None:
            yield Run(PICTURE, Format(picture=picture))
        if child.tag == f"{_W}t":
            text += child.text or ""
        elif child.tag == f"{_W}tab":
            text += "\t"
        elif child.tag in (f"{_W}br", f"{_W}cr"):
            text += "\f" if child.get(f"{_W}type") == "page" else "\n"
    properties = r.find(f"{_W}rPr")
    yield Run(text, _read_format(properties) if properties is not None else Format())


def _read_format(properties: ET.Element) -> Format:
    fonts = properties.find(f"{_W}rFonts")
    size = _value(properties.find(f"{_W}sz"))
    color = _value(properties.find(f"{_W}color"))
    highlight = _value(properties.find(f"{_W}highlight"))
    underline = properties.find(f"{_W}u")
    return Format(
        bold=_is_on(properties, "b"),
        italic=_is_on(properties, "i"),
        underline=underline is not None and _value(underline) not in _OFF,
        strike=_is_on(properties, "strike"),
        font=fonts.get(f"{_W}ascii", "") if fonts is not None else "",
        size=min(int(size), _LARGEST) / 2 if _WHOLE.fullmatch(size) else 0.0,
        color=color.upper() if _COLOR.fullmatch(color) else "",
        highlight="" if highlight == "none" else highlight,
    )
