import { execFile } from "node:child_process";
import { cp, mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ownFolder } from "#tests/support/own-folder";

const inFolder = ownFolder();
const root = fileURLToPath(new URL("../..", import.meta.url));

it("runs the build where no sources exist, as in a container, although its folders are younger", async () => {
  const image = inFolder("image");
  await mkdir(join(image, "dist/server"), { recursive: true });
  await writeFile(join(image, "dist/built"), "");
  await utimes(join(image, "dist/built"), 1, 1);
  for (const name of ["run", "ops"])
    await writeFile(join(image, `dist/server/${name}.js`), `process.stdout.write("${name}");`);
  await mkdir(join(image, "services"));
  await cp(join(root, "services/start.mjs"), join(image, "services/start.mjs"));
  const said = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, ["services/start.mjs", ...words], { cwd: image })).stdout;
  expect([await said(), await said("ops", "status")]).toEqual(["run", "ops"]);
});
