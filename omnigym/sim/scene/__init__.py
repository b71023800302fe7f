"""The screen as values: windows composed into panels, hit tests, damage, and the rows of the accessibility tree.

Everything kept here is a cache of the registers (`state.Registers`): it may be dropped at any time without a visible
difference. "The flags of the moment" are hover, press and focus, which change the colours of a panel, never its layout.
"""
