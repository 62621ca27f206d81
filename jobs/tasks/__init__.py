"""What child processes do for jobs: one kind of `jobs.execution.Task` in each module."""
