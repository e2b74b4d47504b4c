"""Stands in for `agent/reader/serving.py`: a process with llama.cpp's paths over a tiny language model.

The "weights" are JSON: what may follow each text after "=>", with probabilities; the token "" ends the text. Prompts
with HANG are never answered, with DIE end the process (with DIE_ONCE only the first time). WEIGHTS.log tells all.
"""

import json
import math
import os
import select
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

END = 999
Tree = dict[str, list[tuple[str, float]]]


class StandIn(ThreadingHTTPServer):
    """Serves a model; `events` tells what came in."""

    daemon_threads = True

    def __init__(self, weights: Path, key: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.weights, self.key = weights, key
        self.tree: Tree = json.loads(weights.read_text(encoding="utf-8"))
        words = sorted({token for choices in self.tree.values() for token, _ in choices if token})
        self.numbers = {**{word: 300 + at for at, word in enumerate(words)}, "": END}
        self.words = {number: word for word, number in self.numbers.items()}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def happened(self, event: str) -> None:
        """A line of the log."""
        with self.weights.with_suffix(".log").open("a", encoding="utf-8") as log:
            log.write(event + "\n")

    def text_of(self, tokens: list[int]) -> str:
        """Numbers below 300 are bytes."""
        return b"".join(bytes([n]) if n < 300 else self.words[n].encode() for n in tokens).decode()

    def greedy(self, so_far: str, most: int) -> list[tuple[str, list[tuple[str, float]]]]:
        """The tokens to the end, or so many, each with what may stand in its place."""
        tokens: list[tuple[str, list[tuple[str, float]]]] = []
        while len(tokens) < most and (not tokens or tokens[-1][0]):
            choices = sorted(self.tree[so_far], key=lambda pair: -pair[1])
            tokens.append((choices[0][0], [(token, math.log(p)) for token, p in choices]))
            so_far += choices[0][0]
        return tokens


class _Handler(BaseHTTPRequestHandler):
    server: StandIn

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization") != f"Bearer {self.server.key}":
            self._send(401, {"error": {"type": "authentication_error"}})
        elif self.path == "/tokenize":
            text = body.get("content", body.get("prompt"))
            tokens = list(text.encode())
            self._send(200, {"tokens": tokens, "count": len(tokens)})
        else:
            prompt = body["prompt"]
            self._complete(prompt if isinstance(prompt, str) else self.server.text_of(prompt), body)

    def _complete(self, prompt: str, body: dict[str, Any]) -> None:
        self.server.happened(f"asked {prompt}")
        if "HANG" in prompt:
            select.select([self.connection], [], [])  # readable when the other side closes it
            self.server.happened(f"cut {prompt}")
            return
        died = self.server.weights.with_suffix(".died")
        if "DIE" in prompt and not ("DIE_ONCE" in prompt and died.exists()):
            died.touch()
            os._exit(9)
        if "LONG" in prompt:
            self._send(400, {"error": {"type": "exceed_context_size_error"}})
        elif body.get("n_predict") == 0:
            self._send(200, {})
        else:
            tokens = self.server.greedy(prompt.partition("=>")[2], body.get("max_tokens") or body["n_predict"])
            ended = not tokens[-1][0]
            self._send(200, self._legacy(tokens, ended) if "max_tokens" in body else self._llama(tokens, ended))

    def _llama(self, tokens: list[tuple[str, list[tuple[str, float]]]], ended: bool) -> dict[str, Any]:
        def told(token: str, p: float) -> dict[str, Any]:
            return {"id": self.server.numbers[token], "token": token, "bytes": list(token.encode()), "logprob": p}

        places = [{**told(*top[0]), "top_logprobs": [told(*one) for one in top]} for _, top in tokens]
        return {
            "content": "".join(t for t, _ in tokens),
            "stop_type": "eos" if ended else "limit",
            "completion_probabilities": places,
        }

    def _legacy(self, tokens: list[tuple[str, list[tuple[str, float]]]], ended: bool) -> dict[str, Any]:
        named = [(token or "<|im_end|>", top) for token, top in tokens]
        told = {
            "tokens": [token for token, _ in named],
            "token_logprobs": [top[0][1] for _, top in named],
            "top_logprobs": [{token or "<|im_end|>": p for token, p in top} for _, top in named],
        }
        text = "".join(token for token, _ in tokens)
        return {"choices": [{"text": text, "finish_reason": "stop" if ended else "length", "logprobs": told}]}

    def _send(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def main() -> None:
    orders = json.loads(sys.stdin.buffer.readline())
    weights = Path(orders["weights"])
    if "broken" in weights.name:
        print(json.dumps({"error": "no weights", "missing": ""}), flush=True)
        return
    server = StandIn(weights, orders["key"])
    server.happened("environment " + " ".join(sorted(os.environ)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"address": server.address}), flush=True)
    sys.stdin.buffer.read()


if __name__ == "__main__":
    main()
