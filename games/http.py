"""What every JSON view shares: reading a body, writing an answer, one shape for errors.

An error is `{"code", "detail"}` with a fitting status; `detail` is in the visitor's language.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_cookie

from games.limits import TooFast, check_limit

API = "/api/"
View = Callable[..., HttpResponse]
Body = TypeVar("Body")


class Problem(msgspec.Struct, frozen=True):
    """The body of every error."""

    code: str
    detail: str


class Call(NamedTuple):
    """What an API view takes and gives."""

    methods: tuple[str, ...]
    gives: Any
    takes: type[msgspec.Struct] | None
    query: dict[str, str]


class ApiError(Exception):
    """An answer that is an error: status, code for machines, words for people."""

    def __init__(self, status: int, code: str, detail: str | Promise) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.detail = detail


def json_response(data: Any, status: int = 200) -> HttpResponse:
    """Write an answer; never cached, since it is about one visitor at one moment."""
    response = HttpResponse(msgspec.json.encode(data), status=status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def problem_response(error: ApiError) -> HttpResponse:
    """Write an error."""
    return json_response(Problem(error.code, str(error.detail)), error.status)


def count_request(request: HttpRequest, kind: str) -> None:
    """Count a request against a limit, by its address and its account, else its session. Raises `TooFast`."""
    visitor = str(request.user.pk or request.session.session_key or "")
    check_limit(kind, address=request.META.get("REMOTE_ADDR", ""), visitor=visitor)


def api(
    *methods: str,
    gives: Any = None,
    takes: type[msgspec.Struct] | None = None,
    query: dict[str, str] | None = None,
    limit: str = "post",
) -> Callable[[View], View]:
    """Make a view an API call: other methods are refused, ApiError becomes its answer.

    `gives` (None: plain text) and `takes` are the bodies, `query` the parameters with their
    meaning: the OpenAPI file is written from them (`manage.py write_protocol`). What may write counts against
    a limit (games/limits.py).
    """

    def decorate(view: View) -> View:
        @vary_on_cookie
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                if request.method not in methods:
                    raise ApiError(405, "method_not_allowed", _("This address does not take that method."))
                if request.method in ("POST", "PUT"):
                    count_request(request, limit)
                return view(request, *args, **kwargs)
            except ApiError as error:
                return problem_response(error)
            except TooFast as error:
                detail = _("That was too often; try again in a moment.")
                response = problem_response(ApiError(429, "too_fast", detail))
                response.headers["Retry-After"] = str(error.retry_after)
                return response

        wrapped.call = Call(methods, gives, takes, query or {})  # type: ignore[attr-defined]
        return wrapped

    return decorate


def read_body(request: HttpRequest, kind: type[Body]) -> Body:
    """Read a JSON body as a struct; an empty body is an empty object. Raises ApiError 400."""
    try:
        return msgspec.json.decode(request.body or b"{}", type=kind)
    except msgspec.DecodeError as error:
        raise ApiError(
            400, "bad_request", _("The body is not what this call takes: %(why)s") % {"why": str(error)}
        ) from None


def not_found() -> ApiError:
    """Give the 404 of every address that does not exist for this visitor."""
    return ApiError(404, "not_found", _("There is nothing at this address."))
