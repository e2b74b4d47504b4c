"""The learned part of the built-in reader: how sure a reading is, and what follows from that."""
