"""Metrics of a system: what lies in a folder, what is on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.benchmarks.osworld.scorer.accessibility import parse_tree, select_elements
from omnigym.benchmarks.osworld.scorer.matching import asked_values, text_of, texts_in
from omnigym.benchmarks.osworld.scorer.registry import File, metric
from omnigym.errors import ConfigError
from omnigym.foreign import show_value

__all__ = ["check_accessibility_tree", "check_moved_jpgs"]


@metric("check_moved_jpgs")
def check_moved_jpgs(result: object, rule: Mapping[str, object]) -> float:
    """Return whether a folder has the entries of ``expected`` and no others."""
    return float(sorted(_names(result)) == sorted(texts_in(asked_values(rule, "expected")[0])))


def _names(folder: object) -> list[str]:
    """The names in a folder, as `list_directory` or `vm_dir` gives it."""
    if isinstance(folder, Mapping):
        folder = folder.get("children")
    entries = folder if isinstance(folder, list | tuple) else ()
    return [e.name if isinstance(e, File) else str(e["name"]) for e in entries if isinstance(e, File | Mapping)]


@metric("check_accessibility_tree")
def check_accessibility_tree(result: object, rules: object, osname: str = "ubuntu") -> float:
    """Return how well an accessibility tree has the elements of the rules: the product of their scores.

    A rule has an ``xpath``, or ``selectors`` in CSS, and maybe a ``text``, which an element has exactly, or with
    ``exact: false`` more or less. Rules of no elements at all are refused.

    Args:
        result: The tree in XML, as the getter ``accessibility_tree`` writes it.
        rules: One rule or several.
        osname: In whose tree the file's author looked; its prefixes mean the same on each.
    """
    if osname not in ("ubuntu", "windows", "macos"):
        raise ConfigError(f"Unknown osname {osname!r}: expected ubuntu, windows or macos. Mend the task.")
    wanted = [rules] if isinstance(rules, Mapping) else rules
    if not isinstance(wanted, list | tuple) or not wanted:
        raise ConfigError(f"Expected rules for the accessibility tree, got {show_value(rules)}. Mend the task.")
    root, score = parse_tree(text_of(result)), 1.0
    for rule in wanted:
        score *= _score(root, rule)
    return score


def _score(root: Any, rule: Mapping[str, Any]) -> float:
    from rapidfuzz import fuzz

    elements = select_elements(root, xpath=rule.get("xpath"), css=", ".join(texts_in(rule.get("selectors"))))
    if "text" not in rule:
        return float(bool(elements))
    wanted, texts = str(rule["text"]), [e.text or "" for e in elements if hasattr(e, "text")]
    if rule.get("exact", True):
        return float(wanted in texts)
    return max([fuzz.ratio(wanted, t) / 100 for t in texts], default=0.0)
