"""The browser's own buttons: back and forward lead where people think they do."""

from __future__ import annotations

from tests.browser.conftest import PageAt


def test_back_and_forward_show_the_page_of_the_address(page_at: PageAt) -> None:
    for size in ("laptop", "phone"):
        visitor = page_at(size).go("/")
        visitor.wait_for(".game-poster")
        visitor.press("a[href='/rules']")
        visitor.wait_for(".rl-contents")
        visitor.page.go_back()
        visitor.wait_for(".game-poster")
        assert not visitor.page.locator(".rl-contents").count()
        visitor.page.go_forward()
        visitor.wait_for(".rl-contents")
        assert not visitor.page.locator(".game-poster").count()


def test_a_toast_lies_over_an_open_dialog(page_at: PageAt) -> None:
    visitor = page_at()
    table = visitor.open_table("horns-up", ["me", "open", "open"], start=False)
    visitor.go(f"/t/{table}", ".lobby")
    page = visitor.page
    page.evaluate(
        "import('/web/js/ui/controls/dialog.js')"
        ".then((it) => (it.dialog('A title', []), it.toast('Hello')))"
    )
    visitor.wait_for(".toast")
    middle = page.locator(".toast").bounding_box()
    assert middle is not None
    at = f"{middle['x'] + middle['width'] / 2}, {middle['y'] + middle['height'] / 2}"
    style = "getComputedStyle(document.getElementById('toasts'))"
    assert page.evaluate(f"{style}.display") == "grid"
    assert page.evaluate("document.getElementById('toasts').matches(':popover-open')")
    page.evaluate("document.querySelector('dialog').close()")
    assert page.evaluate(f"document.elementFromPoint({at}).matches('.toast')")
