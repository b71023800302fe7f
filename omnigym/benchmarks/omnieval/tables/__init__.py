"""OmniEval (OmniBench 4, 5): the paper's tables of an agent, from the records of its episodes alone.

A module a table, each a pure function of records. `published_data` has the paper's own rows, which are of other tasks
on another machine and are printed beside ours for orientation only.
"""

from omnigym.benchmarks.omnieval.tables.report import (
    OmniEval,
    PublishedData,
    draw_radar,
    omnieval,
    omnieval_of,
    published_data,
    radar_note,
)

__all__ = ["OmniEval", "PublishedData", "draw_radar", "omnieval", "omnieval_of", "published_data", "radar_note"]
