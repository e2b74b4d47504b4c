"""Code: what was meant, what the person asked for instead, and the second opinion beside what they changed."""

from typing import Any

from agent.reasoning.code_prompts import WriteCode
from agent.reasoning.prompts import Decision
from agent.sandbox.results import CodeLimits, CodeResult
from agent.service import AnalystService, TurnChoices
from agent.settings import Settings
from tests.agent.scripted import STAFF, reading, salary
from tests.agent.scripted_code import answer, service_of, table

CODE = "plan_code_explain"
MEAN = table("salary_mean", rows=((4240.0,),))


def rules_over_staff() -> tuple[AnalystService, str]:
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return service, conversation


def test_readings_that_differ_are_asked_for_before_code_is_written() -> None:
    ways = Decision(
        next_action="act",
        rationale="Two ways.",
        readings=[
            reading("mean", salary("mean"), headline="{S1.salary_mean}", label="the mean"),
            reading("median", salary("median"), headline="{S1.salary_median}", label="the median"),
        ],
    )
    service, conversation, script, runner = service_of(table("v", rows=((4000,),)), ReadQuestion=[ways])
    turn = service.ask(conversation, "Typical salary?", workflow=CODE)
    pending = turn["pending"]
    assert pending is not None and not runner.ran and not script.asked(WriteCode)
    assert [(one["label"], one["number"]) for one in pending["options"]] == [
        ("the mean", "4,240"),
        ("the median", "4,000"),
    ]
    done = answer(service, conversation, "median")
    assert (done["workflow"], done["status"]) == (CODE, "answered")
    assert "median()" in runner.ran[0] and not script.asked(WriteCode)
    assert done.get("double_check", {}).get("outcome") == "agrees"


def test_a_reason_is_told_in_the_next_card_and_changes_the_program() -> None:
    service, conversation = rules_over_staff()
    service.ask(conversation, "average salary by department", workflow=CODE)
    answer(service, conversation, "reject", "use median instead of mean")
    pending = service.pending(conversation)
    assert pending is not None
    assert pending["context"]["asked_for"] == "use median instead of mean" and not pending["context"]["note"]
    assert "median" in str(pending["context"]["code"]) and "'mean'" not in str(pending["context"]["code"])
    turn = answer(service, conversation, "approve")
    assert turn.get("double_check", {}).get("outcome") == "agrees"
    assert "did not work" not in turn["answer"]["text"]


def test_a_reason_that_cannot_be_followed_is_said_and_the_program_stays() -> None:
    service, conversation = rules_over_staff()
    first = service.ask(conversation, "average salary by department", workflow=CODE)
    answer(service, conversation, "reject", "please use bananas")
    pending = service.pending(conversation)
    assert pending is not None and pending["context"]["code"] == first.get("code")
    assert pending["context"]["asked_for"] == "please use bananas"
    assert "could not make that change" in str(pending["context"]["note"])


def test_the_second_opinion_stands_beside_a_changed_program_and_the_record_says_who_changed_it() -> None:
    service, conversation = rules_over_staff()
    service.ask(conversation, "average salary by department", workflow=CODE)
    turn = answer(service, conversation, "approve", "result = df.groupby('department').salary.sum()")
    assert turn["status"] == "answered" and turn.get("code_edited") is True
    check = turn.get("double_check")
    assert check is not None and check["outcome"] == "differs" and "another one" in check["text"]
    assert "You changed the code before it ran." in turn["assumptions"] and check["text"] in turn["caveats"]
    service.ask(conversation, "average salary by department", workflow=CODE)
    same = answer(service, conversation, "approve", "result = df.groupby('department')['salary'].mean().round(2)")
    assert same.get("double_check", {}).get("outcome") == "agrees" and same.get("code_edited") is True


def test_code_follows_up_on_the_turn_before() -> None:
    service, conversation = rules_over_staff()
    quiet = TurnChoices(approval_policy="never")
    service.ask(conversation, "average salary by department", workflow=CODE, choices=quiet)
    turn = service.ask(conversation, "and the median?", workflow=CODE, choices=quiet)
    assert turn["status"] == "answered" and "median" in turn.get("code", "")


def test_the_figures_of_a_method_are_known_where_code_computes_it() -> None:
    service, conversation = rules_over_staff()
    rows = "".join(f"{size + 0.5},{size * 3.5 + size % 4}\n" for size in range(40))
    service.datasets.add(conversation, "plants.csv", f"height,width\n{rows}".encode())
    service.ask(conversation, "correlation between height and width", workflow=CODE)
    turn = answer(service, conversation, "approve")
    assert "ninety-five percent" in turn["answer"]["text"]
    assert all(citation["verified"] for citation in turn["answer"]["citations"])


def test_the_settings_reach_the_sandbox() -> None:
    limits: list[tuple[CodeLimits, int]] = []

    def runner(*_: object, **given: Any) -> CodeResult:
        limits.append((given["limits"], given["max_runs"]))
        return MEAN

    settings = Settings(approval_policy="never", code_seconds=7, code_megabytes=99, code_runs=3)
    service = AnalystService(settings, code_runner=runner)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, "average salary by department", workflow=CODE)
    assert limits == [(CodeLimits(7.0, 99), 3)]
