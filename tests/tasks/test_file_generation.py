"""Files of a kind: a text of any line can be written to a path of every extension."""

from __future__ import annotations

import pytest

from omnigym.tasks.file_generation import EXTENSIONS, file_of, problem_with, text_about

_LINES = ("What there is at https://a.example.com/b.", 'one,"two', "three\ffour\x01", "")


@pytest.mark.parametrize("extension", [*EXTENSIONS, "txt", "md", "tar.gz", "", "ZIP"])
def test_any_line_becomes_a_file_of_the_extension(extension: str) -> None:
    path = f"Downloads/some.{extension}"
    texts = [text_about(path, line) for line in _LINES]
    assert [problem_with(path, text) for text in texts] == [""] * len(texts)
    assert len({file_of(path, text) for text in texts}) > 1


@pytest.mark.parametrize(
    ("extension", "beginning"), [("zip", b"PK"), ("pdf", b"%PDF"), ("png", b"\x89PNG"), ("txt", b"x")]
)
def test_the_content_is_of_the_kind(extension: str, beginning: bytes) -> None:
    assert file_of(f"a.{extension}", text_about(f"a.{extension}", "x")).startswith(beginning)
