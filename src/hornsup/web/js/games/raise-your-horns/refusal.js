/** Why a die cannot be kept: shown once beside the dice, with the dice drawn, and said in words. */

import { h, replace } from "../../dom.js";
import { drawDice, sayDice } from "./dice.js";

const SECONDS = 9;

/** @param {import("../../types").GameContext} ctx */
export function createRefusal(ctx) {
  const element = h("p", { class: "dice-why", hidden: true, onClick: () => hide() });
  let timer = 0;

  const hide = () => {
    clearTimeout(timer);
    element.hidden = true;
  };

  return {
    element,
    hide,
    /** @param {string} text @param {string} names the set of names for the dice */
    show(text, names) {
      clearTimeout(timer);
      replace(element, drawDice(text));
      element.hidden = false;
      ctx.announce(sayDice(text, names));
      timer = window.setTimeout(hide, SECONDS * 1000);
    },
  };
}
