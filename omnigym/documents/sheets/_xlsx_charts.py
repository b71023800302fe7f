"""The charts of .xlsx files: DrawingML parts, written with the shown values, and read of files of any program."""

from __future__ import annotations

import posixpath
from xml.etree import ElementTree as ET

from omnigym.documents._odf import legal_text
from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.charts import area_behind, colour_of, content_of
from omnigym.documents.sheets.model import COLUMNS, ROWS, Area, Chart, Series
from omnigym.foreign import Package
from omnigym.foreign.xml_text import escape

__all__ = ["CHART_TYPE", "DRAWING_TYPE", "chart_xml", "charts_of_part", "drawing_xml"]

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE_REL = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_MAIN = "http://schemas.openxmlformats.org/drawingml/2006/main"
_CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_PLACED = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_A, _C, _D, _R = (f"{{{name}}}" for name in (_MAIN, _CHART, _PLACED, _OFFICE))
CHART_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
DRAWING_TYPE = "application/vnd.openxmlformats-officedocument.drawing+xml"
#: The tallest and the widest that a chart of another program is shown, in rows and columns.
_MOST = (60, 30)
#: Characters of a title that are read.
_LONGEST = 1000
#: The elements of charts, and the kinds that they are shown as.
_ELEMENTS = {"lineChart": "line", "line3DChart": "line", "pieChart": "pie", "pie3DChart": "pie", "doughnutChart": "pie"}
_BARS = ("barChart", "bar3DChart")

# -- writing ----------------------------------------------------------------------------------------------------------


def drawing_xml(charts: tuple[Chart, ...]) -> str:
    """Return the part that places the charts of a sheet, each by the relation of its number."""
    anchors = "".join([_anchor(number, chart) for number, chart in enumerate(charts)])
    return f'<xdr:wsDr xmlns:xdr="{_PLACED}" xmlns:a="{_MAIN}">{anchors}</xdr:wsDr>'


def _anchor(number: int, chart: Chart) -> str:
    top, left, bottom, right = chart.at

    def corner(name: str, row: int, column: int) -> str:
        return (
            f"<xdr:{name}><xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff>"
            f"<xdr:row>{row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:{name}>"
        )

    return (
        f"<xdr:twoCellAnchor>{corner('from', top, left)}{corner('to', bottom + 1, right + 1)}"
        f'<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="{number + 2}" name="Chart {number + 1}"/>'
        "<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>"
        '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>'
        f'<a:graphic><a:graphicData uri="{_CHART}">'
        f'<c:chart xmlns:c="{_CHART}" xmlns:r="{_OFFICE}" r:id="rId{number + 1}"/>'
        "</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>"
    )


def chart_xml(calculation: Calculation, index: int, chart: Chart) -> str:
    """Return the part of a chart."""
    labels, values = content_of(calculation, index, chart)
    series = "".join([_series(chart, n, labels, values[n]) for n in range(len(values))])
    title = _title(chart.title) if chart.title else ""
    legend = (
        '<c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend>' if len(values) > 1 or _is_pie(chart) else ""
    )
    return (
        f'<c:chartSpace xmlns:c="{_CHART}" xmlns:a="{_MAIN}" xmlns:r="{_OFFICE}"><c:roundedCorners val="0"/>'
        f'<c:chart>{title}<c:autoTitleDeleted val="{0 if title else 1}"/>'
        f"<c:plotArea><c:layout/>{_plot(chart, series)}</c:plotArea>{legend}"
        '<c:plotVisOnly val="1"/></c:chart></c:chartSpace>'
    )


def _is_pie(chart: Chart) -> bool:
    return chart.kind == "pie"


def _title(text: str) -> str:
    return (
        "<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r>"
        f'<a:rPr lang="en-US"/><a:t>{escape(legal_text(text))}</a:t></a:r></a:p></c:rich></c:tx>'
        '<c:overlay val="0"/></c:title>'
    )


