/** The page of the lessons: all of them with the learner's progress, or one. */

import { gamePage, loadGames } from "../catalogue.js";
import { css, h, picture, replace } from "../dom.js";
import { api } from "../net.js";
import { glyph } from "../ui/controls/icons.js";
import { topbar } from "../ui/page/topbar.js";
import { Lesson } from "./learn/lesson.js";
import { loadProgress, resetProgress } from "./learn/progress.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("./learn/lesson.js").LessonInfo} LessonInfo */

/** @type {import("../types").PageFunction} */
export async function page(root, _params, app) {
  /** @type {[LessonInfo[], ...unknown[]]} */
  const [lessons] = await Promise.all([
    api("GET", "/api/lessons"),
    loadGames(),
    css("learn"),
    css("table"),
    css("log"),
  ]);
  const wanted = new URLSearchParams(location.search).get("lesson");
  const at = lessons.findIndex(({ name }) => name === wanted);
  if (at < 0) return overview(root, lessons, app);
  const createGame = await gamePage(lessons[at].game).load();
  const lesson = new Lesson(lessons, at, app, createGame);
  replace(root, lesson.element);
  app.title(lesson.title());
  await lesson.begin();
  return { destroy: () => lesson.destroy() };
}

/** @param {HTMLElement} root @param {LessonInfo[]} lessons @param {App} app */
function overview(root, lessons, app) {
  const { t } = app;
  const now = loadProgress();
  const title = (/** @type {string} */ name) => t(`web_learn.${name}.title`);
  const next =
    lessons.find(({ name }) => name === now.lesson && !now.done.includes(name)) ??
    lessons.find(({ name }) => !now.done.includes(name));
  const fresh = now.done.length === 0 && !now.lesson;
  const groups = [...new Set(lessons.map(({ game }) => game))].map((game) =>
    h(
      "section",
      { class: "ln-group" },
      h("h2", null, t(`web_learn.page.${game}`)),
      h(
        "ol",
        { class: "ln-list" },
        lessons
          .filter((each) => each.game === game)
          .map((each, at) => item(each, at + 1, now.done.includes(each.name), each === next, app)),
      ),
    ),
  );
  const start = next
    ? h(
        "a",
        { class: "button primary loud", href: `/learn?lesson=${next.name}` },
        fresh ? t("web_learn.page.start") : t("web_learn.page.resume", { title: title(next.name) }),
      )
    : h(
        "div",
        { class: "row" },
        h("p", { class: "ln-all" }, t("web_learn.page.finished-all")),
        h("a", { class: "button primary loud", href: "/" }, t("web_learn.page.play")),
      );
  const forget = h(
    "button",
    { type: "button", class: "quiet small", onClick: () => (resetProgress(), overview(root, lessons, app)) },
    t("web_learn.page.forget"),
  );
  replace(
    root,
    topbar(app),
    h(
      "main",
      { class: "page ln-home", id: "content" },
      h(
        "div",
        { class: "ln-hero" },
        h("div", null, h("h1", null, t("web_learn.page.title")), h("p", null, t("web_learn.page.line")), start),
        picture("icon", "0 0 100 100", { class: "ln-icon" }),
      ),
      groups,
      fresh ? null : forget,
    ),
  );
  app.title(t("web_learn.page.title"));
  return { destroy() {} };
}

/** @param {LessonInfo} lesson @param {number} number @param {boolean} done @param {boolean} next @param {App} app */
function item({ name }, number, done, next, { t }) {
  const mark = done
    ? h("span", { class: "ln-mark done" }, glyph("seal"), h("span", { class: "sr-only" }, t("web_learn.page.done")))
    : h("span", { class: "ln-mark" }, String(number));
  return h(
    "li",
    null,
    h(
      "a",
      { class: `ln-item${next ? " next" : ""}`, href: `/learn?lesson=${name}` },
      mark,
      h("span", null, t(`web_learn.${name}.title`)),
      next ? glyph("play") : null,
    ),
  );
}
