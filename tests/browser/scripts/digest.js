/** What a table shows, as text to compare two pages by: without what differs from page to page. */
() => {
  const DROPPED = new Set(["style", "id", "tabindex", "viewBox", "data-at"]);
  /** Cells that only a longer stay has drawn. */
  const bare = (node) => node.getAttribute("class") === "hu-cell" && !node.querySelector(".hu-card").childElementCount;
  const tell = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element) || bare(node) || node.matches(".hu-fx, .ticker")) return "";
    if (node.classList.contains("hu-row") && [...node.children].every(bare)) return "";
    const written = ({ name, value }) => `${name}=${name === "class" ? value.split(/\s+/).sort().join(" ") : value}`;
    const attributes = [...node.attributes].filter(({ name }) => !DROPPED.has(name)).map(written);
    return `<${[node.tagName, ...attributes.sort()].join(" ")}>${[...node.childNodes].map(tell).join("")}</>\n`;
  };
  return [".tbl-status", ".tbl-seats", ".tbl-game", ".chat-lines"].map((each) => tell(document.querySelector(each))).join("\n\n");
}
