"""The description for other programs, and what in an answer is not as it says."""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

DESCRIBED: dict[str, Any] = json.loads(files("firmware.web").joinpath("static", "openapi.json").read_text("utf-8"))
SCHEMAS: dict[str, Any] = DESCRIBED["components"]["schemas"]
KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def flaws(schema: dict[str, Any], value: Any, where: str = "it") -> Iterator[str]:
    """What in ``value`` is not as ``schema`` says: the part of JSON Schema that our description is written in."""
    if "$ref" in schema:
        yield from flaws(SCHEMAS[schema["$ref"].rsplit("/", 1)[1]], value, where)
        return
    if "oneOf" in schema and sum(not list(flaws(one, value)) for one in schema["oneOf"]) != 1:
        yield f"{where} is none, or several, of the things it may be"
    if "const" in schema and value != schema["const"]:
        yield f"{where} is not {schema['const']}"
    kinds = schema.get("type", [])
    wanted = [KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    if wanted and not any(isinstance(value, one) for one in wanted):
        yield f"{where} is {value!r}, not {kinds}"
    if isinstance(value, dict):
        yield from (f"{where} lacks {name}" for name in schema.get("required", []) if name not in value)
        for name, one in schema.get("properties", {}).items():
            if name in value:
                yield from flaws(one, value[name], f"{where}.{name}")
    if isinstance(value, list) and "items" in schema:
        for number, one in enumerate(value):
            yield from flaws(schema["items"], one, f"{where}[{number}]")
