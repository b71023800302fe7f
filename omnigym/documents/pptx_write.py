"""Presentations to the bytes of a .pptx file (ECMA-376 PresentationML).

What is written is minimal but genuine: PowerPoint, LibreOffice and python-pptx open it. Parts are stored, not
compressed, under a fixed date, so equal presentations are equal bytes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from PIL import Image

from omnigym.documents._odf import legal_text
from omnigym.documents.slides import LAYOUTS, THEMES, Deck, Slide, Table, laid_out, slides_of
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors
from omnigym.foreign.xml_text import escape, quoteattr

# -- pptx parts -------------------------------------------------------------------------------------------------------

# The parts of a .pptx file that are the same in every one that we write: masters, layouts, and the theme's form.

XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument"
_PART = f"{_TYPE}.presentationml"
NAMES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    f'xmlns:r="{OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
)
#: A slide's width and height in English Metric Units: 16 to 9.
W, H = 12_192_000, 6_858_000
LAYOUT_NAMES = tuple(LAYOUTS)

_Place = tuple[int, int, int, int]
_TITLE: _Place = (838_200, 365_125, 10_515_600, 1_325_563)
_BODY: _Place = (838_200, 1_825_625, 10_515_600, 4_351_338)
_LEFT, _RIGHT = (838_200, 1_825_625, 5_181_600, 4_351_338), (6_172_200, 1_825_625, 5_181_600, 4_351_338)
_MIDDLE: _Place = (1_524_000, 1_122_363, 9_144_000, 2_387_600)
_PARTS_BELOW: _Place = (1_524_000, 3_602_038, 9_144_000, 1_655_762)
#: The placeholders of each layout: how a slide refers to one, and where it is. The title comes first.
PLACES: Mapping[str, tuple[tuple[str, _Place], ...]] = {
    "Title Slide": (('type="ctrTitle"', _MIDDLE), ('type="subTitle" idx="1"', _PARTS_BELOW)),
    "Title and Content": (('type="title"', _TITLE), ('idx="1"', _BODY)),
    "Section Header": (('type="title"', _MIDDLE), ('type="body" idx="1"', _PARTS_BELOW)),
    "Two Content": (('type="title"', _TITLE), ('sz="half" idx="1"', _LEFT), ('sz="half" idx="2"', _RIGHT)),
    "Title Only": (('type="title"', _TITLE),),
    "Blank": (),
}


def relations(*listed: tuple[str, str]) -> str:
    """A part with relations, called rId1 and so on: (kind, target)."""
    inside = "".join(
        [
            f'<Relationship Id="rId{n}" Type="{OFFICE}/{kind}" Target="{target}"/>'
            for n, (kind, target) in enumerate(listed, 1)
        ]
    )
    return f'{XML}<Relationships xmlns="{_PACKAGE}/relationships">{inside}</Relationships>'


def overrides(slides: int, noted: Iterable[int]) -> str:
    """The part that names the type of each other part."""
    parts = [("presentation.xml", "presentation.main"), ("slideMasters/slideMaster1.xml", "slideMaster")]
    parts += [(f"slideLayouts/slideLayout{n}.xml", "slideLayout") for n in range(1, len(LAYOUTS) + 1)]
    parts += [("notesMasters/notesMaster1.xml", "notesMaster")]
    parts += [(f"slides/slide{n}.xml", "slide") for n in range(1, slides + 1)]
    parts += [(f"notesSlides/notesSlide{n}.xml", "notesSlide") for n in noted]
    listed = "".join(
        [f'<Override PartName="/ppt/{name}" ContentType="{_PART}.{kind}+xml"/>' for name, kind in parts]
        + [f'<Override PartName="/ppt/theme/theme{n}.xml" ContentType="{_TYPE}.theme+xml"/>' for n in (1, 2)]
    )
    return (
        f'{XML}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>'
        f'<Default Extension="jpg" ContentType="image/jpeg"/>{listed}</Types>'
    )


def frame_xml(where: _Place, prefix: str = "a") -> str:
    """Where a shape is."""
    x, y, w, h = where
    return f'<{prefix}:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{w}" cy="{h}"/></{prefix}:xfrm>'


def tree_xml(inside: str) -> str:
    """The shapes of a slide, layout or master."""
    return (
        '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
        f"{inside}</p:spTree></p:cSld>"
    )


def _placeholder(number: int, said: str, where: _Place) -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="Placeholder {number}"/><p:cNvSpPr><a:spLocks noGrp="1"/>'
        f"</p:cNvSpPr><p:nvPr><p:ph {said}/></p:nvPr></p:nvSpPr><p:spPr>{frame_xml(where)}</p:spPr>"
        '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>'
    )


def _layout(name: str) -> str:
    kind = LAYOUTS[name][0]
    inside = "".join([_placeholder(n, said, where) for n, (said, where) in enumerate(PLACES[name], 2)])
    tree = tree_xml(inside).replace("<p:cSld>", f"<p:cSld name={quoteattr(name)}>")
    return (
        f'{XML}<p:sldLayout {NAMES} type="{kind}" preserve="1">{tree}'
        "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )


_MAP = (
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" '
    'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
)


def _style(tag: str, points: int, colour: str, bullet: str) -> str:
    return (
        f'<p:{tag}><a:lvl1pPr marL="{228_600 if bullet else 0}" indent="{-228_600 if bullet else 0}" algn="l">'
        f"{bullet or '<a:buNone/>'}"
        f'<a:defRPr sz="{points}00"><a:solidFill><a:schemeClr val="{colour}"/></a:solidFill>'
        f'<a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr></p:{tag}>'
    )


def _master() -> str:
    inside = _placeholder(2, 'type="title"', _TITLE) + _placeholder(3, 'type="body" idx="1"', _BODY)
    ground = '<p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>'
    listed = "".join([f'<p:sldLayoutId id="{2_147_483_649 + n}" r:id="rId{n}"/>' for n in range(1, len(LAYOUTS) + 1)])
    styles = (
        _style("titleStyle", 44, "tx2", "")
        + _style("bodyStyle", 28, "tx1", '<a:buFont typeface="Arial"/><a:buChar char="&#8226;"/>')
        + _style("otherStyle", 18, "tx1", "")
    )
    return (
        f"{XML}<p:sldMaster {NAMES}>{tree_xml(inside).replace('<p:cSld>', ground)}{_MAP}"
        f"<p:sldLayoutIdLst>{listed}</p:sldLayoutIdLst><p:txStyles>{styles}</p:txStyles></p:sldMaster>"
    )


def _notes_master() -> str:
    inside = _placeholder(2, 'type="body" idx="1"', (685_800, 4_400_550, 5_486_400, 3_600_450))
    return f"{XML}<p:notesMaster {NAMES}>{tree_xml(inside)}{_MAP}</p:notesMaster>"


def _theme(name: str) -> str:
    paper, ink, title, accent = THEMES.get(name, THEMES["Office Theme"])
    colours = {"dk1": ink, "lt1": paper, "dk2": title, "lt2": paper, "accent1": accent}
    colours |= {f"accent{n}": accent for n in range(2, 7)} | {"hlink": accent, "folHlink": title}
    scheme = "".join([f'<a:{key}><a:srgbClr val="{value:06X}"/></a:{key}>' for key, value in colours.items()])
    fonts = '<a:latin typeface="Aptos"/><a:ea typeface=""/><a:cs typeface=""/>'
    solid = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    line = f'<a:ln w="6350">{solid}</a:ln>'
    return (
        f'{XML}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name={quoteattr(name)}>'
        f"<a:themeElements><a:clrScheme name={quoteattr(name)}>{scheme}</a:clrScheme>"
        f'<a:fontScheme name="Office"><a:majorFont>{fonts}</a:majorFont><a:minorFont>{fonts}</a:minorFont>'
        "</a:fontScheme>"
        f'<a:fmtScheme name="Office"><a:fillStyleLst>{solid * 3}</a:fillStyleLst>'
        f"<a:lnStyleLst>{line * 3}</a:lnStyleLst>"
        f"<a:effectStyleLst>{'<a:effectStyle><a:effectLst/></a:effectStyle>' * 3}</a:effectStyleLst>"
        f"<a:bgFillStyleLst>{solid * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )


def fixed_parts(theme: str) -> dict[str, str]:
    """Masters, layouts and the theme, by the names of their parts."""
    layouts = [("slideLayout", f"../slideLayouts/slideLayout{n}.xml") for n in range(1, len(LAYOUTS) + 1)]
    return {
        "_rels/.rels": relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/slideMasters/slideMaster1.xml": _master(),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relations(*layouts, ("theme", "../theme/theme1.xml")),
        **{f"ppt/slideLayouts/slideLayout{n}.xml": _layout(name) for n, name in enumerate(LAYOUTS, 1)},
        **{
            f"ppt/slideLayouts/_rels/slideLayout{n}.xml.rels": relations(
                ("slideMaster", "../slideMasters/slideMaster1.xml")
            )
            for n in range(1, len(LAYOUTS) + 1)
        },
        "ppt/notesMasters/notesMaster1.xml": _notes_master(),
        "ppt/notesMasters/_rels/notesMaster1.xml.rels": relations(("theme", "../theme/theme2.xml")),
        "ppt/theme/theme1.xml": _theme(theme),
        "ppt/theme/theme2.xml": _theme("Office Theme"),
    }


# -- pptx write -------------------------------------------------------------------------------------------------------

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
        with (
            convert_errors("picture"),
            Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "GIF", "BMP")) as picture,
        ):
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
