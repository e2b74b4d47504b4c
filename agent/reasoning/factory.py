"""The minds that the settings ask for: who reasons without a model, and which model if any."""

from collections.abc import Mapping

from agent.model_settings import ModelSettings
from agent.reader.engine import ReaderEngine
from agent.reasoning.built_in import BuiltInReasoner
from agent.reasoning.prompts import Reasoner
from agent.settings import ReasonerName, SettingError, Settings


def reasoner_for(settings: Settings = Settings()) -> Reasoner:  # noqa: B008 - frozen
    """The reasoner that needs no model: it answers alone, or stands behind one. The built-in reader is started when it
    is first asked.
    """
    return BuiltInReasoner(ReaderEngine(settings), settings)


def model_for(name: ReasonerName, environment: Mapping[str, str]) -> ModelSettings | None:
    """The model to connect to; None for a local reader. SettingError when a model is wanted and none is set."""
    if name != "model":
        return None
    settings = ModelSettings.from_environment(environment)
    if not settings.usable:
        raise SettingError(
            "No language model is set.", "Set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own."
        )
    return settings
