"""The parts of a .pptx file that are the same in every one that we write: masters, layouts, and the theme's form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import quoteattr

from omnigym.documents.slides import LAYOUTS, THEMES

__all__ = [
    "LAYOUT_NAMES",
    "NAMES",
    "OFFICE",
    "PLACES",
    "XML",
    "H",
    "W",
    "fixed_parts",
    "frame_xml",
    "overrides",
    "relations",
    "tree_xml",
]

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
_BELOW: _Place = (1_524_000, 3_602_038, 9_144_000, 1_655_762)
#: The placeholders of each layout: how a slide refers to one, and where it is. The title comes first.
PLACES: Mapping[str, tuple[tuple[str, _Place], ...]] = {
    "Title Slide": (('type="ctrTitle"', _MIDDLE), ('type="subTitle" idx="1"', _BELOW)),
    "Title and Content": (('type="title"', _TITLE), ('idx="1"', _BODY)),
    "Section Header": (('type="title"', _MIDDLE), ('type="body" idx="1"', _BELOW)),
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
