/** The picture of a finished game: shown small, shared or saved as a PNG. */

import { h } from "../../dom.js";
import { language, t } from "../../i18n.js";
import { toast } from "../dialog.js";
import { glyph } from "../icons.js";

const WIDTH = 1080;
const HEIGHT = 1350;
const TYPE = "image/png";

/** @param {string} id @param {string} line what the picture says, for whoever cannot see it */
export function pictureBox(id, line) {
  const path = `/api/tables/${id}/picture.svg?language=${language()}`;
  const name = `hornsup-${id.slice(0, 8)}.png`;
  const save = button("download", "web.end.save-picture", async () => saveFile(await pictureFile(path, name)));
  const share = canShare()
    ? button("share", "web.end.share-picture", async () => shareFile(await pictureFile(path, name)))
    : null;
  return h(
    "figure",
    { class: "end-picture" },
    h("img", { src: path, width: WIDTH, height: HEIGHT, alt: t("web.end.picture", { line }) }),
    h("figcaption", { class: "picture-buttons" }, share, save),
  );
}

/** Whether this device can hand a picture to another app. */
function canShare() {
  return !!navigator.canShare?.({ files: [new File([], "picture.png", { type: TYPE })] });
}

/** @param {string} drawn @param {string} label @param {() => Promise<void>} act */
function button(drawn, label, act) {
  const made = h("button", { type: "button", onClick: () => void press() }, glyph(drawn), t(label));
  const press = async () => {
    made.disabled = true;
    try {
      await act();
    } catch {
      toast(t("web.end.picture-failed"), { bad: true });
    }
    made.disabled = false;
    made.focus();
  };
  return made;
}

/** The picture as a PNG. @param {string} path @param {string} name */
export async function pictureFile(path, name) {
  const drawn = new Image(WIDTH, HEIGHT);
  drawn.src = path;
  await drawn.decode();
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d")?.drawImage(drawn, 0, 0, WIDTH, HEIGHT);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, TYPE));
  if (!blob) throw new Error("the browser made no PNG");
  return new File([blob], name, { type: TYPE });
}

/** @param {File} file */
async function shareFile(file) {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error; // it was put away
  }
}

/** @param {File} file */
function saveFile(file) {
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
