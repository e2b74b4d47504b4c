"""Questions with their meaning put to the built-in reader: the prompt of one, and whether what it says is right."""

from collections.abc import Callable

from agent.errors import TallyError
from agent.reader.candidates import Act, Outcome
from agent.reader.prompt import PastQuestion, question_block, table_block
from training.asking import Data
from training.corpora import Line
from training.results import execute_specs, same_answer


def prompt_of(line: Line, data: Data, count: Callable[[str], int]) -> str:
    """The prompt of a line's question after those before it. `count` tells how many tokens a text has."""
    datasets = [each.profile for each in data.store.datasets(data.owner)]
    asked = line.meaning.question
    past = [PastQuestion(before.question, data.specs(before.specs)) for before in line.meaning.past]
    matches = data.store.find_values(data.owner, asked)
    return table_block(datasets, count) + question_block(asked, matches, datasets, past)


def is_right(told: Outcome, line: Line, data: Data) -> bool:
    """Whether an outcome is the line's: specs by what they give, all else by its kind.

    Specs of the outcome that cannot be executed are wrong; TallyError where those of the line cannot be.
    """
    if not isinstance(told, Act) or line.meaning.action != "act":
        return told.kind == line.meaning.action
    wanted = execute_specs(data.specs(line.meaning.specs or line.meaning.readings[0]), data.tables)
    try:
        given = execute_specs(told.specs, data.tables)
    except TallyError:
        return False
    return same_answer(wanted, given)
