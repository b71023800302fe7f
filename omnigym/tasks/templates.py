"""Templates: filling "{folder}/{name}" with parameters, and finding the parameters of a filled template.

Only names in braces are replaced, and doubled braces are literal ones. Nothing of a task's text is ever executed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from omnigym.errors import TaskFileError
from omnigym.foreign.limits import MAX_TEXT

__all__ = ["fill", "names_in", "unify"]

_PART = re.compile(r"\{\{|\}\}|\{(\w+)\}")
_WHOLE = re.compile(r"\{(\w+)\}")


def names_in(template: object) -> frozenset[str]:
    """Return the parameter names in a JSON value of templates.

    >>> sorted(names_in({"path": "{folder}/{name}"}))
    ['folder', 'name']
    """
    if isinstance(template, str):
        return frozenset(m[1] for m in _PART.finditer(template) if m[1])
    if isinstance(template, Mapping):
        return _union(names_in(v) for v in template.values())
    if isinstance(template, list | tuple):
        return _union(names_in(v) for v in template)
    return frozenset()


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


def fill(template: object, parameters: Mapping[str, object]) -> Any:
    """Return a JSON value with every name in braces replaced; a string that is a single name keeps its type.

    Raises:
        TaskFileError: A parameter is missing, or a text would be too long.

    >>> fill({"path": "{folder}/a.txt", "count": "{n}"}, {"folder": "Documents", "n": 3})
    {'path': 'Documents/a.txt', 'count': 3}
    """
    if isinstance(template, str):
        if "{" not in template and "}" not in template:
            return template
        whole = _WHOLE.fullmatch(template)
        if whole:
            return _value(whole[1], parameters)
        return _filled(template, parameters)
    if isinstance(template, Mapping):
        return {k: fill(v, parameters) for k, v in template.items()}
    if isinstance(template, list | tuple):
        return type(template)(fill(v, parameters) for v in template)
    return template


def _filled(template: str, parameters: Mapping[str, object]) -> str:
    """A text with its names replaced; given up as soon as it is too long, as one name may stand in it often."""
    parts: list[str] = []
    length = end = 0
    for m in _PART.finditer(template):
        parts += template[end : m.start()], str(_value(m[1], parameters)) if m[1] else m[0][0]
        end = m.end()
        length += len(parts[-1])
        if length > MAX_TEXT:
            raise TaskFileError(f"A text has at most {MAX_TEXT:,} characters when its names are filled. Shorten it.")
    return "".join((*parts, template[end:]))


def _value(name: str, parameters: Mapping[str, object]) -> Any:
    if name not in parameters:
        given = ", ".join(sorted(parameters)) or "none"
        raise TaskFileError(f"Missing parameter {name!r}: a template needs it, given were: {given}. Add it.")
    return parameters[name]


@lru_cache(maxsize=1024)
def _pattern(template: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """A pattern for a template. Only the first name of a path matches slashes, so "{folder}/{name}" is unambiguous."""
    out, names, end = "", [], 0
    for m in _PART.finditer(template):
        out += re.escape(template[end : m.start()])
        end = m.end()
        if m[1] is None:
            out += re.escape(m[0][0])
        elif m[1] in names:
            out += f"(?P={m[1]})"
        else:
            rest = template[end:]
            first = m.start() == 0 and "/" in rest
            out += f"(?P<{m[1]}>{'.+' if first else '[^/]+' if '/' in template else '.+'})"
            names.append(m[1])
    return re.compile(out + re.escape(template[end:]), re.DOTALL), tuple(names)


def unify(template: str, value: str) -> dict[str, str] | None:
    """Return the parameters with which ``template`` becomes ``value``, or None if there are none.

    >>> unify("{folder}/{name}", "Documents/Work/a.txt")
    {'folder': 'Documents/Work', 'name': 'a.txt'}
    >>> unify("{folder}/{name}.txt", "Documents/a.docx") is None
    True
    """
    pattern, names = _pattern(template)
    m = pattern.fullmatch(value)
    return {n: m[n] for n in names} if m else None
