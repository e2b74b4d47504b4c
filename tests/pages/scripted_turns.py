"""Turns with fixed answers, results and questions, friendly or hostile."""

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from agent.review_state import CritiqueResult
from agent.state import (
    Artifact,
    Citation,
    CitedCell,
    PendingInput,
    PendingOption,
    PlanTask,
    ResolvedText,
    TurnRecord,
    TurnStatus,
)

HOSTILE = "![x](http://evil.example/a.png) [click](http://evil.example) <img src=http://evil.example/b.png> :red[no]"
MEANS: dict[str, JsonValue] = {
    "type": "analysis", "op": "groupby_agg", "group_cols": ["region"], "metrics": {"amount": ["mean"]},
}  # fmt: skip


def cited(text: str, *shown: str, unverified: tuple[str, ...] = ()) -> ResolvedText:
    """A text whose `shown` numbers are cited from A1, and whose `unverified` ones are not."""
    citations = []
    for display in (*shown, *unverified):
        start = text.index(display)
        cells = [CitedCell(artifact_id="A1", row="North", column="amount_mean", value=100.5)]
        verified = display in shown
        citations.append(
            Citation(
                start=start,
                end=start + len(display),
                display=display,
                verified=verified,
                expression="A1[North].amount_mean" if verified else "",
                cells=cells if verified else [],
            )
        )
    return ResolvedText(text=text, citations=citations)


def table(artifact_id: str, title: str = "Mean amount by region") -> Artifact:
    return Artifact(
        artifact_id=artifact_id,
        kind="table",
        title=title,
        description="",
        payload={
            "columns": ["region", "amount_mean", "n", "share"],
            "rows": [["North", 100.5, 12431, 48.8], ["South", 99.25, 301, 51.2], [HOSTILE, None, 2**60, 0.0]],
            "total_rows": 3,
            "key_columns": ["region"],
            "formats": {"region": "text", "amount_mean": "number", "n": "integer", "share": "percent"},
            "units": {"amount_mean": "USD", "share": "%"},
        },
        spec=MEANS,
        code=None,
        ledger={
            "dataset": "shop.csv",
            "rows_total": 60000,
            "steps": [{"step": "filter", "detail": "year = 2024", "rows_before": 60000, "rows_after": 12431}],
            "rows_used": 12431,
            "notes": [],
        },
        dataset_ids=["D1"],
        role="main",
    )


def figure(artifact_id: str) -> Artifact:
    names = ["North", "South", "<a href='http://evil.example'>West</a>"]
    return Artifact(
        artifact_id=artifact_id,
        kind="figure",
        title="Mean amount by region",
        description="Bars of the mean amount.",
        payload={
            "data": [{"type": "bar", "x": names, "y": [100.5, 99.25, 80.0]}],
            "layout": {"xaxis": {"title": {"text": "region"}}, "yaxis": {"title": {"text": "mean amount"}}},
        },
        spec={"type": "plot", "kind": "bar", "x": "region", "y": "amount"},
        code=None,
        ledger=None,
        dataset_ids=["D1"],
        role="main",
    )


def which_amount(number: int) -> PendingInput:
    options = [
        PendingOption(option_id="R1", label="the mean amount", number="100.5 USD", says="the mean"),
        PendingOption(option_id="R2", label="the total amount", number="1,249,315.5 USD", says="the total"),
    ]
    return PendingInput(
        kind="clarify",
        checkpoint_id=f"K{number}",
        message="Which amount do you mean? The answers differ.",
        prompt="",
        options=options,
        context={},
    )


CODE = "result = df['amount'].mean()"


def program(number: int) -> PendingInput:
    options = [
        PendingOption(option_id="approve", label="Run it", number="", says="run the code"),
        PendingOption(option_id="reject", label="Do not run it", number="", says="do not run it"),
    ]
    return PendingInput(
        kind="approve",
        checkpoint_id=f"K{number}",
        message="This code would answer your question.",
        prompt="Run it, or say why not.",
        options=options,
        context={
            "code": CODE,
            "why": f"The mean of the amount. {HOSTILE}",
            "reads": [{"dataset_id": "D1", "name": "shop.csv", "rows": 60000}],
            "assumptions": ["Gaps are left out."],
            "failed_attempts": [{"attempt": 1, "code": "result = 1 / 0", "error": "ZeroDivisionError"}],
        },
    )


