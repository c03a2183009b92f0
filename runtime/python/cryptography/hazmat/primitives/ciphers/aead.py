"""What seals the SDK's request state in a page.

Not AES: a stream of HMAC-SHA256 blocks, then a tag over all of it (encrypt, then authenticate), because the standard
library has HMAC and no cipher. `mcp` uses it for tokens that only the page which made them opens again, so nobody has
to read them elsewhere; a token from a server with the real package is refused, as any forged one is.
"""

import hmac

from cryptography.exceptions import InvalidTag

_TAG_LENGTH = 32
_KEY_LENGTHS = (16, 24, 32)


class AESGCM:
    def __init__(self, key: bytes) -> None:
        if len(key) not in _KEY_LENGTHS:
            raise ValueError("AESGCM key must be 128, 192, or 256 bits.")
        self._stream_key = hmac.digest(key, b"stream", "sha256")
        self._tag_key = hmac.digest(key, b"tag", "sha256")

    def encrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None) -> bytes:
        sealed = self._mask(nonce, data)
        return sealed + self._tag(nonce, sealed, associated_data or b"")

    def decrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None) -> bytes:
        sealed, tag = data[:-_TAG_LENGTH], data[-_TAG_LENGTH:]
        if not hmac.compare_digest(tag, self._tag(nonce, sealed, associated_data or b"")):
            raise InvalidTag
        return self._mask(nonce, sealed)

    def _mask(self, nonce: bytes, data: bytes) -> bytes:
        blocks = range(-(-len(data) // 32))
        stream = b"".join(hmac.digest(self._stream_key, nonce + i.to_bytes(8), "sha256") for i in blocks)
        return bytes(a ^ b for a, b in zip(data, stream, strict=False))

    def _tag(self, nonce: bytes, sealed: bytes, associated_data: bytes) -> bytes:
        lengths = len(nonce).to_bytes(8) + len(associated_data).to_bytes(8)
        return hmac.digest(self._tag_key, lengths + nonce + associated_data + sealed, "sha256")
