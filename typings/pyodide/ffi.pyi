from typing import Any

class JsException(Exception):
    name: str

jsnull: Any

def create_proxy(obj: object) -> Any: ...
def create_once_callable(obj: object) -> Any: ...
def to_js(obj: object, *, dict_converter: Any = ...) -> Any: ...
