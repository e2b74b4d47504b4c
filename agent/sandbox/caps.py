"""How much of an answer is sent and taken: the child keeps to it, the app checks it by itself."""

PRINTED_BYTES = 64 * 1024
ANSWER_BYTES = 8 * 1024 * 1024
TABLE_ROWS = 10_000
TABLE_CELLS = 200_000
TABLE_COLUMNS = 500
TEXT_CHARACTERS = 64_000
CELL_CHARACTERS = 10_000
VALUE_ITEMS = 5_000
VALUE_DEPTH = 8
ITEMS = 20
"""Results, and figures, of one run."""
PNG_PIXELS_PER_SIDE = 4_000
