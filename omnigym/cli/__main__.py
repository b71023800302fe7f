"""``python -m omnigym.cli`` is ``omnigym``."""

from omnigym.cli.app import main

main()
