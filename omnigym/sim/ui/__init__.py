"""The toolkit of the simulated devices: views return `nodes`, `layout` turns them into placed items.

Nothing here knows an app or a platform. Layout results are kept and reused, so all of them are immutable.
"""
