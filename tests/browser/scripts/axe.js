/** What axe finds on the page as it is: all rules in the present theme, contrast in the other one too. */
async () => {
  const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
  const root = document.documentElement;
  const theme = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  const told = ({ id, nodes }, where) =>
    nodes.map((node) => {
      const why = (node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? "";
      return `${where}: ${id}: ${node.target.join(" ")}: ${node.html.slice(0, 120)} (${why.slice(0, 160)})`;
    });
  const run = async (runOnly, where) =>
    (await axe.run(document, { runOnly, resultTypes: ["violations"] })).violations.flatMap((each) => told(each, where));
  const before = root.dataset.theme;
  const other = theme === "light" ? "dark" : "light";
  const found = await run({ type: "tag", values: TAGS }, theme);
  root.dataset.theme = other;
  found.push(...(await run({ type: "rule", values: ["color-contrast"] }, other)));
  if (before) root.dataset.theme = before;
  else delete root.dataset.theme;
  return found;
}
