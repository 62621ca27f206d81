"""Programs for general solvers, whose word is no certificate."""