def _plot(chart: Chart, series: str) -> str:
    if chart.kind == "pie":
        return f'<c:pieChart><c:varyColors val="1"/>{series}<c:firstSliceAng val="0"/></c:pieChart>'
    axes = '<c:axId val="111111111"/><c:axId val="222222222"/>'
    if chart.kind == "line":
        plain = '<c:grouping val="standard"/><c:varyColors val="0"/>'
        plot = f'<c:lineChart>{plain}{series}<c:marker val="1"/>{axes}</c:lineChart>'
    else:
        plot = (
            f'<c:barChart><c:barDir val="{"bar" if chart.kind == "bar" else "col"}"/><c:grouping val="clustered"/>'
            f'<c:varyColors val="0"/>{series}<c:gapWidth val="150"/>{axes}</c:barChart>'
        )
    across, up = ("l", "b") if chart.kind == "bar" else ("b", "l")
    return (
        f'{plot}<c:catAx><c:axId val="111111111"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        f'<c:delete val="0"/><c:axPos val="{across}"/><c:crossAx val="222222222"/></c:catAx>'
        '<c:valAx><c:axId val="222222222"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        f'<c:delete val="0"/><c:axPos val="{up}"/><c:majorGridlines/><c:crossAx val="111111111"/></c:valAx>'
    )


def _series(chart: Chart, number: int, labels: tuple[str, ...], found: tuple[str, tuple[float | None, ...]]) -> str:
    series, (name, values) = chart.series[number], found
    texts, numbers = "", ""
    for n, label in enumerate(labels):
        texts += f'<c:pt idx="{n}"><c:v>{escape(legal_text(label))}</c:v></c:pt>'
    for n, value in enumerate(values):
        numbers += f'<c:pt idx="{n}"><c:v>{value!r}</c:v></c:pt>' if value is not None else ""
    if area_behind(series.name) is not None:
        cached = (
            f'<c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>{escape(legal_text(name))}</c:v></c:pt></c:strCache>'
        )
        called = f"<c:tx><c:strRef><c:f>{escape(series.name[1:])}</c:f>{cached}</c:strRef></c:tx>"
    else:
        called = f"<c:tx><c:v>{escape(legal_text(series.name))}</c:v></c:tx>" if series.name else ""
    said = ""
    if area_behind(series.labels) is not None:
        cached = f'<c:strCache><c:ptCount val="{len(labels)}"/>{texts}</c:strCache>'
        said = f"<c:cat><c:strRef><c:f>{escape(series.labels[1:])}</c:f>{cached}</c:strRef></c:cat>"
    cached = f'<c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="{len(values)}"/>{numbers}</c:numCache>'
    shown = f"<c:val><c:numRef><c:f>{escape(series.values[1:])}</c:f>{cached}</c:numRef></c:val>"
    look, plain = _look(chart, number, len(values)), '<c:smooth val="0"/>' if chart.kind == "line" else ""
    return f'<c:ser><c:idx val="{number}"/><c:order val="{number}"/>{called}{look}{said}{shown}{plain}</c:ser>'


def _look(chart: Chart, number: int, points: int) -> str:
    """The colours of a series, or of the slices of a pie."""

    def solid(n: int) -> str:
        return f'<a:solidFill><a:srgbClr val="{colour_of(n)}"/></a:solidFill>'

    if chart.kind == "pie":
        return "".join([f'<c:dPt><c:idx val="{n}"/><c:spPr>{solid(n)}</c:spPr></c:dPt>' for n in range(points)])
    if chart.kind == "line":
        line = f'<c:spPr><a:ln w="28575">{solid(number)}</a:ln></c:spPr>'
        return f'{line}<c:marker><c:symbol val="none"/></c:marker>'
    return f"<c:spPr>{solid(number)}</c:spPr>"


# -- reading ----------------------------------------------------------------------------------------------------------


