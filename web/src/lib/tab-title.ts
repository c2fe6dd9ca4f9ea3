/** Counts are capped at 99 (spec/notifications.md rule 8). */
export const shownCount = (count: number): string => (count > 99 ? "99+" : String(count));

let title = "";
let unread = 0;

function show(): void {
  document.title = unread > 0 ? `(${shownCount(unread)}) ${title}` : title;
}

/** Sets the title of the browser's tab, and the name of the main landmark, which is spoken when it gets the focus. */
export function showTitle(next: string): void {
  title = next;
  show();
  const name = next.split(" | ").slice(0, -1).join(", ") || next;
  document.getElementById("content")?.setAttribute("aria-label", name);
}

/** Shows the number of unread notifications before the title and on the icon of the installed app. */
export function showUnread(count: number): void {
  unread = count;
  if (title !== "") show();
  if (!("setAppBadge" in navigator)) return;
  const badge = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  badge.catch(() => undefined);
}
