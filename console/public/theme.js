// Runs before the first paint, so that nobody sees the other theme flash. The console keeps it current afterwards.
(() => {
  const chosen = localStorage.getItem("parley.theme");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme =
    chosen === "light" || chosen === "dark" ? chosen : dark ? "dark" : "light";
})();
