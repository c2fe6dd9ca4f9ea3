// Before the first paint, so that a chosen theme does not flash; web/src/lib/theme.ts does the rest.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme follows the system.
}
