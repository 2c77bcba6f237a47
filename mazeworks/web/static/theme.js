// Light, dark, or the system's theme; set before the first paint, so that nothing flashes.
(() => {
  const order = ["auto", "light", "dark"];
  const root = document.documentElement;
  const read = () => {
    try { return localStorage.getItem("mazeworks:theme") || "auto"; } catch { return "auto"; }
  };
  const apply = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    const button = document.getElementById("theme");
    if (button) button.textContent = `Theme: ${theme}`;
    document.dispatchEvent(new CustomEvent("themechange"));
  };
  apply(read());
  document.addEventListener("DOMContentLoaded", () => {
    apply(read());
    document.getElementById("theme")?.addEventListener("click", () => {
      const next = order[(order.indexOf(read()) + 1) % order.length];
      try { localStorage.setItem("mazeworks:theme", next); } catch { /* the choice lasts as long as the page */ }
      apply(next);
    });
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => apply(read()));
})();
