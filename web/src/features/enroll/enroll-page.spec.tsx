// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { completeProfile, getMemberInfo } from "#contracts/member/api";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage, press, type } from "#tests/support/page.tsx";
import { reply } from "#tests/support/pretend-server";
import { memberInfoOf } from "#tests/support/views";
import { forgetMissingProfile } from "#web/lib/missing-profile.ts";
import { EnrollPage } from "./enroll-page.tsx";

let hasProfile: boolean;
let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  logIn();
  window.history.pushState(null, "", "/enroll");
  server = fakeServer();
  server.on(completeProfile, () => {
    hasProfile = true;
    return "회원을 성공적으로 등록했습니다." as const;
  });
  server.on(getMemberInfo, () =>
    hasProfile
      ? memberInfoOf()
      : reply({ status: 401, code: 100, message: "회원가입이 마무리되지 않았습니다." }),
  );
});
afterEach(forgetMissingProfile);

it("leads a member with a profile home, however fresh the sign-in is", async () => {
  hasProfile = true;
  openPage({ "/enroll": EnrollPage }, "/enroll");
  await screen.findByText("/ null");
});

it("stays for a new member, asks for the profile once, and leads on once it is made", async () => {
  hasProfile = false;
  openPage({ "/enroll": EnrollPage }, "/enroll");
  await waitFor(() => expect(server.paths()).toEqual(["GET /api/v1/members/info"]));
  type("닉네임", "도토리");
  type("프로필 설명", "그래프");
  fireEvent.click(screen.getByRole("checkbox"));
  await press(/시작하기/);
  await screen.findByText("회원가입에 성공했습니다");
  await press("확인");
  await screen.findByText("/ null");
});
