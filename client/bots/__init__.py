"""Players that are programs; each gets what its seat may see, and nothing else."""
