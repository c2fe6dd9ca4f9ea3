// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { closeCodes } from "#contracts/live";
import { tokenOf } from "#tests/support/pretend-server";
import { endSession, setToken } from "../session.ts";
import { frameOf } from "./presence-frames.ts";
import { enterTeamRoom } from "./team-presence.ts";

const own = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
const other = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a12";
let lines: EventTarget[];
let shown: string[];
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  shown = [];
  vi.stubGlobal(
    "WebSocket",
    class extends EventTarget {
      static OPEN = 1;
      readyState = 1;
      send() {}
      close() {}
      constructor() {
        super();
        lines.push(this);
      }
    },
  );
  setToken(tokenOf(own));
  leave = enterTeamRoom(12, (people) => shown.push(people.map(({ name }) => name).join(" ")));
});
afterEach(() => {
  leave();
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const say = (client: number, clock: number, state: object | null) =>
  lines.at(-1)?.dispatchEvent(
    Object.assign(new Event("message"), {
      data: frameOf([{ client, clock, state: JSON.stringify(state) }]).buffer,
    }),
  );
const tell = (client: number, uuid: string, name: string, clock = 1) =>
  say(client, clock, { uuid, name, imageUrl: "" });
const drop = (code: number) => lines.at(-1)?.dispatchEvent(Object.assign(new Event("close"), { code }));

it("counts each of the others once, and not oneself in another tab", () => {
  tell(1, own, "도토리");
  tell(2, other, "밤톨");
  tell(3, other, "밤톨");
  expect(shown.at(-1)).toBe("밤톨");
  expect(shown.join()).not.toContain("도토리");
});

it("goes on naming the others over a line that comes back at once", () => {
  tell(2, other, "밤톨");
  drop(closeCodes.shutdown);
  vi.advanceTimersByTime(1000);
  expect(lines).toHaveLength(2);
  lines.at(-1)?.dispatchEvent(new Event("open"));
  tell(2, other, "밤톨");
  expect(shown).toEqual(["밤톨"]);
});

it("forgets the others when they have not been heard of for long, and when the server closes for good", () => {
  tell(2, other, "밤톨");
  drop(closeCodes.shutdown);
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual(["밤톨", ""]);
  tell(3, other, "밤톨");
  drop(closeCodes.revoked);
  expect(shown.at(-1)).toBe("");
});

it("names somebody without a break who goes and is back at once, and no more who does not come back", () => {
  tell(2, other, "밤톨");
  say(2, 1, null);
  vi.advanceTimersByTime(500);
  tell(2, other, "밤톨", 2);
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual(["밤톨"]);
  say(2, 2, null);
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual(["밤톨", ""]);
});

it("tells nobody anything who has left", () => {
  tell(2, other, "밤톨");
  say(2, 1, null);
  leave();
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual(["밤톨"]);
});
