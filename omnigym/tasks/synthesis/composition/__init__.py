"""Task composition with consistent intent (OmniBench B.3): first an intent, then the subtasks that serve it."""

from omnigym.tasks.synthesis.composition.composing import Composer, compose, content_of
from omnigym.tasks.synthesis.composition.demands import Demands

__all__ = ["Composer", "Demands", "compose", "content_of"]
