"""What the exam of a model costs Tally itself: a model on this machine that answers at once, right or unusably.

Run with `pytest -m benchmark -s tests/benchmarks/test_exam.py`; prints seconds, fails by none.
"""

import time

import pytest

from agent.model_settings import ModelSettings, Secret
from agent.service import AnalystService
from tests.agent.reasoning.chat.replies import act, mean
from tests.agent.reasoning.exam.minds import brain_of, first
from tests.protocol_server import Brain, ProtocolServer, scripted

pytestmark = [
    pytest.mark.benchmark, pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.allow_hosts(["127.0.0.1"])
]  # fmt: skip
SECONDS = 600
ASKED_ALL = brain_of(first(20))  # so many that the role is settled by the last question
UNUSABLE = scripted({"read_question": act(mean("quantity", "region"))})  # corrected twice, each time


@pytest.mark.parametrize(("model", "brain"), [("quick", ASKED_ALL), ("unusable", UNUSABLE)])
def test_seconds_of_an_exam(model: str, brain: Brain) -> None:
    with ProtocolServer(brain) as server:
        settings = ModelSettings(api_key=Secret("none"), base_url=server.url, name=model, exam_seconds=SECONDS)
        for said in ("in a new process", "again"):
            requests, started, worked = len(server.received), time.perf_counter(), time.process_time()
            report = AnalystService().models.test("c", settings).exam
            passed, worked = time.perf_counter() - started, time.process_time() - worked
            assert report is not None
            print(
                f"\n{model}, {said}: {report.asked} questions with {len(server.received) - requests} requests took"
                f" {passed:.2f} s, {passed / report.asked:.3f} s each, and {worked:.2f} s of a processor"
            )
