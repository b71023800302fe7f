"""The apps of the simulated phone, one a module, each with an ``APPS`` tuple."""
