/** Where a replay comes from: this server, or a file of somebody's own. */

import { h } from "../../dom.js";
import { Film, tableOf } from "../../film.js";
import { Problem, api } from "../../net.js";
import { toast } from "../../ui/dialog.js";
import { glyph } from "../../ui/icons.js";

/** @typedef {import("../../types").App} App */
/** @typedef {"open" | "table" | number} Eyes whose view it is: all hands, none, or a seat's */
/** @typedef {{load: (eyes: Eyes) => Promise<Film>, record: () => Promise<any>, id: string}} Source `id` is empty for a file */

/** A game of this server. @param {string} id @param {App} app @returns {Source} */
export function stored(id, app) {
  return {
    id,
    async load(eyes) {
      const query = `${asked(eyes)}language=${app.language}`;
      const [table, film] = await Promise.all([api("GET", `/api/tables/${id}`), api("GET", `/api/tables/${id}/replay?${query}`)]);
      return new Film(film, table, seatOf(eyes));
    },
    record: () => api("GET", `/api/tables/${id}/record`),
  };
}

/** A record from a file. @param {any} record @param {App} app @returns {Source} */
export function brought(record, app) {
  return {
    id: "",
    async load(eyes) {
      const film = await api("POST", `/api/replay?language=${app.language}`, { record, seat: seatOf(eyes), open_hands: eyes === "open" });
      return new Film(film, tableOf(film), seatOf(eyes));
    },
    record: async () => record,
  };
}

/** @param {Eyes} eyes */
function asked(eyes) {
  if (eyes === "open") return "open_hands=true&";
  return eyes === "table" ? "" : `seat=${eyes}&`;
}

/** @param {Eyes} eyes */
function seatOf(eyes) {
  return typeof eyes === "number" ? eyes : null;
}

/** Whose eyes an address asks for. @param {URLSearchParams} query @returns {Eyes} */
export function eyesOf(query) {
  const seat = query.get("seat");
  if (seat !== null && /^\d$/.test(seat)) return Number(seat);
  return query.get("view") === "table" ? "table" : "open";
}

/** @param {string} text */
const complain = (text) => toast(text, { bad: true, seconds: 8 });

/** A button for a record's file; what is no record is refused in words. @param {App} app @param {(record: any) => Promise<void>} go @param {(text: string) => void} [refuse] */
export function fileButton({ t }, go, refuse = complain) {
  const field = h("input", { type: "file", accept: ".json,application/json", hidden: true, onChange: () => void read() });
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
  return h("span", { class: "rp-file" }, field, h("button", { type: "button", onClick: () => field.click() }, glyph("log"), t("web_more.replay.open-file")));
}
