"""Metrics of whole files, folders and archives."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from omnigym.benchmarks.osworld.scorer.given import members_of
from omnigym.benchmarks.osworld.scorer.matching import bytes_of, text_of
from omnigym.benchmarks.osworld.scorer.registry import File, get_metric, metric
from omnigym.documents.pdf import pdf_text
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import EDITED_LINES, TEXT_BYTES

__all__ = [
    "compare_archive",
    "compare_epub",
    "compare_files_exactly",
    "compare_folders_exactly",
    "compare_zip_files",
    "metric_of_type",
]

#: The metric that compares two members of an archive, by ``file_type``.
_BY_TYPE: Mapping[str, str] = MappingProxyType(
    {
        "text": "compare_text_file",
        "pdf": "compare_pdfs",
        "docx": "compare_docx_files",
        "ppt": "compare_pptx_files",
        "image": "compare_images",
        "csv": "compare_csv",
        "table": "compare_table",
        "audio": "compare_audios",
        "video": "compare_videos",
    }
)
#: How alike two PDF files of an archive are at least; a program writes other bytes each time.
_PDF_ALIKE = 0.95


@metric("compare_files_exactly")
def compare_files_exactly(result: object, expected: object) -> float:
    """Return whether two files have the same bytes."""
    return float(bytes_of(result) == bytes_of(expected))


@metric("compare_folders_exactly")
def compare_folders_exactly(result: object, expected: object) -> float:
    """Return whether two folders have files of the same names and bytes."""
    return float(_folder(result) == _folder(expected))


def _folder(value: object) -> dict[str, bytes]:
    if not isinstance(value, list | tuple) or not all(isinstance(f, File) for f in value):
        raise UnreadableError("Expected the files of a folder, got something else.")
    return {f.name: f.content for f in value}


@metric("compare_zip_files")
def compare_zip_files(result: object, expected: object, **_options: object) -> float:
    """Return whether two archives have the same files; PDF files are compared by their text.

    Options have no meaning.
    """
    a, b = members_of(bytes_of(result)), members_of(bytes_of(expected))
    return float(bool(b) and set(a) == set(b) and all(_is_same(a[n], b[n]) for n in b))


def _is_same(a: File, b: File) -> bool:
    if b.extension != ".pdf":
        return a.content == b.content
    return a.content == b.content or _alike(pdf_text(a.content), pdf_text(b.content)) >= _PDF_ALIKE


def _alike(a: str, b: str) -> float:
    from rapidfuzz import fuzz

    return float(fuzz.ratio(a, b)) / 100


def metric_of_type(file_type: str) -> str:
    """Return the name of the metric that compares two files of an archive.

    Raises:
        ConfigError: There is none.
    """
    if file_type not in _BY_TYPE:
        raise ConfigError(f"Unknown file_type {file_type!r}: expected one of {', '.join(_BY_TYPE)}. Mend the task.")
    return _BY_TYPE[file_type]


@metric("compare_archive")
def compare_archive(
    result: object, expected: object, file_path: str = "", file_type: str = "text", **options: object
) -> float:
    """Return the mean score of the files in two archives; 0 if they have not the same names.

    Args:
        result, expected: The archives.
        file_path: The folder in them that is compared.
        file_type: Whether the files are text, pdf, docx, ppt, image, csv, table, audio or video.
        **options: Of the metric that compares two files.
    """
    compare = get_metric(metric_of_type(file_type))
    a, b = (dict(_below(members_of(bytes_of(v)), file_path)) for v in (result, expected))
    if not b or set(a) != set(b):
        return 0.0
    return sum(float(compare(a[n], b[n], **options)) for n in b) / len(b)


def _below(members: Mapping[str, File], folder: str) -> Iterator[tuple[str, File]]:
    inside = folder.strip("/") + "/" if folder.strip("/") else ""
    for name, file in members.items():
        path = name.removeprefix("./")
        if path.startswith(inside):
            yield path[len(inside) :], file


# -- .epub ----------------------------------------------------------------------------------------------------------


@metric("compare_epub")
def compare_epub(result: object, expected: object) -> float:
    """Return the mean similarity of the parts of two books: contents, package and pages.

    Identifiers and the numbers of the contents do not count. A part that one of them lacks counts 0; the published
    function passes over it.
    """
    a, b = _book(result), _book(expected)
    if not b:
        raise UnreadableError("Expected a book, got one without parts.")
    names = set(a) | set(b)
    return sum(difflib.SequenceMatcher(a=a[n], b=b[n]).ratio() for n in names if n in a and n in b) / len(names)


def _book(value: object) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {}
    for name, file in members_of(bytes_of(value)).items():
        if name.endswith("toc.ncx"):
            parts["toc.ncx"] = [line for line in _lines(file) if "navPoint" not in line]
        elif name.endswith("content.opf"):
            parts["content.opf"] = [line for line in _lines(file) if "dc:identifier" not in line]
        elif file.extension in (".html", ".xhtml", ".htm"):
            parts[name] = _page(file)
    return parts


def _lines(file: File) -> list[str]:
    lines = text_of(file).splitlines()
    within(len(lines), EDITED_LINES, "lines of a text")
    return lines


def _page(file: File) -> list[str]:
    from lxml import html

    within(len(file.content), TEXT_BYTES, "bytes of a page")
    text = "".join(_lines(file))
    if not text.strip():
        return []
    with convert_errors("HTML file"):
        root = html.fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))
        return str(html.tostring(root, pretty_print=True, encoding="unicode")).splitlines()
