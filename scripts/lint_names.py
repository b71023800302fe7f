"""Count public names that are bare participles, class names that are taken twice, and uses of `Any`.

    python scripts/lint_names.py                     # exit 1 if a count has grown
    python scripts/lint_names.py omnigym/envs        # list the findings of some files
    python scripts/lint_names.py --write             # lower the limits to today's counts

Three rules, for the modules of `omnigym`. A public function, class, method or module is no single word that is a
participle (`participle`): say `draw_parameters`, `known_names` or `is_closed`. No two modules export classes of one
name (`duplicate`). `any` is the number of uses of `typing.Any` in 10,000 lines. A participle is a word that ends in -ed
or -ing, or one of `IRREGULAR`; `NOUNS` are exempt, and functions whose names are read in data files. A limit in
`scripts/name_limits.json` may only fall.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from linting import ROOT, Finding, modules_in, run_check

LIMITS = Path(__file__).with_name("name_limits.json")

#: Participles that are no other form of their verb, and end neither in -ed nor in -ing.
IRREGULAR = frozenset(
    re.findall(
        r"\w+",
        """
        arisen awoken been begun bent bitten bled blown born borne bought broken brought built burnt caught
        chosen clung dealt done drawn dreamt driven drunk dug eaten fallen fed felt fled flown forbidden
        forgiven forgotten fought found frozen given gone got gotten grown had heard held hidden hung kept
        knelt known laid lain leant leapt learnt led lent lit lost made meant met mown overridden paid
        proven rebuilt redone redrawn retold rewritten ridden risen rung said sawn seen sent sewn shaken
        shone shown shrunk slept slid sold sought sown spelt spent spilt spoken sprung spun stolen stood
        struck stuck sung sunk swept swollen sworn swum swung taken taught thought thrown told torn trodden
        undone understood unwound withdrawn withheld woken won worn wound woven written wrung
        """,
    )
)
#: Nouns and verbs in -ed and -ing that are no participles, or are more often nouns.
NOUNS = frozenset(
    re.findall(
        r"\w+",
        """
        building ceiling deed drawing during edging embed everything exceed feed finding greeting heading
        landing listing meeting need nothing opening painting ping proceed rating recording ring sailing
        seed setting sibling sling something speed spring sting string succeed swing thing warning wedding
        weed wing zed
        """,
    )
)
#: Decorators that register a function under its own name, which data files use.
REGISTERS = frozenset(("check", "getter", "metric", "right_way", "solves", "value", "word", "wrong_run"))

_WORD = re.compile(r"[A-Z]?[a-z]+")


def is_participle(name: str) -> bool:
    """Return whether a name is one word that is a participle."""
    word = name.lower()
    ends = word.endswith(("ed", "ing")) or word in IRREGULAR
    return bool(_WORD.fullmatch(name)) and ends and word not in NOUNS


def findings(source: str, module: str = "") -> list[Finding]:
    """Return the participles and the uses of `Any` in the source of a module, whose own name is `module`."""
    tree = ast.parse(source)
    found = [Finding(1, "participle", module)] if is_participle(module) else []
    if not module.startswith("_") or module == "__init__":
        found += [Finding(d.lineno, "participle", d.name) for d in _public(tree.body) if is_participle(d.name)]
    found += [Finding(n.lineno, "any", "Any") for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == "Any"]
    return found


def exported_classes(source: str) -> list[str]:
    """Return the names of the classes that a module defines and has in its `__all__`."""
    tree = ast.parse(source)
    exported: set[str] = set()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            exported |= {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name in exported]


def _public(body: list[ast.stmt]) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in body:
        if isinstance(node, ast.If | ast.Try):
            yield from _public(node.body)
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
            continue
        if not REGISTERS.intersection(map(_called, node.decorator_list)):
            yield node
        if isinstance(node, ast.ClassDef):
            yield from _public(node.body)


def _called(decorator: ast.expr) -> str:
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def counts() -> dict[str, int]:
    """Return the number of findings by rule; of `any` the number in 10,000 lines."""
    counted: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    lines = 0
    for path in modules_in(ROOT / "omnigym"):
        source = path.read_text(encoding="utf-8")
        lines += source.count("\n")
        counted.update(finding.rule for finding in findings(source, path.stem))
        classes.update(exported_classes(source))
    duplicates = sum(number - 1 for number in classes.values())
    return {"any": -(-counted["any"] * 10_000 // lines), "duplicate": duplicates, "participle": counted["participle"]}


def _grown(now: dict[str, int], limits: dict[str, int]) -> list[str]:
    return [f"names: {rule} {n}, limit {limits.get(rule, 0)}" for rule, n in now.items() if n > limits.get(rule, 0)]


def _told(now: dict[str, int]) -> str:
    return "names: " + ", ".join(f"{rule} {number}" for rule, number in now.items())


def main() -> int:
    """Run the check from the command line."""
    return run_check(
        "Check public names.", LIMITS, lambda path: findings(path.read_text("utf-8"), path.stem), counts, _grown, _told
    )


if __name__ == "__main__":
    sys.exit(main())
