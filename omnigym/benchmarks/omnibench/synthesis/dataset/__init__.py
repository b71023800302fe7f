"""The dataset ``omnibench``: tasks over the twenty scenarios, kept in one file and read one at a time (OmniBench 3.4).

`recipe` says what the candidate with a number is, `generating` makes, proves and keeps them, `shelf` reads them.
"""

from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import PREFIX, Shelf, shipped, write_shelf

__all__ = ["PREFIX", "Shelf", "shipped", "write_shelf"]
