"""The applications of the real desktop, found by the ``APPS`` of the modules here."""
