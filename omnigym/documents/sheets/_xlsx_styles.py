"""The styles part of .xlsx files, both ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

from omnigym.documents.sheets.model import PLAIN, Style
from omnigym.foreign.xml_text import quoteattr

__all__ = ["MAIN", "PROPERTIES", "TERMS", "read_styles", "styles_part"]

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#: The part with the properties of a file, and the names of the terms in it.
PROPERTIES, TERMS = "docProps/core.xml", "http://purl.org/dc/terms/"
_S = f"{{{MAIN}}}"

#: The number formats that every program knows by number (ECMA-376, 18.8.30).
_BUILT_IN = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    14: "m/d/yyyy",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    37: "#,##0",
    38: "#,##0",
    39: "#,##0.00",
    40: "#,##0.00",
    49: "@",
}
_NUMBER_OF = {text: number for number, text in reversed(_BUILT_IN.items())}
_FIRST_OWN = 164
_COLOR = re.compile("[0-9A-F]{6}")
#: Characters of a number format, as Excel has them.
_LONGEST_FORMAT = 255


def styles_part(styles: Iterable[Style]) -> tuple[str, dict[Style, int]]:
    """The part for some styles, and the number by which cells name each."""
    every = list(dict.fromkeys([PLAIN, *styles]))
    own = {
        f: _FIRST_OWN + i for i, f in enumerate(dict.fromkeys([s.number for s in every if s.number not in _NUMBER_OF]))
    }
    fonts = list(dict.fromkeys([(*s[1:4], s.color) for s in every]))
    fills = list(dict.fromkeys([s.fill for s in every if s.fill]))
    formats = "".join([f'<numFmt numFmtId="{n}" formatCode={quoteattr(f)}/>' for f, n in own.items()])
    listed = f'<numFmts count="{len(own)}">{formats}</numFmts>' if own else ""
    xfs = "".join([_xf(s, own, fonts, fills) for s in every])
    part = (
        f'<styleSheet xmlns="{MAIN}">'
        f"{listed}"
        f'<fonts count="{len(fonts)}">{"".join([_font(*f) for f in fonts])}</fonts>'
        f'<fills count="{len(fills) + 2}"><fill><patternFill patternType="none"/></fill>'
        f'<fill><patternFill patternType="gray125"/></fill>{"".join([_fill(f) for f in fills])}</fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
        f'<cellXfs count="{len(every)}">{xfs}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )
    return part, {style: i for i, style in enumerate(every)}


def _font(bold: bool, italic: bool, underline: bool, color: str) -> str:
    marks = "<b/>" * bold + "<i/>" * italic + "<u/>" * underline
    ink = f'<color rgb="FF{color}"/>' if color else ""
    return f'<font>{marks}<sz val="11"/>{ink}<name val="Aptos Narrow"/></font>'


def _fill(color: str) -> str:
    return (
        f'<fill><patternFill patternType="solid"><fgColor rgb="FF{color}"/><bgColor indexed="64"/></patternFill></fill>'
    )


def _xf(style: Style, own: dict[str, int], fonts: Sequence[tuple[object, ...]], fills: list[str]) -> str:
    number = own.get(style.number, _NUMBER_OF.get(style.number, 0))
    font = fonts.index((*style[1:4], style.color))
    fill = fills.index(style.fill) + 2 if style.fill else 0
    align = f'<alignment horizontal="{style.align}"/>' if style.align else ""
    return (
        f'<xf numFmtId="{number}" fontId="{font}" fillId="{fill}" borderId="0" xfId="0"'
        f"{_applied(number, font, fill, align)}>{align}</xf>"
    )


def _applied(number: int, font: int, fill: int, align: str) -> str:
    """The marks of what differs from the plain style."""
    marks = (("NumberFormat", number), ("Font", font), ("Fill", fill), ("Alignment", align))
    return "".join([f' apply{name}="1"' for name, differs in marks if differs])


def read_styles(root: ET.Element) -> list[Style]:
    """The styles by the numbers by which cells name them, of the part's root."""
    formats = dict(_BUILT_IN)
    for node in root.iter(f"{_S}numFmt"):
        code = node.get("formatCode", "General")
        formats[int(node.get("numFmtId", "0"))] = code if len(code) <= _LONGEST_FORMAT else "General"
    fonts = [_read_font(f) for f in root.findall(f"{_S}fonts/{_S}font")] or [(False, False, False, "")]
    fills = [_read_fill(f) for f in root.findall(f"{_S}fills/{_S}fill")] or [""]
    return [_read_xf(xf, formats, fonts, fills) for xf in root.findall(f"{_S}cellXfs/{_S}xf")] or [PLAIN]


def _read_xf(
    xf: ET.Element, formats: dict[int, str], fonts: list[tuple[bool, bool, bool, str]], fills: list[str]
) -> Style:
    alignment = xf.find(f"{_S}alignment")
    align = alignment.get("horizontal", "") if alignment is not None else ""
    font, fill = int(xf.get("fontId", "0")), int(xf.get("fillId", "0"))
    bold, italic, underline, color = fonts[font] if 0 <= font < len(fonts) else fonts[0]
    return Style(
        formats.get(int(xf.get("numFmtId", "0")), "General"),
        bold,
        italic,
        underline,
        align if align in ("left", "center", "right") else "",
        fills[fill] if 0 <= fill < len(fills) else "",
        color,
    )


def _read_font(font: ET.Element) -> tuple[bool, bool, bool, str]:
    marks = [_is_on(font.find(_S + tag)) for tag in "biu"]
    return marks[0], marks[1], marks[2], _rgb(font.find(f"{_S}color"))


def _is_on(mark: ET.Element | None) -> bool:
    return mark is not None and mark.get("val", "1") not in ("0", "false", "none")


def _read_fill(fill: ET.Element) -> str:
    pattern = fill.find(f"{_S}patternFill")
    if pattern is None or pattern.get("patternType") != "solid":
        return ""
    return _rgb(pattern.find(f"{_S}fgColor"))


def _rgb(color: ET.Element | None) -> str:
    found = "" if color is None else color.get("rgb", "")[-6:].upper()
    return found if _COLOR.fullmatch(found) else ""
