"""The semidefinite relaxation over pairs of switches with triangle inequalities, by rotation."""
