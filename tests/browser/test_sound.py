"""Sounds: what they are like, when there are none, how many at once, mute and volume."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.browser.conftest import PageAt
from tests.browser.hearing import LISTENING, first_tap, heard, made
from tests.browser.loudness import RENDER, TARGETS, TOLERANCE, Rendered
from tests.browser.test_tour import axe
from tests.browser.visitor import LOCALES, Visitor

WANTED = set(
    "card fly step push surf wall dice die-keep crowd boo token stage your-turn ten-seconds hit sit"
    " chat win lose".split()
)
LONGEST = 2.5
LONGEST_WIN = 4.0
CEILING = 0.9

MIX = """async (names) => {
  const [{ SOUNDS }, { masterChain, render }] = await Promise.all(
    ["sounds", "engine"].map((name) => import(`/web/js/sound/${name}.js`)),
  );
  const context = new OfflineAudioContext(1, 96000, 32000);
  const { input } = masterChain(context);
  for (const name of names) {
    const source = context.createBufferSource();
    source.buffer = await render(SOUNDS[name]);
    source.connect(input);
    source.start();
  }
  const samples = (await context.startRendering()).getChannelData(0);
  return samples.reduce((peak, each) => Math.max(peak, Math.abs(each)), 0);
}"""
IMPACTS = """async (count) => {
  const [{ SOUNDS }, { render }] = await Promise.all(
    ["sounds", "engine"].map((name) => import(`/web/js/sound/${name}.js`)),
  );
  const samples = (await render(SOUNDS.dice, count)).getChannelData(0);
  const energy = samples.reduce((sum, each) => sum + each * each, 0);
  return { energy, peak: samples.reduce((peak, each) => Math.max(peak, Math.abs(each)), 0) };
}"""
LOAD = "import('/web/js/sound/index.js').then((made) => { window.play = made.play; })"
CONTROLS = """async () => {
  const { soundButton, volumeControl } = await import("/web/js/sound/controls.js");
  const { t } = await import("/web/js/i18n.js");
  const main = document.querySelector("main");
  main.prepend(soundButton(t), volumeControl(t));
}"""
MUTE = ".sound-tool .icon-button"


# --- what they are like -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def rendered() -> dict[str, Rendered]:
    return {}


def all_sounds(page_at: PageAt, known: dict[str, Rendered]) -> dict[str, Rendered]:
    """Every sound as samples; rendered once for all tests."""
    if not known:
        told: dict[str, dict[str, Any]] = page_at().go("/learn").page.evaluate(RENDER)
        known.update((name, Rendered.read(each)) for name, each in told.items())
    return known


def test_there_is_every_sound(page_at: PageAt, rendered: dict[str, Rendered]) -> None:
    assert set(all_sounds(page_at, rendered)) == WANTED


@pytest.mark.parametrize("name", sorted(WANTED))
def test_a_sound_is_short_and_clean(
    page_at: PageAt, rendered: dict[str, Rendered], name: str
) -> None:
    sound = all_sounds(page_at, rendered)[name]
    assert np.isfinite(sound.samples).all()
    assert 0.05 < sound.peak <= CEILING
    assert sound.seconds <= (LONGEST_WIN if name == "win" else LONGEST)
    assert abs(sound.samples[-1]) < 0.001, "it does not end with a click"
    slow = name in ("surf", "crowd", "boo", "fly")
    assert sound.heard_from() < (0.4 if slow else 0.03), "it begins when it is asked for"


@pytest.mark.parametrize("name", sorted(WANTED))
def test_sounds_of_a_group_are_equally_loud(
    page_at: PageAt, rendered: dict[str, Rendered], name: str
) -> None:
    sound = all_sounds(page_at, rendered)[name]
    assert abs(sound.loudness() - TARGETS[sound.group]) < TOLERANCE
    assert sound.loudness(phone=True) > TARGETS[sound.group] - 8, "a phone must be heard too"


def test_many_at_once_do_not_clip(page_at: PageAt, rendered: dict[str, Rendered]) -> None:
    sounds = all_sounds(page_at, rendered)
    visitor = page_at().go("/learn")
    loudest = sorted(sounds, key=lambda name: -sounds[name].peak)[:8]
    assert visitor.page.evaluate(MIX, loudest) <= CEILING
    alone = visitor.page.evaluate(MIX, ["your-turn"])
    assert abs(alone / sounds["your-turn"].peak - 1) < 0.1, "one alone is left as it is"


def test_more_dice_make_more_noise(page_at: PageAt) -> None:
    page = page_at().go("/learn").page
    heard = [page.evaluate(IMPACTS, count) for count in (1, 3, 8)]
    energies = [each["energy"] for each in heard]
    assert energies == sorted(energies)
    assert all(each["peak"] <= CEILING for each in heard)


# --- when, and how many -----------------------------------------------------------------------


def listener(page_at: PageAt, size: str = "laptop") -> Visitor:
    visitor = page_at(size)
    visitor.context.add_init_script(LISTENING)
    visitor.go("/learn").page.evaluate(LOAD)
    return visitor


def reload(visitor: Visitor) -> None:
    visitor.page.reload()
    visitor.page.wait_for_selector("#content", state="attached")


def play(visitor: Visitor, *names: str) -> None:
    """Ask for some sounds, and give them time to begin."""
    visitor.page.evaluate("(names) => names.forEach((name) => window.play(name))", list(names))
    visitor.page.wait_for_timeout(350)


def tap(visitor: Visitor) -> None:
    first_tap(visitor)
    made(visitor)


def test_nothing_is_heard_before_the_first_tap(page_at: PageAt) -> None:
    visitor = listener(page_at)
    play(visitor, "card", "stage", "your-turn")
    assert (heard(visitor, "contexts"), heard(visitor)) == (0, 0)
    tap(visitor)
    assert heard(visitor, "contexts") == 1
    assert heard(visitor) == 0, "nothing was kept for later"
    play(visitor, "card")
    assert heard(visitor) == 1


@pytest.mark.parametrize("how", ["touch", "key"])
def test_a_touch_or_a_key_is_enough(page_at: PageAt, how: str) -> None:
    visitor = listener(page_at, "phone" if how == "touch" else "laptop")
    if how == "key":
        visitor.page.keyboard.press("Tab")
        visitor.until(lambda: heard(visitor, "contexts") == 1, "a context")
    else:
        tap(visitor)
    made(visitor)
    play(visitor, "card")
    assert heard(visitor) == 1


def test_a_page_may_ask_without_importing_anything(page_at: PageAt) -> None:
    visitor = listener(page_at)
    tap(visitor)
    say = "(detail) => window.dispatchEvent(new CustomEvent('hornsup:sound', { detail }))"
    for number, detail in enumerate(["chat", {"name": "dice", "count": 2}], 1):
        visitor.page.evaluate(say, detail)
        visitor.page.wait_for_timeout(300)
        assert heard(visitor) == number
    visitor.page.evaluate(say, "no-such-sound")
    visitor.page.wait_for_timeout(300)
    assert heard(visitor) == 2


def test_the_same_sound_is_not_begun_twice_at_once(page_at: PageAt) -> None:
    visitor = listener(page_at)
    tap(visitor)
    play(visitor, *["card"] * 5)
    assert heard(visitor) == 1
    play(visitor, "card")
    assert heard(visitor) == 2


def test_no_more_than_eight_sound_together(page_at: PageAt) -> None:
    visitor = listener(page_at)
    tap(visitor)
    play(visitor, "your-turn", *sorted(WANTED - {"your-turn"}))
    assert heard(visitor) > 8
    assert heard(visitor, "most") == 8


def test_a_hidden_tab_only_calls(page_at: PageAt) -> None:
    visitor = listener(page_at)
    tap(visitor)
    visitor.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    play(visitor, "card", "step", "dice")
    assert heard(visitor) == 0
    play(visitor, "your-turn")
    assert heard(visitor) == 1


def test_a_device_that_rests_wakes_up_for_a_sound(page_at: PageAt) -> None:
    visitor = listener(page_at)
    tap(visitor)
    visitor.page.evaluate("window.audio.suspend()")
    play(visitor, "card")
    assert heard(visitor) == 1
    assert visitor.page.evaluate("window.audio.state") == "running"


# --- mute and volume --------------------------------------------------------------------------


def with_controls(page_at: PageAt, size: str = "laptop") -> Visitor:
    visitor = listener(page_at, size)
    visitor.page.evaluate(CONTROLS)
    return visitor


def test_mute_silences_and_is_remembered(page_at: PageAt) -> None:
    visitor = with_controls(page_at)
    tap(visitor)
    visitor.press(MUTE)
    before = heard(visitor)
    play(visitor, "card", "stage")
    assert heard(visitor) == before
    reload(visitor)
    visitor.page.evaluate(LOAD)
    visitor.page.evaluate(CONTROLS)
    visitor.press("h1")
    play(visitor, "card")
    assert (heard(visitor, "contexts"), heard(visitor)) == (0, 0)
    assert visitor.page.get_by_role("button", name="Turn sound on").is_visible()
    visitor.press(MUTE)
    visitor.until(lambda: heard(visitor) == 1, "the sound that says that there is sound")
    assert visitor.page.get_by_role("button", name="Turn sound off").is_visible()


def test_who_wants_no_sound_fetches_none(page_at: PageAt) -> None:
    visitor = page_at()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    visitor.go("/learn").page.evaluate("localStorage.setItem('sound-muted', 'yes')")
    reload(visitor)
    visitor.page.evaluate(LOAD)
    visitor.page.wait_for_timeout(2500)
    assert "engine.js" not in asked
    visitor.page.evaluate("localStorage.setItem('sound-muted', 'no')")
    reload(visitor)
    visitor.page.evaluate(LOAD)
    visitor.until(lambda: "synth.js" in asked, "the sounds, fetched ahead")


def test_another_tab_is_muted_too(page_at: PageAt) -> None:
    visitor = with_controls(page_at)
    other = visitor.tab()
    other.go("/learn").page.evaluate(CONTROLS)
    visitor.press(MUTE)
    other.page.get_by_role("button", name="Turn sound on").wait_for()
    assert other.page.evaluate("localStorage.getItem('sound-muted')") == "yes"


def test_the_volume_is_set_by_keys_and_remembered(page_at: PageAt) -> None:
    visitor = with_controls(page_at)
    keyboard = visitor.page.keyboard
    visitor.page.locator(MUTE).focus()
    keyboard.press("Tab")
    keyboard.press("Enter")
    slider = visitor.page.locator(".sound-volume input")
    assert slider.is_visible()
    assert slider.evaluate("node => node === document.activeElement")
    assert slider.get_attribute("aria-valuetext") == "70%"
    keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "75%"
    assert visitor.page.evaluate("localStorage.getItem('sound-volume')") == "0.75"
    keyboard.press("Home")
    assert visitor.page.get_by_role("button", name="Turn sound on").is_visible()
    keyboard.press("End")
    assert visitor.page.locator(".sound-control input[type=range]").input_value() == "100"
    keyboard.press("Escape")
    assert not slider.is_visible()
    assert visitor.page.locator(".sound-more").evaluate("node => node === document.activeElement")
    reload(visitor)
    visitor.page.evaluate(CONTROLS)
    assert visitor.page.locator(".sound-control input[type=range]").input_value() == "100"


def last_gain(visitor: Visitor, gain: float) -> float:
    """The gain of the last node once it has come near to the one wanted, or after two seconds."""
    for _ in range(40):
        value = float(visitor.page.evaluate("window.last.gain.value"))
        if abs(value - gain) < 0.01:
            break
        visitor.page.wait_for_timeout(50)
    return value


def test_the_volume_is_what_is_heard(page_at: PageAt) -> None:
    """The gain of the last node of the chain follows the slider."""
    visitor = with_controls(page_at)
    visitor.page.evaluate(
        """() => {
          const { connect } = AudioNode.prototype;
          AudioNode.prototype.connect = function (to, ...more) {
            if (to === window.audio?.destination) window.last = this;
            return connect.call(this, to, ...more);
          };
        }"""
    )
    tap(visitor)
    slider = visitor.page.locator(".sound-control input[type=range]")
    for percent, gain in (("100", 1.0), ("50", 0.25), ("0", 0.0)):
        slider.fill(percent)
        assert last_gain(visitor, gain) == pytest.approx(gain, abs=0.01)


def test_the_volume_opens_below_its_button_and_closes_by_a_click(page_at: PageAt) -> None:
    visitor = with_controls(page_at)
    visitor.press(".sound-more")
    box = visitor.page.locator(".sound-volume")
    place, button = box.bounding_box(), visitor.page.locator(MUTE).bounding_box()
    assert place is not None
    assert button is not None
    assert place["x"] >= 0
    assert 0 <= place["y"] - button["y"] - button["height"] <= 12
    visitor.press(".sound-more")
    assert not box.is_visible()
    visitor.press(".sound-more")
    assert box.is_visible()
    visitor.page.mouse.click(600, 600)
    assert not box.is_visible()


@pytest.mark.parametrize("language", LOCALES)
def test_the_controls_can_be_used_by_everybody(
    page_at: PageAt, language: str, axe_source: str | None
) -> None:
    visitor = page_at("phone", language)
    visitor.go("/learn").page.evaluate(CONTROLS)
    assert not visitor.page.locator(".sound-more").is_visible(), "a phone has it in the menu"
    assert "⟨" not in visitor.markup()
    if axe_source is None:
        pytest.skip("axe-core is not here: it comes with `make web`, which needs npm")
    assert axe(visitor, axe_source) == []
