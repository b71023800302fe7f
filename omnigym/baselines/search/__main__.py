"""``python -m omnigym.baselines.search``."""

from omnigym.baselines.search import main

main()
