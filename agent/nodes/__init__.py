"""Steps shared by workflows: (state, runtime) -> delta. No wiring."""
