"""Write the tables of ``docs/osworld-scorer.md``: differences from docstrings, and the agreement by function.

The agreement is in ``docs/osworld_agreement.json``, which ``python -m scripts.compare_osworld --write`` writes. Run by
``docs/gen.py``; a test holds that the page is up to date.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from omnigym.benchmarks.osworld.scorer import registry
from omnigym.benchmarks.osworld.scorer.choice import KINDS, VERSIONS, WhichScorer

PAGE = Path(__file__).with_name("osworld-scorer.md")
AGREEMENT = Path(__file__).with_name("osworld_agreement.json")
_BLOCK = re.compile(r"(?P<begin><!-- (?P<name>differences|total|agreement) -->\n).*?(?P<end><!-- end -->)", re.DOTALL)
_SCORED = ("agrees", "stricter", "laxer", "unscored")


def _told(function: Callable[..., Any]) -> str:
    """The docstring of a function without the sections of its arguments, as a cell of a table."""
    text = inspect.cleandoc(inspect.getdoc(function) or "")
    text = re.split(r"\n\n(?:Args|Raises|Returns):", text)[0]
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")


def differences() -> str:
    """The table of the functions that have a published twin, or that speak of the published one."""
    rows = ["| function | omnigym | `published` |", "|---|---|---|"]
    published = registry.modules_of_published()
    for name in registry.metric_names():
        own = registry.get_metric(name)
        own = getattr(own, "func", own)
        if name in published:
            twin = registry.get_metric(name, WhichScorer("published"))
            rows.append(f"| `{name}` | {_told(own)} | {_told(getattr(twin, 'func', twin))} |")
        elif "published" in _told(own):
            rows.append(f"| `{name}` | {_told(own)} | As omnigym's. |")
    for name in registry.getter_names():
        own, twin = registry.get_getter(name), registry.get_getter(name, WhichScorer("published"))
        if own is not twin:
            rows.append(f"| getter `{name}` | {_told(own)} | {_told(twin)} |")
    return "\n".join(rows)


def _figure(row: Mapping[str, int] | None) -> str:
    """The share of triples that agree, in per cent."""
    row = row or {}
    scored = sum(row.get(kind, 0) for kind in _SCORED)
    return f"{100 * row.get('agrees', 0) / scored:.1f}" if scored else ""


def _columns(found: Mapping[str, object]) -> list[tuple[str, str]]:
    """The versions and scorers of which there are figures, with their headings."""
    pairs = [(version, kind) for version in reversed(VERSIONS) for kind in reversed(KINDS)]
    return [(f"{v} {kind}", f"{v}, {kind}") for v, kind in pairs if f"{v} {kind}" in found]


def total(found: Mapping[str, Mapping[str, Mapping[str, int]]]) -> str:
    """The table of all functions together, a line for each scorer and version."""
    rows = ["| version, scorer | triples | agree % | stricter | laxer | unscored | error of the published function |"]
    rows.append("|---|---:|---:|---:|---:|---:|---:|")
    for key, shown in _columns(found):
        whole: Counter[str] = Counter()
        for row in found.get(key, {}).values():
            whole.update(row)
        counts = [f"{whole[kind]:,}" for kind in ("stricter", "laxer", "unscored", "raised")]
        triples = sum(whole[kind] for kind in (*_SCORED, "raised"))
        rows.append(f"| {shown} | {triples:,} | {_figure(whole)} | {' | '.join(counts)} |")
    return "\n".join(rows)


def agreement(found: Mapping[str, Mapping[str, Mapping[str, int]]]) -> str:
    """The table of agreement, a line for each function."""
    columns = _columns(found)
    rows = [f"| function | triples | passed | {' | '.join(shown for _, shown in columns)} |"]
    rows.append(f"|---|{'---:|' * (len(columns) + 2)}")
    for name in sorted({name for table in found.values() for name in table}):
        given = [found.get(key, {}).get(name) for key, _ in columns]
        first = next(row for row in given if row is not None)
        triples = sum(first.get(kind, 0) for kind in (*_SCORED, "raised"))
        rows.append(f"| `{name}` | {triples} | {first.get('passed', 0)} | {' | '.join(map(_figure, given))} |")
    return "\n".join(rows)


def written(text: str) -> str:
    """Return the page with its tables brought up to date."""
    found = json.loads(AGREEMENT.read_text(encoding="utf-8"))
    tables = {"differences": differences(), "total": total(found), "agreement": agreement(found)}
    return _BLOCK.sub(lambda m: f"{m['begin']}\n{tables[m['name']]}\n\n{m['end']}", text)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
