"""The routes: the page, its JSON interface (described in ``openapi.json``), pictures and records."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from importlib.resources import files
from pathlib import PurePath
from time import monotonic
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from firmware import sets
from firmware.journal import JournalError
from firmware.kept import profiles
from firmware.kept.whole import why
from firmware.plies import as_json
from firmware.web import described, words
from firmware.web.commands import NO_GAME_NOW, NOT_DONE, NOT_UNDERSTOOD, given_object, obey
from firmware.web.facts import board_facts, colours, now_facts, ply_facts, table_facts
from firmware.web.guard import Guard, Pairing, Rate, address
from firmware.web.hub import Hub
from firmware.web.library import Library, Missing, made_again, shown_again
from firmware.web.pictures import Pictures
from firmware.web.setting_up import NO_PICTURE, SettingUp, findings
from firmware.web.viewers import PAIR_FIRST, Stream, Viewers
from firmware.words.wording import NAME_LENGTH
from hardware.errors import HardwareError
from rules import catalogue
from rules.game import GivenError, Option
from rules.match import RecordError
from rules.piecepack.ppn import write_ppn
from rules.words import LANGUAGES, Message, Reason, messages

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
WRONG_CODE = Message(
    "web-wrong-code",
    en="That is not the code shown at the table.",
    fr="Ce n’est pas le code affiché à la table.",
    de="Das ist nicht der Code, der am Tisch steht.",
    vi="Đó không phải mã hiện ở bàn.",
    zh="这不是桌上显示的配对码。",
)
CODE_RESTS = Message(
    "web-code-rests",
    en="Too many wrong codes; please wait a while.",
    fr="Trop de codes erronés ; attendez un moment.",
    de="Zu viele falsche Codes; bitte eine Weile warten.",
    vi="Sai mã quá nhiều lần; xin chờ một lúc.",
    zh="错误次数过多，请稍等。",
)

Answer = Callable[[Request], Awaitable[Response]]
"""What answers a request."""


class Pages:
    """The answers to every request."""

    def __init__(self, hub: Hub, library: Library, pairing: Pairing, rate: Rate) -> None:
        self.hub = hub
        self.library = library
        self.pairing = pairing
        self.pictures = Pictures(hub, monotonic)
        self.setting_up = SettingUp(hub)
        self._turn = asyncio.Semaphore(1)
        self.static = {one.name: one.read_bytes() for one in files("firmware.web").joinpath("static").iterdir()}
        whole = sha256(b"".join(self.static[name] for name in sorted(self.static)))
        self.viewers = Viewers(hub, pairing, rate, whole.hexdigest()[:16])

    # The page itself.

    async def index(self, request: Request) -> Response:
        """The page."""
        return self._file("index.html", request)

    async def part(self, request: Request) -> Response:
        """A part of the page."""
        return self._file(request.path_params["name"], request)

    async def openapi(self, request: Request) -> Response:
        """The description of the interface for programs."""
        return self._file("openapi.json", request)

    async def described(self, request: Request) -> Response:
        """The same for people."""
        home = f"{request.url.scheme}://{request.url.netloc}"
        return HTMLResponse(described.page(json.loads(self.static["openapi.json"]), home))

    def _file(self, name: str, request: Request) -> Response:
        data = self.static.get(name)
        kind = KINDS.get(name[name.rfind(".") :])
        if data is None or kind is None:
            return wrong(404, NOT_UNDERSTOOD(what=name[:40]))
        tag = f'"{sha256(data).hexdigest()[:16]}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=kind, headers=headers)

    async def words(self, request: Request) -> Response:
        """Every sentence that a page may show, in one language."""
        language = request.path_params["language"]
        if language not in LANGUAGES:
            return wrong(404, NOT_UNDERSTOOD(what=language[:40]))
        told = {id_: text for id_, text in messages().items() if not id_.startswith(words.NOT_SHOWN)}
        return JSONResponse({id_: message.wording(language) for id_, message in told.items()})

    # The table.

    async def state(self, _: Request) -> Response:
        """The game and what is the case now."""
        sitting, snapshot = self.hub.sitting, self.hub.snapshot
        if sitting is None or snapshot is None:
            return wrong(404, NO_GAME_NOW())
        return JSONResponse({"table": table_facts(sitting), "now": now_facts(snapshot, self.hub.late(snapshot))})

    async def history(self, _: Request) -> Response:
        """Every ply so far."""
        snapshot = self.hub.snapshot
        if snapshot is None:
            return wrong(404, NO_GAME_NOW())
        plies = enumerate(snapshot.state.history[1:], 1)
        return JSONResponse([ply_facts(number, ply.kind, ply.seat, ply.move) for number, ply in plies])

    async def events(self, request: Request) -> Response:
        """What happens, as server-sent events."""
        if self.viewers.crowd.full(address(request.scope)):
            return PlainTextResponse("too many viewers; try again later\n", 503)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        return Stream(self.viewers, request)

    async def command(self, request: Request) -> Response:
        """Something asked for."""
        asked = await asked_object(request)
        if asked is None:
            return wrong(400, NOT_UNDERSTOOD(what="JSON"))
        try:
            await obey(self.hub, asked)
        except GivenError as error:
            return wrong(409, error.reason)
        return JSONResponse({"ok": True}, 202)

    async def pair(self, request: Request) -> Response:
        """A key for the code shown at the table."""
        asked = await asked_object(request)
        code = (asked or {}).get("code")
        where = address(request.scope)
        key = self.pairing.pair(code, where) if isinstance(code, str) else None
        if key is None:
            return wrong(429, CODE_RESTS()) if self.pairing.rests(where) else wrong(403, WRONG_CODE())
        return JSONResponse({"key": key})

    async def choices(self, request: Request) -> Response:
        """The house rules of a game, and the seats they lead to."""
        name = request.path_params["game"]
        try:
            offered = catalogue.options(name)
            chosen = catalogue.parse_options(name, dict(request.query_params))
            game = catalogue.game(name, **chosen)
        except GivenError as error:
            return wrong(409 if name in catalogue.names() else 404, error.reason)
        return JSONResponse(
            {
                "options": [option_facts(name, one, offered, chosen) for one in offered],
                "chosen": dict(game.options),
                "seats": list(game.seats),
                "sets": sets.owned(game),
                "colours": colours(sets.colours(game)),
                "board": board_facts(game.board),
                "start": dict(game.view(game.start())),
            }
        )

    # Setting up.

    async def profiles(self, _: Request) -> Response:
        """The house rules kept by name."""
        return await self._answered(lambda: JSONResponse(profiles.kept()))

    async def keep_profile(self, request: Request) -> Response:
        """Keep house rules under a name."""
        asked = await asked_object(request) or {}
        game, rules, name = asked.get("game"), asked.get("options"), request.path_params["name"]
        if not isinstance(game, str) or not isinstance(rules, dict) or len(name) > NAME_LENGTH:
            return wrong(400, NOT_UNDERSTOOD(what="options"))
        return await self._answered(lambda: JSONResponse(profiles.keep(name, game, rules)))

    async def doctor(self, _: Request) -> Response:
        """Whether this machine is all right, and what to do where it is not."""
        sitting = self.hub.sitting
        if sitting is None:
            return wrong(404, NO_GAME_NOW())
        return await self._answered(lambda: JSONResponse(findings(sitting)))

    async def where(self, _: Request) -> Response:
        """Where the board lies in the camera's picture, as far as known."""
        return await self._answered(lambda: JSONResponse(self.setting_up.where()))

    async def find_board(self, request: Request) -> Response:
        """Look for the board anew, by itself or by tapped corners; and keep what was found."""
        return await self._asked(request, self.setting_up.find)

    async def find_lamps(self, _: Request) -> Response:
        """Blink the lamps of an empty board to find which lies where, and keep it."""
        return await self._answered(lambda: JSONResponse(self.setting_up.find_lamps()))

    async def show_empty(self, request: Request) -> Response:
        """Take a picture of the board without pieces, and keep it if it is good."""
        return await self._asked(request, self.setting_up.show_empty)

    # Pictures.

    async def camera(self, _: Request) -> Response:
        """What the camera sees."""
        return newest(await run_in_threadpool(self.pictures.camera))

    async def seen(self, _: Request) -> Response:
        """What was read in the last careful picture."""
        return newest(await run_in_threadpool(self.pictures.seen))

    async def crop(self, request: Request) -> Response:
        """The last careful picture around one place."""
        place, sitting = request.path_params["place"], self.hub.sitting
        if sitting is not None and place not in sitting.loop.state.game.board:
            return wrong(404, NOT_UNDERSTOOD(what=place[:40]))
        packed = await run_in_threadpool(self.pictures.crop, place)
        return wrong(404, NO_PICTURE()) if packed is None else picture(packed)

    # Records.

    async def games(self, request: Request) -> Response:
        """The recorded games: the newest, or older ones."""
        before = request.query_params.get("before")
        return await self._answered(lambda: JSONResponse(self.library.cards(before)))

    async def game(self, request: Request) -> Response:
        """One recorded game, ply by ply."""
        id_ = request.path_params["id"]

        def shown() -> Response:
            made = self.library.replay(id_)
            return JSONResponse({**shown_again(id_, made), "doubts": self.library.doubts(id_, made)})

        return await self._answered(shown)

    async def shared(self, request: Request) -> Response:
        """One recorded game as a file."""
        id_, form = request.path_params["id"], request.path_params["form"]
        return await self._answered(lambda: self._shared(id_, form))

    def _shared(self, id_: str, form: str) -> Response:
        match form:
            case "txt":
                body, kind = self.library.to_share(id_).state.match.to_text().encode(), "text/plain; charset=utf-8"
            case "json":
                plies = [as_json(state) for state in self.library.to_share(id_).plies()]
                body, kind = json.dumps(plies, ensure_ascii=False).encode(), "application/json"
            case "jsonl":
                with suppress(RecordError):  # as it is, damaged or not
                    self.library.to_share(id_)
                body, kind = self.library.path(id_).read_bytes(), "application/jsonl"
            case "ppn" if id_.endswith("-piecepack"):
                body, kind = write_ppn(self.library.replay(id_).state.match).encode(), "text/plain; charset=utf-8"
            case "gif":
                body, kind = self.library.animation(id_), "image/gif"
            case _:
                return wrong(404, NOT_UNDERSTOOD(what=form[:40]))
        return Response(body, media_type=kind, headers={"content-disposition": f'attachment; filename="{id_}.{form}"'})

    async def evidence(self, request: Request) -> Response:
        """A kept picture of a doubtful table."""
        id_, name = request.path_params["id"], request.path_params["name"]
        return await self._answered(lambda: picture(self.library.evidence(id_, name).read_bytes()))

    async def take_in(self, request: Request) -> Response:
        """Keep a record from outside."""
        data = await body_of(request)
        return await self._answered(lambda: JSONResponse({"id": self.library.take_in(data)}, 201))

    async def preview(self, request: Request) -> Response:
        """Show a record from outside without keeping it."""
        data = await body_of(request)
        return await self._answered(lambda: JSONResponse(shown_again(None, made_again(data))))

    async def put_away(self, request: Request) -> Response:
        """Take a game out of the library; it can be taken back."""
        return await self._answered(lambda: JSONResponse({"away": self.library.put_away(request.path_params["id"])}))

    async def take_out(self, request: Request) -> Response:
        """Bring a game back."""
        return await self._answered(lambda: JSONResponse({"id": self.library.take_out(request.path_params["id"])}))

    async def _asked(self, request: Request, answer: Callable[[Mapping[str, Any]], Any]) -> Response:
        """What ``answer`` makes of the JSON object in the body, as JSON."""
        asked = await asked_object(request)
        if asked is None:
            return wrong(400, NOT_UNDERSTOOD(what="JSON"))
        return await self._answered(lambda: JSONResponse(answer(asked)))

    async def _answered(self, make: Callable[[], Response]) -> Response:
        """What ``make`` gives, made beside the other requests, one at a time; its errors as answers."""
        try:
            async with self._turn:
                return await run_in_threadpool(make)
        except Missing as error:
            return wrong(404, error.reason)
        except GivenError as error:
            return wrong(409, error.reason)
        except (HardwareError, OSError) as error:
            # Of a record only what the system said is told, for the sentence has its whole path.
            cause = error.__cause__ if isinstance(error, JournalError) else None
            return wrong(500, NOT_DONE(why=why(cause if isinstance(cause, OSError) else error)))

    def paired(self, answer: Answer) -> Answer:
        """``answer``, but only to those who may change something here."""

        async def guarded(request: Request) -> Response:
            scheme, _, key = request.headers.get("authorization", "").partition(" ")
            if not self.pairing.may_change(key if scheme.lower() == "bearer" else None):
                return wrong(403, PAIR_FIRST())
            return await answer(request)

        return guarded


