"""Static pictures of figures, drawn without a browser."""

from agent.analysis.png.picture import draw_png

__all__ = ["draw_png"]
