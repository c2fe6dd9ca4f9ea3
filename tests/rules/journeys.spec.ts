import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const journeys = new URL("../journeys/", import.meta.url);
const teamName = /(?<=teamName: ")[^"]+|(?<=팀 이름[^"]*"\)\.fill\(")[^"]+/g;

it("journeys, which share a server, name their teams differently", () => {
  const files = readdirSync(journeys).filter((file) => file.endsWith(".journey.ts"));
  const named = files.flatMap((file) =>
    [...readFileSync(new URL(file, journeys), "utf8").matchAll(teamName)].map(([name]) => ({ name, file })),
  );
  expect(named.length).toBeGreaterThan(30);
  const twice = named.filter(({ name }, index) => named.findIndex((other) => other.name === name) !== index);
  expect(twice).toEqual([]);
});
