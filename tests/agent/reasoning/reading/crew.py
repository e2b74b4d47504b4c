"""A small crew: columns of words that go together, a yes or no as 0 and 1, codes, and numbers that rise together."""

_ROWS = (
    ("F", "deck", "north", 0, 1, 24, 2, 30100, 50.5), ("M", "deck", "north", 1, 2, 31, 5, 36400, 48.0),
    ("M", "engine", "south", 0, 3, 44, 12, 51800, 61.2), ("F", "galley", "south", 0, 1, 29, 4, 33900, 47.3),
    ("M", "engine", "north", 1, 2, 52, 20, 61200, 55.9), ("F", "deck", "south", 1, 3, 38, 9, 44700, 52.4),
    ("F", "galley", "north", 0, 2, 41, 11, 47300, 49.8), ("M", "deck", "south", 0, 1, 27, 1, 31500, 58.6),
    ("M", "engine", "south", 1, 3, 35, 8, 42600, 53.1), ("F", "galley", "south", 1, 2, 47, 15, 55400, 46.7),
)  # fmt: skip
_ENGLISH = "diver,gender,section,harbour,smoker,level,age,tenure,salary,score"
_GERMAN = "taucher,geschlecht,bereich,hafen,raucher,stufe,alter,dienstjahre,gehalt,punkte"
_JAPANESE = "潜水士,性別,部署,港,喫煙,等級,年齢,勤続年数,給与,点数"


def _table(names: str) -> str:
    dives = ("yes", "no", "no") * len(_ROWS)
    lines = (",".join(str(cell) for cell in (diver, *row)) for diver, row in zip(dives, _ROWS, strict=False))
    return "\n".join([names, *lines]) + "\n"


CREWS = {"crew.csv": _table(_ENGLISH), "mannschaft.csv": _table(_GERMAN), "乗組員.csv": _table(_JAPANESE)}
