"""Secrets of a task, which the user knows and the agent never sees, and the dots that replace them in texts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from omnigym.a11y import Block, Tree
from omnigym.errors import TaskFileError

__all__ = ["DOTS", "NO_MASK", "Mask", "check_secrets", "mask_of"]

#: What stands for a secret, however long it is.
DOTS: Final = "•••"
#: A shorter one would be found in other words, too.
_SHORTEST, _LONGEST, _MOST = 6, 200, 16
_T = TypeVar("_T")


def check_secrets(secrets: Mapping[str, str], instruction: str) -> None:
    """Check a task's secrets.

    Raises:
        TaskFileError: One is too short or too long to be masked, has control characters, or is in the instruction.
    """
    if len(secrets) > _MOST:
        raise TaskFileError(f"secrets: a task has at most {_MOST}, got {len(secrets)}. Leave some out.")
    for name, secret in secrets.items():
        if not _SHORTEST <= len(secret) <= _LONGEST or not secret.isprintable() or secret != secret.strip():
            raise TaskFileError(
                f"secrets.{name[:40]}: expected {_SHORTEST} to {_LONGEST} printable characters without spaces around "
                "them. Choose another one."
            )
        if Mask({name: secret}).text(instruction) != instruction:
            raise TaskFileError(
                f"secrets.{name[:40]}: the instruction says it, so it is no secret. Leave it out there."
            )


class Mask:
    """A mask that replaces secrets by dots, in any letter case.

    Args:
        secrets: By name.
    """

    def __init__(self, secrets: Mapping[str, str]) -> None:
        found = sorted({form for secret in secrets.values() for form in _forms(secret)}, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, found)), re.IGNORECASE) if found else None
        #: The blocks of the last tree, so that one without changes stays the same object.
        self._blocks: dict[int, tuple[Block, Block]] = {}

    def text(self, text: str) -> str:
        """Return a text with dots in place of each secret."""
        return text if self._pattern is None else self._pattern.sub(DOTS, text)

    def plain(self, value: _T) -> _T:
        """Return a plain value, such as an info, with dots in place of secrets in all its texts."""
        return value if self._pattern is None else self._plain(value)

    def _plain(self, value: object) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self._plain(k): self._plain(v) for k, v in value.items()}
        if isinstance(value, list | tuple):
            masked = [self._plain(v) for v in value]
            return tuple(masked) if isinstance(value, tuple) else masked
        return value

    def tree(self, tree: Tree) -> Tree:
        """Return a tree with dots in place of secrets; the same tree if it has none."""
        if self._pattern is None:
            return tree
        before, self._blocks = self._blocks, {}
        for block in tree.blocks:
            self._blocks[id(block)] = before.get(id(block)) or (block, self._block(block))
        blocks = tuple([self._blocks[id(block)][1] for block in tree.blocks])
        same = all(a is b for a, b in zip(blocks, tree.blocks, strict=True))
        return tree if same else Tree(blocks, tree.size, tree.truncated)

    def _block(self, block: Block) -> Block:
        columns = (block.names, block.values, block.keys)
        masked = [tuple([self.text(t) for t in column]) for column in columns]
        return block if tuple(masked) == columns else block.renamed(masked[0], masked[1], masked[2])


def _forms(secret: str) -> tuple[str, ...]:
    """A secret as it is, and as JSON writes it."""
    return secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]


#: The mask of a task without secrets.
NO_MASK: Final = Mask({})


def mask_of(secrets: Mapping[str, str]) -> Mask:
    """Return the mask of a task's secrets; most tasks have none, and share one mask."""
    return Mask(secrets) if secrets else NO_MASK
