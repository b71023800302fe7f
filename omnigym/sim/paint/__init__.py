"""The painter of the simulated devices: icons, shapes and the loop that puts draw ops onto a frame.

Everything here is a pure function of its arguments, so every cache is bounded and never has to be invalidated.
"""
