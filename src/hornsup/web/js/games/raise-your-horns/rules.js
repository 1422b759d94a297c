/** The dice with their faces, below the rules. */

import { h } from "../../dom.js";
import { dieFace } from "./dice.js";

const FACES = { W: ["WH", "W5", "W1"], B: ["B0", "B5", "B1"], F: ["F!", "F5", "F1"] };

/** @type {import("../../types").GamePage["ruleSections"]} */
export async function ruleSections(t) {
  const title = t("web_more.rules.dice");
  const rows = Object.entries(FACES).map(([kind, shown]) =>
    h(
      "li",
      { class: "rl-die" },
      h(
        "div",
        { class: "rl-die-faces" },
        shown.map((face) => dieFace(face)),
      ),
      h("div", null, h("h3", null, t(`dice.rulebook.${kind}`)), h("p", null, t(`web_more.rules.die-${kind}`))),
    ),
  );
  return [
    {
      id: "dice",
      title,
      element: h(
        "section",
        { class: "rl-extra" },
        h("h2", { id: "dice" }, title),
        h("p", null, t("web_more.rules.dice-text")),
        h("ul", { class: "rl-cards" }, rows),
      ),
    },
  ];
}
