"""The stand-in for `cryptography`: the same keys as the real package, and a seal that nothing but its key opens."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag as RealInvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM as RealAESGCM
from cryptography.hazmat.primitives.hashes import SHA256 as RealSHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF as RealHKDF
from hypothesis import given
from hypothesis import strategies as st
from mcp.server.request_state import AESGCMRequestStateCodec

from runtime.pins import RUNTIME

PYTHON = RUNTIME / "python"
LONGEST_OUTPUT = 255 * 32
KEYS = [bytes([n]) * 32 for n in range(3)]

nonces = st.binary(min_size=12, max_size=12)
contents = st.binary(max_size=200)
associated = st.none() | st.binary(max_size=40)


def _take_modules() -> dict[str, ModuleType]:
    """Take whatever is imported as `cryptography` out of `sys.modules`."""
    names = [name for name in sys.modules if name.partition(".")[0] == "cryptography"]
    return {name: sys.modules.pop(name) for name in names}


def _import_stand_in() -> dict[str, ModuleType]:
    """The stand-in's modules; the real package is back in its place afterwards."""
    real = _take_modules()
    sys.path.insert(0, str(PYTHON))
    try:
        for name in ("exceptions", "hazmat.primitives.ciphers.aead", "hazmat.primitives.kdf.hkdf"):
            importlib.import_module(f"cryptography.{name}")
    finally:
        sys.path.remove(str(PYTHON))
        stand_in = _take_modules()
        sys.modules.update(real)
    return stand_in


MODULES = _import_stand_in()
AESGCM = MODULES["cryptography.hazmat.primitives.ciphers.aead"].AESGCM
HKDF = MODULES["cryptography.hazmat.primitives.kdf.hkdf"].HKDF
SHA256 = MODULES["cryptography.hazmat.primitives.hashes"].SHA256
InvalidTag = MODULES["cryptography.exceptions"].InvalidTag


def test_it_is_the_stand_in_that_is_tested_and_the_real_package_stays() -> None:
    assert all(Path(str(module.__file__)).is_relative_to(PYTHON) for module in MODULES.values())
    assert AESGCM is not RealAESGCM
    assert InvalidTag is not RealInvalidTag
    assert importlib.import_module("cryptography.exceptions").InvalidTag is RealInvalidTag


lengths = st.one_of(st.integers(1, 200), st.sampled_from([31, 32, 33, 64, LONGEST_OUTPUT - 1, LONGEST_OUTPUT]))


@given(
    length=lengths,
    salt=st.none() | st.binary(max_size=100),
    info=st.none() | st.binary(max_size=100),
    secret=st.binary(max_size=100),
)
def test_hkdf_derives_what_the_real_package_derives(
    length: int, salt: bytes | None, info: bytes | None, secret: bytes
) -> None:
    derived = HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
    assert derived == RealHKDF(algorithm=RealSHA256(), length=length, salt=salt, info=info).derive(secret)


def test_hkdf_refuses_more_than_the_real_package_gives() -> None:
    for hkdf, sha256 in ((HKDF, SHA256), (RealHKDF, RealSHA256)):
        with pytest.raises(ValueError):  # noqa: PT011
            hkdf(algorithm=sha256(), length=LONGEST_OUTPUT + 1, salt=None, info=None).derive(b"secret")


@given(key=st.binary(min_size=32, max_size=32), nonce=nonces, data=contents, bound=associated)
def test_what_is_sealed_is_opened_by_the_same_key(key: bytes, nonce: bytes, data: bytes, bound: bytes | None) -> None:
    sealed = AESGCM(key).encrypt(nonce, data, bound)
    assert AESGCM(key).decrypt(nonce, sealed, bound) == data
    assert AESGCM(key).decrypt(nonce, sealed, bound or None) == data


@given(nonce=nonces, data=st.binary(min_size=16, max_size=200), bound=associated)
def test_the_content_can_not_be_read_in_what_is_sealed(nonce: bytes, data: bytes, bound: bytes | None) -> None:
    sealed = AESGCM(KEYS[0]).encrypt(nonce, data, bound)
    assert data not in sealed
    assert len(sealed) > len(data)


def test_equal_content_is_sealed_differently_by_each_key_and_under_each_nonce() -> None:
    data = bytes(100)
    sealed = {AESGCM(key).encrypt(bytes([n]) * 12, data, b"")[:100] for key in KEYS for n in range(3)}
    assert len(sealed) == 9
    blocks = [one[start : start + 32] for one in sealed for start in range(0, 96, 32)]
    assert len(set(blocks)) == 27


@dataclass(frozen=True)
class Sealed:
    nonce: bytes
    data: bytes
    bound: bytes

    def opened(self, key: bytes = KEYS[0]) -> bytes:
        return AESGCM(key).decrypt(self.nonce, self.data, self.bound)

    def changes(self) -> Iterator[Sealed]:
        """The same with one bit of one byte changed, anywhere."""
        for name in ("nonce", "data", "bound"):
            value: bytes = getattr(self, name)
            for position in range(len(value)):
                for bit in (1, 0x80):
                    changed = bytearray(value)
                    changed[position] ^= bit
                    yield Sealed(**{**vars(self), name: bytes(changed)})


SEALED = Sealed(b"twelve bytes", AESGCM(KEYS[0]).encrypt(b"twelve bytes", b"the content" * 5, b"bound"), b"bound")


def test_any_changed_byte_is_refused() -> None:
    """In the nonce, the sealed content, the tag and the associated data."""
    assert SEALED.opened() == b"the content" * 5
    changes = list(SEALED.changes())
    assert len(changes) == 2 * (len(SEALED.nonce) + len(SEALED.data) + len(SEALED.bound))
    for changed in changes:
        with pytest.raises(InvalidTag):
            changed.opened()


