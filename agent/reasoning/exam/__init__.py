"""The test questions that show what a connected model can do: over tables of their own, judged by results."""
