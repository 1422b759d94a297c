"""Calls over HTTP: push for this device, and the webhook of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Controller, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from hornsup.play import wire
from hornsup.play.live.table import LiveTable
from hornsup.play.settings import CallKind
from hornsup.server.auth import tokens
from hornsup.server.auth.sessions import Guest, token_of
from hornsup.server.calls import words
from hornsup.server.calls.outgoing import BadAddress
from hornsup.server.calls.webhooks import CallRefused, Tried
from hornsup.server.http.access import info
from hornsup.server.http.errors import AnyRequest, language_of
from hornsup.server.services import Services


class PushState(Struct, frozen=True, omit_defaults=True):
    """Whether this server can push, with which key, and whether it calls this device.

    `why` says why it cannot: the owner has turned calls off, or the extra `push` is missing.
    """

    works: bool
    on: bool
    key: str | None = None
    why: Literal["off", "extra"] | None = None


class PushKeys(Struct, frozen=True):
    p256dh: Annotated[str, Meta(max_length=128)]
    auth: Annotated[str, Meta(max_length=64)]


class NewSubscription(Struct, frozen=True):
    """A subscription as browsers write it (`PushSubscription.toJSON`)."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: PushKeys


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    kind: CallKind
    url: Annotated[str, Meta(max_length=1000)]


class Tested(Struct, frozen=True):
    """What became of a test: the class of the answer and nothing of it."""

    outcome: Tried


def _device(request: AnyRequest) -> str:
    """The hash of the device's token."""
    return tokens.hashed(token_of(request.scope["headers"]) or "")


class PushCalls(Controller):
    path = "/api/push"
    tags = ("calls",)

    @get("/", summary="Whether push works here, and whether it calls this device")
    async def state(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
    ) -> PushState:
        push = services.calls.push
        on = await services.store.calls.has_subscription(_device(request), guest.id)
        return PushState(push.why_not is None, on, push.public_key, push.why_not)

    @post("/", status_code=204, summary="Call this device when it is my turn")
    async def subscribe(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
        data: JSONBody[NewSubscription],
    ) -> None:
        services.limits.take("calls", guest.id)
        push = services.calls.push
        if push.why_not is not None:
            raise CallRefused("calls-off" if push.why_not == "off" else "no-push")
        try:
            await push.subscribe(
                guest.id,
                _device(request),
                language_of(request),
                data.endpoint,
                data.keys.p256dh,
                data.keys.auth,
            )
        except (BadAddress, ValueError) as error:
            raise CallRefused("subscription") from error

    @delete("/", status_code=204, summary="Do not call this device any more")
    async def unsubscribe(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
    ) -> None:
        del guest  # it must be somebody, and from our own page
        await services.store.calls.unsubscribe(_device(request))


class TableWebhook(Controller):
    path = "/api/tables/{table_id:str}/webhook"
    tags = ("calls",)

    @put("/", summary="The host sets where the table tells whose turn it is")
    async def set_webhook(
        self,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
        live: NamedDependency[LiveTable],
        data: JSONBody[NewWebhook],
    ) -> wire.TableInfo:
        services.limits.take("calls", guest.id)
        await services.calls.webhooks.set(live, guest.id, data.kind, data.url)
        return info(live)

    @delete("/", status_code=204, summary="The host removes the webhook, whoever set it")
    async def remove_webhook(
        self,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
        live: NamedDependency[LiveTable],
    ) -> None:
        await services.calls.webhooks.remove(live, guest.id)

    @post("/test", status_code=200, summary="The host who set the webhook sends a test message")
    async def test_webhook(
        self,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
        live: NamedDependency[LiveTable],
    ) -> Tested:
        services.limits.take("calls", guest.id)
        message = words.message(live.table, guest.id, "test")
        return Tested(await services.calls.webhooks.test(live, guest.id, message))
