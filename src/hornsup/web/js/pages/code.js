/** The page behind a short address, /CODE: the table with that code, or a way to type it again. */

import { css, h } from "../dom.js";
import { Problem, api } from "../net.js";
import { missing } from "../ui/page/missing.js";

/** @typedef {import("../types").App} App */

const LONGEST = 12;
const SLOW_DOWN = 429;

/** @type {import("../types").PageFunction} */
export async function page(root, { code }, app) {
  await css("home"); // the field for a code looks as it does there
  try {
    const found = await api("GET", `/api/codes/${code}`);
    app.navigate(found.path, { replace: true });
  } catch (error) {
    if (!(error instanceof Problem) || ![404, 400, SLOW_DOWN].includes(error.status)) throw error;
    const why = error.status === SLOW_DOWN ? "wait" : "code";
    missing(root, app, app.t(`web.missing.${why}`), app.t(`web.missing.${why}-text`), form(app, code));
  }
  return { destroy() {} };
}

/** A field with the code as it was typed. @param {App} app @param {string} code */
function form(app, code) {
  const input = h("input", {
    id: "code",
    type: "text",
    autocapitalize: "characters",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: LONGEST,
    value: readable(code),
    class: "code-input",
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const typed = input.value.trim();
    if (typed) app.navigate(`/${encodeURIComponent(typed)}`, { replace: true });
    else input.focus();
  };
  return h(
    "form",
    { class: "panel missing-code", onSubmit: submit },
    h("label", { for: "code" }, app.t("web.home.code")),
    h(
      "div",
      { class: "row" },
      h("div", { class: "grow" }, input),
      h("button", { type: "submit", class: "primary" }, app.t("web.home.join-go")),
    ),
  );
}

/** A part of an address as text; nothing if it cannot be what somebody typed. @param {string} part */
function readable(part) {
  try {
    const text = decodeURIComponent(part);
    return text.length <= LONGEST ? text : "";
  } catch {
    return "";
  }
}
