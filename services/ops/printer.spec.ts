import { expect, it, vi } from "vitest";
import { createPrinter, timeLeft } from "./printer.ts";

function outputs(isTTY: boolean) {
  const written: string[] = [];
  const errors: string[] = [];
  const out = { write: (text: string) => written.push(text) };
  const err = { write: (text: string) => errors.push(text), isTTY };
  return { out, err, written, errors };
}
const half = { name: "team-page", done: 500, total: 1000, perSecond: 100 };

it("shows a bar with rate and remaining time on a terminal and clears it before a result", () => {
  const to = outputs(true);
  const printer = createPrinter(false, to);
  printer.progress(half);
  expect(to.errors.at(-1)).toMatch(/^\r.*team-page +█{14}░{14} 500\/1000 {2}100\/s, 5 s left$/);
  printer.line({ rebuilt: true }, () => "rebuilt");
  expect(to.errors.at(-1)).not.toContain("█");
  expect(to.written).toEqual(["rebuilt\n"]);
});

it("prints a plain line from time to time elsewhere, and only documents in JSON mode", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const plain = outputs(false);
  const machine = outputs(false);
  const printer = createPrinter(false, plain);
  for (let second = 0; second < 11; second += 1, vi.advanceTimersByTime(1000)) printer.progress(half);
  vi.useRealTimers();
  expect(plain.errors).toEqual(Array(2).fill("team-page          500/1000  100/s, 5 s left\n"));
  const json = createPrinter(true, machine);
  json.progress(half);
  json.note("for people");
  json.line({ rebuilt: true }, () => "rebuilt");
  expect(machine.errors).toEqual([]);
  expect(machine.written).toEqual(['{"rebuilt":true}\n']);
});

it.each([
  [41, "41 s"],
  [200, "3 min 20 s"],
  [7500, "2 h 5 min"],
])("says %i s as %s", (seconds, text) => expect(timeLeft(seconds)).toBe(text));
