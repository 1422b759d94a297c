/** A picture of a finished game: shown small, shared or saved as a PNG. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { toast } from "../controls/dialog.js";
import { glyph } from "../controls/icons.js";

/** `name` is that of the file, without its ending. @typedef {{path: string, name: string, width: number, height: number, alt: string}} Picture */

const TYPE = "image/png";

/** @param {Picture} picture */
export function pictureBox(picture) {
  const { path, width, height, alt } = picture;
  const save = button("download", "web.end.save-picture", async () => saveFile(await pictureFile(picture)));
  const share = canShare()
    ? button("share", "web.end.share-picture", async () => shareFile(await pictureFile(picture)))
    : null;
  return h(
    "figure",
    { class: "end-picture" },
    h("img", { src: path, width, height, alt }),
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

/** @param {Picture} picture */
async function pictureFile({ path, name, width, height }) {
  const drawn = new Image(width, height);
  drawn.src = path;
  await drawn.decode();
  const canvas = h("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(drawn, 0, 0, width, height);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, TYPE));
  if (!blob) throw new Error("the browser made no PNG");
  return new File([blob], `${name}.png`, { type: TYPE });
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
