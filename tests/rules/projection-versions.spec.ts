import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readModels } from "#projections/read-models";
import { projectionDigest } from "./projection-digest.ts";

/**
 * A table is built again only where `version` is raised. `projection-versions.txt` holds name, version and digest of
 * table and handlers of each read model; `npm run versions` writes the lines of those that are new or raised, and only
 * those. If the rows are certainly the same as before, delete the line first.
 */
const list = new URL("./projection-versions.txt", import.meta.url);

const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const digestOf = (name: string) => projectionDigest(`projections/${name}.ts`, camelCase(name));

function listed(): Map<string, string> {
  const lines = readFileSync(list, "utf8").trim().split("\n").filter(Boolean);
  return new Map(lines.map((line) => [line.split(" ")[0] ?? "", line]));
}

const now = readModels.map(({ name, version }) => [name, `${name} ${version} ${digestOf(name)}`] as const);
const versionIn = (line = "") => Number(line.split(" ")[1] ?? 0);

if (process.env.UPDATE) {
  const before = listed();
  const lines = now.map(([name, line]) =>
    versionIn(line) > versionIn(before.get(name)) ? line : (before.get(name) ?? line),
  );
  writeFileSync(list, `${lines.sort().join("\n")}\n`);
}

it("every change of a read model's table or handlers raises its version, and is listed by npm run versions", () => {
  const before = listed();
  const unraised = now.filter(([name, line]) => {
    const known = before.get(name);
    return known !== undefined && known !== line && versionIn(line) <= versionIn(known);
  });
  expect(
    unraised.map(([name]) => name),
    "raise `version` in projections/<name>.ts",
  ).toEqual([]);
  expect([...before.values()].sort(), "npm run versions").toEqual(now.map(([, line]) => line).sort());
});

it("reads table and handlers of each read model", () => {
  const digests = readModels.map(({ name }) => digestOf(name));
  expect(digests).not.toContain(undefined);
  expect(new Set(digests).size).toBe(readModels.length);
});
