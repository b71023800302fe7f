"""The looks and the icons of Windows PowerShell ISE: grey bars, a white script pane, a console in deep blue."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.kinds.code.console import Colours
from omnigym.sim.kinds.code.editor import CODE_ART
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.windows.powershell.session import ERROR, PLAIN, WARNING

_BAR, _EDGE, _WHITE = Shade(0xE6EAF1, 0x2B2F36), Shade(0xB8C2D0, 0x444A54), Shade(0xFFFFFF, 0x1E2127)
_INK, _FAINT = Shade(0x1B1B1B, 0xE4E7EC), Shade(0x56606D, 0xA3ABB8)
_HOVER, _DOWN, _TAB = Shade(0xD3E3F8, 0x3A4453), Shade(0xB4D0F0, 0x4A5769), Shade(0xF7F9FC, 0x252A31)
_TOOL = Look(pad=(4, 4, 4, 4), min_w=28, min_h=28, icon=16, ink=_INK, hover=_HOVER, pressed=_DOWN, checked=_DOWN)


def console_colours() -> Colours:
    """White on deep blue by day and by night, errors in red."""
    return Colours(0x012456, 0xEEEDF0, ((PLAIN, 0xEEEDF0), (ERROR, 0xFF6F6F), (WARNING, 0xFFE066)))


def _ise(p: Pen) -> None:
    """A sheet of script before a blue prompt."""
    p.box(0.10, 0.06, 0.56, 0.66, 0.03, 0x8FA3BC)
    p.box(0.13, 0.09, 0.50, 0.60, 0.02, 0xFFFFFF)
    for row, (width, ink) in enumerate(((0.34, 0x0000C8), (0.24, 0x8B0000), (0.38, 0x006400), (0.20, 0x0000C8))):
        p.box(0.19, 0.16 + 0.115 * row, width, 0.055, 0.01, ink)
    p.shape([(0.46, 0.42), (0.98, 0.42), (0.86, 0.96), (0.34, 0.96)], 0x012456)
    p.line([(0.54, 0.54), (0.68, 0.68), (0.48, 0.83)], 0.08, 0xFFFFFF)
    p.line([(0.66, 0.83), (0.80, 0.83)], 0.07, 0xFFFFFF)


def _run(p: Pen) -> None:
    p.shape([(0.22, 0.12), (0.86, 0.50), (0.22, 0.88)], 0x2E9E3F)


def _selection(p: Pen) -> None:
    p.box(0.10, 0.10, 0.48, 0.80, 0.03, 0x9AA8BA)
    p.box(0.14, 0.14, 0.40, 0.72, 0.02, 0xFFFFFF)
    for row in range(4):
        p.box(0.20, 0.24 + 0.15 * row, 0.28, 0.06, 0.0, 0x5B7FB5)
    p.shape([(0.52, 0.34), (0.92, 0.56), (0.52, 0.78)], 0x2E9E3F)


ISE_ART: Mapping[str, Drawing] = {
    "powershell-ise": _ise,
    "ise-run": _run,
    "ise-run-selection": _selection,
    "vscode-ps1": CODE_ART["vscode-ps1"],
}
ISE_STYLES = looks(
    area={"ise": Look(size=13, pad=(6, 4, 6, 4), fill=_WHITE)},
    box={
        "ise_bar": Look(fill=_BAR),
        "ise_edge": Look(fill=_EDGE),
        "ise_pane": Look(fill=_WHITE),
        "ise_line": Look(hover=_HOVER, checked=_DOWN),
        "ise_line_chosen": Look(fill=_DOWN),
    },
    text={
        "ise": Look(ink=_INK),
        "ise_faint": Look(size=11, ink=_FAINT),
        "ise_head": Look(size=12, family="ui-semibold", ink=_INK),
    },
    button={
        "ise_menu": Look(pad=(7, 2, 7, 2), min_h=22, ink=_INK, hover=_HOVER, pressed=_DOWN),
        "ise_push": Look(pad=(10, 3, 10, 3), min_h=24, fill=_WHITE, edge=_EDGE, ink=_INK, hover=_HOVER, pressed=_DOWN),
        "ise_tool": _TOOL,
    },
    field={"ise": Look(pad=(6, 3, 6, 3), min_h=24, fill=_WHITE, edge=_EDGE, ink=_INK)},
    tab={"ise": Look(pad=(10, 4, 26, 4), min_h=26, gap=6, fill=_BAR, ink=_INK, hover=_HOVER, checked=_TAB)},
    scroll={"ise": Look(fill=_WHITE)},
)
