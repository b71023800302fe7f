"""Check the mechanical half of how the pages and docstrings are written.

    python scripts/lint_prose.py                 # exit 1 if a count has grown
    python scripts/lint_prose.py docs/tasks.md   # list the findings of some files
    python scripts/lint_prose.py --write         # lower the limits to today's counts

Three rules hold for sentences: none has more than 30 words (`long`), none begins without its noun, as "What", "Of
which" or "Those that" do, unless it is a question (`opening`), and none uses a listed word (`word`). A fourth rule
holds for docstrings of the whole package: none begins with a clause or a preposition in place of a verb or a noun
(`summary`). Code, URLs, headings and the changelog are left out; an inline code span counts as one word.
`scripts/prose_limits.json` keeps the findings that remain, by page, or by package or module for docstrings; `summary`
has one limit for all modules, so that a module may move. A limit may only fall; a file without a limit has to be clean.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from linting import ROOT, Finding, name_of, run_check

LIMITS = Path(__file__).with_name("prose_limits.json")
RULES = ("long", "opening", "word")
SUMMARY = "summary"
MOST_WORDS = 30
GENERATED = ("docs/api/", "docs/environments/", "docs/wrappers/", "docs/changelog.md")
PACKAGES = ("omnigym/cli", "omnigym/envs", "omnigym/wrappers")
MODULES = ("steps", "subtask_file", "step_registry", "registry", "counterexamples")  # of omnigym/tasks

_HEADLESS = r"What|Who|Whom|Whose|Which|Whoever|Whatever|Of which|Those (?:that|who|which|of)|That of|As of"
_OPENING = re.compile(rf"(?:{_HEADLESS})\b")
_SUMMARY = re.compile(rf"(?:{_HEADLESS}|How|Why|Where|When|Its|Their|With|Without)\b")
_LISTED = re.compile(r"\b(?:what is|told|tells|stands|besides|nobody)\b", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:```+|~~~+)")
_NEW_BLOCK = re.compile(r"\s*(?:[-*+]|\d+\.)\s+|\s*(?:!!!|\?\?\?)\s.*|\s*>\s*")
_ARGUMENT = re.compile(r"\s*(?:\*{0,2}\w+(?:, \*{0,2}\w+)*(?: \([^)]*\))?:(?:\s|$)|(?:>>>|\.\.\. ))")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_MARKUP = re.compile(r"<!--.*?-->|<[^>\n]+>|\{[^}]*\}|https?://\S+", re.DOTALL)
_END = re.compile(r"(?<=[.!?])[\"')*_\u201d]*\s+(?=[\"'(*_\u201c]*[A-Z0-9\u00a4])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|cf|vs|Fig|No|al)\.$")
_WORD = re.compile(r"[\w\u00a4]")
#: A block that docs/spine.py or docs/osworld_scorer.py writes from docstrings, which are checked where they stand.
_MADE = re.compile(r"<!-- (?:trip: |differences|total|agreement).*?<!-- end -->", re.DOTALL)
_INLINE = "\u00a4"  # stands for a code span


def findings(text: str, first_line: int = 1, *, docstring: bool = False) -> list[Finding]:
    """Return what breaks a rule in the Markdown `text`, whose first line has the number `first_line`."""
    found = []
    for line, block in _blocks(text, docstring):
        for sentence in _sentences(block):
            at = first_line + line
            if sum(bool(_WORD.search(word)) for word in sentence.split()) > MOST_WORDS:
                found.append(Finding(at, "long", sentence))
            if _OPENING.match(sentence.lstrip("\"'(*_")) and not sentence.rstrip("\"')*_").endswith("?"):
                found.append(Finding(at, "opening", sentence))
            found += [Finding(at, "word", sentence) for _ in _LISTED.finditer(sentence)]
    return found


def docstring_findings(source: str) -> list[Finding]:
    """Return the findings in the docstrings of the Python module `source`."""
    found = []
    for node in _documented(ast.parse(source)):
        if isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
            value = node.body[0].value
            if isinstance(value.value, str):
                found += findings(value.value, value.lineno, docstring=True)
    return found


def summary_findings(source: str) -> list[Finding]:
    """Return the docstrings of the Python module `source` that begin without a verb or a noun."""
    found = []
    for node in _documented(ast.parse(source)):
        text = ast.get_docstring(node)
        if text and _SUMMARY.match(text):
            found.append(Finding(node.body[0].lineno, SUMMARY, text.split("\n\n")[0].replace("\n", " ")))
    return found


def _documented(tree: ast.Module) -> Iterator[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            yield node
            if isinstance(node, ast.Module | ast.ClassDef):
                pending += node.body


def _blocks(text: str, docstring: bool) -> Iterator[tuple[int, str]]:
    """The paragraphs, list items and table cells of a text, each with the number of its first line."""
    kept: list[str] = []
    start, fenced, was_blank, in_list = 0, False, True, False
    for number, line in enumerate(text.splitlines()):
        if _FENCE.match(line):
            fenced = not fenced
            yield start, "\n".join(kept)
            kept = []
            continue
        if fenced:
            continue
        blank = not line.strip()
        code = not docstring and line.startswith("    ") and was_blank and not kept and not in_list
        item = _NEW_BLOCK.match(line)
        argument = docstring and _ARGUMENT.match(line)
        table = line.lstrip().startswith("|")
        if blank or code or item or argument or table or line.startswith("#"):
            yield start, "\n".join(kept)
            kept = []
        if item:
            in_list, line = True, line[item.end() :]
        elif not blank and not line.startswith(" "):
            in_list = False
        if argument and line.lstrip().startswith((">>>", "...")):
            continue
        if argument:
            line = line[argument.end() :]
        if table:
            for cell in _CODE.sub(_INLINE, line).strip().strip("|").split("|"):
                yield number, cell.strip()
        elif not blank and not code and not line.startswith("#"):
            start = start if kept else number
            kept.append(line.strip())
        was_blank = blank or (code and was_blank)
    yield start, "\n".join(kept)


def _sentences(block: str) -> Iterator[str]:
    plain = _MARKUP.sub("", _LINK.sub(r"\1", _CODE.sub(_INLINE, block)))
    begun = ""
    for part in _END.split(" ".join(plain.split())):
        begun = f"{begun} {part}".strip()
        if not _ABBREVIATION.search(begun):
            yield begun
            begun = ""
    if begun:
        yield begun


def pages() -> list[Path]:
    """The pages that are written by hand."""
    written = [page for page in sorted((ROOT / "docs").rglob("*.md")) if not name_of(page).startswith(GENERATED)]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *written]


def _modules() -> dict[str, list[Path]]:
    by_key = {package: sorted((ROOT / package).rglob("*.py")) for package in PACKAGES}
    for name in MODULES:
        by_key[f"omnigym/tasks/{name}.py"] = [ROOT / "omnigym" / "tasks" / f"{name}.py"]
    return by_key


def _found(path: Path) -> list[Finding]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return docstring_findings(text)
    return findings(_MADE.sub(lambda m: "\n" * m[0].count("\n"), text))


def _summaries(path: Path) -> list[Finding]:
    return summary_findings(path.read_text(encoding="utf-8")) if path.suffix == ".py" else []


def counts() -> dict[str, dict[str, int]]:
    """The number of findings by page or package, and by rule; what has none is left out."""
    counted: dict[str, Counter[str]] = {}
    for key, paths in ({name_of(page): [page] for page in pages()} | _modules()).items():
        for path in paths:
            counted.setdefault(key, Counter()).update(finding.rule for finding in _found(path))
    modules = sorted((ROOT / "omnigym").rglob("*.py"))
    counted["omnigym"] = Counter({SUMMARY: sum(len(_summaries(path)) for path in modules)})
    rules_of = {key: {rule: rules[rule] for rule in (*RULES, SUMMARY) if rules[rule]} for key, rules in counted.items()}
    return {key: rules for key, rules in rules_of.items() if rules}


def grown(now: dict[str, dict[str, int]], limits: dict[str, dict[str, int]]) -> list[str]:
    """Return a line for each count that is above its limit."""
    return [
        f"{key}: {rule} {number}, limit {limits.get(key, {}).get(rule, 0)} (python scripts/lint_prose.py {key})"
        for key, rules in now.items()
        for rule, number in rules.items()
        if number > limits.get(key, {}).get(rule, 0)
    ]


def _all(path: Path) -> list[Finding]:
    return sorted([*_found(path.resolve()), *_summaries(path)])


def _told(now: dict[str, dict[str, int]]) -> str:
    return f"prose: {sum(sum(rules.values()) for rules in now.values())} findings remain"


def main() -> int:
    """Run the check from the command line."""
    return run_check("Check sentences of pages and docstrings.", LIMITS, _all, counts, grown, _told)


if __name__ == "__main__":
    sys.exit(main())
