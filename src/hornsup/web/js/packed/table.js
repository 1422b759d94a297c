/** A table in a notebook: the client's own table page, over a socket to the kernel. */

import { loadGames } from "../catalogue.js";
import { replace } from "../dom.js";
import { TableSocket } from "../socket.js";
import { createLog } from "../ui/story/log.js";
import { tableShell } from "../ui/table/shell.js";
import { openApp } from "./app.js";

/** @typedef {import("../types").Received} Received */

/** Connect to the one table there is, and show it. */
export async function start() {
  const app = await openApp(/** @type {import("../types").Language} */ (document.documentElement.lang));
  await loadGames();
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  const log = createLog("");
  const socket = new TableSocket("", { language: app.language, local: true });
  /** @type {ReturnType<typeof tableShell> | null} */
  let shell = null;
  socket.addEventListener("model", (event) => {
    /** @type {Received} */
    const received = /** @type {CustomEvent} */ (event).detail;
    const { model } = socket;
    if (!model) return;
    log.take(model, received.update, received.missed, received.fresh);
    if (!shell) {
      shell = tableShell({ app, socket, local: true }, log);
      replace(root, shell.element);
    }
    shell.paint(model, received);
  });
  socket.addEventListener("presence", () => socket.model && shell?.present(socket.model));
}
