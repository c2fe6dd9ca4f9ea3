// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { getMemberInfo } from "#contracts/member/api";
import { fakeServer } from "#tests/support/fake-server";
import { isOff, logIn, openPage, press, type } from "#tests/support/page.tsx";
import { EnrollPage } from "./enroll-page.tsx";

it("enables signing up only with name, introduction and consent to the policy", async () => {
  logIn();
  const server = fakeServer();
  server.refuse(getMemberInfo, "profile-missing");
  const { path } = openPage({ "/enroll": EnrollPage }, "/enroll");
  const start = () => screen.getByRole<HTMLButtonElement>("button", { name: /시작하기/ });
  const agree = () => fireEvent.click(screen.getByRole("checkbox", { name: /동의합니다/ }));
  type(/닉네임/, "도토리");
  type(/프로필 설명/, "매일 한 문제");
  expect(isOff(start())).toBe(true);
  await press(/시작하기/);
  expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: /동의합니다/ }));
  agree();
  expect(isOff(start())).toBe(false);
  agree();
  await press(/시작하기/);
  expect(server.sent).toEqual([]);
  agree();
  await press(/시작하기/);
  await waitFor(() => expect(path()).toBe("/"));
  expect(server.sent.map(({ fields }) => fields)).toEqual([
    { memberName: "도토리", memberExplain: "매일 한 문제" },
  ]);
});

it("states in the policy what a withdrawal erases and when, and which data are kept for how long", async () => {
  logIn();
  fakeServer().refuse(getMemberInfo, "profile-missing");
  openPage({ "/enroll": EnrollPage }, "/enroll");
  expect(screen.queryByText(/암호 열쇠를 없애요/)).toBeNull();
  await press("자세히보기");
  const noteUnder = (heading: string) => screen.getByText(heading).nextSibling?.textContent;
  expect(noteUnder("지키는 기간")).toMatch(
    /탈퇴하면 .*바로 지우고 암호 열쇠를 없애요\. .*파일에 남은 흔적도 하루 안에/,
  );
  expect(noteUnder("더 오래 남는 것")).toMatch(
    /백업과 복제본, .*변경 기록의 보관본에는 .*보관 기간이 끝날 때까지/,
  );
});
