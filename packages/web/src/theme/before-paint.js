// Runs before the first paint, so that a chosen theme never flashes in the other one's colours.
try {
  const chosen = localStorage.getItem("anteroom.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is switched off: the system's theme holds.
}
