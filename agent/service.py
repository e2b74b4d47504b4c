"""One turn: ask or answer -> `graph.invoke()` once. The boundary for every caller, pages and command line alike."""
