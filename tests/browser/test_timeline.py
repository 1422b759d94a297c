"""The order and the pace in which a page shows what happened."""

from __future__ import annotations

from tests.browser.conftest import PageAt

SHOW_AFTER_CATCHING_UP = """async () => {
  const { Timeline } = await import("/web/js/timeline.js");
  const hurried = [];
  const show = async (step, cue) => void hurried.push(cue.over);
  const timeline = new Timeline({ show, paint: () => {} }, () => 1);
  timeline.catchUp();
  timeline.push({ model: { version: 1 }, update: null, events: [{}] });
  return hurried;
}"""


def test_a_step_after_catching_up_is_shown_with_its_time(page_at: PageAt) -> None:
    """A table catches up when its game is loaded; the first move after that must be seen."""
    visitor = page_at().go("/rules")
    assert visitor.page.evaluate(SHOW_AFTER_CATCHING_UP) == [False]
