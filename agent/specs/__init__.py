"""The analysis language: what may be asked of the data, as pydantic models and nothing else."""
