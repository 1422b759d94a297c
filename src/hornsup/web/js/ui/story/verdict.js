/** The verification of a record: the server deals and plays it again, the result is shown. */

import { h, replace } from "../../dom.js";
import { language, t } from "../../i18n.js";
import { api } from "../../net.js";
import { glyph } from "../controls/icons.js";

/**
 * @param {HTMLElement} place
 * @param {() => Promise<any>} loadRecord
 * @param {string} [note] a line below the verdict
 */
export async function showVerdict(place, loadRecord, note) {
  replace(place, h("p", null, t("web.loading")));
  try {
    const found = await api("POST", `/api/verify?language=${language()}`, await loadRecord());
    replace(
      place,
      h(
        "p",
        { class: found.honest ? "honest" : "dishonest" },
        glyph(found.honest ? "seal" : "cross"),
        h("span", null, t(found.honest ? "web.end.honest" : "web.end.dishonest")),
      ),
      note ? h("p", { class: "rp-checked" }, note) : null,
      h(
        "details",
        { open: !found.honest },
        h("summary", null, t("web.end.how")),
        h(
          "ul",
          { class: "changes" },
          found.lines.map((/** @type {string} */ line) => h("li", null, line)),
        ),
      ),
    );
  } catch (error) {
    showProblem(place, error instanceof Error ? error.message : String(error));
  }
  place.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement} place @param {string} text */
export function showProblem(place, text) {
  replace(place, h("p", { class: "dishonest" }, text));
  place.scrollIntoView({ block: "nearest" });
}
