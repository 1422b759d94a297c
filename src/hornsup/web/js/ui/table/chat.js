/** Chat and reactions. */

import { h, reducedMotion, replace, s } from "../../dom.js";
import { t } from "../../i18n.js";
import { announce } from "../../announce.js";
import { refused } from "../controls/dialog.js";
import { piece } from "../controls/seats.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Line} Line */

/** Paths instead of emoji, so that they look the same on every device. @type {Record<string, string>} */
const FACES = {
  horns:
    "M7 20V4.5a1.5 1.5 0 0 1 3 0V11M17 11V4.5a1.5 1.5 0 0 1 3 0V14c0 5-2.5 7-6.5 7S7 20 7 17M10 11.5a1.7 1.7 0 0 1 3.5 0a1.7 1.7 0 0 1 3.5 0M4 12l3 3.5",
  clap: "M8 21c-3-1.5-5-4-5-8l1.5-4 2 .5V14M7 9 12 3.5l1.5 1.5-4 5M9.5 9.5 15 5l1.3 1.5L11 12M11.5 12 17 8l1 1.6-5 4.4M13 14l4.5-2.5.8 1.7C16.5 17 13 21 8 21M18 3l1-2M21 6l2-.5",
  laugh:
    "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19ZM6.5 10 9 8.5 11 10M13 10l2-1.5 2.5 1.5M6.5 13.5h11c-.5 3.5-2.5 5-5.5 5s-5-1.5-5.5-5Z",
  wow: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19ZM8.5 9v1M15.5 9v1M12 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  boo: "M7 4v10l4.5 7c1.5 0 2-1 2-2.5V15H19c1.5 0 2-1.5 1.7-2.5L19 5.5C18.7 4.5 18 4 17 4ZM3 4h4v10H3Z",
  fire: "M12 2c1 4 5.5 6 5.5 12a5.5 6 0 0 1-11 0c0-2.5 1-4 2-5 .3 1.5 1 2.5 2 3C10 8.5 10.5 5 12 2Z",
  heart: "M12 20.5C4 15 2.5 11 3.5 7.5 4.7 4 9.5 3.5 12 7.5c2.5-4 7.3-3.5 8.5 0 1 3.5-.5 7.5-8.5 13Z",
  hurry: "M7 3h10M7 21h10M8 3c0 5 3 6 4 9-1 3-4 4-4 9M16 3c0 5-3 6-4 9 1 3 4 4 4 9M10 18h4",
};
export const REACTIONS = Object.keys(FACES);

/** @param {string} name @param {Record<string, any>} [props] */
export function face(name, props = {}) {
  const d = FACES[name] ?? "";
  const line = {
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 1.8,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  return s("svg", { viewBox: "0 0 24 24", class: "face", "aria-hidden": "true", ...props }, s("path", { d, ...line }));
}

/** @param {import("../../socket.js").TableSocket} socket @param {HTMLElement} seats where reactions rise */
export function createChat(socket, seats) {
  const list = h("ol", { class: "chat-lines", tabindex: "0", "aria-label": t("web.table.chat") });
  const input = h("input", {
    type: "text",
    maxlength: 200,
    placeholder: t("web.table.say"),
    "aria-label": t("web.table.say"),
    autocomplete: "off",
  });
  const form = h(
    "form",
    { class: "chat-form", onSubmit: (/** @type {Event} */ event) => say(event) },
    input,
    h("button", { type: "submit" }, t("web.table.send")),
  );
  const reactions = h(
    "div",
    { class: "reactions", role: "group", "aria-label": t("web.table.reactions") },
    REACTIONS.map((name) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet icon-button",
          "aria-label": t(`web.reactions.${name}`),
          title: t(`web.reactions.${name}`),
          onClick: () => react(name),
        },
        face(name),
      ),
    ),
  );
  const off = h("p", { class: "muted small", hidden: true }, t("web.table.chat-off"));
  const element = h("div", { class: "chat" }, list, reactions, form, off);
  let unread = 0;
  let count = -1;

  /** @param {Event} event */
  const say = async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    const answer = await socket.send("chat", { text });
    if (!answer.ok) input.value = text;
    refused(answer);
  };

  /** @param {string} reaction */
  const react = async (reaction) => refused(await socket.send("react", { reaction }));

  /** @param {Line} line */
  const row = (line) =>
    h(
      "li",
      { class: line.reaction ? "reacted" : "" },
      line.seat != null ? piece(line.seat) : null,
      h(
        "span",
        null,
        h("strong", null, line.name || t("web.table.somebody")),
        line.reaction ? " " : t("web.colon"),
        line.reaction
          ? face(line.reaction, { role: "img", "aria-hidden": null, "aria-label": t(`web.reactions.${line.reaction}`) })
          : (line.text ?? ""),
      ),
    );

  return {
    element,
    unread: () => unread,
    seen: () => {
      unread = 0;
    },
    /** Whether somebody is in the middle of a message. */
    typing: () => document.activeElement === input && input.value.trim() !== "",
    focus: () =>
      input.offsetParent
        ? input.focus()
        : /** @type {HTMLElement | null} */ (document.querySelector("[data-chat]"))?.click(),
    /** @param {Model} model @param {import("../../types").Update | null} update */
    paint(model, update) {
      const open =
        model.table.settings.chat &&
        (model.you.seats.length > 0 || model.you.host === true || model.you.executor === true);
      form.hidden = reactions.hidden = !open;
      off.hidden = model.table.settings.chat;
      if (update?.line) {
        const { name, text, reaction } = update.line;
        announce(`${name}${t("web.colon")}${reaction ? t(`web.reactions.${reaction}`) : text}`);
        if (reaction && update.line.seat != null) rise(seats, update.line.seat, reaction);
        if (!list.offsetParent) unread += 1;
      }
      if (model.chat.length !== count) {
        count = model.chat.length;
        replace(list, model.chat.map(row));
        list.scrollTop = list.scrollHeight;
      }
    },
  };
}

/**
 * Show a reaction above its seat for a moment.
 * @param {HTMLElement} seats
 * @param {number} seat
 * @param {string} reaction
 */
function rise(seats, seat, reaction) {
  const shown = seats.offsetParent ? seats : (seats.closest(".tbl") ?? seats);
  const chip = shown.querySelector(`${seats.offsetParent ? "" : ".tbl-game "}[data-seat="${seat}"]`);
  if (!chip) return;
  const { left, bottom, width } = chip.getBoundingClientRect();
  const bubble = h(
    "div",
    { class: "bubble", style: { left: `${left + width / 2}px`, top: `${bottom}px` } },
    face(reaction),
  );
  document.body.append(bubble);
  setTimeout(() => bubble.remove(), reducedMotion() ? 1500 : 2200);
}
