"""The plain edge model of minimum bisection, in three general solvers.

One binary variable for each switch says on which side it is, one for each
linked pair whether the cut separates it. This is what one would write first,
and what alphacut is measured against.
"""
