import { expect, vi } from "vitest";
import type { DataOf } from "#contracts/endpoint";
import type { getNotifications } from "#contracts/inbox/api";
import { join, type Person, type Site } from "./site.ts";

type Inbox = DataOf<typeof getNotifications>;
type Asking = Pick<Person, "ask">;

export const inboxOf = async (person: Asking, query = ""): Promise<Inbox> =>
  (await person.ask("GET", `/v1/notifications${query}`)).body.data;

export const countOf = async (person: Asking): Promise<{ unread: number; latest: number }> =>
  (await person.ask("GET", "/v1/notifications/count")).body.data;

export const setKinds = (person: Asking, ...kinds: readonly object[]) =>
  person.ask("PUT", "/v1/notifications/settings", { json: { kinds } });

export const announce = (person: Asking, teamId: number, teamAnnouncement: string) =>
  person.ask("PATCH", `/v1/teams/${teamId}/announcement`, { json: { teamAnnouncement } });

export const postSubject = (person: Asking, teamId: number, selectedDate = "2025-12-11") =>
  person.ask("POST", `/v1/articles/teams/${teamId}/subjects`, {
    form: { articleTitle: "문제", articleBody: "<p>문제</p>", articleCategory: "스터디", selectedDate },
  });

/**
 * Returns a function that waits until all events so far have raised their notifications: a member joins one more team,
 * whose manager is told of it. By then the reactor has received all earlier events, and has only to handle them.
 */
export async function notificationSettler(site: Site): Promise<() => Promise<void>> {
  const manager = await site.person("화자");
  const member = await site.person("증인");
  const waiting = async () => {
    const { reactors } = await (await fetch(`${site.origin}/health/ready`)).json();
    return reactors.find(({ name }: { name: string }) => name === "notify").waiting;
  };
  return async () => {
    const { latest } = await countOf(manager);
    await join(member, await site.team(manager));
    const isSettled = async () => (await countOf(manager)).latest > latest && (await waiting()) === 0;
    await vi.waitFor(async () => expect(await isSettled()).toBe(true));
  };
}