def charts_of_part(package: Package, part: str) -> tuple[Chart, ...]:
    """Return the charts of the sheet of a part; kinds that a workbook cannot say are left out.

    Raises:
        UnreadableError: A part of it cannot be read.
    """
    found = []
    for drawing in _targets(package, part, "drawing").values():
        if drawing not in package:
            continue
        parts = _targets(package, drawing, "chart")
        for anchor in package.xml(drawing):
            node = anchor.find(f".//{_C}chart")
            target = parts.get(node.get(f"{_R}id", ""), "") if node is not None else ""
            chart = _read(package.xml(target)) if target in package else None
            if chart is not None:
                found.append(chart._replace(at=_at(anchor)))
    return tuple(found)


def _targets(package: Package, part: str, kind: str) -> dict[str, str]:
    """The parts that a part refers to, by the id of the relation."""
    folder, _, name = part.rpartition("/")
    relations = f"{folder}/_rels/{name}.rels"
    if relations not in package:
        return {}
    return {
        r.get("Id", ""): posixpath.normpath(posixpath.join("/", folder, r.get("Target", "")))[1:]
        for r in package.xml(relations).iter(f"{_PACKAGE_REL}Relationship")
        if r.get("Type", "").endswith(f"/{kind}")
    }


def _at(anchor: ET.Element) -> Area:
    def place(name: str, row: int, column: int) -> tuple[int, int]:
        node = anchor.find(f"{_D}{name}")
        if node is None:
            return row, column
        return int(node.findtext(f"{_D}row", "0")), int(node.findtext(f"{_D}col", "0"))

    top, left = place("from", 0, 0)
    top, left = min(max(top, 0), ROWS - 2), min(max(left, 0), COLUMNS - 2)
    bottom, right = place("to", top + 14, left + 7)
    bottom, right = min(bottom - 1, top + _MOST[0], ROWS - 1), min(right - 1, left + _MOST[1], COLUMNS - 1)
    return top, left, max(bottom, top + 1), max(right, left + 1)


def _read(root: ET.Element) -> Chart | None:
    plot = root.find(f"{_C}chart/{_C}plotArea")
    for node in plot if plot is not None else ():
        name = node.tag.removeprefix(_C)
        if name in _BARS:
            direction = node.find(f"{_C}barDir")
            kind = "bar" if direction is not None and direction.get("val") == "bar" else "column"
        elif name in _ELEMENTS:
            kind = _ELEMENTS[name]
        else:
            continue
        series = tuple([s for ser in node.findall(f"{_C}ser") if (s := _read_series(ser)) is not None])
        return Chart(kind, _title_of(root, series), series, (0, 0, 1, 1)) if series else None
    return None


def _formula(node: ET.Element | None) -> str:
    """The formula of a reference that can be followed, or ""."""
    text = (node.findtext(f".//{_C}f", "") if node is not None else "").strip()
    return f"={text}" if area_behind(f"={text}") is not None else ""


def _read_series(node: ET.Element) -> Series | None:
    values = _formula(node.find(f"{_C}val"))
    if not values:
        return None
    called = node.find(f"{_C}tx")
    name = _formula(called) or (called.findtext(f".//{_C}v", "") if called is not None else "")
    return Series(name, _formula(node.find(f"{_C}cat")), values)


def _title_of(root: ET.Element, series: tuple[Series, ...]) -> str:
    """The title that is shown: what was written, or of one series its name."""
    chart = root.find(f"{_C}chart")
    node = chart.find(f"{_C}title") if chart is not None else None
    if node is None:
        return ""
    lines = ["".join([t.text or "" for t in p.iter(f"{_A}t")]) for p in node.iter(f"{_A}p")]
    text = "\n".join(lines).strip() or node.findtext(f".//{_C}v", "")
    if text or len(series) != 1:
        return text[:_LONGEST]
    return "" if area_behind(series[0].name) is not None else series[0].name
