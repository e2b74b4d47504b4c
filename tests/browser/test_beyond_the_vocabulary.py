"""What the vocabulary has no words for, with a model that writes the program: refused once, then changed, then run."""

import json
import re
from collections.abc import Callable, Iterator

import pytest

from tests.browser.reader import Reader
from tests.browser.servers import ROOT, running
from tests.browser.test_code import choose_way
from tests.browser.test_turns import with_sample
from tests.protocol_server import ProtocolServer, scripted

QUESTION = "Bootstrap the skewness of quantity, resampled a hundred times"
FIRST = "result = float(df['quantity'].skew())"
SECOND = "result = float(df['quantity'].kurt())"
CHANGED = "result = {'trimmed': int((df['quantity'] > 0).sum()) + 1}"


@pytest.fixture(scope="module")
def coded() -> Iterator[str]:
    brain = scripted(
        {
            "read_question": json.dumps({"next_action": "hand_over", "why": "It takes resampling."}),
            "plan_steps": json.dumps({"needs_code": True, "needs_evaluation": True, "reasoning": "By program."}),
            "write_code": [json.dumps({"code": FIRST}), json.dumps({"code": SECOND})],
            "fix_code": json.dumps({"code": SECOND}),
        }
    )
    with (
        ProtocolServer(brain) as model,
        running(ROOT / "app.py", OPENAI_BASE_URL=model.url, TALLY_MODEL_NAME="m", TALLY_MODEL_ROLE="lead") as app,
    ):
        yield app


def test_a_program_of_a_model_is_refused_with_a_reason_then_changed_and_run(
    newcomer: Callable[..., Reader], coded: str
) -> None:
    person = with_sample(newcomer(coded))
    choose_way(person, "Code")
    person.ask(QUESTION)
    person.see(".skew()")
    person.page.get_by_label("If not, what should be different?").fill("use the kurtosis")
    person.press("Do not run it")
    person.reply(4)
    person.see(re.compile("You asked for:.*use the kurtosis"))
    person.see(".kurt()")

    person.see(re.compile("^Change it first$")).click()
    person.page.get_by_label("The program that runs when you say yes").fill(CHANGED)
    person.press("Run it")
    assert "621" in person.reply(6)
    person.see("The program, as you changed it")
