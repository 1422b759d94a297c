/** The chances along a game: bands that fill the height, or one line per seat. A click goes to that moment. */

import { gamePage } from "../../../catalogue.js";
import { h, replace, s } from "../../../dom.js";
import { percent, t } from "../../../i18n.js";
import { nameOf, piece } from "../../../ui/controls/seats.js";

/** @typedef {import("./load.js").Graph} GraphData */
/** @typedef {import("./load.js").TurningPoint} TurningPoint */
/** @typedef {import("../playback.js").Playback} Playback */

const HEIGHT = 100;
/** A band that is thinner than this share carries no pawn. */
const THIN = 0.14;
/** The width of the number of a turning point, in pixels. */
const MARK = 28;
const SCALE = [0.25, 0.5, 0.75];

export class Graph {
  /** @param {Playback} playback */
  constructor(playback) {
    this.playback = playback;
    /** @type {GraphData | null} */
    this.data = null;
    /** The place of every step along the game, in moves. @type {number[]} */
    this.places = [];
    this.plot = h("div", { class: "rv-plot", onPointerdown: this.press, onPointermove: this.drag });
    this.marks = h("div", { class: "rv-marks" });
    this.cursor = h("i", { class: "rv-cursor" });
    this.now = h("ul", { class: "rv-now", "aria-label": t("web_review.now") });
    this.element = h("section", { class: "rv-graph", "aria-busy": "true" }, this.marks, this.plot, this.now);
    this.element.setAttribute("aria-label", t("review.heads.graph"));
  }

