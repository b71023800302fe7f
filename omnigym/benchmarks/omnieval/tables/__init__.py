"""OmniEval (OmniBench 4, 5): the paper's tables of an agent, from the records of its episodes alone.

A module a table, each a pure function of records. `published` has the paper's own rows, which are of other tasks on
another machine and stand beside ours for orientation only.
"""

from omnigym.benchmarks.omnieval.tables.report import OmniEval, Published, draw_radar, omnieval, omnieval_of, published

__all__ = ["OmniEval", "Published", "draw_radar", "omnieval", "omnieval_of", "published"]
