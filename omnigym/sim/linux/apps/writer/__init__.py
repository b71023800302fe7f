"""LibreOffice Writer: its declaration is in `app`."""
