"""Getters of GIMP, VLC, presentations and sizes, on a fake device with a shell."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any

import pytest
from PIL import Image

from omnigym.benchmarks.osworld.scorer.registry import File, NotThereError, get_getter
from omnigym.devices.fake import FakeDevice
from omnigym.errors import ConfigError, UnreadableError
from omnigym.evaluation.probe import Probe

_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"


class Desktop(FakeDevice):
    """A fake device that runs commands."""

    platform = "linux"

    def __init__(self, answer: tuple[int, bytes, bytes] = (0, b"", b"")) -> None:
        super().__init__()
        self.reset()
        self.asked: list[Sequence[str]] = []
        self._answer = answer

    def is_confined(self) -> bool:
        return True

    def setup_outputs(self) -> dict[str, bytes]:
        return {}

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        self.asked.append(argv)
        return self._answer


def _get(name: str, device: Desktop, **config: Any) -> Any:
    return get_getter(name)(Probe(device, at_end=True), config)


def _png(colour: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 6), colour).save(out, "PNG")
    return out.getvalue()


def _deck(*slides: tuple[str, str, bool]) -> bytes:
    """A presentation of slides, each with the kind and the target of a file that it uses, and whether that is outside.

    The slides' parts are numbered backwards, so that a number in a name is no index.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:

        def relations(part: str, *found: tuple[str, str, bool]) -> None:
            external = ' TargetMode="External"'
            said = "".join(
                f'<Relationship Id="rId{n}" Type="{_RELATION}/{kind}" Target="{target}"{external if outside else ""}/>'
                for n, (kind, target, outside) in enumerate(found)
            )
            package.writestr(part, f"<Relationships>{said}</Relationships>")

        names = [f"slides/slide{len(slides) - n}.xml" for n in range(len(slides))]
        ids = "".join(f'<p:sldId id="{n + 256}" r:id="rId{n}"/>' for n in range(len(slides)))
        spaces = f'xmlns:p="{_P}" xmlns:a="{_A}" xmlns:r="{_RELATION}"'
        package.writestr("ppt/presentation.xml", f"<p:presentation {spaces}>{ids}</p:presentation>")
        relations("ppt/_rels/presentation.xml.rels", *[("slide", name, False) for name in names])
        for name, slide in zip(names, slides, strict=True):
            blip = '<a:blipFill><a:blip r:embed="rId0"/></a:blipFill>'
            behind = f"<p:bg><p:bgPr>{blip}</p:bgPr></p:bg>" if slide[0] == "image" else ""
            package.writestr(f"ppt/{name}", f"<p:sld {spaces}><p:cSld>{behind}<p:spTree/></p:cSld></p:sld>")
            relations(f"ppt/slides/_rels/{name.rpartition('/')[2]}.rels", slide)
        package.writestr("ppt/media/a.mp3", b"sound")
        package.writestr("ppt/media/a.png", _png("red"))
    return out.getvalue()


_DECK = _deck(
    ("audio", "../media/a.mp3", False),
    ("image", "../media/a.png", False),
    ("audio", "file:///Music/a%20b.mp3", True),
    ("audio", "https://example.invalid/a.mp3", True),
    ("audio", "../media/gone.mp3", False),
    ("image", "file:///Music/b.png", True),
)


@pytest.mark.parametrize(
    ("name", "page", "found"),
    [
        ("audio_in_slide", 0, b"sound"),
        ("audio_in_slide", 1, None),
        ("audio_in_slide", 2, b"outside"),
        ("audio_in_slide", 3, None),
        ("audio_in_slide", 4, None),
        ("audio_in_slide", 9, None),
        ("audio_in_slide", -1, None),
        ("background_image_in_slide", 1, _png("red")),
        ("background_image_in_slide", 0, None),
        ("background_image_in_slide", 5, _png("blue")),
        ("image_in_slide", 1, None),
    ],
)
def test_files_that_slides_use(name: str, page: int, found: bytes | None) -> None:
    device = Desktop()
    for path, content in (("deck.pptx", _DECK), ("/Music/a b.mp3", b"outside"), ("/Music/b.png", _png("blue"))):
        device.write_file(path, content)
    given = {"ppt_file_path": "deck.pptx", "slide_index": page, "dest": "a.mp3"}
    if found is None:
        with pytest.raises(NotThereError):
            _get(name, device, **given)
    else:
        file = _get(name, device, **given)
        assert (file.name, file.content) == ("a.mp3", found)


