"""What a proposer says: an instruction and the steps, of which nothing is known to be true yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from omnigym.tasks.synthesis.discovery.steps import Step

__all__ = ["Draft", "Proposer"]


@dataclass(frozen=True, slots=True)
class Draft:
    """What might be a subtask.

    Attributes:
        app: The app, by omnigym's name.
        instruction: An imperative sentence, a template.
        steps: What is done in the app's window, which is in front; templates of the same parameters.
        parameters: The parameter sets to try; one that does not come to the same as the first is left out.
        origin: The proposer's name, for the log.
    """

    app: str
    instruction: str
    steps: tuple[Step, ...]
    parameters: tuple[Mapping[str, str], ...] = ({},)
    origin: str = ""


class Proposer(Protocol):
    """Says what an app might be asked for."""

    def propose(self, app: str) -> Iterator[Draft]:
        """Drafts, the same ones in the same order each time, as far as that is in the proposer's hands.

        Args:
            app: The app, by omnigym's name.

        Raises:
            UnknownNameError: There is no such app.
        """
        ...
