/** The review beside a replay: the graph at once, everything else as it comes. */

import { css, h, replace } from "../../../dom.js";
import { language, t } from "../../../i18n.js";
import { Problem } from "../../../net.js";
import { announce } from "../../../announce.js";
import { pictureBox } from "../../../ui/end/picture.js";
import { linkField } from "../../../ui/page/share.js";
import { accuracyTable, decisionList, pointList } from "./decisions.js";
import { Graph } from "./graph.js";
import { deedList, deedsOf, grudgePicture } from "./grudges.js";
import { ownActions, ownSeats } from "./own.js";
import { ledgerTable } from "./ledger.js";
import { readReview } from "./load.js";

/** @typedef {import("./load.js").Findings} Findings */
/** @typedef {import("./load.js").Ledger} Ledger */
/** @typedef {import("../playback.js").Playback} Playback */

export class Review {
  /** @param {Playback} playback */
  constructor(playback) {
    this.playback = playback;
    this.graph = new Graph(playback);
    this.request = new AbortController();
    /** @type {import("./ledger.js").Measure} */
    this.measure = "win";
    /** The seats of whoever looks at this page. @type {number[]} */
    this.mine = [];
    this.status = h("p", { class: "rv-status", role: "status" });
    this.body = h("div", { class: "rv-body" });
    this.element = h("div", { class: "rv-panel" }, this.status, this.body);
    this.styles = css("review");
  }

  destroy() {
    this.request.abort();
  }

  /** Read the review from the present viewpoint, and give up the one before. */
  async load() {
    this.request.abort();
    const { signal } = (this.request = new AbortController());
    await this.styles;
    replace(this.body);
    this.graph.mark([]);
    this.say(t("web_review.working"));
    const { source, viewpoint } = this.playback;
    try {
      this.mine = await ownSeats(source.id);
      await readReview(source.id, viewpoint, language(), this.reader(), signal);
    } catch (error) {
      if (!signal.aborted)
        this.fail(error instanceof Problem && error.status ? error.message : t("web.offline.banner"));
    }
  }

  /** @returns {import("./load.js").Reader} */
  reader() {
    return {
      graph: (graph) => {
        this.measure = graph.measure;
        this.graph.paint(graph);
      },
      ledger: (ledger) => this.showLedger(ledger),
      judged: (done, total) => this.say(t("web_review.judged", { done, total })),
      review: (found) => this.showFindings(found),
      ended: (message) => this.fail(message),
    };
  }

  /** @param {string} text */
  say(text) {
    this.status.hidden = !text;
    replace(this.status, text);
  }

  /** @param {string} text */
  fail(text) {
    this.status.hidden = false;
    const again = h("button", { type: "button", onClick: () => void this.load() }, t("web.end.again"));
    replace(this.status, text, " ", again);
  }

  // --- parts ---------------------------------------------------------------------------------------

  /** @param {Ledger} ledger */
  showLedger({ ledger, grudges }) {
    const { table } = this.playback.recording;
    const deeds = deedsOf(grudges, this.measure);
    const notes = this.measure === "win" ? ["review.notes.ledger", "review.notes.luck"] : ["review.notes.ledger-lose"];
    const grudge = this.measure === "win" ? "web_review.grudges" : "web_review.grudges-lose";
    replace(
      this.body,
      section("turning", h("p", { class: "muted" }, t("web_review.later"))),
      section("ledger", ledgerTable(ledger, this.measure, table), explained(notes)),
      deeds.length
        ? section(
            "grudges",
            h(
              "div",
              { class: "rv-grudges" },
              grudgePicture(deeds, ledger.length),
              deedList(deeds, this.measure, table),
            ),
            explained([grudge]),
          )
        : null,
      section("decisions", h("p", { class: "muted" }, t("web_review.later"))),
      details(t("review.heads.table"), () => this.graph.table()),
    );
  }

  /** @param {Findings} found */
  showFindings(found) {
    const { measure, playback } = this;
    this.say("");
    this.graph.mark(found.turning_points);
    const points = section(
      "turning",
      pointList(found.turning_points, playback, () => this.showBoard()),
    );
    const decisions = section(
      "decisions",
      decisionList(found.decisions, measure, playback, this.actions()),
      explained([measure === "win" ? "review.notes.decisions" : "review.notes.exact"]),
    );
    const left = found.left_out;
    const note = left ? h("p", { class: "muted rv-left-out" }, t("review.notes.left-out", { n: left })) : null;
    const accuracy = section("accuracy", accuracyTable(found, measure, playback), note);
    this.body.querySelector("[data-part=turning]")?.replaceWith(points);
    this.body.querySelector("[data-part=decisions]")?.replaceWith(decisions, accuracy);
    if (playback.viewpoint === "open") this.body.append(this.share());
    announce(t("web_review.ready"));
  }

  /** What can be done at a decision. @returns {import("./decisions.js").Actions} */
  actions() {
    const { playback } = this;
    return {
      played: ({ move }) => {
        playback.goto(move);
        this.showBoard();
      },
      best: ({ move, best }) => {
        this.showBoard();
        void playback.showInstead(move, best, t("web_review.instead"));
      },
      more: ({ move, seat }) => (this.mine.includes(seat) ? ownActions(this, move) : []),
    };
  }

  /** The picture to share, and the link that shows it. */
  share() {
    const { id } = this.playback.source;
    const path = `/api/tables/${id}/review.svg?language=${language()}`;
    const name = `hornsup-review-${id.slice(0, 8)}`;
    const link = `${location.origin}/replay/${id}?review=1`;
    return h(
      "section",
      { class: "rv-section", dataset: { part: "share" } },
      h("h2", null, t("web_review.share")),
      pictureBox({ path, name, width: 1200, height: 630, alt: t("web_review.picture") }),
      h("a", { class: "small", href: path, download: `${name}.svg` }, t("web_review.svg")),
      h("p", { class: "small muted" }, t("web_review.link-hint")),
      linkField(link, t("web.share.link")),
    );
  }

  /** On a phone the board is in front of the review, or behind it. */
  showBoard() {
    this.playback.controls.read(false);
  }
}

/** @param {string} name @param {...any} children */
function section(name, ...children) {
  return h(
    "section",
    { class: "rv-section", dataset: { part: name } },
    h("h2", null, t(`review.heads.${name}`)),
    children,
  );
}

/** How the figures are meant, for whoever asks. @param {string[]} keys of texts */
function explained(keys) {
  return details(t("web_review.how"), () =>
    h(
      "div",
      { class: "small muted" },
      keys.map((key) => h("p", null, t(key))),
    ),
  );
}

/** What is made when it is opened. @param {string} title @param {() => HTMLElement | null} make */
function details(title, make) {
  const place = h("div", { class: "rv-scroll" });
  const fill = () => {
    if (box.open) replace(place, make());
  };
  const box = h("details", { class: "rv-details", onToggle: fill }, h("summary", null, title), place);
  return box;
}
