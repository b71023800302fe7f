"""``python -m omnigym.cli`` is ``omnigym``."""

from omnigym.cli.root import main

main()
