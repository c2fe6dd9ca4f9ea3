import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { ownFolder } from "#tests/support/own-folder";
import { readErasures } from "./erasures.ts";

const inFolder = ownFolder();
const first = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
const second = "2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22";
const at = "2026-11-21T03:00:00.000Z";
const asJson = [
  `{"member":"${first}","at":"${at}"}`,
  `{"member":"${second}","at":"${at}"}`,
  '{"end":true,"withdrawn":2}',
];
const asText = [`${first}  ${at}`, `${second}  ${at}`, "2 in all"];

async function read(lines: readonly string[]) {
  const file = inFolder("erased");
  await writeFile(file, lines.join("\n"));
  return readErasures(file);
}

it.each([
  ["JSON", asJson],
  ["text", asText],
])("reads the members of a list as %s", async (_, lines) => {
  expect(await read(lines)).toEqual([first, second]);
  expect(await read([...lines, ""])).toEqual([first, second]);
});

it.each([
  ["nothing", []],
  ["no end", asJson.slice(0, 2)],
  ["no end, as text", asText.slice(0, 2)],
  ["a member too few", asJson.slice(1)],
  ["a member too few, as text", asText.slice(1)],
  ["half a last line", [...asText.slice(0, 2), "2 in"]],
])("refuses a list with %s as cut off, because the missing members would be restored", async (_, lines) => {
  await expect(read(lines)).rejects.toThrow(
    "erased is cut off: it does not end with how many members it names.",
  );
});

it("refuses a file that is no list", async () => {
  await expect(read(["dotori", "1 in all"])).rejects.toThrow("erased is not a list of withdrawn members.");
});
