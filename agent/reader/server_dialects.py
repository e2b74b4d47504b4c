"""What a server is asked and how its reply is read: llama.cpp's own way, and the completions of OpenAI's kind."""

from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, Field, ValidationError

from agent.reader.completion import Alternative, Completion, ReaderError, Stopped, Token
from agent.reader.wire import Wire

MOST_TOKENS = 128  # of one reading; the longest taught one has fewer
ALTERNATIVES = 4  # told of each token, itself among them
Reply = TypeVar("Reply", bound=BaseModel)
Forced = tuple[Token, ...]
"""The tokens with which a completion has to begin."""


class ModelServer(Protocol):
    """A server that holds the model. Each call raises ReaderError as `Wire.post` does."""

    def count(self, text: str, stopped: Stopped, until: float) -> int:
        """The tokens of a text."""

    def warm(self, prefix: str, stopped: Stopped, until: float) -> None:
        """Reads a text into the server's cache of prompts."""

    def complete(self, prompt: str, forced: Forced, most: int, stopped: Stopped, until: float) -> Completion:
        """The greedy completion that begins with the forced tokens, which are part of it, and at most so many more."""


class _Choice(BaseModel):
    """A token as llama.cpp tells it."""

    id: int
    raw: list[int] = Field(alias="bytes")
    logprob: float

    def told(self) -> Alternative:
        return Alternative(bytes(self.raw), self.logprob, self.id)


class _Place(_Choice):
    top_logprobs: list[_Choice]

    def token(self) -> Token:
        others = tuple(one.told() for one in self.top_logprobs if one.id != self.id)
        return Token(bytes(self.raw), self.logprob, self.id, others)


class _LlamaReply(BaseModel):
    stop_type: str
    completion_probabilities: list[_Place]


class _Tokens(BaseModel):
    tokens: list[int]


class LlamaServer:
    """llama.cpp's server. The prompt goes as the numbers of its tokens: a cell that looks like a token which ends
    texts stays text, and a branch begins with the very tokens that were forced."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def count(self, text: str, stopped: Stopped, until: float) -> int:
        return len(self._tokens(text, stopped, until))

    def warm(self, prefix: str, stopped: Stopped, until: float) -> None:
        self._ask(self._tokens(prefix, stopped, until), 0, stopped, until)

    def complete(self, prompt: str, forced: Forced, most: int, stopped: Stopped, until: float) -> Completion:
        numbers = [token.number for token in forced if token.number is not None]
        told = self._ask(self._tokens(prompt, stopped, until) + numbers, most, stopped, until)
        reply = _read(_LlamaReply, told)
        tokens = (*forced, *(place.token() for place in reply.completion_probabilities))
        text = b"".join(token.raw for token in tokens).decode("utf-8", "replace")
        return Completion(text, tokens, reply.stop_type == "eos")

    def _tokens(self, text: str, stopped: Stopped, until: float) -> list[int]:
        body = {"content": text, "add_special": False, "parse_special": False}
        return _read(_Tokens, self._wire.post("/tokenize", body, stopped=stopped, until=until)).tokens

    def _ask(self, tokens: list[int], most: int, stopped: Stopped, until: float) -> dict[str, Any]:
        body = {
            "prompt": tokens, "n_predict": most, "temperature": 0, "cache_prompt": True, "n_probs": ALTERNATIVES,
        }  # fmt: skip
        return self._wire.post("/completion", body, stopped=stopped, until=until)


class _LegacyProbabilities(BaseModel):
    tokens: list[str]
    token_logprobs: list[float]
    top_logprobs: list[dict[str, float]]


class _OpenChoice(BaseModel):
    text: str
    finish_reason: str | None
    logprobs: _LegacyProbabilities


class _OpenReply(BaseModel):
    choices: list[_OpenChoice] = Field(min_length=1)


class _Count(BaseModel):
    count: int


class CompletionsServer:
    """A server with OpenAI's `/v1/completions` (vLLM). The prompt goes as text; its tokens have no numbers."""

    def __init__(self, beside: Wire, wire: Wire, model: str) -> None:
        """`beside`: the same server above /v1, where vLLM counts tokens."""
        self._beside = beside
        self._wire = wire
        self._model = model

    def count(self, text: str, stopped: Stopped, until: float) -> int:
        body = {"model": self._model, "prompt": text, "add_special_tokens": False}
        return _read(_Count, self._beside.post("/tokenize", body, stopped=stopped, until=until)).count

    def warm(self, prefix: str, stopped: Stopped, until: float) -> None:
        self._ask(prefix, 1, stopped, until)

    def complete(self, prompt: str, forced: Forced, most: int, stopped: Stopped, until: float) -> Completion:
        begun = b"".join(token.raw for token in forced).decode("utf-8", "replace")
        choice = _read(_OpenReply, self._ask(prompt + begun, most, stopped, until)).choices[0]
        ended = choice.finish_reason == "stop"
        tokens = list(_legacy_tokens(choice.logprobs))
        if ended and tokens:
            tokens[-1] = _as_end(tokens[-1], choice.text, tokens)
        return Completion(begun + choice.text, (*forced, *tokens), ended)

    def _ask(self, prompt: str, most: int, stopped: Stopped, until: float) -> dict[str, Any]:
        body = {
            "model": self._model, "prompt": prompt, "max_tokens": most, "temperature": 0, "logprobs": ALTERNATIVES,
        }  # fmt: skip
        return self._wire.post("/completions", body, stopped=stopped, until=until)


def _legacy_tokens(told: _LegacyProbabilities) -> list[Token]:
    places = zip(told.tokens, told.token_logprobs, told.top_logprobs, strict=True)
    return [
        Token(
            text.encode(),
            probability,
            None,
            tuple(Alternative(other.encode(), p) for other, p in _by_probability(top) if other != text),
        )
        for text, probability, top in places
    ]


def _by_probability(top: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(top.items(), key=lambda pair: -pair[1])


def _as_end(last: Token, text: str, tokens: list[Token]) -> Token:
    """The token that ended the text has no bytes here as with llama.cpp; some servers tell its name."""
    written = b"".join(token.raw for token in tokens).decode("utf-8", "replace")
    return last if written == text else Token(b"", last.log_probability, last.number, last.others)


def _read(kind: type[Reply], told: dict[str, Any]) -> Reply:
    try:
        return kind.model_validate(told)
    except ValidationError as error:
        raise ReaderError("no_api", f"({error.error_count()} parts of its reply are not as expected)") from None
