"""What all tests share."""

from hypothesis import settings

# A slow or busy machine is no failure of what is tested.
settings.register_profile("tally", deadline=None)
settings.load_profile("tally")
