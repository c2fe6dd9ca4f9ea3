import { expect, it, vi } from "vitest";
import type { RoleHistoryEntry } from "#contracts/membership/api";
import { bamtol, dotori } from "#tests/examples/people";
import { printRoles } from "./audit-roles.ts";
import { createPrinter } from "./printer.ts";

const entries: RoleHistoryEntry[] = [
  {
    entryId: "b0c2f6de-98a2-4f43-9a0f-31d6a7a3f1f0",
    occurredAt: "2025-09-03T21:07:45+09:00",
    action: "CO_MANAGER_ADDED",
    actor: { uuid: dotori, memberName: "도토리" },
    target: { uuid: bamtol, memberName: "=밤톨" },
    before: "MEMBER",
    after: "MANAGER",
    reason: '=HYPERLINK("x","y")',
    invitedBy: null,
    position: "0001",
  },
  {
    entryId: "b0c2f6de-98a2-4f43-9a0f-31d6a7a3f1f1",
    occurredAt: "2025-09-04T21:07:45+09:00",
    action: "SUCCEEDED",
    actor: null,
    target: { uuid: bamtol, memberName: "밤톨" },
    before: "MEMBER",
    after: "MANAGER",
    reason: null,
    invitedBy: null,
    position: "0002",
  },
];

function printed(asJson: boolean, asCsv: boolean): string {
  const written: string[] = [];
  const write = vi
    .spyOn(process.stdout, "write")
    .mockImplementation((text) => written.push(String(text)) > 0);
  printRoles(entries, createPrinter(asJson), asCsv);
  write.mockRestore();
  return written.join("");
}

it("prints CSV with a byte order mark and a header, quoted, without formulas", () => {
  const [header, first, second, end] = printed(false, true).split("\r\n");
  expect(header).toBe(
    "\uFEFFposition,occurredAt,action,actor,actorName,target,targetName,before,after,reason,entryId",
  );
  expect(first).toBe(
    `0001,2025-09-03T21:07:45+09:00,CO_MANAGER_ADDED,${dotori},도토리,${bamtol},'=밤톨,MEMBER,MANAGER,` +
      `"'=HYPERLINK(""x"",""y"")",b0c2f6de-98a2-4f43-9a0f-31d6a7a3f1f0`,
  );
  expect(second).toContain(`SUCCEEDED,,,${bamtol},밤톨,MEMBER,MANAGER,,`);
  expect(end).toBe("");
});

it("prints one JSON document per line, or sentences", () => {
  const lines = printed(true, false).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(entries);
  const sentences = printed(false, false);
  expect(sentences).toContain('도토리 → =밤톨  (MEMBER → MANAGER)  "=HYPERLINK("x","y")"');
  expect(sentences).toContain("system → 밤톨");
});
