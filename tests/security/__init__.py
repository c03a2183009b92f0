import pytest

pytest.register_assert_rewrite("tests.security.labs")
