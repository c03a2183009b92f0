"""HKDF (RFC 5869), over the standard library's HMAC."""

import hmac

from cryptography.hazmat.primitives.hashes import SHA256


class HKDF:
    def __init__(self, algorithm: SHA256, length: int, salt: bytes | None, info: bytes | None) -> None:
        self._algorithm = algorithm.name
        self._length = length
        self._salt = salt or b""
        self._info = info or b""

    def derive(self, key_material: bytes) -> bytes:
        key = hmac.digest(self._salt, key_material, self._algorithm)
        block, output = b"", b""
        while len(output) < self._length:
            block = hmac.digest(key, block + self._info + bytes([len(output) // len(key) + 1]), self._algorithm)
            output += block
        return output[: self._length]
