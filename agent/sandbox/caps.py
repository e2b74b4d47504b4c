"""How much of an answer is sent and taken: the child keeps to it, the reader checks it by itself."""

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
NAME_CHARACTERS = 1_000
NOTE_CHARACTERS = 300
MARK_CHARACTERS = 40
"""Room for what says that a text was cut, or numbers a name."""
PNG_PIXELS_PER_SIDE = 4_000
SHOWN_PIXELS_PER_SIDE = 2_000
"""A larger picture is made smaller, and said."""
READ_SECONDS = 15.0
"""How long checking and cleaning an answer may take: a full table of texts takes about one second."""
READ_BYTES = 1024 * 1024 * 1024
"""Memory for that, beyond the libraries."""
