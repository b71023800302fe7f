"""The parts of a .docx file that are the same in every one that we write: types, relations, styles, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

from omnigym.documents.model import Document, Picture
from omnigym.foreign import Package

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"

#: The style's name -> its id in the file.
STYLE_IDS = {
    "Normal": "Normal",
    "No Spacing": "NoSpacing",
    "Heading 1": "Heading1",
    "Heading 2": "Heading2",
    "Heading 3": "Heading3",
    "Title": "Title",
    "Subtitle": "Subtitle",
    "List Paragraph": "ListParagraph",
    "Caption": "Caption",
}

_TYPES = (
    f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_WORD_TYPE}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_WORD_TYPE}.styles+xml"/>'
    f'<Override PartName="/word/numbering.xml" ContentType="{_WORD_TYPE}.numbering+xml"/>'
    "</Types>"
)

_PACKAGE_RELATIONS = (
    f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>'
    "</Relationships>"
)

_DOCUMENT_RELATIONS = (
    f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE}/numbering" Target="numbering.xml"/>'
    "</Relationships>"
)


def _style(name: str, paragraph: str, run: str) -> str:
    """A paragraph style based on Normal, with the properties of its paragraph and of its runs."""
    shown = name.lower() if name.startswith("Heading") else name
    return (
        f'<w:style w:type="paragraph" w:styleId="{STYLE_IDS[name]}"><w:name w:val="{shown}"/>'
        f'<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/>'
        f"<w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
    )


def _heading(level: int, before: int, half_points: int) -> str:
    return _style(
        f"Heading {level}",
        f'<w:keepNext/><w:spacing w:before="{before}" w:after="80"/><w:outlineLvl w:val="{level - 1}"/>',
        f'<w:color w:val="0F4761"/><w:sz w:val="{half_points}"/>',
    )


_STYLES = (
    f'{_XML}<w:styles xmlns:w="{_MAIN}"><w:docDefaults>'
    '<w:rPrDefault><w:rPr><w:rFonts w:ascii="Aptos" w:hAnsi="Aptos" w:cs="Aptos"/><w:sz w:val="22"/></w:rPr>'
    '</w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr>'
    "</w:pPrDefault></w:docDefaults>"
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>'
    + _style("No Spacing", '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>', "")
    + _heading(1, 360, 40)
    + _heading(2, 160, 32)
    + _heading(3, 160, 28)
    + _style("Title", '<w:spacing w:after="80" w:line="240" w:lineRule="auto"/>', '<w:sz w:val="56"/>')
    + _style("Subtitle", "", '<w:color w:val="595959"/><w:sz w:val="28"/>')
    + _style("List Paragraph", '<w:ind w:left="720"/><w:contextualSpacing/>', "")
    + _style("Caption", "", "<w:i/>")
    + "</w:styles>"
)


def _abstract_list(number: int, number_format: str, text: str) -> str:
    return (
        f'<w:abstractNum w:abstractNumId="{number}"><w:multiLevelType w:val="hybridMultilevel"/>'
        f'<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="{number_format}"/><w:lvlText w:val="{text}"/>'
        '<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>'
    )


_NUMBERING = (
    f'{_XML}<w:numbering xmlns:w="{_MAIN}">'
    + _abstract_list(0, "bullet", "\u2022")
    + _abstract_list(1, "decimal", "%1.")
    + '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    + '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    + "</w:numbering>"
)

#: (name of the part, its XML), the content types first, as some readers expect.
FIXED_PARTS: tuple[tuple[str, str], ...] = (
    ("[Content_Types].xml", _TYPES),
    ("_rels/.rels", _PACKAGE_RELATIONS),
    ("word/_rels/document.xml.rels", _DOCUMENT_RELATIONS),
    ("word/styles.xml", _STYLES),
    ("word/numbering.xml", _NUMBERING),
)

# -- docx pictures ----------------------------------------------------------------------------------------------------

# The pictures of a .docx file: drawings in the text, files in ``word/media``, and the relations between them.

_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_A, _R = f"{{{_DRAWING}/main}}", f"{{{_RELATIONS}}}"
_WP = f"{{{_DRAWING}/wordprocessingDrawing}}"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_PART = "word/_rels/document.xml.rels"
_EMU_A_POINT = 12_700
#: Of a picture that does not say it, in points.
_UNKNOWN = 150.0


def media_of(document: Document) -> dict[bytes, str]:
    """The files of the pictures, each once, with their names below ``word``."""
    shown = [run.format.picture for p in document.paragraphs for run in p.runs]
    contents = dict.fromkeys([picture.content for picture in shown if picture is not None])
    return {content: f"media/image{n}.{_ending(content)}" for n, content in enumerate(contents, 1)}


def _ending(content: bytes) -> str:
    return "jpeg" if content.startswith(b"\xff\xd8") else "png"


def _relation(name: str) -> str:
    return f"rIdImage{name.rpartition('image')[2].partition('.')[0]}"


def with_relations(parts: Iterable[tuple[str, str]], media: Mapping[bytes, str]) -> list[tuple[str, str]]:
    """The fixed parts of a file, with what they have to say of its pictures."""
    if not media:
        return list(parts)
    related = "".join(
        [f'<Relationship Id="{_relation(name)}" Type="{_RELATIONS}/image" Target="{name}"/>' for name in media.values()]
    )
    types = "".join([f'<Default Extension="{e}" ContentType="image/{e}"/>' for e in ("jpeg", "png")])
    added = {_PART: (related, "</Relationships>"), "[Content_Types].xml": (types, "</Types>")}
    return [
        (name, text.replace(added[name][1], "".join(added[name]))) if name in added else (name, text)
        for name, text in parts
    ]


def drawing_xml(picture: Picture, media: Mapping[bytes, str]) -> str:
    """The drawing of a picture that stands in a line."""
    name = media[picture.content]
    number = _relation(name).removeprefix("rIdImage")
    size = f'cx="{round(picture.w * _EMU_A_POINT)}" cy="{round(picture.h * _EMU_A_POINT)}"'
    kind = f"{_DRAWING}/picture"
    return (
        f'<w:drawing><wp:inline xmlns:wp="{_WP[1:-1]}" distT="0" distB="0" distL="0" distR="0"><wp:extent {size}/>'
        f'<wp:docPr id="{number}" name="Picture {number}"/><a:graphic xmlns:a="{_A[1:-1]}"><a:graphicData uri="{kind}">'
        f'<pic:pic xmlns:pic="{kind}"><pic:nvPicPr><pic:cNvPr id="{number}" name="Picture {number}"/><pic:cNvPicPr/>'
        f'</pic:nvPicPr><pic:blipFill><a:blip xmlns:r="{_RELATIONS}" r:embed="{_relation(name)}"/><a:stretch>'
        f'<a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext {size}/></a:xfrm>'
        f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>'
        "</w:drawing>"
    )


def targets_of(package: Package) -> dict[str, bytes]:
    """The contents of the pictures that a file has, by the ids of their relations."""
    if _PART not in package:
        return {}
    found = {}
    for node in package.xml(_PART):
        name = f"word/{node.get('Target', '')}"
        if node.get("Type", "").endswith("/image") and name in package:
            found[node.get("Id", "")] = package.read(name)
    return found


def picture_of(child: ET.Element, files: Mapping[str, bytes]) -> Picture | None:
    """The picture that a part of a run draws; None for all else."""
    drawing = child.find(f"{_MC}Choice/{_W}drawing") if child.tag == f"{_MC}AlternateContent" else child
    if drawing is None or drawing.tag != f"{_W}drawing":
        return None
    blip, extent = drawing.find(f".//{_A}blip"), drawing.find(f".//{_WP}extent")
    content = files.get(blip.get(f"{_R}embed", "")) if blip is not None else None
    if content is None:
        return None
    said = [extent.get(name, "") if extent is not None else "" for name in ("cx", "cy")]
    w, h = [round(int(size) / _EMU_A_POINT, 1) if size.isascii() and size.isdigit() else _UNKNOWN for size in said]
    return Picture(content, w, h)
