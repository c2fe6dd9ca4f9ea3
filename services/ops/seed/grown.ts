import { randomUUID } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import type { DomainEvent } from "#contracts/events";
import type { Storage } from "../../app/storage.ts";
import { day } from "../../demo/player.ts";
import { eventId } from "../../event-store/event-id.ts";
import { devPeople } from "../../identity/dev-people.ts";
import { type InboxCommand, inbox } from "../../inbox/inbox.ts";
import { streamOf } from "../../inbox/reactors.ts";
import { noticeFor } from "../../inbox/recipients.ts";
import { passNotifications } from "../load-log.ts";
import { type Fact, type SeedIds, signUp } from "./facts.ts";
import { type GrownPlan, idsOfGrown } from "./grown-plan.ts";
import { recruitments } from "./grown-recruitments.ts";
import { bigTeam, otherTeams, ownTeams } from "./grown-teams.ts";
import { reserveIds } from "./ids.ts";
import { loadFacts } from "./load.ts";
import { developmentMembers } from "./play.ts";
import type { Scene, Scenery } from "./scenes.ts";
import { createStage } from "./stage.ts";
import { memberText } from "./texts.ts";

/** Handles at the development provider: the member, and two of the large team. */
export const grownHandles = devPeople.slice(0, 3).map(({ handle }) => handle);

/** Writes a grown database into an empty log. Returns the number of events. */
export async function seedGrown(
  plan: GrownPlan,
  storage: Storage,
  onBatch?: (done: number) => void,
): Promise<number> {
  const { store, keys, secrets, database } = storage;
  const { pool } = database;
  if ((await store.head()) !== store.start) throw new Error("A grown database begins with an empty log.");
  const memberOf = developmentMembers(storage);
  const known: string[] = [];
  for (const handle of grownHandles) known.push(await memberOf(handle));
  const ids = await reserveIds(pool, idsOfGrown(plan));
  const seal = (text: string) => secrets.seal(text);
  const facts = grownFacts(plan, { ids, seal, known, now: new Date() });
  const events = await loadFacts({ pool, keys }, facts, onBatch);
  await passNotifications(pool, await store.head());
  return events + known.length;
}

interface Casting {
  readonly ids: SeedIds;
  readonly seal: (text: string) => string;
  /** The members of `grownHandles`, who have signed up. */
  readonly known: readonly string[];
  readonly now: Date;
}

/** The facts of a grown database, ordered by time. Every event is decided by the rules of its stream. */
function* grownFacts(plan: GrownPlan, { ids, seal, known, now }: Casting): Generator<Fact> {
  const stage = createStage();
  const begin = now.getTime() - plan.days * day;
  const [me = "", ...guests] = known;
  const scenes: Scene[] = known.map((memberId, n) => ({
    at: begin,
    play: () => [profileOf(memberId, n, new Date(begin))],
  }));
  const newPerson = (at: number) => {
    const memberId = randomUUID();
    const n = scenes.length;
    const when = Math.max(at, begin);
    scenes.push({ at: when, play: () => [...signUp(memberId, memberText(n), new Date(when))] });
    return memberId;
  };
  const scenery: Scenery = {
    stage,
    seal,
    me,
    guests,
    newPerson,
    begin: begin + day / 24,
    now: now.getTime(),
    ids: {
      team: ids.team,
      article: counting(ids.article),
      recruitment: counting(ids.recruitment),
      application: counting(ids.application),
    },
  };
  const acts = [bigTeam, ownTeams, otherTeams, recruitments].flatMap((part) => part(scenery, plan));
  const all = [...scenes, ...acts].sort((one, other) => one.at - other.at);
  const raised = notified(all, plan.own.notifications);
  const { turnOn, raise } = inboxOf(me, plan, stage);
  yield* turnOn(new Date(begin));
  for (const scene of all) {
    const commandId = randomUUID();
    const facts = scene.play();
    for (const [index, fact] of facts.entries()) yield index === 0 ? { ...fact, commandId } : fact;
    if (raised.has(scene)) yield* raise(scene, commandId);
  }
}

function counting(idOf: (n: number) => number): () => number {
  let n = 0;
  return () => idOf(n++);
}

/** Signing up is the first event of the stream. */
function profileOf(memberId: string, n: number, at: Date): Fact {
  const person = devPeople[n];
  const data = {
    memberId,
    name: person?.nickname ?? "",
    explain: person?.introduction ?? "",
    imageUrl: null,
  };
  const event: DomainEvent = { type: "ProfileCompleted", data };
  return { stream: `member-${memberId}`, revision: 1, event, actor: memberId, at };
}

/** The last ones that notify, among articles of others only as many as the remaining ones leave. */
function notified(scenes: readonly Scene[], amount: number): ReadonlySet<Scene> {
  const isArticle = ({ notifying }: Scene) => notifying?.kind === "ARTICLE_POSTED";
  const all = scenes.filter(({ notifying }) => notifying !== undefined);
  const others = all.filter((scene) => !isArticle(scene)).slice(-amount);
  const room = amount - others.length;
  return new Set([...others, ...(room === 0 ? [] : all.filter(isArticle).slice(-room))]);
}

/** The inbox of the member, who has switched on the articles of others and reads now and then. */
function inboxOf(memberId: string, { own }: GrownPlan, stage: Scenery["stage"]) {
  const stream = streamOf(memberId);
  const decide = (actor: string, at: Date, command: InboxCommand) =>
    stage.decide(stream, inbox, command, { actor, at });
  const readEvery = Math.ceil(own.notifications / 10);
  let raised = 0;
  return {
    turnOn: (at: Date) =>
      decide(memberId, at, {
        type: "ChangeSettings",
        memberId,
        ifMatch: undefined,
        quiet: undefined,
        digest: undefined,
        kinds: [{ kind: "ARTICLE_POSTED", inbox: true, push: false, mail: false }],
        hasMail: false,
      }),
    *raise({ at, notifying }: Scene, commandId: string): Generator<Fact> {
      if (!notifying) return;
      const when = new Date(at);
      const source = { eventId: eventId(commandId, 0), occurredAt: when.toISOString() };
      const announced = { ...notifying, recipients: [memberId] };
      const id = uuidv5(`${memberId}/${notifying.kind}`, source.eventId);
      const notice = noticeFor(memberId, id, announced, source);
      yield* decide("system", when, { type: "Raise", leftAt: undefined, ...notice });
      raised += 1;
      const upTo = Math.min(raised, own.notifications - own.unread);
      if (raised % readEvery === 0) yield* decide(memberId, when, { type: "ReadUpTo", memberId, upTo });
    },
  };
}
