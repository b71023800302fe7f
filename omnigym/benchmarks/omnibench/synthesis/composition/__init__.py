"""Task composition with consistent intent (OmniBench B.3): first an intent, then the subtasks that serve it."""

from omnigym.benchmarks.omnibench.synthesis.composition.composing import Composer, compose, content_of
from omnigym.benchmarks.omnibench.synthesis.composition.demands import Demands

__all__ = ["Composer", "Demands", "compose", "content_of"]
