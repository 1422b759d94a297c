"""What calls a player to the table, and what keeps the screen awake."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.hearing import LISTENING, first_tap, heard, made
from tests.browser.test_tour import axe
from tests.browser.visitor import LOCALES, Visitor, script

CREATE = """async () => {
  const { attention } = await import("/web/js/ui/calls/attention.js");
  const { t } = await import("/web/js/i18n.js");
  const title = (text) => (document.title = `${text} · here`);
  window.calls = attention({ t, title }, { title: "The game" });
}"""
CONTROLS = """async () => {
  const { notifyControl, vibrationControl } = await import("/web/js/ui/calls/attention.js");
  const { t } = await import("/web/js/i18n.js");
  const shown = [notifyControl(t), vibrationControl(t)].filter(Boolean);
  document.querySelector("main").prepend(...shown);
}"""
CLICK = """async (path) => {
  const done = [];
  WindowClient.prototype.focus = async function () { done.push(`focus ${this.url}`); };
  Clients.prototype.openWindow = async (address) => { done.push(`open ${address}`); };
  const waits = [];
  const { waitUntil } = ExtendableEvent.prototype;
  NotificationEvent.prototype.waitUntil = function (promise) {
    waits.push(promise);
    return waitUntil.call(this, promise);
  };
  while (registration.active?.state !== "activated") await new Promise((go) => setTimeout(go, 20));
  await registration.showNotification("The game", { data: path });
  const [notification] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  await Promise.allSettled(waits);
  return done;
}"""
"""Runs in the service worker: somebody clicks on a notification of a page."""
ICON = "document.querySelector('link[rel=icon]').href"
WAKE = "import('/web/js/ui/calls/wake-lock.js').then(({ hold }) => { window.hold = hold; })"


def at_a_device(
    page_at: PageAt, permission: str = "granted", size: str = "phone", language: str = "en"
) -> Visitor:
    """A page on a device that writes down what it is asked; the visitor has tapped once."""
    visitor = page_at(size, language)
    visitor.context.add_init_script(f"({script('device')})('{permission}')")
    visitor.context.add_init_script(LISTENING)
    visitor.go("/learn").page.evaluate(CREATE)
    first_tap(visitor)
    return visitor


def asked(visitor: Visitor, what: str) -> Any:
    return visitor.page.evaluate(f"window.asked.{what}")


def turn(visitor: Visitor, mine: bool, title: str = "Your turn") -> None:
    visitor.page.evaluate("([mine, title]) => window.calls.turn(mine, title)", [mine, title])


def look(visitor: Visitor, where: str) -> None:
    visitor.page.evaluate("(where) => window.look(where)", where)


# --- the turn ---------------------------------------------------------------------------------


def test_my_turn_is_heard_and_felt_once(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    made(visitor)
    turn(visitor, False, "Bea plays")
    turn(visitor, True)
    turn(visitor, True, "Your turn: choose a card")
    visitor.until(lambda: heard(visitor) == 1, "a sound")
    assert asked(visitor, "vibrated") == [[70, 60, 110]]
    assert asked(visitor, "notes") == [], "who looks at the table needs none"
    assert asked(visitor, "badge") == []
    assert visitor.page.title() == "Your turn: choose a card · here"
    turn(visitor, False)
    turn(visitor, True)
    assert len(asked(visitor, "vibrated")) == 1, (
        "a turn that was only interrupted is not called again"
    )


def test_a_hidden_tab_is_marked_until_it_is_looked_at(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    plain = visitor.page.evaluate(ICON)
    turn(visitor, False, "Bea plays")
    look(visitor, "tab")
    assert visitor.page.title() == "Bea plays · here"
    turn(visitor, True)
    assert visitor.page.title() == "● Your turn · here"
    assert asked(visitor, "badge") == [True]
    visitor.until(lambda: "circle" in visitor.page.evaluate(ICON), "a dot on the icon")
    path = visitor.page.evaluate("location.pathname")
    note = {"title": "The game", "body": "It is your turn.", "tag": path, "open": True}
    assert asked(visitor, "notes") == [note]
    look(visitor, "here")
    assert visitor.page.title() == "Your turn · here"
    assert asked(visitor, "badge") == [True, False]
    assert asked(visitor, "notes") == [{**note, "open": False}]
    assert visitor.page.evaluate(ICON) == plain
    look(visitor, "tab")
    assert visitor.page.title() == "● Your turn · here", "it waits still"
    assert len(asked(visitor, "notes")) == 1, "once for each turn"


def test_the_marks_go_with_the_turn(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    plain = visitor.page.evaluate(ICON)
    look(visitor, "tab")
    turn(visitor, True)
    visitor.until(lambda: "circle" in visitor.page.evaluate(ICON), "a dot on the icon")
    turn(visitor, False, "Bea plays")
    assert visitor.page.title() == "Bea plays · here"
    assert asked(visitor, "badge") == [True, False]
    assert [note["open"] for note in asked(visitor, "notes")] == [False]
    assert visitor.page.evaluate(ICON) == plain
    turn(visitor, True)
    assert len(asked(visitor, "notes")) == 2, "in a hidden tab every turn is called"


def test_another_window_is_no_hidden_tab(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    look(visitor, "window")
    turn(visitor, True)
    assert visitor.page.title() == "● Your turn · here"
    assert asked(visitor, "notes") == []


def test_a_click_on_the_notification_leads_to_the_page(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    visitor.page.evaluate("window.focus = () => { window.focusAsked = true; }")
    look(visitor, "tab")
    turn(visitor, True)
    visitor.page.evaluate("window.lastNote.dispatchEvent(new Event('click'))")
    assert visitor.page.evaluate("window.focusAsked")
    assert not asked(visitor, "notes[0].open")


@pytest.mark.parametrize("permission", ["default", "denied"])
def test_nobody_is_notified_or_asked_without_wanting_it(page_at: PageAt, permission: str) -> None:
    visitor = at_a_device(page_at, permission)
    look(visitor, "tab")
    turn(visitor, True)
    assert asked(visitor, "notes") == []
    assert asked(visitor, "permission") == 0


def test_where_only_a_service_worker_may_notify_it_does(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    visitor.page.evaluate(
        """() => {
          const { permission } = Notification;
          window.Notification = function () { throw new TypeError("Illegal constructor"); };
          window.Notification.permission = permission;
          const worker = {
            showNotification: async (title, { tag, data }) =>
              window.asked.notes.push({ title, tag, data, open: true }),
            getNotifications: async ({ tag }) => window.asked.notes
              .filter((each) => each.tag === tag && each.open)
              .map((each) => ({ close: () => (each.open = false) })),
          };
          navigator.serviceWorker.getRegistration = async () => worker;
        }"""
    )
    look(visitor, "tab")
    turn(visitor, True)
    visitor.until(lambda: len(asked(visitor, "notes")) == 1, "a notification")
    assert asked(visitor, "notes[0].data") == "/learn"
    look(visitor, "here")
    visitor.until(lambda: not asked(visitor, "notes[0].open"), "its end")


@pytest.mark.parametrize("path", ["/learn", "/rules"])
def test_a_click_on_the_service_worker_s_notification_leads_to_the_page(
    page_at: PageAt, path: str
) -> None:
    visitor = page_at()
    visitor.context.grant_permissions(["notifications"], origin=visitor.base)
    visitor.go("/learn")
    visitor.until(lambda: len(visitor.context.service_workers) == 1, "the service worker")
    told = visitor.context.service_workers[0].evaluate(CLICK, path)
    focused = path == "/learn"
    assert told == ([f"focus {visitor.base}/learn"] if focused else [f"open {path}"])


def test_a_device_that_can_do_nothing_is_no_problem(page_at: PageAt) -> None:
    visitor = page_at()
    remove = """
    const names = ["vibrate", "setAppBadge", "wakeLock", "serviceWorker", "userActivation"];
    for (const name of names) delete Navigator.prototype[name];
    delete window.Notification; delete window.AudioContext; delete window.OfflineAudioContext;
    delete HTMLElement.prototype.popover;"""
    visitor.context.add_init_script(remove)
    visitor.go("/learn").page.evaluate(CREATE)
    visitor.page.evaluate(CONTROLS)
    visitor.page.evaluate(WAKE)
    visitor.press("h1")
    turn(visitor, True)
    visitor.page.evaluate(
        "window.calls.hit(); window.calls.clock(4); window.hold(true); window.hold(false)"
    )
    visitor.page.evaluate("window.calls.destroy()")
    visitor.page.wait_for_timeout(200)
    assert visitor.page.get_by_role("switch").count() == 1
    assert visitor.page.get_by_role("switch").is_disabled()
    assert visitor.sees("text=This browser has no notifications")


def test_it_ends_with_the_page(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    look(visitor, "tab")
    turn(visitor, True)
    visitor.page.evaluate("window.calls.destroy()")
    assert asked(visitor, "badge") == [True, False]
    assert not asked(visitor, "notes[0].open")
    title = visitor.page.title()
    look(visitor, "here")
    assert visitor.page.title() == title


# --- attacks and the clock --------------------------------------------------------------------


def test_an_attack_is_heard_and_felt(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    made(visitor)
    visitor.page.evaluate("window.calls.hit()")
    visitor.until(lambda: heard(visitor) == 1, "a sound")
    assert len(asked(visitor, "vibrated")) == 1


def test_the_last_seconds_are_counted(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    made(visitor)
    told = []
    for left in (30.0, 10.4, 9.9, 9.4, 8.2, 5.6, 4.9, 4.5, 3.2, 2.2, 1.4, 0.6, 0.0):
        before = heard(visitor)
        warned = visitor.page.evaluate("(left) => window.calls.clock(left)", left)
        assert warned is (left <= 10)
        visitor.page.wait_for_timeout(300)
        told += [left] if heard(visitor) > before else []
    assert told == [9.9, 4.9, 3.2, 2.2, 1.4, 0.6]
    assert len(asked(visitor, "vibrated")) == 1
    assert visitor.page.evaluate("window.calls.clock(null)") is False
    assert visitor.page.evaluate("window.calls.clock(9)") is True, "the next time it warns again"


# --- the switches -----------------------------------------------------------------------------


def test_the_browser_is_asked_by_the_switch_alone(page_at: PageAt) -> None:
    visitor = at_a_device(page_at, "default")
    visitor.page.evaluate(CONTROLS)
    switch = visitor.page.get_by_role("switch", name="Notify me when it is my turn")
    assert not switch.is_checked()
    switch.tap()
    assert asked(visitor, "permission") == 1
    assert switch.is_checked()
    look(visitor, "tab")
    turn(visitor, True)
    assert len(asked(visitor, "notes")) == 1
    look(visitor, "here")
    switch.tap()
    assert not switch.is_checked()
    turn(visitor, False)
    look(visitor, "tab")
    turn(visitor, True)
    assert len(asked(visitor, "notes")) == 1, "switched off"


def test_a_browser_that_forbids_it_is_named(page_at: PageAt) -> None:
    visitor = at_a_device(page_at, "denied")
    visitor.page.evaluate(CONTROLS)
    assert visitor.page.get_by_role("switch", name="Notify me").is_disabled()
    assert visitor.sees("text=Your browser blocks notifications")


def test_vibration_can_be_switched_off(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    visitor.page.evaluate(CONTROLS)
    visitor.page.get_by_role("switch", name="Vibrate").tap()
    visitor.page.evaluate("window.calls.hit()")
    turn(visitor, True)
    assert asked(visitor, "vibrated") == []
    visitor.page.get_by_role("switch", name="Vibrate").tap()
    assert asked(visitor, "vibrated") == [60], "felt at once"


@pytest.mark.parametrize("language", LOCALES)
def test_the_switches_can_be_used_by_everybody(
    page_at: PageAt, language: str, axe_source: str | None
) -> None:
    visitor = at_a_device(page_at, "denied", language=language)
    visitor.page.evaluate(CONTROLS)
    assert visitor.page.get_by_role("switch").count() == 2
    assert "⟨" not in visitor.markup()
    if axe_source is None:
        pytest.skip("axe-core is not here: it comes with `make web`, which needs npm")
    assert axe(visitor, axe_source) == []


# --- the screen -------------------------------------------------------------------------------


def test_the_screen_stays_awake_while_it_is_wanted(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    visitor.page.evaluate(WAKE)

    def locks() -> list[str]:
        return list(asked(visitor, "locks"))

    visitor.page.evaluate("window.hold(true); window.hold(true)")
    visitor.until(lambda: locks() == ["held"], "one lock")
    look(visitor, "tab")
    assert locks() == ["held", "released"], "the browser takes it back"
    look(visitor, "here")
    visitor.until(lambda: locks() == ["held", "released", "held"], "it is asked for again")
    visitor.page.evaluate("window.hold(false)")
    visitor.until(lambda: locks()[3:] == ["released"], "its release")
    look(visitor, "tab")
    look(visitor, "here")
    visitor.page.wait_for_timeout(100)
    assert len(locks()) == 4, "nobody wants it any more"


def test_a_lock_that_comes_too_late_is_given_back(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    visitor.page.evaluate(WAKE)
    visitor.page.evaluate("window.hold(true); window.hold(false)")
    visitor.until(lambda: len(asked(visitor, "locks")) == 2, "its release")
    assert asked(visitor, "locks") == ["held", "released"]


def test_a_refused_lock_is_no_problem(page_at: PageAt) -> None:
    visitor = at_a_device(page_at)
    visitor.page.evaluate(WAKE)
    visitor.page.evaluate("window.lowBattery = true")
    visitor.page.evaluate("window.hold(true)")
    visitor.page.wait_for_timeout(100)
    assert asked(visitor, "locks") == []
