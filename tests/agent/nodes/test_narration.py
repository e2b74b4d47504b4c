"""Law 1 in a turn: unknown figures go back once with the reason; what persists is marked, never passed off."""

from agent.reasoning.prompts import NarrateAnswer
from tests.agent.scripted import act, by_department, reading, salary, service_of

MEANS = act(reading("means", by_department(), label="mean salary by department"))


def test_a_figure_from_nowhere_goes_back_once_with_the_reason() -> None:
    service, conversation, script = service_of(
        MEANS, narration=["Roughly 7,777 in Sales.", "{S1[Sales].salary_mean} in Sales."]
    )
    turn = service.ask(conversation, "Mean salary by department?")
    assert turn["answer"]["text"] == "3,100 in Sales."
    first, second = script.asked(NarrateAnswer)
    assert first.violations == ()
    assert "'7,777'" in second.violations[0]


def test_a_figure_that_persists_is_marked_unverified() -> None:
    service, conversation, script = service_of(MEANS, narration=["Roughly 7,777 in Sales."])
    turn = service.ask(conversation, "Mean salary by department?")
    assert [(one["display"], one["verified"]) for one in turn["answer"]["citations"]] == [("7,777", False)]
    assert len(script.asked(NarrateAnswer)) == 2


def test_a_dead_reference_goes_back_once() -> None:
    service, conversation, script = service_of(MEANS, narration=["{S1[Sails].salary_mean}", "{S1[Sales].salary_mean}"])
    assert service.ask(conversation, "Mean?")["answer"]["text"] == "3,100"
    assert "Sales" in script.asked(NarrateAnswer)[1].violations[0]


def test_when_references_stay_dead_the_table_is_read_out() -> None:
    service, conversation, _ = service_of(MEANS, narration=["{S9.x}"])
    turn = service.ask(conversation, "Mean?")
    assert turn["status"] == "answered"
    assert turn["answer"]["text"].splitlines()[2:] == [
        "- department Engineering, salary_mean 5,000",
        "- department Legal, salary_mean 5,000",
        "- department Sales, salary_mean 3,100",
    ]
    assert all(citation["verified"] for citation in turn["answer"]["citations"])
    assert turn["caveats"] == ["The answer is read straight from the table."]


def test_a_long_table_is_read_out_in_part_and_that_is_said() -> None:
    each = act(reading("each", {"op": "groupby_agg", "group_cols": ["n"], "metrics": {"v": ["sum"]}}))
    rows = b"n,v\n" + b"".join(b"k%d,%d\n" % (row, row) for row in range(12))
    service, conversation, _ = service_of(each, narration=["{S9.x}"], content=rows)
    assert service.ask(conversation, "Each?")["answer"]["text"].endswith("- and so on: 12 rows in all")


def test_caveats_are_under_the_lock_too() -> None:
    service, conversation, script = service_of(MEANS, caveats=["Some 321 rows look odd.", "{S1.#rows} departments."])
    turn = service.ask(conversation, "Mean?")
    assert turn["caveats"] == ["Some 321 rows look odd. (unverified: 321)", "3 departments."]
    assert "321" in script.asked(NarrateAnswer)[1].violations[0]


def test_interpretation_and_assumptions_may_say_what_the_spec_says() -> None:
    paid = {**by_department(), "filters": [{"col": "salary", "op": ">", "value": 3500}]}
    decision = act(reading("paid", paid, label="salaries above 3,500", assumptions=("Only 3,500 and 99 {odd}.",)))
    service, conversation, _ = service_of(decision)
    turn = service.ask(conversation, "Mean?")
    assert turn["interpretation"] == "Read as salaries above 3,500."
    assert turn["assumptions"] == ["Only 3,500 and 99 {odd}. (unverified: 99)"]


def test_an_earlier_result_may_be_referred_to_but_its_figures_not_typed() -> None:
    service, conversation, _ = service_of(
        MEANS, act(reading("all", salary("sum"))), narration=["Done.", "{A1[Sales].salary_mean} then; 3,100 by hand."]
    )
    service.ask(conversation, "Mean?")
    answer = service.ask(conversation, "Sum?")["answer"]
    assert answer["text"].startswith("3,100 then")
    assert [citation["verified"] for citation in answer["citations"]] == [True, False]
