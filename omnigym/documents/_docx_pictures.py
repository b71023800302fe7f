"""The pictures of a .docx file: drawings in the text, files in ``word/media``, and the relations between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

from omnigym.documents.model import Document, Picture
from omnigym.foreign import Package

__all__ = ["drawing_xml", "media_of", "picture_of", "targets_of", "with_relations"]

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
