"""What is said to the models: one text a role, with places for what differs (``$instruction``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template

from omnigym.errors import ConfigError

__all__ = ["NAMES", "prompt"]

_HERE = Path(__file__).parent / "prompts"

#: The templates, each a file ``NAME.txt``.
NAMES: tuple[str, ...] = tuple(sorted(path.stem for path in _HERE.glob("*.txt")))


def prompt(name: str, values: Mapping[str, str], folder: Path | None = None) -> str:
    """A text, its places filled in.

    Args:
        name: One of `NAMES`.
        values: What comes into each place; what is in a value is never filled in itself.
        folder: Where other templates are looked for first, by the same names.

    Raises:
        ConfigError: The template cannot be read, or has a place that nothing belongs to.
    """
    own = folder / f"{name}.txt" if folder is not None else None
    path = own if own is not None and own.is_file() else _HERE / f"{name}.txt"
    try:
        return Template(path.read_text(encoding="utf-8").strip()).substitute(values)
    except (OSError, UnicodeDecodeError) as e:
        raise ConfigError(f"The prompt {path} cannot be read: {e}.") from e
    except KeyError as e:
        raise ConfigError(f"The prompt {path} has a place ${e.args[0]}: there are ${', $'.join(values)}.") from None
    except ValueError as e:
        raise ConfigError(f"The prompt {path} has a $ that begins no place ({e}). Write $$ for the sign.") from None