def option_facts(name: str, one: Option, offered: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """One house rule of the game ``name`` beside those ``chosen``; ``barred``: what cannot be, and what bars it."""
    barred = {
        choice: in_the_way(name, {**chosen, one.name: choice}, [other for other in offered if other is not one])
        for choice in one.choices
        if not catalogue.is_possible(name, {**chosen, one.name: choice})
    }
    return {
        "name": one.name,
        "default": one.default,
        "choices": list(one.choices),
        "possible": [choice for choice in one.choices if choice not in barred],
        "barred": [{"choice": choice, "rule": rule} for choice, rule in barred.items()],
        "meaning": one.meaning.as_json(),
    }


def in_the_way(name: str, options: Mapping[str, Any], offered: Sequence[Option]) -> str | None:
    """Which of the rules ``offered`` would have to be another for ``options`` to go together; None: no single one."""
    return next(
        (
            one.name
            for one in offered
            if any(catalogue.is_possible(name, {**options, one.name: other}) for other in one.choices)
        ),
        None,
    )


async def body_of(request: Request) -> bytes:
    """The whole body, whose length the guard limits."""
    try:
        return await request.body()
    except ClientDisconnect:
        return b""


async def asked_object(request: Request) -> Mapping[str, Any] | None:
    """The JSON object in the body; None where there is none."""
    return given_object(await body_of(request))


def wrong(status: int, reason: Reason) -> Response:
    """An error, to be worded by whoever shows it. Where files lie is nobody's business: only their names are told."""
    args = {name: PurePath(value).name if name == "path" else value for name, value in reason.args.items()}
    told = Reason(reason.id, args)
    return JSONResponse({"error": told.as_json(), "text": str(told)}, status)


def nothing_there(request: Request, error: Any) -> Response:  # Any: the framework knows an HTTPException by its key
    """A path that leads nowhere, or a method that it does not take, answered like everything that is not there."""
    answer = wrong(error.status_code, NOT_UNDERSTOOD(what=f"{request.method} {request.url.path}"[:40]))
    answer.headers.update(error.headers or {})  # the methods that it does take
    return answer


def picture(packed: bytes) -> Response:
    """A JPEG."""
    return Response(packed, media_type="image/jpeg", headers={"cache-control": "no-store"})


def newest(packed: bytes | None) -> Response:
    """A JPEG that is asked for again and again; before the first one, nothing, which is no error."""
    return Response(status_code=204) if packed is None else picture(packed)


def make_app(
    hub: Hub, library: Library, pairing: Pairing, names: frozenset[str], now: Callable[[], float] = monotonic
) -> ASGIApp:
    """The page as an ASGI application, guarded."""
    hub.library = library
    rate = Rate(now)
    pages = Pages(hub, library, pairing, rate)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        hub.open(asyncio.get_running_loop())
        yield
        hub.shut()

    routes = [
        Route("/", pages.index),
        Route("/static/{name}", pages.part),
        Route("/api", pages.described),
        Route("/api/openapi.json", pages.openapi),
        Route("/api/words/{language}", pages.words),
        Route("/api/state", pages.state),
        Route("/api/history", pages.history),
        Route("/api/events", pages.events),
        Route("/api/command", pages.paired(pages.command), methods=["POST"]),
        Route("/api/pair", pages.pair, methods=["POST"]),
        Route("/api/choices/{game}", pages.choices),
        Route("/api/profiles", pages.profiles),
        Route("/api/profiles/{name:path}", pages.paired(pages.keep_profile), methods=["PUT"]),
        Route("/api/doctor", pages.paired(pages.doctor)),
        Route("/api/where", pages.where),
        Route("/api/where", pages.paired(pages.find_board), methods=["POST"]),
        Route("/api/lamps", pages.paired(pages.find_lamps), methods=["POST"]),
        Route("/api/empty", pages.paired(pages.show_empty), methods=["POST"]),
        Route("/api/camera.jpg", pages.camera),
        Route("/api/seen.jpg", pages.seen),
        Route("/api/crop/{place}", pages.crop),
        Route("/api/games", pages.games),
        Route("/api/games", pages.paired(pages.take_in), methods=["POST"]),
        Route("/api/preview", pages.preview, methods=["POST"]),
        Route("/api/games/{id}", pages.game),
        Route("/api/games/{id}", pages.paired(pages.put_away), methods=["DELETE"]),
        Route("/api/games/{id}/back", pages.paired(pages.take_out), methods=["POST"]),
        Route("/api/games/{id}/as/{form}", pages.shared),
        Route("/api/games/{id}/evidence/{name}", pages.evidence),
        WebSocketRoute("/ws", pages.viewers.follow),
    ]
    words.declare()
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: nothing_there})
    return Guard(app, names, rate, Rate(now))
