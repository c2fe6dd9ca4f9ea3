import {
  deleteRecruitment,
  editRecruitment,
  postRecruitment,
  setRecruiting,
} from "#contracts/recruitment/api";
import { handle, permitEarly } from "../platform/decider.ts";
import { load } from "../platform/folding.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import { storingPictures, withPresentState } from "../platform/platform.ts";
import { applicationRoutes } from "./application-routes.ts";
import { byCaller, streamOf } from "./facts.ts";
import { permits } from "./permits.ts";
import { type RecruitmentCommand, recruitment } from "./recruitment.ts";
import type { RecruitmentPlatform } from "./recruitment-platform.ts";

/** Commands of spec/wire-contract.md §6, except the admission, which its team decides. */
export function recruitmentRoutes(platform: RecruitmentPlatform): Route[] {
  const { store } = platform;
  return [
    route(postRecruitment, (call) => post(platform, call)),
    route(
      editRecruitment,
      (call) => edit(platform, call),
      ({ params, caller, commandId }) =>
        permitEarly(store, commandId, async () => {
          const reads = { personal: "closed" } as const;
          const { state } = await load(store, recruitment, streamOf(params.recruitmentId), reads);
          permits(state, await byCaller(store, caller, state), "EditRecruitment");
        }),
    ),
    route(setRecruiting, (call) =>
      change(platform, call, { type: "SetRecruiting", isRecruiting: call.body.isRecruiting }),
    ),
    route(deleteRecruitment, (call) => change(platform, call, { type: "DeleteRecruitment" })),
    ...applicationRoutes(platform),
  ];
}

async function post(platform: RecruitmentPlatform, call: Call<typeof postRecruitment>) {
  const { body, html, picture, command: context } = call;
  const callerId = call.caller as string;
  const teamId = body.teamId ?? null;
  const recruitmentId = await platform.ids.next("recruitment");
  const keep = storingPictures(platform, call, [`member:${callerId}`]);
  return handle(platform.store, context, {
    decider: recruitment,
    stream: streamOf(recruitmentId),
    isNewStream: true,
    command: {
      type: "PostRecruitment",
      recruitmentId,
      authorId: callerId,
      teamId,
      title: body.teamRecruitTitle,
      body: html["teamRecruitBody"]?.html ?? "",
      contact: body.chatUrl,
      imageUrl: picture?.url ?? null,
    } satisfies RecruitmentCommand,
    answer: () => ({ data: { teamRecruitId: recruitmentId } }),
    beforeAppend: async (events, position) => {
      if (teamId !== null) await platform.reserveRecruitment(context, { teamId, recruitmentId, callerId });
      await keep(events, position);
    },
  });
}

function edit(platform: RecruitmentPlatform, call: Call<typeof editRecruitment>) {
  const { recruitmentId } = call.params;
  const callerId = call.caller as string;
  const stream = streamOf(recruitmentId);
  const present = () => platform.presentRecruitment(recruitmentId, callerId);
  return withPresentState(platform, present, () =>
    handle(platform.store, call.command, {
      decider: recruitment,
      stream,
      command: async (state): Promise<RecruitmentCommand> => ({
        type: "EditRecruitment",
        ...(await byCaller(platform.store, callerId, state)),
        ifMatch: call.ifMatch,
        title: call.body.teamRecruitTitle,
        body: call.html["teamRecruitBody"],
        contact: call.body.chatUrl,
        imageUrl: call.picture?.url,
      }),
      answer: ({ revision }) => ({
        data: { teamRecruitId: recruitmentId, recruitId: recruitmentId },
        etag: revision,
      }),
      // Texts and picture belong to the author, also when a manager edits.
      beforeAppend: async (events, position) => {
        for (const event of events)
          if (event.type === "RecruitmentEdited")
            await storingPictures(platform, call, [`member:${event.data.authorId}`])(events, position);
      },
    }),
  );
}

const change = (
  { store }: RecruitmentPlatform,
  { params, caller, command }: Call<typeof setRecruiting> | Call<typeof deleteRecruitment>,
  what: { type: "SetRecruiting"; isRecruiting: boolean } | { type: "DeleteRecruitment" },
) =>
  handle(store, command, {
    decider: recruitment,
    stream: streamOf(params.recruitmentId),
    reads: { personal: "closed" },
    command: async (state): Promise<RecruitmentCommand> => ({
      ...what,
      ...(await byCaller(store, caller, state)),
    }),
  });
