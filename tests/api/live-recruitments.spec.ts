import { expect, it } from "vitest";
import { named, type RawClient, watching } from "#tests/live/server";
import { until } from "#tests/support/until";
import { recruiting } from "./recruiting.ts";
import { changeRole, join, ownSite, type Person } from "./site.ts";

const [site, author, applicant] = ownSite("도토리", "밤톨");
const on = recruiting(site);

const live = () => ({ url: `${site.origin.replace("http", "ws")}/live` });
const receives = (client: Pick<RawClient, "names">, ...names: string[]) =>
  until(() => expect(client.names()).toEqual(expect.arrayContaining(names)));

/** The messages that a client receives from now on: names of earlier changes may still arrive. */
async function fromNowOn(client: RawClient): Promise<Pick<RawClient, "names" | "roundTrip">> {
  await client.roundTrip();
  const before = client.names().length;
  return { names: () => client.names().slice(before), roundTrip: () => client.roundTrip() };
}

/** The page of a post, the open list and the applicant's own list are notified of a step; `silent` ones are not. */
async function tells(
  id: number,
  step: () => Promise<unknown>,
  told: readonly ("detail" | "board" | "mine")[],
): Promise<void> {
  const names = {
    detail: `recruitment-detail/${id}`,
    board: "recruitment-board/all",
    mine: `my-applications/${applicant.uuid}`,
  };
  const visitor = await fromNowOn(await watching(live(), null, names.detail, names.board));
  const own = await fromNowOn(await watching(live(), applicant.token, names.mine));
  await step();
  const received = new Set(told.map((name) => names[name]));
  await receives(visitor, ...[names.detail, names.board].filter((name) => received.has(name)));
  await receives(own, ...[names.mine].filter((name) => received.has(name)));
  await visitor.roundTrip();
  await own.roundTrip();
  const all = new Set([...visitor.names(), ...own.names()]);
  expect(all).toEqual(received);
}

it("sends the page, the list and the applicant's channel after every step", async () => {
  const list = await watching(live(), null, "recruitment-board/all");
  const id = await on.posted(author);
  await receives(list, "recruitment-board/all");
  const own = () => on.applicationOf(applicant, id);
  await tells(id, () => on.apply(applicant, id), ["detail", "mine"]);
  const application = await own();
  await tells(
    id,
    () => applicant.ask("PATCH", `/v1/apply/${application}`, { json: { teamApplyBody: "고침" } }),
    ["detail", "mine"],
  );
  await tells(id, () => on.set(author, id, false), ["detail", "board", "mine"]);
  await tells(id, () => on.set(author, id, true), ["detail", "board", "mine"]);
  await tells(id, () => author.ask("DELETE", `/v1/apply/${application}`), ["detail", "mine"]);
  await on.apply(applicant, id);
  await tells(id, () => on.createTeam(author, id, [applicant]), ["detail", "board", "mine"]);
  expect((await on.mine(applicant))[0]).toMatchObject({ state: "accepted" });
  const page = await watching(live(), null, `recruitment-detail/${id}`);
  await tells(id, () => on.remove(author, id), ["detail", "board"]);
  await until(() =>
    expect(page.received.slice(-2)).toEqual([
      expect.objectContaining({ type: "changed" }),
      { type: "gone", ...named(`recruitment-detail/${id}`), code: "deleted" },
    ]),
  );
});

it("sends the page of a post when its author's or an applicant's name changes, or its managers or seats", async () => {
  const teamId = await site.team(author);
  const id = await on.posted(author, { teamId: String(teamId) });
  await on.apply(applicant, id);
  const rename = (person: Person) =>
    person.ask("PUT", "/v1/members", {
      form: { memberName: "새이름", memberExplain: Math.random().toString() },
    });
  await tells(id, () => rename(author), ["detail", "board"]);
  await tells(id, () => rename(applicant), ["detail"]);
  const member = await site.person("호두");
  await tells(id, () => join(member, teamId), ["detail"]);
  const promote = () => changeRole("promote", author, teamId, member);
  await tells(id, promote, ["detail"]);
});

it("keeps a member's applications private", async () => {
  const client = await watching(live(), author.token, `my-applications/${applicant.uuid}`);
  await until(() => expect(client.received.some(({ type }) => type === "gone")).toBe(true));
});
