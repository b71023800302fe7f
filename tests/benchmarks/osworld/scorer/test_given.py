"""What metrics are given, and the libraries that they read it with."""

from __future__ import annotations

import subprocess
import sys

import pytest

from omnigym.benchmarks.osworld.scorer.given import content_of, files_of, library
from omnigym.benchmarks.osworld.scorer.registry import File
from omnigym.errors import MissingDependencyError, UnreadableError

_FILE = File("a.txt", b"caf\xc3\xa9 \xff")


def test_files() -> None:
    assert content_of(_FILE) == _FILE.content
    assert files_of(_FILE) == files_of([_FILE]) == [_FILE]


@pytest.mark.parametrize("value", [None, 3, [], [_FILE, None], {"a": _FILE}])
def test_what_is_no_file(value: object) -> None:
    for read in (content_of, files_of):
        with pytest.raises(UnreadableError, match="got"):
            read(value)


def test_a_library_that_is_not_installed_names_the_extra() -> None:
    with pytest.raises(MissingDependencyError, match=r"omnigym\[osworld\]"):
        library("no_such_library.part")


def test_metrics_are_listed_without_the_libraries_of_the_extra() -> None:
    code = (
        "import sys; from omnigym.benchmarks.osworld.scorer.registry import metric_names; "
        "assert 'compare_pptx_files' in metric_names(); "
        "print(sorted({'pptx', 'av', 'skimage', 'pypdf', 'mutagen', 'lxml'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
