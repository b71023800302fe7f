"""The shell of the simulated phone: launcher, bars, shade, keyboard, recent apps; each module has an ``APPS`` tuple."""
