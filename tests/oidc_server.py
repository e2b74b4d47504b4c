"""An OpenID Connect provider on this machine, for tests: discovery, authorization code, signed tokens, keys."""

import base64
import json
import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "tally", "a-secret-of-the-test"
Claims = Mapping[str, Any]


@dataclass
class OidcServer:
    """Signs in whoever's name is pressed on its page. `people` are claims by name."""

    people: Mapping[str, Claims]
    codes: dict[str, tuple[str, str]] = field(default_factory=dict)  # code: name and nonce
    _http: ThreadingHTTPServer | None = None
    _key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, parameters={"kid": "test"}))

    @property
    def url(self) -> str:
        """The issuer."""
        assert self._http is not None
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> "OidcServer":
        server = self

        class Handler(_Handler):
            provider = server

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._http is not None
        self._http.shutdown()
        self._http.server_close()

    def secrets_toml(self, app: str) -> str:
        """Streamlit's table for this provider and an app at this address."""
        table = {
            "redirect_uri": f"{app}/oauth2callback",
            "cookie_secret": secrets.token_urlsafe(32),
            "client_id": CLIENT,
            "client_secret": SECRET,
            "server_metadata_url": f"{self.url}/.well-known/openid-configuration",
        }
        return "[auth]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in table.items())

    def metadata(self) -> Claims:
        """What a client learns first."""
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def keys(self) -> Claims:
        """The public half."""
        return {"keys": [self._key.as_dict(private=False)]}

    def token(self, code: str) -> Claims:
        """A code is worth one token."""
        name, nonce = self.codes.pop(code)
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 600, "nonce": nonce, **self.people[name]}
        signed = jwt.encode({"alg": "RS256", "kid": "test"}, claims, self._key)
        return {"access_token": secrets.token_urlsafe(16), "token_type": "Bearer", "id_token": signed}


class _Handler(BaseHTTPRequestHandler):
    provider: OidcServer

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        """Discovery, keys, and the page on which a person says who they are."""
        parts = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/.well-known/openid-configuration":
            self._json(self.provider.metadata())
        elif parts.path == "/keys":
            self._json(self.provider.keys())
        elif parts.path == "/authorize" and "name" not in asked:
            links = "".join(
                f'<a href="?{urlencode({**asked, "name": name})}">{name}</a> ' for name in self.provider.people
            )
            self._send(200, "text/html", links.encode())
        elif parts.path == "/authorize":
            code = secrets.token_urlsafe(16)
            self.provider.codes[code] = (asked["name"], asked.get("nonce", ""))
            self.send_response(302)
            self.send_header(
                "Location", f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"
            )
            self.end_headers()
        else:
            self._send(404, "text/plain", b"")

    def do_POST(self) -> None:
        """The token, for the client that knows its secret."""
        body = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        plain = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if self.headers.get("Authorization") != f"Basic {plain}":
            self._send(401, "text/plain", b"")
        else:
            self._json(self.provider.token(body["code"][0]))

    def _json(self, value: Claims) -> None:
        self._send(200, "application/json", json.dumps(value).encode())

    def _send(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
