import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const wholeBrowsers = ["chromium", "chromium-browser", "google-chrome"];
const names = ["chromium-headless-shell", ...wholeBrowsers];

function onPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // The program is not in this folder.
    }
  }
  return undefined;
}

const firstOnPath = (wanted: readonly string[]) => wanted.map(onPath).find((file) => file !== undefined);

/** The browser for the journeys: `$CHROME`, or an installed one. */
const findBrowser = (): string | undefined => process.env.CHROME || firstOnPath(names);

/** A browser that shows notifications, which chromium-headless-shell refuses; undefined if none is installed. */
export const notifyingBrowser = (): string | undefined =>
  process.env.CHROME && !process.env.CHROME.endsWith("headless-shell")
    ? process.env.CHROME
    : firstOnPath(wholeBrowsers);

/**
 * Finds a browser, or installs Debian's if this user may: both, because the lighter one shows no notifications.
 * @throws Error with one sentence with the remedy
 */
export function findOrInstallBrowser(): string {
  const found = findBrowser();
  if (found && (process.env.CHROME || notifyingBrowser())) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && onPath("apt-get")) {
    process.stdout.write("Installing chromium for the journeys…\n");
    try {
      const options = {
        stdio: "ignore",
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      } as const;
      execFileSync("apt-get", ["update", "-qq"], options);
      // A machine that has just started often updates itself and holds the lock meanwhile.
      const patient = ["-o", "DPkg::Lock::Timeout=300"];
      const packages = ["chromium-headless-shell", "chromium", "fonts-nanum"];
      execFileSync("apt-get", ["install", "-y", "-qq", ...patient, ...packages], options);
    } catch {
      // A failed installation is reported below.
    }
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error(
    "The journeys need a browser: install chromium (Debian: `apt-get install chromium`) or set CHROME to one.",
  );
}
