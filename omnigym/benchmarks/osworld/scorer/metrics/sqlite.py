"""The metric of SQLite databases."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.benchmarks.osworld.scorer.databases import rows_of
from omnigym.benchmarks.osworld.scorer.matching import bytes_of
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.errors import ConfigError
from omnigym.foreign import convert_errors

__all__ = ["run_sqlite3"]


@metric("run_sqlite3")
def run_sqlite3(result: object, rules: Mapping[str, object]) -> float:
    """Return the first value of the query ``sql`` on a SQLite database: a truth, or a score; 0 if it has none."""
    if "sql" not in rules:
        raise ConfigError("A rule of run_sqlite3 needs 'sql'. Mend the task.")
    rows = rows_of(bytes_of(result), str(rules["sql"]), most=1)
    with convert_errors("number"):
        return float(rows[0][0] or 0) if rows and rows[0] else 0.0
