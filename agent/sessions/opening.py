"""What comes before a question: a conversation, its data as they are read, the reader and the sandbox made ready."""

from functools import partial

from agent.reader.completion import ReaderState
from agent.reader.trust import ExamFigures, exam_figures
from agent.reasoning.built_in import BuiltInReasoner
from agent.sandbox.run import start_sandbox
from agent.sessions.exports import Exports
from agent.sessions.missing_data import MissingDataset
from agent.sessions.unfinished import UnfinishedQuestion
from registry.dataset import Dataset, ReadingChoices


class Opening(Exports):
    """The part of the service that comes before a question. Errors as AnalystService tells them."""

    def start_conversation(self, owner: str) -> str:
        """A new conversation's id, which cannot be guessed. `owner` is whoever may open it."""
        return self._conversations.start(owner).conversation_id

    def is_open(self, conversation_id: str) -> bool:
        """Whether it is in memory. One that is stored is opened by the next call about it, which reads its files."""
        return self._conversations.is_open(conversation_id)

    def owns(self, conversation_id: str, owner: str) -> bool:
        """Whether this conversation belongs to this owner. A stored one is opened; a look keeps it open."""
        return self._conversations.owns(conversation_id, owner)

    def end(self, conversation_id: str) -> None:
        """Deletes data, results and checkpoints; a turn under way is stopped first. Ending twice does nothing."""
        self._conversations.end(conversation_id)
        self._offers.pop(conversation_id, None)

    def _person_of(self, conversation_id: str) -> str:
        return self._conversations.person_of(conversation_id)

    def _read_ahead(self, conversation_id: str) -> None:
        """Data have changed: the built-in reader reads the tables before the first question about them."""
        if isinstance(self._reasoner, BuiltInReasoner):
            self._reasoner.warm([dataset.profile for dataset in self.datasets.datasets(conversation_id)])

    @property
    def reader_state(self) -> ReaderState | None:
        """Whether the built-in reader can be asked, and if not why; None where rules read."""
        return self._reasoner.reader.state if isinstance(self._reasoner, BuiltInReasoner) else None

    @property
    def reader_exam(self) -> ExamFigures | None:
        """What the built-in reader showed in the exam that connected models take; None where it was not taken."""
        return exam_figures()

    def prepare_reader(self) -> None:
        """Starts the built-in reader in the background, so that the first question does not wait for it."""
        if isinstance(self._reasoner, BuiltInReasoner):
            self._reasoner.reader.begin()

    def prepare_code(self) -> None:
        """Starts the sandbox in the background, so that the first program does not wait for it."""
        start_sandbox(self.settings.code_runs)

    def reread(self, conversation_id: str, dataset_id: str, choices: ReadingChoices) -> Dataset:
        """The same file read with other choices, which new questions use. Where a question was asked since the file
        came in, it is the next version of the data set, and answers so far keep the version they were computed on;
        otherwise it takes the place of the reading before. What is held back from models stays held back.

        Raises RegistryError, a sentence for the person, when the choices do not fit the file; nothing changes then.
        """
        was_used = partial(self._conversations.has_used, conversation_id, dataset_id)
        return self._reach.reread(conversation_id, dataset_id, choices, was_used)

    def missing_datasets(self, conversation_id: str) -> tuple[MissingDataset, ...]:
        """Files that a reopened conversation needs and the server does not have. There is no turn without them."""
        return self._conversations.missing(conversation_id)

    def restore_dataset(self, conversation_id: str, file_name: str, content: bytes) -> Dataset:
        """Loads a missing data set as it was, from the same file. WrongFileError when it is another one."""
        return self._conversations.restore(conversation_id, file_name, content)

    def read_dataset_again(self, conversation_id: str, fingerprint: str) -> Dataset:
        """Reads a missing data set where it lies on disk, as it was read before. RegistryError where it is not there as
        it was; `missing_datasets` tells why from then on."""
        return self._conversations.read_again(conversation_id, fingerprint)

    def give_up_dataset(self, conversation_id: str, fingerprint: str) -> None:
        """Goes on without a missing data set, for good."""
        self._conversations.give_up(conversation_id, fingerprint)

    def unfinished(self, conversation_id: str) -> UnfinishedQuestion | None:
        """The question of the last turn, if the process ended before it was answered: it can be asked again."""
        return self._conversations.unfinished(conversation_id)