@given(length=st.integers(0, len(SEALED.data) - 1))
def test_what_is_cut_short_or_made_longer_is_refused(length: int) -> None:
    for data in (
        SEALED.data[:length],
        SEALED.data[-length:] if length else b"",
        SEALED.data + SEALED.data[:length] + b"\0",
    ):
        with pytest.raises(InvalidTag):
            Sealed(SEALED.nonce, data, SEALED.bound).opened()


@given(moved=st.integers(1, 5))
def test_bytes_moved_between_the_parts_are_refused(moved: int) -> None:
    nonce, data, bound = SEALED.nonce, SEALED.data, SEALED.bound
    for shifted in (
        Sealed(nonce + bound[:moved], data, bound[moved:]),
        Sealed(nonce[:-moved], data, nonce[-moved:] + bound),
        Sealed(nonce, data[moved:], bound + data[:moved]),
        Sealed(nonce, bound[-moved:] + data, bound[:-moved]),
    ):
        with pytest.raises(InvalidTag):
            shifted.opened()


def test_another_key_is_refused() -> None:
    for key in (KEYS[1], KEYS[2], KEYS[0][:-1] + b"\1", KEYS[1][:16]):
        with pytest.raises(InvalidTag):
            SEALED.opened(key)


@pytest.mark.parametrize("length", [0, 1, 15, 31, 33])
def test_a_key_of_a_wrong_length_is_refused_as_by_the_real_package(length: int) -> None:
    messages = []
    for aesgcm in (AESGCM, RealAESGCM):
        with pytest.raises(ValueError, match="AESGCM key must be") as raised:
            aesgcm(bytes(length))
        messages.append(str(raised.value))
    assert messages[0] == messages[1]


def run_on_stand_in(source: str, given: object = None) -> Any:
    """What a script prints as JSON, in a process where the stand-ins come first; it reads `given` from stdin."""
    ran = subprocess.run(
        [sys.executable, "-c", source],
        input=json.dumps(given),
        env={**os.environ, "PYTHONPATH": str(PYTHON)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return json.loads(ran.stdout)


def test_request_state_is_sealed_and_a_forged_token_is_refused() -> None:
    """With the stand-in on both sides; a token of the real package's is as good as a forged one."""
    key = "a secret of a server that is longer than 32 bytes"
    foreign = AESGCMRequestStateCodec([key]).seal(b"state")
    shown = run_on_stand_in(
        """
import base64, json, sys
import cryptography
from mcp.server.request_state import AESGCMRequestStateCodec, InvalidRequestState, RequestStateSecurity

given = json.load(sys.stdin)
codec = RequestStateSecurity.ephemeral().codec

def refused(token, by=codec):
    try:
        by.unseal(token)
    except InvalidRequestState as error:
        return str(error)
    return "accepted"

payload = bytes(range(256))
token = codec.seal(payload)
raw = base64.urlsafe_b64decode(token[3:] + "=" * (-len(token[3:]) % 4))
encode = lambda data: "v1." + base64.urlsafe_b64encode(data).decode().rstrip("=")
assert encode(raw) == token
forged = {encode(raw[:i] + bytes([raw[i] ^ 1]) + raw[i + 1:]) for i in range(len(raw))}
shared = AESGCMRequestStateCodec([given["key"]])
print(json.dumps({
    "file": cryptography.__file__,
    "sealed": [codec.unseal(codec.seal(data)) == data for data in (b"", b"x", payload)],
    "differ": codec.seal(payload) != codec.seal(payload),
    "readable": payload in raw,
    "forged": sorted({refused(one) for one in forged}),
    "cut": sorted({refused(encode(raw[:n])) for n in range(len(raw))}),
    "other": refused(RequestStateSecurity.ephemeral().codec.seal(payload)),
    "odd": [refused(token) for token in ("v1.", "", "{}", "v2" + token[2:])],
    "foreign": refused(given["foreign"], shared),
    "shared": AESGCMRequestStateCodec([given["key"]]).unseal(shared.seal(b"state")).decode(),
}))
""",
        {"key": key, "foreign": foreign},
    )
    assert Path(shown.pop("file")).is_relative_to(PYTHON)
    assert shown == {
        "sealed": [True, True, True],
        "differ": True,
        "readable": False,
        "forged": ["seal", "unknown key"],
        "cut": ["malformed", "seal"],
        "other": "unknown key",
        "odd": ["malformed"] * 4,
        "foreign": "seal",
        "shared": "state",
    }


def test_packages_that_can_do_without_cryptography_do() -> None:
    """`jwt` is imported by `mcp`, and looks for `ModuleNotFoundError`."""
    shown = run_on_stand_in("""
import json
import jwt, jwt.algorithms
import cryptography

def failure(statement):
    try:
        exec(statement)
    except ImportError as error:
        return [type(error).__name__, error.name, str(error)]

print(json.dumps({
    "has_crypto": jwt.algorithms.has_crypto,
    "token": jwt.decode(jwt.encode({"a": 1}, "k" * 32, "HS256"), "k" * 32, ["HS256"]),
    "from": failure("from cryptography import x509"),
    "import": failure("import cryptography.fernet")[:2],
    "attribute": failure("cryptography.x509")[:2],
    "dunder": hasattr(cryptography, "__path__") and not hasattr(cryptography, "__version__"),
}))
""")
    assert shown == {
        "has_crypto": False,
        "token": {"a": 1},
        "from": [
            "ModuleNotFoundError",
            "cryptography.x509",
            "No cryptography.x509: the `cryptography` package has no build for the browser.",
        ],
        "import": ["ModuleNotFoundError", "cryptography.fernet"],
        "attribute": ["ModuleNotFoundError", "cryptography.x509"],
        "dunder": True,
    }
