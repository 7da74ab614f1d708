export type SecretPage = "set-up" | "invitation" | "reset";

/**
 * The secret of a link whose fragment carries it. It leaves the address bar at once, so that it is neither
 * read over a shoulder nor kept in the history, and stays in this tab for a reload or a detour to sign-in.
 */
export function takeSecret(page: SecretPage): string {
  const key = `anteroom.${page}`;
  const fragment = location.hash.slice(1);
  if (fragment !== "") {
    history.replaceState(history.state, "", location.pathname + location.search);
    keep(key, fragment);
    return fragment;
  }
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Drops the secret once it was used. */
export function forgetSecret(page: SecretPage): void {
  keep(`anteroom.${page}`, undefined);
}

function keep(key: string, secret: string | undefined): void {
  try {
    if (secret === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, secret);
  } catch {
    // Storage is switched off: the secret lives as long as this page does.
  }
}
