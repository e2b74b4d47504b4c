"""From a question to one to three readings: tokens, links, a frame with slots, specs."""
