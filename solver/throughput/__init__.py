"""How much traffic a network carries, as a share of what its hosts can send.

References
----------
Mollah et al., Modeling UGAL on the Dragonfly topology. Shahrokhi and Matula, The maximum
concurrent flow problem, J. ACM 37(2), 1990.
"""
