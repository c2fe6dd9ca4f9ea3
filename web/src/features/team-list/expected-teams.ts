const entry = "without-teams";

/**
 * Whether a place is kept for somebody's teams while they are being fetched: so, unless this browser has seen the person
 * without one. A place that nothing comes to would be taken away under the reader's eyes.
 */
export function expectsTeams(uuid: string | null): boolean {
  if (uuid === null) return false;
  try {
    return localStorage.getItem(entry) !== uuid;
  } catch {
    return true;
  }
}

/** What has come, for the next time. */
export function rememberTeams(uuid: string, hasTeams: boolean): void {
  try {
    if (!hasTeams) localStorage.setItem(entry, uuid);
    else if (localStorage.getItem(entry) === uuid) localStorage.removeItem(entry);
  } catch {
    // Without storage it is expected anew each time.
  }
}
