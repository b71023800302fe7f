"""A simulated phone that is served over the real adb protocol, to any adb client.

The phone stands on any simulated device. Two front ends serve it: the daemon's side of adb's transport, which a real
adb server connects to, and the smart-socket side of an adb server, which needs no adb at all.
"""
