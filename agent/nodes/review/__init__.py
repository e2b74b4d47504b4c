"""Steps of the reviewed workflow: tools planned, approved and run, and the critic."""
