"""Presentations to the bytes of a .pptx file (ECMA-376 PresentationML).

What is written is minimal but genuine: PowerPoint, LibreOffice and python-pptx open it. Parts are stored, not
compressed, under a fixed date, so equal presentations are equal bytes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from functools import lru_cache
from xml.sax.saxutils import escape

from PIL import Image

from omnigym.documents._odf import legal_text
from omnigym.documents._pptx_parts import (
    LAYOUT_NAMES,
    NAMES,
    PLACES,
    XML,
    H,
    W,
    fixed_parts,
    frame_xml,
    overrides,
    relations,
    tree_xml,
)
from omnigym.documents.slides import Deck, Slide, Table, laid_out, slides_of
from omnigym.errors import UnreadableError
from omnigym.foreign import reading

__all__ = ["encode_pptx", "write_deck", "write_pptx"]

_EPOCH = (2025, 1, 1, 0, 0, 0)
#: In English Metric Units: the margin of what has no placeholder, where the first of it begins, its height; of a row.
_MARGIN, _BELOW, _LINE, _ROW = 457_200, 5_400_000, 500_000, 370_840


@lru_cache(maxsize=64)
def write_pptx(text: str) -> bytes:
    """The bytes of a .pptx file.

    Args:
        text: Slides with an empty line between them; the first line of each is its title.
    """
    return encode_pptx(slides_of(text))


def encode_pptx(slides: Sequence[Slide]) -> bytes:
    """The bytes of a .pptx file with these slides in the usual theme. Characters that XML cannot hold are left out."""
    return write_deck(Deck(tuple(slides)))


def write_deck(deck: Deck) -> bytes:
    """The bytes of a .pptx file with a presentation. Characters that XML cannot hold are left out."""
    slides = laid_out(deck.slides)
    noted = [n for n, slide in enumerate(slides, 1) if slide.notes]
    parts: dict[str, str | bytes] = {"[Content_Types].xml": overrides(len(slides), noted), **fixed_parts(deck.theme)}
    ids = "".join([f'<p:sldId id="{255 + n}" r:id="rId{3 + n}"/>' for n in range(1, len(slides) + 1)])
    parts["ppt/presentation.xml"] = (
        f'{XML}<p:presentation {NAMES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/>'
        '</p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>'
        f'<p:sldIdLst>{ids}</p:sldIdLst><p:sldSz cx="{W}" cy="{H}"/><p:notesSz cx="6858000" cy="9144000"/>'
        "</p:presentation>"
    )
    parts["ppt/_rels/presentation.xml.rels"] = relations(
        ("slideMaster", "slideMasters/slideMaster1.xml"),
        ("notesMaster", "notesMasters/notesMaster1.xml"),
        ("theme", "theme/theme1.xml"),
        *[("slide", f"slides/slide{n}.xml") for n in range(1, len(slides) + 1)],
    )
    for number, slide in enumerate(slides, 1):
        _add(parts, slide, number)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as package:
        for name, content in parts.items():
            package.writestr(
                zipfile.ZipInfo(name, _EPOCH), content if isinstance(content, bytes) else content.encode("utf-8")
            )
    return buffer.getvalue()


def _add(parts: dict[str, str | bytes], slide: Slide, number: int) -> None:
    """The parts of a slide: itself, its pictures, its notes."""
    layout = LAYOUT_NAMES.index(slide.layout) + 1 if slide.layout in PLACES else 2
    related = [("slideLayout", f"../slideLayouts/slideLayout{layout}.xml")]
    shapes = _texts(slide, PLACES[LAYOUT_NAMES[layout - 1]])
    shapes += [_table(table, n) for n, table in enumerate(slide.tables)]
    shapes += [_shape(kind, n) for n, kind in enumerate(slide.shapes)]
    for at, content in enumerate(slide.pictures):
        end = "jpg" if content.startswith(b"\xff\xd8") else "png"
        name = f"media/image{number}-{at + 1}.{end}"
        parts[f"ppt/{name}"] = content
        related.append(("image", f"../{name}"))
        shapes.append(_picture(content, at, len(slide.pictures), len(related)))
    if slide.notes:
        related.append(("notesSlide", f"../notesSlides/notesSlide{number}.xml"))
        inside = _sp(2, "Notes", '<p:ph type="body" idx="1"/>', "", slide.notes)
        parts[f"ppt/notesSlides/notesSlide{number}.xml"] = f"{XML}<p:notes {NAMES}>{tree_xml(inside)}</p:notes>"
        parts[f"ppt/notesSlides/_rels/notesSlide{number}.xml.rels"] = relations(
            ("notesMaster", "../notesMasters/notesMaster1.xml"), ("slide", f"../slides/slide{number}.xml")
        )
    numbered = "".join([shape.replace('id="0"', f'id="{n}"', 1) for n, shape in enumerate(shapes, 2)])
    said = ' show="0"' * slide.hidden
    parts[f"ppt/slides/slide{number}.xml"] = (
        f"{XML}<p:sld {NAMES}{said}>{tree_xml(numbered)}"
        "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>"
        + (f'<p:transition spd="med"><p:{slide.transition}/></p:transition>' if slide.transition else "")
        + "</p:sld>"
    )
    parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(*related)


def _texts(slide: Slide, places: Sequence[tuple[str, object]]) -> list[str]:
    """Title and texts in their placeholders; a text without one is in a box of its own."""
    holders = [said for said, _ in places]
    found = []
    if holders or slide.title:
        title = holders[0] if holders else 'type="title"'
        found.append(_sp(0, "Title", f"<p:ph {title}/>", "", slide.title))
    free, others = holders[1:], list(slide.texts)
    for n, said in enumerate(free):
        found.append(_sp(0, f"Content {n + 1}", f"<p:ph {said}/>", "", others[n] if n < len(others) else ""))
    for n, text in enumerate(others[len(free) :]):
        where = frame_xml((_MARGIN, _BELOW + n * _LINE, W - 2 * _MARGIN, _LINE))
        form = f'{where}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/>'
        found.append(_sp(0, f"Text Box {n + 1}", "", form, text, ' txBox="1"'))
    return found


def _sp(number: int, name: str, place: str, form: str, text: str, said: str = "") -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name}"/><p:cNvSpPr{said}/><p:nvPr>{place}</p:nvPr></p:nvSpPr>'
        f"<p:spPr>{form}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>{_paragraphs(text)}</p:txBody></p:sp>"
    )


def _paragraphs(text: str) -> str:
    lines = [escape(legal_text(line)) for line in text.split("\n")]
    return "".join([f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" if line else "<a:p/>" for line in lines])


def _shape(kind: str, at: int) -> str:
    where = frame_xml((7_200_000 + 300_000 * at, 2_600_000 + 300_000 * at, 2_400_000, 1_800_000))
    return _sp(0, f"Shape {at + 1}", "", f'{where}<a:prstGeom prst="{kind}"><a:avLst/></a:prstGeom>', "").replace(
        "</p:spPr>", '<a:solidFill><a:schemeClr val="accent1"/></a:solidFill></p:spPr>'
    )


def _table(table: Table, at: int) -> str:
    columns = max(map(len, table), default=1)
    w = 10_515_600
    grid = f'<a:gridCol w="{w // columns}"/>' * columns
    rows = "".join(
        [
            f'<a:tr h="{_ROW}">'
            + "".join(
                [
                    f"<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>{_paragraphs(cell)}</a:txBody><a:tcPr/></a:tc>"
                    for cell in (*row, *[""] * (columns - len(row)))
                ]
            )
            + "</a:tr>"
            for row in table
        ]
    )
    where = frame_xml((838_200, 2_600_000 + 400_000 * at, w, _ROW * max(1, len(table))), "p")
    return (
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="0" name="Table {at + 1}"/><p:cNvGraphicFramePr/><p:nvPr/>'
        f"</p:nvGraphicFramePr>{where}<a:graphic><a:graphicData "
        'uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1" bandRow="1"/>'
        f"<a:tblGrid>{grid}</a:tblGrid>{rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )


def _picture(content: bytes, at: int, count: int, relation: int) -> str:
    """Pictures stand side by side in the right half, as large as there is room."""
    try:
        with reading("picture"), Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "GIF", "BMP")) as picture:
            width, height = picture.size
    except UnreadableError:
        width, height = 4, 3  # a program shows a cross in its place
    share = W // 3 // count
    scale = min(share / width, H // 2 / height)
    where = frame_xml((W // 2 + at * share, _BELOW // 2, max(1, round(width * scale)), max(1, round(height * scale))))
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="0" name="Picture {at + 1}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>'
        f'<p:blipFill><a:blip r:embed="rId{relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>'
        f'<p:spPr>{where}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'
    )
