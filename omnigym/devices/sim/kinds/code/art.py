"""The colour icons of Visual Studio Code and of the kinds of files in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.paint.pen import Drawing, Pen

__all__ = ["CODE_ART"]


def _code(p: Pen) -> None:
    """A folded ribbon, whose ends point at each other."""
    p.shape([(0.06, 0.34), (0.16, 0.26), (0.74, 0.74), (0.72, 0.95)], 0x0065A9)
    p.shape([(0.06, 0.66), (0.16, 0.74), (0.74, 0.26), (0.72, 0.05)], 0x007ACC)
    p.shape([(0.72, 0.05), (0.94, 0.15), (0.94, 0.85), (0.72, 0.95)], 0x1F9CF0)


def _lines(ink: int) -> Drawing:
    def draw(p: Pen) -> None:
        for row, width in enumerate((0.62, 0.46, 0.58, 0.34)):
            p.box(0.18, 0.20 + 0.17 * row, width, 0.08, 0.02, ink)

    return draw


def _angles(ink: int) -> Drawing:
    """< >"""

    def draw(p: Pen) -> None:
        p.line([(0.36, 0.26), (0.12, 0.50), (0.36, 0.74)], 0.11, ink)
        p.line([(0.64, 0.26), (0.88, 0.50), (0.64, 0.74)], 0.11, ink)

    return draw


def _json(p: Pen) -> None:
    """{ }"""
    for side in (-1, 1):
        at: Callable[[float], float] = lambda x, s=side: 0.5 + s * x  # type: ignore[misc]  # noqa: E731
        p.line([(at(0.14), 0.18), (at(0.26), 0.24), (at(0.26), 0.42), (at(0.38), 0.50)], 0.09, 0xC9A400)
        p.line([(at(0.14), 0.82), (at(0.26), 0.76), (at(0.26), 0.58), (at(0.38), 0.50)], 0.09, 0xC9A400)


def _python(p: Pen) -> None:
    p.box(0.24, 0.10, 0.40, 0.42, 0.12, 0x3776AB)
    p.box(0.10, 0.30, 0.40, 0.32, 0.10, 0x3776AB)
    p.box(0.38, 0.48, 0.40, 0.42, 0.12, 0xF2C230)
    p.box(0.50, 0.38, 0.40, 0.32, 0.10, 0xF2C230)


def _script(p: Pen) -> None:
    p.box(0.12, 0.12, 0.76, 0.76, 0.08, 0xE8C92A)
    p.line([(0.42, 0.44), (0.42, 0.74), (0.28, 0.74)], 0.08, 0x30300A)
    p.line([(0.74, 0.46), (0.58, 0.46), (0.58, 0.58), (0.72, 0.60), (0.72, 0.74), (0.56, 0.74)], 0.07, 0x30300A)


def _powershell(p: Pen) -> None:
    """A prompt on a slanted sheet."""
    p.shape([(0.24, 0.14), (0.96, 0.14), (0.78, 0.86), (0.06, 0.86)], 0x2671BE)
    p.line([(0.34, 0.30), (0.56, 0.50), (0.28, 0.70)], 0.09, 0xFFFFFF)
    p.line([(0.52, 0.70), (0.70, 0.70)], 0.08, 0xFFFFFF)


def _markdown(p: Pen) -> None:
    p.line([(0.14, 0.72), (0.14, 0.30), (0.32, 0.52), (0.50, 0.30), (0.50, 0.72)], 0.10, 0x519ABA)
    p.line([(0.76, 0.28), (0.76, 0.66)], 0.10, 0x519ABA)
    p.shape([(0.60, 0.54), (0.92, 0.54), (0.76, 0.76)], 0x519ABA)


#: Name to drawing.
CODE_ART: Mapping[str, Drawing] = {
    "vscode": _code,
    "vscode-html": _angles(0xE37933),
    "vscode-js": _script,
    "vscode-json": _json,
    "vscode-md": _markdown,
    "vscode-ps1": _powershell,
    "vscode-py": _python,
    "vscode-source": _angles(0x519ABA),
    "vscode-text": _lines(0x8A8F98),
}
