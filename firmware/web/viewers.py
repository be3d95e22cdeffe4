"""Those who follow: by WebSocket, which also takes what they ask for, or by a plain stream of events.

A viewer is a number (what was told last) and a bell; nothing is queued for anybody.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.plain_json import compact
from firmware.web import settings
from firmware.web.commands import given_object, obey
from firmware.web.facts import news_facts, now_facts, table_facts
from firmware.web.guard import Crowd, Pairing, Rate, address
from firmware.web.hub import Hub, News, Snapshot
from rules.game import GivenError
from rules.words import Message

PAIR_FIRST = Message(
    "web-pair-first",
    en="Type the pairing code shown at the table first; until then you may look on.",
    fr="Saisissez d’abord le code affiché à la table ; en attendant, vous pouvez regarder.",
    de="Bitte zuerst den Code vom Tisch eingeben; bis dahin kann man zusehen.",
    vi="Hãy nhập mã ghép nối hiện ở bàn trước; đến lúc đó bạn chỉ xem được.",
    zh="请先输入桌上显示的配对码；在此之前只能观看。",
)

CROWDED = Message(
    "web-crowded",
    en="Too many pages follow this table; please close one.",
    fr="Trop de pages suivent cette table ; fermez-en une.",
    de="Zu viele Seiten folgen diesem Tisch; bitte eine schließen.",
    vi="Quá nhiều trang theo dõi bàn này; hãy đóng bớt.",
    zh="正在看此桌的页面太多，请关闭一个。",
)


class Stream(StreamingResponse):
    """Server-sent events for one viewer, who counts before the first of them: many may come in the same moment."""

    def __init__(self, viewers: "Viewers", request: Request) -> None:
        super().__init__(viewers.stream(request), media_type="text/event-stream")
        self._counted = viewers.crowd.counted(address(request.scope))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve it until they go."""
        with self._counted:
            await super().__call__(scope, receive, send)


