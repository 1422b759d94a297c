/** Lights places of the table while what is about them is pointed at or has the focus. */

/**
 * Elements say in `data-cells` what they are about, places with a space between.
 * @param {HTMLElement} element
 * @param {(cells: string[]) => void} light
 */
export function lightPlaces(element, light) {
  let lit = "";
  /** @param {EventTarget | null} target */
  const show = (target) => {
    const on = target instanceof Element ? target.closest("[data-cells]") : null;
    const cells = on instanceof HTMLElement && element.contains(on) ? (on.dataset.cells ?? "") : "";
    if (cells === lit) return;
    lit = cells;
    light(cells ? cells.split(" ") : []);
  };
  element.addEventListener("pointerover", (event) => show(event.target));
  element.addEventListener("pointerleave", () => show(document.activeElement));
  element.addEventListener("focusin", (event) => show(event.target));
  element.addEventListener("focusout", () => show(null));
  return { clear: () => show(null) };
}
