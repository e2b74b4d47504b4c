"""Which test fits a design, and what it needs beside it. scipy and statsmodels compute; here is what is chosen.

The functions of these files work on plain frames and arrays and need only numpy, pandas and scipy: a program that is
written for a measure holds them as they stand (`definitions` of `agent.analysis.pandas_code.carried`) and chooses
as they do.
"""
