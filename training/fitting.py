"""The weights of the built-in reader's sureness, fitted on what was collected, and what they give."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from sklearn.linear_model import LogisticRegression

from agent.reader import trust
from agent.reader.trust import Evidence, TrustWeights, features_of

Row = dict[str, Any]
"""A question with what the reader made of it, as `training.reader collect` writes it."""
Outcome = Literal["right", "due", "wrong", "asked"]
MOST_WRONG = 0.05
FITTED = ("mass",)
"""The features that are weighed. The others of `trust` added nothing to it over left-out tables (areas under the curve
0.77 to 0.79 with any of them, alone or together).
"""
WEIGHTS = Path(trust.__file__).with_name("trust.json")


def name_hash(text: str) -> str:
    """A hash that is the same everywhere, by which names are put in an order or in halves."""
    return hashlib.sha256(text.encode()).hexdigest()


def fit(rows: Sequence[Row], *, write: bool) -> None:
    """A logistic regression on one half of the tables, with the lowest threshold that keeps wrong answers of all its
    questions under MOST_WRONG; written beside the reader on request.
    """
    seen = [row for row in rows if is_fitted_on(row)]
    told = [row for row in seen if _is_weighed(row)]
    names = list(FITTED)
    found = LogisticRegression(C=0.5, max_iter=1000).fit(
        [[_features(row)[name] for name in names] for row in told], [_is_right(row) for row in told]
    )
    weights = TrustWeights(float(found.intercept_[0]), dict(zip(names, map(float, found.coef_[0]), strict=True)), 0.0)
    sure = [*sorted({round(_sureness(row, weights), 3) for row in told}), 1.0]
    threshold = next(one for one in sure if _shares(seen, weights, one)["wrong"] <= MOST_WRONG)
    print("threshold", threshold, "calibration error", round(_calibration_error(told, weights), 3))
    if write:
        told = json.loads(WEIGHTS.read_text(encoding="utf-8"))
        fitted = {"bias": weights.bias, "weights": dict(weights.weights), "threshold": threshold}
        kept = {**told, **fitted, "measured": f"{len(seen)} questions over left-out tables"}
        WEIGHTS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
        trust.learned_weights.cache_clear()


def is_fitted_on(row: Row) -> bool:
    """Half of the tables, by a hash of the first one's name."""
    return int(name_hash(row["file"]), 16) % 2 == 0


def _is_weighed(row: Row) -> bool:
    return bool(row["groups"]) and row["decided"] == "act" and not row["unsure"] and not _asks(row)


def _asks(row: Row) -> bool:
    """Whether the reader itself asked between readings: then none has a probability."""
    return bool(row["groups"][0][0]["probability"] == 0.0)


def _is_right(row: Row) -> bool:
    return bool(row["action"] == "act" and row["right"][0])


def _features(row: Row) -> dict[str, float]:
    groups = [[Evidence(**one) for one in group] for group in row["groups"]]
    return features_of(groups, [Evidence(**one) for one in row["failed"]])


def _sureness(row: Row, weights: TrustWeights) -> float:
    return weights.probability(_features(row))


# ---------------------------------------------------------------- telling


def outcome(row: Row, weights: TrustWeights, threshold: float) -> Outcome:
    """What a person gets for a question."""
    due = row["action"] in ("ask", "missing", "out_of_scope")
    if row["decided"] == "explain":
        return "due" if row["action"] == "explain" else "asked"
    is_told = _is_weighed(row) and _sureness(row, weights) >= threshold
    if not is_told and row["groups"] and len(row["groups"]) == 1 and _asks(row) and not row["unsure"]:
        is_told = True  # readings of a question back that give the same
    if is_told:
        return "right" if _is_right(row) else "wrong"
    return "due" if due else "asked"


def report(rows: Sequence[Row], weights: TrustWeights) -> None:
    """Right, wrong and asked of questions that the weights were not fitted on."""
    print(f"{len(rows)} questions over {len({row['file'] for row in rows})} tables")
    for threshold in (0.0, 0.5, weights.threshold, 0.9, 0.95):
        print(f"  told from {threshold:.3f}", _text_of(_shares(rows, weights, threshold)))
    weighed = [row for row in rows if _is_weighed(row)]
    offered = [row for row in rows if row["action"] == "act"]
    some = sum(any(row["right"]) for row in offered) / max(1, len(offered))
    print("  calibration error", round(_calibration_error(weighed, weights), 3), f"right among the offered {some:.3f}")
    print("  seconds", {name: float(np.percentile([row["seconds"] for row in rows], at).round(1))
                        for name, at in (("median", 50), ("p90", 90))})  # fmt: skip
    for kind in ("lang", "action"):
        for value in sorted({row[kind] for row in rows}):
            some_rows = [row for row in rows if row[kind] == value]
            print(f"  {kind} {value} ({len(some_rows)})", _text_of(_shares(some_rows, weights, weights.threshold)))


def _shares(rows: Sequence[Row], weights: TrustWeights, threshold: float) -> dict[Outcome, float]:
    counted = Counter(outcome(row, weights, threshold) for row in rows)
    return {name: counted[name] / len(rows) for name in ("right", "due", "wrong", "asked")}


def _text_of(shares: dict[Outcome, float]) -> str:
    return "  ".join(f"{name} {share:.1%}" for name, share in shares.items())


def _calibration_error(rows: Iterable[Row], weights: TrustWeights, bins: int = 10) -> float:
    """Expected calibration error (Naeini 2015): sureness against the share of right ones, in bins of equal width."""
    pairs = [(_sureness(row, weights), float(_is_right(row))) for row in rows]
    placed = [[pair for pair in pairs if min(bins - 1, int(pair[0] * bins)) == place] for place in range(bins)]
    gaps = [len(some) * abs(np.mean([p for p, _ in some]) - np.mean([right for _, right in some]))
            for some in placed if some]  # fmt: skip
    return float(sum(gaps) / max(1, len(pairs)))
