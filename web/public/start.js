// Runs before the first paint and without the bundle, so it keeps to syntax of 2017.
try {
  // A chosen theme must not flash; web/src/lib/theme.ts does the rest.
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch (_) {
  // Without storage the theme follows the system.
}

const isOld = !CSS.supports("color", "light-dark(#000, #fff)") || !("Segmenter" in Intl);
const sayOld = () => {
  document.querySelector(".old-browser").hidden = false;
};
if (isOld) addEventListener("DOMContentLoaded", sayOld);

// If a first script fails to load, its page is asked for again at once (web/index.html).
const sayFailure = () => {
  const starting = document.querySelector(".starting");
  if (!starting && document.readyState === "loading") addEventListener("DOMContentLoaded", sayFailure);
  if (!starting) return false;
  starting.dataset.failed = "";
  starting.firstElementChild.textContent = "화면을 가져오지 못했어요.";
  return true;
};
addEventListener("error", ({ target }) => target.tagName === "SCRIPT" && sayFailure(), true);
addEventListener("unhandledrejection", (event) => {
  if (sayFailure()) event.preventDefault();
});
