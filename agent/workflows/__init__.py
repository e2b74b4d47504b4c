"""One file a graph: nodes, routes, build(). Workflows never import each other; the catalogue names them."""
