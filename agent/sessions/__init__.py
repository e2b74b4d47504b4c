"""The life of conversations around a turn: who, which, with what data, and what is taken along."""
