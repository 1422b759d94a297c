"""What is kept about a visitor can be read on the home page, and deleted there."""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import PageAt
from tests.browser.test_access import check
from tests.browser.visitor import Visitor, script

CONCERT = "horns-up"
OPENER, FORGET = ".home-kept", "dialog[open] .forget-me"
DOWNLOAD = "dialog[open] .devices-data"
YES = "dialog[open] .dialog-foot button.primary"
STORED = "[...Object.keys(localStorage), ...Object.keys(sessionStorage)]"
ME = "fetch('/api/me').then(({ status }) => status)"


def seated(
    page_at: PageAt, size: str = "laptop", language: str = "en", theme: str = "dark"
) -> tuple[Visitor, str]:
    """A guest with a seat who has come to the home page."""
    visitor = page_at(size, language, theme=theme)
    table = visitor.open_table(CONCERT, ["me", "open", "open"], start=False)
    visitor.go("/").wait_for(".home-now .table-row")
    visitor.page.evaluate("localStorage.setItem('learn', 'x'); sessionStorage.setItem('y', 'z')")
    return visitor, table


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_who_confirms_is_a_new_guest(page_at: PageAt, size: str) -> None:
    visitor, table = seated(page_at, size)
    visitor.press(OPENER)
    visitor.press(FORGET)
    visitor.press(YES)
    visitor.wait_for(".toast")
    visitor.wait_for(OPENER)
    assert visitor.page.evaluate(STORED) == []
    assert visitor.page.input_value("#name") == ""
    assert not visitor.sees(".home-now .table-row"), "the seat is no longer this visitor's"
    visitor.allow("401")
    assert visitor.page.evaluate(ME) == 401
    names = [seat.get("name") for seat in page_at(name="Bea").call("GET", seats_of(table))["seats"]]
    assert "Ann" not in names


def test_the_data_can_be_downloaded_beside_the_button_that_deletes_it(page_at: PageAt) -> None:
    visitor, table = seated(page_at, "phone")
    visitor.press(OPENER)
    with visitor.page.expect_download() as download:
        visitor.press(DOWNLOAD)
    assert download.value.suggested_filename == "hornsup-my-data.json"
    data = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert [each["id"] for each in data["tables"]] == [table]
    foot = visitor.page.locator("dialog[open] .dialog-foot")
    assert foot.locator(".devices-data, .forget-me").count() == 2
    visitor.press(FORGET)
    text = visitor.page.inner_text("dialog[open]")
    assert all(word in text for word in ("devices", "links", "push", "webhooks"))


def seats_of(table: str) -> str:
    return f"/api/tables/{table}"


def test_who_does_not_confirm_keeps_everything(page_at: PageAt) -> None:
    """By keys alone, and the focus comes back to the button."""
    visitor, _ = seated(page_at)
    keys = visitor.page.keyboard
    visitor.page.locator(OPENER).focus()
    keys.press("Enter")
    visitor.page.locator(FORGET).focus()
    keys.press("Enter")
    visitor.wait_for(YES)
    keys.press("Escape")
    visitor.page.locator("dialog").wait_for(state="detached")
    assert visitor.page.evaluate(ME) == 200
    assert "learn" in visitor.page.evaluate(STORED)
    assert visitor.page.input_value("#name") == "Ann"


def test_a_visitor_without_a_session_is_forgotten_too(page_at: PageAt) -> None:
    visitor = page_at(name=None).go("/")
    visitor.page.evaluate("localStorage.setItem('learn', 'x')")
    visitor.allow("401")
    visitor.press(OPENER)
    visitor.press(FORGET)
    visitor.press(YES)
    visitor.wait_for(".toast:not(.bad)")
    assert visitor.page.evaluate(STORED) == []


def test_a_server_that_fails_is_told_and_nothing_is_removed(page_at: PageAt) -> None:
    visitor, _ = seated(page_at)
    visitor.allow("503")
    visitor.page.route(
        "**/api/me", lambda route: route.fulfill(status=503, json={"message": "try later"})
    )
    visitor.press(OPENER)
    visitor.press(FORGET)
    visitor.press(YES)
    visitor.wait_for(".toast.bad")
    assert "learn" in visitor.page.evaluate(STORED)


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [("phone", "fr", "light"), ("phone", "it", "dark"), ("laptop", "en", "light")],
)
def test_the_dialogs_fit_and_are_accessible(
    page_at: PageAt, axe_source: str | None, size: str, language: str, theme: str
) -> None:
    visitor, _ = seated(page_at, size, language, theme)
    visitor.press(OPENER)
    visitor.wait_for(FORGET)
    assert visitor.page.evaluate(script("words")) == []
    check(visitor, axe_source)
    visitor.press(FORGET)
    visitor.wait_for(YES)
    assert visitor.page.evaluate(script("words")) == []
    check(visitor, axe_source)


def test_who_has_no_data_is_told_so(page_at: PageAt) -> None:
    visitor = page_at(name=None)
    visitor.allow("/api/me")
    visitor.go("/").press(OPENER)
    visitor.press(DOWNLOAD)
    visitor.wait_for(".toast:has-text('no data of yours yet')")
    assert visitor.page.url == f"{visitor.base}/"
