"""How the cells of a workbook look: fonts, fills and number formats, with conditional formats that apply."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from omnigym.benchmarks.osworld.scorer.metrics.office_files import Book, Moment, Place, Value
from omnigym.documents.sheets.calculation import Calculation, calculate, value_of
from omnigym.documents.sheets.model import COLUMNS, ROWS, Cell, Content, Sheet, Workbook, column_name, put_cells
from omnigym.documents.sheets.references import shift_formula
from omnigym.documents.sheets.values import NAME
from omnigym.errors import TaskFileError
from omnigym.foreign import parse_xml, within
from omnigym.foreign.limits import CELLS

__all__ = ["active_rules", "conditional_rules", "look_of", "looks_of"]

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_ARGB = re.compile("[0-9A-Fa-f]{8}")
#: An escape, the language of a date, and the section of texts that shows them as they are.
_WRITTEN = re.compile(r"\\(?=.)|\[\$-[0-9a-f]+\]|;@$")
_BLACK, _NO_FILL = "FF000000", "00000000"
#: The colours of a theme by the number that a cell has of them.
_THEME = ("lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink")
_OPERATORS: Mapping[str, str] = {
    "lessThan": "<",
    "lessThanOrEqual": "<=",
    "equal": "=",
    "notEqual": "<>",
    "greaterThan": ">",
    "greaterThanOrEqual": ">=",
}


class _Colors:
    """The colours of a workbook as ARGB: of the theme, of the index, or as they are."""

    def __init__(self, book: Any) -> None:
        self._indexed: Sequence[str] = book._colors
        self._theme = dict(_theme_colors(book.loaded_theme))

    def argb(self, color: Any, automatic: str) -> str:
        """A colour; one that is not said is the automatic one."""
        if color is None or color.type == "auto":
            return automatic
        if color.type == "theme":
            number = color.theme
            base = self._theme.get(_THEME[number], automatic) if 0 <= number < len(_THEME) else automatic
            return _tinted(base, float(color.tint or 0))
        if color.type == "indexed":
            number = color.indexed
            return _solid(self._indexed[number]) if 0 <= number < len(self._indexed) else automatic
        return str(color.rgb).upper()


def _solid(rgb: str) -> str:
    """A colour of the index, whose alpha files leave at 0."""
    return f"FF{rgb[-6:]}".upper()


def _theme_colors(theme: bytes | None) -> Iterator[tuple[str, str]]:
    if not theme:
        return
    scheme = parse_xml(theme).find(f".//{_A}clrScheme")
    for node in scheme if scheme is not None else ():
        first: ET.Element | None = next(iter(node), None)
        rgb = first.get("lastClr") or first.get("val", "") if first is not None else ""
        if _ARGB.fullmatch(f"FF{rgb}"):
            yield node.tag.removeprefix(_A), f"FF{rgb}".upper()


def _tinted(argb: str, tint: float) -> str:
    """A colour made lighter (a positive tint) or darker (ECMA-376, 18.8.3)."""
    if not tint or not _ARGB.fullmatch(argb):
        return argb
    red, green, blue = (int(argb[i : i + 2], 16) / 255 for i in (2, 4, 6))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    channels = colorsys.hls_to_rgb(hue, min(max(light, 0.0), 1.0), saturation)
    return "FF" + "".join([f"{round(c * 255):02X}" for c in channels])


# -- properties -------------------------------------------------------------------------------------------------------


def _of_value(read: Callable[[Any, _Colors], Any]) -> Callable[[Any, _Colors], Any]:
    """A property that an empty cell has not."""
    return lambda cell, colors: None if cell.value is None else read(cell, colors)


def _fill(cell: Any, colors: _Colors) -> str:
    fill = cell.fill
    if fill.tagname != "patternFill" or fill.fill_type is None:
        return _NO_FILL
    return colors.argb(fill.fgColor, _NO_FILL)


def _link(cell: Any, _: _Colors) -> str:
    link = cell.hyperlink
    return "" if link is None else str(link.target or link.location or "")


_PROPERTIES: Mapping[str, Callable[[Any, _Colors], Any]] = {
    "number_format": lambda cell, _: cell.number_format if cell.value is not None and cell.data_type in "nfd" else None,
    "font_name": _of_value(lambda cell, _: cell.font.name),
    "font_family": _of_value(lambda cell, _: cell.font.family),
    "font_color": _of_value(lambda cell, colors: colors.argb(cell.font.color, _BLACK)),
    "font_bold": _of_value(lambda cell, _: bool(cell.font.bold)),
    "font_italic": _of_value(lambda cell, _: bool(cell.font.italic)),
    "font_underline": _of_value(lambda cell, _: cell.font.underline if cell.font.underline != "none" else None),
    "font_size": _of_value(lambda cell, _: cell.font.size),
    "fill_type": lambda cell, _: cell.fill.tagname,
    "bgcolor": _fill,
    "fgcolor": _fill,
    "hyperlink": _of_value(_link),
    "merge": lambda cell, _: type(cell).__name__ == "MergedCell",
}
#: What a conditional format says of them; None where it leaves the cell's own.
_CONDITIONAL: Mapping[str, Callable[[Any, _Colors], Any]] = {
    "number_format": lambda dxf, _: dxf.numFmt.formatCode if dxf.numFmt else None,
    "font_name": lambda dxf, _: dxf.font.name if dxf.font else None,
    "font_family": lambda dxf, _: dxf.font.family if dxf.font else None,
    "font_color": lambda dxf, colors: colors.argb(dxf.font.color, "") or None if dxf.font else None,
    "font_bold": lambda dxf, _: dxf.font.bold if dxf.font else None,
    "font_italic": lambda dxf, _: dxf.font.italic if dxf.font else None,
    "font_underline": lambda dxf, _: dxf.font.underline if dxf.font else None,
    "font_size": lambda dxf, _: dxf.font.size if dxf.font else None,
    "bgcolor": lambda dxf, colors: colors.argb(dxf.fill.bgColor, "") or None if dxf.fill else None,
    "fgcolor": lambda dxf, colors: colors.argb(dxf.fill.bgColor, "") or None if dxf.fill else None,
}
#: What a cell has that nobody touched.
_UNTOUCHED: Mapping[str, Any] = {"fill_type": "patternFill", "bgcolor": _NO_FILL, "fgcolor": _NO_FILL, "merge": False}


def _reader(name: str) -> Callable[[object, _Colors], object]:
    if name not in _PROPERTIES:
        raise TaskFileError(f"Expected a property of a cell ({', '.join(_PROPERTIES)}), got {name!r}.")
    return _PROPERTIES[name]


def look_of(book: Book, sheet: str, coordinate: str, name: str) -> object:
    """One property of one cell.

    Raises:
        TaskFileError: There is no such property.
    """
    return _reader(name)(book.sheet(sheet)[coordinate], _Colors(book.with_styles))


def looks_of(book: Book, sheet: str, names: Sequence[str]) -> dict[object, list[object]]:
    """The properties of all cells of a sheet that differ from an untouched one, by row and column.

    Conditional formats that compare values or evaluate a formula are applied to the cells. Others (scales, bars,
    icons), and those of large sheets, are listed as they are.

    Raises:
        TaskFileError: There is no property of one of the names.
    """
    worksheet, colors = book.sheet(sheet), _Colors(book.with_styles)
    readers = [_reader(name) for name in names]
    untouched = [_UNTOUCHED.get(name) for name in names]
    found: dict[object, list[object]] = {
        place: [read(cell, colors) for read in readers] for place, cell in worksheet._cells.items()
    }
    _apply_conditional(book, sheet, names, colors, found, untouched)
    formats = [i for i, name in enumerate(names) if name == "number_format"]
    for look in [look for place, look in found.items() if isinstance(place, tuple)] if formats else ():
        for i in formats:
            look[i] = _plain_format(look[i])
    return {place: look for place, look in found.items() if look != untouched}


def _plain_format(number_format: object) -> Any:
    """A number format without what programs write each in their own way: capitals, escapes, the language."""
    return _WRITTEN.sub("", number_format.lower()) if isinstance(number_format, str) else number_format


# -- conditional formats ----------------------------------------------------------------------------------------------


def _apply_conditional(
    book: Book, sheet: str, names: Sequence[str], colors: _Colors, found: dict[Any, list[Any]], untouched: list[Any]
) -> None:
    # The first of a list has precedence, so that it comes last here.
    rules = sorted(conditional_rules(book, sheet), key=lambda pair: pair[1].priority or 0, reverse=True)
    for group, rule, place in active_rules(book, sheet, rules):
        if place is None:
            found[f"conditional {rule.type} {group.sqref}"] = [rule.operator, list(rule.formula), rule.rank]
            continue
        said = [_CONDITIONAL[n](rule.dxf, colors) if rule.dxf and n in _CONDITIONAL else None for n in names]
        own = found.get(place, untouched)
        found[place] = [old if new is None else new for old, new in zip(own, said, strict=True)]


def conditional_rules(book: Book, sheet: str) -> list[tuple[Any, Any]]:
    """The rules of the conditional formats of a sheet, each behind its format, as openpyxl has them."""
    return [(group, rule) for group in book.sheet(sheet).conditional_formatting for rule in group.rules]


def active_rules(book: Book, sheet: str, rules: Sequence[tuple[Any, Any]]) -> Iterator[tuple[Any, Any, Place | None]]:
    """Yield each rule with its format and a cell that it applies to; None for a rule that cannot be evaluated."""
    if not rules:
        return
    values = book.values(sheet)
    calculation = _calculation(sheet, values)
    tried = 0
    for group, rule in rules:
        formula = _formula(rule)
        if formula is None or calculation is None:
            yield group, rule, None
            continue
        first = min((r.min_row, r.min_col) for r in group.sqref.ranges)
        for place in _inside(group.sqref.ranges, values):
            tried += 1
            within(tried, CELLS // 10, "cells that conditional formats look at")
            text = formula.replace(_CELL, f"${column_name(place[1] - 1)}${place[0]}") if _CELL in formula else formula
            moved = shift_formula(text, place[0] - first[0], place[1] - first[1])
            value = value_of(calculation, moved)
            if value == NAME:  # a function that is not known here
                yield group, rule, None
            elif value is True:
                yield group, rule, place


#: Stands for the cell itself in the formula of a rule.
_CELL = "\0"
#: Rules that files give a formula of.
_BY_FORMULA = frozenset({"expression", "containsText", "notContainsText", "beginsWith", "endsWith"})


def _formula(rule: Any) -> str | None:
    """What is true of a cell that a rule applies to; None where that is no formula."""
    texts = list(rule.formula)
    if rule.type in _BY_FORMULA and len(texts) == 1:
        return f"={texts[0]}"
    if rule.type == "cellIs" and rule.operator in _OPERATORS and len(texts) == 1:
        return f"={_CELL}{_OPERATORS[rule.operator]}({texts[0]})"
    if rule.type == "cellIs" and rule.operator == "between" and len(texts) == 2:
        return f"=AND({_CELL}>=({texts[0]}),{_CELL}<=({texts[1]}))"
    if rule.type == "cellIs" and rule.operator == "notBetween" and len(texts) == 2:
        return f"=OR({_CELL}<({texts[0]}),{_CELL}>({texts[1]}))"
    return None


def _inside(ranges: Any, values: Mapping[Place, Value]) -> Iterator[Place]:
    """The cells with a value in some ranges. A format of an empty cell is passed over, as the published code does."""
    for row, column in values:
        if any(r.min_row <= row <= r.max_row and r.min_col <= column <= r.max_col for r in ranges):
            yield row, column


def _calculation(name: str, values: Mapping[Place, Value]) -> Calculation | None:
    """A sheet of values, for formulas to look at; None where it is larger than what is calculated."""
    if any(row > ROWS or column > COLUMNS for row, column in values):
        return None
    cells = {(row - 1, column - 1): Cell(_content(value)) for (row, column), value in values.items()}
    return calculate(Workbook((put_cells(Sheet(name), cells),)))


def _content(value: Value) -> Content:
    if isinstance(value, Moment):
        return value.days
    return f" {value}" if isinstance(value, str) and value.startswith("=") else value
