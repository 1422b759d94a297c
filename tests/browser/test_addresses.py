"""Addresses that people type: a code, a code with a slip in it, and places that are not there."""

from __future__ import annotations

from typing import Any

import pytest

from hornsup import i18n
from tests.browser.conftest import PageAt
from tests.browser.visitor import Visitor

CONCERT = "horns-up"
NO_TABLE, NO_PAGE, WAIT = (
    i18n.text("en", f"web.missing.{key}") for key in ("code", "page", "wait")
)


def test_a_code_in_the_address_leads_to_its_table(page_at: PageAt) -> None:
    host, guest = page_at(name="Ann"), page_at("phone", name="Bea")
    table = host.open_table(CONCERT, ["me", "open", "open"], start=False)
    code = host.call("GET", f"/api/tables/{table}")["code"]
    guest.go("/rules")
    guest.go(f"/{code.lower()}", ".lobby")
    assert guest.page.url.endswith(f"/t/{table}")
    guest.page.go_back()
    guest.wait_for(".rl-rule")


@pytest.mark.parametrize("path", ["/ABC234", "/ABC10O", "/abc", "/ABC-23"])
def test_unknown_and_malformed_codes_have_the_same_page(page_at: PageAt, path: str) -> None:
    visitor = missing(page_at("phone"), path, NO_TABLE)
    assert visitor.page.locator("#code").input_value() == path[1:]
    host = page_at(name="Ann")
    table = host.open_table(CONCERT, ["me", "open", "open"], start=False)
    visitor.page.fill("#code", host.call("GET", f"/api/tables/{table}")["code"])
    visitor.press("main button[type=submit]")
    visitor.wait_for(".lobby")
    assert visitor.page.url.endswith(f"/t/{table}")


def test_other_places_that_are_not_there_have_a_page_too(page_at: PageAt) -> None:
    for path in ("/nothing/at/all", "/a-much-longer-address-than-a-code", "/web/none.js"):
        visitor = missing(page_at(), path, NO_PAGE)
    visitor.press("main a[href='/']")
    visitor.wait_for(".hero")
    assert visitor.page.url.count("/") == 3, "the home page"


def test_a_table_that_is_not_there_has_one_as_well(page_at: PageAt) -> None:
    visitor = missing(page_at(), "/t/" + "0" * 32, "There is no such table")
    assert visitor.sees("main a[href='/']")


def test_who_tries_too_many_codes_is_told_to_wait(page_at: PageAt) -> None:
    visitor = page_at()
    visitor.allow("status of 429")
    visitor.allow("status 429")

    def slow_down(route: Any) -> None:
        route.fulfill(status=429, json={"code": "slow-down", "message": "wait a minute"})

    visitor.page.route("**/api/codes/*", slow_down)
    visitor.go("/ABC234")
    assert WAIT.lower() in visitor.page.locator("h1").inner_text().lower()
    assert visitor.sees("#code")


def missing(visitor: Visitor, path: str, title: str) -> Visitor:
    """Go where nothing is; the browser complains of the 404s that this provokes."""
    visitor.allow("status of 404")
    visitor.allow("status 404")
    visitor.go(path)
    assert title.lower() == visitor.page.locator("h1").inner_text().replace("\n", " ").lower()
    assert visitor.sees("main a[href='/']")
    return visitor
