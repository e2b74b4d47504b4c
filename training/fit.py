"""`python -m training.fit`: weights of the evidence from the training part, thresholds from the dev part."""

import json
from collections import defaultdict
from collections.abc import Sequence

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold

from agent.reasoning.reader.trust.weighing import FILE, Weights
from training.curves import PROPOSED, Weighed, threshold
from training.everyday import everyday
from training.gathering import Example, gathered

FILES_OF_A_NAME = 4  # evidence seen in fewer files teaches nothing of others
STRENGTHS = (0.03, 0.1, 0.3, 1.0)  # inverse of the regularisation, the best of them by files left out of the training
FOLDS = 5
WRONG = 0.07  # of all questions: what may be told and be wrong
DIGITS = 4


def fitted(examples: Sequence[Example], strength: float) -> Weights:
    """A logistic model of the examples' evidence (Cox, 1958), with an L2 penalty."""
    names = common(examples)
    known = [each for each in examples if each.evidence is not None]
    table = DictVectorizer()
    matrix = table.fit_transform([_only(each, names) for each in known])
    model = LogisticRegression(C=strength, max_iter=5000).fit(matrix, [each.told_right for each in known])
    learned = zip(table.feature_names_, model.coef_[0], strict=True)
    of = {name: round(float(weight), DIGITS) for name, weight in learned}
    return Weights(round(float(model.intercept_[0]), DIGITS), of, 1.0, PROPOSED)


def common(examples: Sequence[Example]) -> frozenset[str]:
    """The names of evidence that several files have."""
    files: dict[str, set[str]] = defaultdict(set)
    for each in examples:
        for name in each.evidence or ():
            files[name].add(each.file)
    return frozenset(name for name, some in files.items() if len(some) >= FILES_OF_A_NAME)


def _only(each: Example, names: frozenset[str]) -> dict[str, float]:
    return {name: value for name, value in (each.evidence or {}).items() if name in names}


def weighed(examples: Sequence[Example], by: Weights) -> list[Weighed]:
    """The examples with their probabilities; 0 where there is no reading."""
    return [Weighed(each, by.probability(each.evidence) if each.evidence is not None else 0.0) for each in examples]


def best_strength(examples: Sequence[Example]) -> float:
    """The regularisation that predicts files left out of these examples best, by log loss."""
    known = [each for each in examples if each.evidence is not None]
    files = [each.file for each in known]

    def loss(strength: float) -> float:
        told: list[float] = [0.0] * len(known)
        for train, test in GroupKFold(FOLDS).split(known, groups=files):
            by = fitted([known[place] for place in train], strength)
            for place in test:
                told[place] = by.probability(known[place].evidence or {})
        return float(log_loss([each.told_right for each in known], told))

    return min(STRENGTHS, key=loss)


def calibrated(by: Weights, dev: Sequence[Example]) -> Weights:
    """The weights, scaled so that their probabilities hold on files they were not fitted on (Platt, 1999)."""
    known = [each for each in dev if each.evidence is not None]
    odds = [[by.log_odds(each.evidence or {})] for each in known]
    scale = LogisticRegression(C=1e6).fit(odds, [each.told_right for each in known])
    slope, offset = float(scale.coef_[0][0]), float(scale.intercept_[0])
    of = {name: round(weight * slope, DIGITS) for name, weight in by.of.items()}
    return Weights(round(by.intercept * slope + offset, DIGITS), of, by.tell, by.propose)


def main() -> None:
    """Fits, sets the thresholds and writes the product's weights."""
    every = gathered()
    train = [*(each for each in every if each.split == "train"), *everyday()]
    strength = best_strength(train)
    dev = [each for each in every if each.split == "dev"]
    by = calibrated(fitted(train, strength), dev)
    tell = threshold(weighed(dev, by), WRONG)
    told = {"tell": round(tell, DIGITS), "propose": min(PROPOSED, round(tell, DIGITS)), "intercept": by.intercept}
    FILE.write_text(json.dumps({**told, "weights": dict(by.of)}, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{len(by.of)} weights at strength {strength}; told from {tell:.3f} on")


if __name__ == "__main__":
    main()
