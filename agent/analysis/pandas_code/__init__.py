"""Specs written as plain pandas programs. The way in is `agent.analysis.as_code`."""
