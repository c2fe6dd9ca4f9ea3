// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { joinTeam } from "#contracts/membership/api";
import { fakeServer, refused } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press } from "#tests/support/page.tsx";
import { me } from "#tests/support/views";
import { seenAt } from "#web/lib/my-applications.ts";
import { endSession } from "#web/lib/session.ts";
import { JoinWindow } from "./join-window.tsx";

/** Called when the queries that show the team are fetched again. */
const membership = vi.fn<() => Promise<void>>();
let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  logIn();
  membership.mockReset().mockResolvedValue();
  server = fakeServer();
});

const login = '/login {"from":"/team-dashboard/12?day=1"}';
const input = () => screen.findByPlaceholderText<HTMLInputElement>("숫자 4자리");
const submit = () => press("팀 참가하기 →");
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

function open() {
  const { client } = openPage(
    { "/team-dashboard/12": () => <JoinWindow teamId={12} presses={1} /> },
    "/team-dashboard/12?day=1",
  );
  vi.spyOn(client, "refetchQueries").mockImplementation(({ queryKey } = {}) =>
    queryKey?.[0] === "my-teams" ? membership() : Promise.resolve(),
  );
}
async function enter(password: string) {
  fireEvent.change(await input(), { target: { value: password } });
  await submit();
}
async function confirmAlert(name: string) {
  await screen.findByRole("alertdialog", { name });
  await answerDialog("확인");
}

it("redirects a visitor to the login and back, without a dialog", async () => {
  endSession();
  open();
  await screen.findByText(login);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("redirects to the login and sends nothing when the session ended meanwhile", async () => {
  open();
  await input();
  act(endSession);
  await enter("4821");
  await screen.findByText(login);
  expect(server.seen).toEqual([]);
});

it.each(["", "482", "48211", "  48 "])("refuses «%s» without a request", async (password) => {
  open();
  await enter(password);
  await confirmAlert("비밀번호 4자리를 입력해 주세요.");
  expect((await input()).value).toBe(password);
  expect(server.seen).toEqual([]);
});

it("sends the trimmed password once, refreshes, closes and marks own applications as seen", async () => {
  const before = Date.now();
  open();
  fireEvent.change(await input(), { target: { value: " 4821 " } });
  const button = screen.getByRole("button", { name: "팀 참가하기 →" });
  fireEvent.click(button);
  fireEvent.click(button);
  await isClosed();
  expect(server.sent.map(({ fields }) => fields)).toEqual([{ password: "4821" }]);
  expect(membership).toHaveBeenCalledOnce();
  expect(seenAt(me)).toBeGreaterThanOrEqual(before);
});

it.each([
  [
    "the server's message",
    () => refused("too-many-guesses"),
    "비밀번호 입력 횟수를 초과했습니다. 잠시 후 다시 시도해 주세요.",
  ],
  ["a fixed text without a response", () => Response.error(), "팀 가입 요청에 실패했습니다."],
])("shows %s, keeps the password and allows another attempt", async (_, answer, text) => {
  server.on(joinTeam, answer);
  open();
  await enter("4821");
  await confirmAlert(text);
  expect((await input()).value).toBe("4821");
  expect(membership).not.toHaveBeenCalled();
  server.on(joinTeam, { teamId: 12 });
  await submit();
  await isClosed();
  expect(membership).toHaveBeenCalledOnce();
});

it("names a wrong password at the field, with the focus in it, until it is changed", async () => {
  server.refuse(joinTeam, "wrong-entry-password");
  open();
  await enter("4821");
  const note = await screen.findByRole("alert");
  expect(note.textContent).toBe("팀 비밀번호가 옳지 않습니다.");
  const field = await input();
  expect([field.ariaInvalid ?? field.getAttribute("aria-invalid"), field.value]).toEqual(["true", "4821"]);
  expect(field.getAttribute("aria-describedby")).toBe(note.id);
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  fireEvent.change(field, { target: { value: "482" } });
  expect(screen.queryByRole("alert")).toBeNull();
});

it("treats an existing membership as joined", async () => {
  server.refuse(joinTeam, "already-joined");
  open();
  await enter("4821");
  await isClosed();
  expect(membership).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("closes with a message when the lists could not be refreshed", async () => {
  membership.mockRejectedValue(new Error("offline"));
  open();
  await enter("4821");
  await confirmAlert("팀 목록 최신화에 실패했습니다");
  await isClosed();
});
