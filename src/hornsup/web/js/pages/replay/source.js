/** The sources of a replay: a table of this server, or a record from a file. */

import { h } from "../../dom.js";
import { Problem, api } from "../../net.js";
import { toast } from "../../ui/controls/dialog.js";
import { glyph } from "../../ui/controls/icons.js";
import { Recording, tableOf } from "./recording.js";

/** @typedef {import("../../types").App} App */
/** What another move would have led to. @typedef {{view: import("../../types").View, events: import("../../types").Happened[]}} Instead */
/** @typedef {"open" | "table" | number} Viewpoint all hands open, none, or those of a seat */
/**
 * @typedef {{load: (viewpoint: Viewpoint) => Promise<Recording>, record: () => Promise<any>, id: string,
 *   instead: (move: number, other: string, viewpoint: Viewpoint) => Promise<Instead>, viewpoints?: Viewpoint[]}} Source
 *   `id` is empty for a file; a page without a server names the `viewpoints` that it has
 */

/** A game of this server. @param {string} id @param {App} app @returns {Source} */
export function fromServer(id, app) {
  return {
    id,
    async load(viewpoint) {
      const query = `${queryOf(viewpoint)}language=${app.language}`;
      const [table, raw] = await Promise.all([
        api("GET", `/api/tables/${id}`),
        api("GET", `/api/tables/${id}/replay?${query}`),
      ]);
      return new Recording(raw, table, seatOf(viewpoint));
    },
    record: () => api("GET", `/api/tables/${id}/record`),
    instead(move, other, viewpoint) {
      const query = `${queryOf(viewpoint)}language=${app.language}`;
      return api("GET", `/api/tables/${id}/instead?move=${move}&other=${encodeURIComponent(other)}&${query}`);
    },
  };
}

/** A record from a file. @param {any} record @param {App} app @returns {Source} */
export function fromFile(record, app) {
  return {
    id: "",
    async load(viewpoint) {
      const raw = await api("POST", `/api/replay?language=${app.language}`, {
        record,
        seat: seatOf(viewpoint),
        open_hands: viewpoint === "open",
      });
      return new Recording(raw, tableOf(raw), seatOf(viewpoint));
    },
    record: async () => record,
    instead: () => Promise.reject(new Error(app.t("web_more.replay.bad-file"))),
  };
}

/** @param {Viewpoint} viewpoint */
function queryOf(viewpoint) {
  if (viewpoint === "open") return "open_hands=true&";
  return viewpoint === "table" ? "" : `seat=${viewpoint}&`;
}

/** @param {Viewpoint} viewpoint */
function seatOf(viewpoint) {
  return typeof viewpoint === "number" ? viewpoint : null;
}

/** The viewpoint in an address. @param {URLSearchParams} query @returns {Viewpoint} */
export function viewpointOf(query) {
  const seat = query.get("seat");
  if (seat !== null && /^\d$/.test(seat)) return Number(seat);
  return query.get("view") === "table" ? "table" : "open";
}

/** @param {string} text */
const complain = (text) => toast(text, { bad: true, seconds: 8 });

/**
 * A button that opens a record from a file.
 * @param {App} app
 * @param {(record: any) => Promise<void>} go
 * @param {(text: string) => void} [refuse]
 */
export function fileButton({ t }, go, refuse = complain) {
  const field = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    onChange: () => void read(),
  });
  const read = async () => {
    const file = field.files?.[0];
    field.value = ""; // so that the same file can be chosen again
    if (!file) return;
    try {
      await go(JSON.parse(await file.text()));
    } catch (error) {
      refuse(error instanceof Problem ? error.message : t("web_more.replay.bad-file"));
    }
  };
  return h(
    "span",
    { class: "rp-file" },
    field,
    h("button", { type: "button", onClick: () => field.click() }, glyph("log"), t("web_more.replay.open-file")),
  );
}
