"""What a conversation that was opened again still needs: files that are not kept, a question that a crash broke off."""

from agent.exports import Exports
from agent.missing_data import MissingDataset
from agent.unfinished import UnfinishedQuestion
from registry.dataset import Dataset


class Reopened(Exports):
    """The part of the service that comes after a restart. Errors as AnalystService tells them."""

    def missing_datasets(self, conversation_id: str) -> tuple[MissingDataset, ...]:
        """Files that a reopened conversation needs and the server does not have. There is no turn without them."""
        return self._conversations.missing(conversation_id)

    def restore_dataset(self, conversation_id: str, file_name: str, content: bytes) -> Dataset:
        """Loads a missing data set as it was, from the same file. WrongFileError when it is another one."""
        return self._conversations.restore(conversation_id, file_name, content)

    def give_up_dataset(self, conversation_id: str, fingerprint: str) -> None:
        """Goes on without a missing data set, for good."""
        self._conversations.give_up(conversation_id, fingerprint)

    def unfinished(self, conversation_id: str) -> UnfinishedQuestion | None:
        """The question of the last turn, if the process ended before it was answered: it can be asked again."""
        return self._conversations.unfinished(conversation_id)
