/** The table before the game: who sits where, how others come, what is played. */

import { h, memory, replace } from "../dom.js";
import { contribution } from "../net.js";
import { ask, refused } from "../ui/dialog.js";
import { glyph } from "../ui/icons.js";
import { free, letter, nameOf, piece, stateOf, tag } from "../ui/seats.js";
import { games, settingsPanel } from "../ui/settings.js";
import { sharePanel } from "../ui/share.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Seat} Seat */
/** @typedef {import("../types").Settings} Settings */
/** @typedef {import("../types").TablePage} TablePage */

const EXECUTOR = -1;

/**
 * @param {TablePage} shell
 * @returns {{element: HTMLElement, paint: (model: Model) => void, destroy: () => void}}
 */
export function lobby({ app, socket }) {
  const { t } = app;
  const title = h("h1", { class: "lobby-title" });
  const game = h("div", { class: "lobby-game" });
  const seats = h("ul", { class: "seat-list" });
  const note = h("p", { class: "muted" });
  const go = h("div", { class: "lobby-go" });
  const share = h("div");
  const rules = h("section", { class: "panel lobby-settings" }, h("h2", null, t("web.lobby.settings")), h("p", { class: "muted", hidden: true }, t("web.lobby.only-host")));
  const seal = h("p", { class: "seal small muted" });
  const element = h(
    "main",
    { class: "lobby page", id: "content" },
    h("div", { class: "lobby-head" }, title, game),
    h("div", { class: "lobby-main stack" }, h("section", { class: "panel" }, h("h2", null, t("web.lobby.seats")), seats, note), go, share, seal),
    rules,
  );
  /** @type {import("../ui/settings.js").Control | null} */
  let panel = null;
  let panelFor = "";
  let sharedFor = "";

  /** @type {import("../types").Send} */
  const send = async (type, fields) => {
    const answer = await socket.send(type, fields);
    refused(answer);
    return answer;
  };

  /** @param {Partial<Settings>} change */
  const change = async (change) => {
    const model = socket.model;
    if (!model) return;
    const answer = await send("change", { settings: { ...model.table.settings, ...change } });
    if (!answer.ok) panel?.sync(model.table.settings);
  };

  /** @param {Model} model */
  const paintSettings = async (model) => {
    const { settings } = model.table;
    const host = model.you.host ?? false;
    if (panelFor !== settings.game) {
      panelFor = settings.game;
      const found = (await games()).games.find((each) => each.name === settings.game);
      if (!found || panelFor !== found.name) return;
      panel = settingsPanel(found, change);
      rules.querySelector(".settings")?.remove();
      rules.append(panel.element);
    }
    /** @type {HTMLElement} */ (rules.querySelector("p")).hidden = host;
    if (panel) /** @type {HTMLFieldSetElement} */ (panel.element).disabled = !host;
    panel?.sync((socket.model ?? model).table.settings);
  };

  /** @param {Model} model */
  const paint = (model) => {
    const { table, you } = model;
    const name = table.settings.game === "horns-up" ? "Horns Up" : "Raise Your Horns!";
    title.textContent = name;
    app.title(name);
    paintGame(model);
    const focus = document.activeElement instanceof HTMLElement && seats.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const typing = document.activeElement instanceof HTMLInputElement && seats.contains(document.activeElement);
    if (!typing) {
      replace(seats, table.seats.map((seat) => seatRow(model, seat)), executorRow(model));
      if (focus) /** @type {HTMLElement | null} */ (seats.querySelector(`[data-key="${focus}"]`))?.focus();
    }
    const empty = table.seats.filter(free).length;
    note.textContent = you.seats.length === 0 ? t("web.lobby.not-seated") : empty ? t("web.lobby.waiting", { n: empty }) : t("web.lobby.full");
    paintGo(model, empty);
    if (sharedFor !== table.code) {
      sharedFor = table.code;
      replace(share, sharePanel(table));
    }
    replace(seal, glyph("seal"), h("span", null, t("web.lobby.sealed"), " ", h("code", { title: table.commitment }, `${table.commitment.slice(0, 16)}…`), " ", t("web.lobby.sealed-more")));
    void paintSettings(model);
  };

  /** Which game, and for how many. @param {Model} model */
  const paintGame = ({ table, you }) => {
    const { game: current, players } = table.settings;
    if (!you.host) {
      replace(game, h("span", { class: "muted" }, t("web.home.n-players", { n: players })));
      return;
    }
    const most = current === "horns-up" ? 9 : 12;
    const count = h("select", { "aria-label": t("web.home.players"), onChange: () => change({ players: Number(count.value) }) });
    for (let n = 3; n <= most; n++) count.append(h("option", { value: n, selected: n === players }, t("web.home.n-players", { n })));
    const other = (/** @type {string} */ name, /** @type {string} */ text) =>
      h("button", { type: "button", "aria-pressed": name === current, onClick: () => name !== current && change({ game: name, options: {}, players: Math.min(players, 9) }) }, text);
    replace(game, h("div", { class: "segments" }, other("horns-up", "Horns Up"), other("raise-your-horns", "Raise Your Horns!")), count);
  };

  /** @param {Model} model @param {Seat} seat */
  const seatRow = (model, seat) => {
    const mine = model.you.seats.includes(seat.seat);
    const kept = seat.reserved && free(seat);
    const label = kept ? t("web.lobby.kept") : free(seat) ? t("web.lobby.free") : nameOf(seat);
    return h(
      "li",
      { class: `seat-row${free(seat) ? " free" : ""}${mine ? " mine" : ""}` },
      piece(seat.seat),
      h(
        "div",
        { class: "seat-who" },
        mine ? rename(seat) : h("span", { class: "seat-name" }, label),
        h("span", { class: "seat-tags" }, mine && tag(t("web.you")), seat.host && tag(t("web.seats.host")), !mine && stateOf(seat, model.online) ? h("span", { class: "small muted" }, stateOf(seat, model.online)) : null),
      ),
      h("div", { class: "seat-do" }, seatActions(model, seat, mine)),
    );
  };

  /** @param {Model} model @param {Seat} seat @param {boolean} mine */
  const seatActions = (model, seat, mine) => {
    const { you } = model;
    const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ onClick, cls = "") =>
      h("button", { type: "button", class: cls, dataset: { key: `${key}-${seat.seat}` }, "aria-label": `${text}: ${t("web.seats.seat", { letter: letter(seat.seat) })}`, onClick }, text);
    const keptForMe = you.reserved?.includes(seat.seat);
    if (free(seat) && seat.reserved && !keptForMe) return [you.host && button("kick", t("web.lobby.free-it"), () => send("kick", { seat: seat.seat }), "quiet")];
    if (free(seat)) {
      const sit = you.seats.length && !keptForMe ? button("sit", t("web.lobby.another"), () => sitAnother(seat.seat)) : button("sit", t("web.lobby.sit"), () => sit_(seat.seat), "primary");
      return [sit, you.host && botPicker(seat.seat)];
    }
    if (mine) return [button("stand", t("web.lobby.stand"), () => send("stand", { seat: seat.seat }), "quiet")];
    if (you.host) return [seat.person && button("host", t("web.lobby.make-host"), () => send("pass-on", { seat: seat.seat }), "quiet"), button("kick", t("web.lobby.remove"), () => send("kick", { seat: seat.seat }), "quiet")];
    return [];
  };

  /** A bot of a chosen strength for a free seat. @param {number} seat */
  const botPicker = (seat) => {
    const pick = h("select", { dataset: { key: `bot-${seat}` }, "aria-label": `${t("web.lobby.add-bot")}: ${t("web.seats.seat", { letter: letter(seat) })}` });
    pick.append(h("option", { value: "" }, t("web.lobby.add-bot")), ...["easy", "normal", "hard"].map((level) => h("option", { value: level }, t("web.seats.level", { level: `@web.levels.${level}` }))));
    pick.addEventListener("change", () => pick.value && send("add-bot", { level: pick.value, seat }));
    return pick;
  };

  /** @param {Seat} seat */
  const rename = (seat) => {
    const input = h("input", { class: "seat-rename", type: "text", maxlength: 24, value: seat.name ?? "", "aria-label": t("web.home.name"), dataset: { key: `name-${seat.seat}` } });
    const done = async () => {
      const name = input.value.trim();
      if (!name || name === seat.name) return;
      if (seat.seat === socket.model?.you.seats[0]) await app.session(name).catch(() => {});
      await send("rename", { name, seat: seat.seat });
    };
    input.addEventListener("change", done);
    input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
    input.addEventListener("blur", () => socket.model && paint(socket.model));
    return input;
  };

  /** @param {number | null} seat */
  const sit_ = (seat) => send("sit", { contribution: contribution(), seat, name: memory.get("name") ?? app.name() });

  /** Somebody else on this device. @param {number} seat */
  const sitAnother = (seat) => send("sit", { contribution: contribution(), seat, name: t("web.lobby.player", { letter: letter(seat) }) });

  /** The Executor sees that forfeits are done; only the dice have one. @param {Model} model */
  const executorRow = (model) => {
    const { table, you } = model;
    if (table.settings.game !== "raise-your-horns" || table.settings.options.forfeits === "off") return null;
    const taken = table.executor?.person ? table.executor : null;
    const sit = () => send("sit", { contribution: "", seat: EXECUTOR, name: memory.get("name") ?? app.name() });
    const act = !taken
      ? h("button", { type: "button", dataset: { key: "executor" }, onClick: sit }, t("web.lobby.be-executor"))
      : you.executor
        ? h("button", { type: "button", class: "quiet", dataset: { key: "executor" }, onClick: () => send("stand", { seat: EXECUTOR }) }, t("web.lobby.stand"))
        : you.host && h("button", { type: "button", class: "quiet", onClick: () => send("kick", { seat: EXECUTOR }) }, t("web.lobby.remove"));
    return h(
      "li",
      { class: `seat-row executor${taken ? "" : " free"}` },
      piece(-1),
      h("div", { class: "seat-who" }, h("span", { class: "seat-name" }, t("web.seats.executor"), taken ? `: ${taken.name}` : ""), h("span", { class: "small muted" }, t("web.lobby.executor-text"))),
      h("div", { class: "seat-do" }, act),
    );
  };

  /** @param {Model} model @param {number} empty */
  const paintGo = ({ you, table }, empty) => {
    if (you.host && you.seats.length > 0 && empty === 0) replace(go, h("button", { type: "button", class: "primary loud", onClick: () => send("start") }, glyph("play"), t("web.lobby.start")));
    else if (you.host && you.seats.length > 0) replace(go, h("button", { type: "button", class: "primary loud", onClick: fillAndStart }, glyph("play"), t("web.lobby.start-bots", { n: empty })), h("p", { class: "muted small" }, t("web.lobby.or-wait")));
    else if (you.seats.length === 0 && empty > 0) replace(go, h("button", { type: "button", class: "primary loud", onClick: () => sit_(null) }, t("web.lobby.sit-down")));
    else if (you.host) replace(go, h("button", { type: "button", class: "primary loud", disabled: empty > 0, onClick: () => send("start") }, t("web.lobby.start")));
    else replace(go, h("p", { class: "waiting" }, t("web.lobby.host-starts", { name: table.seats.find((seat) => seat.host)?.name ?? t("web.seats.host") })));
    if (you.host) go.append(h("button", { type: "button", class: "quiet danger small", onClick: closeTable }, t("web.lobby.close")));
  };

  const fillAndStart = async () => {
    for (const seat of socket.model?.table.seats.filter(free) ?? []) {
      if (seat.reserved && !(await send("kick", { seat: seat.seat })).ok) return;
      const answer = await send("add-bot", { level: "normal", seat: seat.seat });
      if (!answer.ok) return;
    }
    await send("start");
  };

  const closeTable = async () => {
    if (await ask(t("web.lobby.close"), t("web.lobby.close-sure"), t("web.lobby.close"))) await send("close");
  };

  return { element, paint, destroy() {} };
}
