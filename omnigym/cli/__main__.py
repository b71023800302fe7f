"""``python -m omnigym.cli`` is ``omnigym``."""

from omnigym.cli.root import main

if __name__ == "__main__":
    main()
