"""What the pages share: the session, the turn runner and the renderers."""
