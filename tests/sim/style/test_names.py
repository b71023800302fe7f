"""Every style that the code of a platform names is one that its sheet has, for the kind of widget that it is for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from omnigym.errors import UnknownNameError
from omnigym.sim.platform import platform_of
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.palette import DARK, LIGHT, Palette
from omnigym.sim.style.theme import WINDOWS, make_theme

#: The kind of widget that a function makes.
KINDS = {
    "area": "area",
    "button": "button",
    "checkbox": "checkbox",
    "column": "box",
    "combo": "combo",
    "field": "field",
    "icon": "icon",
    "image": "image",
    "panel": "box",
    "radio": "radio",
    "row": "box",
    "scroll": "scroll",
    "separator": "separator",
    "slider": "slider",
    "stack": "box",
    "switch": "switch",
    "tab": "tab",
    "text": "text",
    "toggle": "toggle",
}


def values(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can be, where that can be read off it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from values(node.body)
        yield from values(node.orelse)


def named(folder: Path, others: tuple[Path, ...]) -> Iterator[tuple[str, str, str]]:
    """Where, for which kind, and which style, of the modules below a folder, without those of some folders in it."""
    for path in sorted(folder.rglob("*.py")):
        if any(path.is_relative_to(other) for other in others):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
                for word in node.keywords:
                    if word.arg == "style":
                        for style in values(word.value):
                            yield f"{path.name}:{node.lineno}", KINDS[node.func.id], style


def strange(here: Path, name: str) -> Iterator[Path]:
    """The folders of what platforms share that a platform takes nothing of, as a phone nothing of spreadsheets."""
    code = "".join(path.read_text() for path in (here / name).rglob("*.py"))
    for folder in (here / "common").iterdir():
        if folder.is_dir() and f"omnigym.sim.common.{folder.name}" not in code:
            yield folder


@pytest.mark.parametrize("name", ["windows", "android", "linux"])
def test_named_styles_are_there(name: str) -> None:
    platform = platform_of(name)
    theme = platform.theme(platform.settings((1024, 768), 1.0), 1.0)
    spec = find_spec("omnigym.sim")
    assert spec is not None
    assert spec.origin is not None
    here = Path(spec.origin).parent
    browses = {"browser", "chrome"} & platform.apps().keys()
    parts = (name, "common", *(("sites",) if browses else ()))
    others = tuple(strange(here, name))
    found = [entry for part in parts for entry in named(here / part, others)]
    assert len(found) > 100
    unknown = []
    for where, kind, style in found:
        try:
            theme.style(kind, style)
        except UnknownNameError:
            unknown.append((where, kind, style))
    assert unknown == []


def test_an_unknown_style_is_refused_with_what_is_close() -> None:
    with pytest.raises(UnknownNameError, match=r"style of a button 'primery'.*primary"):
        make_theme().style("button", "primery")


def test_an_app_cannot_take_the_name_of_another_look() -> None:
    with pytest.raises(ValueError, match="'primary'"):
        WINDOWS.with_looks(looks(button={"primary": Look(radius=9)}))


@pytest.mark.parametrize("name", ["windows", "android", "linux"])
def test_the_palette_names_no_app(name: str) -> None:
    apps = {app.name for app in platform_of(name).apps().values() if app.layer == "window" and not app.dialog}
    assert not apps & set(Palette._fields)


@pytest.mark.parametrize(("palette", "colour"), [(LIGHT, 0xAA0000), (DARK, 0x00BB00)])
def test_an_app_has_colours_of_its_own(palette: Palette, colour: int) -> None:
    sheet = WINDOWS.with_looks(looks(box={"stain": Look(fill=Shade(0xAA0000, 0x00BB00), ink="muted")}))
    style = make_theme(1.0, palette, sheet).style("box", "stain")
    assert (style.fill, style.ink) == (colour, palette.muted)
