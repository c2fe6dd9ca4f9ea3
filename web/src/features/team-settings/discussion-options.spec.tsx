// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { changeDiscussionOptions } from "#contracts/discussion/api";
import { getTeamPage } from "#contracts/team/api";
import { fakeServer } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage } from "#tests/support/page.tsx";
import { teamPageOf } from "#tests/support/views";
import { DiscussionOptions } from "./discussion-options.tsx";

let server: ReturnType<typeof fakeServer>;
const onNoManager = vi.fn();

const open = () => {
  logIn();
  openPage({ "/": () => <DiscussionOptions teamId={12} onNoManager={onNoManager} /> }, "/");
};
const isOn = async (name: string) => (await screen.findByRole<HTMLInputElement>("switch", { name })).checked;

beforeEach(() => {
  server = fakeServer();
  server.on(getTeamPage, teamPageOf());
});

describe("the switches of comments and reviews", () => {
  it("are shown at once and saved together with the other one", async () => {
    server.on(changeDiscussionOptions, null);
    open();
    expect(await isOn("먼저 풀고 보기")).toBe(false);
    fireEvent.click(screen.getByRole("switch", { name: "먼저 풀고 보기" }));
    await vi.waitFor(async () => expect(await isOn("먼저 풀고 보기")).toBe(true));
    expect(await isOn("리뷰 짝 정하기")).toBe(false);
    await vi.waitFor(() =>
      expect(server.sent[0]?.fields).toEqual({ reviewPartner: false, solveFirst: true }),
    );
  });

  it("are set back if the server refuses, and a former manager leaves the page", async () => {
    server.refuse(changeDiscussionOptions, "not-a-manager");
    open();
    fireEvent.click(await screen.findByRole("switch", { name: "리뷰 짝 정하기" }));
    await answerDialog("확인");
    await vi.waitFor(() => expect(onNoManager).toHaveBeenCalled());
    expect(await isOn("리뷰 짝 정하기")).toBe(false);
  });
});
