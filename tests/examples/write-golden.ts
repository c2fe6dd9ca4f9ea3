import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { v5 as uuidv5 } from "uuid";
import { eventId } from "#services/event-store/event-id";
import { encryptPersonal, subjectsOf } from "#services/platform/privacy/recorded-data";
import { examples } from "./all.ts";
import { definitions, type GoldenEvent, goldenFile, goldenKey, shapeOf } from "./golden.ts";
import { dotori } from "./people.ts";

/**
 * `npx tsx tests/examples/write-golden.ts` adds a golden example for every event type whose present version has none,
 * from the named examples. It never changes one that is there.
 */
for (const [type, definition] of Object.entries(definitions)) {
  const file = goldenFile(type, definition.version);
  if (existsSync(file)) continue;
  const example = examples.find((each) => each.type === type);
  if (!example) throw new Error(`No file of tests/examples has an example of ${type}.`);
  const commandId = uuidv5(`${type} ${definition.version}`, "5b0f6a3e-7a0c-4a52-9d43-3f1f1a9f0c01");
  const stream = `example-${type}`;
  const keys = new Map(subjectsOf(definition, example.data).map((member) => [member, goldenKey]));
  const where = { type, stream, commandId };
  const golden: GoldenEvent = {
    stored: {
      eventId: eventId(commandId, 0),
      stream,
      revision: 0,
      type,
      schemaVersion: definition.version,
      data: encryptPersonal(definition, example.data, keys, where),
      meta: { commandId, causationId: commandId, correlationId: commandId, actor: dotori },
      occurredAt: "2026-11-21T03:07:45.123Z",
    },
    written: example.data,
    shape: shapeOf(definition),
  };
  writeFileSync(file, `${JSON.stringify(golden, null, 2)}\n`);
  spawnSync("biome", ["format", "--write", fileURLToPath(file)]);
  process.stdout.write(`${type} v${definition.version}\n`);
}
