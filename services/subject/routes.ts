import { Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import { deleteSubject, editSubject, postSubject, type Subject } from "#contracts/subject/api";
import { handle, permitEarly } from "../platform/decider.ts";
import { type BegunCall, type Call, type Route, route } from "../platform/http/route.ts";
import { type Platform, storingPictures, withPresentState } from "../platform/platform.ts";
import { rosterOf } from "../team/facts.ts";
import { streamOf } from "./facts.ts";
import { permits, type SubjectCommand, subject } from "./subject.ts";

interface SubjectPlatform extends Platform {
  /** Team and date of the problem with this id; undefined for an unknown one. */
  readonly teamAndDateOf: (subjectId: number) => Promise<{ teamId: number; date: string } | undefined>;
  readonly presentSubject: (teamId: number, date: string) => Promise<Subject | null>;
}

/** Commands of spec/wire-contract.md §5.7–5.9. */
export function subjectRoutes(platform: SubjectPlatform): Route[] {
  return [
    route(
      postSubject,
      (call) => post(platform, call),
      (begun) => permitManager(platform, begun),
    ),
    route(
      editSubject,
      (call) => edit(platform, call),
      (begun) => permitManager(platform, begun),
    ),
    route(deleteSubject, async (call) => {
      const { teamId, articleId: subjectId } = call.params;
      const date = await dateOf(platform, teamId, subjectId);
      return handle(platform.store, call.command, {
        decider: subject,
        stream: streamOf(teamId, date),
        command: async (): Promise<SubjectCommand> => ({
          type: "DeleteSubject",
          ...(await byManager(platform, call.caller, teamId, date, subjectId)),
        }),
      });
    }),
  ];
}

/**
 * The day of a team's problem; `none`, a stream without events, if the team has no such problem. Read models that lag
 * must not cause a refusal.
 */
async function dateOf(platform: SubjectPlatform, teamId: number, subjectId: number): Promise<string> {
  const found = (await platform.teamAndDateOf(subjectId)) ?? (await teamAndDateAtHead(platform, subjectId));
  return found?.teamId === teamId ? found.date : "none";
}

async function teamAndDateAtHead({ store, progress, teamAndDateOf }: SubjectPlatform, subjectId: number) {
  const isThere = await progress.waitFor(await store.head(), limits.readYourWritesMs);
  if (!isThere) throw new Refused("overload", { retryAfter: 2 });
  return teamAndDateOf(subjectId);
}

const byManager = async (
  platform: Platform,
  caller: string | null,
  teamId: number,
  date: string,
  subjectId: number,
) => ({
  teamId,
  date,
  subjectId,
  callerId: caller as string,
  team: await rosterOf(platform.store, teamId),
});

const permitManager = (
  { store }: SubjectPlatform,
  { params, caller, commandId }: BegunCall<typeof postSubject> | BegunCall<typeof editSubject>,
) =>
  permitEarly(store, commandId, async () =>
    permits({ callerId: caller as string, team: await rosterOf(store, params.teamId) }),
  );

async function post(
  platform: SubjectPlatform,
  { params, body, html, picture, caller, command }: Call<typeof postSubject>,
) {
  const { teamId } = params;
  const date = body.selectedDate;
  const subjectId = await platform.ids.next("article");
  return handle(platform.store, command, {
    decider: subject,
    stream: streamOf(teamId, date),
    command: async (): Promise<SubjectCommand> => ({
      type: "PostSubject",
      ...(await byManager(platform, caller, teamId, date, subjectId)),
      category: body.articleCategory,
      title: body.articleTitle,
      body: html.articleBody?.html ?? "",
      imageUrl: picture?.url ?? null,
      problems: body.problems ?? [],
    }),
    answer: () => ({ data: { articleId: subjectId, subjectDate: date } }),
    beforeAppend: storingPictures(platform, { picture, caller }, [`team:${teamId}`]),
  });
}

async function edit(platform: SubjectPlatform, call: Call<typeof editSubject>) {
  const { teamId, articleId: subjectId } = call.params;
  const date = await dateOf(platform, teamId, subjectId);
  const stream = streamOf(teamId, date);
  const present = () => platform.presentSubject(teamId, date);
  return withPresentState(platform, present, () =>
    handle(platform.store, call.command, {
      decider: subject,
      stream,
      command: async (): Promise<SubjectCommand> => ({
        type: "EditSubject",
        ...(await byManager(platform, call.caller, teamId, date, subjectId)),
        ifMatch: call.ifMatch,
        category: call.body.articleCategory,
        title: call.body.articleTitle,
        body: call.html.articleBody,
        imageUrl: call.picture?.url,
        problems: call.body.problems,
      }),
      answer: (state) => ({ data: null, ...(state.phase === "posted" ? { etag: state.revision } : {}) }),
      beforeAppend: storingPictures(platform, call, [`team:${teamId}`]),
    }),
  );
}
