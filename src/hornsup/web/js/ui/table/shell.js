/** The page around a game: status line, seats, log, chat, menu, undo, pass screen, end. */

import { gameInfo, gamePage } from "../../catalogue.js";
import { h, reducedMotion, replace } from "../../dom.js";
import { language, t } from "../../i18n.js";
import { announce } from "../../announce.js";
import { soundButton } from "../../sound/controls.js";
import { Timeline } from "../../timeline.js";
import { attention } from "../calls/attention.js";
import { createChat } from "./chat.js";
import { refused, toast } from "../controls/dialog.js";
import { endBar, endDialog } from "../end/end.js";
import { glyph } from "../controls/icons.js";
import { nextTable } from "./next-table.js";
import { onlyHandSwitch } from "./only-hand.js";
import { passScreen } from "./pass-screen.js";
import { seatStrip } from "./seat-strip.js";
import { namesOf } from "../controls/seats.js";
import { sideColumn } from "./side.js";
import { paceOf } from "./speed.js";
import { isMyTurn, statusOf } from "./status.js";
import { createStory } from "../story/story.js";
import { takeBackButton } from "./take-back.js";
import { undoable } from "../story/undoable.js";
import { hold } from "../calls/wake-lock.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Update} Update */
/** @typedef {import("../../types").Step} Step */
/** @typedef {import("../../types").GameComponent} GameComponent */
/** @typedef {import("../../types").TablePage} TablePage */
/** @typedef {import("../../types").Received} Received */

const WIDE = "(min-width: 901px)";
/** Milliseconds before the result covers the table, so that the last move can be seen. */
const END_DELAY = 2200;

/**
 * @param {TablePage} page
 * @param {ReturnType<typeof import("../story/log.js").createLog>} log
 */