def stage(number: int) -> PendingInput:
    """A checkpoint of a workflow that the pages know nothing of."""
    options = [
        PendingOption(option_id="accept", label="Go on", number="", says="Go on as proposed"),
        PendingOption(option_id="skip", label="Skip", number="", says="Decide the rest"),
    ]
    return PendingInput(
        kind="checkpoint",
        checkpoint_id=f"K{number}",
        message="Four groups are proposed.",
        prompt="Is that right?",
        options=options,
        context={
            "workflow": "made_up",
            "controls": [
                {"id": "by", "label": "Group by", "kind": "choice", "value": "region", "choices": ["region", "channel"],
                 "says": "group by {value}"},
                {"id": "n", "label": "Groups", "kind": "number", "value": 4, "low": 2, "high": 9,
                 "says": "use {value} groups"},
                {"id": "gaps", "label": "Keep gaps", "kind": "toggle", "value": True, "says": "keep gaps",
                 "says_not": "leave gaps out"},
                {"id": "odd", "label": "Unheard of", "kind": "wheel", "value": 1},
            ],
        },
    )  # fmt: skip


ASKS: Mapping[str, Callable[[int], PendingInput]] = {"which": which_amount, "code": program, "study": stage}
"""What is asked back, by a word of the question."""
PLAN: list[PlanTask] = [
    {"id": "t1", "title": "Look at the data", "status": "done"},
    {"id": "t2", "title": "Compare", "status": "in_progress", "sub_agents": [
        {"id": "s1", "title": "Segments", "status": "blocked"}, {"id": "s2", "title": "Time", "status": "todo"}]},
]  # fmt: skip


def made_turn(
    number: int, question: str, status: TurnStatus, made: list[Artifact], pending: PendingInput | None
) -> TurnRecord:
    answer = cited(
        "The mean amount is 100.5 USD in North, against 99.25 USD elsewhere.\n\n- Guess: 42.",
        "100.5 USD",
        "99.25 USD",
        unverified=("42",),
    )
    if "hostile" in question:
        answer = cited(f"100.5 USD {HOSTILE} http://evil.example/c www.evil.example :smile: # no", "100.5 USD")
    if pending is not None or status == "stopped":
        answer = ResolvedText(text=pending["message"] if pending else "", citations=[])
    record = TurnRecord(
        turn_id=f"T{number}",
        workflow="react",
        question=question,
        status=status,
        answer=answer,
        answer_template="",
        interpretation="mean of amount by region",
        assumptions=["Rows without an amount are left out."] if status == "answered" else [],
        caveats=["South has few rows."] if status == "answered" else [],
        next_questions=["And by month?", f"hostile {HOSTILE}"] if status == "answered" and not pending else [],
        artifact_ids=[] if pending else [artifact["artifact_id"] for artifact in made],
        pending=pending,
        rows_used=12431 if status == "answered" else None,
        rows_total=60000 if status == "answered" else None,
        reasoning=[{"step_name": "Reading", "step_text": "mean of amount"}],
        trace=[
            {"node": "reason", "started": 1.0, "seconds": 0.02, "text": "One reading.", "specs": [], "error": None},
            {
                "node": "act",
                "started": 1.1,
                "seconds": 0.3,
                "text": "Ran 1 spec.",
                "specs": [MEANS],
                "error": None,
            },
        ],
        started=1.0,
        seconds=0.32,
    )
    if "ran" in question:
        record["code"], record["code_edited"] = CODE, True
        record["failed_attempts"] = [{"attempt": 1, "code": "result = 1 / 0", "error": "ZeroDivisionError"}]
        record["double_check"] = {"outcome": "agrees", "text": "Computed twice, with the same result."}
    if "judged" in question:
        weak = judgement(0.3, "It names no region.")
        record["critique"] = judgement(0.55, f"The filter is missing. {HOSTILE}")
        record["critique_history"] = [weak, record["critique"]]
        record["tool_calls"] = [
            {"tool_name": "count_values", "arguments": {"column": HOSTILE}, "result": None, "error": f"No. {HOSTILE}",
             "artifact_ids": [], "seconds": 0.004},
        ]  # fmt: skip
    if "steps" in question:
        record["step_ids"] = [artifact["artifact_id"] for artifact in made[1:]]
        record["artifact_ids"] = [artifact["artifact_id"] for artifact in made[:1]]
    if "study" in question:
        record["plan_tasks"] = PLAN
    if "report" in question:
        record["report_file_path"], record["data_file_path"] = "reports/A1.html", "tables/A2.csv"
    return record


def judgement(score: float, critique: str) -> CritiqueResult:
    return CritiqueResult(score=score, critique=critique, reroute_to=None, passed=False, findings=[], says="")


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
"""One grey pixel."""
