"""What the person said, checked: words that can be used, an option of the question that is open."""

from dataclasses import dataclass

from agent.errors import StaleAnswerError, TallyError
from agent.state import PendingInput, PendingOption

LONGEST_QUESTION = 10_000  # characters, of a program too


class UnknownWorkflowError(TallyError):
    """No workflow of this name."""

    actor = "person"


class UnusableQuestionError(TallyError):
    """Nothing was said, or far too much."""

    actor = "person"


@dataclass(frozen=True)
class PickedOption:
    """The option that the person picked of an open question, with words of their own if any."""

    checkpoint_id: str
    option_id: str
    text: str = ""


def open_option(pending: PendingInput | None, picked: PickedOption) -> PendingOption:
    """The option meant, if its question is the open one."""
    if pending is None or pending["checkpoint_id"] != picked.checkpoint_id:
        raise StaleAnswerError("This question is no longer open.", "Ask again, or answer the latest question.")
    option = next((option for option in pending["options"] if option["option_id"] == picked.option_id), None)
    if option is None:
        raise StaleAnswerError(f"The open question has no option {picked.option_id!r}.", "Pick one that is shown.")
    return option


def workflow_of(pending: PendingInput | None, option: PendingOption) -> str | None:
    """The workflow that goes on from an option, where the question says so."""
    workflows = pending["context"].get("workflows") if pending else None
    name = workflows.get(option["option_id"]) if isinstance(workflows, dict) else None
    return name if isinstance(name, str) else None


def clean_text(text: str) -> str:
    """Text that can be stored and shown: no NUL, no lone surrogates, no blanks around, and not endless."""
    valid = limit_text(text).strip()
    if not valid:
        raise UnusableQuestionError("There is no question.", "Type a question about your data.")
    return valid


def limit_text(text: str) -> str:
    """Text without NUL and lone surrogates, and not endless."""
    valid = text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
    if len(valid) > LONGEST_QUESTION:
        raise UnusableQuestionError(f"The text has {len(valid):,} characters.", f"Use at most {LONGEST_QUESTION:,}.")
    return valid
