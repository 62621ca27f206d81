"""Files for launchers: Slurm, Open MPI 5 and 4, MPICH on Cray, and plain host lists."""

from alphacut.solver.placement.files.launchers import FORMATS, launcher_file

__all__ = ["FORMATS", "launcher_file"]
