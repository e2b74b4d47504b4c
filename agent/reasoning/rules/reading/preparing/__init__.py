"""Words of a question that prepare the data (fill, drop, transform, add a column) as steps, in the order said."""
