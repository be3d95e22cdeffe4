"""The interface for programs as a page for people, made from the same ``openapi.json``: plain HTML, nothing fetched."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

Facts = Mapping[str, Any]

HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}: the table for other programs</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/style.css">
<link rel="stylesheet" href="/static/described.css">
</head>
<body>
<header><h1><img src="/static/icon.svg" alt="" width="32" height="32">{title}</h1>
<nav><a href="/">Table</a><a href="/api" aria-current="page">For programs</a></nav></header>
<main id="described">
"""
FIRST_STEPS = """<pre>curl -N {home}/api/events
curl {home}/api/state
curl -d '{{"do":"undo"}}' {home}/api/command
curl -d '{{"code":"123456"}}' {home}/api/pair
curl -d '{{"do":"press"}}' -H "Authorization: Bearer KEY" {home}/api/command</pre>
"""


def page(document: Facts, home: str) -> str:
    """What ``document`` says, as HTML; ``home``: where this page is, as http://host:port."""
    info = document["info"]
    return "".join(
        [
            HEAD.format(title=escape(info["title"])),
            f"<p>{escape(info['description'])}</p>",
            FIRST_STEPS.format(home=escape(home)),
            '<p>The same as <a href="/api/openapi.json">openapi.json</a>, for programs that write programs.</p>',
            *_requests(
                document["paths"], [tag["name"] for tag in document["tags"]], document["components"]["responses"]
            ),
            "<h2>Messages</h2>",
            *(_schema(name, schema) for name, schema in document["components"]["schemas"].items()),
            "</main></body></html>\n",
        ]
    )


def _requests(paths: Mapping[str, Facts], tags: Sequence[str], answers: Mapping[str, Facts]) -> Iterator[str]:
    """Every request, under the headings ``tags`` in their order; ``answers``: those that several requests share."""
    requests = [(path, method, one) for path, methods in paths.items() for method, one in methods.items()]
    requests.sort(key=lambda request: tags.index(request[2]["tags"][0]))

    def lines(one: Facts) -> list[str]:
        told = sorted(one["responses"].items())
        return [_answer(status, answers[_named(answer)] if "$ref" in answer else answer) for status, answer in told]

    common = set.intersection(*(set(lines(one)) for path, _, one in requests if path != "/ws"))
    yield f"<p>Any request may be answered so:</p><ul>{''.join(sorted(common))}</ul>"
    for tag, group in groupby(requests, lambda request: request[2]["tags"][0]):
        yield f"<h2>{escape(tag)}</h2><table><thead><tr><th>Ask</th><th>For</th><th>Answers</th></tr></thead><tbody>"
        for path, method, one in group:
            answered = "".join(line for line in lines(one) if line not in common)
            body = "".join(_kind(given["schema"]) for given in one.get("requestBody", {}).get("content", {}).values())
            yield (
                f'<tr><th scope="row"><b>{method.upper()}</b> <code>{escape(path)}</code></th>'
                f"<td>{escape(one['summary'])}"
                + (f"<p>Body: {body}</p>" if body else "")
                + ("<p>On the network: with a key</p>" if "security" in one else "")
                + f"</td><td><ul>{answered}</ul></td></tr>"
            )
        yield "</tbody></table>"


def _answer(status: str, answer: Facts) -> str:
    """One line: the status, what it means, what comes with it."""
    kinds = [
        _kind(given["schema"]) if "schema" in given else f"<code>{escape(kind)}</code>"
        for kind, given in answer.get("content", {}).items()
    ]
    return f"<li><b>{status}</b> {escape(answer['description'])}{': ' if kinds else ''}{', '.join(kinds)}</li>"


def _schema(name: str, schema: Facts) -> str:
    """One message and its fields."""
    needed = schema.get("required", [])
    rows = [
        f'<tr><th scope="row"><code>{escape(field)}</code>{"" if field in needed else " ?"}</th>'
        f"<td>{_kind(one)}</td><td>{escape(one.get('description', ''))}</td></tr>"
        for field, one in schema.get("properties", {}).items()
    ]
    said = f"<p>{escape(schema['description'])}</p>" if "description" in schema else ""
    return (
        f'<h3 id="{escape(name)}">{escape(name)}</h3>{said}<table class="fields"><tbody>{"".join(rows)}</tbody></table>'
    )


def _kind(schema: Facts) -> str:
    """What a value may be, in a few words."""
    if "$ref" in schema:
        name = escape(_named(schema))
        return f'<a href="#{name}">{name}</a>'
    if "oneOf" in schema:
        return " or ".join(_kind(one) for one in schema["oneOf"])
    if "const" in schema or "enum" in schema:
        return " ".join(f"<code>{escape(str(one))}</code>" for one in schema.get("enum", [schema.get("const")]))
    if "items" in schema:
        return f"array of {_kind(schema['items'])}"
    if schema.get("properties"):
        return ", ".join(f"{escape(name)}: {_kind(one)}" for name, one in schema["properties"].items())
    kinds = schema.get("type", "anything")
    return escape(kinds if isinstance(kinds, str) else " or ".join(kinds))


def _named(pointer: Facts) -> str:
    """What ``pointer`` points to is called so."""
    return str(pointer["$ref"].rsplit("/", 1)[1])
