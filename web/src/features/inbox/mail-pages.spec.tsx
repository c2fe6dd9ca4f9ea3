// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { confirmMailAddress, unsubscribeMail } from "#contracts/delivery/api";
import { refusals } from "#contracts/errors";
import { fakeServer } from "#tests/support/fake-server";
import { openPage, press } from "#tests/support/page.tsx";
import { MailConfirmationPage, MailUnsubscriptionPage } from "./mail-pages.tsx";

const token = "a".repeat(43);
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(confirmMailAddress, null);
  server.on(unsubscribeMail, null);
});
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const open = () =>
  openPage(
    { "/mail/confirm/:token": MailConfirmationPage, "/mail/unsubscribe/:token": MailUnsubscriptionPage },
    `/mail/confirm/${token}`,
  );

it("confirms an address on click, not on opening, also for a visitor", async () => {
  open();
  await heading("메일 주소를 확인할까요?");
  expect(server.sent).toEqual([]);
  await press("확인하기");
  await heading("메일 주소를 확인했어요");
  expect(server.sent.map(({ path }) => path)).toEqual([`/api/v1/mail/confirmations/${token}`]);
});

it("switches the digest off on click", async () => {
  openPage({ "/mail/unsubscribe/:token": MailUnsubscriptionPage }, `/mail/unsubscribe/${token}`);
  await heading("메일 요약을 그만 받을까요?");
  expect(server.sent).toEqual([]);
  await press("그만 받기");
  await heading("메일 요약을 더 보내지 않아요");
  expect(server.sent.map(({ path }) => path)).toEqual([`/api/v1/mail/unsubscriptions/${token}`]);
});

it("shows that a link is not valid", async () => {
  server.refuse(confirmMailAddress, "bad-mail-token");
  open();
  await press("확인하기");
  await heading(refusals["bad-mail-token"].message);
  expect(screen.queryByRole("button", { name: "확인하기" })).toBeNull();
});

it("keeps the button when there is no response", async () => {
  server.on(confirmMailAddress, () => Response.error());
  open();
  await press("확인하기");
  await screen.findByText("메일 주소를 확인하지 못했어요");
  expect(screen.getByRole("button", { name: "확인하기", hidden: true })).toBeTruthy();
});
