/** Everything around a game: whose turn, seats, log, chat, menu, undo, the pass screen, the end. */

import { h, reducedMotion, replace } from "../dom.js";
import { language, t } from "../i18n.js";
import { withDice } from "../games/raise-your-horns/words.js";
import { announce } from "../live.js";
import { besideScreen } from "./beside.js";
import { createChat } from "./chat.js";
import { clockText } from "./clock.js";
import { refused, toast } from "./dialog.js";
import { endBar, endDialog } from "./end.js";
import { glyph } from "./icons.js";
import { openMenu, openShortcuts } from "./menu.js";
import { passScreen } from "./pass.js";
import { nameOf, namesOf, piece, stateOf } from "./seats.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").GameComponent} GameComponent */
/** @typedef {import("../types").TablePage} TablePage */

/** @type {Record<string, () => Promise<{createGame: (ctx: import("../types").GameContext) => GameComponent}>>} */
const COMPONENTS = {
  "horns-up": () => import("../games/horns-up/index.js"),
  "raise-your-horns": () => import("../games/raise-your-horns/index.js"),
};

const DICE = "raise-your-horns";

/** The component of a game. @param {string} game */
export function loadGame(game) {
  return COMPONENTS[game]();
}

/**
 * @param {TablePage} page
 * @param {ReturnType<typeof import("./log.js").createLog>} log
 */
