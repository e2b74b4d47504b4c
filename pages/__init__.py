"""The screens. Streamlit runs the scripts here; everything they share is in `components`."""
