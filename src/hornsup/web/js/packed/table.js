/** A table in a notebook: the client's own table page, over a socket to the kernel. */

import { loadGames } from "../catalogue.js";
import { replace } from "../dom.js";
import { TableSocket } from "../socket.js";
import { createLog } from "../ui/story/log.js";
import { tableShell } from "../ui/table/shell.js";
import { openApp } from "./app.js";
import { playAgain } from "./bridge.js";

/** @typedef {import("../types").Received} Received */

/** Connect to the one table there is, and show it. */
export async function start() {
  const app = await openApp(/** @type {import("../types").Language} */ (document.documentElement.lang));
  await loadGames();
  sit(app, /** @type {HTMLElement} */ (document.getElementById("app")));
}

/**
 * Connect to the table and show it; another game is the same with the table that the kernel has then.
 * @param {import("../types").App} app
 * @param {HTMLElement} root
 */
function sit(app, root) {
  const log = createLog("");
  const socket = new TableSocket("", { language: app.language, local: true });
  /** @type {ReturnType<typeof tableShell> | null} */
  let shell = null;
  const again = () => {
    socket.close();
    shell?.destroy();
    playAgain();
    sit(app, root);
  };
  socket.addEventListener("model", (event) => {
    /** @type {Received} */
    const received = /** @type {CustomEvent} */ (event).detail;
    const { model } = socket;
    if (!model) return;
    log.take(model, received.update, received.missed, received.fresh);
    if (!shell) {
      shell = tableShell({ app, socket, local: true, again }, log);
      replace(root, shell.element);
    }
    shell.paint(model, received);
  });
  socket.addEventListener("presence", () => socket.model && shell?.present(socket.model));
}