def test_the_first_picture_of_a_slide() -> None:
    from pptx import Presentation

    deck, out = Presentation(), io.BytesIO()
    for colours in ((), ("red", "blue")):
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        for colour in colours:
            slide.shapes.add_picture(io.BytesIO(_png(colour)), 0, 0)
    deck.save(out)
    device = Desktop()
    device.write_file("deck.pptx", out.getvalue())
    assert _get("image_in_slide", device, ppt_file_path="deck.pptx", slide_index=1).content == _png("red")
    device.write_file("deck.pptx", b"PK")
    with pytest.raises(UnreadableError):
        _get("image_in_slide", device, ppt_file_path="deck.pptx", slide_index=1)


@pytest.mark.parametrize(
    ("name", "config", "path", "called"),
    [
        ("gimp_config_file", {"file_name": "gimprc", "dest": "rc"}, ".config/GIMP/2.10/gimprc", "rc"),
        ("gimp_config_file", {"file_name": "sessionrc"}, ".config/GIMP/2.10/sessionrc", "sessionrc"),
        ("vlc_config", {"dest": "vlcrc"}, ".config/vlc/vlcrc", "vlcrc"),
    ],
)
def test_settings_of_programs(name: str, config: dict[str, str], path: str, called: str) -> None:
    device = Desktop()
    with pytest.raises(NotThereError, match="no file"):
        _get(name, device, **config)
    device.write_file(path, b"x=1")
    assert _get(name, device, **config) == File(called, b"x=1", device.native_path(path))
    device.platform = "android"  # type: ignore[misc]
    with pytest.raises(ConfigError, match="Play this task"):
        _get(name, device, **config)


def test_what_vlc_plays_is_asked_on_the_device() -> None:
    device = Desktop((0, b"<root/>", b""))
    assert _get("vlc_playing_info", device, dest="status.xml") == File("status.xml", b"<root/>")
    assert device.asked[0][:2] == ("python3", "-c")
    with pytest.raises(NotThereError, match="VLC"):
        _get("vlc_playing_info", Desktop((1, b"", b"refused")))
    with pytest.raises(ConfigError, match="python3"):
        _get("vlc_playing_info", Desktop((127, b"", b"")))


@pytest.mark.parametrize(
    ("said", "player"), [(b"vlc.desktop\na.desktop\nvlc.desktop\n", "vlc.desktop"), (b"\n", "unknown")]
)
def test_the_default_player_opens_most_kinds_of_films(said: bytes, player: str) -> None:
    assert _get("default_video_player", Desktop((0, said, b""))) == player


def test_sizes_and_the_wallpaper(monkeypatch: pytest.MonkeyPatch) -> None:
    device = Desktop()
    height, width = device.screenshot().shape[:2]
    assert _get("vm_screen_size", device) == {"width": width, "height": height}
    device.launch("text_editor")
    window = device.windows()[0]
    size = {"width": window.bounds[2], "height": window.bounds[3]}
    assert _get("vm_window_size", device, app_class_name=window.app.upper()) == size
    with pytest.raises(NotThereError, match="window"):
        _get("vm_window_size", device, app_class_name="vlc")
    device.write_file("a.png", b"picture")
    for setting, found in (("a.png", True), ("b.png", False), ("aubergine", False), ("", False)):
        monkeypatch.setattr(device, "setting", lambda _, value=setting: value)
        if found:
            assert _get("vm_wallpaper", device, dest="wall.png").content == b"picture"
        else:
            with pytest.raises(NotThereError):
                _get("vm_wallpaper", device, dest="wall.png")