export function tableShell(page, log) {
  const { app, socket } = page;
  const status = h("h1", { class: "tbl-status" });
  const seats = h("ol", { class: "tbl-seats", "aria-label": t("web.lobby.seats") });
  const stage = h("main", { class: "tbl-game", id: "content" });
  const pass = passScreen(socket);
  const lines = h("ol", { class: "log-lines", tabindex: "0", "aria-label": t("web.table.log") });
  const chat = createChat(socket, seats);
  const beside = besideScreen(socket.model?.table.id ?? "", () => game);
  const undo = tool("undo", "web.table.undo", () => takeBack());
  const logButton = tool("log", "web.table.log", () => openSide("log"));
  const chatButton = tool("chat", "web.table.chat", () => openSide("chat"));
  const keys = tool("help", "web.table.keys", () => shortcuts()); // on a phone the menu has them
  keys.classList.add("not-on-phones");
  logButton.classList.add("phone-only");
  chatButton.classList.add("phone-only");
  chatButton.dataset.chat = "open";
  const back = h("button", { type: "button", class: "primary back-button", hidden: true, onClick: () => giveBack() }, t("web.table.i-am-back"));
  const side = h(
    "aside",
    { class: "tbl-side", "aria-label": t("web.table.side") },
    h("section", { class: "side-log" }, h("div", { class: "side-head" }, h("h2", null, t("web.table.log")), closeSide()), lines),
    h("section", { class: "side-chat" }, h("div", { class: "side-head" }, h("h2", null, t("web.table.chat")), closeSide()), chat.element),
  );
  const end = h("div", { class: "end-place" });
  const head = h(
    "header",
    { class: "tbl-head" },
    h("a", { class: "skip", href: "#content" }, t("web.nav.skip")),
    tool("menu", "web.table.menu", () => menu()),
    status,
    back,
    h("div", { class: "tbl-tools" }, undo, beside.button, logButton, chatButton, keys),
  );
  const element = h("div", { class: "tbl", dataset: { game: socket.model?.table.settings.game } }, head, seats, h("div", { class: "tbl-body" }, h("div", { class: "tbl-middle" }, stage, pass.element, end), side));

  const name = socket.model?.table.settings.game ?? "";
  /** @type {GameComponent | null} */
  let game = null;
  let gone = false;
  let lastPhase = "";
  let lastTurn = /** @type {number | null} */ (null);
  let ticking = 0;
  let seatsKey = "";

  /** @type {import("../types").Send} */
  const ask = (type, fields) => socket.send(type, fields);
  /** @type {import("../types").GameContext} */
  const context = {
    mode: "play",
    t,
    language: language(),
    announce,
    send: async (move) => {
      const answer = await ask("move", { move });
      refused(answer);
      return answer;
    },
    why: (question) => ask("why", question),
    ask,
    names: () => (socket.model ? namesOf(socket.model.table) : []),
    reducedMotion,
  };

  loadGame(name).then(
    ({ createGame }) => {
      if (gone) return;
      game = createGame(context);
      replace(stage, game.element);
      if (socket.model) {
        game.paint(socket.model, null);
        paintStatus(socket.model);
        beside.paint(socket.model);
      }
    },
    (error) => {
      if (gone) return;
      const online = socket.connected && navigator.onLine;
      replace(stage, h("p", { class: "page" }, t(online ? "web.missing.broken" : "web.offline.banner")));
      if (online) console.error(error);
      else window.addEventListener("online", () => location.reload(), { once: true }); // a module that failed stays so
    },
  );

  // --- commands ------------------------------------------------------------------------------------

  async function takeBack() {
    refused(await socket.send("undo"));
  }

  async function giveBack() {
    const model = socket.model;
    for (const seat of model?.you.seats ?? []) if (model?.table.seats[seat].away) refused(await socket.send("give-back", { seat }));
  }

  function menu() {
    if (socket.model) openMenu(page, { shortcuts });
  }

  function shortcuts() {
    openShortcuts(game?.shortcuts ?? []);
  }

  /** @param {"log" | "chat"} which */
  function openSide(which) {
    const open = element.dataset.side === which;
    if (open) delete element.dataset.side;
    else element.dataset.side = which;
    if (which === "chat" && !open) chat.seen();
    logButton.setAttribute("aria-expanded", String(element.dataset.side === "log"));
    chatButton.setAttribute("aria-expanded", String(element.dataset.side === "chat"));
    if (!open && which === "log") lines.scrollTop = lines.scrollHeight;
  }

  function closeSide() {
    return h("button", { type: "button", class: "quiet icon-button phone-only", "aria-label": t("web.close"), onClick: () => delete element.dataset.side }, glyph("cross"));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (typing) return;
    const act = { "?": shortcuts, u: () => socket.model?.undo && takeBack(), m: menu, h: () => openSide("log"), c: () => chat.focus() }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  document.addEventListener("keydown", key);

  // --- painting ------------------------------------------------------------------------------------

  /** @type {import("./log.js").Entry[]} */
  let written = [];
  let atEnd = true; // known from scrolling, because asking for it makes the browser lay everything out
  let top = 0;
  const scrolled = () => {
    const near = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 60;
    // Lines may come while we scroll to the end ourselves; only going up means to stay there.
    if (near || lines.scrollTop < top) atEnd = near;
    top = lines.scrollTop;
  };
  lines.addEventListener("scroll", scrolled, { passive: true });

  /** @param {import("./log.js").Entry[]} entries */
  function paintLog(entries) {
    const known = written.length ? entries.lastIndexOf(written[written.length - 1]) + 1 : 0;
    const made = entries.slice(known).map((each) => h("li", { class: each.strong ? "strong" : "" }, name === DICE ? withDice(each.text) : each.text));
    if (known) lines.append(...made);
    else replace(lines, made);
    while (lines.childElementCount > entries.length) lines.firstElementChild?.remove();
    written = entries;
    if (atEnd) requestAnimationFrame(() => (lines.scrollTop = lines.scrollHeight));
  }
  const forget = log.listen(paintLog);
  paintLog(log.entries());

  /** @param {Model} model */
  function paintStatus(model) {
    const text = statusOf(model, game);
    if (status.textContent !== text) status.textContent = text;
    const mine = model.toMove !== null && model.you.seats.includes(model.toMove) && !model.table.seats[model.toMove].bot;
    element.classList.toggle("my-turn", mine);
    app.title(mine ? `● ${t("web.table.your-turn")}` : text);
    if (model.toMove !== lastTurn) {
      lastTurn = model.toMove;
      if (mine) announce(text, { assertive: true });
    }
  }

  /** @param {Model} model */
  function paintSeats(model) {
    const key = JSON.stringify([model.table.seats, model.you.seats, model.toMove, model.online, model.watching, model.time !== null]);
    if (key === seatsKey) return tick();
    seatsKey = key;
    const clocks = clockText(model);
    element.classList.toggle("clocked", model.time !== null);
    replace(
      seats,
      model.table.seats.map((seat) => {
        const turn = seat.seat === model.toMove;
        const mine = model.you.seats.includes(seat.seat);
        const state = stateOf(seat, model.online);
        return h(
          "li",
          { class: `chip${turn ? " turn" : ""}${mine ? " mine" : ""}${state === t("web.seats.offline") ? " offline" : ""}`, dataset: { seat: seat.seat }, "aria-current": turn ? "true" : null },
          piece(seat.seat),
          h("span", { class: "chip-name" }, nameOf(seat), mine ? h("span", { class: "sr-only" }, ` (${t("web.you")})`) : null),
          seat.bot ? glyph("bot", { class: "glyph chip-bot" }) : null,
          state ? h("span", { class: "sr-only" }, `, ${state}`) : null,
          clocks[seat.seat] ? h("span", { class: "chip-clock", dataset: { clock: seat.seat } }, clocks[seat.seat]) : null,
        );
      }),
      model.watching > 0 && h("li", { class: "chip watching", "aria-label": t("web.table.watching", { n: model.watching }) }, glyph("eye"), String(model.watching)),
    );
    const turnChip = /** @type {HTMLElement | null} */ (seats.querySelector(".turn"));
    if (turnChip && model.time && seats.scrollWidth > seats.clientWidth) seats.scrollTo({ left: turnChip.offsetLeft - 60, behavior: reducedMotion() ? "auto" : "smooth" });
  }

  /** The clock counts down between the server's words. */
  function tick() {
    const model = socket.model;
    if (!model?.time) return;
    clockText(model).forEach((text, seat) => {
      const place = seats.querySelector(`[data-clock="${seat}"]`);
      if (place && text) place.textContent = text;
    });
  }
  ticking = window.setInterval(tick, 500);

  /** @param {Model} model @param {Update | null} update */
  function paint(model, update) {
    pass.paint(model); // first, so that no hand is ever painted before it
    game?.paint(model, update);
    beside.paint(model);
    paintStatus(model);
    paintSeats(model);
    chat.paint(model, update);
    undo.disabled = !model.undo;
    back.hidden = !model.you.seats.some((seat) => model.table.seats[seat].away);
    chatButton.classList.toggle("unread", chat.unread() > 0);
    paintEnd(model);
    lastPhase = model.table.phase;
  }

  /** @param {Model} model */
  function paintEnd(model) {
    if (model.table.phase !== "over") return;
    replace(end, endBar(page, model));
    if (lastPhase === "playing") setTimeout(() => !gone && endDialog(page), reducedMotion() ? 300 : 2200);
    if (model.table.next && lastPhase === "over" && !end.dataset.told) {
      end.dataset.told = "yes";
      toast(t("web.end.next-open"));
    }
  }

  return {
    element,
    paint,
    destroy() {
      gone = true;
      clearInterval(ticking);
      document.removeEventListener("keydown", key);
      forget();
      game?.destroy();
    },
  };
}

/** @param {string} drawn @param {string} label @param {() => void} onClick */
function tool(drawn, label, onClick) {
  return h("button", { type: "button", class: "icon-button quiet", "aria-label": t(label), title: t(label), onClick }, glyph(drawn));
}

/** Whose turn it is and what they choose, as a sentence. @param {Model} model @param {GameComponent | null} game */
export function statusOf(model, game) {
  if (model.table.phase === "over") return t("web.table.over");
  if (model.toMove === null) return t("web.loading");
  const own = game?.status?.(model);
  if (own) return own;
  const seat = model.table.seats[model.toMove];
  const mine = model.you.seats.includes(model.toMove) && !seat.bot;
  if (mine && model.you.seats.length > 1) return t("web.table.turn-of", { name: nameOf(seat) });
  if (mine) return t("web.table.your-turn");
  return t(seat.bot ? "web.table.bot-thinks" : "web.table.turn-of", { name: nameOf(seat) });
}
