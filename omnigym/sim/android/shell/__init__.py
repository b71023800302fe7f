"""The shell of the simulated phone. Each part (launcher, bars, shade...) is declared like an app, in ``APPS``.

Events named "none" only keep a click from reaching what is behind the part.
"""
