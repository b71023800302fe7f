"""Metrics of JSON: objects that a getter gives, files of settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from omnigym.benchmarks.osworld.scorer.given import parse_yaml
from omnigym.benchmarks.osworld.scorer.matching import asked_values, bytes_of, literal, matches, text_of
from omnigym.benchmarks.osworld.scorer.registry import File, metric
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import parse_json, read_json, show_value

__all__ = [
    "check_direct_json_object",
    "check_json",
    "check_json_contains",
    "check_json_keybindings",
    "check_json_settings",
    "is_included_all_json_objects",
]

#: A text of JSON, or a comment around it. Each begins once, since one without an end takes the rest.
_PIECE = re.compile(r'"(?:\\.|[^"\\])*(?:"|\Z)|//[^\n]*|/\*(?:.*?\*/|.*\Z)', re.DOTALL)
_TRAILING = re.compile(r'"(?:\\.|[^"\\])*(?:"|\Z)|,(?=\s{0,1000}[\]}])', re.DOTALL)
_ABSENT = object()


def _commented_json(value: object) -> object:
    """JSON as VS Code keeps it: with comments and commas before a closing bracket."""
    text = _PIECE.sub(lambda m: m[0] if m[0].startswith('"') else " ", text_of(value))
    return read_json(_TRAILING.sub(lambda m: m[0] if m[0].startswith('"') else " ", text).encode())


@metric("check_direct_json_object")
def check_direct_json_object(result: object, rules: Mapping[str, object]) -> float:
    """Return whether the result has the members of ``expected``; a text is read as JSON, or as a Python literal.

    With ``expect_in_result`` a text is to be in the result's, and of a list one is to be there. ``ignore_list_order``
    compares lists sorted. A result without a member scores 0; an ``expected`` without one is refused.
    """
    expected = asked_values(rules, "expected")[0]
    if isinstance(result, str):
        result = _object_in(result.strip())
    if not isinstance(expected, Mapping):
        return float(result == expected)
    if not isinstance(result, Mapping):
        return 0.0
    inside = bool(rules.get("expect_in_result", False))
    unordered = bool(rules.get("ignore_list_order", expected.get("ignore_list_order", False)))
    members = {k: v for k, v in expected.items() if k != "ignore_list_order"}
    return float(all(_is_as_asked(result.get(k, _ABSENT), v, inside, unordered) for k, v in members.items()))


def _object_in(text: str) -> object:
    try:
        return parse_json(text)
    except UnreadableError:
        return literal(text)


def _is_as_asked(found: object, wanted: object, inside: bool, unordered: bool) -> bool:
    if inside and isinstance(wanted, list | tuple):
        return any(w in found if isinstance(found, list | tuple) else w == found for w in wanted)
    if inside and isinstance(wanted, str):
        return isinstance(found, str | list | tuple) and wanted in found
    if unordered and isinstance(wanted, list) and isinstance(found, list):
        return sorted(wanted, key=repr) == sorted(found, key=repr)
    return bool(found == wanted)


@metric("check_json")
def check_json(result: object, rules: Mapping[str, object], is_yaml: bool = False) -> float:
    """Return whether each of ``expect`` holds in a JSON or YAML file, and none of ``unexpect``.

    A rule has the ``key`` as a path, a ``method`` and a ``ref``; a key that is not there matches nothing.
    """
    expect, unexpect = asked_values(rules, "expect", "unexpect")
    data = parse_yaml(text_of(result)) if is_yaml else read_json(bytes_of(result))
    return float(all(_holds(data, r) for r in expect) and not any(_holds(data, r) for r in unexpect))


def _holds(data: Any, rule: Mapping[str, Any]) -> bool:
    for key in rule["key"]:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return False
    return matches(data, rule)


@metric("check_json_contains")
def check_json_contains(result: object, rules: Mapping[str, object]) -> float:
    """Return whether each value of ``expected`` is among the result's values of that name."""
    expected = asked_values(rules, "expected")[0]
    if not isinstance(result, Mapping):
        return 0.0
    found = {key: result.get(key) for key in expected}
    return float(all(isinstance(v, str | list | tuple) and expected[key] in v for key, v in found.items()))


@metric("is_included_all_json_objects")
def is_included_all_json_objects(result: object, expected: object) -> float:
    """Return whether a JSON file has all members of the reference, which is the one that is no file of the device.

    The published function takes them in the other order, so that an empty object of the agent's passes.
    """
    if isinstance(expected, File) and expected.path and isinstance(result, File) and not result.path:
        result, expected = expected, result
    found, wanted = read_json(bytes_of(result)), read_json(bytes_of(expected))
    if not (isinstance(wanted, dict) and isinstance(found, dict)):
        return 0.0
    return float(bool(wanted) and all(k in found and found[k] == v for k, v in wanted.items()))


@metric("check_json_settings")
def check_json_settings(result: object, rules: Mapping[str, object], **_options: object) -> float:
    """Return whether VS Code's settings have all of ``expected``; comments are no fault. Options have no meaning."""
    expected = asked_values(rules, "expected")[0]
    if not isinstance(expected, Mapping):
        raise ConfigError(f"Expected an object of settings, got {show_value(expected)}. Mend the task.")
    data = _commented_json(result)
    return float(isinstance(data, dict) and all(k in data and data[k] == v for k, v in expected.items()))


@metric("check_json_keybindings")
def check_json_keybindings(result: object, rules: Mapping[str, object], **_options: object) -> float:
    """Return whether ``expected`` is one of VS Code's key bindings; comments are no fault. Options have no meaning."""
    data = _commented_json(result)
    return float(isinstance(data, list) and asked_values(rules, "expected")[0] in data)
