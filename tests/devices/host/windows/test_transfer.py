"""What Windows's clipboard holds, as bytes: no Windows is needed."""

from __future__ import annotations

import io
import struct

import pytest
from PIL import Image

from omnigym.devices.host.windows import transfer
from omnigym.devices.host.windows.transfer import dib_of, drop_effect, files_of, hdrop, is_cut, png_of
from omnigym.errors import TooLargeError, UnreadableError


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def test_files_there_and_back() -> None:
    paths = (r"C:\Users\u\Grüße.txt", "C:\\a\\b😀")
    drop = hdrop(paths)
    assert struct.unpack_from("<IiiII", drop) == (20, 0, 0, 0, 1)
    assert drop[20:].decode("utf-16-le") == "\0".join(paths) + "\0\0"
    assert files_of(drop) == paths
    assert files_of(drop + b"junk behind the end") == paths
    assert files_of(struct.pack("<IiiII", 20, 0, 0, 0, 0) + b"C:\\\xe4\0\0") == ("C:\\ä",)
    assert files_of(hdrop(())) == ()


@pytest.mark.parametrize(
    "drop", [b"", b"short", struct.pack("<IiiII", 999, 0, 0, 0, 1), struct.pack("<IiiII", 3, 0, 0, 0, 1)]
)
def test_what_is_no_list_of_files(drop: bytes) -> None:
    with pytest.raises(UnreadableError):
        files_of(drop)


def test_too_many_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "_MOST_FILES", 2)
    with pytest.raises(TooLargeError):
        files_of(hdrop(["a", "b", "c"]))


def test_cut_or_copied() -> None:
    assert [is_cut(drop_effect(cut)) for cut in (True, False)] == [True, False]
    assert not is_cut(b"") and not is_cut(b"\x02")


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P"])
def test_pictures_there_and_back(mode: str) -> None:
    image = Image.linear_gradient("L").resize((33, 17)).convert(mode)
    found = Image.open(io.BytesIO(png_of(dib_of(_png(image)))))
    assert found.size == (33, 17)
    assert found.tobytes() == image.convert("RGB").tobytes()


@pytest.mark.parametrize("bits", [1, 4, 8, 16, 24, 32])
def test_pictures_of_other_programs(bits: int) -> None:
    palette = 4 * (1 << bits) if bits <= 8 else 0
    row = (8 * bits + 31) // 32 * 4
    head = struct.pack("<IiiHHIIiiII", 40, 8, 2, 1, bits, 0, row * 2, 0, 0, 0, 0)
    assert Image.open(io.BytesIO(png_of(head + bytes(palette + row * 2)))).size == (8, 2)


@pytest.mark.parametrize(
    "dib", [b"", bytes(40), b"\xff" * 60, struct.pack("<IiiHHIIiiII", 40, 8, 8, 1, 8, 0, 0, 0, 0, 2**31, 0)]
)
def test_what_is_no_picture(dib: bytes) -> None:
    with pytest.raises(UnreadableError):
        png_of(dib)
    with pytest.raises(UnreadableError):
        dib_of(b"no picture")


def test_a_picture_of_too_many_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    png = _png(Image.new("RGB", (20, 20)))
    monkeypatch.setattr(transfer, "_MOST_PIXELS", 399)
    with pytest.raises(TooLargeError):
        dib_of(png)