export function tableShell(page, log) {
  const { app, socket } = page;
  const first = /** @type {Model} */ (socket.model);
  const name = first.table.settings.game;
  const wide = matchMedia(WIDE);
  const status = h("h1", { class: "tbl-status" });
  const calls = attention(app, { title: gameInfo(name).title });
  const seats = seatStrip(
    () => socket.model,
    (left) => element.classList.toggle("hurry", calls.clock(left)),
  );
  const stage = h("div", { class: "tbl-game" });
  const pass = passScreen(page, gamePage(name).open);
  const story = createStory(name, log, {
    model: () => socket.model,
    game: () => game,
    timeline: () => timeline,
    undo: () => takeBack(),
    board: () => side.close(),
    paint: paintPast,
    now: paintNow,
  });
  const chat = createChat(socket, seats.element);
  const onlyHand = onlyHandSwitch(first.table.id, () => game);
  const taken = undoable();
  const logButton = tool("log", "web.table.log", () => side.toggle("log"));
  const chatButton = tool("chat", "web.table.chat", () => side.toggle("chat"));
  const keys = tool("help", "web.table.keys", () => shortcuts()); // on a phone the menu has them
  keys.classList.add("not-on-phones");
  logButton.classList.add("phone-only");
  chatButton.classList.add("phone-only");
  chatButton.dataset.chat = "open";
  const back = h(
    "button",
    { type: "button", class: "primary back-button", hidden: true, onClick: () => giveBack() },
    t("web.table.i-am-back"),
  );
  const objection = takeBackButton(socket);
  const next = nextTable(first.table.id);
  const end = h("div", { class: "end-place" });
  const head = h(
    "header",
    { class: "tbl-head" },
    h("a", { class: "skip", href: "#content" }, t("web.nav.skip")),
    tool("menu", "web.table.menu", () => menu()),
    status,
    first.table.practice
      ? h("span", { class: "tag", title: t("web_review.practice") }, t("web_review.practice-tag"))
      : null,
    back,
    objection.element,
    next.link,
    story.look.bar,
    h("div", { class: "tbl-tools" }, onlyHand.button, logButton, chatButton, soundButton(t), keys),
  );
  const middle = h("main", { class: "tbl-middle", id: "content" }, stage, pass.element, end);
  const body = h("div", { class: "tbl-body" }, middle);
  const strip = h("section", { class: "tbl-strip", "aria-label": t("web.lobby.seats") }, seats.element);
  const element = h("div", { class: "tbl", dataset: { game: name } }, head, strip, body);
  const side = sideColumn(element, story.list, chat, story.toEnd, story.again);
  body.append(side.element);
  side.folded(!withOthers(first));
  element.addEventListener("side", () => {
    logButton.setAttribute("aria-expanded", String(element.dataset.side === "log"));
    chatButton.setAttribute("aria-expanded", String(element.dataset.side === "chat"));
  });

  /** @type {GameComponent | null} */
  let game = null;
  let gone = false;
  /** The table as it is shown. @type {Model} */
  let shown = { ...first };
  let lastPhase = "";
  let lastTurn = /** @type {number | null} */ (null);
  const timeline = new Timeline({ show, paint: tellPast, changed: story.behind }, () =>
    paceOf(socket.model?.table.settings.pace ?? 0),
  );

  /** @type {import("../../types").Send} */
  const ask = (type, fields) => socket.send(type, fields);
  /** @type {import("../../types").GameContext} */
  const context = {
    mode: "play",
    t,
    language: language(),
    announce,
    send: async (move) => {
      const answer = await ask("move", { move });
      refused(answer, (text) => gamePage(name).spoken(text, shown.view));
      return answer;
    },
    why: (question) => ask("why", question),
    ask,
    names: () => (socket.model ? namesOf(socket.model.table) : []),
    reducedMotion,
    ticker: story.ticker.element,
    hit: () => calls.hit(),
  };

  gamePage(name)
    .load()
    .then(
      (createGame) => {
        if (gone) return;
        game = createGame(context);
        replace(stage, game.element);
        dock();
        timeline.catchUp();
        paintState(shown);
        void story.ready.then(remember);
      },
      (error) => {
        if (gone) return;
        const online = socket.connected && navigator.onLine;
        replace(stage, h("p", { class: "page" }, t(online ? "web.missing.broken" : "web.offline.banner")));
        if (online) reportError(error);
        else reloadWhenOnline(); // a failed import is not retried
      },
    );

  /** The game marks what happened since this player's last turn, also before the page was opened. */
  function remember() {
    const seat = shown.you.seats[0];
    const known = seat === undefined ? [] : story.since(seat);
    game?.remember?.(known.flatMap(({ event, text }) => (event ? [{ event, text }] : [])));
  }

  /** On a wide page the game's own part stands above the log. */
  function dock() {
    game?.dock?.(wide.matches ? side.own : null);
  }
  wide.addEventListener("change", dock);

  // --- commands ------------------------------------------------------------------------------------

  async function takeBack() {
    refused(await socket.send("undo"));
  }

  async function giveBack() {
    const model = socket.model;
    for (const seat of model?.you.seats ?? [])
      if (model?.table.seats[seat].away) refused(await socket.send("give-back", { seat }));
  }

  async function menu() {
    const { openMenu } = await import("./menu.js");
    if (socket.model && !gone) openMenu(page, shortcuts);
  }

  async function shortcuts() {
    const { openShortcuts } = await import("./menu.js");
    if (!gone) openShortcuts(game?.shortcuts ?? []);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (typing) return;
    const act = {
      "?": shortcuts,
      u: () => socket.model?.undo && !story.look.active && takeBack(),
      m: menu,
      h: () => side.toggle("log"),
      c: () => chat.focus(),
      t: () => next.go(),
      ".": () => (story.look.active ? story.look.close() : timeline.catchUp()),
      Escape: () => (story.look.active ? story.look.close() : timeline.skip()),
    }[event.key];
    if (!act) return;
    if (event.key !== "Escape") event.preventDefault(); // Escape also cancels a choice
    act();
  }
  document.addEventListener("keydown", key);

  /** A tap ends the present step; somebody whose turn has come meanwhile is brought to now. */
  function hasten() {
    if (timeline.behind > 1 && socket.model && isMyTurn(socket.model)) timeline.catchUp();
    else timeline.skip();
  }
  stage.addEventListener("pointerdown", hasten, true);

  // --- what is shown --------------------------------------------------------------------------------

  /** @param {Step} step @param {import("../../timeline.js").Cue} cue */
  async function show(step, cue) {
    const { model, events } = step;
    const last = () => !timeline.queue.length;
    const offered = () => (last() ? model : { ...model, legal: [], undo: false });
    let arrived = false;
    const arrive = () => {
      if (arrived) return;
      arrived = true;
      log.reveal(model);
      taken.follow(step);
      paintHead(model, offered());
    };
    const showing = { cue, tell: (/** @type {number} */ upTo) => log.reveal(model, upTo), arrive };
    pass.paint(model); // before the game, so that no hand shows
    shown = model;
    if (game && events.length) await game.show({ ...step, model: offered() }, showing);
    else game?.paint(offered());
    arrive();
  }

  /** Steps that the viewer does not wait for: the log has them all the same. @param {Step[]} steps */
  function tellPast(steps) {
    for (const step of steps) {
      log.reveal(step.model);
      taken.follow(step);
    }
  }

  /** @param {Model} model */
  function paintState(model) {
    pass.paint(model);
    game?.paint(model);
    paintHead(model, model);
  }

  /** All that moves together with the board. @param {Model} model @param {Model} offered */
  function paintHead(model, offered) {
    shown = model;
    onlyHand.paint(model);
    paintStatus(model);
    story.arrived(model, offered.undo, taken.what());
    back.hidden = model.table.phase !== "playing" || !model.you.seats.some((seat) => model.table.seats[seat].away);
    paintEnd(model);
    lastPhase = model.table.phase;
  }

  /** @param {Model} model */
  function paintStatus(model) {
    const text = statusOf(model, game);
    if (status.textContent !== text) status.textContent = text;
    const mine = isMyTurn(model);
    element.classList.toggle("my-turn", mine);
    next.turn(mine);
    calls.turn(mine, mine ? t("web.table.your-turn") : text);
    if (model.toMove === lastTurn) return;
    lastTurn = model.toMove;
    if (!mine) return;
    announce(text, { assertive: true });
    if (!chat.typing()) side.close();
  }

  /** @param {Model} model */
  function paintEnd(model) {
    if (model.table.phase !== "over") return;
    const next = model.table.next ?? "";
    if (end.dataset.next !== next) replace(end, endBar(page, model)); // not whenever somebody comes or goes
    end.dataset.next = next;
    if (lastPhase === "playing") setTimeout(() => !gone && endDialog(page), reducedMotion() ? 300 : END_DELAY);
    if (model.table.next && lastPhase === "over" && !end.dataset.told) {
      end.dataset.told = "yes";
      toast(t("web.end.next-open"));
    }
  }

  /** The table as it was, with nothing to choose. @param {Model} model @param {string} title */
  function paintPast(model, title) {
    const { online, watching, screens } = shown;
    element.classList.add("past");
    game?.past?.(true);
    element.classList.remove("my-turn");
    game?.paint({ ...model, online, watching, screens, legal: [], undo: false });
    status.textContent = title;
    story.ticker.offerUndo(false, "");
    story.behind();
  }

  /** Come back from an earlier moment. */
  function paintNow() {
    element.classList.remove("past");
    game?.past?.(false);
    const waiting = timeline.queue.length > 0;
    timeline.resume();
    if (!waiting) paintState(shown);
  }

  /** What is never held back: clocks, connections, chat. @param {Model} model @param {Update | null} update */
  function paintLive(model, update) {
    element.classList.toggle("clocked", model.time !== null);
    seats.paint(model);
    objection.paint(model, update);
    chat.paint(model, update);
    if (update?.line) side.folded(false); // folded while only bots play
    chatButton.classList.toggle("unread", chat.unread() > 0);
    hold(model.table.phase === "playing" && model.you.seats.length > 0);
  }

  return {
    element,
    /** @param {Model} model @param {Received} received */
    paint(model, { update, missed, fresh }) {
      paintLive(model, update);
      const now = { ...model };
      story.look.keep(now);
      if (story.look.active && isMyTurn(now)) app.title(`● ${t("web.table.your-turn")}`);
      if (update) timeline.push({ model: now, update, events: update.events ?? [] });
      else if (missed && !fresh) timeline.push({ model: now, update: null, events: missed });
      else {
        log.reveal(now, Infinity, fresh && log.entries().length === 0); // on a first visit it can be read
        timeline.jump(now);
        remember();
      }
    },
    /** Somebody came or left. @param {Model} model */
    present(model) {
      paintLive(model, null);
      const { online, watching, screens } = model;
      shown = { ...shown, online, watching, screens };
      if (!timeline.behind && !story.look.active) paintState(shown);
    },
    destroy() {
      gone = true;
      document.removeEventListener("keydown", key);
      wide.removeEventListener("change", dock);
      timeline.destroy();
      calls.destroy();
      next.destroy();
      hold(false);
      seats.destroy();
      story.destroy();
      game?.destroy();
    },
  };
}

/** Whether anybody else at the table is a person. @param {Model} model */
function withOthers({ table, you }) {
  return table.seats.some(({ seat, person }) => person && !you.seats.includes(seat));
}

/** @param {string} drawn @param {string} label @param {() => void} onClick */
function tool(drawn, label, onClick) {
  return h(
    "button",
    { type: "button", class: "icon-button quiet", "aria-label": t(label), title: t(label), onClick },
    glyph(drawn),
  );
}

function reloadWhenOnline() {
  window.addEventListener("online", () => location.reload(), { once: true });
}
