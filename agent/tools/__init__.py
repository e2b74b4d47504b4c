"""The tool agent's catalogue: named tools with typed inputs, each of which means specs (seed 003, section 2)."""
