import { describe, expect, it } from "vitest";
import type { MemberEvent } from "#contracts/member/events";
import { dotori } from "#tests/examples/people";
import {
  completed as completedWith,
  signedUp as signUp,
  withdrawn as withdrawal,
} from "#tests/examples/posts";
import { itDecides } from "#tests/support/given";
import { type MemberCommand, member } from "./member.ts";

const signedUp = signUp();
const completed = completedWith();
const withdrawn = withdrawal();
const profile = { memberId: dotori, name: "도토리", explain: "그래프 공부 중", imageUrl: null };
const imageUrl = "/images/a1/a1f0.jpg";
const complete = (name = "도토리"): MemberCommand => ({
  type: "CompleteProfile",
  ...profile,
  name,
  imageUrl: undefined,
});
const change = (changes: object): MemberCommand => ({
  type: "ChangeProfile",
  memberId: dotori,
  name: undefined,
  explain: undefined,
  imageUrl: undefined,
  ...changes,
});
const changed = (changes: object): MemberEvent => ({
  type: "ProfileChanged",
  data: { ...profile, ...changes },
});
const withdraw: MemberCommand = { type: "Withdraw", memberId: dotori };
const done = [signedUp, completed];

describe("a member", () => {
  itDecides(member, [
    ["completes the profile after signing up", [signedUp], complete(), [completed]],
    ["overwrites a profile that is there", done, complete("밤톨"), [changed({ name: "밤톨" })]],
    ["is refused a profile when unknown", [], complete(), "bad-token"],
    ["is refused a profile after withdrawal", [signedUp, withdrawn], complete(), "bad-token"],
    ["keeps what a change leaves out", done, change({ imageUrl }), [changed({ imageUrl })]],
    [
      "keeps the picture",
      [signedUp, completedWith(dotori, "도토리", imageUrl)],
      change({ name: "밤톨" }),
      [changed({ name: "밤톨", imageUrl })],
    ],
    ["does not change when nothing differs", done, change({ name: "도토리" }), []],
    ["is refused an empty change", done, change({}), "nothing-to-change"],
    ["is refused a picture without a profile", [signedUp], change({ imageUrl }), "invalid-fields"],
    ["withdraws with a profile", done, withdraw, [withdrawn]],
    ["withdraws without a profile", [signedUp], withdraw, [withdrawn]],
    ["withdraws once", [signedUp, withdrawn], withdraw, "bad-token"],
    ["is refused to withdraw when unknown", [], withdraw, "bad-token"],
  ]);

  it("refuses a first profile with the missing texts named", () => {
    const state = member.evolve(member.initial, signedUp);
    expect(() => member.decide(change({ name: "도토리" }), state)).toThrow(
      expect.objectContaining({ detail: { data: { memberExplain: "소개는 필수 입력 항목입니다." } } }),
    );
  });
});