  /** @param {GraphData} data */
  paint(data) {
    this.data = data;
    this.places = placesOf(data);
    const last = Math.max(1, this.playback.recording.last);
    const drawn = data.measure === "win" ? this.bands(data) : this.lines(data);
    const box = { viewBox: `0 0 ${last} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" };
    const scale = SCALE.map((share) =>
      h("i", { class: "rv-scale", style: { bottom: `${share * 100}%` } }, percent(share)),
    );
    const pawns = data.measure === "win" ? this.pawns(data, last) : [];
    replace(this.plot, s("svg", box, drawn), scale, pawns, this.cursor);
    this.plot.classList.toggle("rv-lines", data.measure === "lose");
    this.element.setAttribute("aria-busy", "false");
    this.at(this.playback.step);
  }

  // --- drawing -------------------------------------------------------------------------------------

  /** @param {GraphData} data */
  bands({ chances, players }) {
    const edges = chances.map(({ values }) => edgesOf(values));
    return Array.from({ length: players }, (_, seat) => {
      const upper = edges.map((row, at) => `${this.places[at]} ${row[seat]}`);
      const lower = edges.map((row, at) => `${this.places[at]} ${row[seat + 1]}`).reverse();
      return s("path", { d: `M${upper.join("L")}L${lower.join("L")}Z`, class: "rv-band", style: colour(seat) });
    });
  }

  /** Lines that begin anew where an account opens. @param {GraphData} data */
  lines({ chances, players }) {
    const opens = chances.flatMap(({ opens: open }, at) => (open && at ? [`M${this.places[at]} 0V${HEIGHT}`] : []));
    const lines = Array.from({ length: players }, (_, seat) => {
      const points = chances.map(({ values, opens: open }, at) => {
        const letter = open || !at ? "M" : "L";
        return `${letter}${this.places[at]} ${HEIGHT * (1 - values[seat])}`;
      });
      return s("path", { d: points.join(""), class: "rv-line", style: colour(seat) });
    });
    return [s("path", { d: opens.join(""), class: "rv-opens" }), ...lines];
  }

  /** Every seat's pawn where its band is widest, away from the scale and the end. @param {GraphData} data @param {number} last */
  pawns({ chances, players }, last) {
    const inside = chances
      .map((_, at) => at)
      .filter((at) => this.places[at] > last * 0.2 && this.places[at] < last * 0.94);
    return Array.from({ length: players }, (_, seat) => {
      const at = inside.reduce(
        (best, each) => (chances[each].values[seat] > chances[best].values[seat] ? each : best),
        inside[0] ?? 0,
      );
      const { values } = chances[at];
      if (values[seat] < THIN) return null;
      const row = edgesOf(values);
      const place = { left: `${(this.places[at] / last) * 100}%`, top: `${(row[seat] + row[seat + 1]) / 2}%` };
      return h("span", { class: "rv-pawn", style: place }, piece(seat));
    });
  }

  /** The turning points, numbered above the graph. @param {TurningPoint[]} points */
  mark(points) {
    const last = Math.max(1, this.playback.recording.last);
    const lefts = apart(
      points.map(({ move }) => move / last),
      MARK / Math.max(MARK, this.plot.clientWidth),
    );
    const { spoken } = gamePage(this.playback.recording.game);
    const rows = points.map(({ move, text: told }, at) => {
      const text = spoken(told, null);
      return h(
        "button",
        {
          type: "button",
          class: "rv-mark",
          style: { left: `${lefts[at] * 100}%` },
          title: text,
          "aria-label": t("web_review.point", { n: at + 1, text }),
          onClick: () => this.playback.goto(move),
        },
        String(at + 1),
      );
    });
    replace(this.marks, rows);
  }

  // --- the present moment --------------------------------------------------------------------------

  /** Show where the replay is. @param {number} step */
  at(step) {
    if (!this.data) return;
    const last = Math.max(1, this.playback.recording.last);
    this.cursor.style.left = `${(Math.max(0, step) / last) * 100}%`;
    const { seats } = this.playback.recording.table;
    const values = this.valuesAt(step);
    replace(
      this.now,
      values.map((value, seat) =>
        h(
          "li",
          { title: nameOf(seats[seat]) },
          piece(seat),
          h("span", { class: "sr-only" }, nameOf(seats[seat])),
          percent(value, 0),
        ),
      ),
    );
  }

  /** The chances after a move. @param {number} move @returns {number[]} */
  valuesAt(move) {
    const known = this.data?.chances.filter((each) => each.move <= Math.max(0, move)) ?? [];
    return known.at(-1)?.values ?? this.data?.chances[0]?.values ?? [];
  }

  // --- choosing a moment ---------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  press = (event) => {
    this.plot.setPointerCapture(event.pointerId);
    this.go(event);
  };

  /** @param {PointerEvent} event */
  drag = (event) => {
    if (event.buttons & 1) this.go(event);
  };

  /** @param {PointerEvent} event */
  go({ clientX }) {
    const { left, width } = this.plot.getBoundingClientRect();
    const { last } = this.playback.recording;
    const step = Math.round(((clientX - left) / Math.max(1, width)) * last);
    if (step !== this.playback.step) this.playback.goto(Math.max(0, Math.min(last, step)));
  }

  /** The chances after every turn, for whoever reads rather than looks. */
  table() {
    const { data, playback } = this;
    if (!data) return null;
    const word = t(data.measure === "win" ? "review.columns.turn" : "review.columns.round");
    const last = new Map(data.chances.map((each) => [each.turn, each.values]));
    const head = playback.recording.table.seats.map((seat) =>
      h("th", { scope: "col" }, piece(seat.seat), nameOf(seat)),
    );
    const rows = [...last].map(([turn, values]) =>
      h(
        "tr",
        null,
        h("th", { scope: "row" }, turn ? String(turn) : t("review.when.start")),
        values.map((value) => h("td", null, percent(value, 0))),
      ),
    );
    return h(
      "table",
      { class: "rv-table" },
      h("caption", { class: "sr-only" }, t("review.heads.table")),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, word), head)),
      h("tbody", null, rows),
    );
  }
}

/** Places from 0 to 1 in rising order, moved left so that none covers the next. @param {number[]} places @param {number} least */
function apart(places, least) {
  const moved = [...places];
  for (let at = moved.length - 2; at >= 0; at--) moved[at] = Math.min(moved[at], moved[at + 1] - least);
  return moved;
}

/** Steps of one move share its length, the last of them at its end. @param {GraphData} data */
function placesOf({ chances }) {
  const counts = new Map();
  for (const { move } of chances) counts.set(move, (counts.get(move) ?? 0) + 1);
  const seen = new Map();
  return chances.map(({ move }) => {
    seen.set(move, (seen.get(move) ?? 0) + 1);
    return move ? move - 1 + seen.get(move) / counts.get(move) : 0;
  });
}

/** The edges of the bands from the top down. @param {number[]} values */
function edgesOf(values) {
  const edges = [0];
  for (const value of values) edges.push(edges[edges.length - 1] + value * HEIGHT);
  return edges;
}

/** @param {number} seat */
function colour(seat) {
  return { "--seat": `var(--seat-${seat}, var(--paper))` };
}
