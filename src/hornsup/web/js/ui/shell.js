/** The page around a game: status line, seats, log, chat, menu, undo, pass screen, end. */

import { gamePage } from "../catalogue.js";
import { h, reducedMotion, replace } from "../dom.js";
import { language, t } from "../i18n.js";
import { announce } from "../announce.js";
import { createChat } from "./chat.js";
import { refused, toast } from "./dialog.js";
import { endBar, endDialog } from "./end.js";
import { glyph } from "./icons.js";
import { logList } from "./log-list.js";
import { openMenu, openShortcuts } from "./menu.js";
import { onlyHandSwitch } from "./only-hand.js";
import { passScreen } from "./pass-screen.js";
import { seatStrip } from "./seat-strip.js";
import { namesOf } from "./seats.js";
import { isMyTurn, statusOf } from "./status.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").GameComponent} GameComponent */
/** @typedef {import("../types").TablePage} TablePage */

/**
 * @param {TablePage} page
 * @param {ReturnType<typeof import("./log.js").createLog>} log
 */
export function tableShell(page, log) {
  const { app, socket } = page;
  const name = socket.model?.table.settings.game ?? "";
  const status = h("h1", { class: "tbl-status" });
  const seats = seatStrip(() => socket.model);
  const stage = h("main", { class: "tbl-game", id: "content" });
  const pass = passScreen(socket, gamePage(name).open);
  const lines = logList(name, log);
  const chat = createChat(socket, seats.element);
  const onlyHand = onlyHandSwitch(socket.model?.table.id ?? "", () => game);
  const undo = tool("undo", "web.table.undo", () => takeBack());
  const logButton = tool("log", "web.table.log", () => openSide("log"));
  const chatButton = tool("chat", "web.table.chat", () => openSide("chat"));
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
  const side = h(
    "aside",
    { class: "tbl-side", "aria-label": t("web.table.side") },
    h(
      "section",
      { class: "side-log" },
      h("div", { class: "side-head" }, h("h2", null, t("web.table.log")), closeSide()),
      lines.element,
    ),
    h(
      "section",
      { class: "side-chat" },
      h("div", { class: "side-head" }, h("h2", null, t("web.table.chat")), closeSide()),
      chat.element,
    ),
  );
  const end = h("div", { class: "end-place" });
  const head = h(
    "header",
    { class: "tbl-head" },
    h("a", { class: "skip", href: "#content" }, t("web.nav.skip")),
    tool("menu", "web.table.menu", () => menu()),
    status,
    back,
    h("div", { class: "tbl-tools" }, undo, onlyHand.button, logButton, chatButton, keys),
  );
  const element = h(
    "div",
    { class: "tbl", dataset: { game: name } },
    head,
    seats.element,
    h("div", { class: "tbl-body" }, h("div", { class: "tbl-middle" }, stage, pass.element, end), side),
  );

  /** @type {GameComponent | null} */
  let game = null;
  let gone = false;
  let lastPhase = "";
  let lastTurn = /** @type {number | null} */ (null);

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

  gamePage(name)
    .load()
    .then(
      (createGame) => {
        if (gone) return;
        game = createGame(context);
        replace(stage, game.element);
        if (socket.model) {
          game.paint(socket.model, null);
          paintStatus(socket.model);
          onlyHand.paint(socket.model);
        }
      },
      (error) => {
        if (gone) return;
        const online = socket.connected && navigator.onLine;
        replace(stage, h("p", { class: "page" }, t(online ? "web.missing.broken" : "web.offline.banner")));
        if (online) reportError(error);
        else reloadWhenOnline(); // a failed import is not retried
      },
    );

  // --- commands ------------------------------------------------------------------------------------

  async function takeBack() {
    refused(await socket.send("undo"));
  }

  async function giveBack() {
    const model = socket.model;
    for (const seat of model?.you.seats ?? [])
      if (model?.table.seats[seat].away) refused(await socket.send("give-back", { seat }));
  }

  function menu() {
    if (socket.model) openMenu(page, shortcuts);
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
    if (!open && which === "log") lines.toEnd();
  }

  function closeSide() {
    return h(
      "button",
      {
        type: "button",
        class: "quiet icon-button phone-only",
        "aria-label": t("web.close"),
        onClick: () => delete element.dataset.side,
      },
      glyph("cross"),
    );
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
      u: () => socket.model?.undo && takeBack(),
      m: menu,
      h: () => openSide("log"),
      c: () => chat.focus(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  document.addEventListener("keydown", key);

  // --- painting ------------------------------------------------------------------------------------

  /** @param {Model} model */
  function paintStatus(model) {
    const text = statusOf(model, game);
    if (status.textContent !== text) status.textContent = text;
    const mine = isMyTurn(model);
    element.classList.toggle("my-turn", mine);
    app.title(mine ? `● ${t("web.table.your-turn")}` : text);
    if (model.toMove !== lastTurn) {
      lastTurn = model.toMove;
      if (mine) announce(text, { assertive: true });
    }
  }

  /** @param {Model} model @param {Update | null} update */
  function paint(model, update) {
    pass.paint(model); // before the game, so that no hand shows
    game?.paint(model, update);
    onlyHand.paint(model);
    paintStatus(model);
    element.classList.toggle("clocked", model.time !== null);
    seats.paint(model);
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
      document.removeEventListener("keydown", key);
      seats.destroy();
      lines.destroy();
      game?.destroy();
    },
  };
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
