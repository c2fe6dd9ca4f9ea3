import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { firstRelease } from "#services/platform/database/migrations";
import { allMigrations } from "#tests/support/migrations";

const parts = allMigrations.map(({ name }) => {
  const [, release = "", area = ""] = /^(\d+\.\d+\.\d+)\/([a-z]+(?:-[a-z]+)*)$/.exec(name) ?? [];
  return { name, release, area };
});

it("every migration is named by a release and an area, and each area has one per release", () => {
  for (const { name, release, area } of parts) expect(`${release}/${area}`).toBe(name);
  expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
});

it("every area begins with the release that created it, and the first one with the first release, by which a start recognises older databases", () => {
  expect(parts[0]?.release).toBe(firstRelease);
  for (const { area } of parts) {
    const releases = parts.filter((each) => each.area === area).map(({ release }) => release);
    expect(releases, area).toEqual(releases.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true })));
  }
});

it("no migration belongs to a later release than this one", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  for (const { name, release } of parts)
    expect(release.localeCompare(version, "en", { numeric: true }), name).toBeLessThanOrEqual(0);
});
