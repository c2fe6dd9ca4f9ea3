import { expect, it } from "vitest";
import { teamAdminOf } from "#tests/support/views";
import type { TeamForm } from "#web/features/team/team-form.ts";
import { formOf, isChanged, partsOf } from "./team-change.ts";

const stored = teamAdminOf();
const typed = (change: Partial<TeamForm>): TeamForm => ({ ...formOf(stored), ...change });

it.each<[Partial<TeamForm>, boolean]>([
  [{}, false],
  [{ teamName: "자정의큐" }, true],
  [{ teamExplain: "저녁에 풀어요" }, true],
  [{ topic: "스터디" }, true],
  [{ memberLimit: "13" }, true],
  [{ memberLimit: "" }, true],
  [{ password: "0000" }, true],
  [{ password: "12" }, true],
  // Surrounding blanks, emptied fields, decomposed Hangul.
  [{ teamName: " 새벽네시반 " }, false],
  [{ teamName: "" }, false],
  [{ teamExplain: "  " }, false],
  [{ password: "" }, false],
  [{ teamName: "새벽네시반".normalize("NFD") }, false],
])("a team with %j has changed: %s", (change, isExpected) => {
  expect(isChanged(typed(change), null, stored)).toBe(isExpected);
  expect(isChanged(typed(change), new Blob(), stored)).toBe(true);
});

it("falls back to the stored name and description when they are emptied", () => {
  const parts = partsOf(typed({ teamName: " ", teamExplain: "", memberLimit: "20" }), stored);
  const { teamName, teamExplain, topic } = stored;
  expect(parts).toEqual({ teamName, teamExplain, topic, memberLimit: "20" });
});

it("sends the password only if it was typed and differs", () => {
  expect(partsOf(typed({ password: "4821" }), stored)).not.toHaveProperty("password");
  expect(partsOf(typed({ password: "" }), stored)).not.toHaveProperty("password");
  expect(partsOf(typed({ password: "1357" }), stored).password).toBe("1357");
});
