"""Packs of named icons as masks: fonts in wheels, folders of SVG and PNG files, iconify's JSON, desktop themes.

The paper's pack is IcoMoon (its free part has 491 of the 1,600 icons that the paper counts). It is the npm package
``@iconify-json/icomoon-free``; give the path of its ``icons.json``. Nothing is downloaded here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFont

from omnigym.errors import ConfigError, MissingDependencyError, TooLargeError, UnknownNameError, UnreadableError
from omnigym.foreign import convert_errors, parse_json, read_bytes, read_text
from omnigym.foreign.limits import JSON_BYTES, PIXELS
from omnigym.perception.names import common_name, is_known

__all__ = ["PACKS", "PAINTED_WITH", "Icon", "Mask", "installed_packs", "load_pack"]

#: How much of each pixel an icon covers: float32 (H, W), in [0, 1].
Mask = NDArray[np.float32]

#: Pixels of an icon's longer side.
_SIDE: Final = 64
#: Bytes of a file of a pack.
_FILE: Final = 1 << 20
#: Icons of a pack at most, and letters of a name.
_ICONS: Final = 40_000
_NAME: Final = 200
#: How far the colours of an icon differ, in [0, 255], which is then a picture and no sign in one colour.
_COLOURED: Final = 24


class Icon(NamedTuple):
    """A named template.

    Attributes:
        name: The common name (`omnigym.perception.names`), or the pack's own words.
        mask: What it covers, cut to its ink.
    """

    name: str
    mask: Mask


class _Fonts(NamedTuple):
    """A wheel with fonts that is read for its files and never imported."""

    module: str
    #: A table of code points by name, and the font.
    files: tuple[tuple[str, str], ...]


def _fonts(module: str, *fonts: tuple[str, str], folder: str = "") -> _Fonts:
    return _Fonts(module, tuple((f"{folder}glyphmap{table}.json", font) for table, font in fonts))


_WHEELS: Final[Mapping[str, _Fonts]] = MappingProxyType(
    {
        "lucide": _fonts("tkinter_icons_lucide", ("", "fonts/lucide.ttf")),
        "bootstrap": _fonts("tkinter_icons_bs", ("", "assets/bootstrap.ttf"), folder="assets/"),
        "fontawesome": _fonts(
            "tkinter_icons_fa", ("-solid", "fonts/fa-solid-900.ttf"), ("-regular", "fonts/fa-regular-400.ttf")
        ),
        "mdi": _fonts("tkinter_icons_mat", ("", "fonts/materialdesignicons-webfont.ttf")),
        "remix": _fonts("tkinter_icons_remix", ("", "fonts/remixicon.ttf")),
        "eva": _fonts("tkinter_icons_eva", ("", "fonts/eva-icons.ttf")),
        "ionicons": _fonts("tkinter_icons_ion", ("", "fonts/ionicons.ttf")),
        "typicons": _fonts("tkinter_icons_typicons", ("", "fonts/typicons.ttf")),
        "fluent": _fonts("tkinter_icons_fluent_reg", ("", "fonts/FluentSystemIcons-Regular.ttf")),
        "material": _fonts(
            "tkinter_icons_gmi",
            ("-round", "fonts/MaterialIconsRound-Regular.otf"),
            ("-outlined", "fonts/MaterialIconsOutlined-Regular.otf"),
        ),
    }
)
#: Themes of Debian's packages: the folder's name, and the package.
_THEMES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "adwaita": ("Adwaita", "adwaita-icon-theme"),
        "papirus": ("Papirus", "papirus-icon-theme"),
        "breeze": ("breeze", "breeze-icon-theme"),
    }
)
#: The packs that have a name, in the order in which they are looked through.
PACKS: Final = (*_WHEELS, *_THEMES)
#: The packs that our own screens are drawn with: names found with them say little of other screens.
PAINTED_WITH: Final = ("fluent", "material", "adwaita")


def installed_packs() -> tuple[str, ...]:
    """Return the packs of `PACKS` that this machine has, in order. Themes count where SVG can be drawn."""
    themes = [name for name in _THEMES if _theme_folder(name) is not None and find_spec("resvg_py") is not None]
    return (*[name for name, wheel in _WHEELS.items() if find_spec(wheel.module) is not None], *themes)


@lru_cache(maxsize=32)
def load_pack(source: str, all_names: bool = False) -> tuple[Icon, ...]:
    """Return the icons of a pack, in the order of their files and names.

    Args:
        source: A name of `PACKS`; or the path of a folder of SVG and PNG files, which are called what they show; or of
            an iconify JSON.
        all_names: Whether icons are read whose name nobody would say: those that ``names.toml`` does not know.

    Raises:
        MissingDependencyError: The pack is not installed, or what draws SVG is not.
        UnknownNameError: There is neither such a pack nor such a path.
        UnreadableError: It cannot be read, or has no icons.
        TooLargeError: It is more than is read.
    """
    if source in _WHEELS:
        found = _from_fonts(source, all_names)
    elif source in _THEMES:
        folder = _theme_folder(source)
        if folder is None:
            package = _THEMES[source][1]
            raise MissingDependencyError(package, f"The icon pack {source!r}", f"apt-get install {package}")
        found = _from_folder(folder, all_names)
    elif (path := Path(source)).is_dir():
        found = _from_folder(path, all_names)
    elif path.is_file():
        found = _from_iconify(path, all_names)
    elif "/" in source or path.suffix:
        raise ConfigError(f"An icon pack is a folder, an iconify JSON or a name; there is nothing at {source!r}.")
    else:
        raise UnknownNameError("icon pack", source, PACKS)
    icons = tuple(icon for icon in found if min(icon.mask.shape) >= 1)
    if not icons:
        raise UnreadableError(f"The icon pack {source!r} has no icons that can be read; try all_names=True.")
    return icons


def _is_read(name: str, all_names: bool) -> bool:
    return all_names or is_known(name)


def _mask(coverage: NDArray[Any]) -> Mask:
    """Cut to what is covered."""
    rows, columns = np.nonzero((coverage > 32).any(axis=1))[0], np.nonzero((coverage > 32).any(axis=0))[0]
    if not len(rows):
        return np.zeros((0, 0), np.float32)
    cut = coverage[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return (cut / np.float32(255)).astype(np.float32)


# -- fonts ------------------------------------------------------------------------------------------------------------


def _from_fonts(source: str, all_names: bool) -> Iterator[Icon]:
    wheel = _WHEELS[source]
    spec = find_spec(wheel.module)
    if spec is None or spec.origin is None:
        package = wheel.module.replace("_", "-")
        raise MissingDependencyError(package, f"The icon pack {source!r}", f"pip install {package}")
    folder = Path(spec.origin).parent
    for table, file in wheel.files:
        codes: dict[str, int | str] = parse_json(read_text(folder / table, JSON_BYTES))
        font = ImageFont.truetype(str(folder / file), _SIDE, layout_engine=ImageFont.Layout.BASIC)
        drawn = set()
        for name, code in codes.items():
            letter = chr(code if isinstance(code, int) else int(code, 16))
            known = common_name(name), letter
            if known not in drawn and _is_read(name, all_names):  # a glyph may have several names
                drawn.add(known)
                core = font.getmask(letter, mode="L")
                wide, high = core.size
                if wide and high:
                    ink = np.frombuffer(bytes(cast(Any, core)), np.uint8).reshape(high, wide)
                    yield Icon(known[0], _mask(ink))


# -- files ------------------------------------------------------------------------------------------------------------


def _theme_folder(name: str) -> Path | None:
    """Where a theme lies (the XDG base directories), if it is installed."""
    bases = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    folders = [Path(base) / "icons" / _THEMES[name][0] for base in bases.split(":") if base]
    return next((folder for folder in folders if (folder / "index.theme").is_file()), None)


def _from_folder(folder: Path, all_names: bool) -> Iterator[Icon]:
    """One icon for each name: of those that a theme has in many sizes, a drawing before pixels, and the largest."""
    best: dict[str, tuple[tuple[bool, int, str], Path]] = {}
    count = 0
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in (".svg", ".png") or not path.is_file():
            continue
        count += 1
        if count > _ICONS:
            raise TooLargeError(f"A folder of icons has at most {_ICONS:,} files, {str(folder)!r} has more.")
        name = path.stem[:_NAME]
        if _is_read(name, all_names):
            rank = path.suffix.lower() == ".svg", path.stat().st_size, str(path)
            if name not in best or rank > best[name][0]:
                best[name] = rank, path
    for name, (_, path) in sorted(best.items()):
        try:
            content = read_bytes(path, _FILE)
            picture = _drawn(content.decode("utf-8", "replace")) if path.suffix.lower() == ".svg" else _opened(content)
        except UnreadableError:
            continue  # one of thousands; that none can be read is said
        yield Icon(common_name(name), _mask(_coverage(picture)))


def _from_iconify(path: Path, all_names: bool) -> Iterator[Icon]:
    try:
        table = parse_json(read_text(path, JSON_BYTES))
        icons = table["icons"]
        sides = [table.get(side, 16) for side in ("width", "height")]
        parts = [
            (str(name)[:_NAME], icon["body"], icon.get("width", sides[0]), icon.get("height", sides[1]))
            for name, icon in sorted(icons.items())
        ]
    except (KeyError, TypeError, AttributeError) as e:
        raise UnreadableError(f"Expected an iconify JSON, {str(path)!r} has no table of icons: {e!r}.") from None
    if len(parts) > _ICONS:
        raise TooLargeError(f"An icon pack has at most {_ICONS:,} icons, {str(path)!r} has {len(parts):,}.")
    for name, body, width, height in parts:
        if _is_read(name, all_names):
            sized = all(isinstance(side, int | float) and 0 < side < 1e5 for side in (width, height))
            if not isinstance(body, str) or not sized:
                raise UnreadableError(f"Expected a body and a size of the icon {name!r} in {str(path)!r}.")
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>'
            yield Icon(common_name(name), _mask(_coverage(_drawn(svg))))


def _drawn(svg: str) -> Image.Image:
    """An SVG, so large that its longer side has `_SIDE` pixels.

    Raises:
        MissingDependencyError: The extra is not installed.
        UnreadableError: It is no SVG.
    """
    try:
        import resvg_py
    except ImportError:
        raise MissingDependencyError("resvg-py", "Icons in SVG", "pip install 'omnigym[icons]'") from None
    with convert_errors("SVG"):
        return _opened(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=_SIDE, height=_SIDE)))


def _opened(content: bytes) -> Image.Image:
    with convert_errors("icon"), Image.open(BytesIO(content), formats=("PNG",)) as opened:
        if opened.width * opened.height > PIXELS // 16:
            raise TooLargeError(f"An icon has at most {PIXELS // 16:,} pixels.")
        return opened.convert("RGBA")


def _coverage(picture: Image.Image) -> NDArray[np.uint8]:
    """What an icon covers: where it is opaque; of a coloured one, where it would be seen on white."""
    picture.thumbnail((_SIDE, _SIDE))
    pixels = np.asarray(picture).astype(np.int16)
    alpha, colours = pixels[..., 3], pixels[..., :3]
    opaque = colours[alpha > 200]
    if not len(opaque) or np.ptp(opaque, axis=0).max() <= _COLOURED:
        return np.asarray(alpha, np.uint8)
    seen = (255 - colours).max(axis=-1).astype(np.float32) * alpha / 255
    return np.asarray(seen * 255 / max(float(seen.max()), 1.0), np.uint8)
