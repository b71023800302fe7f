"""List the functions that call themselves, each of which needs a reason why its depth is bounded.

    python scripts/lint_recursion.py                    # exit 1 if a function has no reason, or a reason no function
    python scripts/lint_recursion.py omnigym/sim/vfs.py # list the recursive functions of some files

Python ends a recursion some 1,000 calls deep by a `RecursionError`, and who types paths, programs, formulas or answers
chooses the depth. So a walk over what others made is a loop, or what is walked over is bounded before. A function is
recursive if it reaches itself by names of its module: of functions, and of methods after `self` or `cls`.
`scripts/recursion.json` has the reasons, each with the functions that it holds for, by module.
"""

import argparse
import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from linting import ROOT, Finding, list_findings, modules_in, name_of

REASONS = Path(__file__).with_name("recursion.json")
#: What a method is called after.
OWN = ("self", "cls")


class _Function(NamedTuple):
    """A function: its node, the names that it sees with the function that each is ("" for none), and its class."""

    node: ast.FunctionDef | ast.AsyncFunctionDef
    seen: dict[str, str]
    within: str


def findings(source: str) -> list[Finding]:
    """Return the recursive functions in the source of a module."""
    functions = _functions(ast.parse(source))
    calls = {name: set(_calls(function)) & functions.keys() for name, function in functions.items()}
    return [Finding(functions[name].node.lineno, "recursion", name) for name in calls if name in _reached(name, calls)]


def _functions(tree: ast.Module) -> dict[str, _Function]:
    """The functions of a module by qualified name, those inside of others too."""
    found: dict[str, _Function] = {}
    todo: list[tuple[list[ast.AST], str, dict[str, str], str]] = [(list(tree.body), "", {}, "")]
    while todo:
        body, prefix, seen, within = todo.pop()
        parts = list(_parts(body))
        if prefix == "" or prefix != within:  # the names in a class are not seen by its methods
            seen = {
                **seen,
                **{p.name: prefix + p.name for p in parts if isinstance(p, ast.FunctionDef | ast.AsyncFunctionDef)},
            }
        for part in parts:
            name = f"{prefix}{getattr(part, 'name', '')}"
            if isinstance(part, ast.ClassDef):
                todo.append((list(part.body), f"{name}.", seen, f"{name}."))
            elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                bound = {n.arg for n in ast.walk(part.args) if isinstance(n, ast.arg)}
                bound |= {n.id for n in _parts(part.body) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
                inner = {**seen, **dict.fromkeys(bound, "")}
                own = {n.name: f"{name}.{n.name}" for n in _parts(part.body) if isinstance(n, ast.FunctionDef)}
                found[name] = _Function(part, {**inner, **own}, within)
                todo.append((list(part.body), f"{name}.", inner, within))
    return found


def _parts(body: list[ast.stmt] | list[ast.AST]) -> Iterator[ast.AST]:
    """All nodes in a body, but for the inside of the functions and classes in it."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            todo += ast.iter_child_nodes(node)


def _calls(function: _Function) -> Iterator[str]:
    """The qualified names that a function refers to: who passes a function on may call it."""
    for node in _parts(function.node.body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield function.seen.get(node.id, "")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in OWN:
            yield function.within + node.attr


def _reached(name: str, calls: dict[str, set[str]]) -> set[str]:
    """What a function calls, and what that calls in turn."""
    found: set[str] = set()
    todo = list(calls[name])
    while todo:
        called = todo.pop()
        if called not in found:
            found.add(called)
            todo += calls[called]
    return found


def recursive_functions() -> dict[str, set[str]]:
    """Return the recursive functions of the package by module."""
    return {name_of(p): {f.text for f in findings(p.read_text("utf-8"))} for p in modules_in(ROOT / "omnigym")}


def faults(recursive: dict[str, set[str]], reasons: dict[str, dict[str, list[str]]]) -> list[str]:
    """Return a line for each recursive function without a reason, and for each reason without such a function.

    Args:
        recursive: The functions by module.
        reasons: The functions by reason and module.
    """
    listed: dict[str, set[str]] = {}
    for by_module in reasons.values():
        for module, names in by_module.items():
            listed.setdefault(module, set()).update(names)
    lines = []
    for module in sorted(recursive.keys() | listed.keys()):
        now, known = recursive.get(module, set()), listed.get(module, set())
        lines += [f"{module}: {name} calls itself, and {REASONS.name} has no reason" for name in sorted(now - known)]
        lines += [
            f"{module}: {name} has a reason in {REASONS.name}, and does not call itself" for name in sorted(known - now)
        ]
    return lines


def main() -> int:
    """Run the check from the command line."""
    parser = argparse.ArgumentParser(description="Check recursive functions.")
    parser.add_argument("files", nargs="*", type=Path, help="Files or packages whose recursive functions are listed")
    arguments = parser.parse_args()
    if arguments.files:
        return list_findings(arguments.files, lambda path: findings(path.read_text("utf-8")))
    recursive = recursive_functions()
    wrong = faults(recursive, json.loads(REASONS.read_text("utf-8")))
    print("\n".join(wrong) if wrong else f"recursion: {sum(map(len, recursive.values()))} functions have a reason")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
