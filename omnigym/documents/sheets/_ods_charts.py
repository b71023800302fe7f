"""The charts of .ods files: an embedded chart document each, and the frame that places it on its sheet."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from omnigym.documents._odf import attribute, legal_text, length_px, line_of, tag
from omnigym.documents.sheets._ods import address_of
from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.charts import area_behind, area_of_chart, colour_of, content_of
from omnigym.documents.sheets.model import COLUMNS, ROWS, Area, Chart, Series, Sheet, area_of, cell_name
from omnigym.foreign import Package
from omnigym.foreign.xml_text import escape, quoteattr

__all__ = ["chart_content", "charts_of_table", "frames_xml"]

_CHART = "urn:oasis:names:tc:opendocument:xmlns:chart:1.0"
_C = f"{{{_CHART}}}"
_CLASSES = {"column": "chart:bar", "bar": "chart:bar", "line": "chart:line", "pie": "chart:circle"}
_KINDS = {"bar": "column", "line": "line", "circle": "pie", "ring": "pie"}
#: Pixels of a row, of a usual column, and of an inch.
_ROW, _COLUMN, _INCH = 20, 64, 96
_HREF = re.compile(r"(?:\./)?([\w ]{1,60})/?")
#: Rows and columns of the largest chart, and characters of the longest title, that are read.
_MOST, _LONGEST = (60, 30), 1000


def _px_of(sheet: Sheet, column: int) -> int:
    """The pixel at which a column begins."""
    widths = dict(sheet.widths)
    return sum([round(widths[c] * 7 + 5) if c in widths else _COLUMN for c in range(column)])


def _column_at(sheet: Sheet, px: float) -> int:
    widths = dict(sheet.widths)
    at = 0.0
    for column in range(COLUMNS):
        width = round(widths[column] * 7 + 5) if column in widths else _COLUMN
        if px < at + width / 2:
            return column
        at += width
    return COLUMNS


def frames_xml(sheet: Sheet, first: int) -> str:
    """Return the frames of the charts of a sheet, whose objects have the numbers from ``first`` on; "" for none."""
    frames = ""
    for n, chart in enumerate(sheet.charts):
        top, left, bottom, right = chart.at
        x, y = _px_of(sheet, left), top * _ROW
        w, h = _px_of(sheet, right + 1) - x, (bottom + 1 - top) * _ROW
        found = area_of_chart(chart)
        ranges = f" draw:notify-on-update-of-ranges={quoteattr(_address(sheet, *found))}" if found is not None else ""
        frames += (
            f'<draw:frame draw:z-index="{n}" draw:name="Object {first + n}" svg:x="{x / _INCH:.4f}in" '
            f'svg:y="{y / _INCH:.4f}in" svg:width="{w / _INCH:.4f}in" svg:height="{h / _INCH:.4f}in">'
            f'<draw:object{ranges} xlink:href="./Object {first + n}" xlink:type="simple" xlink:show="embed" '
            'xlink:actuate="onLoad"/></draw:frame>'
        )
    return f"<table:shapes>{frames}</table:shapes>" if frames else ""


def _address(sheet: Sheet, name: str, area: Area) -> str:
    """An area as OpenDocument writes it."""
    named = "'" + (name or sheet.name).replace("'", "''") + "'"
    first, last = cell_name(area[0], area[1]), cell_name(area[2], area[3])
    return f"{named}.{first}" if first == last else f"{named}.{first}:{named}.{last}"


def chart_content(calculation: Calculation, index: int, chart: Chart) -> str:
    """Return the content of ``office:document-content`` of a chart."""
    sheet = calculation.workbook.sheets[index]
    upright = "true" if chart.kind == "bar" else "false"
    _, values = content_of(calculation, index, chart)
    looks = max([len(values), *[len(numbers) for _, numbers in values]]) if chart.kind == "pie" else len(values)
    kind, series = _CLASSES[chart.kind], ""
    categories, table = "", area_of_chart(chart)
    for n, (each, (_, numbers)) in enumerate(zip(chart.series, values, strict=False)):
        called, shown, said = area_behind(each.name), area_behind(each.values), area_behind(each.labels)
        if shown is None:
            continue
        label = f" chart:label-cell-address={quoteattr(_address(sheet, *called))}" if called is not None else ""
        if said is not None and not categories:
            categories = f"<chart:categories table:cell-range-address={quoteattr(_address(sheet, *said))}/>"
        series += (
            f"<chart:series chart:values-cell-range-address={quoteattr(_address(sheet, *shown))}{label} "
            f'chart:class="{kind}" chart:style-name="look{n}">{_points(chart, len(numbers))}</chart:series>'
        )
    title = f"<chart:title><text:p>{escape(legal_text(chart.title))}</text:p></chart:title>" if chart.title else ""
    legend = '<chart:legend chart:legend-position="end"/>' if len(values) > 1 or chart.kind == "pie" else ""
    ranges = f" table:cell-range-address={quoteattr(_address(sheet, *table))}" if table is not None else ""
    return (
        '<office:automatic-styles><style:style style:name="plot" style:family="chart">'
        f'<style:chart-properties xmlns:chart="{_CHART}" chart:vertical="{upright}" chart:include-hidden-cells="false" '
        'chart:auto-position="true" chart:auto-size="true"/></style:style>'
        '<style:style style:name="axis" style:family="chart">'
        f'<style:chart-properties xmlns:chart="{_CHART}" chart:display-label="true"/></style:style>'
        f"{''.join(map(_look, range(looks)))}</office:automatic-styles>"
        f'<office:body><office:chart><chart:chart xmlns:chart="{_CHART}" chart:class="{kind}" svg:width="4.6667in" '
        f'svg:height="2.9167in" xlink:href=".." xlink:type="simple">{title}{legend}'
        f'<chart:plot-area chart:style-name="plot"{ranges}>'
        '<chart:axis chart:dimension="x" chart:name="primary-x" chart:style-name="axis">'
        f"{categories}</chart:axis>"
        '<chart:axis chart:dimension="y" chart:name="primary-y" chart:style-name="axis">'
        '<chart:grid chart:class="major"/></chart:axis>'
        f"{series}</chart:plot-area></chart:chart></office:chart></office:body>"
    )


def _points(chart: Chart, count: int) -> str:
    if chart.kind != "pie":
        return f'<chart:data-point chart:repeated="{count}"/>'
    return "".join([f'<chart:data-point chart:style-name="look{n}"/>' for n in range(count)])


def _look(number: int) -> str:
    """The style of a series or a slice."""
    colour = f"#{colour_of(number).lower()}"
    return (
        f'<style:style style:name="look{number}" style:family="chart"><style:graphic-properties draw:fill="solid" '
        f'draw:fill-color="{colour}" draw:stroke="solid" svg:stroke-width="0.03in" svg:stroke-color="{colour}"/>'
        "</style:style>"
    )


def charts_of_table(package: Package, table: ET.Element, sheet: Sheet) -> tuple[Chart, ...]:
    """Return the charts on a sheet; kinds that a workbook cannot say are left out.

    Raises:
        UnreadableError: One of them cannot be read.
    """
    found = []
    for frame in table.iter(tag("draw:frame")):
        node = frame.find(tag("draw:object"))
        href = _HREF.fullmatch(attribute(node, "xlink:href"))
        part = f"{href[1]}/content.xml" if href is not None else ""
        if part not in package:
            continue
        chart = _read(package.xml(part))
        if chart is not None:
            found.append(chart._replace(at=_at(frame, sheet)))
    return tuple(found)


def _at(frame: ET.Element, sheet: Sheet) -> Area:
    w = length_px(attribute(frame, "svg:width")) or 7 * _COLUMN
    h = length_px(attribute(frame, "svg:height")) or 14 * _ROW
    end = area_of(address_of(attribute(frame, "table:end-cell-address")).rpartition("!")[2])
    if end is not None:  # it hangs on a cell, and its place is in that
        left, top = _column_at(sheet, max(_px_of(sheet, min(end[1], COLUMNS)) - w, 0)), max(end[0] - round(h / _ROW), 0)
    else:
        x, y = (length_px(attribute(frame, name)) or 0.0 for name in ("svg:x", "svg:y"))
        left, top = _column_at(sheet, x), round(y / _ROW)
    left, top = min(left, COLUMNS - 2), min(max(top, 0), ROWS - 2)
    right = _column_at(sheet, _px_of(sheet, left) + w) - 1
    bottom = top + max(round(h / _ROW), 2) - 1
    right, bottom = min(right, left + _MOST[1], COLUMNS - 1), min(bottom, top + _MOST[0], ROWS - 1)
    return top, left, max(bottom, top + 1), max(right, left + 1)


def _read(root: ET.Element) -> Chart | None:
    node = next(root.iter(f"{_C}chart"), None)
    plot = node.find(f"{_C}plot-area") if node is not None else None
    if node is None or plot is None:
        return None
    kind = _KINDS.get(node.get(f"{_C}class", "").rpartition(":")[2])
    if kind is None:
        return None
    if kind == "column" and _lies(root, plot.get(f"{_C}style-name", "")):
        kind = "bar"
    categories = next(plot.iter(f"{_C}categories"), None)
    labels = _formula(attribute(categories, "table:cell-range-address"))
    series = []
    for one in plot.findall(f"{_C}series"):
        values = _formula(one.get(f"{_C}values-cell-range-address", ""))
        if values:
            series.append(Series(_formula(one.get(f"{_C}label-cell-address", "")), labels, values))
    title = node.find(f"{_C}title")
    said = line_of(list(title.iter(tag("text:p"))))[:_LONGEST].strip() if title is not None else ""
    return Chart(kind, said, tuple(series), (0, 0, 1, 1)) if series else None


def _lies(root: ET.Element, style: str) -> bool:
    """Whether the bars of a plot's style lie."""
    for node in root.iter(tag("style:style")):
        if attribute(node, "style:name") == style:
            return any(p.get(f"{_C}vertical") == "true" for p in node.iter(tag("style:chart-properties")))
    return False


def _formula(address: str) -> str:
    """The formula of an address that can be followed, or ""; its row and column are fixed."""
    if not address:
        return ""
    sheet, mark, cells = address_of(address).rpartition("!")
    plain = re.sub(r"\$?([A-Z]+)\$?(\d+)", r"$\1$\2", cells)
    return f"={sheet}{mark}{plain}" if area_behind(f"={sheet}{mark}{plain}") is not None else ""