class Viewers:
    """Counts who follows, and tells them. ``page``: which one is served here; an older one loads itself anew."""

    def __init__(self, hub: Hub, pairing: Pairing, rate: Rate, page: str = "") -> None:
        self.hub = hub
        self.pairing = pairing
        self.rate = rate
        self.page = page
        self.crowd = Crowd(settings.VIEWERS, settings.VIEWERS_EACH)
        self._packed: tuple[Snapshot, str] | None = None
        self._news: tuple[int | None, int, str] | None = None

    def packed(self, snapshot: Snapshot) -> str:
        """A snapshot as text, made once for everybody."""
        if self._packed is None or self._packed[0] is not snapshot:
            self._packed = (snapshot, compact(now_facts(snapshot)))
        return self._packed[1]

    def packed_news(self, told: int | None, news: Sequence[News]) -> str:
        """What is new after ``told`` as text; made once for all who heard the same before."""
        last = news[-1].number
        if self._news is None or self._news[:2] != (told, last):
            self._news = (told, last, compact({"type": "news", "items": [news_facts(one) for one in news]}))
        return self._news[2]

    async def messages(
        self, told: int | None, pulse: float | None = None
    ) -> AsyncIterator[tuple[int | None, str | None]]:
        """What one viewer is told, each with the number of the last news in it, from after ``told`` on.

        ``pulse``: after so many seconds without any news, None is told.
        """
        sitting = number = 0
        bell = self.hub.bell()
        try:
            while True:
                try:
                    await asyncio.wait_for(bell.wait(), pulse)
                except TimeoutError:
                    yield told, None
                    continue
                bell.clear()
                snapshot, table = self.hub.snapshot, self.hub.sitting
                if table is not None and table.number != sitting:
                    sitting = table.number
                    yield told, compact(table_facts(table))
                if snapshot is not None and snapshot.number != number and snapshot.sitting == sitting:
                    # Who comes late is told how long the clocks have been running since.
                    first, number = number == 0, snapshot.number
                    late = self.hub.late(snapshot) if first else 0.0
                    yield told, compact(now_facts(snapshot, late)) if late else self.packed(snapshot)
                news = self.hub.since(told)
                if news:
                    packed, told = self.packed_news(told, news), news[-1].number
                    yield told, packed
        finally:
            self.hub.unhang(bell)

    async def follow(self, socket: WebSocket) -> None:
        """Serve one WebSocket until it closes."""
        where = address(socket.scope)
        if self.crowd.full(where):
            await socket.accept()  # a page that is not let in at all would not hear why
            await socket.close(1013, CROWDED().text())
            return
        with self.crowd.counted(where):
            await self._serve(socket, where)

    async def _serve(self, socket: WebSocket, where: str) -> None:
        await socket.accept()
        writing = asyncio.Lock()
        telling: asyncio.Task[None] | None = None
        key: str | None = None
        try:
            while True:
                asked = await self._heard(socket)
                self.hub.there(socket, still=True)
                if not self.rate.allows(where):
                    await socket.close(1008, "too many messages")
                    return
                if asked.get("do") == "hello":
                    key = asked.get("key") if isinstance(asked.get("key"), str) else None
                    if telling is None:
                        telling = asyncio.create_task(self._tell(socket, writing, asked.get("after")))
                    elif (snapshot := self.hub.snapshot) is not None:  # whoever slept may hear late of running clocks
                        await self._say(socket, writing, now_facts(snapshot, self.hub.late(snapshot)))
                await self._say(socket, writing, await self._answer(asked, key, socket))
        except (WebSocketDisconnect, TimeoutError, RuntimeError):
            return
        finally:
            self.hub.there(socket, still=False)
            if telling is not None:
                telling.cancel()
                with suppress(asyncio.CancelledError):
                    await telling

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """The same for other programs, as server-sent events."""
        last = request.headers.get("last-event-id", "")
        after = int(last) if last.isdecimal() and len(last) < 16 else None
        async for number, message in self.messages(after, settings.PULSE_SECONDS):
            head = f"id: {number}\n" if number is not None else ""
            yield f"{head}data: {message}\n\n" if message is not None else ":\n\n"

    async def _heard(self, socket: WebSocket) -> Mapping[str, Any]:
        """The next message; one that is no JSON object is answered like an unknown wish."""
        message = await asyncio.wait_for(socket.receive(), settings.SILENT_SECONDS)
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return given_object(message.get("text") or b"") or {}  # bytes are no text, whatever they say

    async def _answer(self, asked: Mapping[str, Any], key: str | None, viewer: object) -> dict[str, Any]:
        """Do what ``viewer`` asked, and say how it went."""
        answer: dict[str, Any] = {"type": "answer", "id": asked.get("id") if isinstance(asked.get("id"), int) else None}
        what, may = asked.get("do"), self.pairing.may_change(key)
        if what in ("hello", "ping"):  # compared, not looked up: it may be anything
            return answer | {"ok": True, "may": may} | ({"page": self.page} if what == "hello" else {})
        if not may:
            return answer | {"ok": False, "may": False, "why": PAIR_FIRST().as_json()}
        try:
            await obey(self.hub, asked, viewer)
        except GivenError as error:
            return answer | {"ok": False, "why": error.reason.as_json()}
        return answer | {"ok": True}

    async def _tell(self, socket: WebSocket, writing: asyncio.Lock, after: object) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            try:
                async for _, message in self.messages(after if isinstance(after, int) else None):
                    if message is not None:
                        async with writing:
                            await asyncio.wait_for(socket.send_text(message), settings.SLOW_SECONDS)
            except TimeoutError:
                await socket.close(1008, "too slow")

    async def _say(self, socket: WebSocket, writing: asyncio.Lock, answer: dict[str, Any]) -> None:
        async with writing:
            await asyncio.wait_for(socket.send_text(compact(answer)), settings.SLOW_SECONDS)
