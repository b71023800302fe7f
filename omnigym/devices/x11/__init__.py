"""A real Linux desktop: Xvfb, openbox, AT-SPI and Debian's applications, in a sandbox."""
