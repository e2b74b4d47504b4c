"""Steps of a guided study: from its scope to its report."""
