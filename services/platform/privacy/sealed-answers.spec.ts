import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { commandOf } from "#tests/support/commands";
import { memoryKeyRing } from "#tests/support/memory-key-ring";
import { memoryEventStore } from "#tests/support/memory-store";
import { sealAnswers } from "./sealed-answers.ts";
import { BadSeal, secrets } from "./secrets.ts";

it("encrypts responses about a member with the member's key, and others with the server's", async () => {
  const log = memoryEventStore();
  const keys = memoryKeyRing();
  const server = secrets("s".repeat(40));
  const store = sealAnswers(log, server, keys);
  const member = randomUUID();
  await keys.create(member);
  const answer = { data: { memberName: "도토리" } };
  const [own, ofTeam] = [commandOf({ answer }), commandOf({ answer })];
  await store.append(`member-${member}`, [], -1, own);
  await store.append("team-7", [], -1, ofTeam);
  const answerTo = async ({ commandId }: { commandId: string }) => (await store.command(commandId))?.answer;
  expect([await answerTo(own), await answerTo(ofTeam)]).toEqual([answer, answer]);
  const repeated = await store.append(`member-${member}`, [], -1, own);
  expect(repeated).toMatchObject({ outcome: "repeated", command: { answer } });
  keys.destroy([member]);
  expect([await answerTo(own), await answerTo(ofTeam)]).toEqual([{ data: null }, answer]);
  const stored = (await log.command(own.commandId))?.answer;
  expect(() => server.open((stored as { sealed: string }).sealed)).toThrow(BadSeal);
  expect(JSON.stringify(stored)).not.toContain("도토리");
});
