"""reporting: the study's summary and its report, and the end of the analysis. qa_agent: questions afterwards."""

from dataclasses import replace
from datetime import UTC, datetime

from langchain_core.messages import AIMessage

from agent.contract import NodeDelta
from agent.nodes.study.facts import (
    LENSES,
    agents_of,
    change_study,
    in_state,
    keep_artifact,
    lens_title,
    plan,
    study_delta,
    study_of,
)
from agent.nodes.study.synthesis import findings_of, shown_of, tell_ranking
from agent.nodes.study.telling import answer_study, lock_of
from agent.nodes.turn_facts import TurnRuntime, profiles, whole_artifacts
from agent.nodes.words import say
from agent.reasoning.study_prompts import AnswerFromStudy
from agent.report.html import write_html
from agent.report.names import report_file, table_file
from agent.report.study import StudyReport, decision_lines, study_content
from agent.specs.study import Study
from agent.state import AgentState, Artifact, ReasoningLine

NEXT = ("sure", "decided", "caveats")
"""What can be asked next, as phrases name it."""


def reporting(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The summary as the turn's answer; the report and its data as files in memory; the study is complete."""
    study = study_of(state)
    words, lock = tell_ranking(state, runtime, study, "summary")
    study = change_study(study, summary=words.text)
    answer = lock.resolved(words.text)
    report = keep_artifact(_report_artifact(state, runtime, study), runtime)
    data = whole_artifacts(runtime)[study.ranking]
    return {
        **study_delta(study),
        "requires_user_input": False,
        "status": "answered",
        "answer": answer,
        "answer_template": words.text,
        "interpretation": say("study.about", outcome=study.agreed.outcome),
        "assumptions": study.assumptions,
        "caveats": [lock.line(concern).text for concern in study.concerns],
        "next_questions": [say(f"study.next_{what}") for what in NEXT],
        "messages": [AIMessage(answer["text"])],
        "artifacts": in_state([data], runtime),
        "shown_artifact_ids": shown_of(study),
        "plan_tasks": plan(5, agents=agents_of(study)),
        "plan_steps_completed": 5,
        "analysis_complete": True,
        "phase": "qa",
        "report_file_path": report_file(report),
        "data_file_path": table_file(data),
        "reasoning": [ReasoningLine(step_name="Reporting Agent", step_text=say("study.report_ready"))],
    }


def _report_artifact(state: AgentState, runtime: TurnRuntime, study: Study) -> Artifact:
    """The report as one HTML file, with its charts inside."""
    context = runtime.context
    whole = whole_artifacts(runtime)
    started = datetime.fromtimestamp(state.get("turn_started", 0.0), UTC).isoformat(timespec="minutes")
    dataset = context.datasets.get(context.conversation_id, study.agreed.dataset_id)
    titles = {lens: lens_title(lens) for lens in LENSES}
    content = study_content(
        StudyReport(
            study,
            whole,
            dataset,
            titles,
            started,
            lock_of(state, runtime, study, whole).resolved,
        )
    )
    content = replace(content, departures=context.departures())
    return Artifact(
        artifact_id="",
        kind="text",
        title=content.title,
        description=say("study.report_file"),
        payload=write_html(content).decode("utf-8"),
        spec=None,
        code=None,
        ledger=None,
        dataset_ids=[study.agreed.dataset_id],
        role="detail",
    )


def qa_agent(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The answer to a question about the study, from its results alone; or another study, when that is meant."""
    study = study_of(state)
    whole = whole_artifacts(runtime)
    used = {one: whole[one] for one in shown_of(study)}
    lock = lock_of(state, runtime, study, used)
    prompt = AnswerFromStudy(
        question=state.get("question", ""),
        scope=study.agreed,
        artifacts={one["artifact_id"]: one for one in in_state(list(used.values()), runtime)},
        ranking=study.ranking,
        findings=findings_of(study),
        concerns=tuple(study.concerns),
        decisions=tuple(decision_lines(study.decisions)),
        datasets=profiles(runtime),
    )
    words = answer_study(runtime, prompt, lock)
    if words.new_study:
        return _another(state)
    answer = lock.resolved(words.text)
    return {
        "requires_user_input": False,
        "phase": "qa",
        "status": "answered",
        "answer": answer,
        "answer_template": words.text,
        "next_questions": [say(f"study.next_{what}") for what in NEXT],
        "messages": [AIMessage(answer["text"])],
        "shown_artifact_ids": [one for one in words.artifact_ids if one in used],
        "reasoning": [ReasoningLine(step_name="QA Agent", step_text=say("study.answered"))],
    }


def _another(state: AgentState) -> NodeDelta:
    return {
        **study_delta(Study(question=state.get("question", ""))),
        "requires_user_input": False,
        "phase": "analysis",
        "analysis_complete": False,
        "plan_tasks": plan(0, current=1),
        "plan_steps_completed": 0,
        "report_file_path": "",
        "data_file_path": "",
        "reasoning": [ReasoningLine(step_name="QA Agent", step_text=say("study.another"))],
    }
