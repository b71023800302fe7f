"""The painter of the simulated devices: icons, shapes and the loop that puts draw ops onto a frame.

Everything here is a pure function of its arguments; what is remembered is remembered in bounded caches.
"""
