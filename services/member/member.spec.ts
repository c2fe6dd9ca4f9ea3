import { describe, expect, it } from "vitest";
import type { MemberEvent } from "#contracts/member/events";
import { dotori } from "#tests/examples/people";
import { given } from "#tests/support/given";
import { type MemberCommand, member } from "./member.ts";

const signedUp: MemberEvent = { type: "MemberSignedUp", data: { memberId: dotori, providerId: "kakao-1" } };
const profile = { memberId: dotori, name: "도토리", explain: "그래프 공부 중", imageUrl: null };
const completed: MemberEvent = { type: "ProfileCompleted", data: profile };
const none = { name: undefined, explain: undefined, imageUrl: undefined };
const complete: MemberCommand = { type: "CompleteProfile", ...profile, imageUrl: undefined };
const change = (changes: object): MemberCommand => ({
  type: "ChangeProfile",
  memberId: dotori,
  ...none,
  ...changes,
});

describe("completing the profile", () => {
  it("follows signing up", () => given(member, signedUp).when(complete).then(completed));
  it("overwrites a profile that is there", () =>
    given(member, signedUp, completed)
      .when({ ...complete, name: "밤톨" })
      .then({ type: "ProfileChanged", data: { ...profile, name: "밤톨" } }));
  it("is refused to people nobody knows", () => given(member).when(complete).thenRefused("bad-token"));
  it("is refused after withdrawal", () =>
    given(member, signedUp, { type: "MemberWithdrawn", data: { memberId: dotori } })
      .when(complete)
      .thenRefused("bad-token"));
});

describe("changing the profile", () => {
  it("keeps what is absent", () =>
    given(member, signedUp, completed)
      .when(change({ imageUrl: "/images/a1/a1f0.jpg" }))
      .then({ type: "ProfileChanged", data: { ...profile, imageUrl: "/images/a1/a1f0.jpg" } }));
  it("keeps the picture that is there", () => {
    const imageUrl = "/images/a1/a1f0.jpg";
    const pictured: MemberEvent = { type: "ProfileCompleted", data: { ...profile, imageUrl } };
    given(member, signedUp, pictured)
      .when(change({ name: "밤톨" }))
      .then({ type: "ProfileChanged", data: { ...profile, name: "밤톨", imageUrl } });
  });
  it("is nothing when nothing differs", () =>
    given(member, signedUp, completed)
      .when(change({ name: "도토리" }))
      .thenNothing());
  it("refuses nothing at all", () =>
    given(member, signedUp, completed).when(change({})).thenRefused("nothing-to-change"));
  it("names both texts while the profile is missing", () => {
    const spoken = given(member, signedUp);
    spoken.when(change({ imageUrl: "/images/a1/a1f0.jpg" })).thenRefused("invalid-fields");
    expect(() => member.decide(change({ name: "도토리" }), spoken.state)).toThrow(
      expect.objectContaining({ detail: { data: { memberExplain: "소개는 필수 입력 항목입니다." } } }),
    );
  });
});

describe("withdrawing", () => {
  const withdraw: MemberCommand = { type: "Withdraw", memberId: dotori };
  const withdrawn: MemberEvent = { type: "MemberWithdrawn", data: { memberId: dotori } };
  it("is possible with a profile and without", () => {
    given(member, signedUp, completed).when(withdraw).then(withdrawn);
    given(member, signedUp).when(withdraw).then(withdrawn);
  });
  it("is refused a second time, and to people nobody knows", () => {
    given(member, signedUp, withdrawn).when(withdraw).thenRefused("bad-token");
    given(member).when(withdraw).thenRefused("bad-token");
  });
});
