"""Datasets, in process, by `dataset_id`. Knows nothing of agents or screens."""
