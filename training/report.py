"""`python -m training.report`: right, wrong and asked by part, language and corpus; the risk-coverage curve."""

from collections.abc import Callable, Sequence

from agent.reasoning.reader.trust.weighing import weights
from training.curves import Shares, Weighed, calibration_error, shares, threshold
from training.fit import weighed
from training.gathering import Example, gathered
from training.split import SPLITS

RISKS = (0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.15)


def line(name: str, told: Shares) -> str:
    """A line of the table of outcomes, in percent."""
    return (
        f"{name:26s} {told.questions:6d} {told.right:7.1f} {told.due:6.1f} {told.wrong:7.1f} {told.asked:7.1f}"
    )  # fmt: skip


def table(some: Sequence[Weighed], tell: float) -> list[str]:
    """Outcomes of the rules alone, and where they are weighed, of all and of parts."""
    head = f"{'':26s} {'n':>6s} {'right':>7s} {'due':>6s} {'wrong':>7s} {'asked':>7s}"
    lines = [head, line("rules alone", shares([each.example.today for each in some]))]
    lines.append(line("weighed", shares([each.outcome(tell) for each in some])))
    parts: tuple[tuple[str, Callable[[Example], str]], ...] = (
        ("language", lambda one: one.language),
        ("corpus", lambda one: one.corpus),
        ("follow-up", lambda one: str(one.follows)),
    )
    for title, of in parts:
        for value in sorted({of(each.example) for each in some}):
            inside = [each for each in some if of(each.example) == value]
            lines.append(line(f"  {title} {value}: alone", shares([each.example.today for each in inside])))
            lines.append(line(f"  {title} {value}: weighed", shares([each.outcome(tell) for each in inside])))
    return lines


def curve(some: Sequence[Weighed]) -> list[str]:
    """The risk-coverage curve: right answers at shares of wrong ones."""

    def at(risk: float) -> str:
        tell = threshold(some, risk)
        of = shares([each.outcome(tell) for each in some])
        return f"  wrong <= {100 * risk:4.0f} %: right {of.right:5.1f} %, with due {of.right + of.due:5.1f} %"

    return [at(risk) for risk in RISKS]


def main() -> None:
    """Prints the report of every part. Errors may be looked at in the training part only."""
    by = weights()
    every = gathered()
    for split in SPLITS:
        some = weighed([each for each in every if each.split == split], by)
        print(f"\n== {split}: {len({each.example.file for each in some})} files, told from {by.tell:.3f} on")
        print("\n".join([*table(some, by.tell), *curve(some)]))
        print(f"  calibration error in ten bins: {calibration_error(some):.3f}")


if __name__ == "__main__":
    main()
