"""Icons: packs of every kind, names that survive scale, colour and dark mode, and the paper's measure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from omnigym.errors import ConfigError, MissingDependencyError, OmnigymError, UnknownNameError, UnreadableError
from omnigym.perception import icon_packs, icons
from omnigym.perception.icon_packs import PACKS, PAINTED_WITH, installed_packs, load_pack
from omnigym.perception.icons import METHODS, TemplateMatcher, glyphs_of

pytest.importorskip("cv2", reason="the extra [ocr] is not installed")

#: Simple shapes, drawn as polygons in a square of 1.
SHAPES: dict[str, list[list[tuple[float, float]]]] = {
    "plus": [[(0.42, 0), (0.58, 0), (0.58, 1), (0.42, 1)], [(0, 0.42), (1, 0.42), (1, 0.58), (0, 0.58)]],
    "play-arrow": [[(0.1, 0), (0.95, 0.5), (0.1, 1)]],
    "house": [[(0.5, 0), (1, 0.5), (0.85, 0.5), (0.85, 1), (0.15, 1), (0.15, 0.5), (0, 0.5)]],
    "hamburger": [[(0, y), (1, y), (1, y + 0.12), (0, y + 0.12)] for y in (0.05, 0.44, 0.83)],
}
COMMON = {"plus": "add", "play-arrow": "play", "house": "home", "hamburger": "menu"}


def drawn(name: str, side: int) -> Image.Image:
    """The coverage of a shape, mode "L", with its antialiased edges."""
    image = Image.new("L", (8 * side, 8 * side))
    for polygon in SHAPES[name]:
        ImageDraw.Draw(image).polygon([(x * 8 * side, y * 8 * side) for x, y in polygon], fill=255)
    return image.resize((side, side), Image.Resampling.LANCZOS)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of PNG files, black on transparent, among them one that nobody has a word for and one that is broken."""
    folder = tmp_path_factory.mktemp("pack")
    for name in SHAPES:
        image = Image.new("RGBA", (48, 48), "black")
        image.putalpha(drawn(name, 48))
        image.save(folder / f"{name}.png")
    Image.new("RGBA", (48, 48), "black").save(folder / "zzgrfx.png")
    (folder / "search.png").write_bytes(b"\x89PNG broken")
    return folder


def screen(side: int, ink: str, ground: str) -> tuple[np.ndarray, list[tuple[int, int, int, int]]]:
    image = Image.new("RGB", (60 * len(SHAPES), 60), ground)
    bounds = []
    for place, name in enumerate(SHAPES):
        image.paste(ink, (60 * place + 8, 7), drawn(name, side))
        bounds.append((60 * place + 8, 7, side, side))
    return np.asarray(image), bounds


