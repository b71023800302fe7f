"""`omnigym view`: a page in which what agents did is looked at, and one file of an episode that needs no server.

A run's directory or any directory of recordings (`runs`) has episodes, of which a list says little (`listing`) and
one says all (`episode`): the moments with what was seen, done and thought. Beside them stand learning curves
(`curves`) and branches of rollouts (`branches`). A server that only this machine can reach holds it all (`server`).

Nothing that a recording holds is trusted: it is read within limits, its paths stay beneath the directory, and the page
sets its texts as texts.
"""
