"""What runs outside the app: the zygote and its children. Nothing here is imported by the app's own process."""
