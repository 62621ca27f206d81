"""The verifier: checks results and proofs, and trusts nobody who made them.

It imports no engine, no relaxation and no heuristic. All arithmetic is in
integers and fractions.
"""
