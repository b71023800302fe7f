"""Pictures in PDF files: those of slides that were exported, and those that LibreOffice writes."""

from __future__ import annotations

import zlib

import pytest

from omnigym.documents.converting import pdf_of_slides
from omnigym.documents.pdf import pdf_pages
from omnigym.documents.pdf_pictures import pdf_pictures
from omnigym.documents.placed import placed_pictures
from omnigym.documents.slides import Slide
from omnigym.errors import TooLargeError
from omnigym.pictures import alike, decoded_picture, scene_file

CAT, BEACH = scene_file("cat", "cat.png"), scene_file("beach", "beach.jpg")


def test_slides_keep_their_pictures_side_by_side() -> None:
    content = pdf_of_slides([Slide("One", ("two",), pictures=(CAT, BEACH, b"none")), Slide("Last", pictures=(BEACH,))])
    found = placed_pictures(content)
    assert [p.page for p in found] == [0, 0, 1]
    first, second, third = found
    assert (first.x, first.y) < (second.x, second.y) and first.y == second.y
    for placed, wanted in zip((first, second, third), (CAT, BEACH, BEACH), strict=True):
        assert alike(decoded_picture(placed.content), decoded_picture(wanted))
    assert pdf_pages(content) == ("One\ntwo", "Last")
    assert content == pdf_of_slides(
        [Slide("One", ("two",), pictures=(CAT, BEACH, b"none")), Slide("Last", (), "", (BEACH,))]
    )


def test_bytes_of_a_picture_are_no_text() -> None:
    noisy = b"BT (not said) Tj ET"
    content = pdf_of_slides([Slide("One")])
    image = b"9 0 obj\n<< /Subtype /Image /Filter /DCTDecode >>\nstream\n%s\nendstream\nendobj\n" % noisy
    assert pdf_pages(content.replace(b"xref\n", image + b"xref\n", 1)) == ("One",)


def _written(drawn: bytes, image: bytes = b"", described: bytes = b"/ColorSpace /DeviceRGB") -> bytes:
    """A page of 200 by 100 points as LibreOffice writes it, deflated, with a picture of 2 by 1 pixels."""
    page, pixels = zlib.compress(drawn), zlib.compress(image or b"\xff\x00\x00\x00\xff\x00")
    return (
        b"%PDF-1.7\n2 0 obj\n<</Length 9/Filter/FlateDecode>>\nstream\n" + page + b"\nendstream\nendobj\n"
        b"4 0 obj\n<</Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8 "
        + described
        + b"/Filter/FlateDecode>>\nstream\n"
        + pixels
        + b"\nendstream\nendobj\n1 0 obj\n<</Type/Page/MediaBox[0 0 200.5 100.25]/Resources 3 0 R>>\nendobj\n"
        b"3 0 obj\n<</XObject<</Im4 4 0 R>>>>\nendobj\n"
    )


@pytest.mark.parametrize(
    ("drawn", "corners"),
    [
        (b"q 50 0 0 20 10 30 cm\n/Im4 Do Q", [(10.0, 50.0)]),
        (b"q 2 0 0 2 10 10 cm q 5 0 0 5 5 5 cm /Im4 Do Q Q", [(20.0, 70.0)]),
        (
            b"q 50 0 0 20 10 30 cm /Im4 Do Q q 1 0 0 1 150 0 cm 50 0 0 20 0 30 cm /Im4 Do Q",
            [(10.0, 50.0), (150.0, 50.0)],
        ),
        (b"q 50 0 0 -20 10 50 cm /Im4 Do Q", [(10.0, 50.0)]),
        (b"Q Q 50 0 0 20 10 30 cm /Im4 Do", [(10.0, 50.0)]),
        (b"BT /F1 9 Tf (q 1 0 0 1 0 0 cm /Im4 Do) Tj ET /Im9 Do", []),
    ],
)
def test_where_pictures_are(drawn: bytes, corners: list[tuple[float, float]]) -> None:
    found = pdf_pictures(_written(drawn))
    assert [(p.x, p.y) for p in found] == corners
    for placed in found:
        assert decoded_picture(placed.content).getpixel((0, 0)) == (255, 0, 0)


@pytest.mark.parametrize("image", [b"\x00", b"\xff" * 7])
def test_a_picture_that_is_not_whole_is_none(image: bytes) -> None:
    assert pdf_pictures(_written(b"q 5 0 0 5 0 0 cm /Im4 Do Q", image)) == ()


def test_states_have_a_limit() -> None:
    with pytest.raises(TooLargeError):
        pdf_pictures(_written(b"q " * 200_000 + b"/Im4 Do"))