def tight(frame: np.ndarray, bounds: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Cut to what is dark, as a segmenter does."""
    x, y, w, h = bounds
    rows, columns = np.nonzero((frame[y : y + h, x : x + w] < 255 - 32).any(axis=2))
    left, top = int(columns.min()), int(rows.min())
    return x + left, y + top, int(columns.max()) - left + 1, int(rows.max()) - top + 1


@pytest.mark.parametrize(
    ("side", "ink", "ground"),
    [(48, "black", "white"), (14, "black", "white"), (20, "#eeeeee", "#202020"), (33, "#c00000", "#ffe9c0")],
)
def test_names_survive_scale_colour_and_dark_mode(pack: Path, side: int, ink: str, ground: str) -> None:
    frame, bounds = screen(side, ink, ground)
    found = TemplateMatcher([pack]).match(frame, bounds)
    assert [match and match.name for match in found] == [COMMON[name] for name in SHAPES]
    loose = [(x - 3, y - 2, w + 5, h + 6) for x, y, w, h in bounds]  # as a segmenter may cut it
    assert [match and match.name for match in TemplateMatcher([pack]).match(frame, loose)] == list(COMMON.values())


def test_a_sign_on_a_plate_is_named_and_what_is_no_icon_is_not(pack: Path) -> None:
    image = Image.new("RGB", (300, 80), "white")
    ImageDraw.Draw(image).ellipse((10, 10, 58, 58), fill="#1a73e8")
    image.paste("white", (24, 24), drawn("house", 21))
    ImageDraw.Draw(image).rounded_rectangle((80, 10, 128, 58), 8, "#303030")  # a blank plate
    noise = np.random.default_rng(0).integers(0, 255, (48, 48, 3), np.uint8)
    image.paste(Image.fromarray(noise), (150, 10))
    frame = np.asarray(image)
    bounds = [(10, 10, 49, 49), (80, 10, 49, 49), (150, 10, 48, 48), (220, 10, 48, 48), (900, 10, 9, 9), (5, 5, 0, 0)]
    assert len(glyphs_of(frame, bounds[0])) == 2
    names = [match and match.name for match in TemplateMatcher([pack]).match(frame, bounds)]
    assert names == ["home", None, None, None, None, None]


def test_the_papers_matcher_finds_what_is_drawn_alike_and_nothing_in_dark_mode(pack: Path) -> None:
    paper = TemplateMatcher([pack], "ssim")
    frame, bounds = screen(48, "black", "white")
    bounds = [tight(frame, b) for b in bounds]
    assert paper.threshold == 0.95
    assert [match and match.name for match in paper.match(frame, bounds)] == list(COMMON.values())
    assert paper.match(255 - frame, bounds) == [None] * len(bounds)  # so `bounds` fit, and only the colours differ


def test_structural_similarity_is_that_of_scikit_image() -> None:
    metrics = pytest.importorskip("skimage.metrics", reason="scikit-image is not installed")
    rng = np.random.default_rng(3)
    greys = rng.random((6, 31, 31)).astype(np.float32)
    greys[1:] = 0.7 * greys[0] + 0.3 * greys[1:]
    templates = [icons.Icon("x", 1 - grey) for grey in greys[1:]]
    mine = icons._Greys(templates)._similar(icons._windows(greys[:1]))[0]
    for one, grey in zip(mine, greys[1:], strict=True):
        _, full = metrics.structural_similarity(
            greys[0], grey, win_size=7, data_range=1, full=True, use_sample_covariance=False
        )
        assert one == pytest.approx(full[3:28:8, 3:28:8].mean(), abs=1e-4)


def test_a_region_is_compared_once_wherever_it_is(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matcher = TemplateMatcher([pack])
    frame, bounds = screen(20, "black", "white")
    first = matcher.match(frame, bounds)
    monkeypatch.setattr(matcher._templates, "best", lambda *_: pytest.fail("compared again"))
    moved = np.roll(frame, 5, axis=0)
    assert matcher.match(moved, [(x, y + 5, w, h) for x, y, w, h in bounds]) == first
    monkeypatch.undo()
    monkeypatch.setattr(icons, "_KEPT", 2)
    matcher.match(frame, bounds)
    assert len(matcher._known) == 2
    assert matcher.match(frame, bounds) == first


def test_an_iconify_json_is_a_pack(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="the extra [icons] is not installed")
    body = '<path fill="currentColor" d="M6 0h4v6h6v4h-6v6H6v-6H0V6h6z"/>'
    path = tmp_path / "icons.json"
    path.write_text(json.dumps({"prefix": "t", "icons": {"plus-thick": {"body": body}, "plus": {"body": body}}}))
    assert [icon.name for icon in load_pack(str(path))] == ["add"]
    assert len(load_pack(str(path), all_names=True)) == 2
    mask = load_pack(str(path))[0].mask
    assert mask.shape == (64, 64) and mask[32, 2] == 1 and mask[2, 2] == 0


@pytest.mark.parametrize("table", [{}, [], {"icons": 3}, {"icons": {"plus": {}}}, {"icons": {"plus": {"body": 3}}}])
def test_a_broken_json_is_one_clear_error(tmp_path: Path, table: Any) -> None:
    (path := tmp_path / "icons.json").write_text(json.dumps(table))
    with pytest.raises(OmnigymError):
        load_pack(str(path))


def test_what_is_not_there_is_said_only_where_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [name for name in PACKS if name in installed_packs()] == list(installed_packs())
    assert {"fluent", "material"} <= {*installed_packs()} and {*PAINTED_WITH} <= {*PACKS}  # the simulator's own
    monkeypatch.setattr(icon_packs, "find_spec", lambda _: None)
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    load_pack.cache_clear()
    assert installed_packs() == ()
    for name, install in (("lucide", "pip install tkinter-icons-lucide"), ("papirus", "papirus-icon-theme")):
        with pytest.raises(MissingDependencyError, match=install):
            load_pack(name)
    with pytest.raises(UnknownNameError, match="lucide"):
        load_pack("lucid")
    with pytest.raises(ConfigError, match="folder"):
        load_pack("no/such/folder")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UnreadableError, match="no icons"):
        load_pack(str(tmp_path / "empty"))
    with pytest.raises(ConfigError, match="method"):
        TemplateMatcher([], "sift")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="threshold"):
        TemplateMatcher([], threshold=2)


@pytest.mark.parametrize("method", METHODS)
def test_no_packs_name_nothing(method: Any) -> None:
    frame, bounds = screen(20, "black", "white")
    assert TemplateMatcher([], method).match(frame, bounds) == [None] * len(bounds)


def test_the_simulated_desktops_own_pack_names_its_icons() -> None:
    """A font of a wheel, at another size than its templates, blurred as an antialiased screen is."""
    pack = {icon.name: icon.mask for icon in load_pack("material")}
    matcher = TemplateMatcher(["material"])
    for name in ("search", "settings", "delete", "share", "mail"):
        grey = Image.fromarray(np.uint8(255 - 255 * pack[name]))
        grey.thumbnail((22, 22), Image.Resampling.BOX)
        image = Image.new("L", (40, 40), 255)
        image.paste(grey.filter(ImageFilter.GaussianBlur(0.3)), (9, 9))
        (match,) = matcher.match(np.repeat(np.asarray(image)[:, :, None], 3, axis=2), [(8, 8, 24, 24)])
        assert match is not None and match.name == name
