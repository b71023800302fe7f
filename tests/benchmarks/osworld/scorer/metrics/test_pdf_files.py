"""Metrics of PDF files: each passes on what is right and fails on near misses."""

from __future__ import annotations

import io
import json
import zlib
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps

from omnigym.benchmarks.osworld.scorer.judging import Question, score_here
from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.documents.pdf import PdfText, write_pdf
from omnigym.documents.pdf_pictures import side_by_side
from omnigym.errors import TaskFileError, TooLargeError, UnreadableError

_LINES = ("The quick brown fox jumps", "over the lazy dog.")


def _pdf(*pages: tuple[str, ...], size: tuple[int, int] = (612, 792), low: float = 90, pictures: Any = ()) -> File:
    """A PDF file of lines, the last of which is so many points above the lower edge, and pictures on the first page."""
    drawn: list[Any] = [
        [PdfText(72, low + 18 * (len(lines) - n - 1), line, 12) for n, line in enumerate(lines)] for lines in pages
    ]
    if pictures:
        drawn[0] += side_by_side(pictures, 72, 300, 400, 200)
    return File("a.pdf", write_pdf(drawn, size=size))


def _picture(seed: int = 0, mirrored: bool = False) -> bytes:
    out, rng = io.BytesIO(), np.random.default_rng(seed)
    image = Image.fromarray(np.kron(rng.integers(0, 255, (6, 8, 3)), np.ones((8, 8, 1))).astype(np.uint8))
    (ImageOps.mirror(image) if mirrored else image).save(out, "PNG")
    return out.getvalue()


def _gold(value: Any) -> File:
    return File("gold.json", json.dumps(value).encode())


TEXT, SHOWN = _pdf(_LINES), _pdf(_LINES, pictures=[_picture()])
SCANNED = _pdf((), pictures=[_picture()])
_NEEDS = {"expected": {"text": "The quick brown fox jumps\n over the lazy dog.", "max_pages": 1, "max_margin": 90}}
#: A metric, what passes it, and near misses: each the metric's arguments.
CASES: list[tuple[str, list[list[Any]], list[list[Any]]]] = [
    (
        "compare_pdfs",
        [[TEXT, TEXT], [_pdf(_LINES[:1], _LINES[1:]), TEXT], [[TEXT, SHOWN], [SHOWN, TEXT]], [SCANNED, SCANNED]],
        [
            [_pdf((_LINES[0], "over the hazy dog.")), TEXT],
            [_pdf(_LINES[:1]), TEXT],
            [[TEXT], [TEXT, TEXT]],
            [[TEXT, None], [TEXT, TEXT]],
            [[TEXT, File("a.pdf", b"")], [TEXT, TEXT]],
            [TEXT, [TEXT, TEXT]],
            [_pdf((), pictures=[_picture(1)]), SCANNED],
            [_pdf(()), SCANNED],
        ],
    ),
    (
        "compare_pdf_images",
        [[TEXT, TEXT], [SHOWN, SHOWN]],
        [
            [TEXT, SHOWN],
            [_pdf(_LINES, pictures=[_picture(1)]), SHOWN],
            [_pdf(_LINES, pictures=[_picture(mirrored=True)]), SHOWN],
            [_pdf(_LINES, pictures=[_picture(), _picture()]), SHOWN],
            [_pdf(_LINES, size=(595, 842)), TEXT],
            [_pdf(_LINES, ()), TEXT],
        ],
    ),
    (
        "check_pdf_pages",
        [[TEXT, {"relation": "eq", "ref_value": 1}], [_pdf((), ()), {"relation": "ge", "ref_value": 2}]],
        [[TEXT, {"relation": r, "ref_value": n}] for r, n in (("eq", 2), ("lt", 1), ("gt", 1), ("ne", 1))],
    ),
    (
        "check_pdf_requirements",
        [[TEXT, _NEEDS]],
        [
            [_pdf(_LINES, low=100), _NEEDS],
            [_pdf(_LINES, ()), _NEEDS],
            [_pdf((*_LINES, "More.")), _NEEDS],
            [_pdf((), _LINES), _NEEDS],
        ],
    ),
    (
        "is_gold_text_included_in_pdf",
        [[TEXT, _gold({"a": "jumps over", "b": "fox"})]],
        [
            [TEXT, _gold({"a": "jumps over", "b": "cat"})],
            [TEXT, _gold({"a": "Quick"})],
            [_pdf(()), _gold({"a": "fox"})],
        ],
    ),
]


@pytest.mark.parametrize(("name", "right", "wrong"), CASES, ids=[c[0] for c in CASES])
def test_pdf_files(name: str, right: list[list[Any]], wrong: list[list[Any]]) -> None:
    assert [get_metric(name)(*given) for given in right] == [1] * len(right)
    assert max(get_metric(name)(*given) for given in wrong) < 1


def test_the_part_of_a_text_that_is_shared() -> None:
    compare = get_metric("compare_pdfs")
    assert compare([TEXT], [TEXT, TEXT]) == 0.5
    assert 0.9 < compare(_pdf((_LINES[0], "over the hazy dog.")), TEXT) < 1
    assert compare(_pdf(("0123",)), TEXT) < 0.2


def test_a_relation_is_one_of_six() -> None:
    with pytest.raises(TaskFileError, match="relation"):
        get_metric("check_pdf_pages")(TEXT, {"relation": "add", "ref_value": 1})


@pytest.mark.parametrize("gold", [{}, [], {"a": ""}])
def test_a_reference_without_texts_is_at_fault(gold: Any) -> None:
    assert score_here(Question("is_gold_text_included_in_pdf", TEXT, _gold(gold))).broken


def _swollen(most: int) -> bytes:
    """A PDF file whose page comes to so many bytes."""
    data = zlib.compress(b" " * most)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>"
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page]
    objects.append(b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(data), data))
    body = b"".join([b"%d 0 obj\n%s\nendobj\n" % (n, one) for n, one in enumerate(objects, 1)])
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF"


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (None, UnreadableError),
        (File("a.pdf", b""), UnreadableError),
        (File("a.pdf", b"%PDF-1.7\n"), UnreadableError),
        (File("a.pdf", b"%PDF-" + b" " * (16 << 20)), TooLargeError),
        (File("a.pdf", _swollen(6 << 20)), TooLargeError),
        (File("a.pdf", _swollen(200 << 20)), UnreadableError),
    ],
)
def test_what_is_no_pdf_file(value: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        get_metric("compare_pdf_images")(value, TEXT)
