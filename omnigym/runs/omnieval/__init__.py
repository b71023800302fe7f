"""OmniEval (OmniBench 4, 5): the paper's tables of an agent, from the records of its episodes alone.

A module a table, each a pure function of records. `published` has the paper's own rows, which are of other tasks on
another machine and stand beside ours for orientation only.
"""

from omnigym.runs.omnieval.published import Published, published
from omnigym.runs.omnieval.radar import draw_radar
from omnigym.runs.omnieval.report import OmniEval, omnieval, omnieval_of

__all__ = ["OmniEval", "Published", "draw_radar", "omnieval", "omnieval_of", "published"]
