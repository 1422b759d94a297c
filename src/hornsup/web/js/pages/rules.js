/** @type {import("../types").PageFunction} */
export function page(root, _params, app) {
  root.textContent = app.t("web.loading");
  return { destroy() {} };
}
