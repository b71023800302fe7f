"""Which scorer judges: omnigym's own functions or the published ones' behaviour, and for which version of OSWorld."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, get_args

from omnigym.errors import ConfigError

__all__ = ["DEFAULT_SCORER", "KINDS", "VERSIONS", "ScorerKind", "TaskVersion", "WhichScorer", "scorer_named"]

ScorerKind: TypeAlias = Literal["omnigym", "published"]
TaskVersion: TypeAlias = Literal["2024", "verified"]
KINDS: tuple[ScorerKind, ...] = get_args(ScorerKind)
VERSIONS: tuple[TaskVersion, ...] = get_args(TaskVersion)


class WhichScorer(NamedTuple):
    """A scorer.

    Attributes:
        kind: "omnigym" for the functions of omnigym, "published" for functions that score as the published ones do.
        version: The version of the task files: "2024" of the paper, or "verified" of OSWorld-Verified (July 2025).
    """

    kind: ScorerKind = "omnigym"
    version: TaskVersion = "verified"


DEFAULT_SCORER = WhichScorer()


def scorer_named(kind: str = DEFAULT_SCORER.kind, version: str = DEFAULT_SCORER.version) -> WhichScorer:
    """Return the scorer of a kind and a version.

    Raises:
        ConfigError: There is no such kind, or no such version.

    >>> scorer_named("published", "2024")
    WhichScorer(kind='published', version='2024')
    """
    for what, value, known in (("scorer", kind, KINDS), ("version of OSWorld", version, VERSIONS)):
        if value not in known:
            raise ConfigError(f"Unknown {what} {value!r}: expected {' or '.join(known)}. Choose one of them.")
    return WhichScorer(
        next(known for known in KINDS if known == kind), next(known for known in VERSIONS if known == version)
    )
