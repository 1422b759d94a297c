/** Dialogs, toasts and menus. */

import { append, h, s } from "../../dom.js";
import { t } from "../../i18n.js";
import { announce } from "../../announce.js";

/**
 * A modal dialog; Escape, the cross and a tap beside it close it, and the focus goes back.
 * @param {string} title
 * @param {any[]} body
 * @param {{class?: string, foot?: any[], onClose?: () => void}} [options]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, body, options = {}) {
  const back = document.activeElement;
  const heading = h("h2", { id: `dialog-${++count}` }, title);
  const box = h(
    "dialog",
    { class: options.class ?? "", "aria-labelledby": heading.id },
    h(
      "div",
      { class: "dialog-head" },
      heading,
      cross(() => box.close()),
    ),
    h("div", { class: "dialog-body" }, body),
  );
  if (options.foot) append(box, [h("div", { class: "dialog-foot" }, options.foot)]);
  box.addEventListener("click", (event) => {
    if (event.target === box && outside(box, event)) box.close();
  });
  box.addEventListener("close", () => {
    box.remove();
    if (back instanceof HTMLElement && back.isConnected) back.focus();
    options.onClose?.();
  });
  document.body.append(box);
  box.showModal(); // the first element with `autofocus`, or else the first button, has the focus
  return box;
}

let count = 0;

/** @param {HTMLElement} box @param {MouseEvent} event */
function outside(box, event) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
}

/** @param {() => void} close */
function cross(close) {
  const drawn = s(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: "M5 5 19 19M19 5 5 19", stroke: "currentColor", "stroke-width": 2.5, "stroke-linecap": "round" }),
  );
  return h(
    "button",
    { class: "quiet icon-button", type: "button", "aria-label": t("web.close"), onClick: close },
    drawn,
  );
}

/**
 * Ask before something that cannot be taken back.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function ask(title, text, yes) {
  return new Promise((resolve) => {
    let agreed = false;
    const box = dialog(title, [h("p", null, text)], {
      foot: [
        h("button", { type: "button", onClick: () => box.close() }, t("web.cancel")),
        h(
          "button",
          {
            type: "button",
            class: "primary",
            onClick: () => {
              agreed = true;
              box.close();
            },
          },
          yes,
        ),
      ],
      onClose: () => resolve(agreed),
    });
  });
}

/**
 * A short message that goes away by itself; it is said aloud too, unless something else says it.
 * @param {string} text
 * @param {{bad?: boolean, seconds?: number, quiet?: boolean}} [options]
 */
export function toast(text, options = {}) {
  const place = document.getElementById("toasts");
  if (!place || !text) return;
  place.setAttribute("aria-label", t("web.nav.messages"));
  const note = h("div", { class: options.bad ? "toast bad" : "toast", onClick: () => note.remove() }, text);
  place.append(note);
  place.hidePopover?.();
  place.showPopover?.(); // above a dialog that was opened since
  while (place.childElementCount > 3) place.firstElementChild?.remove();
  if (!options.quiet) announce(text, { assertive: options.bad });
  setTimeout(() => note.remove(), (options.seconds ?? 5) * 1000);
}

/**
 * Show why a command was refused.
 * @param {import("../../types").Answer} answer
 * @param {(text: string) => string} [inWords] puts the notation of a game into words
 */
export function refused(answer, inWords = (text) => text) {
  if (answer.ok) return;
  const rule = answer.rule && !answer.message?.includes(answer.rule) ? ` (${answer.rule})` : "";
  toast(inWords(`${answer.message ?? ""}${rule}`), { bad: true, seconds: 7 });
}
