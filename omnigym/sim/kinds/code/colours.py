"""Kinds of files that the code editor knows, and the colours of their syntax."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String

from omnigym.documents import Document, Format, Paragraph, Run
from omnigym.sim.documents.edit import Edit


class Language(NamedTuple):
    """A kind of file: its name, the lexer of its syntax, what begins a comment, and its icon."""

    name: str = "Plain Text"
    lexer: str = ""
    comment: str = ""
    icon: str = "vscode-text"


_PLAIN = Language()
_LANGUAGES: Mapping[str, Language] = {
    "c": Language("C", "c", "//", "vscode-source"),
    "cpp": Language("C++", "cpp", "//", "vscode-source"),
    "css": Language("CSS", "css", "", "vscode-source"),
    "go": Language("Go", "go", "//", "vscode-source"),
    "html": Language("HTML", "html", "", "vscode-html"),
    "ini": Language("Ini", "ini", ";", "vscode-source"),
    "java": Language("Java", "java", "//", "vscode-source"),
    "js": Language("JavaScript", "javascript", "//", "vscode-js"),
    "json": Language("JSON", "json", "//", "vscode-json"),
    "md": Language("Markdown", "markdown", "", "vscode-md"),
    "ps1": Language("PowerShell", "powershell", "#", "vscode-ps1"),
    "py": Language("Python", "python", "#", "vscode-py"),
    "rs": Language("Rust", "rust", "//", "vscode-source"),
    "sh": Language("Shell Script", "bash", "#", "vscode-source"),
    "toml": Language("TOML", "toml", "#", "vscode-source"),
    "ts": Language("TypeScript", "typescript", "//", "vscode-js"),
    "xml": Language("XML", "xml", "", "vscode-html"),
    "yaml": Language("YAML", "yaml", "#", "vscode-source"),
    "yml": Language("YAML", "yaml", "#", "vscode-source"),
}
#: Kinds of tokens to the colours of Visual Studio Code's light and dark themes.
_INKS: Mapping[Any, tuple[str, str]] = {
    Comment: ("008000", "6A9955"),
    Generic.Emph: ("800080", "C586C0"),
    Generic.Heading: ("800000", "569CD6"),
    Generic.Strong: ("000080", "569CD6"),
    Generic.Subheading: ("800000", "569CD6"),
    Keyword: ("AF00DB", "C586C0"),
    Keyword.Constant: ("0000FF", "569CD6"),
    Keyword.Declaration: ("0000FF", "569CD6"),
    Keyword.Type: ("267F99", "4EC9B0"),
    Name.Attribute: ("C00000", "9CDCFE"),
    Name.Builtin: ("795E26", "DCDCAA"),
    Name.Class: ("267F99", "4EC9B0"),
    Name.Decorator: ("795E26", "DCDCAA"),
    Name.Function: ("795E26", "DCDCAA"),
    Name.Namespace: ("267F99", "4EC9B0"),
    Name.Variable: ("001080", "9CDCFE"),
    Name.Tag: ("800000", "569CD6"),
    Number: ("098658", "B5CEA8"),
    Operator.Word: ("0000FF", "569CD6"),
    String: ("A31515", "CE9178"),
}
#: Characters above which a text is left without colours, as each typed letter colours it anew.
_MOST = 20_000


def language_of(name: str) -> Language:
    """The language of a file by its ending.

    >>> language_of("a.PY").name, language_of("notes").name
    ('Python', 'Plain Text')
    """
    return _LANGUAGES.get(name.rpartition(".")[2].lower(), _PLAIN) if "." in name else _PLAIN


def coloured(edit: Edit, language: Language, dark: bool) -> Edit:
    """``edit`` as it is shown: each line in the typeface of programs and the colours of its syntax."""
    return edit._replace(document=_coloured(edit.document.text, language.lexer, dark))


@lru_cache(maxsize=64)
def _coloured(text: str, lexer: str, dark: bool) -> Document:
    lines = text.split("\n")
    pieces: list[list[tuple[str, str]]] = [[] for _ in lines]
    starts = list(accumulate([len(line) + 1 for line in lines], initial=0))
    at = 0
    for start, end, ink in _spans(text, lexer, dark):
        for a, b, colour in ((at, start, ""), (start, end, ink)):
            _spread(a, b, colour, lines, starts, pieces)
        at = end
    _spread(at, len(text), "", lines, starts, pieces)
    return Document(tuple([_line(tuple(line)) for line in pieces]))


def _spread(a: int, b: int, ink: str, lines: list[str], starts: list[int], pieces: list[list[tuple[str, str]]]) -> None:
    """The characters from ``a`` to before ``b`` appended to the lines that they are in."""
    i = bisect_right(starts, a) - 1
    while a < b:
        start = starts[i]
        if piece := lines[i][a - start : b - start]:
            pieces[i].append((piece, ink))
        i += 1
        a = starts[i]


@lru_cache(maxsize=4096)
def _line(pieces: tuple[tuple[str, str], ...]) -> Paragraph:
    """A line; the same object for the same one, by which layouts are kept."""
    return Paragraph(tuple([Run(text, Format(color=ink)) for text, ink in pieces]), "Code")


def _spans(text: str, lexer: str, dark: bool) -> list[tuple[int, int, str]]:
    """(start, end, colour) of what has a colour, in order."""
    if not lexer or len(text) > _MOST:
        return []
    spans: list[tuple[int, int, str]] = []
    for start, kind, value in get_lexer_by_name(lexer).get_tokens_unprocessed(text):
        while kind is not None and kind not in _INKS:
            kind = kind.parent
        if kind is not None and value and start >= (spans[-1][1] if spans else 0):
            spans.append((start, start + len(value), _INKS[kind][dark]))
    return spans
