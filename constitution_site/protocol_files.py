"""The files that are made from the Python messages: the browser's types and the OpenAPI description.

One source: the structs of games.play.protocol and what the API views say of themselves. The
command `write_protocol` writes both files, `--check` fails when one is not fresh.
"""

import json
import re
from collections.abc import Iterator
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from django.urls import URLPattern

from games.http import Call, Problem
from games.play import protocol

DO_NOT_EDIT = "Made by `manage.py write_protocol` from games/play/protocol.py. Do not edit."


# --- types for the browser -------------------------------------------------------------------


def typescript() -> str:
    """Give protocol.d.ts: an interface a message, and the unions of both directions."""
    server, client = get_args(protocol.ServerMessage), get_args(protocol.ClientMessage)
    parts = [f"// {DO_NOT_EDIT}", _alias("Status", protocol.Status), _alias("Code", protocol.Code)]
    parts += [_interface(struct) for struct in (protocol.Row, *server, *client)]
    for name, union in (("ServerMessage", server), ("ClientMessage", client)):
        parts.append(f"export type {name} =\n  | " + "\n  | ".join(struct.__name__ for struct in union) + ";")
    return "\n".join(parts) + "\n"


def _alias(name: str, literal: Any) -> str:
    return f"export type {name} = " + " | ".join(json.dumps(value) for value in get_args(literal)) + ";"


def _interface(struct: type[msgspec.Struct]) -> str:
    lines = [f"/** {(struct.__doc__ or '').strip()} */", f"export interface {struct.__name__} {{"]
    tag = struct.__struct_config__.tag
    if tag:
        lines.append(f"  type: {json.dumps(tag)};")
    for field in msgspec.structs.fields(struct):
        mark = "" if field.required else "?"
        lines.append(f"  {field.name}{mark}: {_type(field.type)};")
    return "\n".join([*lines, "}"])


def _type(kind: Any) -> str:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in (protocol.Status, protocol.Code):
        return "Status" if kind == protocol.Status else "Code"
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in arguments)
    if origin in (Union, UnionType):
        return " | ".join(_type(argument) for argument in arguments)
    if origin is list or (origin is tuple and arguments[-1] is Ellipsis):
        inner = _type(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return "[" + ", ".join(_type(argument) for argument in arguments) + "]"
    if origin is not None:  # Annotated: the limits are the server's business
        return _type(arguments[0])
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    return {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}[kind]


# --- the OpenAPI description -----------------------------------------------------------------


def openapi(patterns: list[Any]) -> str:
    """Give the OpenAPI file of all API views among some URL patterns."""
    calls = list(_calls(patterns))
    bodies = [kind for _path, view in calls for kind in (view.call.gives, view.call.takes) if kind] + [
        Problem
    ]
    schemas, components = msgspec.json.schema_components(bodies, ref_template="#/components/schemas/{name}")
    by_body = dict(zip((str(body) for body in bodies), schemas, strict=True))
    paths: dict[str, Any] = {}
    for path, view in calls:
        for method in view.call.methods:
            paths.setdefault(path, {})[method.lower()] = _operation(path, view, by_body)
    document = {
        "openapi": "3.1.0",
        "info": {"title": "The Daily Constitutional", "version": "1", "description": DO_NOT_EDIT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "sessionid"}},
        },
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _calls(patterns: list[Any]) -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern) and hasattr(pattern.callback, "call"):
            yield "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)), pattern.callback


def _operation(path: str, view: Any, by_body: dict[str, Any]) -> dict[str, Any]:
    call: Call = view.call
    text = {"schema": {"type": "string"}}
    summary = (view.__doc__ or "").strip().split(": ", 1)[-1]
    good: dict[str, Any] = {"description": summary}
    if call.gives:
        good["content"] = {"application/json": {"schema": by_body[str(call.gives)]}}
    else:
        good["content"] = {"text/plain": text}
    problem = {"content": {"application/json": {"schema": by_body[str(Problem)]}}, "description": "An error."}
    operation: dict[str, Any] = {"summary": summary, "responses": {"2XX": good, "4XX": problem}}
    named = [{"name": name, "in": "path", "required": True} | text for name in re.findall(r"{(\w+)}", path)]
    asked = [{"name": n, "in": "query", "description": means} | text for n, means in call.query.items()]
    if named or asked:
        operation["parameters"] = [*named, *asked]
    if call.takes:
        operation["requestBody"] = {"content": {"application/json": {"schema": by_body[str(call.takes)]}}}
    elif "POST" in call.methods:
        operation["requestBody"] = {"content": {"text/plain": text}}
    return operation
